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

/// A device of the level, by its place there, counted from 0.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct DeviceId(pub u16);

impl DeviceId {
    /// As an index into the devices of the level.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

/// A side of the battle: a warband with somebody who decides for it. 0 is red, 1 is blue, 2 is
/// green, 3 is yellow.
///
/// Rulebooks may call it a faction. Sides that a level declares allied form an alliance.
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
    /// The third side.
    pub const GREEN: Self = Self(2);
    /// The fourth side.
    pub const YELLOW: Self = Self(3);
    /// Most sides of a battle.
    pub const MOST: usize = 4;

    /// The first so many sides, in order.
    pub fn first(
        count: usize,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count.min(Self::MOST) as u8).map(Self)
    }

    /// As an index into per-side lists.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// "red", "blue", "green" or "yellow", as on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self.0 {
            0 => "red",
            1 => "blue",
            2 => "green",
            _ => "yellow",
        }
    }
}

/// A set of sides: an alliance, or those who may see something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideSet(u8);

impl SideSet {
    /// The set of one side.
    #[must_use]
    pub const fn of(side: SideId) -> Self {
        Self(1 << side.0)
    }

    /// The set with one side more.
    #[must_use]
    pub const fn with(self, side: SideId) -> Self {
        Self(self.0 | 1 << side.0)
    }

    /// Whether a side is in it.
    #[must_use]
    pub const fn contains(self, side: SideId) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// The sides, in order.
    pub fn iter(self) -> impl Iterator<Item = SideId> {
        SideId::first(SideId::MOST).filter(move |side| self.contains(*side))
    }

    /// Whether there is no side in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<SideId> for SideSet {
    fn from(side: SideId) -> Self {
        Self::of(side)
    }
}

impl FromIterator<SideId> for SideSet {
    fn from_iter<T: IntoIterator<Item = SideId>>(sides: T) -> Self {
        sides.into_iter().fold(Self::default(), Self::with)
    }
}

/// As a list of sides.
impl Serialize for SideSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for SideSet {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SideSet".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<SideId>::json_schema(generator)
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
