//! The turn of one combatant: strike from here, or go where one can; else come nearer, or out of harm's way.

use shieldwall_battle::{
    ActionRole, Battle, CellOption, Choice, CombatantId, Decision, Event, MoveCost, Offer, Target,
    Targets,
    terms::{ConditionRole, DecisionRole, ModeRole, TurnRole},
};

use super::{
    Thought, Tools, action, choices_of,
    positioning::{Stand, Strike, Wish},
    posture::Posture,
    pull,
};

/// An action worth less than this is not worth doing.
const LEAST: f64 = 0.015;
/// A better place to wait in than where one has acted is worth at least this.
const GOING_OFF: f64 = 0.06;
/// What danger counts for at least after one has acted.
const ACTED: f64 = 0.25;
/// What a sprint costs, as there are only so many.
const SPRINT: f64 = 0.08;
/// How far the enemy is, in metres, for it to be worth while to open a shorter way.
const FAR: f64 = 12.0;
/// How often one goes in a turn before one acts, at most.
const MOST_WALKS: usize = 2;
/// Chance that a blow defeats from which on some of its dice would do for others.
const OVERKILL: f64 = 0.85;
/// What sharing such a blow out is worth, in blows.
const SHARED: f64 = 1.3;
/// Chance that a blow kills from which on a bargain is offered first.
const BARGAIN: f64 = 0.4;

/// What one wants who strikes in this turn.
const STRIKE: Wish = Wish::Attack {
    missile: None,
    last_band: 0,
    named: None,
};

/// The most that one can do in its turn, wherever it goes for that.
pub(super) fn best_strike(battle: &mut Battle, tools: &mut Tools, thought: &Thought) -> f64 {
    let me = &thought.situation.me;
    let mut cells = battle.reachable(me.id);
    cells.retain(|option| option.band == 0);
    cells.push(CellOption::plain(me.cell, MoveCost::NOTHING));
    let positioning = thought.positioning(0);
    positioning.most_harm(battle, tools, &cells, &STRIKE)
}

/// What to do next.
pub(super) fn choose(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    if let Some(choice) = forced(decision).or_else(|| flight(battle, decision)) {
        return Some(choice);
    }
    let action = best_action(battle, tools, decision, thought, noise);
    let worth_of_action = action.as_ref().map_or(0.0, |(worth, _)| *worth);
    let walk = best_walk(battle, tools, decision, thought, worth_of_action);
    let armed = arm(decision).or_else(|| gate(battle, decision, thought));
    let end = choices_of(decision, ActionRole::EndTurn).next();
    match (action, walk) {
        (Some((worth, choice)), None) if worth > LEAST => Some(choice),
        (_, Some(walk)) => match armed {
            Some(armed) if worth_of_action <= LEAST => Some(armed),
            _ => Some(walk),
        },
        // Those who have nothing better to do are not there when the enemy comes.
        _ => armed
            .or_else(|| door(battle, decision, thought))
            .or_else(|| hide(decision, thought))
            .or(end),
    }
}

