//! Weapons and shields that lie on the ground.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_grid::{Cell, Grid};

use crate::{
    art::{Gallery, GameArt},
    session::Session,
    shown::ShownBattle,
};

use super::{
    Board, Showing, layer,
    plane::{CELL, centre},
    pointing::combatant_in,
};

const PIXELS: u32 = 96;

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
    /// The name of its picture.
    const fn picture(self) -> &'static str {
        if self.several {
            "board/lying/several"
        } else {
            "board/lying/one"
        }
    }

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
fn heaps(shown: &ShownBattle, grid: &Grid) -> BTreeMap<Cell, Heap> {
    let mut heaps: BTreeMap<Cell, Heap> = BTreeMap::new();
    for (_, cell) in &shown.lying {
        heaps
            .entry(*cell)
            .and_modify(|heap| heap.several = true)
            .or_insert_with(|| Heap {
                several: false,
                aside: combatant_in(shown, grid, *cell).is_some(),
            });
    }
    heaps
}

fn strew(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    art: Res<GameArt>,
    mut gallery: ResMut<Gallery>,
    markers: Query<Entity, With<LyingMarker>>,
    mut shown: Local<(u64, BTreeMap<Cell, Heap>)>,
    mut outdated: Local<bool>,
) {
    let cells = heaps(&session.shown, &board.grid);
    *outdated |= art.is_changed();
    if shown.0 == board.battle && shown.1 == cells && !*outdated {
        return;
    }
    let pictures: Option<Vec<Handle<Image>>> = cells
        .values()
        .map(|heap| gallery.named(&art, heap.picture(), PIXELS))
        .collect();
    let Some(pictures) = pictures else {
        return;
    };
    for marker in &markers {
        commands.entity(marker).try_despawn();
    }
    for ((cell, heap), image) in cells.iter().zip(pictures) {
        let (at, size) = heap.place(centre(&board.grid, *cell));
        commands.spawn((
            LyingMarker,
            Sprite {
                image,
                custom_size: Some(Vec2::splat(size)),
                ..default()
            },
            Transform::from_translation(at),
            ChildOf(board.root),
        ));
    }
    *shown = (board.battle, cells);
    *outdated = false;
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
        let art = GameArt::of_the_game();
        let [one, several] = [false, true].map(|several| {
            let heap = Heap {
                several,
                aside: false,
            };
            art.picture(heap.picture(), None, [48, 48]).unwrap()
        });
        assert_ne!(one.data(), several.data());
    }

    #[test]
    fn what_lies_at_somebodys_feet_is_not_covered_by_them() {
        let feet = Cell(9);
        let shown = ShownBattle {
            figures: vec![Some(figure(0, 9, Vitality::Active))],
            lying: vec![
                (ItemId(1), feet),
                (ItemId(2), Cell(3)),
                (ItemId(3), Cell(3)),
            ],
            ..ShownBattle::default()
        };
        let grid = Grid::new(Layout::Square, 6, 6, Metres::from_milli(1500)).unwrap();
        let heaps = heaps(&shown, &grid);
        let [own, free] = [heaps[&feet], heaps[&Cell(3)]];
        assert!(own.aside && !own.several && !free.aside && free.several);
        let token = layer::STANDING + 1.0;
        assert!(own.place(Vec2::ZERO).0.z > token && free.place(Vec2::ZERO).0.z < token);
    }
}
