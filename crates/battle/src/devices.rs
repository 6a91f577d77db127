//! Devices of a level: levers and winches that change doors and ground.

use std::sync::Arc;

use shieldwall_content::{Terrain, level::Device};
use shieldwall_grid::{Cell, Door};

use crate::{
    board::Board,
    event::Event,
    ids::{CombatantId, DeviceId},
    target::Target,
};

/// The target of a choice that works the device with this place in the level.
#[must_use]
pub fn target(place: usize, device: &Device) -> Target {
    let id = DeviceId(u16::try_from(place).unwrap_or(u16::MAX));
    Target::Device(device.cell, id)
}

/// The ground that a device gives a cell: its other terrain, or again its own.
#[must_use]
pub fn next_terrain(board: &Board, cell: Cell, other: &Arc<Terrain>) -> Arc<Terrain> {
    if board.terrain(cell).id == other.id {
        Arc::clone(&board.level.terrain[cell.index()])
    } else {
        Arc::clone(other)
    }
}

/// True if the device with this place in the level works only once and has been worked.
#[must_use]
pub fn is_worn_out(board: &Board, place: usize) -> bool {
    board.worn_out.contains(&place)
}

/// True if a device would make impassable a cell in which a combatant is.
#[must_use]
pub fn shuts_in(device: &Device, board: &Board, is_taken: impl Fn(Cell) -> bool) -> bool {
    let mut ground = device.ground.iter();
    ground.any(|(cell, other)| !next_terrain(board, *cell, other).passable && is_taken(*cell))
}

/// Works the device with this place in the level: its doors open or shut, and its ground changes; what works only once
/// is worn out. Returns the events of it for the journal; `who` is the combatant that they name, `None` for one that is
/// not noticed.
///
/// # Panics
/// If the level has no such device.
pub fn work(place: usize, board: &mut Board, who: Option<CombatantId>) -> Vec<Event> {
    let level = Arc::clone(&board.level);
    let device = &level.devices[place];
    if device.once {
        board.worn_out.push(place);
    }
    let mut events = vec![Event::Device {
        who,
        name: device.name.clone(),
        action: device.action.clone(),
    }];
    for &(cell, side) in &device.doors {
        let open = board.map.border(cell, side).is_shut();
        let door = if open { Door::Open } else { Door::Locked };
        board.map_mut().set_door(cell, side, door);
        events.push(Event::Door {
            who,
            cell,
            side,
            open,
        });
    }
    for (cell, other) in &device.ground {
        let next = next_terrain(board, *cell, other);
        let terrain = next.id.clone();
        board.set_terrain(*cell, next);
        events.push(Event::Ground {
            cell: *cell,
            terrain,
        });
    }
    events
}
