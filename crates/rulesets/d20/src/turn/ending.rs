//! When the battle is over (D20-R90).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Flow, Scribe, Vitality,
    flow::Ending,
    goals::{self, Standing},
};

use crate::{
    figure::battlefield::{Battlefield, Figure},
    terms::rules::RR90,
};

/// How long the objective has been held.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hold(pub goals::Hold);

/// How the battle has ended, if it has: by escape, by the last ones who can act, or by an objective.
#[must_use]
pub fn decided(field: &Battlefield<'_, '_>, hold: &Hold) -> Option<Ending> {
    let standing = |who: Figure<'_, '_>| Standing {
        side: who.side(),
        fights: who.is_able(),
        escaped: *who.vitality == Vitality::Left && !who.broken.0,
    };
    let all: Vec<Standing> = field.all().map(standing).collect();
    goals::decided(&field.board.level, &all, hold.0)
}

/// How the battle ends if this was its last round.
#[must_use]
pub fn at_limit(field: &Battlefield<'_, '_>, round: u32) -> Option<Ending> {
    goals::at_limit(&field.board.level, field.rules.0.last_round, round)
}

/// Ends the battle.
pub fn end(scribe: &mut Scribe<'_, '_>, flow: &mut Flow, ending: Ending) {
    goals::end(&mut scribe.journal, flow, ending, &[RR90]);
}
