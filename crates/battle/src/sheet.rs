//! Stat sheets: what the unit card shows, worked out by the ruleset.

use crate::ids::{CombatantId, ItemId};

/// Everything the card of one combatant shows.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Sheet {
    /// Whose card; `None` for a unit that is not in a battle.
    pub who: Option<CombatantId>,
    /// Name.
    pub name: String,
    /// Sections in order: characteristics, armour, skills, conditions, wounds.
    pub sections: Vec<SheetSection>,
    /// Things carried.
    pub items: Vec<SheetItem>,
}

/// A titled list of rows.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SheetSection {
    /// Title.
    pub title: &'static str,
    /// Whether its rows are the injuries by whose numbers choices name them
    /// ([`Target::Injury`](crate::Target::Injury)).
    pub injuries: bool,
    /// Rows.
    pub rows: Vec<SheetRow>,
}

/// A label with its value.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SheetRow {
    /// Label.
    pub label: String,
    /// Value.
    pub value: String,
    /// Where it comes from, for tooltips; may be empty.
    pub detail: String,
}

impl SheetRow {
    /// A row without detail.
    #[must_use]
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            value: value.into(),
            detail: String::new(),
        }
    }
}

/// A carried item.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SheetItem {
    /// Which.
    pub item: Option<ItemId>,
    /// Name.
    pub name: String,
    /// Whether it is in hand.
    pub readied: bool,
    /// Hit points left and at most.
    pub hit_points: Option<(i32, i32)>,
    /// Ammunition: "14 arrows", "3 of 6 shots, 2 spares", "unloaded".
    pub ammunition: Option<String>,
    /// What it does: "attack 55 %, 1d8+1+1d4".
    pub summary: String,
}
