//! Drawings: SVG files of shapes, which the window turns into pixels.
//!
//! Anybody may make one, so a drawing is held to limits before anything of it is drawn, and it is
//! read and drawn by the same code wherever that is. A drawing refers to nothing but its own parts:
//! the reader has no fonts, opens no files and takes no pictures, and what would need them is told.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{ImageHrefResolver, Node, Options, Tree},
};
use roxmltree::ParsingOptions;

use crate::{
    diagnostics::{
        diagnostic::{Diagnostic, Diagnostics, Severity},
        suggestion::quote,
    },
    source::source_text::{self, SourceText},
};
use flaw::{Flaw, MAX_FLAWS, start_of};

mod colour;
mod contents;
mod effort;
mod expansion;
mod flaw;
mod outline;
mod prolog;
mod reference;
mod style_sheet;

/// Most elements, texts and comments of a drawing as it is written.
const MAX_NODES: u32 = 50_000;
/// Shortest and longest side of a drawing, in its own units.
const SIDES: std::ops::RangeInclusive<f32> = 1.0..=10_000.0;
/// Pixels each way of the picture that is looked at to find out whether there is anything on it.
const SMALL: u32 = 48;
/// Least opacity that can be seen, of 255.
const FAINT: u8 = 8;

/// A drawing that is within the limits.
#[derive(Clone, Debug)]
pub struct Drawing {
    tree: Tree,
}

impl Drawing {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The first error in it, if it cannot be read or is not within the limits.
    pub fn open(file: &Path) -> Result<Self, Box<Diagnostic>> {
        let bytes = source_text::bytes_of(file, file)?;
        Self::of_bytes(file, bytes)
    }

    /// Reads a file by its path inside of a folder, and gives it a colour if there is one: that of
    /// `currentColor` in it. A link that leads out of the folder is an error.
    ///
    /// # Errors
    ///
    /// The first error in it, if it cannot be read or is not within the limits.
    pub fn open_inside(
        folder: &Path,
        file: &Path,
        colour: Option<[u8; 3]>,
    ) -> Result<Self, Box<Diagnostic>> {
        let path = folder.join(file);
        let inside = match (path.canonicalize(), folder.canonicalize()) {
            (Ok(path), Ok(folder)) => path.starts_with(folder),
            // Reading it says why not.
            _ => true,
        };
        if !inside {
            let message = format!("this leads out of `{}`", folder.display());
            return Err(Box::new(Diagnostic::about_file(path, message)));
        }
        let bytes = source_text::bytes_of(&path, &path)?;
        Self::of_read(read(path, bytes, colour))
    }

    /// Reads a text.
    ///
    /// # Errors
    ///
    /// The first error in it, if it is not within the limits.
    pub fn of_text(text: impl Into<String>) -> Result<Self, Box<Diagnostic>> {
        Self::of_bytes(Path::new("drawing"), text.into().into_bytes())
    }

    /// Takes bytes for the contents of a file.
    ///
    /// # Errors
    ///
    /// The first error in it, if it is not within the limits.
    pub fn of_bytes(shown: &Path, bytes: Vec<u8>) -> Result<Self, Box<Diagnostic>> {
        Self::of_read(read(shown.to_owned(), bytes, None))
    }

    /// The drawing that was read, or the first error.
    fn of_read(
        (drawing, diagnostics): (Option<Self>, Vec<Diagnostic>),
    ) -> Result<Self, Box<Diagnostic>> {
        drawing.ok_or_else(|| {
            let mut errors = diagnostics
                .into_iter()
                .filter(|diagnostic| diagnostic.severity == Severity::Error);
            let unknown = || Diagnostic::about_file("drawing", "this cannot be drawn");
            Box::new(errors.next().unwrap_or_else(unknown))
        })
    }

    /// Draws it onto a picture, as large as fits into a box given by its corner and its size in
    /// pixels, centred.
    pub fn draw_onto(&self, pixmap: &mut Pixmap, corner: [f32; 2], size: [f32; 2]) {
        let drawn = self.tree.size();
        let scale = (size[0] / drawn.width()).min(size[1] / drawn.height());
        let placing = Transform::from_row(
            scale,
            0.0,
            0.0,
            scale,
            corner[0] + (size[0] - drawn.width() * scale) / 2.0,
            corner[1] + (size[1] - drawn.height() * scale) / 2.0,
        );
        resvg::render(&self.tree, placing, &mut pixmap.as_mut());
    }

    /// A picture of it, as large as fits, centred; `None` if there is no picture of that size.
    #[must_use]
    pub fn picture(&self, width: u32, height: u32) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new(width, height)?;
        self.draw_onto(&mut pixmap, [0.0; 2], [width as f32, height as f32]);
        Some(pixmap)
    }
}

/// What is wrong with the bytes of a drawing: errors keep it from being drawn, warnings are about
/// what would be left out. `shown` is what messages call the file.
#[must_use]
pub fn check_drawing(shown: &Path, bytes: &[u8]) -> Diagnostics {
    checked(shown.to_owned(), bytes.to_vec())
        .into_iter()
        .collect()
}

