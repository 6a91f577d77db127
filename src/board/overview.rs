//! The map from above as a small picture: a few pixels for each cell.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_content::{Level, Library, level::Victory};
use shieldwall_grid::{Cell, Map};

use super::{
    hatch::Hatch,
    plane::{bounds, cell_at, side_ends},
    terrain::tint,
};

/// Pixels of the longer side of the picture.
const PIXELS: f32 = 288.0;

/// A picture of the map, and where its points are on it.
#[derive(Clone, Debug)]
pub(crate) struct Overview {
    /// Pixels across and down.
    pub(crate) size: [usize; 2],
    /// Red, green, blue and opacity of each pixel, row by row.
    pub(crate) pixels: Vec<u8>,
}

impl Overview {
    /// Draws the ground of a level with its walls and what is to be held or reached. Some cells may
    /// have other terrain by now, by its id.
    pub(crate) fn of(level: &Level, changed: &BTreeMap<Cell, String>, library: &Library) -> Self {
        let map = &level.map;
        let whole = bounds(map.grid());
        let scale = PIXELS / whole.size().max_element();
        let [width, height] = [whole.width(), whole.height()].map(|side| (side * scale).ceil());
        let mut picture = Self {
            size: [width as usize, height as usize],
            pixels: vec![0; width as usize * height as usize * 4],
        };
        let base = |cell: Cell| {
            let now = changed.get(&cell).and_then(|id| library.terrains.get(id));
            let terrain = now.or_else(|| level.terrain.get(cell.index()));
            terrain.map_or([110, 120, 80], |terrain| terrain.colour)
        };
        let cells = map.grid().cells();
        let colours: Vec<[u8; 3]> = cells.map(|cell| ground(level, cell, base(cell))).collect();
        for y in 0..picture.size[1] {
            for x in 0..picture.size[0] {
                let pixel = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / scale;
                let at = Vec2::new(whole.min.x + pixel.x, whole.max.y - pixel.y);
                if let Some(cell) = cell_at(map.grid(), at) {
                    picture.set([x, y], colours[cell.index()]);
                }
            }
        }
        picture.walls(map, whole, scale);
        picture
    }

    fn set(&mut self, [x, y]: [usize; 2], [red, green, blue]: [u8; 3]) {
        if x < self.size[0] && y < self.size[1] {
            let from = (y * self.size[0] + x) * 4;
            self.pixels[from..from + 4].copy_from_slice(&[red, green, blue, 255]);
        }
    }

    /// Walls and doors as dark lines.
    fn walls(&mut self, map: &Map, whole: Rect, scale: f32) {
        for (cell, side, border) in map.borders() {
            if !border.wall && border.door.is_none() {
                continue;
            }
            let (from, to) = side_ends(map.grid(), cell, side);
            let steps = (from.distance(to) * scale * 2.0).ceil().max(1.0);
            for step in 0..=steps as u32 {
                let at = from.lerp(to, step as f32 / steps);
                let pixel = Vec2::new(at.x - whole.min.x, whole.max.y - at.y) * scale;
                self.set([pixel.x as usize, pixel.y as usize], [24, 20, 16]);
            }
        }
    }
}

/// The colour of a cell with terrain of some colour: higher ground lighter; objectives and exits in
/// their colour.
fn ground(level: &Level, cell: Cell, [red, green, blue]: [u8; 3]) -> [u8; 3] {
    let own = level.map.ground(cell);
    let marked = match &level.victory {
        Victory::Hold { cells, .. } if cells.contains(&cell) => Some(Hatch::Objective),
        Victory::Escape { cells, .. } if cells.contains(&cell) => Some(Hatch::Exit),
        _ => None,
    };
    let light = tint(own.elevation, own.light).to_linear();
    let lit = Color::srgb_u8(red, green, blue).to_linear();
    let lit = LinearRgba::rgb(
        lit.red * light.red,
        lit.green * light.green,
        lit.blue * light.blue,
    );
    let colour = match marked {
        Some(hatch) => {
            let [red, green, blue] = hatch.colour();
            Color::from(lit).mix(&Color::srgb_u8(red, green, blue), 0.55)
        }
        None => Color::from(lit),
    };
    let [red, green, blue, _] = colour.to_srgba().to_u8_array();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_content::ContentRoot;

    use super::{super::plane::centre, *};
    use crate::content::Content;

    #[test]
    fn every_cell_has_its_colour_and_walls_are_dark() {
        let content = Content::read(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))]);
        let mut walls = 0;
        for level in content.library.levels.values() {
            let picture = Overview::of(level, &BTreeMap::new(), &content.library);
            let whole = bounds(level.map.grid());
            let scale = PIXELS / whole.size().max_element();
            let pixel = |at: Vec2| {
                let place = Vec2::new(at.x - whole.min.x, whole.max.y - at.y) * scale;
                let from = (place.y as usize * picture.size[0] + place.x as usize) * 4;
                <[u8; 4]>::try_from(&picture.pixels[from..from + 4]).unwrap()
            };
            for cell in level.map.grid().cells() {
                let base = level.terrain[cell.index()].colour;
                let [red, green, blue] = ground(level, cell, base);
                let seen = pixel(centre(level.map.grid(), cell));
                assert_eq!(seen, [red, green, blue, 255], "{} {cell}", level.id);
            }
            for (cell, side, border) in level.map.borders() {
                let (from, to) = side_ends(level.map.grid(), cell, side);
                let middle = (from + to) / 2.0;
                // At the very rim the picture ends.
                if border.wall && whole.inflate(-1.0).contains(middle) {
                    let [red, ..] = pixel(middle);
                    assert!(red < 60, "{} {cell}", level.id);
                    walls += 1;
                }
            }
        }
        assert!(walls > 0);
    }
}
