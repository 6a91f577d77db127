//! Where to look for enemies whom nobody sees.

use std::collections::BTreeMap;

use shieldwall_battle::{Battle, CombatantId, Event, board::hostile};
use shieldwall_grid::Cell;

use super::scene::Scene;

/// How near a friend must stand to a place for it to count as searched, in half zones.
const SEARCHED: u16 = 1;
/// After how many rounds another zone is made for, when there is no trace left; friends who come near
/// one may change that sooner.
const PATIENCE: u32 = 2;

/// Where enemies that are out of sight have last been seen; once friends stand there, one zone after
/// another. Empty if friends stand near every zone.
pub(super) fn places(battle: &Battle, scene: &Scene) -> Vec<Cell> {
    let distances = &scene.level.zone_distances;
    let searched = |cell: Cell| {
        scene
            .friends()
            .any(|friend| distances.half_zones(friend.seen.cell, cell) <= SEARCHED)
    };
    let traces: Vec<Cell> = traces(battle, scene)
        .into_iter()
        .filter(|cell| !searched(*cell))
        .collect();
    if !traces.is_empty() {
        return traces;
    }
    let map = battle.map();
    let mut unsearched: Vec<Cell> = scene
        .level
        .zones
        .ids()
        .filter_map(|zone| {
            let mut core = scene.level.zones.core_of(zone);
            core.find(|cell| map.ground(*cell).passable)
        })
        .filter(|cell| !searched(*cell))
        .collect();
    if unsearched.is_empty() {
        return unsearched;
    }
    let turn = (battle.round() / PATIENCE) as usize % unsearched.len();
    vec![unsearched.swap_remove(turn)]
}

/// The last cells in which enemies were seen who are not seen now.
fn traces(battle: &Battle, scene: &Scene) -> Vec<Cell> {
    let mut last: BTreeMap<CombatantId, Cell> = BTreeMap::new();
    for entry in battle.journal().seen_by(Some(scene.side)) {
        match &entry.event {
            Event::Mustered(mustered) if hostile(&scene.level, mustered.side, scene.side) => {
                last.insert(mustered.who, mustered.cell);
            }
            Event::Moved { who, path, .. } => {
                if let (Some(seen), Some(to)) = (last.get_mut(who), path.last()) {
                    *seen = *to;
                }
            }
            Event::Placed { who, to, .. } => {
                if let Some(seen) = last.get_mut(who) {
                    *seen = *to;
                }
            }
            // Nobody looks for the dead, or for those who have left.
            Event::Vitality { who, to, .. } if !to.is_alive_here() => {
                last.remove(who);
            }
            _ => {}
        }
    }
    last.retain(|who, _| scene.figure(*who).is_none());
    last.into_values().collect()
}
