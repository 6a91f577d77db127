//! The style sheets of a drawing, read with the library that draws with them.

use std::ops::Range;

use roxmltree::{Document, Node};
use simplecss::{Declaration, Rule, StyleSheet};

use super::flaw::{Flaw, start_of};

/// Most declarations of all rules together.
const MAX_DECLARATIONS: usize = 2000;
/// Most selectors times declarations, counted roughly before a sheet is read.
const MAX_PRODUCT: usize = 1_000_000;

/// Most rules times bytes of the drawing: every element is compared with every rule.
const MAX_COMPARED: usize = 200_000_000;

/// Whether an element holds a style sheet, in any name space.
pub(super) fn is_style(node: Node<'_, '_>) -> bool {
    node.has_tag_name("style")
}

/// The texts of a style sheet, with their places in the file. The place of a text that is not
/// written in the file as it is read is that of its element.
fn texts<'a>(style: Node<'a, '_>) -> impl Iterator<Item = (&'a str, Range<usize>)> {
    let texts = style.descendants().filter(Node::is_text);
    texts.filter_map(move |node| {
        let text = node.text()?;
        let input = node.document().input_text();
        let range = node.range();
        let written = input.get(range.clone()).unwrap_or_default();
        // Around the text there may be the marks of a CDATA section.
        let place = match written.find(text) {
            Some(at) => range.start + at..range.start + at + text.len(),
            None => start_of(style),
        };
        Some((text, place))
    })
}

/// The place of a part of a text that has this place.
fn place_in(text: &str, place: &Range<usize>, part: Range<usize>) -> Range<usize> {
    if place.len() == text.len() {
        place.start + part.start..place.start + part.end
    } else {
        place.clone()
    }
}

/// The rules that the drawing is drawn with, in the same order.
///
/// # Errors
/// What keeps a sheet from being read.
pub(super) fn rules<'a>(document: &'a Document<'_>) -> Result<StyleSheet<'a>, Flaw> {
    let mut sheet = StyleSheet::new();
    for style in document.descendants().filter(|node| is_style(*node)) {
        for (text, place) in texts(style) {
            let count = |characters: &[char]| text.matches(characters).count() + 1;
            if count(&[',', '{']).saturating_mul(count(&[':'])) > MAX_PRODUCT {
                return Err(Flaw::error(
                    place_in(text, &place, 0..1),
                    "this style sheet is too large",
                    "put the styles on the shapes themselves: save as plain SVG",
                ));
            }
        }
        let is_css = style
            .attribute("type")
            .is_none_or(|kind| kind == "text/css");
        if let Some(text) = style.text().filter(|_| is_css) {
            sheet.parse_more(text);
        }
        let declarations: usize = sheet.rules.iter().map(|rule| rule.declarations.len()).sum();
        let compared = document.input_text().len() * sheet.rules.len();
        if declarations > MAX_DECLARATIONS || compared > MAX_COMPARED {
            return Err(Flaw::error(
                start_of(style),
                "too many rules in style sheets",
                "put the styles on the shapes themselves: save as plain SVG",
            ));
        }
    }
    Ok(sheet)
}

/// Selectors that take long to compare, and rules that begin with `@`.
pub(super) fn flaws(document: &Document<'_>, sheet: &StyleSheet<'_>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for style in document.descendants().filter(|node| is_style(*node)) {
        for (text, place) in texts(style) {
            let plain = without_comments(text);
            for (at, _) in plain.match_indices('@') {
                let rest = plain.get(at + 1..).unwrap_or_default();
                let name: String = rest
                    .chars()
                    .take_while(|c| c.is_ascii_alphabetic() || *c == '-')
                    .collect();
                let span = place_in(text, &place, at..at + 1 + name.len());
                match name.to_ascii_lowercase().as_str() {
                    "" => {}
                    "import" => flaws.push(Flaw::error(
                        span,
                        "`@import` refers to another file, and a drawing may not",
                        "copy what it holds into the `<style>`",
                    )),
                    _ => flaws.push(Flaw::warning(
                        span,
                        format!("`@{name}` in a style sheet is not heeded"),
                        "rules such as `.red { fill: #c00 }` are",
                    )),
                }
            }
        }
    }
    if let Some(rule) = sheet.rules.iter().find(|rule| !is_simple(rule)) {
        let style = document.descendants().find(|node| is_style(*node));
        let span = style.map_or(0..1, start_of);
        let selector = crate::diagnostics::suggestion::quote(&rule.selector.to_string());
        flaws.push(Flaw::error(
            span,
            format!("the selector {selector} is not allowed in a drawing's style sheet"),
            "expected an element, a class or an id: `path`, `.red`, `#shield`",
        ));
    }
    flaws
}

/// Everything that style sheets declare, with places.
pub(super) fn declarations<'a>(
    document: &'a Document<'_>,
    sheet: &StyleSheet<'a>,
) -> Vec<(Declaration<'a>, Range<usize>)> {
    let styles = document.descendants().filter(|node| is_style(*node));
    let all: Vec<_> = styles.flat_map(texts).collect();
    let found = |declaration: &Declaration<'a>| {
        all.iter().find_map(|(text, place)| {
            let at = offset(text, declaration.name)?;
            Some(place_in(text, place, at..at + declaration.name.len()))
        })
    };
    let declared = sheet.rules.iter().flat_map(|rule| &rule.declarations);
    declared
        .map(|declaration| (*declaration, found(declaration).unwrap_or(0..1)))
        .collect()
}

/// Where a part of a text stands in it, if it is one.
fn offset(text: &str, part: &str) -> Option<usize> {
    let at = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (at + part.len() <= text.len()).then_some(at)
}

/// Whether a rule looks at the element alone: at its name, its class or its id.
fn is_simple(rule: &Rule<'_>) -> bool {
    let selector = rule.selector.to_string();
    // Classes and ids are written out as attributes: `*[class~='red']`.
    let plain = selector
        .replace("[class~='", ".")
        .replace("[id='", "#")
        .replace("']", "");
    !plain.contains([' ', '>', '+', '[', ':'])
}

/// The same length, with spaces for comments.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        let length = comment.find("*/").map_or(comment.len(), |end| end + 2);
        plain.push_str(&" ".repeat(length + 2));
        rest = comment.get(length..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain
}

/// An element as rules see it.
pub(super) struct Styled<'a, 'input>(pub(super) Node<'a, 'input>);

impl simplecss::Element for Styled<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Self)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Self)
    }

    fn has_local_name(&self, local_name: &str) -> bool {
        self.0.tag_name().name() == local_name
    }

    fn attribute_matches(
        &self,
        local_name: &str,
        operator: simplecss::AttributeOperator<'_>,
    ) -> bool {
        let value = self.0.attribute(local_name);
        value.is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, _: simplecss::PseudoClass<'_>) -> bool {
        false
    }
}
