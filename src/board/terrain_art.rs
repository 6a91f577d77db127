//! The tiles of terrains: pictures of the ground, cut to the shape of a cell, and of what grows or
//! stands on it, which may reach a little over the edge so that woods and shallows do not look tiled.

use bevy::prelude::*;
use resvg::tiny_skia::{FillRule, Mask, PathBuilder, Pixmap, Transform as Placing};
use shieldwall_content::Terrain;

use crate::art::{ArtError, GameArt};

use super::{
    drawing::Ink,
    tile_art::{PIXELS_PER_UNIT, TileShape, in_the_middle, pixmap},
};

/// Draws the ground of a terrain: a picture in the shape of a cell, with the edge of the cell. Where
/// the picture cannot be drawn, the ground is plain.
///
/// # Errors
/// Only if the edge cannot be drawn, which a test rules out.
pub(super) fn ground(
    art: &GameArt,
    shape: TileShape,
    terrain: &Terrain,
    picture: &str,
) -> Result<Pixmap, ArtError> {
    let mut plain = shape.drawing();
    shape.fill(&mut plain, &format!("fill=\"{}\"", Ink(terrain.colour)));
    let mut ground = plain.picture(PIXELS_PER_UNIT)?;
    let (corner, size) = in_the_middle(&ground);
    art.draw_onto(&mut ground, picture, Some(terrain.colour), corner, size);
    cut(&mut ground, shape);
    let mut edge = shape.drawing();
    edge.polygon(
        &shape.corners(0.4),
        &format!("fill=\"none\" {} stroke-width=\"2\"", edge_ink(terrain)),
    );
    let extent = [ground.width() as f32, ground.height() as f32];
    crate::art::draw_onto(&mut ground, &edge.svg(), [0.0; 2], extent)?;
    Ok(ground)
}

/// The visible edge of a cell: a line along the inside, dark on light ground and light on dark.
fn edge_ink(terrain: &Terrain) -> &'static str {
    let brightness: u32 = terrain.colour.map(u32::from).iter().sum();
    if brightness > 210 {
        "stroke=\"#1a1408\" stroke-opacity=\".17\""
    } else {
        "stroke=\"#fff4d8\" stroke-opacity=\".13\""
    }
}

/// Cuts off what lies outside of the cell.
fn cut(ground: &mut Pixmap, shape: TileShape) {
    let mut outline = PathBuilder::new();
    for (number, [x, y]) in shape.outline().into_iter().enumerate() {
        if number == 0 {
            outline.move_to(x, y);
        } else {
            outline.line_to(x, y);
        }
    }
    outline.close();
    let (width, height) = (ground.width(), ground.height());
    let mask = outline.finish().zip(Mask::new(width, height));
    if let Some((outline, mut mask)) = mask {
        let placing = Placing::from_translate(width as f32 / 2.0, height as f32 / 2.0)
            .pre_scale(PIXELS_PER_UNIT, PIXELS_PER_UNIT);
        mask.fill_path(&outline, FillRule::Winding, true, placing);
        ground.apply_mask(&mask);
    }
}

/// Draws what grows or stands on a terrain; nothing where that cannot be drawn.
///
/// # Errors
/// Only if there is no picture of that size, which a test rules out.
pub(super) fn growth(art: &GameArt, terrain: &Terrain, picture: &str) -> Result<Pixmap, ArtError> {
    let mut growth = pixmap(TileShape::picture_box(), PIXELS_PER_UNIT)?;
    let (corner, size) = in_the_middle(&growth);
    art.draw_onto(&mut growth, picture, Some(terrain.colour), corner, size);
    Ok(growth)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::Layout;

    use super::{
        super::terrain_pictures::{self, tests::terrains},
        *,
    };

    #[test]
    fn every_ground_fills_its_cell_and_nothing_else() {
        let art = GameArt::of_the_game();
        for layout in Layout::ALL {
            for terrain in terrains() {
                let shape = TileShape(layout);
                let names = art.variants(terrain_pictures::ground(&terrain));
                let picture = ground(&art, shape, &terrain, &names[0]).unwrap();
                let (width, height) = (picture.width(), picture.height());
                let opaque = |x: u32, y: u32| picture.pixel(x, y).unwrap().alpha() == 255;
                assert!(opaque(width / 2, height / 2), "{layout:?} {terrain:?}");
                for [x, y] in shape.corners(3.0) {
                    let place = |at: f32, size: u32| {
                        (size as f32 / 2.0 + at * PIXELS_PER_UNIT).round() as u32
                    };
                    assert!(opaque(place(x, width), place(y, height)), "{layout:?}");
                }
                if layout != Layout::Square {
                    assert_eq!(picture.pixel(0, 0).unwrap().alpha(), 0, "{layout:?}");
                }
            }
        }
    }

    #[test]
    fn ground_without_a_picture_has_the_colour_of_its_terrain() {
        let terrain = &terrains()[0];
        let shape = TileShape(Layout::HexPointy);
        let picture = ground(&GameArt::default(), shape, terrain, "board/none").unwrap();
        let middle = picture.pixel(picture.width() / 2, picture.height() / 2);
        let [red, green, blue] = terrain.colour;
        let middle = middle.unwrap();
        assert_eq!(
            [middle.red(), middle.green(), middle.blue()],
            [red, green, blue]
        );
    }

    #[test]
    fn what_grows_can_be_seen() {
        let art = GameArt::of_the_game();
        for terrain in terrains() {
            let Some(name) = terrain_pictures::growth(&terrain) else {
                continue;
            };
            for variant in art.variants(name) {
                let picture = growth(&art, &terrain, &variant).unwrap();
                let seen = picture.pixels().iter().any(|pixel| pixel.alpha() > 0);
                assert!(seen, "{variant}");
            }
        }
    }
}
