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

/// Works a device: its doors open or shut, and its ground changes. Returns the events of it for the journal; `who` is
/// the combatant that they name, `None` for one that is not noticed.
pub fn work(device: &Device, board: &mut Board, who: Option<CombatantId>) -> Vec<Event> {
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
