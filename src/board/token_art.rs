//! Counters: the disc and ring of a side with the drawing of a unit, or the marker of a fallen one.

use std::path::Path;

use resvg::tiny_skia::Pixmap;
use shieldwall_battle::SideId;

use crate::art::{ArtError, draw_onto, rasterise, read};

use super::drawing::{Drawing, Ink};

/// Units each way of the box of a counter.
const BOX: f32 = 100.0;
/// The part of the box that a unit's drawing takes.
const ART: f32 = 0.80;

const CORPSE: &str = include_str!("../../assets/art/corpse.svg");

/// The disc and the ring. The sides differ by the shape of the ring, not only by its colour: red's
/// is one unbroken band, blue's a chain of links.
fn counter(side: SideId, ink: Ink) -> Drawing {
    let mut drawing = Drawing::new(BOX, BOX);
    let ring = |drawing: &mut Drawing, radius: f32, ink: &str, width: f32, dash: &str| {
        let style = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" {dash}");
        drawing.circle([0.0, 0.0], radius, &style);
    };
    drawing.circle([0.0, 0.0], 49.0, "fill=\"#0b0906\" fill-opacity=\".55\"");
    drawing.circle([0.0, 0.0], 47.6, "fill=\"#14110c\"");
    let inner = 36.6;
    if side == SideId::RED {
        ring(&mut drawing, 42.0, &ink.to_string(), 8.0, "");
        ring(&mut drawing, 44.6, &ink.lighter(0.45).to_string(), 1.6, "");
    } else {
        // Twelve links: the way round is 263.9 units.
        let links = "stroke-dasharray=\"16.6 5.39\"";
        ring(&mut drawing, 42.0, &ink.to_string(), 8.0, links);
        ring(
            &mut drawing,
            44.6,
            &ink.lighter(0.45).to_string(),
            1.6,
            "stroke-dasharray=\"17.6 5.75\"",
        );
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

/// A counter with a unit's drawing; a question mark if the drawing cannot be read.
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
    let drawn = art.map_or(Err(ArtError::Unreadable("no such unit".to_owned())), read);
    let size = pixels as f32;
    let (corner, extent) = (size * (1.0 - ART) / 2.0, size * ART);
    match drawn {
        Ok(svg) => {
            let mut picture = rasterise(&counter.svg(), pixels, pixels)?;
            match draw_onto(&mut picture, &svg, [corner, corner], [extent, extent]) {
                Ok(()) => Ok(picture),
                Err(error) => {
                    complain(art, &error);
                    unknown(&mut counter, pixels)
                }
            }
        }
        Err(error) => {
            complain(art, &error);
            unknown(&mut counter, pixels)
        }
    }
}

fn complain(art: Option<&Path>, error: &ArtError) {
    let file = art.unwrap_or(Path::new("")).display();
    bevy::log::warn!("{file}: {error}");
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
    let dash = if side == SideId::RED { "34 14" } else { "7 9" };
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
    draw_onto(
        &mut picture,
        CORPSE,
        [size * 0.1, size * 0.1],
        [size * 0.8, size * 0.8],
    )?;
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
        let counters = SideId::ALL.map(|side| {
            let drawing = counter(side, Ink(grey));
            rasterise(&drawing.svg(), 100, 100).unwrap()
        });
        assert!(count(&counters[0], &counters[1]) > 400);
        let markers = SideId::ALL.map(|side| fallen(side, grey, 100).unwrap());
        assert!(count(&markers[0], &markers[1]) > 300);
    }

    #[test]
    fn a_missing_drawing_still_gives_a_counter() {
        let picture =
            standing(Some(Path::new("no/such.svg")), SideId::RED, [200, 0, 0], 64).unwrap();
        assert_eq!(picture.pixel(32, 5).unwrap().alpha(), 255);
    }
}
