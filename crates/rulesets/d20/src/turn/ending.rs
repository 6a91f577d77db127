//! When the battle is over (D20-R90).

use bevy_ecs::prelude::*;
use shieldwall_battle::{Flow, Scribe, Vitality, flow::Ending, goals};

use crate::{
    figure::battlefield::{Battlefield, Figure},
    terms::rules::RR90,
};

/// How long the objective has been held.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold(pub goals::Hold);

/// How the battle has ended, if it has: by escape, by the last ones who can act, or by an objective.
#[must_use]
pub fn decided(field: &Battlefield<'_, '_>, hold: &Hold) -> Option<Ending> {
    let level = &field.board.level;
    let won = |winner, reason: String| Ending {
        winner: Some(goals::leader(level, winner)),
        reason,
    };
    let all = field
        .all()
        .map(|who| (who.side(), *who.vitality == Vitality::Left && !who.broken.0));
    if let Some(side) = goals::escaped(level, all) {
        let name = goals::names(level, [side], "and");
        return Some(won(side, format!("most of {name} got away")));
    }
    let able = field.all().filter(Figure::is_able);
    match goals::alliances_of(level, able.map(|who| who.side()).collect())[..] {
        [] => Some(Ending {
            winner: None,
            reason: "no side can fight on".to_owned(),
        }),
        [leader] => {
            let enemies = goals::sides(level).filter(|side| field.board.hostile(leader, *side));
            let names = goals::names(level, enemies, "or");
            Some(won(leader, format!("{names} cannot fight on")))
        }
        _ => hold.0.ending(level),
    }
}

/// How the battle ends if this was its last round.
#[must_use]
pub fn at_limit(field: &Battlefield<'_, '_>, round: u32) -> Option<Ending> {
    let level = &field.board.level;
    let limit = goals::last_round(level, field.rules.0.last_round)?;
    (round >= limit).then(|| Ending {
        winner: goals::winner_at_limit(level),
        reason: format!("round {limit} is over"),
    })
}

/// Ends the battle.
pub fn end(scribe: &mut Scribe<'_, '_>, flow: &mut Flow, ending: Ending) {
    goals::end(&mut scribe.journal, flow, ending, &[RR90]);
}