/// The best place to go to, if going there is worth more than to stay and do what one can here.
fn best_walk(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
    worth_of_action: f64,
) -> Option<Choice> {
    let me = &thought.situation.me;
    if has_walked(battle, decision, me.acted) {
        return None;
    }
    let walks = |role: ActionRole| {
        let offers = decision.offers.iter();
        let offers = offers.filter(move |offer| offer.action.role == role);
        offers.filter_map(|offer| match &offer.targets {
            Targets::Cells(cells) => Some((offer, cells.as_slice())),
            _ => None,
        })
    };
    let all: Vec<CellOption> = [ActionRole::Move, ActionRole::Sprint]
        .into_iter()
        .flat_map(walks)
        .flat_map(|(_, cells)| cells.iter().copied())
        .collect();
    if all.is_empty() {
        return None;
    }
    // Danger attracts only for the strike to come.
    let minds_danger = me.acted && thought.sees_harm;
    let careful = minds_danger.then(|| Posture {
        caution: thought.posture.caution.max(ACTED),
        ..thought.posture.clone()
    });
    let mut positioning = thought.positioning(0);
    if let Some(posture) = &careful {
        positioning.posture = posture;
    }
    let here = CellOption::plain(me.cell, MoveCost::NOTHING);
    // What is to be had here is measured as it is elsewhere, but for what is known better.
    let from_here = positioning.exact_strike(battle, tools, &here, &STRIKE);
    let strike = if me.acted {
        // It strikes again only in its next turn: a better place to strike from is worth nothing yet.
        positioning.most = from_here.map_or(0.0, |strike| strike.worth);
        from_here
    } else {
        // What an estimate promises here, it promises a step away as well: there is nothing to be gained by going to
        // and fro, even if the forecast says that it is not worth doing.
        let from_here = from_here.map_or(0.0, |strike| strike.worth);
        Some(Strike {
            target: me.id,
            item: None,
            missile: false,
            worth: worth_of_action.max(from_here),
        })
    };
    let strike = strike.filter(|strike| strike.worth > 0.0);
    let strikes_for = strike.map_or(0.0, |strike| strike.worth);
    let stay = positioning.worth(battle.map(), &here, strike.as_ref(), &STRIKE);
    let mut best: Option<(f64, Choice)> = None;
    for (role, price) in [(ActionRole::Move, 0.0), (ActionRole::Sprint, SPRINT)] {
        for (offer, cells) in walks(role) {
            let Some(stand) = positioning.best(battle, tools, cells, &STRIKE) else {
                continue;
            };
            let Stand {
                option,
                worth,
                strike,
            } = stand;
            // One can still go when one has struck: only a better strike elsewhere is worth going first.
            let better = strike.map_or(0.0, |strike| strike.worth) > strikes_for + LEAST;
            let goes = me.acted || strikes_for <= LEAST || better;
            let gain = worth - price - stay;
            let least = if me.acted { GOING_OFF } else { LEAST };
            if goes && gain > least && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, offer.choice(Some(Target::Cell(option.cell)), None)));
            }
        }
    }
    best.map(|(_, choice)| choice)
}

/// What is left to those who can neither go nor strike.
fn forced(decision: &Decision) -> Option<Choice> {
    let free_to = [
        ActionRole::Move,
        ActionRole::Sprint,
        ActionRole::MeleeAttack,
    ];
    let mut offers = decision.offers.iter();
    if offers.any(|offer| free_to.contains(&offer.action.role)) {
        return None;
    }
    let surrender = || {
        // Offered among little else, it is what there is to do.
        let surrender = choices_of(decision, ActionRole::Surrender).next();
        surrender.filter(|_| decision.offers.len() <= 3)
    };
    choices_of(decision, ActionRole::BreakFree)
        .next()
        .or_else(surrender)
}

/// What the rules make those do who flee: the one walk on offer. Others may have no more on offer, and do not have to take it.
fn flight(battle: &mut Battle, decision: &Decision) -> Option<Choice> {
    let ends = [ActionRole::EndTurn, ActionRole::Switch];
    let goes = [ActionRole::Move, ActionRole::Sprint, ActionRole::Door];
    let offers = decision.offers.iter();
    let actions: Vec<&Offer> = offers
        .filter(|offer| !ends.contains(&offer.action.role))
        .collect();
    match actions[..] {
        [only] if only.choice_count() == 1 && goes.contains(&only.action.role) => {
            let mut conditions = battle.conditions(decision.actor?).into_iter();
            let flees = conditions.any(|condition| condition.role == ConditionRole::Broken);
            flees.then(|| only.choice_at(0))
        }
        _ => None,
    }
}

/// The best of everything that is decided by dice here and now.
fn best_action(
    battle: &mut Battle,
    tools: &mut Tools,
    decision: &Decision,
    thought: &Thought,
    noise: &mut dyn FnMut() -> f64,
) -> Option<(f64, Choice)> {
    let mut best: Option<(f64, Choice)> = None;
    // The item of the best plain attack, if it is more than enough for one.
    let mut overkill = None;
    for offer in &decision.offers {
        for index in 0..offer.target_count() {
            // The first option is the plain one.
            let option = offer.options().first().map(|option| option.key);
            let choice = offer.choice(offer.target(index), option);
            let Some(weighed) = action::weigh_by_forecast(battle, tools, thought, (offer, &choice))
            else {
                continue;
            };
            let value = action::misjudged(thought, weighed.worth, noise());
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                let mut options = offer.options().iter();
                let bargain = options.find(|option| weighed.kills >= BARGAIN && option.bargains);
                overkill = (offer.action.role == ActionRole::MeleeAttack
                    && weighed.defeats >= OVERKILL)
                    .then_some((offer.item, offer.mode));
                let choice = match bargain {
                    Some(bargain) => offer.choice(offer.target(index), Some(bargain.key)),
                    None => choice,
                };
                best = Some((value, choice));
            }
        }
    }
    let shared = decision.offers.iter().find(|offer| {
        offer.action.role == ActionRole::Divide && overkill == Some((offer.item, offer.mode))
    });
    match (shared, &best) {
        (Some(offer), Some((value, _))) => Some((SHARED * value, offer.choice_at(0))),
        _ => best,
    }
}

