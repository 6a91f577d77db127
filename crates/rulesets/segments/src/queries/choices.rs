//! Questions about a choice: its first roll, the shelter that it gives, the movement that it needs.

use shieldwall_battle::{Check, Choice, Decision, ItemId, Target, Vantage};

use crate::{
    combatant::{
        arms::Arm,
        field::{Combatant, Field},
        plan::{PlannedAction, Weapon},
    },
    content::spell::SpellEffect,
    magic::going_off,
    movement::ways::WALK,
    round::form::{self, Declares},
    strike::{
        chance::{Aim, chance},
        defence::defence_for,
        limits::Limits,
    },
    terms::{fields::GUARD, words::STRIKE_FREELY},
};

/// The check that is rolled first for a choice.
#[must_use]
pub fn chance_of(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Option<Check> {
    let who = field.combatant(decision.actor?);
    if let Some(Declares::Cast(spell) | Declares::GoOn(spell)) = decision.act(choice) {
        let gear = field.item(*spell)?;
        let skill = who.stats().spells.get(&gear.kind.0.id)?;
        return Some(going_off::chance(&who, &gear.kind.0.name, skill.chance));
    }
    let (target, arm, free) = match choice.target.and_then(Target::combatant) {
        Some(target) => (target, stated_arm(field, &who, decision, choice)?, false),
        None if choice.action == STRIKE_FREELY => (decision.against?, field.main_arm(&who), true),
        None => return None,
    };
    let mut aim = Aim {
        free,
        ..Aim::of(&who, &arm, &field.combatant(target))
    };
    if decision.act::<Declares>(choice).is_some() {
        aim.how = form::how(choice);
        aim.guard = choice.fields.amount(GUARD).unwrap_or(0);
        aim.aimed = form::aims(choice) || who.steady_aim.0;
    }
    Some(chance(field, &aim).check)
}

/// The share of the harm of melee attacks that a declared defence keeps off, by the chances of all enemies (SEG-094, SEG-098,
/// SEG-102).
#[must_use]
pub fn shelter(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> f64 {
    let Some((who, does)) = decision.actor.zip(decision.act::<Declares>(choice)) else {
        return 0.0;
    };
    let who = field.combatant(who);
    let gained = match does {
        Declares::FullDefence => field.main_arm(&who).full_defence(),
        Declares::DesperateDefence => field.main_arm(&who).desperate_defence(),
        Declares::Cast(spell) | Declares::GoOn(spell) => ward_of(field, &who, *spell),
        _ => defence_for(choice.fields.amount(GUARD).unwrap_or(0)),
    };
    if gained == 0 {
        return 0.0;
    }
    let (mut without, mut with) = (0, 0);
    for enemy in field.enemies(who.side()) {
        let arm = field.main_arm(&enemy);
        let modified = chance(field, &Aim::of(&enemy, &arm, &who)).modified;
        without += Limits::of(modified).hit;
        with += Limits::of(modified - gained).hit;
    }
    match without {
        0 => 0.0,
        _ => 1.0 - f64::from(with) / f64::from(without),
    }
}

/// DEF by a ward that a combatant may cast on itself; 0 while it has one.
fn ward_of(field: &Field<'_, '_>, who: &Combatant<'_, '_>, spell: ItemId) -> i32 {
    let gear = field.item(spell);
    let spell = gear.and_then(|gear| gear.gear.0.spell.as_ref());
    let ward = spell.filter(|spell| spell.effect == SpellEffect::Ward);
    let missing = who.ward.0.amount == 0;
    ward.filter(|_| missing).map_or(0, |ward| ward.amount)
}

/// The weapon of a choice: a declared one, or that of an attack that is due.
fn stated_arm(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    decision: &Decision,
    choice: &Choice,
) -> Option<Arm> {
    let declared = match decision.act::<Declares>(choice) {
        Some(Declares::Attack(weapon)) => Some(*weapon),
        Some(_) => return None,
        None => weapon_of(who),
    };
    field.arm(who, declared?)
}

fn weapon_of(who: &Combatant<'_, '_>) -> Option<Weapon> {
    match who.plan.action {
        PlannedAction::Attack { .. } => who
            .attacks
            .0
            .first()
            .and_then(|attack| who.plan.weapon_of(attack.number)),
        _ => None,
    }
}

/// The least movement that brings a target into reach of a declared attack: none, the free step, a half move or a run
/// (SEG-061, SEG-071).
#[must_use]
pub fn vantage(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Vantage {
    let Some(Declares::Attack(weapon)) = decision.act(choice).copied() else {
        return Vantage::Here;
    };
    let Some((who, target)) = decision
        .actor
        .zip(choice.target.and_then(Target::combatant))
    else {
        return Vantage::Beyond;
    };
    let (who, at) = (field.combatant(who), field.combatant(target).cell());
    let Some(arm) = field.arm(&who, weapon) else {
        return Vantage::Beyond;
    };
    if field.strikes_at(who.cell(), at, arm.reach) {
        return Vantage::Here;
    }
    let cells = field.cell_options(&who).into_iter();
    let open = cells.filter(|option| option.band <= WALK);
    let near = open.filter(|option| field.strikes_at(option.cell, at, arm.reach));
    let narrowest = near.map(|option| option.band).min();
    narrowest.map_or(Vantage::Beyond, Vantage::Band)
}
