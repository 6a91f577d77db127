//! What choices cost by their forecasts, and which answer to an attack costs least: it is armed first.

use bevy::prelude::*;
use shieldwall_battle::{CombatantId, Decision, Forecast, board::hostile};

use super::forecasting::is_reaction;
use crate::session::{Draft, KnownForecast, Session};

/// Hit points that somebody's fall is weighed as.
const OUT_OF_THE_FIGHT: f64 = 8.0;

/// What a choice costs the side that makes it, in hit points; what it costs the enemy is a gain.
pub(super) fn cost(session: &Session, decision: &Decision, forecast: &Forecast) -> f64 {
    let level = &session.plan.setup.level;
    let sign = |who: Option<CombatantId>| {
        let figure = who.and_then(|who| session.view.combatant(who));
        match figure {
            Some(figure) if hostile(level, figure.side, decision.side) => -1.0,
            _ => 1.0,
        }
    };
    let own = forecast.expected_loss() + OUT_OF_THE_FIGHT * (forecast.defeats + forecast.kills);
    let others = forecast.others.iter().map(|stake| {
        sign(Some(stake.who))
            * (stake.expected_loss() + OUT_OF_THE_FIGHT * (stake.defeats + stake.kills))
    });
    sign(forecast.subject) * own + others.sum::<f64>()
}

/// The index of the answer that costs least, once the odds of all are known; the first of those that cost the same.
fn best(session: &Session, decision: &Decision) -> Option<usize> {
    let mut costs = Vec::new();
    for offer in &decision.offers {
        match session.asked.forecasts.forecast(&offer.choice_at(0)) {
            KnownForecast::WorkingOut => return None,
            KnownForecast::Nothing => costs.push(f64::INFINITY),
            KnownForecast::Odds(_) if offer.grave => costs.push(f64::INFINITY),
            KnownForecast::Odds(forecast) => costs.push(cost(session, decision, forecast)),
        }
    }
    let least = (0..costs.len()).min_by(|one, other| costs[*one].total_cmp(&costs[*other]))?;
    costs[least].is_finite().then_some(least)
}

/// Arms the answer that costs least, unless the player has picked one meanwhile.
pub(super) fn arm_best(
    session: Res<Session>,
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
    let Some(index) = best(&session, decision) else {
        return;
    };
    *done = Some(decision.number);
    if untouched && draft.offer != Some(index) {
        draft.offer = Some(index);
    }
}
