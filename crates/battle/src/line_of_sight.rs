//! How well one cell is seen from another, for the overlays of the game; every ruleset has its own
//! lines.

use shieldwall_content::Level;
use shieldwall_grid::{Cell, Cover, Map};

/// How well a cell is seen from another, and how far away it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOfSight {
    /// Whether it is seen at all.
    pub visible: bool,
    /// The cover of the one who stands there.
    pub cover: Cover,
    /// The distance, as the rules say it: "12 m", "1½ zones".
    pub distance: String,
}

impl LineOfSight {
    /// As the map has it: walls, opaque cells and heights stop a line, and distances are in metres.
    #[must_use]
    pub fn of_map(map: &Map, _level: &Level, from: Cell, to: Cell) -> Self {
        let sight = map.sight(from, to);
        Self {
            visible: sight.visible,
            cover: sight.cover,
            distance: map.range_distance(from, to).to_string(),
        }
    }
}
