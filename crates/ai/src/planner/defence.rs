//! Defences that are stated in advance: the harm that they keep off, beside the harm to enemies that they cost.

use shieldwall_battle::{Battle, Choice, Decision, Field, Offer, Target};
use shieldwall_grid::Cell;

use super::{
    Tools, form,
    positioning::{Positioning, Stand},
};

/// The share that is left of harm kept off beside harm done: battles are not won by waiting.
const WAITING: f64 = 0.6;

/// The harm that is feared in a cell, as far as it counts beside harm done; nothing where danger draws.
fn feared(battle: &Battle, positioning: &Positioning<'_>, cell: Cell) -> f64 {
    let danger = positioning.danger(battle.map(), cell);
    (WAITING * positioning.posture.caution * danger).max(0.0)
}

/// A defence without an attack, against the enemy that is feared most, with its worth where the actor stands.
pub(super) fn alone(
    battle: &mut Battle,
    positioning: &Positioning<'_>,
    offer: &Offer,
    stand: &Stand,
) -> (f64, Choice) {
    let cell = stand.option.cell;
    let threat = |target: &Option<Target>| {
        let who = target.and_then(Target::combatant);
        let mut foes = positioning.outlook.foes.iter().enumerate();
        let foe = foes.find(|(_, foe)| Some(foe.fighter.id) == who);
        foe.map_or(0.0, |(number, foe)| {
            positioning.threat(battle.map(), number, foe, cell).0
        })
    };
    let targets = (0..offer.target_count()).map(|index| offer.target(index));
    let target = targets.max_by(|a, b| threat(a).total_cmp(&threat(b)));
    let choice = offer.choice(target.flatten(), None);
    let feared = feared(battle, positioning, cell);
    (stand.worth + feared * battle.shelter(&choice), choice)
}

/// An attack with what it gives up for a defence, as far as that keeps off more harm than it costs, and the gain.
pub(super) fn beside_an_attack(
    battle: &mut Battle,
    tools: &Tools,
    decision: &Decision,
    positioning: &Positioning<'_>,
    (stand, plain): (&Stand, Choice),
) -> (f64, Choice) {
    let offer = decision.offer_for(&plain).ok();
    let chance = battle.chance_of(&plain).map(|check| check.chance);
    let (Some(offer), Some(strike), Some(chance)) = (offer, stand.strike, chance) else {
        return (0.0, plain);
    };
    if !tools.skill.plans() || chance <= 0 {
        return (0.0, plain);
    }
    let feared = feared(battle, positioning, stand.option.cell);
    if feared <= 0.0 {
        return (0.0, plain);
    }
    let is_amount = |field: &&Field| field.options().is_empty() && field.targets().is_empty();
    let amounts = offer.fields.iter().filter(is_amount);
    form::best(offer, &plain, amounts, |choice| {
        let left = battle.chance_of(choice).map_or(0, |check| check.chance);
        let lost = strike.worth * (1.0 - f64::from(left) / f64::from(chance));
        feared * battle.shelter(choice) - lost
    })
}
