//! Giving ground: slowly, fast or at a run (D20-121 to D20-124, D20-R60, D20-R61).

use shieldwall_content::terrain::Obstacle;
use shieldwall_grid::Cell;

use crate::figure::battlefield::Battlefield;

impl Battlefield<'_, '_> {
    /// What the ground does to the DEX roll of somebody who retreats fast from a cell (D20-R61).
    #[must_use]
    pub fn footing_modifier(&self, cell: Cell) -> i32 {
        let terrain = self.board.terrain(cell);
        if terrain.slippery || terrain.obstacle == Some(Obstacle::Swim) {
            -4
        } else if terrain.cost > 1 || terrain.stairs {
            -2
        } else {
            0
        }
    }
}
