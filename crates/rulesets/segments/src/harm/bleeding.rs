//! Stuck missiles and open wounds at the end of a round: First Aid, and then the blood that they cost (SEG-144 to SEG-148, SEG-R70,
//! SEG-R71).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, Check, CombatantId, DiceCup, Event, Roster, Scribe, Vitality, Writer,
};

use crate::{
    combatant::injuries::GrievousWounds,
    combatant::injuries::StuckMissiles,
    combatant::percent_roll,
    combatant::{
        field::{Combatant, Field},
        plan::PlannedAction,
    },
    harm::victim::Victim,
    terms::{
        rules::{R037, R144, R145, R146, R148, RR21, RR70, RR71},
        words::{BLEEDING, FAILS, OPEN_WOUND, STUCK, SUCCEEDS},
    },
};

/// Harm that First Aid can do something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatable {
    /// A stuck missile, by its place.
    Missile(usize),
    /// A bleeding wound, by its place.
    Wound(usize),
}

/// The stuck missile or the bleeding wound that costs most.
fn worst(stuck: &StuckMissiles, wounds: &GrievousWounds) -> Option<Treatable> {
    let missiles = stuck.0.iter().enumerate();
    let missiles = missiles.map(|(place, missile)| {
        let cost = (missile.kind.bleeding(), missile.dex());
        (cost, Treatable::Missile(place))
    });
    let wounds = wounds.bleeding.iter().enumerate();
    let wounds = wounds.map(|(place, lost)| ((*lost, 0), Treatable::Wound(place)));
    let worst = missiles.chain(wounds).max_by_key(|(cost, _)| *cost);
    worst.map(|(_, treatable)| treatable)
}

/// Binds the wound that bleeds most. True if it was the only one.
pub fn bind_worst(wounds: &mut GrievousWounds) -> bool {
    let all = wounds.bleeding.iter().enumerate();
    let worst = all.max_by_key(|(_, lost)| **lost).map(|(place, _)| place);
    if let Some(place) = worst {
        wounds.bleeding.remove(place);
    }
    worst.is_some() && wounds.bleeding.is_empty()
}

/// True if First Aid can do something for a combatant.
#[must_use]
pub fn is_treatable(stuck: &StuckMissiles, wounds: &GrievousWounds) -> bool {
    worst(stuck, wounds).is_some()
}

/// The target number of a combatant's First Aid, with what it consists of.
#[must_use]
pub fn skill(who: &Combatant<'_, '_>) -> Check {
    let skill = who.stats().first_aid;
    let wounds = who.wound_level().modifier();
    percent_roll::check("First Aid", skill, ("wounds", wounds, R037), [0, 100])
}

/// Lets all that declared it give First Aid, in the order of everything simultaneous.
pub fn first_aid(
    field: Field,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let helps = |who: &Combatant<'_, '_>| {
        who.can_act() && matches!(who.plan.action, PlannedAction::FirstAid { .. })
    };
    let helpers: Vec<CombatantId> = field.active().filter(helps).map(|who| who.id()).collect();
    // Several may help one patient: each finds what those before have left.
    let mut left: Vec<(CombatantId, StuckMissiles, GrievousWounds)> = Vec::new();
    for who in field.in_order(helpers) {
        let who = field.combatant(who);
        let PlannedAction::FirstAid { patient } = who.plan.action else {
            continue;
        };
        let place = left.iter().position(|(id, ..)| *id == patient);
        let place = place.unwrap_or_else(|| {
            let patient = field.combatant(patient);
            left.push((patient.id(), patient.stuck.clone(), patient.wounds.clone()));
            left.len() - 1
        });
        let (patient, stuck, wounds) = &mut left[place];
        let Some(worst) = worst(stuck, wounds) else {
            continue;
        };
        let removed = percent_roll::roll(
            (who.id(), "First Aid".to_owned()),
            skill(&who),
            [SUCCEEDS, FAILS],
            &[R148, RR71],
            &mut cup,
            &mut scribe,
        );
        if removed {
            treat(*patient, (stuck, wounds), worst, &mut scribe);
        }
    }
    for (patient, stuck, wounds) in left {
        let entity = field.combatant(patient).body.entity;
        commands.change(entity, move |now: &mut StuckMissiles| *now = stuck);
        commands.change(entity, move |now: &mut GrievousWounds| *now = wounds);
    }
}

/// Removes a missile, or binds a wound.
fn treat(
    who: CombatantId,
    (stuck, wounds): (&mut StuckMissiles, &mut GrievousWounds),
    treated: Treatable,
    scribe: &mut Scribe<'_, '_>,
) {
    let (text, ends) = match treated {
        Treatable::Missile(place) => {
            let missile = stuck.0.remove(place);
            let text = format!("is rid of a {}", missile.kind.name());
            (text, stuck.0.is_empty().then_some(STUCK))
        }
        Treatable::Wound(place) => {
            wounds.bleeding.remove(place);
            let last = wounds.bleeding.is_empty();
            ("has a wound bound".to_owned(), last.then_some(OPEN_WOUND))
        }
    };
    let event = Event::Note {
        who,
        text,
        unforeseen: false,
    };
    scribe.write(event, &[R148, RR71]);
    if let Some(condition) = ends {
        scribe.condition(who, condition, false, &[R148, RR71]);
    }
}

/// Lets all bleed that have stuck missiles or open wounds, in the order of their ids.
pub fn bleed(
    mut victims: Query<(Victim, &StuckMissiles, &GrievousWounds)>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) {
    for who in roster.combatant_ids() {
        let Ok((mut victim, stuck, wounds)) = victims.get_mut(roster.combatant(who)) else {
            continue;
        };
        let lost = stuck.bleeding() + wounds.bleeding.iter().sum::<i32>();
        let is_there = matches!(*victim.vitality, Vitality::Active | Vitality::Unconscious);
        if lost > 0 && is_there {
            let rules = [R144, R145, R146, RR21, RR70];
            victim.lose(lost, (BLEEDING, None), &mut scribe, &rules);
            victim.suffer(false, &mut scribe);
        }
    }
}
