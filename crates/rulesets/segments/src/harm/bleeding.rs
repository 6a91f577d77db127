//! Stuck missiles at the end of a round: First Aid, and then the blood that they cost (SEG-144 to SEG-148, SEG-R70,
//! SEG-R71).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Against, ChangeLater, Check, CombatantId, DiceCup, Event, Modifier, Roster, Scribe, Vitality,
    Writer, check::Effect, event::Rolled,
};
use shieldwall_dice::{Dice, Face};

use crate::{
    combatant::{
        StuckMissiles,
        field::{Combatant, Field},
        plan::PlannedAction,
    },
    harm::victim::Victim,
    terms::{
        rules::{R037, R144, R145, R146, R148, RR70, RR71},
        words::{BLEEDING, FAILS, STUCK, SUCCEEDS},
    },
};

/// The missile that First Aid removes: the one that costs most.
#[must_use]
pub fn worst(stuck: &StuckMissiles) -> Option<usize> {
    let all = stuck.0.iter().enumerate();
    let worst = all.max_by_key(|(place, missile)| {
        (
            missile.kind.bleeding(),
            missile.dex(),
            std::cmp::Reverse(*place),
        )
    });
    worst.map(|(place, _)| place)
}

/// The target number of a combatant's First Aid, with what it consists of.
#[must_use]
pub fn skill(who: &Combatant<'_, '_>) -> Check {
    let skill = who.stats().first_aid;
    let wounds = who.wound_level().modifier();
    let modifier = Modifier {
        name: "wounds".into(),
        effect: Effect::Add(wounds),
        rule: R037,
    };
    Check {
        skill: "First Aid".into(),
        rating: skill,
        modifiers: (wounds != 0).then_some(modifier).into_iter().collect(),
        chance: (skill + wounds).clamp(0, 100),
        against: Against::Percent,
    }
}

/// Lets all who declared it give First Aid, in the order of everything simultaneous.
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
    for who in field.in_order(helpers) {
        let who = field.combatant(who);
        let PlannedAction::FirstAid { patient } = who.plan.action else {
            continue;
        };
        let patient = field.combatant(patient);
        let Some(place) = worst(patient.stuck) else {
            continue;
        };
        let check = skill(&who);
        let die = cup.band(100, &[check.chance]);
        let removed = die.band == 0;
        let rolled = Rolled {
            who: who.id(),
            purpose: "First Aid".to_owned(),
            dice: vec![Face {
                sides: 100,
                face: die.face,
            }],
            chance: Some(check),
            total: None,
            outcome: Some(if removed { SUCCEEDS } else { FAILS }),
        };
        scribe.write(Event::Rolled(rolled), &[R148, RR71]);
        if removed {
            let kind = patient.stuck.0[place].kind;
            let event = Event::Note {
                who: patient.id(),
                text: format!("is rid of a {}", kind.name()),
                unforeseen: false,
            };
            scribe.write(event, &[R148]);
            if patient.stuck.0.len() == 1 {
                scribe.condition(patient.id(), STUCK, false, &[R148]);
            }
            commands.change(patient.body.entity, move |stuck: &mut StuckMissiles| {
                if place < stuck.0.len() {
                    stuck.0.remove(place);
                }
            });
        }
    }
}

/// Lets all bleed that have missiles stuck in them, in the order of their ids.
pub fn bleed(
    mut victims: Query<(Victim, &StuckMissiles)>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) {
    for who in roster.combatant_ids() {
        let Ok((mut victim, stuck)) = victims.get_mut(roster.combatant(who)) else {
            continue;
        };
        let lost = stuck.bleeding();
        let is_there = matches!(*victim.vitality, Vitality::Active | Vitality::Unconscious);
        if lost > 0 && is_there {
            let rules = [R144, R145, R146, RR70];
            victim.lose(lost, (BLEEDING, None), &mut scribe, &rules);
            victim.suffer(false, &mut scribe);
        }
    }
}
