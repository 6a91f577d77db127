//! Counters: the disc and ring of a side with the drawing of a unit, or the marker of a fallen one.

use std::path::Path;

use resvg::tiny_skia::Pixmap;
use shieldwall_battle::SideId;
use shieldwall_content::Drawing;

use crate::art::{ArtError, GameArt};

/// The part of the box that a unit's drawing takes.
const ART: f32 = 0.80;

/// The name of the picture of a side's counter. The sides differ by the shape of the ring, not only by
/// its colour.
fn counter(side: SideId) -> String {
    format!("board/counters/{}", side.key())
}

/// A square picture of a frame in the colour of a side.
fn framed(art: &GameArt, name: &str, colour: [u8; 3], pixels: u32) -> Result<Pixmap, ArtError> {
    let blank = Pixmap::new(pixels, pixels);
    let mut picture = blank.ok_or(ArtError::Size(pixels, pixels))?;
    let size = [pixels as f32; 2];
    art.draw_onto(&mut picture, name, Some(colour), [0.0; 2], size);
    Ok(picture)
}

/// Corner and size of the part of a counter that the drawing on it takes.
fn inner(pixels: u32) -> ([f32; 2], [f32; 2]) {
    let size = pixels as f32;
    ([size * (1.0 - ART) / 2.0; 2], [size * ART; 2])
}

/// A counter with a unit's drawing; a question mark if there is none or it cannot be read.
///
/// # Errors
/// Only if there is no picture of that size.
pub(super) fn standing(
    art: &GameArt,
    unit: Option<&Path>,
    side: SideId,
    colour: [u8; 3],
    pixels: u32,
) -> Result<Pixmap, ArtError> {
    let mut picture = framed(art, &counter(side), colour, pixels)?;
    let drawing = unit.and_then(|file| match Drawing::open(file) {
        Ok(drawing) => Some(drawing),
        Err(diagnostic) => {
            bevy::log::warn!("{}: {}", file.display(), ArtError::from(diagnostic));
            None
        }
    });
    let (corner, size) = inner(pixels);
    match drawing {
        Some(drawing) => drawing.draw_onto(&mut picture, corner, size),
        None => art.draw_onto(&mut picture, "board/counters/unknown", None, corner, size),
    }
    Ok(picture)
}

/// The marker of one who has fallen: a broken ring in the colour of the side, and a body.
///
/// # Errors
/// Only if there is no picture of that size.
pub(super) fn fallen(
    art: &GameArt,
    side: SideId,
    colour: [u8; 3],
    pixels: u32,
) -> Result<Pixmap, ArtError> {
    let frame = format!("{}_fallen", counter(side));
    let mut picture = framed(art, &frame, colour, pixels)?;
    let (corner, size) = inner(pixels);
    art.draw_onto(&mut picture, "board/counters/body", None, corner, size);
    Ok(picture)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn sides_differ_without_colour() {
        let art = GameArt::of_the_game();
        let grey = [128; 3];
        let count = |a: &Pixmap, b: &Pixmap| {
            let pairs = a.pixels().iter().zip(b.pixels());
            pairs
                .filter(|(a, b)| a.red().abs_diff(b.red()) > 50)
                .count()
        };
        let drawn = |side: SideId| {
            let counter = framed(&art, &counter(side), grey, 100).unwrap();
            (counter, fallen(&art, side, grey, 100).unwrap())
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
        let art = GameArt::of_the_game();
        let file = Some(Path::new("no/such.svg"));
        let picture = standing(&art, file, SideId::RED, [200, 0, 0], 64).unwrap();
        assert_eq!(picture.pixel(32, 5).unwrap().alpha(), 255);
    }
}
