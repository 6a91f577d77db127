//! PER rolls against enemies that are not seen, one a round and pair (SEG-085, SEG-086, SEG-R48).

use bevy_ecs::prelude::*;
use shieldwall_battle::{ChangeLater, CombatantId, DiceCup, Scribe};

use crate::{
    combatant::{
        field::{Combatant, Field},
        multiples,
        sight::Senses,
    },
    strike::{Strike, next_open, surprise::surprise},
    terms::rules::{R085, RR48},
};

/// The next roll before a strike: the attacker's, then the target's.
fn before(field: &Field<'_, '_>, strike: &Strike) -> Option<(CombatantId, CombatantId)> {
    let (who, target) = (field.combatant(strike.who), field.combatant(strike.target));
    let lacks = |one: &Combatant<'_, '_>, other: &Combatant<'_, '_>| {
        field.is_blind_to(one, other) && one.senses.level(other.id()).is_none()
    };
    if lacks(&who, &target) {
        return Some((who.id(), target.id()));
    }
    let feels = lacks(&target, &who) && surprise(field, &who, &target).is_none();
    feels.then(|| (target.id(), who.id()))
}

/// True while a strike waits for a roll. A condition for systems.
pub fn is_open(field: Field, strikes: Query<&Strike>) -> bool {
    let next = next_open(strikes.iter());
    next.is_some_and(|strike| strike.settled && before(&field, strike).is_some())
}

/// Rolls for the next pair of a strike that had no roll yet.
pub fn roll(
    field: Field,
    strikes: Query<&Strike>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let next = next_open(strikes.iter());
    if let Some(pair) = next.and_then(|strike| before(&field, strike)) {
        sense(&field, pair, &mut cup, &mut scribe, &mut commands);
    }
}

/// Rolls for one combatant against one enemy that it does not see.
pub fn sense(
    field: &Field<'_, '_>,
    (who, enemy): (CombatantId, CombatantId),
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    let who = field.combatant(who);
    let purpose = format!("PER against {}, unseen", field.combatant(enemy).name());
    let level = multiples::per(&who, purpose, &[R085, RR48], cup, scribe);
    commands.change(who.body.entity, move |senses: &mut Senses| {
        senses.levels.push((enemy, level));
    });
}
