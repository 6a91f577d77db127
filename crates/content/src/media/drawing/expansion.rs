//! What a drawing comes to when everything that it refers to is put in its place.
//!
//! A few lines can stand for millions of shapes, as a `use` may show a group of `use`s, and a clip
//! or a mask may hold what is clipped and masked itself. So this is counted before anything is drawn.

use std::collections::HashMap;

use roxmltree::{Document, Node, NodeId};
use simplecss::{DeclarationTokenizer, StyleSheet};

use super::{
    contents::is_svg,
    flaw::{Flaw, start_of},
    reference::{self, Target},
    style_sheet::Styled,
};

/// Most elements of a drawing, everything that it refers to counted as often as it is shown.
pub(super) const MAX_ELEMENTS: u64 = 10_000;
/// Deepest element, counted through everything that is referred to.
pub(super) const MAX_DEPTH: usize = 64;
/// Most bytes of all elements, counted as often as they are shown: 4 MiB.
const MAX_BYTES: u64 = 4 * 1024 * 1024;
/// Most declarations that apply, counted for each element that they apply to.
const MAX_APPLIED: u64 = 1_000_000;

/// The first element that lies too deep, whatever it refers to. This must be known before anything
/// goes down into a drawing.
pub(super) fn too_deep(document: &Document<'_>) -> Option<Flaw> {
    let elements = document.descendants().filter(Node::is_element);
    let mut elements = elements.filter(|node| {
        let above = node.ancestors().take(MAX_DEPTH + 2);
        above.filter(Node::is_element).count() > MAX_DEPTH
    });
    elements.next().map(deep)
}

fn deep(node: Node<'_, '_>) -> Flaw {
    Flaw::error(
        start_of(node),
        format!("nested more than {MAX_DEPTH} levels deep, counted through what is referred to"),
        "group less",
    )
}

/// What is wrong with the whole: circles, and more than can be drawn.
pub(super) fn flaw(document: &Document<'_>, sheet: &StyleSheet<'_>) -> Option<Flaw> {
    let mut ids: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_default().push(node);
        }
    }
    let mut expansion = Expansion {
        ids,
        sheet,
        known: HashMap::new(),
    };
    let root = document.root_element();
    let whole = match expansion.of(root, 1) {
        Ok(whole) => whole,
        Err(flaw) => return Some(*flaw),
    };
    let heaviest = expansion.heaviest(root);
    let help = "draw less, or show fewer copies of large groups";
    if whole.elements > MAX_ELEMENTS {
        let found = if whole.elements > 1_000_000 {
            "over a million".to_owned()
        } else {
            whole.elements.to_string()
        };
        let message = format!(
            "{found} elements, everything that is referred to counted as often as it is shown; \
             expected at most {MAX_ELEMENTS}"
        );
        return Some(Flaw::error(start_of(heaviest), message, help));
    }
    (whole.bytes > MAX_BYTES || whole.applied > MAX_APPLIED).then(|| {
        let message = "too much to draw, as large elements are shown over and over again";
        Flaw::error(start_of(heaviest), message, help)
    })
}

/// How much an element comes to, with all that is in it and that it refers to.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    elements: u64,
    bytes: u64,
    applied: u64,
    depth: usize,
}

impl Amount {
    fn add(&mut self, other: Self) {
        self.elements = self.elements.saturating_add(other.elements);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.applied = self.applied.saturating_add(other.applied);
        self.depth = self.depth.max(other.depth + 1);
    }
}

struct Expansion<'d, 'input, 's> {
    /// Elements by id; of several with one id all are meant.
    ids: HashMap<&'d str, Vec<Node<'d, 'input>>>,
    sheet: &'s StyleSheet<'s>,
    /// `None` for what is being counted: to come to it again is a circle.
    known: HashMap<NodeId, Option<Amount>>,
}

impl<'d, 'input> Expansion<'d, 'input, '_> {
    /// How much an element comes to that lies so deep.
    fn of(&mut self, node: Node<'d, 'input>, depth: usize) -> Result<Amount, Box<Flaw>> {
        match self.known.get(&node.id()) {
            Some(None) => {
                return Err(Box::new(Flaw::error(
                    start_of(node),
                    "this refers to itself, directly or by what it refers to",
                    "leave out the reference",
                )));
            }
            Some(Some(amount)) if depth + amount.depth <= MAX_DEPTH => return Ok(*amount),
            _ if depth > MAX_DEPTH => return Err(Box::new(deep(node))),
            _ => {}
        }
        self.known.insert(node.id(), None);
        let (targets, applied) = self.look_at(node);
        let inside: usize = node.children().map(|child| child.range().len()).sum();
        let mut amount = Amount {
            elements: 1,
            bytes: node.range().len().saturating_sub(inside) as u64,
            applied,
            depth: 0,
        };
        for child in node.children().filter(|child| is_svg(*child)) {
            amount.add(self.of(child, depth + 1)?);
        }
        for target in targets {
            amount.add(self.of(target, depth + 1)?);
        }
        self.known.insert(node.id(), Some(amount));
        Ok(amount)
    }

    /// What is drawn anew wherever an element refers to it, and how many declarations apply to it.
    fn look_at(&self, node: Node<'d, 'input>) -> (Vec<Node<'d, 'input>>, u64) {
        let mut ids: Vec<&str> = Vec::new();
        let mut applied = 0;
        // A gradient is not drawn anew.
        let declared = |name: &str, value: &str| {
            let paints = matches!(name, "fill" | "stroke");
            let found = reference::of_value(value).into_iter();
            let parts = found.filter_map(|(target, _)| match target {
                Target::Part(id) if !paints => Some(id.to_owned()),
                _ => None,
            });
            parts.collect::<Vec<String>>()
        };
        let mut owned: Vec<String> = Vec::new();
        for attribute in node.attributes() {
            match attribute.name() {
                "href" => {
                    let target = reference::of_link(attribute.value());
                    // A link to click on shows nothing.
                    if let Some(Target::Part(id)) = target.filter(|_| !node.has_tag_name("a")) {
                        ids.push(id);
                    }
                }
                "style" => {
                    for declaration in DeclarationTokenizer::from(attribute.value()) {
                        applied += 1;
                        owned.extend(declared(declaration.name, declaration.value));
                    }
                }
                name => owned.extend(declared(name, attribute.value())),
            }
        }
        for rule in &self.sheet.rules {
            if rule.selector.matches(&Styled(node)) {
                for declaration in &rule.declarations {
                    applied += 1;
                    owned.extend(declared(declaration.name, declaration.value));
                }
            }
        }
        let ids = ids.into_iter().chain(owned.iter().map(String::as_str));
        let targets = ids.filter_map(|id| self.ids.get(id)).flatten();
        let targets = targets.filter(|target| is_svg(**target)).copied();
        (targets.collect(), applied)
    }

    /// The innermost element that nearly everything lies in, or is shown by.
    fn heaviest(&self, root: Node<'d, 'input>) -> Node<'d, 'input> {
        let mut heaviest = root;
        loop {
            let amount = |node: Node<'_, '_>| {
                let known = self.known.get(&node.id()).copied().flatten();
                known.map_or(0, |amount| amount.elements)
            };
            let most = amount(heaviest) / 2;
            let inner = heaviest.children().filter(|child| is_svg(*child));
            match inner.max_by_key(|child| amount(*child)) {
                Some(inner) if amount(inner) > most => heaviest = inner,
                _ => return heaviest,
            }
        }
    }
}
