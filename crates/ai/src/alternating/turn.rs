//! The turn of one combatant: strike from here, or go where one can; else come nearer, or out of
//! harm's way.

use shieldwall_battle::{CellOption, Choice, CombatantId, Offer, Target, Targets};
use shieldwall_content::level::Victory;
use shieldwall_grid::Cell;

use super::{
    Thinking,
    ground::{self, Ground},
    search,
    worth::worth_of_attack,
};

/// A deed worth less than this is not worth doing.
const LEAST: f64 = 0.015;
/// What a sprint costs, as there are only so many.
const SPRINT: f64 = 0.08;
/// What each metre nearer to the enemy is worth to whoever cannot strike yet.
const NEARER: f64 = 0.004;
/// What an opportunity attack on the way counts for.
const RISK: f64 = 0.12;
/// How far the enemy is, in metres, for it to be worth while to see to the way there.
const FAR: f64 = 12.0;
/// Chance that a blow fells from which on some of its dice would do for others.
const OVERKILL: f64 = 0.85;
/// What sharing such a blow out is worth, in blows.
const SHARED: f64 = 1.3;
/// Chance that a blow kills from which on a bargain is offered first.
const BARGAIN: f64 = 0.4;

/// What to do next.
pub(super) fn choose(
    thinking: &mut Thinking<'_>,
    actor: CombatantId,
    noise: &mut dyn FnMut() -> f64,
) -> Option<Choice> {
    let end = thinking.choices_of("end").into_iter().next();
    for verb in ["break_free", "surrender"] {
        // Offered among little else, it is what there is to do.
        let forced = thinking.decision.offers.len() <= 3 && verb == "surrender";
        if (forced || verb == "break_free")
            && let Some(choice) = thinking.choices_of(verb).into_iter().next()
        {
            let deeds = ["move", "sprint", "attack"];
            let free = thinking
                .decision
                .offers
                .iter()
                .any(|offer| deeds.contains(&offer.verb.0));
            if !free {
                return Some(choice);
            }
        }
    }
    if let Some(choice) = flight(thinking) {
        return Some(choice);
    }
    let figure = *thinking.scene.figure(actor)?;
    let here = figure.seen.cell;
    let mut ground = thinking.ground(actor)?;
    let danger_here = ground.danger(thinking.battle, &thinking.scene, here);
    let deed = best_deed(thinking, noise);
    let armed = arm(thinking).or_else(|| gate(thinking, here));
    let walk = best_walk(thinking, &mut ground, here, danger_here, noise);
    // Whoever has nothing better to do is not there when the enemy comes.
    let hiding = thinking.choices_of("hide").into_iter().next();
    let hide = || hiding.clone();
    match (deed, walk) {
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
    let deeds: Vec<&Offer> = offers
        .iter()
        .filter(|offer| !matches!(offer.verb.0, "end" | "switch"))
        .collect();
    match deeds[..] {
        [only] if only.choice_count() == 1 && matches!(only.verb.0, "move" | "sprint" | "door") => {
            Some(only.choice_at(0))
        }
        _ => None,
    }
}

/// The best of everything that is decided by dice here and now.
fn best_deed(thinking: &mut Thinking<'_>, noise: &mut dyn FnMut() -> f64) -> Option<(f64, Choice)> {
    let mut best: Option<(f64, Choice)> = None;
    // The item of the best plain attack, if it is more than enough for one.
    let mut overkill = None;
    let decision = thinking.decision;
    for offer in &decision.offers {
        let weighed = matches!(
            offer.verb.0,
            "attack"
                | "peek"
                | "death_blow"
                | "blast"
                | "disarm"
                | "shove"
                | "grapple"
                | "invoke"
                | "use"
                | "operate"
                | "free_ally"
                | "distract"
                | "intimidate"
                | "taunt"
        );
        if !weighed {
            continue;
        }
        for index in 0..offer.target_count() {
            // The first selection is the plain one.
            let selection = offer.selections.first().map(|selection| selection.key);
            let choice = offer.choice(offer.target(index), selection);
            let Some(forecast) = thinking.battle.forecast(&choice) else {
                continue;
            };
            let mut value = worth_of_attack(&thinking.scene, &forecast) + noise();
            if matches!(offer.verb.0, "distract" | "taunt" | "intimidate") {
                value *= 0.5;
            }
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                let bargain = offer.selections.iter().find(|selection| {
                    forecast.kills >= BARGAIN && selection.key.ends_with("bargain")
                });
                overkill = (offer.verb.0 == "attack" && forecast.fells >= OVERKILL)
                    .then_some((offer.item, offer.mode));
                let choice = match bargain {
                    Some(bargain) => offer.choice(offer.target(index), Some(bargain.key)),
                    None => choice,
                };
                best = Some((value, choice));
            }
        }
        if offer.verb.0 == "death_blow" {
            // The fallen are no danger.
            if let Some((value, _)) = &mut best {
                *value = value.min(0.2);
            }
        }
    }
    let shared = decision
        .offers
        .iter()
        .find(|offer| offer.verb.0 == "share_out" && overkill == Some((offer.item, offer.mode)));
    match (shared, &best) {
        (Some(offer), Some((value, _))) => Some((SHARED * value, offer.choice_at(0))),
        _ => best,
    }
}

