//! What lasts for some rounds, and what full rounds are spent on (D20-081, D20-R32).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{CombatantId, Flow, Roster, Scribe, Vitality, Writer, terms::Condition};

use crate::{
    figure::{
        Prone,
        magic::{Detects, SeesUnseen, Warded},
        round::{Exertion, Task},
        wounds::{Askew, Senseless, Stunned},
    },
    harm::victim::Victim,
    terms::{
        conditions::{ASKEW, PRONE, SEES_UNSEEN, STUNNED, WARDED},
        rules::{R081, R144, R164, RR32, RR74},
    },
};

/// What may end of spells.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Enchantments {
    id: &'static CombatantId,
    warded: &'static mut Warded,
    sees_unseen: &'static mut SeesUnseen,
    detects: &'static mut Detects,
}

/// Ends the spells whose last round this was, and what was detected long ago (D20-R71, D20-R74).
pub fn fade(
    roster: Res<Roster>,
    flow: Res<Flow>,
    mut bound: Query<Victim>,
    mut enchanted: Query<Enchantments>,
    mut scribe: Scribe,
) {
    for entity in &roster.combatants {
        if let Ok(mut victim) = bound.get_mut(*entity)
            && victim
                .bound_until()
                .is_some_and(|until| until <= flow.round)
        {
            victim.release(&mut scribe);
        }
        let Ok(mut one) = enchanted.get_mut(*entity) else {
            continue;
        };
        one.detects.0.retain(|(_, until)| *until > flow.round);
        let who = *one.id;
        let mut over = |condition: Condition| {
            scribe.condition(who, condition, false, &[RR74, RR32]);
        };
        if one.warded.bonus > 0 && one.warded.until <= flow.round {
            *one.warded = Warded::default();
            over(WARDED);
        }
        if one.sees_unseen.0 > 0 && one.sees_unseen.0 <= flow.round {
            one.sees_unseen.0 = 0;
            over(SEES_UNSEEN);
        }
    }
}

/// Rounds in an hour (D20-R91).
const HOUR: u32 = 60;

/// Takes a point of what only wears one down off all who have fought for an hour (D20-144).
pub fn recover(
    roster: Res<Roster>,
    flow: Res<Flow>,
    mut victims: Query<Victim>,
    mut scribe: Scribe,
) {
    if !flow.round.is_multiple_of(HOUR) {
        return;
    }
    for entity in &roster.combatants {
        if let Ok(mut victim) = victims.get_mut(*entity) {
            victim.recover(1, &mut scribe, R144);
        }
    }
}

/// What may end.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Lasting {
    id: &'static CombatantId,
    vitality: &'static mut Vitality,
    prone: &'static mut Prone,
    senseless: &'static mut Senseless,
    stunned: &'static mut Stunned,
    askew: &'static mut Askew,
    task: &'static Task,
    exertion: &'static Exertion,
}

/// Ends the stuns whose last round this was, and counts the rounds spent on helmets.
pub fn run_out(
    roster: Res<Roster>,
    flow: Res<Flow>,
    mut figures: Query<Lasting>,
    mut scribe: Scribe,
) {
    for entity in &roster.combatants {
        let Ok(mut figure) = figures.get_mut(*entity) else {
            continue;
        };
        let who = *figure.id;
        if figure.senseless.0 > 0 && figure.senseless.0 <= flow.round {
            figure.senseless.0 = 0;
            if *figure.vitality == Vitality::Unconscious {
                figure.prone.0 = true;
                let rules = &[R164, RR32];
                scribe.vitality(who, &mut figure.vitality, Vitality::Active, rules);
                scribe.condition(who, PRONE, true, &[RR32]);
            }
        }
        let mut over = |condition: Condition, rule| {
            scribe.condition(who, condition, false, &[rule]);
        };
        if figure.stunned.0 > 0 && figure.stunned.0 <= flow.round {
            figure.stunned.0 = 0;
            over(STUNNED, RR32);
        }
        let adjusts = *figure.task == Task::Helmet
            && *figure.vitality == Vitality::Active
            && !figure.exertion.exerted;
        if adjusts && figure.askew.0 > 0 {
            figure.askew.0 -= 1;
            if figure.askew.0 == 0 {
                over(ASKEW, R081);
            }
        }
    }
}
