//! Answering what somebody else does: whether a reaction is worth the turn that it costs.

use shieldwall_battle::{Choice, CombatantId, Decision, Target};

use super::{Thinking, worth::worth};

/// What a turn that is still in hand is worth by itself: it may serve for something better.
const TURN: f64 = 0.02;
/// How much of a strike that is still to come is counted: much may come between.
const LATER: f64 = 0.85;

/// By how much a reaction must look better than none. In battles in which it was left to chance
/// whether to react, those that looked better by less won no more battles than doing nothing: what a
/// turn may still be good for is more than its best blow, and an exchange of places leaves two
/// where neither wanted to be.
const COUNTER: f64 = 0.05;
const DODGE: f64 = 0.1;
const GUARD: f64 = 0.15;
const HIDE_BEHIND: f64 = 0.25;

/// The choice not to react.
pub(super) fn nothing(decision: &Decision) -> Option<Choice> {
    decision
        .offers
        .iter()
        .find(|offer| offer.verb.0 == "none")
        .map(|offer| offer.choice_at(0))
}

/// Weighs every answer by its forecast, and by what the turns are still worth that it leaves: those
/// of whoever is struck only as far as it stands afterwards.
pub(super) fn choose(
    thinking: &mut Thinking<'_>,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let actor = thinking.decision.actor;
    let own_turn = actor.map_or(0.0, |actor| turn_worth(thinking, actor));
    let mut best: Option<(f64, Choice)> = None;
    let count = thinking.decision.choice_count();
    for number in 0..count {
        let Some(choice) = thinking.decision.choice_at(number) else {
            continue;
        };
        if costs_two_turns(thinking, &choice) {
            continue;
        }
        let forecast = thinking.battle.forecast(&choice);
        let falls = forecast.as_ref().map_or(0.0, |forecast| match actor {
            Some(actor) if forecast.subject == Some(actor) => forecast.fells,
            Some(actor) => forecast
                .others
                .iter()
                .find(|stake| stake.who == actor)
                .map_or(0.0, |stake| stake.fells),
            None => 0.0,
        });
        let mut value = forecast.map_or(0.0, |forecast| worth(&thinking.scene, &forecast));
        let spender = spender(thinking.decision, &choice);
        if spender != actor {
            value += own_turn * (1.0 - falls);
        }
        if let Some(spender) = spender.filter(|spender| Some(*spender) != actor) {
            value -= turn_worth(thinking, spender);
        }
        let is_ready = |who: Option<CombatantId>| {
            who.and_then(|who| thinking.scene.figure(who))
                .is_some_and(|figure| figure.ready)
        };
        value -= match choice.verb.0 {
            "hide_behind" => HIDE_BEHIND,
            // Whose turn is gone anyway reacts at no other cost, but still changes places.
            _ if !is_ready(spender) => 0.0,
            "counter" | "counter_gently" => COUNTER,
            "dodge" => DODGE,
            "guard" => GUARD,
            _ => 0.0,
        };
        value += noise();
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, choice));
        }
    }
    best.map(|(_, choice)| choice)
}

/// Whether an answer puts somebody in the way of the blow who would spend a second turn on it: one arrow
/// that sends three fighters into hiding has done more than any arrow can.
fn costs_two_turns(thinking: &Thinking<'_>, choice: &Choice) -> bool {
    let ("hide_behind", Some(Target::Combatant(shelter))) = (choice.verb.0, choice.target) else {
        return false;
    };
    thinking
        .scene
        .figure(shelter)
        .is_some_and(|figure| figure.ours && figure.ready)
}

/// Whose turn an answer costs.
fn spender(decision: &Decision, choice: &Choice) -> Option<CombatantId> {
    match (choice.verb.0, choice.target) {
        ("none" | "accept" | "refuse" | "fight_on" | "stay", _) => None,
        ("guard", Some(Target::Combatant(guard))) => Some(guard),
        _ => decision.actor,
    }
}

/// What the turn of somebody is still worth in this round: the best strike it could make.
fn turn_worth(thinking: &mut Thinking<'_>, who: CombatantId) -> f64 {
    let ready = thinking
        .scene
        .figure(who)
        .is_some_and(|figure| figure.ready);
    if !ready {
        return 0.0;
    }
    let Some(mut ground) = thinking.ground(who) else {
        return TURN;
    };
    let cell = thinking.scene.figure(who).map(|figure| figure.seen.cell);
    let mut cells = thinking.battle.reachable(who);
    cells.retain(|option| option.band == 0);
    let cells = super::ground::sample(thinking.battle, &thinking.scene, &cells);
    let mut most: f64 = 0.0;
    for cell in cell
        .into_iter()
        .chain(cells.iter().map(|option| option.cell))
    {
        most = most.max(ground.blow(thinking.battle, cell));
    }
    TURN + LATER * most
}
