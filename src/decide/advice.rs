//! What choices are worth by their forecasts, and the best answer to an attack: it is armed first.

use bevy::prelude::*;
use shieldwall_battle::{
    Decision, Forecast,
    board::hostile,
    forecast::{Affected, Weighing},
};

use super::forecasting::is_reaction;
use crate::session::{Asked, Draft, KnownForecast, Session};

/// What a choice is worth to the side that makes it, by its forecast.
pub(super) fn worth(session: &Session, decision: &Decision, forecast: &Forecast) -> f64 {
    let level = &session.plan.setup.level;
    forecast.worth(Weighing::default(), |who| {
        let known = session.view.combatant(who);
        known.map_or(Affected::UNKNOWN, |known| {
            known.affected(hostile(level, known.side, decision.side))
        })
    })
}

/// The index of the best answer, once the odds of all are known; the first of those that are as good.
fn best(session: &Session, asked: &Asked, decision: &Decision) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (index, offer) in decision.offers.iter().enumerate() {
        let forecast = match asked.forecasts.forecast(&offer.choice_at(0)) {
            KnownForecast::WorkingOut => return None,
            KnownForecast::Nothing => continue,
            KnownForecast::Odds(forecast) => forecast,
        };
        let worth = worth(session, decision, forecast);
        if !offer.grave && best.is_none_or(|(_, most)| worth > most) {
            best = Some((index, worth));
        }
    }
    best.map(|(index, _)| index)
}

/// Arms the best answer, unless the player has picked one meanwhile.
pub(super) fn arm_best(
    session: Res<Session>,
    asked: Res<Asked>,
    mut draft: ResMut<Draft>,
    mut opened: Local<Option<Draft>>,
    mut done: Local<Option<u32>>,
) {
    let open = session.decision.as_ref().filter(|_| !session.waiting);
    let Some(decision) = open.filter(|decision| is_reaction(decision)) else {
        return;
    };
    if draft.decision != Some(decision.number) || *done == Some(decision.number) {
        return;
    }
    let opening = opened.get_or_insert_with(|| draft.clone());
    if opening.decision != draft.decision {
        *opening = draft.clone();
    }
    let untouched = opening.offer == draft.offer && opening.fold == draft.fold;
    let Some(index) = best(&session, &asked, decision) else {
        return;
    };
    *done = Some(decision.number);
    if untouched && draft.offer != Some(index) {
        draft.offer = Some(index);
    }
}
