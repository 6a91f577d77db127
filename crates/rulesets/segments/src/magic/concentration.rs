//! Concentration: a caster that is hit keeps its spell on 3x WIL (SEG-005, SEG-R05).

use bevy_ecs::prelude::*;
use shieldwall_battle::{ChangeLater, DiceCup, Scribe};

use crate::{
    combatant::casting::{self, Casting, Energy},
    combatant::field::Field,
    combatant::percent_roll,
    harm::shaken::Shaken,
    terms::{
        rules::{R005, RR05},
        words::{CONCENTRATES, LOSES_THE_SPELL},
    },
};

/// True while there are rolls to come. A condition for systems.
pub fn are_shaken(shaken: Res<Shaken>) -> bool {
    !shaken.0.is_empty()
}

/// Rolls for the next caster. One in each run, so that forecasts add up the results of each.
pub fn roll(
    field: Field,
    mut shaken: ResMut<Shaken>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    if shaken.0.is_empty() {
        return;
    }
    let who = field.combatant(shaken.0.remove(0));
    if !who.casting.is_under_way() {
        return;
    }
    let most = casting::kept_by_hit(who.stats().wil);
    let keeps = percent_roll::roll(
        (who.id(), "concentration".to_owned()),
        percent_roll::check("3x WIL", most, ("", 0, RR05), [0, 100]),
        [CONCENTRATES, LOSES_THE_SPELL],
        &[R005, RR05],
        &mut cup,
        &mut scribe,
    );
    if !keeps {
        let (mut casting, mut energy) = (*who.casting, *who.energy);
        casting.lose(who.id(), &mut energy, &mut scribe, &[R005, RR05]);
        let entity = who.body.entity;
        commands.change(entity, move |now: &mut Casting| *now = casting);
        commands.change(entity, move |now: &mut Energy| *now = energy);
    }
}
