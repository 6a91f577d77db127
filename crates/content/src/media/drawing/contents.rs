//! The elements and attributes of a drawing: what is drawn, what is not, and what is not allowed.

use std::{
    collections::{BTreeSet, HashSet},
    ops::Range,
};

use roxmltree::{Document, Node};
use simplecss::{DeclarationTokenizer, StyleSheet};

use super::{
    flaw::{Flaw, start_of},
    outline,
    reference::{self, Target},
    style_sheet,
};
use crate::diagnostics::{diagnostic::Severity, suggestion::quote};

/// Most colours of a gradient. All are looked at for each pixel.
pub(super) const MAX_STOPS: usize = 100;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Elements that are drawn, or belong to what is.
const DRAWN: [&str; 21] = [
    "a",
    "circle",
    "clipPath",
    "defs",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "mask",
    "path",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "use",
    "view",
];

/// Elements that say something about the drawing.
const SILENT: [&str; 3] = ["title", "desc", "metadata"];

/// Elements that take long to draw or bring in what is not drawn here, and the way out.
const REFUSED: [(&str, &str, &str); 5] = [
    (
        "image",
        "pictures inside of a drawing (`<image>`) cannot be shown",
        "draw it with paths, or trace it into paths",
    ),
    (
        "filter",
        "filters, such as blurs and shadows (`<filter>`), are not allowed in a drawing",
        "leave them out; gradients and shapes that let the ground through give the same look",
    ),
    (
        "pattern",
        "patterns (`<pattern>`) are not allowed in a drawing",
        "turn them into shapes in the drawing program, or use a gradient",
    ),
    (
        "marker",
        "markers on lines (`<marker>`) are not allowed in a drawing",
        "turn the line into a path in the drawing program",
    ),
    (
        "tref",
        "text from elsewhere (`<tref>`) is not allowed in a drawing",
        "leave it out: text is not shown",
    ),
];

/// Whether an element is one of SVG; a drawing need not say that it is one.
pub(super) fn is_svg(node: Node<'_, '_>) -> bool {
    let space = node.tag_name().namespace();
    node.is_element() && space.is_none_or(|space| space == SVG)
}

/// What is wrong with the elements and attributes.
pub(super) fn flaws(document: &Document<'_>, sheet: &StyleSheet<'_>) -> Vec<Flaw> {
    let mut look = Look {
        ids: document
            .descendants()
            .filter_map(|node| node.attribute("id"))
            .collect(),
        flaws: style_sheet::flaws(document, sheet),
        mentioned: BTreeSet::new(),
        told: HashSet::new(),
    };
    for (declaration, span) in style_sheet::declarations(document, sheet) {
        look.property(declaration.name, declaration.value, &span);
    }
    for node in document.descendants() {
        if node.pi().is_some_and(|pi| pi.target == "xml-stylesheet") {
            look.flaws.push(Flaw::error(
                node.range().start..node.range().start + "<?xml-stylesheet".len(),
                "`<?xml-stylesheet` refers to another file, and a drawing may not",
                "copy what it holds into a `<style>`",
            ));
        }
        if is_svg(node) {
            look.element(node);
            look.attributes(node);
            look.flaws.extend(outline::flaws(node));
        }
    }
    look.flaws
}

struct Look<'d> {
    ids: BTreeSet<&'d str>,
    flaws: Vec<Flaw>,
    /// What is told once only.
    mentioned: BTreeSet<String>,
    /// Wrong references that have been told, errors with their places.
    told: HashSet<(String, Option<Range<usize>>)>,
}

