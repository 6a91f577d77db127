//! Hatches: how overlays fill cells. Each differs from the others by pattern as well as by colour.

use resvg::tiny_skia::Pixmap;
use shieldwall_battle::Threat;
use shieldwall_grid::Arc;

use crate::art::{ArtError, GameArt};

use super::{
    drawing::{Drawing, Ink},
    tile_art::{PIXELS_PER_UNIT, TileShape, in_the_middle},
};

/// What fills a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Hatch {
    /// Can be reached, by movement band; the fourth stands for all after it.
    Reach(u8),
    /// Can be reached, but the way may fail.
    Risky,
    /// Can be reached, but not without being noticed.
    Noticed,
    /// Within a range band of a weapon; the fourth stands for all after it.
    Range(u8),
    /// An enemy could strike there, could hit it with missiles, or holds it.
    Threat(Threat),
    /// Lies in this arc of somebody who faces a way.
    Arc(Arc),
    /// May be picked.
    Target,
    /// Would be struck by what is considered.
    Struck,
    /// To be held.
    Objective,
    /// Leads off the map.
    Exit,
}

/// Bands that have a hatch of their own.
const BANDS: u8 = 4;

impl Hatch {
    /// All hatches, in the order of their layers in the texture.
    pub(super) const ALL: [Self; 19] = [
        Self::Reach(0),
        Self::Reach(1),
        Self::Reach(2),
        Self::Reach(3),
        Self::Risky,
        Self::Noticed,
        Self::Range(0),
        Self::Range(1),
        Self::Range(2),
        Self::Range(3),
        Self::Threat(Threat::Blow),
        Self::Threat(Threat::Missile),
        Self::Threat(Threat::Control),
        Self::Arc(Arc::Flank),
        Self::Arc(Arc::Rear),
        Self::Target,
        Self::Struck,
        Self::Objective,
        Self::Exit,
    ];

    /// The same with bands beyond the last one drawn like it.
    pub(super) const fn drawn(self) -> Self {
        match self {
            Self::Reach(band) if band >= BANDS => Self::Reach(BANDS - 1),
            Self::Range(band) if band >= BANDS => Self::Range(BANDS - 1),
            // What lies in front is not marked.
            Self::Arc(Arc::Front) => Self::Arc(Arc::Flank),
            other => other,
        }
    }

    /// Number of its layer in the texture.
    pub(super) fn number(self) -> u32 {
        let drawn = self.drawn();
        Self::ALL
            .iter()
            .position(|hatch| *hatch == drawn)
            .unwrap_or(0) as u32
    }

    /// Its colour, sRGB.
    pub(super) const fn colour(self) -> [u8; 3] {
        match self.drawn() {
            Self::Reach(0) => [74, 196, 255],
            Self::Reach(1) => [250, 226, 84],
            Self::Reach(2) => [255, 158, 62],
            Self::Reach(_) => [240, 124, 196],
            Self::Risky | Self::Noticed => [255, 255, 255],
            Self::Range(0) => [214, 176, 255],
            Self::Range(1) => [178, 128, 246],
            Self::Range(2) => [140, 92, 222],
            Self::Range(_) => [108, 66, 184],
            Self::Threat(Threat::Blow) => [236, 52, 44],
            Self::Threat(Threat::Missile) => [236, 92, 60],
            Self::Threat(Threat::Control) => [255, 92, 160],
            Self::Arc(Arc::Rear) => [255, 255, 255],
            Self::Arc(_) => [196, 208, 214],
            Self::Target => [255, 240, 150],
            Self::Struck => [255, 140, 40],
            Self::Objective => [255, 206, 72],
            Self::Exit => [170, 240, 170],
        }
    }

