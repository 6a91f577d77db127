//! The combatants of a case: stat blocks with changes, and how they begin.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{CombatantContext, Table, quantity, suggestion::quote};

use crate::content::{
    blocks::{self, Start, StatBlock},
    unit_table::StatBlockEntry,
};

/// A combatant of a case: the keys of a unit's table, as far as it differs, and how it begins.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CombatantEntry {
    /// Its stat block, as far as it is not its unit's.
    stats: StatBlockEntry,
    /// How it begins.
    start: Start,
}

impl CombatantEntry {
    pub(crate) fn read(
        self,
        base: Option<&StatBlock>,
        context: &CombatantContext<'_>,
        table: &mut Table<'_, '_>,
    ) -> (StatBlock, Start) {
        for (key, name) in [
            ("facing", &self.start.facing),
            ("astride", &self.start.astride),
        ] {
            let Some(name) = name else { continue };
            if blocks::direction(context.grid, name).is_none() {
                let at = table.path.join("start").join(key);
                let message = format!("there is no direction {} on this map", quote(name));
                let known = context.grid.layout().direction_names().join(", ");
                table
                    .report
                    .error(table.document, &at, message)
                    .help(format!("its directions are {known}"));
            }
        }
        for (index, dice) in self.start.lodged.iter().enumerate() {
            let at = table.path.join("start").join("lodged").join(index);
            quantity::plain_damage(dice, table.document, &at, table.report);
        }
        let mut stats = Table {
            document: table.document,
            path: table.path.join("stats"),
            report: table.report,
        };
        let stats = self.stats.validate(base, context.items, &mut stats);
        (stats, self.start)
    }
}
