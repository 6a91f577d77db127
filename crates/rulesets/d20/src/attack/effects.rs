//! What attacks do, all of one number together (D20-021, D20-024, D20-025).

use std::sync::Arc;

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Flow, Roster, Scribe, Vitality, Writer};

use crate::{
    attack::{Aiming, Attack, Manner, brawl, mighty_blow::Row},
    content::{blocks::Weapon, item_block::ItemBlock},
    figure::{
        Build, Gear, Singling,
        wounds::{Lodged, LodgedMissile},
    },
    harm::victim::{Victim, VictimItem},
    terms::{
        conditions::{LODGED, SINGLING},
        rules::{R021, R036, R070, R105, R163, R165, RR34, RR53},
    },
};

/// The attacks in their order.
pub fn in_order<'a>(attacks: impl IntoIterator<Item = &'a Attack>) -> Vec<&'a Attack> {
    let mut attacks: Vec<&Attack> = attacks.into_iter().collect();
    attacks.sort_by_key(|attack| attack.number);
    attacks
}

/// Subtracts damage from hit points and CON, and applies stuns and knock-outs.
pub fn apply(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    flow: Res<Flow>,
    mut victims: Query<Victim>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        if let Ok(mut victim) = victims.get_mut(roster.combatant(attack.target)) {
            strike(attack, flow.round, &mut victim, &mut scribe);
        }
        if let Ok(mut striker) = victims.get_mut(roster.combatant(attack.who)) {
            striker.lose(attack.recoil, None, &mut scribe, &[R165]);
        }
    }
}

fn strike(
    attack: &Attack,
    round: u32,
    victim: &mut VictimItem<'_, '_>,
    scribe: &mut Scribe<'_, '_>,
) {
    let lost = attack.damage.unwrap_or(0);
    let left = victim.points.current;
    if attack.manner == Manner::Subdue {
        victim.subdue(lost, attack.who, scribe);
    } else {
        victim.lose(lost, Some(attack.who), scribe, &[R021]);
        victim.give_in(scribe);
    }
    if let Some(constitution) = attack.constitution {
        victim.lose_constitution(constitution, attack.who, scribe, R036);
    }
    if attack.weapon.brawls() && lost > 0 {
        if let Some(rounds) = attack.out_for {
            victim.knock_out(round + rounds, scribe);
        } else if brawl::stuns(lost, left, attack.is_natural_20()) {
            victim.stun(round + brawl::STUN, scribe, R163);
        }
    }
    let Some(blow) = attack.blow else {
        return;
    };
    let rule = blow.row.rule();
    victim.lose_constitution(blow.row.constitution(), attack.who, scribe, rule);
    if blow.stun > 0 {
        victim.stun(round + blow.stun, scribe, rule);
    }
    match (blow.row, blow.failed) {
        (Row::DeadlyBlow | Row::Mangled, _) | (Row::IncapacitatingStrike, true) => {
            victim.drop_to(Vitality::Dead, scribe, rule);
        }
        (Row::IncapacitatingStrike, false) | (Row::CrushingBlow, true) => {
            victim.drop_to(Vitality::Unconscious, scribe, rule);
        }
        _ => {}
    }
}

/// Leaves flesh wounds: after the throws against death, which do not suffer by them yet (D20-R26).
pub fn wound_flesh(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut victims: Query<Victim>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        if attack.blow.is_some_and(|blow| blow.row.wounds_flesh())
            && let Ok(mut victim) = victims.get_mut(roster.combatant(attack.target))
        {
            victim.wound_flesh(&mut scribe);
        }
    }
}

/// Leaves missiles in those that a natural 20 has hurt, unless a throw has turned the Mighty Blow aside (D20-070,
/// D20-R34).
pub fn lodge(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    weapons: Query<&Gear>,
    mut targets: Query<(&CombatantId, &Build, &Vitality, &mut Lodged)>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        let Weapon::Item(item) = attack.weapon else {
            continue;
        };
        let Ok(gear) = weapons.get(roster.item(item)) else {
            continue;
        };
        let Some((damage, thrown)) = lodging(attack, &gear.0) else {
            continue;
        };
        let Ok((who, build, vitality, mut lodged)) =
            targets.get_mut(roster.combatant(attack.target))
        else {
            continue;
        };
        if !build.0.vitals() || !vitality.is_alive_here() {
            continue;
        }
        lodged.0.push(LodgedMissile {
            damage,
            item: thrown.then_some(item),
        });
        scribe.condition(*who, LODGED, true, &[R070, RR34]);
    }
}

/// The plain damage of the missile that an attack leaves in its target, and whether it is the weapon itself.
fn lodging(attack: &Attack, block: &Arc<ItemBlock>) -> Option<(shieldwall_dice::DiceExpr, bool)> {
    let missile = block.missile.as_ref().filter(|missile| missile.lodges)?;
    (attack.missile && attack.is_natural_20() && attack.damage > Some(0) && !attack.turned_aside)
        .then(|| (missile.damage.clone(), missile.thrown))
}

/// Those who have singled out one of several are open to the others until their next action (D20-105, D20-R53).
pub fn single_out(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    mut figures: Query<&mut Singling>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        if attack.aiming != Aiming::SinglesOut {
            continue;
        }
        if let Ok(mut singling) = figures.get_mut(roster.combatant(attack.who)) {
            singling.0 = Some(attack.target);
            scribe.condition(attack.who, SINGLING, true, &[R105, RR53]);
        }
    }
}

/// Ends the attention to one enemy of all combatants that have just fallen: they mind none.
pub fn mind_nobody(
    roster: Res<Roster>,
    mut figures: Query<(&CombatantId, &Vitality, &mut Singling)>,
    mut scribe: Scribe,
) {
    for entity in &roster.combatants {
        let Ok((who, vitality, mut singling)) = figures.get_mut(*entity) else {
            continue;
        };
        if *vitality != Vitality::Active && singling.0.is_some() {
            singling.0 = None;
            scribe.condition(*who, SINGLING, false, &[RR53]);
        }
    }
}
