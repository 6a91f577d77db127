//! Crossbows: shot once, and loaded again at the end of the round (D20-034, D20-035, D20-R84).

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    CarriedBy, CombatantId, Event, Flow, ItemId, ItemKind, Roster, Scribe, Vitality, Writer,
};

use crate::{
    attack::{Attack, effects::in_order},
    content::{blocks::Weapon, item_block::Reload},
    figure::{
        Gear, Loading, Readied,
        arms::Arm,
        battlefield::Battlefield,
        round::{Exertion, Task},
    },
    terms::rules::{R034, R035, RR84},
};

impl Battlefield<'_, '_> {
    /// Whether an arm is ready to be shot: it needs no loading, or is loaded.
    #[must_use]
    pub fn is_loaded(&self, arm: &Arm) -> bool {
        let gear = arm.item().and_then(|item| self.item(item));
        gear.is_none_or(|gear| gear.loading.loaded)
    }
}

/// Empties the weapons that have been shot and must be loaded again.
pub fn empty(
    attacks: Query<&Attack>,
    roster: Res<Roster>,
    flow: Res<Flow>,
    mut weapons: Query<(&Gear, &ItemKind, &mut Loading)>,
    mut scribe: Scribe,
) {
    for attack in in_order(attacks) {
        let Weapon::Item(item) = attack.weapon else {
            continue;
        };
        let Ok((gear, kind, mut loading)) = weapons.get_mut(roster.item(item)) else {
            continue;
        };
        let must_load = gear
            .0
            .missile
            .as_ref()
            .is_some_and(|missile| missile.reload != Reload::None);
        if !attack.missile || !must_load || !loading.loaded {
            continue;
        }
        loading.loaded = false;
        loading.shot = flow.round;
        write(attack.who, item, kind, false, &mut scribe);
    }
}

fn write(
    who: CombatantId,
    item: ItemId,
    kind: &ItemKind,
    reloaded: bool,
    scribe: &mut Scribe<'_, '_>,
) {
    let event = Event::Ammunition {
        who,
        item,
        name: kind.0.name.clone(),
        left: u16::from(reloaded),
        reloaded,
    };
    let rules = if reloaded { [R035, RR84] } else { [R034, RR84] };
    scribe.write(event, &rules);
}

/// A weapon that may be loaded.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Bow {
    id: &'static ItemId,
    kind: &'static ItemKind,
    gear: &'static Gear,
    readied: &'static Readied,
    carried_by: &'static CarriedBy,
    loading: &'static mut Loading,
}

/// One who may load.
#[derive(QueryData)]
pub struct Loader {
    id: &'static CombatantId,
    vitality: &'static Vitality,
    exertion: &'static Exertion,
    task: &'static Task,
}

/// Loads the weapons in hand of those who have stood still enough. A stun is no hindrance.
pub fn load(
    roster: Res<Roster>,
    flow: Res<Flow>,
    loaders: Query<Loader>,
    mut bows: Query<Bow>,
    hands: Query<(&Gear, &Readied, &CarriedBy)>,
    mut scribe: Scribe,
) {
    for entity in &roster.items {
        let Ok(mut bow) = bows.get_mut(*entity) else {
            continue;
        };
        let Some(missile) = bow.gear.0.missile.as_ref().filter(|_| !bow.loading.loaded) else {
            continue;
        };
        let Ok(who) = loaders.get(bow.carried_by.0) else {
            continue;
        };
        let full: u8 = hands
            .iter()
            .filter(|(_, readied, carried_by)| readied.0 && carried_by.0 == bow.carried_by.0)
            .map(|(gear, ..)| gear.0.hands)
            .sum();
        let others = full - bow.gear.0.hands.min(full);
        let moved = who.exertion.moved && *who.task == Task::None;
        let can = match missile.reload {
            Reload::None => true,
            Reload::OneHand => !(moved && who.exertion.spent),
            Reload::TwoHands => !moved && others == 0,
            Reload::WholeRound => !moved && others == 0 && bow.loading.shot < flow.round,
        };
        let able = *who.vitality == Vitality::Active;
        if able && can && bow.readied.0 {
            bow.loading.loaded = true;
            write(*who.id, *bow.id, bow.kind, true, &mut scribe);
        }
    }
}