/// The same, in the order in which it is told.
pub(crate) fn checked(shown: PathBuf, bytes: Vec<u8>) -> Vec<Diagnostic> {
    let (drawing, mut diagnostics) = read(shown.clone(), bytes, None);
    if let Some(drawing) = drawing {
        // A picture that fails here would fail in the window too.
        match catch_unwind(AssertUnwindSafe(|| drawing.picture(SMALL, SMALL))) {
            Ok(Some(picture)) => {
                if picture.pixels().iter().all(|pixel| pixel.alpha() < FAINT) {
                    diagnostics.push(Diagnostic {
                        severity: Severity::Warning,
                        ..Diagnostic::about_file(
                            shown,
                            "there is nothing to be seen on this drawing",
                        )
                        .with_help("are there shapes with a colour, inside of its `viewBox`?")
                    });
                }
            }
            Ok(None) | Err(_) => {
                diagnostics.push(Diagnostic::about_file(shown, "this cannot be drawn"));
            }
        }
    }
    diagnostics
}

/// Reads a drawing; it is there if nothing that was found is an error.
fn read(
    shown: PathBuf,
    bytes: Vec<u8>,
    colour: Option<[u8; 3]>,
) -> (Option<Drawing>, Vec<Diagnostic>) {
    if let Some(kind) = other_kind(&bytes) {
        let diagnostic = Diagnostic::about_file(shown, format!("this is {kind}, no SVG"))
            .with_help("save it again from a drawing program as plain SVG");
        return (None, vec![diagnostic]);
    }
    let source = match SourceText::from_bytes(shown, bytes) {
        Ok(source) => source,
        Err(diagnostic) => return (None, vec![*diagnostic]),
    };
    // The libraries that read drawings are not ours, and a drawing may be made to break them.
    let looked = catch_unwind(AssertUnwindSafe(|| look(&source, colour)));
    let (drawing, flaws) = looked.unwrap_or_else(|_| {
        let help = "save it again from a drawing program as plain SVG";
        (None, vec![Flaw::error(0..1, "this cannot be drawn", help)])
    });
    let diagnostics = flaws.into_iter().map(|flaw| Diagnostic {
        file: source.file.clone(),
        place: Some(source.place(flaw.span)),
        severity: flaw.severity,
        message: flaw.message,
        help: Some(flaw.help),
    });
    (drawing, diagnostics.collect())
}

/// What a file is by its first bytes, if it is a picture that is often taken for a drawing.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 6] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"RIFF", "a WebP picture"),
        (b"\x1f\x8b", "a compressed file"),
        (b"%PDF", "a PDF document"),
    ];
    let mut kinds = kinds.iter().filter(|(first, _)| bytes.starts_with(first));
    kinds.next().map(|(_, kind)| *kind)
}

/// The drawing, if there are no errors, and what is wrong with it.
fn look(source: &SourceText, colour: Option<[u8; 3]>) -> (Option<Drawing>, Vec<Flaw>) {
    let text = source.text();
    if let Some(flaw) = prolog::flaw(text) {
        return (None, vec![flaw]);
    }
    let options = ParsingOptions {
        // Drawing programs name the language in one; there is nothing else in it.
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = match roxmltree::Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => return (None, vec![no_svg(source, &error)]),
    };
    let root = document.root_element();
    if !contents::is_svg(root) || root.tag_name().name() != "svg" {
        let named = quote(&format!("<{}>", root.tag_name().name()));
        let message = format!("expected `<svg>`, found {named}");
        let help = "save it again from a drawing program as plain SVG";
        return (None, vec![Flaw::error(start_of(root), message, help)]);
    }
    if let Some(flaw) = expansion::too_deep(&document) {
        return (None, vec![flaw]);
    }
    let sheet = match style_sheet::rules(&document) {
        Ok(sheet) => sheet,
        Err(flaw) => return (None, vec![flaw]),
    };
    let mut flaws = contents::flaws(&document, &sheet);
    flaws.extend(without_size(root));
    let is_sound = |flaws: &[Flaw]| flaws.iter().all(|flaw| flaw.severity != Severity::Error);
    if is_sound(&flaws) {
        flaws.extend(expansion::flaw(&document, &sheet));
    }
    let mut drawing = None;
    if is_sound(&flaws) {
        let reading = Options {
            style_sheet: colour.map(|colour| colour::style_sheet(text, colour)),
            ..reading()
        };
        match Tree::from_xmltree(&document, &reading) {
            Ok(tree) => {
                flaws.extend(drawn_flaw(&document, &tree));
                drawing = Some(Drawing { tree });
            }
            Err(error) => flaws.push(Flaw::error(
                start_of(root),
                format!("this cannot be drawn: {error}"),
                "save it again from a drawing program as plain SVG",
            )),
        }
    }
    // Errors before warnings where not all are told.
    flaws.sort_by_key(|flaw| (flaw.severity, flaw.span.start));
    flaws.truncate(MAX_FLAWS);
    flaws.sort_by_key(|flaw| flaw.span.start);
    (drawing.filter(|_| is_sound(&flaws)), flaws)
}

