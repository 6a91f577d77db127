//! What grows or lies on the ground: tufts, reeds, trees, rocks, barrels, flames. It may reach a
//! little over the edge of its cell, so that woods and shallows do not look tiled.

mod plants;
mod stones;
mod things;

use resvg::tiny_skia::Pixmap;
use shieldwall_content::{Terrain, terrain::Pattern};
use shieldwall_grid::Cover;

use crate::art::ArtError;

use super::{
    drawing::{Drawing, Ink, Scatter},
    tile_art::{PIXELS_PER_UNIT, TileShape},
};

pub(super) use plants::tufts;
use plants::{crowns, great_tree, haystack, reeds};
use stones::{boulder, pit, rocks, well};
use things::{barrels, flames, stall};

/// How many different growths each terrain has.
pub(super) const GROWTH_VARIANTS: u32 = 5;

const OUTLINE: &str = "stroke=\"#1d1a16\" stroke-linejoin=\"round\"";

/// Whether anything grows or lies on a terrain.
pub(super) fn grows(terrain: &Terrain) -> bool {
    match terrain.pattern {
        Pattern::Reeds | Pattern::Trees | Pattern::Rocks | Pattern::Flames | Pattern::Hole => true,
        // Short grass is drawn with the ground: most maps are full of it.
        Pattern::Grass => terrain.cover != Cover::None,
        Pattern::Planks => !terrain.passable || terrain.cost > 1,
        Pattern::Furrows => terrain.cover != Cover::None,
        Pattern::Plain
        | Pattern::Waves
        | Pattern::DeepWaves
        | Pattern::Cobbles
        | Pattern::Masonry => false,
    }
}

/// Draws one variant of what grows on a terrain.
///
/// # Errors
/// Only if the drawing is malformed, which a test rules out.
pub(super) fn growth(terrain: &Terrain, variant: u32) -> Result<Pixmap, ArtError> {
    let [width, height] = TileShape::growth_box();
    let mut drawing = Drawing::new(width, height);
    if !grows(terrain) {
        return drawing.picture(PIXELS_PER_UNIT);
    }
    let ink = Ink(terrain.colour);
    let mut scatter = Scatter::new(variant * 104_729 + u32::from(terrain.colour[1]) + 17);
    match terrain.pattern {
        Pattern::Grass => tufts(
            &mut drawing,
            ink,
            &mut scatter,
            terrain.cover != Cover::None,
        ),
        Pattern::Reeds => reeds(
            &mut drawing,
            ink,
            &mut scatter,
            terrain.cover != Cover::None,
        ),
        Pattern::Trees if !terrain.passable => great_tree(&mut drawing, ink, &mut scatter),
        Pattern::Trees => crowns(&mut drawing, ink, &mut scatter, terrain.opaque),
        Pattern::Rocks if !terrain.passable => boulder(&mut drawing, ink, &mut scatter),
        Pattern::Rocks => rocks(
            &mut drawing,
            ink,
            &mut scatter,
            terrain.cover >= Cover::Half,
        ),
        Pattern::Flames => flames(&mut drawing, &mut scatter),
        Pattern::Hole if terrain.passable => pit(&mut drawing, ink),
        Pattern::Hole => well(&mut drawing, ink),
        Pattern::Planks if terrain.passable => barrels(&mut drawing, ink, variant),
        Pattern::Planks => stall(&mut drawing, ink, variant),
        Pattern::Furrows => haystack(&mut drawing, ink, &mut scatter),
        Pattern::Plain
        | Pattern::Waves
        | Pattern::DeepWaves
        | Pattern::Cobbles
        | Pattern::Masonry => {}
    }
    drawing.picture(PIXELS_PER_UNIT)
}

#[cfg(test)]
pub(super) mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// A terrain of every pattern, low and high, passable and not.
    pub(in crate::board) fn terrains() -> Vec<Terrain> {
        let patterns = [
            Pattern::Plain,
            Pattern::Grass,
            Pattern::Reeds,
            Pattern::Trees,
            Pattern::Rocks,
            Pattern::Waves,
            Pattern::DeepWaves,
            Pattern::Cobbles,
            Pattern::Planks,
            Pattern::Masonry,
            Pattern::Furrows,
            Pattern::Flames,
            Pattern::Hole,
        ];
        let mut terrains = Vec::new();
        for pattern in patterns {
            for (passable, opaque, cost, cover) in [
                (true, false, 1, Cover::None),
                (true, false, 2, Cover::Half),
                (true, true, 2, Cover::Heavy),
                (false, true, 1, Cover::None),
            ] {
                terrains.push(Terrain {
                    id: "any".to_owned(),
                    name: "Any".to_owned(),
                    description: String::new(),
                    passable,
                    opaque,
                    cost,
                    cover,
                    obstacle: None,
                    hazard: None,
                    stairs: false,
                    colour: [120, 140, 90],
                    pattern,
                });
            }
        }
        terrains
    }

    #[test]
    fn what_grows_can_be_seen_and_what_does_not_is_empty() {
        for terrain in terrains() {
            for variant in 0..GROWTH_VARIANTS {
                let picture = growth(&terrain, variant).unwrap();
                let seen = picture.pixels().iter().any(|pixel| pixel.alpha() > 0);
                assert_eq!(seen, grows(&terrain), "{:?}", terrain.pattern);
            }
        }
    }
}
