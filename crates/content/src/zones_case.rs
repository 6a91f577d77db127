//! The combatants of a case under the zones ruleset.

use crate::{
    Unit,
    case_file::{CombatantEntry, ZonesStartEntry},
    document::Document,
    key_path::KeyPath,
    report::Report,
    suggestion::{list, quote},
    zones::{StartingState, StatBlock},
    zones_stat_block::{self, ZonesItems},
};

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