/// How drawings are read: nothing is ever looked for outside of them, nor taken from data in them.
fn reading() -> Options<'static> {
    Options {
        resources_dir: None,
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

fn no_svg(source: &SourceText, error: &roxmltree::Error) -> Flaw {
    let help = "save it again from a drawing program as plain SVG";
    if matches!(error, roxmltree::Error::NodesLimitReached) {
        let message = format!("more than {MAX_NODES} elements and texts");
        return Flaw::error(0..1, message, "draw less");
    }
    let place = error.pos();
    let message = error.to_string();
    // The place at the end of the message is said elsewhere.
    let message = message
        .rsplit_once(" at ")
        .map_or(message.as_str(), |(before, _)| before);
    let line = source.line_span(place.row.saturating_sub(1) as usize);
    let text = source.text().get(line.clone()).unwrap_or_default();
    let before = text.chars().take(place.col.saturating_sub(1) as usize);
    let start = line.start + before.map(char::len_utf8).sum::<usize>();
    Flaw::error(start..start + 1, format!("this is no SVG: {message}"), help)
}

/// A side that is not above 0, which would be taken for one that is not given.
fn without_size(root: roxmltree::Node<'_, '_>) -> Option<Flaw> {
    let sides = ["width", "height"].into_iter();
    let mut given = sides.filter_map(|side| root.attribute_node(side));
    given.find(|side| is_nothing(side.value())).map(|side| {
        Flaw::error(
            start_of(root),
            format!(
                "the drawing has no size: its `{}` is not above 0",
                side.name()
            ),
            "draw in a square, such as `viewBox=\"0 0 128 128\"`",
        )
    })
}

/// Whether a length is a number that is not above 0.
fn is_nothing(length: &str) -> bool {
    let number = length
        .trim()
        .trim_end_matches(|character: char| character.is_ascii_alphabetic() || character == '%');
    number.parse::<f64>().is_ok_and(|number| number <= 0.0)
}

/// What is wrong with a drawing once it has been read for drawing.
fn drawn_flaw(document: &roxmltree::Document<'_>, tree: &Tree) -> Option<Flaw> {
    let root = document.root_element();
    let (width, height) = (tree.size().width(), tree.size().height());
    if !SIDES.contains(&width) || !SIDES.contains(&height) {
        return Some(Flaw::error(
            start_of(root),
            format!(
                "the drawing is {width} x {height} large; expected {} to {} each way",
                SIDES.start(),
                SIDES.end()
            ),
            "draw in a square, such as `viewBox=\"0 0 128 128\"`",
        ));
    }
    // These have been refused with their places; this holds if one has found another way.
    let foreign =
        !tree.filters().is_empty() || !tree.patterns().is_empty() || has_picture(tree.root());
    if foreign {
        return Some(Flaw::error(
            start_of(root),
            "filters, patterns and pictures are not allowed in a drawing",
            "leave them out",
        ));
    }
    let too_much = effort::Effort::of(tree).too_much()?;
    let by = document
        .descendants()
        .find(|node| !too_much.by.is_empty() && node.attribute("id") == Some(&*too_much.by));
    Some(Flaw::error(
        start_of(by.unwrap_or(root)),
        format!("this takes too long to draw: {}", too_much.what),
        "draw less, or smaller",
    ))
}

fn has_picture(group: &resvg::usvg::Group) -> bool {
    group.children().iter().any(|child| match child {
        Node::Group(inner) => has_picture(inner),
        Node::Path(_) => false,
        Node::Image(_) | Node::Text(_) => true,
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use resvg::usvg::filter::Kind;

    use super::*;

    /// How many pictures are taken into a drawing.
    fn pictures(text: &str, options: &Options<'_>) -> usize {
        let tree = Tree::from_str(text, options).unwrap();
        let filters = tree.filters().iter().flat_map(|filter| filter.primitives());
        let in_filters = filters.filter(|primitive| match primitive.kind() {
            Kind::Image(image) => image.root().has_children(),
            _ => false,
        });
        in_filters.count() + usize::from(has_picture(tree.root()))
    }

    /// The reader itself takes nothing in, whatever is asked of it: the checks are a second wall.
    #[test]
    fn nothing_is_read_even_if_it_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret.svg");
        let shape =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>";
        fs::write(&secret, shape).unwrap();
        let secret = secret.display().to_string();
        let data = "data:image/svg+xml;utf8,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Cpath d='M0 0h9v9z'/%3E%3C/svg%3E";
        for target in [secret.as_str(), data] {
            for inner in [
                format!("<image width=\"9\" height=\"9\" href=\"{target}\"/>"),
                format!(
                    "<filter id=\"f\"><feImage href=\"{target}\"/></filter>\
                     <path d=\"M0 0h9v9z\" filter=\"url(#f)\"/>"
                ),
            ] {
                let text = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inner}</svg>"
                );
                assert_eq!(pictures(&text, &Options::default()), 1, "{text}");
                assert_eq!(pictures(&text, &reading()), 0, "{text}");
            }
        }
    }
}
