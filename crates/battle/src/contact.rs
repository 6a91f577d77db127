//! From where one combatant is in contact with another.

use bevy_ecs::world::World;
use shieldwall_grid::{Cell, Grid, Map};

use crate::{
    board::Board,
    combatant::{Across, Astride, Position, Roster},
    footing::Footing,
    ids::CombatantId,
};

/// Metres from which fighters reach each other where cells are small, in millimetres.
const ARMS_LENGTH: i32 = 1500;
/// Cells that fighters reach each other across at most, however small they are.
const MOST_STEPS: i32 = 15;

/// Where somebody stands; `None` if there is nobody of this id.
fn footing(world: &World, who: CombatantId) -> Option<Footing> {
    let entity = *world.resource::<Roster>().combatants.get(who.index())?;
    Some(Footing {
        cell: world.get::<Position>(entity)?.0,
        across: world.get::<Across>(entity).map_or(1, |across| across.0),
        astride: world.get::<Astride>(entity).and_then(|astride| astride.0),
    })
}

/// The cells where the anchor of `one` may be for it to be in contact with `other` where that stands now, in order.
pub(crate) fn in_contact_with(world: &World, one: CombatantId, other: CombatantId) -> Vec<Cell> {
    let map = &world.resource::<Board>().map;
    let (Some(one), Some(other)) = (footing(world, one), footing(world, other)) else {
        return Vec::new();
    };
    let grid = map.grid();
    let mut touched: Vec<Cell> = Vec::new();
    for cell in other.cells(grid) {
        touched.extend(beside(map, cell));
    }
    touched.sort_unstable();
    touched.dedup();
    if one.across > 1 {
        anchors(grid, &touched, one.across)
    } else {
        touched
    }
}

/// A cell, and those in contact with it.
fn beside(map: &Map, cell: Cell) -> Vec<Cell> {
    let size = map.grid().cell_size().milli().max(1);
    let steps = (ARMS_LENGTH / size).clamp(1, MOST_STEPS).unsigned_abs();
    let mut cells = map.grid().disc(cell, steps);
    cells.retain(|other| map.in_contact(cell, *other));
    cells
}

/// The anchors from which one that is so many cells across stands in any of some cells, in order.
#[must_use]
pub fn anchors(grid: &Grid, cells: &[Cell], across: u8) -> Vec<Cell> {
    let near = cells
        .iter()
        .flat_map(|cell| grid.disc(*cell, u32::from(across)));
    let mut anchors: Vec<Cell> = near.collect();
    anchors.sort_unstable();
    anchors.dedup();
    anchors.retain(|anchor| {
        let own = grid.footprint(*anchor, across);
        own.is_some_and(|own| own.iter().any(|cell| cells.contains(cell)))
    });
    anchors
}