impl Look<'_> {
    fn element(&mut self, node: Node<'_, '_>) {
        let name = node.tag_name().name();
        if let Some((_, message, help)) = REFUSED.iter().find(|refused| refused.0 == name) {
            self.flaws
                .push(Flaw::error(start_of(node), *message, *help));
        } else if name.starts_with("fe") && node.parent().is_some_and(|parent| is_svg(parent)) {
            // Part of a filter, which has been told.
            let filter = node
                .parent()
                .is_some_and(|parent| parent.has_tag_name("filter"));
            if !filter {
                let message = format!("{} belongs to a filter", quote(&format!("<{name}>")));
                let help = "filters are not allowed in a drawing: leave it out";
                self.flaws.push(Flaw::error(start_of(node), message, help));
            }
        } else if name == "text" {
            self.once(Flaw::warning(
                start_of(node),
                "text in a drawing (`<text>`) is not shown",
                "turn it into paths in the drawing program",
            ));
        } else if name.ends_with("Gradient") && DRAWN.contains(&name) {
            let stops = node.children().filter(|child| child.has_tag_name("stop"));
            if stops.count() > MAX_STOPS {
                self.flaws.push(Flaw::error(
                    start_of(node),
                    format!("a gradient of more than {MAX_STOPS} colours"),
                    "use fewer",
                ));
            }
        } else if !DRAWN.contains(&name) && !SILENT.contains(&name) && !in_text(node) {
            let shown = quote(&format!("<{name}>"));
            self.once(Flaw::warning(
                start_of(node),
                format!("{shown} in a drawing is not shown"),
                "leave it out",
            ));
        }
    }

    fn attributes(&mut self, node: Node<'_, '_>) {
        for attribute in node.attributes() {
            let space = attribute.namespace();
            if space.is_some_and(|space| ![SVG, XLINK, XML].contains(&space)) {
                continue;
            }
            let span = attribute.range().start..attribute.range_qname().end;
            let (name, value) = (attribute.name(), attribute.value());
            match name {
                "href" | "src" => {
                    if let Some(target) = reference::of_link(value) {
                        self.target(&format!("`{name}`"), &target, &span);
                    }
                }
                "base" if space == Some(XML) => self.flaws.push(Flaw::error(
                    span,
                    "`xml:base` refers to another place, and a drawing may not",
                    "leave it out",
                )),
                "style" => {
                    let mut read = 0;
                    for declaration in DeclarationTokenizer::from(value) {
                        read += reference::of_value(declaration.value).len();
                        self.property(declaration.name, declaration.value, &span);
                    }
                    // What the reader does not make sense of is looked at too.
                    if reference::of_value(value).len() > read {
                        self.references("`style`", value, &span);
                    }
                }
                _ => self.property(name, value, &span),
            }
        }
    }

    /// A property, be it an attribute or a declaration.
    fn property(&mut self, name: &str, value: &str, span: &Range<usize>) {
        let value = value.trim();
        let refused = match name.to_ascii_lowercase().as_str() {
            "filter" | "backdrop-filter" => value != "none",
            "marker" | "marker-start" | "marker-mid" | "marker-end" => value != "none",
            "clip-path" | "mask" => value == "inherit",
            _ => false,
        };
        if refused {
            let (message, help) = if value == "inherit" {
                (format!("`{name}` cannot be inherited"), "leave it out")
            } else if name.starts_with("marker") {
                (
                    format!("markers on lines (`{name}`) are not allowed in a drawing"),
                    "turn the line into a path in the drawing program",
                )
            } else {
                (
                    format!(
                        "filters, such as blurs and shadows (`{name}`), are not allowed in a drawing"
                    ),
                    "leave them out; gradients and shapes that let the ground through give the same look",
                )
            };
            self.flaws.push(Flaw::error(span.clone(), message, help));
        }
        self.references(&format!("`{name}`"), value, span);
    }

    fn references(&mut self, what: &str, value: &str, span: &Range<usize>) {
        for (target, _) in reference::of_value(value) {
            self.target(what, &target, span);
        }
    }

    fn target(&mut self, what: &str, target: &Target<'_>, span: &Range<usize>) {
        let flaw = match target {
            Target::Part(id) if self.ids.contains(id) => return,
            Target::Part(id) => Flaw::warning(
                span.clone(),
                format!(
                    "{what} refers to {}, which is not in this drawing",
                    quote(&format!("#{id}"))
                ),
                "give it the id of an element, or leave it out",
            ),
            Target::Outside(written) => Flaw::error(
                span.clone(),
                format!(
                    "{what} refers to {}, and a drawing may not refer to anything but its own parts",
                    quote(written)
                ),
                "expected the id of an element of the drawing, such as `#shield`; or leave it out",
            ),
        };
        // An error is told at each of its places, a warning once.
        let place = (flaw.severity == Severity::Error).then(|| span.clone());
        if self.told.insert((flaw.message.clone(), place)) {
            self.flaws.push(flaw);
        }
    }

    /// Tells this if it has not been told.
    fn once(&mut self, flaw: Flaw) {
        if self.mentioned.insert(flaw.message.clone()) {
            self.flaws.push(flaw);
        }
    }
}

/// Whether an element is a part of a text, which is told as a whole.
fn in_text(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|above| above.has_tag_name("text"))
}
