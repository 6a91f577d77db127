//! Weapons and shields that lie on the ground.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_grid::{Cell, Grid};

use crate::{
    art::{Gallery, PictureKey, rasterise},
    session::{Scene, Session},
};

use super::{
    Board, Showing,
    drawing::Drawing,
    layer,
    plane::{CELL, centre},
    pointing::combatant_in,
};

const PIXELS: u32 = 96;

fn drawing(several: bool) -> Drawing {
    let mut drawing = Drawing::new(100.0, 100.0);
    drawing.ellipse(
        [2.0, 8.0],
        [42.0, 26.0],
        "fill=\"#0d0b08\" fill-opacity=\".34\"",
    );
    if several {
        drawing.circle(
            [14.0, 4.0],
            24.0,
            "fill=\"#7d5a34\" stroke=\"#1d1a16\" stroke-width=\"4\"",
        );
        drawing.circle(
            [14.0, 4.0],
            7.0,
            "fill=\"#b9bfc2\" stroke=\"#1d1a16\" stroke-width=\"3\"",
        );
    }
    drawing.add("<g transform=\"rotate(-32)\">");
    drawing.path(
        "M-44 0L-36 -4H16V4H-36Z",
        "fill=\"#dfe3e4\" stroke=\"#1d1a16\" stroke-width=\"3.4\" stroke-linejoin=\"round\"",
    );
    drawing.rect(
        [14.0, -12.0],
        [6.0, 24.0],
        2.0,
        "fill=\"#c9963a\" stroke=\"#1d1a16\" stroke-width=\"3\"",
    );
    drawing.rect(
        [20.0, -4.0],
        [18.0, 8.0],
        3.0,
        "fill=\"#5d3b20\" stroke=\"#1d1a16\" stroke-width=\"3\"",
    );
    drawing.add("</g>");
    drawing
}

/// A marker for what lies in a cell.
#[derive(Component)]
struct LyingMarker;

/// What lies in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Heap {
    several: bool,
    /// Whether somebody is in the cell too: then it is shown beside and above them.
    aside: bool,
}

impl Heap {
    /// Where it is on the plane, and how large.
    fn place(self, centre: Vec2) -> (Vec3, f32) {
        if self.aside {
            let at = centre + Vec2::new(CELL * 0.32, -CELL * 0.3);
            (at.extend(layer::STANDING + 5.0), CELL * 0.34)
        } else {
            (centre.extend(layer::LYING), CELL * 0.5)
        }
    }
}

/// What lies in each cell.
fn heaps(scene: &Scene, grid: &Grid) -> BTreeMap<Cell, Heap> {
    let mut heaps: BTreeMap<Cell, Heap> = BTreeMap::new();
    for (_, cell) in &scene.lying {
        heaps
            .entry(*cell)
            .and_modify(|heap| heap.several = true)
            .or_insert_with(|| Heap {
                several: false,
                aside: combatant_in(scene, grid, *cell).is_some(),
            });
    }
    heaps
}

fn strew(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut gallery: ResMut<Gallery>,
    markers: Query<Entity, With<LyingMarker>>,
    mut shown: Local<(u64, BTreeMap<Cell, Heap>)>,
) {
    let cells = heaps(&session.scene, &board.grid);
    if shown.0 == board.battle && shown.1 == cells {
        return;
    }
    let mut picture = |several: bool| {
        let key = PictureKey {
            name: format!("lying, several: {several}"),
            pixels: PIXELS,
        };
        gallery.picture(&key, move |pixels| {
            rasterise(&drawing(several).svg(), pixels, pixels)
        })
    };
    let (Some(one), Some(several)) = (picture(false), picture(true)) else {
        return;
    };
    for marker in &markers {
        commands.entity(marker).try_despawn();
    }
    for (cell, heap) in &cells {
        let (at, size) = heap.place(centre(&board.grid, *cell));
        commands.spawn((
            LyingMarker,
            Sprite {
                image: if heap.several {
                    several.clone()
                } else {
                    one.clone()
                },
                custom_size: Some(Vec2::splat(size)),
                ..default()
            },
            Transform::from_translation(at),
            ChildOf(board.root),
        ));
    }
    *shown = (board.battle, cells);
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, strew.in_set(Showing));
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::{ItemId, Vitality};
    use shieldwall_grid::{Layout, Metres};

    use super::*;
    use crate::playback::samples::figure;

    #[test]
    fn one_and_several_things_look_different() {
        let [one, several] =
            [false, true].map(|several| rasterise(&drawing(several).svg(), 48, 48).unwrap());
        assert_ne!(one.data(), several.data());
    }

    #[test]
    fn what_lies_at_somebodys_feet_is_not_covered_by_them() {
        let feet = Cell(9);
        let scene = Scene {
            figures: vec![Some(figure(0, 9, Vitality::Active))],
            lying: vec![
                (ItemId(1), feet),
                (ItemId(2), Cell(3)),
                (ItemId(3), Cell(3)),
            ],
            ..Scene::default()
        };
        let grid = Grid::new(Layout::Square, 6, 6, Metres::from_milli(1500)).unwrap();
        let heaps = heaps(&scene, &grid);
        let [own, free] = [heaps[&feet], heaps[&Cell(3)]];
        assert!(own.aside && !own.several && !free.aside && free.several);
        let token = layer::STANDING + 1.0;
        assert!(own.place(Vec2::ZERO).0.z > token && free.place(Vec2::ZERO).0.z < token);
    }
}
