//! Picking up a weapon: a roll against DEX after the reveal says when it is in hand, and if it still strikes in the round
//! (SEG-108, SEG-109, SEG-R59).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, ItemId, Roster, Scribe, Writer, inventory::give,
};

use crate::{
    combatant::multiples,
    combatant::{
        Readied,
        field::{Combatant, Field, GearDataItem},
        plan::{How, Plan, PlannedAction, Weapon},
    },
    terms::{
        rules::{R108, R109, RR59},
        words::PICKED_UP,
    },
};

/// The worst DEX level at which a weapon is picked up at all (SEG-108).
const WORST: u8 = 4;

impl Combatant<'_, '_> {
    /// The weapon that it picks up this round, with the level of its roll.
    fn reaching(&self) -> Option<(ItemId, Option<u8>)> {
        match self.plan.action {
            PlannedAction::PickUp { item, level, .. } if self.can_act() => Some((item, level)),
            _ => None,
        }
    }
}

/// True while a combatant has still to roll for its weapon. A condition for systems.
pub fn is_open(field: Field) -> bool {
    let mut all = field.active();
    all.any(|who| matches!(who.reaching(), Some((_, None))))
}

/// Rolls for the next combatant that picks up a weapon. With the best result it has it at once, and may strike.
pub fn roll(
    field: Field,
    roster: Res<Roster>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let open = field
        .active()
        .filter(|who| matches!(who.reaching(), Some((_, None))));
    let open: Vec<CombatantId> = open.map(|who| who.id()).collect();
    let Some(who) = field.in_order(open).first().copied() else {
        return;
    };
    let who = field.combatant(who);
    let PlannedAction::PickUp { item, target, .. } = who.plan.action else {
        return;
    };
    let mut here = field.lying_at(who.cell());
    let gear = here.find(|gear| *gear.id == item);
    let level = multiples::dex(&who, "DEX to pick it up", R108, &mut cup, &mut scribe);
    if let Some(gear) = gear.as_ref().filter(|_| level == 1) {
        take(&who, gear, &roster, &mut scribe, &mut commands);
    }
    let for_melee = gear.as_ref().is_none_or(|gear| gear.gear.0.melee.is_some());
    let weapon = if for_melee {
        Weapon::Item(item)
    } else {
        Weapon::Missile(item)
    };
    let action = match target {
        Some(target) if level == 1 && who.stats().attacks > 0 => PlannedAction::Attack {
            target,
            weapon,
            second: None,
            how: How::PickUp,
            place: None,
        },
        _ => PlannedAction::PickUp {
            item,
            target,
            level: Some(level),
        },
    };
    commands.change(who.body.entity, move |plan: &mut Plan| plan.action = action);
}

/// Takes a weapon from the ground in hand.
fn take(
    who: &Combatant<'_, '_>,
    gear: &GearDataItem<'_, '_>,
    roster: &Roster,
    scribe: &mut Scribe<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    let entity = roster.item(*gear.id);
    give(&mut commands.entity(entity), who.body.entity);
    commands.change(entity, |readied: &mut Readied| readied.0 = true);
    let named = (*gear.id, gear.kind.0.name.clone());
    scribe.item(who.id(), named, PICKED_UP, None, &[R109, RR59]);
}

/// Those that rolled worse have it at the end of the round.
pub fn finish(field: Field, roster: Res<Roster>, mut scribe: Scribe, mut commands: Commands) {
    let late = field.active().filter(|who| {
        let level = who.reaching().and_then(|(_, level)| level);
        level.is_some_and(|level| (2..=WORST).contains(&level))
    });
    let late: Vec<CombatantId> = late.map(|who| who.id()).collect();
    for who in field.in_order(late) {
        let who = field.combatant(who);
        let Some((item, _)) = who.reaching() else {
            continue;
        };
        let mut here = field.lying_at(who.cell());
        if let Some(gear) = here.find(|gear| *gear.id == item) {
            take(&who, &gear, &roster, &mut scribe, &mut commands);
        }
    }
}
