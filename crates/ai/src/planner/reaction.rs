//! Answering what somebody else does: which answer leaves most, and whether it is worth the turn that it may cost.

use shieldwall_battle::{ActionRole, Battle, Choice, CombatantId, Decision, Forecast, Target};

use super::{
    Thought, Tools, activation, arms, choices_of,
    scene::Scene,
    turn,
    worth::{WEIGHING, worth_of},
};

/// What a turn that is still in hand is worth by itself: it may serve for something better.
const TURN: f64 = 0.02;
/// How much of a strike that is still to come is counted: much may come between.
const LATER: f64 = 0.85;
/// What a further answer is worth that costs no turn any more, in best blows.
const AGAIN: f64 = 0.8;

// By how much a reaction that costs a turn must look better than none. In battles in which it was left to chance
// whether to react, those that looked better by less won no more battles than doing nothing: what a
// turn may still be good for is more than its best blow, and an exchange of places leaves two
// where neither wanted to be.
const COUNTER: f64 = 0.05;
const DODGE: f64 = 0.1;
const PROTECT: f64 = 0.15;
const TAKE_COVER: f64 = 0.25;

/// What a broken item counts for.
const BROKEN: f64 = 0.15;
/// What any defence at all is preferred by where nothing is forecast.
const SOME_DEFENCE: f64 = 0.001;

/// The choice not to react.
pub(super) fn nothing(decision: &Decision) -> Option<Choice> {
    choices_of(decision, ActionRole::Decline).next()
}

/// Weighs every answer by its forecast, and by what the turns are still worth that it leaves: those
/// of the one who is struck only as far as it stands afterwards.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    scene: &Scene,
    (luck, noise): (u64, &mut dyn FnMut() -> f64),
) -> Option<Choice> {
    let actor = decision.actor;
    let asked = actor.and_then(|actor| scene.fighter(actor));
    if asked.is_some_and(|asked| !tools.skill.answers_for(asked, luck))
        && let Some(nothing) = nothing(decision)
    {
        return Some(nothing);
    }
    let own_turn = actor.map_or_else(Turn::default, |actor| {
        turn_worth(battle, tools, scene, actor)
    });
    let mut best: Option<(f64, Choice)> = None;
    for offer in &decision.offers {
        let pace = arms::widest(offer, None);
        for number in 0..offer.target_count() {
            let choice = offer.choice(offer.target(number), pace);
            let forecast = battle.rough_forecast(&choice, WEIGHING);
            let mut value = match &forecast {
                Some(forecast) => {
                    let breaks = forecast.breaks.iter().map(|(_, chance)| chance);
                    worth_of(forecast, scene, tools.temper.zeal) - BROKEN * breaks.sum::<f64>()
                }
                None if offer.item.is_some() => SOME_DEFENCE,
                None => 0.0,
            };
            let spent = turns_spent(scene, actor, &choice);
            if let Some(actor) = actor {
                let falls = forecast.map_or(0.0, |forecast| falls(&forecast, actor));
                let left = if spent.contains(&actor) {
                    own_turn.reacted
                } else {
                    own_turn.kept
                };
                value += (1.0 - falls) * left;
            }
            for other in spent.iter().filter(|who| Some(**who) != actor) {
                let turn = turn_worth(battle, tools, scene, *other);
                value += turn.reacted - turn.kept;
            }
            value += noise() - margin(scene, &choice, &spent);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, choice));
            }
        }
    }
    best.map(|(_, choice)| choice)
}

/// Probability that a forecast takes somebody out of the fight.
fn falls(forecast: &Forecast, who: CombatantId) -> f64 {
    if forecast.subject == Some(who) {
        return forecast.defeats;
    }
    let mut others = forecast.others.iter();
    let stake = others.find(|stake| stake.who == who);
    stake.map_or(0.0, |stake| stake.defeats)
}

/// By how much an answer must look better than none.
fn margin(scene: &Scene, choice: &Choice, spent: &[CombatantId]) -> f64 {
    let fighters = spent.iter().filter_map(|who| scene.fighter(*who));
    let (mut costs, mut ready) = (false, false);
    for fighter in fighters {
        costs |= fighter.reactions > 0;
        ready |= fighter.ready;
    }
    match choice.action.role {
        _ if !costs => 0.0,
        ActionRole::TakeCover => TAKE_COVER,
        // Those whose turn is gone anyway react at no other cost.
        _ if !ready => 0.0,
        ActionRole::Counter | ActionRole::CounterGently => COUNTER,
        ActionRole::Dodge => DODGE,
        ActionRole::Protect => PROTECT,
        _ => 0.0,
    }
}

/// Those that an answer costs a turn: a shelter will answer the blow in its turn.
fn turns_spent(scene: &Scene, actor: Option<CombatantId>, choice: &Choice) -> Vec<CombatantId> {
    match (choice.action.role, choice.target) {
        (ActionRole::Decline | ActionRole::Accept | ActionRole::Resume | ActionRole::Stay, _) => {
            Vec::new()
        }
        (ActionRole::Protect, Some(Target::Combatant(guard))) => vec![guard],
        (ActionRole::TakeCover, Some(Target::Combatant(shelter))) => {
            let fighter = scene.fighter(shelter);
            let answers = fighter.is_some_and(|fighter| fighter.ours && fighter.reactions > 0);
            let shelter = answers.then_some(shelter);
            actor.into_iter().chain(shelter).collect()
        }
        _ => actor.into_iter().collect(),
    }
}

/// What is still to be had from somebody in this round, in harm.
#[derive(Clone, Copy, Default)]
struct Turn {
    /// If its turn is kept: the best strike it could make, or its answers.
    kept: f64,
    /// If it reacts now: the answers that are left.
    reacted: f64,
}

/// Nothing where reactions cost no turn.
fn turn_worth(battle: &mut Battle, tools: &mut Tools, scene: &Scene, who: CombatantId) -> Turn {
    let fighter = scene.fighter(who);
    let Some(fighter) = fighter.filter(|fighter| fighter.reactions > 0) else {
        return Turn::default();
    };
    let Some(thought) = Thought::of(battle, tools, scene, who, true) else {
        return Turn::default();
    };
    let most = turn::best_strike(battle, tools, &thought);
    let comers = activation::comers(scene, &thought);
    let answers = |left: u8| AGAIN * most * f64::from(left).min(comers);
    let kept = if fighter.ready {
        (TURN + LATER * most).max(answers(fighter.reactions))
    } else {
        answers(fighter.reactions)
    };
    Turn {
        kept,
        reacted: answers(fighter.reactions.saturating_sub(1)),
    }
}
