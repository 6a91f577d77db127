//! Whether an SVG file is a drawing that the game can show.
//!
//! The window draws shapes; it has no fonts for drawings and opens no other files for them. What it
//! would leave out, or could not draw at all, is said when content is read.

use roxmltree::{Document, Node, ParsingOptions};

use crate::{diagnostic::Severity, suggestion::quote};

/// Most elements and texts of a drawing.
const MAX_NODES: u32 = 100_000;
/// Deepest element of a drawing: more would be a strain on whoever draws it.
const MAX_DEPTH: usize = 200;

/// Something that is wrong with a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    pub(crate) severity: Severity,
    /// Line and column, from 1.
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

/// What is wrong with a drawing, each kind of flaw once.
pub(crate) fn flaws(text: &str) -> Vec<Flaw> {
    let options = ParsingOptions {
        // Drawing programs write one, and nothing outside the file is read for it.
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            let place = error.pos();
            let message = error.to_string();
            // The place at the end of the message is said elsewhere.
            let message = message
                .rsplit_once(" at ")
                .map_or(message.as_str(), |(before, _)| before);
            return vec![Flaw {
                severity: Severity::Error,
                line: place.row,
                column: place.col,
                message: format!("this is no SVG: {message}"),
                help: "save it again from a drawing program as plain SVG",
            }];
        }
    };
    let root = document.root_element();
    if !is_svg(root) || root.tag_name().name() != "svg" {
        let named = quote(&format!("<{}>", root.tag_name().name()));
        return vec![Flaw {
            help: "save it again from a drawing program as plain SVG",
            ..flaw(
                root,
                Severity::Error,
                format!("expected `<svg>`, found {named}"),
            )
        }];
    }
    let without_size = ["width", "height"]
        .into_iter()
        .find(|side| root.attribute(*side).is_some_and(is_nothing))
        .map(|side| Flaw {
            help: "draw in a square, such as `viewBox=\"0 0 128 128\"`",
            ..flaw(
                root,
                Severity::Error,
                format!("the drawing has no size: its `{side}` is not above 0"),
            )
        });
    let elements = || document.descendants().filter(Node::is_element);
    let deep = elements()
        .find(|node| node.ancestors().take(MAX_DEPTH + 2).count() > MAX_DEPTH)
        .map(|node| Flaw {
            help: "group less",
            ..flaw(
                node,
                Severity::Error,
                format!("nested more than {MAX_DEPTH} levels deep"),
            )
        });
    let first = |name: &'static str| {
        elements().find(move |node| is_svg(*node) && node.tag_name().name() == name)
    };
    let image = first("image").map(|node| Flaw {
        help: "draw it with paths, or trace it into paths",
        ..flaw(
            node,
            Severity::Error,
            "pictures inside of a drawing (`<image>`) cannot be shown".to_owned(),
        )
    });
    let letters = first("text").map(|node| Flaw {
        help: "turn it into paths in the drawing program",
        ..flaw(
            node,
            Severity::Warning,
            "text in a drawing (`<text>`) is not shown".to_owned(),
        )
    });
    let found = [without_size, deep, image, letters];
    found.into_iter().flatten().collect()
}

fn flaw(node: Node<'_, '_>, severity: Severity, message: String) -> Flaw {
    let place = node.document().text_pos_at(node.range().start);
    Flaw {
        severity,
        line: place.row,
        column: place.col,
        message,
        help: "",
    }
}

/// Whether an element is one of SVG; a drawing need not say that it is one.
fn is_svg(node: Node<'_, '_>) -> bool {
    let space = node.tag_name().namespace();
    space.is_none_or(|space| space == "http://www.w3.org/2000/svg")
}

/// Whether a length is a number that is not above 0.
fn is_nothing(length: &str) -> bool {
    let number = length
        .trim()
        .trim_end_matches(|character: char| character.is_ascii_alphabetic() || character == '%');
    number.parse::<f64>().is_ok_and(|number| number <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        flaws(text)
            .into_iter()
            .map(|flaw| {
                format!(
                    "{}:{}: {}: {}",
                    flaw.line, flaw.column, flaw.severity, flaw.message
                )
            })
            .collect()
    }

    #[test]
    fn plain_drawings_are_fine() {
        for fine in [
            "<svg/>",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' width='100%'><path d=''/></svg>",
            "<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC \"a\" \"b\">\n<svg width='9px'/>",
        ] {
            assert_eq!(said(fine), Vec::<String>::new(), "{fine}");
        }
    }

    #[test]
    fn what_is_no_drawing_is_told_with_its_place() {
        assert!(said("hello")[0].starts_with("1:1: error: this is no SVG: "));
        assert!(said("<svg>\n  <g>\n</svg>")[0].starts_with("3:"));
        assert_eq!(said("<svg").len(), 1);
        assert_eq!(
            said("<html/>"),
            ["1:1: error: expected `<svg>`, found `<html>`"]
        );
        assert_eq!(
            said("<svg width='0' height='9'/>"),
            ["1:1: error: the drawing has no size: its `width` is not above 0"]
        );
        let deep = format!("<svg>{}{}</svg>", "<g>".repeat(300), "</g>".repeat(300));
        assert!(said(&deep)[0].contains("nested more than"));
    }

    #[test]
    fn what_would_be_left_out_is_told() {
        assert_eq!(
            said("<svg>\n <image href='file:///etc/passwd'/>\n <text>A</text></svg>"),
            [
                "2:2: error: pictures inside of a drawing (`<image>`) cannot be shown",
                "3:2: warning: text in a drawing (`<text>`) is not shown",
            ]
        );
    }

    #[test]
    fn entities_that_multiply_are_refused() {
        let mut text = "<!DOCTYPE svg [<!ENTITY a0 \"aaaaaaaaaa\">".to_owned();
        for level in 1..12 {
            let inner = format!("&a{};", level - 1).repeat(10);
            text.push_str(&format!("<!ENTITY a{level} \"{inner}\">"));
        }
        text.push_str("]><svg>&a11;</svg>");
        assert!(said(&text)[0].contains("this is no SVG"));
    }
}
