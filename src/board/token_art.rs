//! Counters: the disc and ring of a side with the drawing of a unit, or the marker of a fallen one.

use std::path::Path;

use resvg::tiny_skia::Pixmap;
use shieldwall_battle::SideId;
use shieldwall_content::Drawing as Art;

use crate::art::{ArtError, draw_onto, rasterise};

use super::drawing::{Drawing, Ink};

/// Units each way of the box of a counter.
const BOX: f32 = 100.0;
/// The part of the box that a unit's drawing takes.
const ART: f32 = 0.80;

const CORPSE: &str = include_str!("../../assets/art/corpse.svg");

/// One of the rings of a counter: radius, width, how much lighter it is than the colour of the
/// side, and its dashes.
type Ring = (f32, f32, f32, &'static str);

/// The rings of a side from the ground up. The sides differ by the shape of the ring, not only by
/// its colour: red's is one unbroken band, blue's a chain of links, green's a string of beads,
/// yellow's a pair of thin bands.
const fn rings(side: SideId) -> &'static [Ring] {
    match side.0 {
        0 => &[(42.0, 8.0, 0.0, ""), (44.6, 1.6, 0.45, "")],
        // Twelve links: the way round is 263.9 units.
        1 => &[
            (42.0, 8.0, 0.0, "stroke-dasharray=\"16.6 5.39\""),
            (44.6, 1.6, 0.45, "stroke-dasharray=\"17.6 5.75\""),
        ],
        // Twenty beads, each with a gleam.
        2 => &[
            (
                42.0,
                9.0,
                0.0,
                "stroke-dasharray=\"0.02 13.175\" stroke-linecap=\"round\"",
            ),
            (
                43.6,
                2.8,
                0.45,
                "stroke-dasharray=\"0.02 13.677\" stroke-linecap=\"round\"",
            ),
        ],
        _ => &[
            (39.2, 3.0, 0.0, ""),
            (45.2, 3.0, 0.0, ""),
            (45.9, 1.0, 0.45, ""),
        ],
    }
}

/// The disc and the rings of a side.
fn counter(side: SideId, ink: Ink) -> Drawing {
    let mut drawing = Drawing::new(BOX, BOX);
    drawing.circle([0.0, 0.0], 49.0, "fill=\"#0b0906\" fill-opacity=\".55\"");
    drawing.circle([0.0, 0.0], 47.6, "fill=\"#14110c\"");
    let inner = 36.6;
    for (radius, width, lighter, dashes) in rings(side) {
        let ink = ink.lighter(*lighter);
        let style = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" {dashes}");
        drawing.circle([0.0, 0.0], *radius, &style);
    }
    let paper = Ink([236, 226, 200]);
    drawing.circle(
        [0.0, 0.0],
        inner,
        &format!("fill=\"{}\"", paper.towards(ink, 0.2)),
    );
    drawing.ellipse(
        [-6.0, -12.0],
        [inner * 0.72, inner * 0.6],
        &format!("fill=\"{}\" fill-opacity=\".55\"", paper.lighter(0.6)),
    );
    drawing
}

/// A counter with a unit's drawing; a question mark if there is none or it cannot be read.
///
/// # Errors
/// Only if the counter itself cannot be drawn.
pub(super) fn standing(
    art: Option<&Path>,
    side: SideId,
    colour: [u8; 3],
    pixels: u32,
) -> Result<Pixmap, ArtError> {
    let mut counter = counter(side, Ink(colour));
    let size = pixels as f32;
    let (corner, extent) = (size * (1.0 - ART) / 2.0, size * ART);
    let Some(file) = art else {
        return unknown(&mut counter, pixels);
    };
    match Art::open(file) {
        Ok(art) => {
            let mut picture = rasterise(&counter.svg(), pixels, pixels)?;
            art.draw_onto(&mut picture, [corner, corner], [extent, extent]);
            Ok(picture)
        }
        Err(diagnostic) => {
            bevy::log::warn!("{}: {}", file.display(), ArtError::from(diagnostic));
            unknown(&mut counter, pixels)
        }
    }
}

fn unknown(counter: &mut Drawing, pixels: u32) -> Result<Pixmap, ArtError> {
    counter.path(
        "M-12 -10q0 -14 12 -14t12 13q0 9 -12 13v7M0 18v1",
        "fill=\"none\" stroke=\"#1d1a16\" stroke-width=\"7\" stroke-linecap=\"round\"",
    );
    rasterise(&counter.svg(), pixels, pixels)
}

/// The marker of one who has fallen: a broken ring in the colour of the side, and a body.
///
/// # Errors
/// If the drawing is malformed, which a test rules out.
pub(super) fn fallen(side: SideId, colour: [u8; 3], pixels: u32) -> Result<Pixmap, ArtError> {
    let ink = Ink(colour);
    let mut drawing = Drawing::new(BOX, BOX);
    let dash = match side.0 {
        0 => "34 14",
        1 => "7 9",
        2 => "1.6 14.5",
        _ => "4 6.3",
    };
    drawing.circle([0.0, 0.0], 40.0, "fill=\"#14110c\" fill-opacity=\".28\"");
    drawing.circle([0.0, 0.0], 41.0, &format!("fill=\"none\" stroke=\"#14110c\" stroke-opacity=\".75\" stroke-width=\"8\" stroke-dasharray=\"{dash}\""));
    drawing.circle(
        [0.0, 0.0],
        41.0,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"4.6\" stroke-dasharray=\"{dash}\"",
            ink.darker(0.08)
        ),
    );
    let mut picture = rasterise(&drawing.svg(), pixels, pixels)?;
    let size = pixels as f32;
    draw_onto(&mut picture, CORPSE, [size * 0.1; 2], [size * 0.8; 2])?;
    Ok(picture)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn sides_differ_without_colour() {
        let grey = [128; 3];
        let count = |a: &Pixmap, b: &Pixmap| {
            let pairs = a.pixels().iter().zip(b.pixels());
            pairs
                .filter(|(a, b)| a.red().abs_diff(b.red()) > 50)
                .count()
        };
        let drawn = |side: SideId| {
            let drawing = counter(side, Ink(grey));
            let counter = rasterise(&drawing.svg(), 100, 100).unwrap();
            (counter, fallen(side, grey, 100).unwrap())
        };
        let sides: Vec<_> = SideId::first(SideId::MOST).map(drawn).collect();
        for (index, one) in sides.iter().enumerate() {
            for other in &sides[..index] {
                assert!(count(&one.0, &other.0) > 400, "counter {index}");
                assert!(count(&one.1, &other.1) > 300, "marker {index}");
            }
        }
    }

    #[test]
    fn a_missing_drawing_still_gives_a_counter() {
        let picture =
            standing(Some(Path::new("no/such.svg")), SideId::RED, [200, 0, 0], 64).unwrap();
        assert_eq!(picture.pixel(32, 5).unwrap().alpha(), 255);
    }
}
