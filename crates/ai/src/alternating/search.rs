//! Where to look for enemies whom nobody sees.

use std::collections::{BTreeMap, BTreeSet};

use shieldwall_battle::{Battle, CombatantId, Event, board::hostile};
use shieldwall_grid::{Cell, ZoneId};

use super::scene::Scene;
use crate::ways::DistanceField;

/// How near a friend must have come to a place for it to count as searched, in half zones.
const SEARCHED: u16 = 1;

/// Where to go to find enemies that are out of sight: to where they were last seen, as long as nobody has
/// been there since; else to the zone that nobody has been near for longest, the nearest of those first.
/// Empty if no way leads to any of them.
pub(super) fn places(battle: &Battle, scene: &Scene, ways: &DistanceField) -> Vec<Cell> {
    let search = Search::so_far(battle, scene);
    let traces: Vec<Cell> = search
        .traces
        .iter()
        .filter(|(who, trace)| !trace.searched && scene.figure(**who).is_none())
        .map(|(_, trace)| trace.cell)
        .filter(|cell| ways.leads_to(*cell))
        .collect();
    if !traces.is_empty() {
        return traces;
    }
    let map = battle.map();
    let zones = scene.level.zones.ids().filter_map(|zone| {
        let cell = scene
            .level
            .zones
            .core_of(zone)
            .filter(|cell| map.ground(*cell).passable && ways.leads_to(*cell))
            .min_by(|a, b| ways.metres(*a).total_cmp(&ways.metres(*b)))?;
        Some((search.visits.get(&zone).copied(), cell))
    });
    zones
        .min_by(|a, b| {
            let nearer = || ways.metres(a.1).total_cmp(&ways.metres(b.1));
            a.0.cmp(&b.0).then_with(nearer)
        })
        .map(|(_, cell)| vec![cell])
        .unwrap_or_default()
}

/// Where an enemy was last seen.
struct Trace {
    cell: Cell,
    /// Whether a friend has been near it since.
    searched: bool,
}

/// What a side has searched in this battle, as its journal tells.
struct Search<'a> {
    scene: &'a Scene,
    traces: BTreeMap<CombatantId, Trace>,
    /// Everyone of the own alliance.
    friends: BTreeSet<CombatantId>,
    /// Who rides on whom.
    riding: BTreeMap<CombatantId, CombatantId>,
    /// When somebody was last near a zone, in lines of the journal.
    visits: BTreeMap<ZoneId, usize>,
}

impl<'a> Search<'a> {
    fn so_far(battle: &Battle, scene: &'a Scene) -> Self {
        let mut search = Self {
            scene,
            traces: BTreeMap::new(),
            friends: BTreeSet::new(),
            riding: BTreeMap::new(),
            visits: BTreeMap::new(),
        };
        // Those who sat in the saddle from the start.
        let mounted = |who: CombatantId| {
            let mut entries = battle.journal().entries().iter();
            !entries.any(
                |entry| matches!(entry.event, Event::Riding { who: rider, .. } if rider == who),
            )
        };
        let riders = scene.figures.iter().map(|figure| figure.seen);
        search.riding = riders
            .filter_map(|seen| Some((seen.id, seen.riding?)))
            .filter(|(rider, _)| mounted(*rider))
            .collect();
        for (line, entry) in battle.journal().seen_by(Some(scene.side)).enumerate() {
            search.follow(line, &entry.event);
        }
        search
    }

    fn follow(&mut self, line: usize, event: &Event) {
        match event {
            Event::Deployed(deployed) => {
                if hostile(&self.scene.level, deployed.side, self.scene.side) {
                    self.seen(deployed.who, deployed.cell);
                } else {
                    self.friends.insert(deployed.who);
                    self.visit(line, deployed.cell);
                }
            }
            Event::Moved { who, path, .. } => {
                for cell in path {
                    self.at(line, *who, *cell);
                }
            }
            Event::Placed { who, to: cell, .. } | Event::Revealed { who, cell, .. } => {
                self.at(line, *who, *cell);
            }
            Event::Riding { who, on, cell } => {
                match on {
                    Some(mount) => self.riding.insert(*who, *mount),
                    None => self.riding.remove(who),
                };
                self.at(line, *who, *cell);
            }
            // It is known to have been there until now.
            Event::Condition { who, on: true, .. } => {
                if let Some(trace) = self.traces.get_mut(who) {
                    trace.searched = false;
                }
            }
            // Nobody looks for the dead, or for those who have left.
            Event::Vitality { who, to, .. } if !to.is_alive_here() => {
                self.traces.remove(who);
            }
            _ => {}
        }
    }

    /// Notes where somebody is, and the one who it carries.
    fn at(&mut self, line: usize, who: CombatantId, cell: Cell) {
        let carried = self.riding.iter().filter(|(_, mount)| **mount == who);
        let carried: Vec<CombatantId> = carried.map(|(rider, _)| *rider).collect();
        for who in std::iter::once(who).chain(carried) {
            if self.friends.contains(&who) {
                self.visit(line, cell);
            } else {
                self.seen(who, cell);
            }
        }
    }

    fn seen(&mut self, who: CombatantId, cell: Cell) {
        let searched = false;
        self.traces.insert(who, Trace { cell, searched });
    }

    /// A friend has come here.
    fn visit(&mut self, line: usize, cell: Cell) {
        let distances = &self.scene.level.zone_distances;
        for trace in self.traces.values_mut() {
            trace.searched |= distances.half_zones(cell, trace.cell) <= SEARCHED;
        }
        for zone in self.scene.level.zones.ids() {
            if distances.to_core(cell, zone) <= SEARCHED {
                self.visits.insert(zone, line);
            }
        }
    }
}
