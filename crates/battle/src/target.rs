//! Targets of choices and of their fields.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_grid::{Cell, Direction, Side, ZoneId};

use crate::ids::{CombatantId, DeviceId, ItemId, SideId};

/// What a choice is aimed at.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A combatant.
    Combatant(CombatantId),
    /// A cell.
    Cell(Cell),
    /// One edge of a cell.
    Edge(Cell, Side),
    /// A device, with the cell where it is: there may be several in one.
    Device(Cell, DeviceId),
    /// A direction to face.
    Facing(Direction),
    /// An item.
    Item(ItemId),
    /// One injury of a combatant, by its number from 0.
    Injury(CombatantId, u16),
    /// A zone.
    Zone(ZoneId),
    /// A side of the battle.
    Side(SideId),
}

impl Target {
    /// The combatant that it is, or is a part of; `None` for everything else.
    #[must_use]
    pub const fn combatant(self) -> Option<CombatantId> {
        match self {
            Self::Combatant(id) | Self::Injury(id, _) => Some(id),
            _ => None,
        }
    }
}
