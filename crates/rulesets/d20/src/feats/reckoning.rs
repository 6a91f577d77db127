//! What a prop does to those in its way, and how likely it is (D20-029, D20-R87).

use shieldwall_battle::forecast::{CombatantOutcome, Outcomes};

use crate::{
    content::{prop::Prop, spell::Spell},
    figure::battlefield::{Battlefield, Figure},
    spells::{effects::Volley, reckoning::add_harm},
};

/// What a prop does to those in its way.
#[must_use]
pub fn volley(field: &Battlefield<'_, '_>, prop: &Prop) -> Option<Volley> {
    let dice = prop.dice()?;
    let cells = prop.struck(field.grid());
    Some(Volley {
        spell: Spell::of_feat(dice.clone(), 1, prop.save),
        name: prop.name.clone(),
        throw: "getting out of the way",
        damage: Some(dice),
        targets: field.caught(&cells),
        area: Some((prop.cell(field.grid())?, cells)),
    })
}

/// The score that the d20 of a test may not exceed; `None` without a test.
#[must_use]
pub fn limit(who: &Figure<'_, '_>, prop: &Prop) -> Option<i32> {
    let ability = prop.test?;
    Some(ability.score(who.stats()) + prop.modifier)
}

/// What comes of a prop that does damage.
#[must_use]
pub fn outcomes(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    prop: &Prop,
) -> Option<Outcomes> {
    let volley = volley(field, prop)?;
    let made = limit(who, prop).map_or(1.0, |limit| f64::from(limit.clamp(0, 20)) / 20.0);
    let mut outcomes = Outcomes {
        branches: 1,
        covers: volley.covers(),
        ..Outcomes::default()
    };
    let unharmed = add_harm(&mut outcomes, field, &volley, made);
    if made < 1.0 {
        let mut spared = CombatantOutcome::default();
        spared.count(0, [false, false], 1.0 - made);
        for target in &volley.targets {
            outcomes.count(*target, &spared);
        }
    }
    outcomes.lands = made - unharmed;
    outcomes.works = outcomes.lands;
    Some(outcomes)
}