    /// The name of the picture in the middle of it, if there is one.
    pub(super) const fn mark(self) -> Option<&'static str> {
        match self {
            Self::Risky => Some("board/marks/risky"),
            Self::Noticed => Some("board/marks/noticed"),
            Self::Objective => Some("board/marks/hold"),
            Self::Exit => Some("board/marks/way_out"),
            Self::Reach(_)
            | Self::Range(_)
            | Self::Threat(_)
            | Self::Arc(_)
            | Self::Target
            | Self::Struck => None,
        }
    }

    /// Draws its pattern in a cell of this shape.
    pub(super) fn drawing(self, shape: TileShape) -> Drawing {
        let mut drawing = shape.drawing();
        shape.clip(&mut drawing);
        let ink = Ink(self.colour());
        let fill = |drawing: &mut Drawing, opacity: f32| {
            shape.fill(
                drawing,
                &format!("fill=\"{ink}\" fill-opacity=\"{opacity}\""),
            );
        };
        match self.drawn() {
            Self::Reach(0) => {
                fill(&mut drawing, 0.15);
                stripes(&mut drawing, ink, 45.0, 25.0, 2.4, "");
            }
            Self::Reach(1) => {
                fill(&mut drawing, 0.12);
                stripes(&mut drawing, ink, -45.0, 25.0, 2.4, "");
            }
            Self::Reach(2) => {
                fill(&mut drawing, 0.12);
                dots(&mut drawing, ink, 25.0, 2.7);
            }
            Self::Reach(_) => {
                fill(&mut drawing, 0.10);
                stripes(&mut drawing, ink, 45.0, 33.0, 2.0, "");
                stripes(&mut drawing, ink, -45.0, 33.0, 2.0, "");
            }
            Self::Risky | Self::Noticed => {}
            Self::Range(0) => {
                fill(&mut drawing, 0.12);
                pluses(&mut drawing, ink);
            }
            Self::Range(1) => {
                fill(&mut drawing, 0.18);
                stripes(
                    &mut drawing,
                    ink,
                    0.0,
                    16.0,
                    2.6,
                    "stroke-dasharray=\"9 7\"",
                );
            }
            Self::Range(2) => {
                fill(&mut drawing, 0.22);
                stripes(
                    &mut drawing,
                    ink,
                    90.0,
                    16.0,
                    2.6,
                    "stroke-dasharray=\"5 5\"",
                );
            }
            Self::Range(_) => {
                fill(&mut drawing, 0.26);
                rings(&mut drawing, ink);
            }
            Self::Threat(Threat::Control) => {
                fill(&mut drawing, 0.18);
                stripes(&mut drawing, ink, 65.0, 15.0, 2.8, "");
                stripes(&mut drawing, ink, -65.0, 15.0, 2.8, "");
            }
            Self::Threat(Threat::Blow) => {
                fill(&mut drawing, 0.16);
                stripes(&mut drawing, ink, 65.0, 15.0, 2.8, "");
            }
            Self::Threat(Threat::Missile) => {
                fill(&mut drawing, 0.10);
                crosses(&mut drawing, ink);
            }
            Self::Arc(Arc::Rear) => {
                fill(&mut drawing, 0.22);
                rings(&mut drawing, ink);
                pluses(&mut drawing, ink);
            }
            Self::Arc(_) => {
                fill(&mut drawing, 0.16);
                dots(&mut drawing, ink, 13.0, 1.6);
            }
            Self::Target => fill(&mut drawing, 0.30),
            Self::Struck => {
                fill(&mut drawing, 0.30);
                stripes(&mut drawing, ink, 20.0, 14.0, 3.4, "");
                crosses(&mut drawing, ink);
            }
            Self::Objective => fill(&mut drawing, 0.13),
            Self::Exit => fill(&mut drawing, 0.12),
        }
        drawing.add("</g>");
        match self.drawn() {
            Self::Target => {
                drawing.polygon(&shape.corners(5.0), "fill=\"none\" stroke=\"#1d1a16\" stroke-opacity=\".6\" stroke-width=\"6.5\" stroke-dasharray=\"17 9\"");
                drawing.polygon(&shape.corners(5.0), &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"3.6\" stroke-dasharray=\"17 9\""));
            }
            Self::Exit => {
                drawing.polygon(&shape.corners(7.0), &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\" stroke-dasharray=\"4 7\" stroke-linecap=\"round\""));
            }
            _ => {}
        }
        drawing
    }

    /// The picture of its layer in the texture.
    ///
    /// # Errors
    /// Only if the pattern is malformed, which a test rules out.
    pub(super) fn picture(self, art: &GameArt, shape: TileShape) -> Result<Pixmap, ArtError> {
        let mut picture = self.drawing(shape).picture(PIXELS_PER_UNIT)?;
        if let Some(mark) = self.mark() {
            let (corner, size) = in_the_middle(&picture);
            art.draw_onto(&mut picture, mark, Some(self.colour()), corner, size);
        }
        Ok(picture)
    }
}

