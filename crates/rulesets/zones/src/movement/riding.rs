//! Mounts, riders and vehicles (ZON-148 to ZON-154, ZON-R72 to ZON-R76).

use shieldwall_battle::{CombatantId, Event, RuleId, Writer};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Cell;

use crate::{
    attack::save::{self, Save},
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    movement::{cells::Cells, hazards},
    terms::{
        conditions,
        rules::{R150, R153, R154, RR11, RR73, RR74},
        words,
    },
};

impl ReadContext<'_, '_> {
    /// The mounts and vehicles that a character could get on now: nearby, of its own side, with a
    /// free seat (ZON-153, ZON-R74).
    #[must_use]
    pub fn seats_near(&self, fighter: &FighterView<'_, '_>) -> Vec<CombatantId> {
        let cells = self.cells(fighter);
        self.all()
            .filter(|mount| mount.carries_riders() && mount.id != fighter.id)
            .filter(|mount| mount.is_fighting() && !mount.is_grabbed())
            .filter(|mount| mount.side() == fighter.side())
            .filter(|mount| mount.build.size() > fighter.build.size())
            .filter(|mount| self.riders(*mount.id).len() < usize::from(mount.build.0.seats))
            .filter(|mount| self.near(&cells, &self.cells(mount)))
            .map(|mount| *mount.id)
            .collect()
    }

    /// The cells that touch those of a rider's mount and are free as far as its side knows, in cell
    /// order: where it can get off or fall (ZON-104, ZON-R53).
    #[must_use]
    pub fn cells_beside(&self, who: CombatantId, cells: &Cells) -> Vec<Cell> {
        let map = &self.board.map;
        let grid = map.grid();
        let side = self.fighter(who).side();
        let mut found: Vec<Cell> = cells
            .iter()
            .flat_map(|cell| grid.neighbours(*cell).map(|(_, other)| (*cell, other)))
            .filter(|(own, other)| !cells.contains(other) && self.free_line(*own, *other))
            .map(|(_, other)| other)
            .filter(|cell| self.is_open(*cell) && !self.is_taken_by_others(*cell, who, side))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The save of the one who gets on a mount or vehicle or off it, if it is in motion (ZON-154, ZON-R74).
    #[must_use]
    pub fn save_for_balance(&self, who: CombatantId, mount: CombatantId) -> Option<Save> {
        let in_motion = self.fighter(mount).turn.motion > 0;
        in_motion.then(|| self.save(self.fighter(who).build.0.agility))
    }

    /// Whether a vehicle has a driver: somebody in the fight on board (ZON-R73).
    #[must_use]
    pub fn is_driven(&self, vehicle: CombatantId) -> bool {
        self.riders(vehicle)
            .into_iter()
            .any(|rider| self.fighter(rider).is_fighting())
    }
}

/// Puts a character into a cell, and its riders with it.
pub fn set_position(ctx: &mut WriteContext, who: CombatantId, to: Cell) {
    ctx.fighter_mut(who).position.0 = to;
    let riders = ctx.read().riders(who);
    for rider in riders {
        ctx.fighter_mut(rider).position.0 = to;
    }
}

/// Works out whether a mount or vehicle goes at full speed in its turn, after each of its steps and when it
/// begins to sprint, as a sprint counts for the whole of the turn (ZON-R11, ZON-R73): the one who rides it then
/// can neither act nor react (ZON-150).
pub fn gauge_speed(ctx: &mut WriteContext, mount: CombatantId) {
    let (before, now, riders) = {
        let read = ctx.read();
        let fighter = read.fighter(mount);
        if !fighter.carries_riders() {
            return;
        }
        let now = fighter.turn.steps > fighter.half_allowance();
        (fighter.turn.full_speed, now, read.riders(mount))
    };
    ctx.fighter_mut(mount).turn.full_speed = now;
    if now {
        for rider in riders {
            set_swept_along(ctx, rider, true);
        }
    } else if before {
        // Those as well who have leapt off meanwhile.
        let mut swept = ctx.plan.team.clone();
        swept.extend(riders);
        for rider in swept {
            set_swept_along(ctx, rider, false);
        }
    }
}

fn set_swept_along(ctx: &mut WriteContext, rider: CombatantId, on: bool) {
    let mut fighter = ctx.fighter_mut(rider);
    if fighter.turn.swept_along != on {
        fighter.turn.swept_along = on;
        ctx.condition(rider, conditions::SWEPT_ALONG, on, &[R150, RR11, RR73]);
    }
}

/// Puts a character on a mount or vehicle.
pub fn get_on(ctx: &mut WriteContext, who: CombatantId, mount: CombatantId, rules: &[RuleId]) {
    let cell = ctx.read().fighter(mount).cell();
    let mut rider = ctx.fighter_mut(who);
    rider.riding.0 = Some(mount);
    rider.position.0 = cell;
    let event = Event::Riding {
        who,
        on: Some(mount),
        cell,
    };
    ctx.write(event, rules);
    let read = ctx.read();
    if read.plan.team.contains(&mount) && read.fighter(mount).turn.full_speed {
        set_swept_along(ctx, who, true);
    }
}

/// Takes a rider off into a cell.
pub fn get_off(ctx: &mut WriteContext, who: CombatantId, cell: Cell, rules: &[RuleId]) {
    let mut rider = ctx.fighter_mut(who);
    rider.riding.0 = None;
    rider.position.0 = cell;
    let event = Event::Riding {
        who,
        on: None,
        cell,
    };
    ctx.write(event, rules);
}

/// The save of the one who gets on or off something in motion; true if it is passed (ZON-154).
pub fn keeps_balance(ctx: &mut WriteContext, who: CombatantId) -> bool {
    let save = {
        let read = ctx.read();
        read.save(read.fighter(who).build.0.agility)
    };
    let rolled = save.roll(&mut *ctx.dice);
    ctx.saved(
        who,
        "getting on or off in motion",
        (&save, save::AGI, rolled),
        &[R154, RR74],
    );
    rolled.passed
}

/// The dice of a fall off a mount or vehicle (ZON-154).
pub(crate) fn fall_dice() -> DiceExpr {
    DiceExpr::dice(1, 4)
}

/// Hurts the one who falls off a mount or vehicle (ZON-154).
pub fn hurt_by_fall(ctx: &mut WriteContext, who: CombatantId) {
    hazards::suffer(
        ctx,
        who,
        &fall_dice(),
        "the fall".to_owned(),
        (words::FALL, true),
        None,
        &[R153, R154],
    );
}
