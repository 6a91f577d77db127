//! The combatants of a case: stat blocks with changes, and how they begin.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{
    CombatantContext, KeyPath, Table,
    suggestion::{list, quote},
};

use crate::content::{
    blocks::{Breaking, GearState, StartingCondition, StartingState, StatBlock},
    stat_block::{self, Items, StatBlockEntry},
};

/// A combatant of a case: a stat block with the keys of a unit file, as far as it is not its unit's, and
/// how it begins.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CombatantEntry {
    /// Its stat block.
    #[serde(flatten)]
    stats: StatBlockEntry,
    /// How it begins.
    start: StartEntry,
}

/// How a combatant begins.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StartEntry {
    /// Health left.
    #[schemars(range(min = 0, max = 500))]
    pub(crate) health: Option<i32>,
    /// Its state.
    pub(crate) state: StartingCondition,
    /// The letter of the mount or vehicle that it is on.
    pub(crate) riding: Option<String>,
    /// The letters of those it holds.
    #[schemars(length(max = 8))]
    pub(crate) holds: Vec<String>,
    /// Concealed from its enemies.
    pub(crate) concealed: bool,
    /// Poisoned.
    pub(crate) poisoned: bool,
    /// It has failed a morale check and means to do this.
    pub(crate) broken: Option<Breaking>,
    /// It has passed a morale check.
    pub(crate) steadied: bool,
    /// Has used up its turn of the first round.
    pub(crate) spent: bool,
    /// Distracted in the first round.
    pub(crate) distracted: bool,
    /// Intimidated until the end of its next turn.
    pub(crate) intimidated: bool,
    /// The letter of who has taunted it.
    pub(crate) taunted: Option<String>,
    /// Sprints left.
    #[schemars(range(min = 0, max = 99))]
    pub(crate) sprints: Option<u16>,
    /// Lamed in the leg.
    pub(crate) lamed: bool,
    /// How its body armour is.
    pub(crate) armour: Option<GearState>,
}

/// The stat block of a combatant, and how it begins.
pub(crate) fn read(
    entry: CombatantEntry,
    base: Option<&StatBlock>,
    context: &CombatantContext<'_>,
    table: &mut Table<'_, '_>,
) -> (StatBlock, StartingState) {
    let rides = table.path.join("rides");
    if let Some(id) = &entry.stats.rides {
        context.units.check(id, &rides, table);
    }
    let items = Items(context.items);
    let stats = stat_block::validate(
        entry.stats,
        base,
        &items,
        table.document,
        &table.path,
        table.report,
    );
    let path = table.path.join("start");
    let mut reader = StartReader {
        roster: context.roster,
        table,
    };
    let start = reader.start(entry.start, &path);
    (stats, start)
}

/// Reads how combatants begin.
struct StartReader<'r, 't, 'd> {
    /// The letters of all combatants in the order of the roster.
    roster: &'r [String],
    table: &'r mut Table<'t, 'd>,
}

impl StartReader<'_, '_, '_> {
    fn start(&mut self, entry: StartEntry, path: &KeyPath) -> StartingState {
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
            self.table
                .report
                .error(
                    self.table.document,
                    path,
                    format!("there is no combatant {}", quote(letter)),
                )
                .help(format!("there are {known}"));
        }
        u16::try_from(place?).ok()
    }
}