/// Parallel lines with a dark casing, so that they show on light ground too.
fn stripes(drawing: &mut Drawing, ink: Ink, angle: f32, apart: f32, width: f32, dash: &str) {
    drawing.add(&format!("<g transform=\"rotate({angle})\">"));
    for (stroke, opacity, wide) in [
        ("#14110c".to_owned(), 0.2, width + 2.0),
        (ink.to_string(), 0.72, width),
    ] {
        let mut at = -90.0 + apart / 2.0;
        while at < 90.0 {
            drawing.line(
                [-90.0, at],
                [90.0, at],
                &format!("stroke=\"{stroke}\" stroke-opacity=\"{opacity}\" stroke-width=\"{wide}\" {dash}"),
            );
            at += apart;
        }
    }
    drawing.add("</g>");
}

fn dots(drawing: &mut Drawing, ink: Ink, apart: f32, radius: f32) {
    let count = (70.0 / apart) as i32 + 1;
    for row in -count..=count {
        for column in -count..=count {
            let shove = if row % 2 == 0 { 0.0 } else { apart / 2.0 };
            let at = [column as f32 * apart + shove, row as f32 * apart * 0.87];
            drawing.circle(at, radius + 1.1, "fill=\"#14110c\" fill-opacity=\".3\"");
            drawing.circle(at, radius, &format!("fill=\"{ink}\" fill-opacity=\".85\""));
        }
    }
}

fn rings(drawing: &mut Drawing, ink: Ink) {
    for row in -2..=2 {
        for column in -2..=2 {
            let shove = if row % 2 == 0 { 0.0 } else { 13.0 };
            let at = [column as f32 * 26.0 + shove, row as f32 * 22.0];
            drawing.circle(
                at,
                5.4,
                &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.4\""),
            );
        }
    }
}

fn crosses(drawing: &mut Drawing, ink: Ink) {
    for row in -3..=3 {
        for column in -3..=3 {
            let shove = if row % 2 == 0 { 0.0 } else { 12.0 };
            let [x, y] = [column as f32 * 24.0 + shove, row as f32 * 20.0];
            for (stroke, width) in [("#14110c".to_owned(), 4.6), (ink.to_string(), 2.6)] {
                let style = format!(
                    "stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
                );
                drawing.line([x - 3.6, y - 3.6], [x + 3.6, y + 3.6], &style);
                drawing.line([x - 3.6, y + 3.6], [x + 3.6, y - 3.6], &style);
            }
        }
    }
}

fn pluses(drawing: &mut Drawing, ink: Ink) {
    for row in -2..=2 {
        for column in -2..=2 {
            let shove = if row % 2 == 0 { 0.0 } else { 15.0 };
            let [x, y] = [column as f32 * 30.0 + shove, row as f32 * 26.0];
            for (stroke, width) in [("#14110c".to_owned(), 4.4), (ink.to_string(), 2.4)] {
                let style = format!("stroke=\"{stroke}\" stroke-width=\"{width}\"");
                drawing.line([x - 5.0, y], [x + 5.0, y], &style);
                drawing.line([x, y - 5.0], [x, y + 5.0], &style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::Layout;

    use super::*;

    #[test]
    fn every_hatch_has_a_layer_of_its_own() {
        for (number, hatch) in Hatch::ALL.into_iter().enumerate() {
            assert_eq!(hatch.number() as usize, number);
        }
        assert_eq!(Hatch::Reach(9).number(), Hatch::Reach(3).number());
    }

    #[test]
    fn no_two_hatches_look_alike_without_colour() {
        let art = GameArt::of_the_game();
        let grey = |hatch: Hatch| {
            let picture = hatch.picture(&art, TileShape(Layout::HexPointy)).unwrap();
            picture
                .pixels()
                .iter()
                .map(|pixel| pixel.alpha())
                .collect::<Vec<_>>()
        };
        let all: Vec<_> = Hatch::ALL.into_iter().map(grey).collect();
        for (index, one) in all.iter().enumerate() {
            for other in &all[..index] {
                let differing = one
                    .iter()
                    .zip(other)
                    .filter(|(a, b)| a.abs_diff(**b) > 40)
                    .count();
                assert!(differing * 50 > one.len(), "layers too alike");
            }
        }
    }
}
