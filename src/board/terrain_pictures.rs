//! Which pictures show a terrain: one of its ground, and one of what grows or stands on it.

use shieldwall_content::{Terrain, terrain::Pattern};
use shieldwall_grid::Cover;

/// The picture of a terrain's ground, which there is in several variants.
pub(super) fn ground(terrain: &Terrain) -> &'static str {
    match terrain.pattern {
        Pattern::Plain => "board/ground/plain",
        Pattern::Waves => "board/ground/waves",
        Pattern::DeepWaves => "board/ground/deep_waves",
        Pattern::Cobbles => "board/ground/cobbles",
        Pattern::Masonry => "board/ground/masonry",
        Pattern::Reeds => "board/ground/reeds",
        Pattern::Flames => "board/ground/flames",
        // Short grass belongs to the ground: most maps are full of it.
        Pattern::Grass if terrain.cover == Cover::None => "board/ground/grass",
        Pattern::Furrows if terrain.cover == Cover::None => "board/ground/furrows",
        Pattern::Planks if terrain.passable && terrain.cost == 1 => "board/ground/planks",
        Pattern::Trees if !terrain.passable => "board/ground/under_trees",
        Pattern::Grass
        | Pattern::Furrows
        | Pattern::Planks
        | Pattern::Trees
        | Pattern::Rocks
        | Pattern::Hole => "board/ground/bare",
    }
}

/// The picture of what grows or stands on a terrain, if anything does.
pub(super) fn growth(terrain: &Terrain) -> Option<&'static str> {
    let cover = terrain.cover != Cover::None;
    match terrain.pattern {
        Pattern::Grass if cover => Some("board/growth/tall_grass"),
        Pattern::Reeds if cover => Some("board/growth/dense_reeds"),
        Pattern::Reeds => Some("board/growth/reeds"),
        Pattern::Trees if !terrain.passable => Some("board/growth/great_tree"),
        Pattern::Trees if terrain.opaque => Some("board/growth/thicket"),
        Pattern::Trees => Some("board/growth/woods"),
        Pattern::Rocks if !terrain.passable => Some("board/growth/boulder"),
        Pattern::Rocks if terrain.cover >= Cover::Half => Some("board/growth/rocks"),
        Pattern::Rocks => Some("board/growth/stones"),
        Pattern::Flames => Some("board/growth/flames"),
        Pattern::Hole if terrain.passable => Some("board/growth/pit"),
        Pattern::Hole => Some("board/growth/well"),
        Pattern::Planks if !terrain.passable => Some("board/growth/stall"),
        Pattern::Planks if terrain.cost > 1 => Some("board/growth/barrels"),
        Pattern::Furrows if cover => Some("board/growth/haystack"),
        Pattern::Grass
        | Pattern::Planks
        | Pattern::Furrows
        | Pattern::Plain
        | Pattern::Waves
        | Pattern::DeepWaves
        | Pattern::Cobbles
        | Pattern::Masonry => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::art::GameArt;

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
                    hard: false,
                    obstacle: None,
                    hazard: None,
                    stairs: false,
                    slippery: false,
                    colour: [120, 140, 90],
                    pattern,
                });
            }
        }
        terrains
    }

    #[test]
    fn there_is_a_picture_for_every_terrain_and_a_terrain_for_every_picture() {
        let art = GameArt::of_the_game();
        let mut shown: BTreeSet<String> = BTreeSet::new();
        for terrain in terrains() {
            for name in std::iter::once(ground(&terrain)).chain(growth(&terrain)) {
                shown.extend(art.variants(name));
            }
        }
        let is_terrain =
            |name: &&str| name.starts_with("board/ground/") || name.starts_with("board/growth/");
        let drawn: BTreeSet<String> = art.names().filter(is_terrain).map(str::to_owned).collect();
        assert_eq!(shown, drawn);
    }
}
