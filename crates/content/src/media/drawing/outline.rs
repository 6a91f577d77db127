//! The numbers of outlines, looked at before the library does: it makes ever more pieces of an arc
//! the larger or the flatter it is, without end.

use roxmltree::Node;
use svgtypes::{PathParser, PathSegment};

use super::flaw::Flaw;

/// Largest number of an outline, whatever its sign.
pub(super) const MAX_NUMBER: f64 = 1_000_000.0;
/// How many times as long as wide an arc's ellipse may be.
pub(super) const MAX_FLATNESS: f64 = 1000.0;

/// Attributes that say where something is, or how large.
const PLACES: [&str; 20] = [
    "cx",
    "cy",
    "fr",
    "fx",
    "fy",
    "height",
    "points",
    "r",
    "rx",
    "ry",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
    "font-size",
    "stroke-width",
];

/// What is too large or too flat about the outline of an element.
pub(super) fn flaws(node: Node<'_, '_>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        let what = match name {
            "d" => PathParser::from(value).find_map(|segment| match segment {
                Ok(segment) => fault(&segment),
                Err(error) => Some(Fault::Unreadable(error.to_string())),
            }),
            _ if PLACES.contains(&name) && has_large_number(value) => Some(Fault::Large),
            _ => None,
        };
        let Some(what) = what else { continue };
        let message = match &what {
            Fault::Large => format!("a number above {MAX_NUMBER} in `{name}`"),
            Fault::Flat => format!(
                "an arc in `{name}` that is more than {MAX_FLATNESS} times as long as it is wide"
            ),
            Fault::Unreadable(reason) => {
                format!("an outline in `{name}` that ends in what cannot be read: {reason}")
            }
        };
        let help = match what {
            Fault::Large | Fault::Flat => "draw it smaller, or rounder",
            Fault::Unreadable(_) => "what comes after that would not be drawn",
        };
        let span = attribute.range().start..attribute.range_qname().end;
        flaws.push(Flaw::error(span, message, help));
    }
    flaws
}

enum Fault {
    Large,
    Flat,
    Unreadable(String),
}

fn fault(segment: &PathSegment) -> Option<Fault> {
    let mut numbers = [0.0_f64; 6];
    let mut flatness = 1.0;
    match *segment {
        PathSegment::MoveTo { x, y, .. }
        | PathSegment::LineTo { x, y, .. }
        | PathSegment::SmoothQuadratic { x, y, .. } => numbers = [x, y, 0.0, 0.0, 0.0, 0.0],
        PathSegment::HorizontalLineTo { x, .. } => numbers[0] = x,
        PathSegment::VerticalLineTo { y, .. } => numbers[0] = y,
        PathSegment::CurveTo {
            x1,
            y1,
            x2,
            y2,
            x,
            y,
            ..
        } => numbers = [x1, y1, x2, y2, x, y],
        PathSegment::SmoothCurveTo { x2, y2, x, y, .. } => numbers = [x2, y2, x, y, 0.0, 0.0],
        PathSegment::Quadratic { x1, y1, x, y, .. } => numbers = [x1, y1, x, y, 0.0, 0.0],
        PathSegment::EllipticalArc { rx, ry, x, y, .. } => {
            numbers = [rx, ry, x, y, 0.0, 0.0];
            let (rx, ry) = (rx.abs(), ry.abs());
            // Without a radius it is a line.
            if rx > 0.0 && ry > 0.0 {
                flatness = rx.max(ry) / rx.min(ry);
            }
        }
        PathSegment::ClosePath { .. } => {}
    }
    // What is no number is neither.
    let within = |number: &f64| number.abs() <= MAX_NUMBER;
    if !numbers.iter().all(within) {
        Some(Fault::Large)
    } else if flatness <= MAX_FLATNESS {
        None
    } else {
        Some(Fault::Flat)
    }
}

/// Whether one of the numbers of a list is too large.
fn has_large_number(list: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E');
    list.split(|c: char| !is_part(c)).any(|number| {
        // `9em` is a length: the unit begins with what may belong to a number.
        let number = number.trim_end_matches(['e', 'E', '.']);
        number
            .parse::<f64>()
            .is_ok_and(|number| number.abs() > MAX_NUMBER)
    })
}
