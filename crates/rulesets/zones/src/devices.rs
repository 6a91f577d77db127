//! Levers and winches (ZON-023, ZON-026, ZON-028).

use std::sync::Arc;

use shieldwall_battle::{CombatantId, Event};
use shieldwall_content::level::DeviceTime;
use shieldwall_grid::Door;

use crate::{
    field::Fray,
    hazards,
    rules::{R023, R026, R028, RR77},
};

/// Operates a device of the level: doors and ground change, and whoever stands in what is now a
/// hazard suffers from it.
pub fn operate(fray: &mut Fray, who: CombatantId, place: usize) {
    let level = Arc::clone(&fray.board.level);
    let Some(device) = level.devices.get(place) else {
        return;
    };
    let rules = match device.takes {
        DeviceTime::Moment => [R026, R028],
        DeviceTime::Round => [R023, R028],
    };
    let seen = !fray.field().fighter(who).is_concealed();
    fray.journal.write(
        Event::Device {
            who: seen.then_some(who),
            name: device.name.clone(),
            deed: device.deed.clone(),
        },
        &rules,
    );
    if device.once {
        fray.plan.worn_out.push(place);
    }
    for &(cell, side) in &device.doors {
        let open = fray.board.map.border(cell, side).is_shut();
        let door = if open { Door::Open } else { Door::Locked };
        fray.board.map.set_door(cell, side, door);
        fray.journal.write(
            Event::Door {
                who: seen.then_some(who),
                cell,
                side,
                open,
            },
            &rules,
        );
    }
    let mut changed = Vec::new();
    for (cell, terrain) in &device.ground {
        let now = Arc::clone(fray.board.terrain(*cell));
        let next = if now.id == terrain.id {
            Arc::clone(&level.terrain[cell.index()])
        } else {
            Arc::clone(terrain)
        };
        let name = next.id.clone();
        fray.board.set_terrain(*cell, next);
        fray.journal.write(
            Event::Ground {
                cell: *cell,
                terrain: name,
            },
            &rules,
        );
        changed.push(*cell);
    }
    let standing: Vec<(CombatantId, shieldwall_grid::Cell)> = {
        let field = fray.field();
        field
            .all()
            .filter(|fighter| fighter.is_alive() && fighter.riding.0.is_none())
            .filter_map(|fighter| {
                let cells = field.cells(&fighter);
                let cell = changed.iter().find(|cell| cells.contains(cell))?;
                Some((*fighter.id, *cell))
            })
            .collect()
    };
    for (fighter, cell) in standing {
        hazards::enter(fray, fighter, cell, &[RR77]);
    }
}
