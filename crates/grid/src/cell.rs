//! The number of a cell.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Index of a cell in its map, row by row from the top left, starting at 0.
///
/// A number that does not belong to a map is harmless: queries answer as for a cell off the map.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
#[schemars(
    description = "Number of a cell of the level's map: row by row from the top left, from 0."
)]
pub struct Cell(pub u16);

impl Cell {
    /// The number as an index into slices that hold one entry per cell.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
