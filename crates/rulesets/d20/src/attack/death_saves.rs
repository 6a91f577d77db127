//! Throws against death after attacks (D20-064).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, DiceCup, Roster, Scribe};

use crate::{
    attack::{Attack, effects::in_order},
    harm::{death::throw_for, victim::Victim},
};

/// Throws for all who were struck down to 0 hit points or less, in the order of equals (D20-064).
pub fn saves(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut victims: Query<Victim>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let attacks = in_order(attacks);
    let struck = attacks.iter().filter(|attack| attack.damage > Some(0));
    let recoiled = attacks.iter().filter(|attack| attack.recoil > 0);
    let recoiled = recoiled.map(|attack| attack.who);
    let struck: Vec<CombatantId> = struck.map(|attack| attack.target).chain(recoiled).collect();
    throw_for(struck, &roster, &mut victims, &mut cup, &mut scribe);
}
