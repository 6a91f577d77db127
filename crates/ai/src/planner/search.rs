//! Where to look for enemies that nobody sees.

use std::collections::{BTreeMap, BTreeSet};

use shieldwall_battle::{Battle, CombatantId, Event, board::hostile};
use shieldwall_content::Level;
use shieldwall_grid::{Cell, ZoneId};

use super::scene::Scene;
use crate::ways::DistanceField;

/// Where an enemy was last seen.
#[derive(Clone, Debug)]
struct Trace {
    cell: Cell,
    /// Whether a friend has been at most half a zone away since.
    searched: bool,
}

/// What a side has searched in this battle, as its journal tells; each entry is read once.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    read: usize,
    traces: BTreeMap<CombatantId, Trace>,
    /// All of the own alliance.
    friends: BTreeSet<CombatantId>,
    /// Each rider with its mount.
    riding: BTreeMap<CombatantId, CombatantId>,
    /// When somebody was last near a zone, in entries of the journal.
    visits: BTreeMap<ZoneId, usize>,
}

impl Search {
    /// Reads what is new.
    pub(super) fn read(&mut self, battle: &Battle, scene: &Scene) {
        if self.read == 0 {
            let riders = scene.fighters.iter();
            self.riding = riders
                .filter_map(|fighter| Some((fighter.id, fighter.riding?)))
                .collect();
        }
        let journal = battle.journal();
        for (number, entry) in (self.read..).zip(journal.since(self.read)) {
            if entry.visible_to(Some(scene.side)) {
                self.follow(scene, number, &entry.event);
            }
        }
        self.read = journal.total();
    }

    /// Where to go to find enemies that are out of sight: to where they were last seen, as long as nobody has been
    /// there since; else to the zone that nobody has been near for longest, the nearest of those first. Empty if no
    /// way leads to any of them.
    pub(super) fn places(&self, battle: &Battle, scene: &Scene, ways: &DistanceField) -> Vec<Cell> {
        let traces: Vec<Cell> = self
            .traces
            .iter()
            .filter(|(who, trace)| !trace.searched && scene.fighter(**who).is_none())
            .map(|(_, trace)| trace.cell)
            .filter(|cell| ways.leads_to(*cell))
            .collect();
        if !traces.is_empty() {
            return traces;
        }
        let map = battle.map();
        let zones = scene.level.zones.ids().filter_map(|zone| {
            let core = scene.level.zones.core_of(zone);
            let cell = core
                .filter(|cell| map.ground(*cell).passable && ways.leads_to(*cell))
                .min_by(|a, b| ways.metres(*a).total_cmp(&ways.metres(*b)))?;
            Some((self.visits.get(&zone).copied(), cell))
        });
        let longest = zones.min_by(|a, b| {
            let nearer = || ways.metres(a.1).total_cmp(&ways.metres(b.1));
            a.0.cmp(&b.0).then_with(nearer)
        });
        longest.map(|(_, cell)| cell).into_iter().collect()
    }

    fn follow(&mut self, scene: &Scene, number: usize, event: &Event) {
        let level = &scene.level;
        match event {
            Event::Deployed(deployed) => {
                if hostile(level, deployed.side, scene.side) {
                    self.seen(deployed.who, deployed.cell);
                } else {
                    self.friends.insert(deployed.who);
                    self.visit(level, number, deployed.cell);
                }
            }
            Event::Moved { who, path, .. } => {
                for cell in path {
                    self.at(level, number, *who, *cell);
                }
            }
            Event::Placed { who, to: cell, .. } | Event::Revealed { who, cell, .. } => {
                self.at(level, number, *who, *cell);
            }
            Event::Riding { who, on, cell } => {
                match on {
                    Some(mount) => self.riding.insert(*who, *mount),
                    None => self.riding.remove(who),
                };
                self.at(level, number, *who, *cell);
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

    /// Notes where somebody is, and those that it carries.
    fn at(&mut self, level: &Level, number: usize, who: CombatantId, cell: Cell) {
        let carried = self.riding.iter().filter(|(_, mount)| **mount == who);
        let carried: Vec<CombatantId> = carried.map(|(rider, _)| *rider).collect();
        for who in std::iter::once(who).chain(carried) {
            if self.friends.contains(&who) {
                self.visit(level, number, cell);
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
    fn visit(&mut self, level: &Level, number: usize, cell: Cell) {
        let distances = &level.zone_distances;
        for trace in self.traces.values_mut() {
            trace.searched |= distances.are_near(cell, trace.cell);
        }
        for zone in distances.cores_near(cell) {
            self.visits.insert(zone, number);
        }
    }
}
