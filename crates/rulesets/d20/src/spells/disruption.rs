//! Spells lost to those who strike first (D20-018, D20-094 to D20-096, D20-169, D20-R73, D20-R75).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Event, ItemId, ItemKind, Roster, RuleId, Scribe, Writer};

use crate::{
    attack::{Attack, effects::in_order},
    figure::{
        battlefield::Battlefield,
        magic::{Casting, Charges, Reading},
        wounds::Stunned,
    },
    spells::PendingSpells,
    terms::{
        conditions::CASTING,
        rules::{R094, R095, R099, R169, RR31, RR73, RR75},
    },
};

/// What is used up by casting.
pub type Means<'w, 's> = (
    Query<'w, 's, (&'static mut Casting, &'static mut Reading)>,
    Query<'w, 's, (&'static ItemKind, &'static mut Charges)>,
);

/// Takes the spell that somebody casts, as if it had been cast (D20-094); nothing happens to those who cast none.
pub fn lose(
    who: CombatantId,
    roster: &Roster,
    (casters, spells): (
        &mut Query<'_, '_, (&mut Casting, &mut Reading)>,
        &mut Query<'_, '_, (&ItemKind, &mut Charges)>,
    ),
    scribe: &mut Scribe<'_, '_>,
    rules: &[RuleId],
) {
    let Ok((mut casting, mut reading)) = casters.get_mut(roster.combatant(who)) else {
        return;
    };
    let Some(item) = casting.0.take() else {
        return;
    };
    reading.0 = None;
    let event = Event::Note {
        who,
        text: "loses the spell".to_owned(),
        unforeseen: false,
    };
    scribe.write(event, rules);
    scribe.condition(who, CASTING, false, rules);
    spend(who, item, roster, spells, scribe, rules);
}

/// Uses up a charge of what holds a spell.
pub fn spend(
    who: CombatantId,
    item: ItemId,
    roster: &Roster,
    spells: &mut Query<'_, '_, (&ItemKind, &mut Charges)>,
    scribe: &mut Scribe<'_, '_>,
    rules: &[RuleId],
) {
    if let Ok((kind, mut charges)) = spells.get_mut(roster.item(item)) {
        charges.0 = charges.0.saturating_sub(1);
        let event = Event::Ammunition {
            who,
            item,
            name: kind.0.name.clone(),
            left: charges.0,
            reloaded: false,
        };
        scribe.write(event, rules);
    }
}

/// The targets that have just been hit, pushed or wrestled down, with the rule by which that disrupts their spells:
/// pinpricks that cost nothing do not count (D20-096).
pub fn struck(field: Battlefield, attacks: Query<&Attack>) -> Vec<(CombatantId, RuleId)> {
    let attacks = in_order(attacks).into_iter();
    let disrupts = |attack: &&Attack| attack.hits() && !is_pinprick(&field, attack);
    let by = |attack: &Attack| if attack.manner.is_grip() { R095 } else { R094 };
    let struck = attacks.filter(disrupts);
    struck.map(|attack| (attack.target, by(attack))).collect()
}

/// Disrupts the spells of the targets that were struck. Wands are interrupted on the same number alone (D20-169).
pub fn disrupt(
    In(struck): In<Vec<(CombatantId, RuleId)>>,
    (mut casters, mut spells): Means,
    roster: Res<Roster>,
    mut pending: ResMut<PendingSpells>,
    mut scribe: Scribe,
) {
    for (who, rule) in struck {
        for entry in pending
            .0
            .iter_mut()
            .filter(|entry| entry.who == who && !entry.lost)
        {
            entry.lost = true;
            if entry.wand {
                let event = Event::Note {
                    who,
                    text: "is interrupted, and does not use the wand".to_owned(),
                    unforeseen: false,
                };
                scribe.write(event, &[R169]);
            }
        }
        let queries = (&mut casters, &mut spells);
        lose(who, &roster, queries, &mut scribe, &[rule, RR73]);
    }
}

/// Whether the plain dice of an attack cannot exceed 1, and it has cost nothing (D20-096).
fn is_pinprick(field: &Battlefield<'_, '_>, attack: &Attack) -> bool {
    let tiny = || attack.arm(field).is_some_and(|arm| arm.is_tiny());
    !attack.manner.is_grip() && attack.damage == Some(0) && tiny()
}

/// Takes the spells of those who were stunned otherwise (D20-R31), and the scrolls of those who have not gone on reading
/// this round (D20-R75).
pub fn at_round_end(
    roster: Res<Roster>,
    flow: Res<shieldwall_battle::Flow>,
    stunned: Query<(&CombatantId, &Stunned)>,
    mut casters: Query<(&mut Casting, &mut Reading)>,
    mut spells: Query<(&ItemKind, &mut Charges)>,
    mut scribe: Scribe,
) {
    for entity in &roster.combatants {
        let Ok((who, stunned)) = stunned.get(*entity) else {
            continue;
        };
        let who = *who;
        if stunned.0 > 0 {
            let queries = (&mut casters, &mut spells);
            lose(who, &roster, queries, &mut scribe, &[RR31]);
        }
        let Ok((_, mut reading)) = casters.get_mut(*entity) else {
            continue;
        };
        if let Some(read) = reading.0.filter(|read| read.last < flow.round) {
            reading.0 = None;
            let event = Event::Note {
                who,
                text: "has not gone on reading: the scroll is lost".to_owned(),
                unforeseen: false,
            };
            scribe.write(event, &[R099, RR75]);
            spend(who, read.scroll, &roster, &mut spells, &mut scribe, &[RR75]);
        }
    }
}
