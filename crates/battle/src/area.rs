//! Areas: what one attack strikes all at once.

use schemars::JsonSchema;
use serde::Serialize;
use shieldwall_grid::{Cell, ZoneId};

/// An area that an attack is aimed at or strikes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// A zone of the level.
    Zone(ZoneId),
    /// Cells around a centre.
    Cells {
        /// The cell in the middle.
        centre: Cell,
        /// All that are covered, the centre among them.
        cells: Vec<Cell>,
    },
}
