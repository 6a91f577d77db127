//! Riders on their mounts when a battle begins.

use bevy_ecs::world::World;
use shieldwall_content::Unit;

use crate::{
    combatant::{Allegiance, Position, Riding, Roster},
    ids::CombatantId,
    setup::UnitEntry,
};

/// Puts riders on their mounts, into their cells: first the pairs of `paired` (the mount of each combatant, by its place in
/// the roster), then each combatant whose unit `rides` another one of its side that has one of its `seats` left.
pub fn seat(
    world: &mut World,
    unit_entries: &[&UnitEntry],
    paired: impl Fn(usize) -> Option<usize>,
    rides: impl Fn(&Unit) -> Option<String>,
    seats: impl Fn(&Unit) -> u8,
) {
    let roster = world.resource::<Roster>().combatants.clone();
    let mut taken = vec![0_u8; roster.len()];
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for rider in 0..roster.len() {
        if let Some(mount) = paired(rider).filter(|mount| *mount < roster.len()) {
            taken[mount] += 1;
            pairs.push((rider, mount));
        }
    }
    let side = |world: &World, place: usize| {
        let entity = roster.get(place).copied();
        entity.and_then(|entity| world.get::<Allegiance>(entity).map(|side| side.0))
    };
    for (rider, unit_entry) in unit_entries.iter().enumerate() {
        let rides = rides(&unit_entry.unit);
        let Some(rides) = rides.filter(|_| pairs.iter().all(|(other, _)| *other != rider)) else {
            continue;
        };
        let mount = unit_entries.iter().enumerate().position(|(place, other)| {
            other.unit.id == rides
                && side(world, place) == side(world, rider)
                && taken[place] < seats(&other.unit)
        });
        if let Some(mount) = mount {
            taken[mount] += 1;
            pairs.push((rider, mount));
        }
    }
    for (rider, mount) in pairs {
        let cell = world.get::<Position>(roster[mount]).copied();
        let id = u16::try_from(mount).map(CombatantId).ok();
        let mut entity = world.entity_mut(roster[rider]);
        entity.insert(Riding(id));
        if let Some(cell) = cell {
            entity.insert(cell);
        }
    }
}
