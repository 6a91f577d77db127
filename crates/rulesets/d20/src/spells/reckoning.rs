//! What comes of a spell, reckoned: everybody in an area throws for themselves, so that playing all of it would go
//! through all that may become of all. A test holds it equal to what is played.

use shieldwall_battle::{
    Choice, CombatantId,
    forecast::{CombatantOutcome, Outcomes},
};

use crate::{
    attack::{blow::falls, course::Course},
    content::spell::{Effect, SpellSave},
    figure::battlefield::{Battlefield, Figure},
    spells::effects::{Volley, damage_after},
    terms::changes::FALLS,
};

/// What comes of a spell that somebody casts on its number.
#[must_use]
pub fn outcomes(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    choice: &Choice,
) -> Option<Outcomes> {
    let caster = field.figure(who);
    let volley = Volley::of(field, &caster, choice.item?, choice.target)?;
    let mut outcomes = Outcomes {
        branches: 1,
        covers: volley.covers(),
        ..Outcomes::default()
    };
    let mut unharmed = 1.0;
    match &volley.spell.effect() {
        Effect::Harm(_) => unharmed = add_harm(&mut outcomes, field, &volley, 1.0),
        Effect::Sleep { .. } | Effect::Hold => {
            for id in &volley.targets {
                let fails = 1.0 - made(&field.figure(*id), &volley);
                let mut outcome = CombatantOutcome::default();
                outcome.count(0, [true, false], fails);
                unharmed *= 1.0 - fails;
                outcomes.count(*id, &outcome);
            }
        }
        Effect::Heal(dice) => {
            for id in &volley.targets {
                let patient = field.figure(*id);
                let lacks = patient.points.max - patient.points.current;
                let mut outcome = CombatantOutcome::default();
                for (gained, part) in dice.distribution().iter() {
                    let gained = gained.min(lacks);
                    outcome.count(-gained, [false, false], part);
                    // The fallen get up from the ground.
                    if patient.is_helpless() && patient.rises_with(gained) {
                        *outcome.changes.entry(FALLS).or_default() += part;
                    }
                }
                outcomes.count(*id, &outcome);
            }
            outcomes.works = 1.0;
            return Some(outcomes);
        }
        Effect::Ward { .. } | Effect::Unseen | Effect::SeeUnseen => return None,
    }
    outcomes.lands = 1.0 - unharmed;
    outcomes.misses = 0.0;
    outcomes.works = outcomes.lands;
    Some(outcomes)
}

/// The chance that somebody makes its throw against a spell.
fn made(who: &Figure<'_, '_>, volley: &Volley) -> f64 {
    let save = volley.save(who.stats(), who.wounds.flesh.0);
    let thrown = falls(save.number - save.bonus());
    let made = thrown.iter().filter(|(fell, _)| fell.succeeds());
    made.map(|(_, part)| part).sum()
}

/// Adds harm that comes with a chance: the damage is rolled once, and everybody throws. Gives the chance that it comes
/// and nobody is hurt.
pub fn add_harm(
    outcomes: &mut Outcomes,
    field: &Battlefield<'_, '_>,
    volley: &Volley,
    chance: f64,
) -> f64 {
    let Some(dice) = &volley.damage else {
        return chance;
    };
    let mut unharmed = 0.0;
    for (rolled, part) in dice.distribution().iter() {
        let part = part * chance;
        let mut nobody = part;
        for id in &volley.targets {
            let target = field.figure(*id);
            let losses: Vec<(i32, f64)> = if volley.spell.save == SpellSave::None {
                vec![(rolled, 1.0)]
            } else {
                let save = volley.save(target.stats(), target.wounds.flesh.0);
                let thrown = falls(save.number - save.bonus());
                let after =
                    |throw| damage_after(volley.spell.save, Some(throw), rolled, dice.max());
                thrown.map(|(fell, part)| (after(fell), part)).to_vec()
            };
            nobody *= losses
                .iter()
                .filter(|(lost, _)| *lost == 0)
                .map(|(_, part)| part)
                .sum::<f64>();
            let mut course = Course::of(&target);
            course.lose(&losses);
            let mut outcome = course.outcome(part);
            // A sleeper wakes, on the ground.
            let hurt: f64 = losses
                .iter()
                .filter(|(lost, _)| *lost > 0)
                .map(|(_, part)| part)
                .sum();
            if target.sleeps() && hurt > 0.0 {
                *outcome.changes.entry(FALLS).or_default() += hurt * part;
            }
            outcomes.count(*id, &outcome);
        }
        unharmed += nobody;
    }
    unharmed
}