/// Takes a weapon in hand if there is none in it.
fn arm(thinking: &mut Thinking<'_>) -> Option<Choice> {
    let attacks: Vec<&Offer> = thinking
        .decision
        .offers
        .iter()
        .filter(|offer| matches!(offer.verb.0, "attack" | "blast" | "invoke"))
        .collect();
    let armed = attacks.iter().any(|offer| offer.mode != Some("unarmed"));
    if armed {
        return None;
    }
    let holds = thinking
        .decision
        .offers
        .iter()
        .any(|offer| offer.verb.0 == "stow");
    if holds && attacks.is_empty() {
        return None;
    }
    ["ready", "pick_up"]
        .into_iter()
        .find_map(|verb| thinking.choices_of(verb).into_iter().next())
}

/// Opens gates by a lever at hand, unless the enemy is near anyway: they may be a shorter way.
fn gate(thinking: &mut Thinking<'_>, here: Cell) -> Option<Choice> {
    let goal = goal(thinking);
    let way = thinking.ways.from(thinking.battle, &goal).metres(here);
    if goal.is_empty() || way < FAR {
        return None;
    }
    let level = &thinking.scene.level;
    thinking.choices_of("operate").into_iter().find(|choice| {
        let device = level
            .devices
            .iter()
            .find(|device| choice.target == Some(Target::Cell(device.cell)));
        device.is_some_and(|device| {
            let shut =
                |(cell, side): &(Cell, _)| thinking.battle.map().border(*cell, *side).is_shut();
            device.doors.iter().any(shut)
        })
    })
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
        .find(|offer| offer.verb.0 == "door" && offer.label.starts_with("Open"))?;
    Some(offer.choice_at(0))
}

/// The best place to go to, with what going there is worth more than staying.
fn best_walk(
    thinking: &mut Thinking<'_>,
    ground: &mut Ground,
    here: Cell,
    danger_here: f64,
    noise: &mut dyn FnMut() -> f64,
) -> Option<(f64, Choice)> {
    let can_act = thinking
        .decision
        .offers
        .iter()
        .any(|offer| matches!(offer.verb.0, "speak" | "attack"));
    let goal = goal(thinking);
    let field = (!goal.is_empty()).then(|| thinking.ways.from(thinking.battle, &goal));
    let way_here = field.as_ref().map_or(0.0, |field| field.metres(here));
    let strike_here = ground
        .strike(thinking.battle, here)
        .filter(|_| can_act)
        .map_or(0.0, |(harm, _)| harm);
    let decision = thinking.decision;
    let mut best: Option<(f64, Choice)> = None;
    for offer in &decision.offers {
        let price = match offer.verb.0 {
            "move" => 0.0,
            "sprint" => SPRINT,
            _ => continue,
        };
        let Targets::Cells(cells) = &offer.targets else {
            continue;
        };
        let cells: Vec<CellOption> = ground::sample(thinking.battle, &thinking.scene, cells);
        for option in cells {
            let strike = if can_act && option.band == 0 {
                ground
                    .strike(thinking.battle, option.cell)
                    .map_or(0.0, |(harm, _)| harm)
            } else {
                0.0
            };
            let danger = ground.danger(thinking.battle, &thinking.scene, option.cell);
            let nearer = field
                .as_ref()
                .map_or(0.0, |field| way_here - field.metres(option.cell));
            let mut value = strike - danger - price + noise() - (strike_here - danger_here);
            // Coming nearer only matters as long as nobody can be struck.
            if strike_here <= 0.0 && strike <= 0.0 {
                value += NEARER * nearer.clamp(-20.0, 20.0) * eagerness(thinking);
            }
            if option.risky {
                value -= RISK;
            }
            value -= 1e-4 * option.cost.amount();
            if value > LEAST && best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, offer.choice(Some(Target::Cell(option.cell)), None)));
            }
        }
    }
    // What was to be had here is had elsewhere: the deed is weighed against the gain of going.
    best.map(|(value, choice)| (value + strike_here.min(value.max(0.0)), choice))
}

/// Where this combatant wants to go: the objective, or the enemy, or where it may be.
fn goal(thinking: &Thinking<'_>) -> Vec<Cell> {
    let scene = &thinking.scene;
    match &scene.level.victory {
        Victory::Hold { cells, .. } => cells.clone(),
        Victory::Escape { side, cells } if *side == scene.side.index() => cells.clone(),
        _ if scene.foes().next().is_none() => search::places(thinking.battle, scene),
        _ => scene.foes().map(|foe| foe.seen.cell).collect(),
    }
}

/// How much a side wants to come to blows: more, the longer nothing happens.
fn eagerness(thinking: &Thinking<'_>) -> f64 {
    let round = f64::from(thinking.battle.round());
    1.0 + 0.35 * round
}
