//! Who stands in the dark, and who sees it there (D20-R72).

use shieldwall_battle::Footing;
use shieldwall_grid::Light;

use crate::figure::battlefield::{Battlefield, Figure};

/// Cells of 1.5 m within which one knows of those in the dark.
const NEAR: u32 = 2;

impl Battlefield<'_, '_> {
    /// How bright it is for somebody where another stands: the brightest of its cells.
    #[must_use]
    pub fn light_for(&self, who: &Figure<'_, '_>, at: Footing) -> Light {
        if who.stats().darksight {
            return Light::Bright;
        }
        let cells = at.cells(self.grid()).into_iter();
        let lights = cells.map(|cell| self.board.map.ground(cell).light);
        let darkness = |light: &Light| match light {
            Light::Bright => 0,
            Light::Dim => 1,
            Light::Dark => 2,
        };
        lights.min_by_key(darkness).unwrap_or_default()
    }

    /// Whether the dark keeps somebody who stands in a place from aiming at another.
    #[must_use]
    pub fn is_lost_in_the_dark(&self, who: &Figure<'_, '_>, from: Footing, at: Footing) -> bool {
        self.light_for(who, at) == Light::Dark && self.steps(from, at) > self.cells_of(NEAR)
    }
}
