//! The turn of one combatant: strike from here, or go where one can; else come nearer, or out of
//! harm's way.

use shieldwall_battle::{
    Choice, CombatantId, Event, Offer, Target,
    terms::{ActionRole, ModeRole, TurnRole},
};
use shieldwall_grid::Cell;

use super::{
    Thinking,
    walk::{self, Goal},
    worth::worth_of_attack,
};

/// What takes up the action of a turn and is weighed by its forecast.
const WEIGHED: [ActionRole; 12] = [
    ActionRole::MeleeAttack,
    ActionRole::AttackFromCover,
    ActionRole::Finish,
    ActionRole::AreaAttack,
    ActionRole::Disarm,
    ActionRole::Displace,
    ActionRole::Grapple,
    ActionRole::Boon,
    ActionRole::Heal,
    ActionRole::FreeOther,
    ActionRole::Hinder,
    ActionRole::Interact,
];

/// A action worth less than this is not worth doing.
pub(super) const LEAST: f64 = 0.015;
/// How far the enemy is, in metres, for it to be worth while to see to the way there.
const FAR: f64 = 12.0;
/// Chance that a blow defeats from which on some of its dice would do for others.
const OVERKILL: f64 = 0.85;
/// What sharing such a blow out is worth, in blows.
const SHARED: f64 = 1.3;
/// What a death blow is worth at most.
const FALLEN: f64 = 0.2;
/// Chance that a blow kills from which on a bargain is offered first.
const BARGAIN: f64 = 0.4;

/// What to do next.
pub(super) fn choose(
    thinking: &mut Thinking<'_>,
    actor: CombatantId,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let end = thinking.choices_of(ActionRole::EndTurn).into_iter().next();
    for role in [ActionRole::BreakFree, ActionRole::Surrender] {
        // Offered among little else, it is what there is to do.
        let forced = thinking.decision.offers.len() <= 3 && role == ActionRole::Surrender;
        if (forced || role == ActionRole::BreakFree)
            && let Some(choice) = thinking.choices_of(role).into_iter().next()
        {
            let free_to = [
                ActionRole::Move,
                ActionRole::Sprint,
                ActionRole::MeleeAttack,
            ];
            let free = thinking
                .decision
                .offers
                .iter()
                .any(|offer| free_to.contains(&offer.action.role));
            if !free {
                return Some(choice);
            }
        }
    }
    if let Some(choice) = flight(thinking) {
        return Some(choice);
    }
    let here = thinking.scene.figure(actor)?.seen.cell;
    let mut ground = thinking.ground(actor)?;
    let action = best_action(thinking, noise);
    let goal = walk::goal(thinking, here);
    let armed = arm(thinking).or_else(|| gate(thinking, here, &goal));
    let walk = walk::best(thinking, &mut ground, &goal.cells, noise);
    // Anyone who has nothing better to do is not there when the enemy comes.
    let hiding = thinking.choices_of(ActionRole::Hide).into_iter().next();
    let hide = || hiding.clone();
    match (action, walk) {
        (Some((worth, choice)), walk) => {
            if let Some((better, walk)) = walk
                && better > worth.max(0.0)
            {
                return Some(walk);
            }
            if worth > LEAST {
                return Some(choice);
            }
            armed.or_else(|| door(thinking)).or_else(hide).or(end)
        }
        (None, Some((_, walk))) => armed.or(Some(walk)),
        (None, None) => armed.or_else(|| door(thinking)).or_else(hide).or(end),
    }
}

/// What the rules make somebody do who flees: the one walk on offer.
fn flight(thinking: &Thinking<'_>) -> Option<Choice> {
    let offers = &thinking.decision.offers;
    let actions: Vec<&Offer> = offers
        .iter()
        .filter(|offer| !matches!(offer.action.role, ActionRole::EndTurn | ActionRole::Switch))
        .collect();
    match actions[..] {
        [only]
            if only.choice_count() == 1
                && matches!(
                    only.action.role,
                    ActionRole::Move | ActionRole::Sprint | ActionRole::Door
                ) =>
        {
            Some(only.choice_at(0))
        }
        _ => None,
    }
}

