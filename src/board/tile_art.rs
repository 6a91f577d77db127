//! The shape of tiles in drawings: a cell is 100 units from side to opposite side.

use bevy::prelude::*;
use resvg::tiny_skia::Pixmap;
use shieldwall_grid::Layout;

use crate::art::ArtError;

use super::{drawing::Drawing, plane::CELL};

/// Units of a drawing that a cell is wide.
pub(super) const UNITS: f32 = 100.0;
/// Pixels that a cell is wide in the textures of tiles: sharp up to zoom 3.
const PIXELS_PER_CELL: f32 = 192.0;
/// Units that ground reaches beyond its cell, so that no seam shows between neighbours.
const BLEED: f32 = 1.2;
/// Units each way of the box of pictures of the ground, of growth and of marks, which may reach over
/// the edge of the cell in the middle of it.
const PICTURE_BOX: f32 = 132.0;

/// The shape of the cells of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TileShape(pub(super) Layout);

impl TileShape {
    /// The corners of a cell that is `inset` units smaller on each side, clockwise on the screen.
    pub(super) fn corners(self, inset: f32) -> Vec<[f32; 2]> {
        let (count, first, radius) = match self.0 {
            Layout::HexPointy => (6, 30.0, (UNITS / 2.0 - inset) / 30f32.to_radians().cos()),
            Layout::HexFlat => (6, 0.0, (UNITS / 2.0 - inset) / 30f32.to_radians().cos()),
            Layout::Square => (4, 45.0, (UNITS / 2.0 - inset) * std::f32::consts::SQRT_2),
        };
        let turn = 360.0 / count as f32;
        (0..count)
            .map(|index| {
                let angle = (first + turn * index as f32).to_radians();
                [radius * angle.cos(), radius * angle.sin()]
            })
            .collect()
    }

    /// Size in units of the box around a cell with its bleed.
    pub(super) fn cell_box(self) -> [f32; 2] {
        let corner = UNITS / 30f32.to_radians().cos();
        let [width, height] = match self.0 {
            Layout::HexPointy => [UNITS, corner],
            Layout::HexFlat => [corner, UNITS],
            Layout::Square => [UNITS, UNITS],
        };
        [width + 4.0 * BLEED, height + 4.0 * BLEED]
    }

    /// Size in units of the box of a picture of growth.
    pub(super) const fn picture_box() -> [f32; 2] {
        [PICTURE_BOX, PICTURE_BOX]
    }

    /// The corners of a cell with its bleed.
    pub(super) fn outline(self) -> Vec<[f32; 2]> {
        self.corners(-BLEED)
    }

    /// An empty drawing of a cell.
    pub(super) fn drawing(self) -> Drawing {
        let [width, height] = self.cell_box();
        Drawing::new(width, height)
    }

    /// Begins a group that is cut off at the edge of the cell; end it with `</g>`.
    pub(super) fn clip(self, drawing: &mut Drawing) {
        drawing.add("<clipPath id=\"cell\">");
        drawing.polygon(&self.outline(), "");
        drawing.add("</clipPath><g clip-path=\"url(#cell)\">");
    }

    /// The filled cell, bleed included.
    pub(super) fn fill(self, drawing: &mut Drawing, attributes: &str) {
        drawing.polygon(&self.outline(), attributes);
    }
}

/// Pixels that a unit takes in the textures of tiles.
pub(super) const PIXELS_PER_UNIT: f32 = PIXELS_PER_CELL / UNITS;

/// An empty picture of a size in units, of which each takes so many pixels.
///
/// # Errors
/// If it has no size, or an absurd one.
pub(super) fn pixmap([width, height]: [f32; 2], pixels_per_unit: f32) -> Result<Pixmap, ArtError> {
    let side = |length: f32| (length * pixels_per_unit).round().max(1.0) as u32;
    let (width, height) = (side(width), side(height));
    Pixmap::new(width, height).ok_or(ArtError::Size(width, height))
}

/// The corner and the size in pixels of the box of a picture, in the middle of a tile.
pub(super) fn in_the_middle(tile: &Pixmap) -> ([f32; 2], [f32; 2]) {
    let size = PICTURE_BOX * PIXELS_PER_UNIT;
    let corner = |extent: u32| (extent as f32 - size) / 2.0;
    ([corner(tile.width()), corner(tile.height())], [size, size])
}

/// A size in units as one on the plane.
pub(super) fn on_plane([width, height]: [f32; 2]) -> Vec2 {
    Vec2::new(width, height) * (CELL / UNITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_lie_within_the_box() {
        for layout in Layout::ALL {
            let shape = TileShape(layout);
            let [width, height] = shape.cell_box();
            for [x, y] in shape.outline() {
                assert!(
                    x.abs() <= width / 2.0 && y.abs() <= height / 2.0,
                    "{layout:?}"
                );
            }
        }
    }
}
