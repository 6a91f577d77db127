//! What lasts for some rounds, and what full rounds are spent on (D20-081, D20-R32).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{CombatantId, Event, Flow, Journal, Roster, Vitality, terms::Condition};

use crate::{
    figure::{
        Prone,
        round::{Exertion, Task},
        wounds::{Askew, Senseless, Stunned},
    },
    terms::{
        conditions::{ASKEW, PRONE, STUNNED},
        rules::{R081, R164, RR32},
    },
};

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
    mut journal: ResMut<Journal>,
) {
    for entity in &roster.combatants {
        let Ok(mut figure) = figures.get_mut(*entity) else {
            continue;
        };
        let who = *figure.id;
        if figure.senseless.0 > 0 && figure.senseless.0 <= flow.round {
            figure.senseless.0 = 0;
            let from = Vitality::Unconscious;
            if *figure.vitality == from {
                let to = Vitality::Active;
                *figure.vitality = to;
                figure.prone.0 = true;
                journal.write(Event::Vitality { who, from, to }, &[R164, RR32]);
                let condition = PRONE;
                let on = true;
                journal.write(Event::Condition { who, condition, on }, &[RR32]);
            }
        }
        let mut over = |condition: Condition, rule| {
            let on = false;
            journal.write(Event::Condition { who, condition, on }, &[rule]);
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