/// The best of everything that is decided by dice here and now.
fn best_action(
    thinking: &mut Thinking<'_>,
    noise: &mut dyn FnMut() -> f64,
) -> Option<(f64, Choice)> {
    let mut best: Option<(f64, Choice)> = None;
    // The item of the best plain attack, if it is more than enough for one.
    let mut overkill = None;
    let decision = thinking.decision;
    for offer in &decision.offers {
        let weighed = WEIGHED.contains(&offer.action.role);
        if !weighed {
            continue;
        }
        for index in 0..offer.target_count() {
            // The first option is the plain one.
            let option = offer.options().first().map(|option| option.key);
            let choice = offer.choice(offer.target(index), option);
            if !strikes_somebody(thinking, &choice) {
                continue;
            }
            let Some(forecast) = thinking.battle.forecast(&choice) else {
                continue;
            };
            let mut value = worth_of_attack(&thinking.scene, &forecast) + noise();
            if offer.action.role == ActionRole::Finish {
                // The fallen are no danger.
                value = value.min(FALLEN);
            }
            if offer.action.role == ActionRole::Hinder {
                value *= 0.5;
            }
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                let bargain = offer
                    .options()
                    .iter()
                    .find(|option| forecast.kills >= BARGAIN && option.bargains);
                overkill = (offer.action.role == ActionRole::MeleeAttack
                    && forecast.defeats >= OVERKILL)
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

/// Whether an enemy stands where a choice is aimed, if that is a zone: what is thrown at an empty one in the
/// hope that it strays is wasted.
fn strikes_somebody(thinking: &Thinking<'_>, choice: &Choice) -> bool {
    let Some(Target::Zone(zone)) = choice.target else {
        return true;
    };
    let grid = thinking.battle.map().grid();
    let zones = &thinking.scene.level.zones;
    let mut foes = thinking.scene.foes();
    foes.any(|foe| foe.stands_in(grid, |cell| zones.zones_of(cell).contains(&zone)))
}

/// Takes a weapon in hand if there is none in it.
fn arm(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let attacks: Vec<&Offer> = thinking
        .decision
        .offers
        .iter()
        .filter(|offer| {
            matches!(
                offer.action.role,
                ActionRole::MeleeAttack | ActionRole::AreaAttack | ActionRole::Boon
            )
        })
        .collect();
    let armed = attacks
        .iter()
        .any(|offer| offer.mode.is_none_or(|mode| mode.role != ModeRole::Unarmed));
    if armed {
        return None;
    }
    let holds = thinking
        .decision
        .offers
        .iter()
        .any(|offer| offer.action.role == ActionRole::Stow);
    if holds && attacks.is_empty() {
        return None;
    }
    [ActionRole::Ready, ActionRole::PickUp]
        .into_iter()
        .find_map(|role| thinking.choices_of(role).into_iter().next())
}

/// Opens gates by a lever at hand, unless the enemy is near anyway: they may be a shorter way.
fn gate(thinking: &mut Thinking<'_>, here: Cell, goal: &Goal) -> Option<Choice> {
    let way = thinking
        .ways
        .from(thinking.battle, &goal.cells)
        .metres(here);
    let needless = way < FAR && !goal.barred;
    if goal.cells.is_empty() || needless || has_operated(thinking) {
        return None;
    }
    let levers = walk::levers(thinking);
    thinking
        .choices_of(ActionRole::Interact)
        .into_iter()
        .find(|choice| {
            let Some(Target::Device(_, device)) = choice.target else {
                return false;
            };
            levers.iter().any(|(lever, _)| *lever == device)
        })
}

/// Whether the actor has set off a device in its turn: another time might only undo it.
fn has_operated(thinking: &Thinking<'_>) -> bool {
    let actor = thinking.decision.actor;
    let entries = thinking.battle.journal().entries().iter().rev();
    let this_turn = entries.take_while(|entry| {
        !matches!(&entry.event, Event::Turn { who, state } if state.role == TurnRole::Acting && Some(*who) == actor)
    });
    this_turn
        .into_iter()
        .any(|entry| matches!(&entry.event, Event::Device { who, .. } if *who == actor))
}

/// Whether an offer opens a door that is shut.
fn opens(thinking: &Thinking<'_>, offer: &Offer) -> bool {
    let map = thinking.battle.map();
    let Some(Target::Edge(cell, side)) = offer.target(0) else {
        return false;
    };
    map.border(cell, side).is_shut()
}

/// Opens a door if nothing else is to be done, unless that gives a hidden one away.
fn door(thinking: &Thinking<'_>) -> Option<Choice> {
    let actor = thinking.decision.actor?;
    if thinking.scene.figure(actor)?.seen.hidden {
        return None;
    }
    let offer = thinking
        .decision
        .offers
        .iter()
        .find(|offer| offer.action.role == ActionRole::Door && opens(thinking, offer))?;
    Some(offer.choice_at(0))
}