/// Takes a weapon in hand if there is none in it.
fn arm(decision: &Decision) -> Option<Choice> {
    let uses_arms = [
        ActionRole::MeleeAttack,
        ActionRole::AreaAttack,
        ActionRole::Boon,
    ];
    let offers = decision.offers.iter();
    let attacks: Vec<&Offer> = offers
        .filter(|offer| uses_arms.contains(&offer.action.role))
        .collect();
    let armed = attacks
        .iter()
        .any(|offer| offer.mode.is_none_or(|mode| mode.role != ModeRole::Unarmed));
    let mut offers = decision.offers.iter();
    let holds = offers.any(|offer| offer.action.role == ActionRole::Stow);
    if armed || (holds && attacks.is_empty()) {
        return None;
    }
    [ActionRole::Ready, ActionRole::PickUp]
        .into_iter()
        .find_map(|role| choices_of(decision, role).next())
}

/// Opens gates by a lever at hand, unless the enemy is near anyway: they may be a shorter way.
fn gate(battle: &Battle, decision: &Decision, thought: &Thought) -> Option<Choice> {
    let here = thought.situation.me.cell;
    let way = match &thought.pull.goal {
        Some(goal) => goal.metres(here),
        None => thought.outlook.nearest(here),
    };
    let needless = way < FAR && !thought.pull.barred;
    if needless || has_operated(battle, decision) {
        return None;
    }
    lever(battle, decision, thought)
}

/// The choice to work a lever that moves doors which are shut.
pub(super) fn lever(battle: &Battle, decision: &Decision, thought: &Thought) -> Option<Choice> {
    let levers = pull::levers(battle, &thought.situation.level);
    choices_of(decision, ActionRole::Interact).find(|choice| {
        let Some(Target::Device(_, device)) = choice.target else {
            return false;
        };
        levers.iter().any(|(lever, _)| *lever == device)
    })
}

/// What the journal tells of the turn that is being taken, the latest first.
fn this_turn(battle: &Battle, actor: Option<CombatantId>) -> impl Iterator<Item = &Event> {
    let entries = battle.journal().entries().iter().rev();
    let events = entries.map(|entry| &entry.event);
    events.take_while(move |event| {
        !matches!(event, Event::Turn { who, state } if state.role == TurnRole::Acting && Some(*who) == actor)
    })
}

/// Whether the actor has set off a device in its turn: another time might only undo it.
fn has_operated(battle: &Battle, decision: &Decision) -> bool {
    let actor = decision.actor;
    let mut events = this_turn(battle, actor);
    events.any(|event| matches!(event, Event::Device { who, .. } if *who == actor))
}

/// Whether the actor has gone often enough in its turn: more would be to and fro. Those who have acted go once more.
fn has_walked(battle: &Battle, decision: &Decision, acted: bool) -> bool {
    let actor = decision.actor;
    let chosen = this_turn(battle, actor).filter_map(|event| match event {
        Event::Chosen {
            kind, who, choice, ..
        } if kind.role == DecisionRole::Turn && *who == actor => Some(choice.action.role),
        _ => None,
    });
    let walks = chosen.take_while(|role| matches!(role, ActionRole::Move | ActionRole::Sprint));
    walks.count() >= if acted { 1 } else { MOST_WALKS }
}

fn hide(decision: &Decision, thought: &Thought) -> Option<Choice> {
    let hide = choices_of(decision, ActionRole::Hide).next();
    hide.filter(|_| thought.posture.patient)
}

/// Opens a door if nothing else is to be done, unless that gives a hidden one away.
fn door(battle: &Battle, decision: &Decision, thought: &Thought) -> Option<Choice> {
    if thought.situation.me.hidden && thought.posture.patient {
        return None;
    }
    let map = battle.map();
    let opens = |offer: &&Offer| {
        let Some(Target::Edge(cell, side)) = offer.target(0) else {
            return false;
        };
        offer.action.role == ActionRole::Door && map.border(cell, side).is_shut()
    };
    let offer = decision.offers.iter().find(opens)?;
    Some(offer.choice_at(0))
}
