//! The combatants of a case under the zones ruleset.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Unit,
    case_file::{CombatantEntry, ZonesStartEntry},
    case_keys::OwnKeys,
    document::Document,
    key_path::KeyPath,
    level_reader,
    report::Report,
    suggestion::{self, list, quote},
    zones::{self, Settings, StartingState, StatBlock},
    zones_stat_block::{self, ZonesItems},
};

/// The keys of cases that this ruleset alone reads.
pub(crate) static KEYS: OwnKeys = OwnKeys {
    ruleset: zones::ID,
    settings: "zones",
    file: &["zone_map", "exits", "device", "thing"],
    combatant: &["zones", "start"],
    combatants_are: "under zones, health and items are written in \
                     `zones = { health = 9, items = [\"sword_broad\"] }`, \
                     and how it begins in `start = { health = 7 }`",
};

/// Reports ids of units that nobody in the case has. Whoever is no unit is known by its letter,
/// written small.
pub(crate) fn check_units(
    settings: Option<&Settings>,
    combatants: &BTreeMap<String, CombatantEntry>,
    document: &Document<'_>,
    report: &mut Report,
) {
    let table = KeyPath::from(["combatant"]);
    let unit_of = |letter: &str| table.join(letter).join("unit");
    if combatants
        .keys()
        .any(|letter| report.is_spoilt(&unit_of(letter)))
    {
        return;
    }
    let known: BTreeSet<String> = combatants
        .iter()
        .map(|(letter, entry)| entry.unit.clone().unwrap_or_else(|| letter.to_lowercase()))
        .collect();
    let mut named = settings.map(level_reader::units_named).unwrap_or_default();
    for (letter, entry) in combatants {
        let rides = entry.zones.as_ref().and_then(|zones| zones.rides.as_ref());
        let path = || table.join(letter.as_str()).join("zones").join("rides");
        named.extend(rides.map(|id| (path(), id)));
    }
    for (path, id) in named {
        if !known.contains(id) {
            let known = known.iter().map(String::as_str);
            report
                .error(
                    document,
                    &path,
                    format!("no combatant is a unit {}", quote(id)),
                )
                .help(suggestion::help(id, known, "units here"));
        }
    }
}

/// Reads combatants.
pub(crate) struct CombatantReader<'r> {
    pub(crate) items: ZonesItems<'r>,
    /// The letters of all combatants in the order of the roster.
    pub(crate) roster: &'r [String],
    pub(crate) document: &'r Document<'r>,
    pub(crate) report: &'r mut Report,
}

impl CombatantReader<'_> {
    /// The stat block of a combatant, and how it begins.
    pub(crate) fn read(
        &mut self,
        entry: CombatantEntry,
        base: Option<&Unit>,
        path: &KeyPath,
    ) -> (StatBlock, StartingState) {
        let stats = zones_stat_block::validate(
            entry.zones.unwrap_or_default(),
            base.and_then(|base| base.zones.as_ref()),
            &self.items,
            self.document,
            &path.join("zones"),
            self.report,
        );
        let start = self.start(entry.start.unwrap_or_default(), &path.join("start"));
        (stats, start)
    }

    fn start(&mut self, entry: ZonesStartEntry, path: &KeyPath) -> StartingState {
        let holds = path.join("holds");
        StartingState {
            health: entry.health,
            state: entry.state,
            riding: entry
                .riding
                .and_then(|letter| self.place(&letter, &path.join("riding"))),
            holds: entry
                .holds
                .iter()
                .enumerate()
                .filter_map(|(index, letter)| self.place(letter, &holds.join(index)))
                .collect(),
            concealed: entry.concealed,
            poisoned: entry.poisoned,
            broken: entry.broken,
            steadied: entry.steadied,
            spent: entry.spent,
            distracted: entry.distracted,
            intimidated: entry.intimidated,
            taunted: entry
                .taunted
                .and_then(|letter| self.place(&letter, &path.join("taunted"))),
            sprints: entry.sprints,
            lamed: entry.lamed,
            lost_hands: 0,
            initiative: None,
            gear: Vec::new(),
            armour: entry.armour,
        }
    }

    /// The place of a combatant in the roster; reports a letter that nobody has.
    fn place(&mut self, letter: &str, path: &KeyPath) -> Option<u16> {
        let place = self.roster.iter().position(|other| other == letter);
        if place.is_none() {
            let known = list(self.roster.iter().map(String::as_str));
            self.report
                .error(
                    self.document,
                    path,
                    format!("there is no combatant {}", quote(letter)),
                )
                .help(format!("there are {known}"));
        }
        u16::try_from(place?).ok()
    }
}
