//! Levers and winches (ZON-023, ZON-026, ZON-028).

use std::sync::Arc;

use shieldwall_battle::{
    CombatantId, Writer,
    devices::{next_terrain, work},
};
use shieldwall_content::level::{Device, DeviceTime};
use shieldwall_grid::Cell;

use crate::{
    attack::shove,
    character::holds,
    context::{read::ReadContext, write::WriteContext},
    movement::{dangers::Danger, hazards},
    terms::{
        rules::{R023, R026, R028, RR77, RR94},
        words,
    },
};

impl ReadContext<'_, '_> {
    /// Who stands in one of these cells, with the first of them.
    fn changed_under(&self, changed: &[Cell]) -> Vec<(CombatantId, Cell)> {
        self.all()
            .filter(|fighter| fighter.is_alive() && fighter.riding.0.is_none())
            .filter_map(|fighter| {
                let cells = self.cells(&fighter);
                let cell = changed.iter().find(|cell| cells.contains(cell))?;
                Some((*fighter.id, *cell))
            })
            .collect()
    }

    /// Whom a device would bring into danger (ZON-R77).
    #[must_use]
    pub fn endangered_by(&self, device: &Device) -> Vec<(CombatantId, Danger)> {
        let changed: Vec<Cell> = device.ground.iter().map(|(cell, _)| *cell).collect();
        self.changed_under(&changed)
            .into_iter()
            .filter_map(|(who, there)| {
                let (_, other) = device.ground.iter().find(|(cell, _)| *cell == there)?;
                let next = next_terrain(self.board, there, other);
                Some((who, self.danger_of(&next, there)?))
            })
            .collect()
    }
}

/// Operates a device of the level: doors and ground change, and the one who stands in what is now a
/// hazard suffers from it.
pub fn operate(ctx: &mut WriteContext, who: CombatantId, place: usize) {
    let level = Arc::clone(&ctx.board.level);
    let Some(device) = level.devices.get(place) else {
        return;
    };
    let rules = match device.takes {
        DeviceTime::Moment => [R026, R028],
        DeviceTime::Round => [R023, R028],
    };
    let seen = !ctx.read().fighter(who).is_concealed();
    for event in work(place, &mut ctx.board, seen.then_some(who)) {
        ctx.write(event, &rules);
    }
    let changed: Vec<Cell> = device.ground.iter().map(|(cell, _)| *cell).collect();
    let standing = ctx.read().changed_under(&changed);
    for (fighter, cell) in standing {
        let walled_in = {
            let read = ctx.read();
            let cells = read.cells(&read.fighter(fighter));
            let wall =
                |cell: &Cell| changed.contains(cell) && !read.board.map.ground(*cell).passable;
            cells.iter().any(wall)
        };
        if walled_in {
            push_aside(ctx, fighter);
            continue;
        }
        hazards::enter(ctx, fighter, cell, &[RR77]);
    }
}

/// Puts a combatant who stands or lies where nobody can any more into the nearest free cell (ZON-R94).
fn push_aside(ctx: &mut WriteContext, who: CombatantId) {
    let here = ctx.read().fighter(who).cell();
    if let Some(room) = shove::room_for(ctx, who, here) {
        shove::place(ctx, who, room, words::IS_PUSHED_ASIDE, &[RR94]);
        holds::break_distant(ctx);
    }
}
