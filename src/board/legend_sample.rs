//! Samples of the legend: how what is marked on the board is drawn, each in a square.

use resvg::tiny_skia::Pixmap;
use shieldwall_grid::Layout;

use crate::art::{ArtError, GameArt, draw_onto};

use super::{
    devices,
    drawing::Drawing,
    hatch::Hatch,
    tile_art::{TileShape, pixmap},
};

/// Units each way of the box of a sample.
const BOX: f32 = 124.0;
/// The ground that samples lie on.
const GROUND: &str = "fill=\"#8a9460\"";

/// What a sample shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sample {
    /// What fills a cell.
    Hatch(Hatch, Layout),
    /// A border between the cores of two zones.
    Zones,
    /// A lever.
    Device,
    /// The ring around a legal target.
    Ring,
    /// A line of sight.
    Sight(Sight),
}

/// How well one sees along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sight {
    /// Without cover.
    Clear,
    /// With cover on the way.
    Covered,
    /// Not at all.
    Blocked,
}

impl Sample {
    /// Draws it, so many pixels wide and high.
    ///
    /// # Errors
    /// Only if a pattern is malformed, which a test rules out.
    pub(crate) fn paint(self, art: &GameArt, pixels: u32) -> Result<Pixmap, ArtError> {
        let scale = pixels as f32 / BOX;
        let mut picture = pixmap([BOX, BOX], scale)?;
        let mut lay = |drawing: &Drawing, [width, height]: [f32; 2]| {
            let (corner, size) = placed([width, height], scale);
            draw_onto(&mut picture, &drawing.svg(), corner, size)
        };
        match self {
            Self::Hatch(hatch, layout) => {
                let shape = TileShape(layout);
                let mut ground = Drawing::new(BOX, BOX);
                ground.polygon(&shape.corners(-1.0), GROUND);
                lay(&ground, [BOX, BOX])?;
                lay(&hatch.drawing(shape), shape.cell_box())?;
                // As regions on the board have it around them.
                let [red, green, blue] = hatch.colour();
                let mut edge = Drawing::new(BOX, BOX);
                edge.polygon(
                    &shape.corners(-5.0),
                    &format!(
                        "fill=\"none\" stroke=\"rgb({red},{green},{blue})\" stroke-width=\"10\""
                    ),
                );
                lay(&edge, [BOX, BOX])?;
                if let Some(mark) = hatch.mark() {
                    let (corner, size) = placed(TileShape::picture_box(), scale);
                    art.draw_onto(&mut picture, mark, Some(hatch.colour()), corner, size);
                }
            }
            Self::Zones => lay(&zones(), [BOX, BOX])?,
            Self::Device => {
                lay(&square(), [BOX, BOX])?;
                let (corner, size) = placed([100.0, 100.0], scale);
                art.draw_onto(&mut picture, devices::SAMPLE, None, corner, size);
            }
            Self::Ring => lay(&ring(), [BOX, BOX])?,
            Self::Sight(sight) => lay(&line(sight), [BOX, BOX])?,
        }
        Ok(picture)
    }
}

/// Corner and size in pixels of a box in the middle of a sample.
fn placed([width, height]: [f32; 2], scale: f32) -> ([f32; 2], [f32; 2]) {
    let corner = [BOX - width, BOX - height].map(|rest| rest / 2.0 * scale);
    (corner, [width * scale, height * scale])
}

/// Ground all over.
fn square() -> Drawing {
    let mut drawing = Drawing::new(BOX, BOX);
    drawing.polygon(&TileShape(Layout::Square).corners(-2.0), GROUND);
    drawing
}

fn zones() -> Drawing {
    let mut drawing = square();
    drawing.rect(
        [-52.0, -24.0],
        [104.0, 48.0],
        0.0,
        "fill=\"#141008\" fill-opacity=\".34\"",
    );
    for at in [-33.0, 33.0] {
        for (ink, opacity, width) in [("#141008", 0.45, 18.0), ("#fffae6", 0.9, 10.0)] {
            let style =
                format!("stroke=\"{ink}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\"");
            drawing.line([-52.0, at], [52.0, at], &style);
        }
    }
    drawing
}

fn ring() -> Drawing {
    let mut drawing = square();
    drawing.circle(
        [0.0, 0.0],
        36.0,
        "fill=\"none\" stroke=\"#fff096\" stroke-width=\"11\" stroke-dasharray=\"26 12\"",
    );
    drawing
}

fn line(sight: Sight) -> Drawing {
    let (ink, dash) = match sight {
        Sight::Clear => ("#78d26e", ""),
        Sight::Covered => ("#f0c04a", "stroke-dasharray=\"20 12\""),
        Sight::Blocked => ("#f05046", "stroke-dasharray=\"7 11\""),
    };
    let mut drawing = square();
    for (stroke, width) in [("#14110c", 17.0), (ink, 10.0)] {
        drawing.line(
            [-42.0, 16.0],
            [42.0, -16.0],
            &format!("stroke=\"{stroke}\" stroke-width=\"{width}\" {dash}"),
        );
    }
    if sight == Sight::Blocked {
        drawing.path(
            "M-14 -14L14 14M-14 14L14 -14",
            &format!("stroke=\"{ink}\" stroke-width=\"9\""),
        );
    }
    drawing
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn samples_can_be_drawn_and_told_apart() {
        let art = GameArt::of_the_game();
        let others = [
            Sample::Zones,
            Sample::Device,
            Sample::Ring,
            Sample::Sight(Sight::Clear),
            Sample::Sight(Sight::Covered),
            Sample::Sight(Sight::Blocked),
        ];
        for layout in Layout::ALL {
            let hatches = Hatch::ALL.map(|hatch| Sample::Hatch(hatch, layout));
            let mut drawn = BTreeMap::new();
            for sample in hatches.into_iter().chain(others) {
                let picture = sample.paint(&art, 32).unwrap();
                assert_eq!((picture.width(), picture.height()), (32, 32));
                assert_eq!(picture.pixel(16, 16).unwrap().alpha(), 255, "{sample:?}");
                assert_eq!(drawn.insert(picture.take(), sample), None);
            }
        }
    }
}
