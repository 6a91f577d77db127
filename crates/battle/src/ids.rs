//! Small, stable identifiers, given by the battle set-up in file order.
//!
//! `Entity` never leaves the process; these do: journals, saves and cases use them.

use std::fmt;

use bevy_ecs::prelude::Component;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A combatant: its place in the roster, counted from 0 over all sides.
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
pub struct CombatantId(pub u16);

impl CombatantId {
    /// As an index into per-combatant lists.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for CombatantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

/// An item, counted from 0 over all combatants in roster order.
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
pub struct ItemId(pub u16);

impl ItemId {
    /// As an index into per-item lists.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

/// A side of the battle: 0 is red, 1 is blue.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    /// The first side.
    pub const RED: Self = Self(0);
    /// The second side.
    pub const BLUE: Self = Self(1);
    /// Both sides, in order.
    pub const ALL: [Self; 2] = [Self::RED, Self::BLUE];

    /// As an index into per-side lists.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other side.
    #[must_use]
    pub const fn enemy(self) -> Self {
        Self(1 - self.0)
    }

    /// "red" or "blue", as on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        if self.0 == 0 { "red" } else { "blue" }
    }
}

/// The id of a rule in its rulebook, such as `PCT-034`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
