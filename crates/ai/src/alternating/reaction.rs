//! Answering what somebody else does: whether a reaction is worth the turn that it costs.

use shieldwall_battle::{Choice, CombatantId, Decision, Target, terms::ActionRole};

use super::{Thinking, worth::worth};

/// What a turn that is still in hand is worth by itself: it may serve for something better.
const TURN: f64 = 0.02;
/// How much of a strike that is still to come is counted: much may come between.
const LATER: f64 = 0.85;

/// What a further answer is worth that costs no turn any more, in best blows.
const AGAIN: f64 = 0.8;

// By how much a reaction must look better than none. In battles in which it was left to chance
// whether to react, those that looked better by less won no more battles than doing nothing: what a
// turn may still be good for is more than its best blow, and an exchange of places leaves two
// where neither wanted to be.
const COUNTER: f64 = 0.05;
const DODGE: f64 = 0.1;
const PROTECT: f64 = 0.15;
const TAKE_COVER: f64 = 0.25;

/// The choice not to react.
pub(super) fn nothing(decision: &Decision) -> Option<Choice> {
    decision
        .offers
        .iter()
        .find(|offer| offer.action.role == ActionRole::Decline)
        .map(|offer| offer.choice_at(0))
}

/// Weighs every answer by its forecast, and by what the turns are still worth that it leaves: those
/// of the one who is struck only as far as it stands afterwards.
pub(super) fn choose(
    thinking: &mut Thinking<'_>,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let actor = thinking.decision.actor;
    let own_turn = actor.map_or(Turn::default(), |actor| turn_worth(thinking, actor));
    let mut best: Option<(f64, Choice)> = None;
    let count = thinking.decision.choice_count();
    for number in 0..count {
        let Some(choice) = thinking.decision.choice_at(number) else {
            continue;
        };
        let forecast = thinking.battle.forecast(&choice);
        let falls = forecast.as_ref().map_or(0.0, |forecast| match actor {
            Some(actor) if forecast.subject == Some(actor) => forecast.defeats,
            Some(actor) => forecast
                .others
                .iter()
                .find(|stake| stake.who == actor)
                .map_or(0.0, |stake| stake.defeats),
            None => 0.0,
        });
        let mut value = forecast.map_or(0.0, |forecast| worth(&thinking.scene, &forecast));
        let spent = turns_spent(thinking, &choice);
        if let Some(actor) = actor {
            value += (1.0 - falls)
                * if spent.contains(&actor) {
                    own_turn.reacted
                } else {
                    own_turn.kept
                };
        }
        for other in spent.iter().filter(|who| Some(**who) != actor) {
            let turn = turn_worth(thinking, *other);
            value += turn.reacted - turn.kept;
        }
        let is_ready = |who: CombatantId| {
            let figure = thinking.scene.figure(who);
            figure.is_some_and(|figure| figure.ready)
        };
        value -= match choice.action.role {
            ActionRole::TakeCover => TAKE_COVER,
            // Whose turn is gone anyway reacts at no other cost, but still changes places.
            _ if !spent.iter().any(|who| is_ready(*who)) => 0.0,
            ActionRole::Counter | ActionRole::CounterGently => COUNTER,
            ActionRole::Dodge => DODGE,
            ActionRole::Protect => PROTECT,
            _ => 0.0,
        };
        value += noise();
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, choice));
        }
    }
    best.map(|(_, choice)| choice)
}

/// Whose turns an answer costs: somebody behind whom another hides will answer the blow in its turn.
fn turns_spent(thinking: &Thinking<'_>, choice: &Choice) -> Vec<CombatantId> {
    let actor = thinking.decision.actor;
    match (choice.action.role, choice.target) {
        (ActionRole::Decline | ActionRole::Accept | ActionRole::Resume | ActionRole::Stay, _) => {
            Vec::new()
        }
        (ActionRole::Protect, Some(Target::Combatant(guard))) => vec![guard],
        (ActionRole::TakeCover, Some(Target::Combatant(shelter))) => {
            let figure = thinking.scene.figure(shelter);
            let answers = figure.is_some_and(|figure| figure.ours && figure.reactions > 0);
            actor
                .into_iter()
                .chain(answers.then_some(shelter))
                .collect()
        }
        _ => actor.into_iter().collect(),
    }
}

/// What is still to be had from somebody in this round, in harm.
#[derive(Clone, Copy, Default)]
struct Turn {
    /// If its turn is kept: the best strike it could make, or its answers.
    kept: f64,
    /// If it reacts now: the answers that are left (ZON-048).
    reacted: f64,
}

fn turn_worth(thinking: &mut Thinking<'_>, who: CombatantId) -> Turn {
    let Some(figure) = thinking.scene.figure(who).copied() else {
        return Turn::default();
    };
    let here = figure.seen.cell;
    let Some(mut ground) = thinking.ground(who) else {
        return Turn::default();
    };
    let mut cells = vec![here];
    if figure.ready {
        let reach = thinking.reach(who);
        let sample = super::ground::sample(thinking.battle, &thinking.scene, &reach);
        cells.extend(sample.iter().map(|option| option.cell));
    }
    ground.look_at(thinking.battle, cells.iter().copied());
    let mut most: f64 = 0.0;
    for cell in cells {
        most = most.max(ground.blow(thinking.battle, cell));
    }
    let comers = ground.comers(&thinking.scene, here);
    let answers = |left: u8| AGAIN * most * f64::from(left).min(comers);
    let kept = if figure.ready {
        (TURN + LATER * most).max(answers(figure.reactions))
    } else {
        answers(figure.reactions)
    };
    Turn {
        kept,
        reacted: answers(figure.reactions.saturating_sub(1)),
    }
}
