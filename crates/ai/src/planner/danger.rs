//! What is to be feared in a cell.

use shieldwall_grid::{Cell, Map};

use super::{outlook::Foe, positioning::Positioning};

/// Metres within which others count as being about.
const ABOUT: f64 = 15.0;

/// What each enemy more than friends about costs the one who goes there.
const LONELINESS: f64 = 0.03;

impl Positioning<'_> {
    /// Harm to be expected in a cell until the next decision.
    pub(super) fn danger(&self, map: &Map, cell: Cell) -> f64 {
        self.outlook
            .foes
            .iter()
            .enumerate()
            .map(|(number, foe)| {
                let (blow, shot) = self.threat(map, number, foe, cell);
                blow.max(shot)
            })
            .sum()
    }

    /// True if an enemy can come to a cell and strike there.
    pub(super) fn is_threatened(&self, cell: Cell) -> bool {
        let comes = |foe: &Foe| {
            let far = foe.strides.within(self.last_band) + foe.reach;
            foe.field.metres(cell) <= far
        };
        self.outlook.foes.iter().any(comes)
    }

    /// More than the danger in any cell.
    pub(super) fn most_danger(&self) -> f64 {
        let foes = self.outlook.foes.iter();
        let most = foes.map(|foe| {
            let shot = foe.shot.as_ref().map_or(0.0, |shot| shot.harm);
            foe.eagerness * foe.blow.max(shot)
        });
        most.sum()
    }

    /// More than the loneliness of any cell.
    pub(super) fn most_loneliness(&self) -> f64 {
        LONELINESS * crowd(self.outlook.foes.len())
    }

    /// Harm that one enemy, the one with this number in the outlook, is likely to do in a cell: hand
    /// to hand, and with missiles.
    pub(super) fn threat(&self, map: &Map, number: usize, foe: &Foe, cell: Cell) -> (f64, f64) {
        let way = foe.field.metres(cell);
        let (stride, far) = (foe.strides.within(0), foe.strides.within(self.last_band));
        let near = if self.touches_foe(cell) && foe.touches(cell) {
            1.0
        } else if way <= stride + foe.reach {
            0.9
        } else if way <= far + foe.reach {
            // Anyone who comes from afar acts late, but comes all the same.
            0.7
        } else {
            0.1
        };
        // It attacks one of us: the more of us are as near, the less likely me.
        let others = self.lookout.friends_within(number, way + 1.5);
        let share = foe.eagerness / (1.0 + 0.4 * crowd(others));
        let shot = foe.shot.as_ref().map_or(0.0, |shot| {
            shot.harm * shot.share(map, foe.fighter.cell, cell)
        });
        (foe.blow * near * share, shot * share)
    }

    /// What it costs to be where there are more enemies than friends about.
    pub(super) fn loneliness(&self, map: &Map, cell: Cell) -> f64 {
        let foes = self
            .outlook
            .foes
            .iter()
            .filter(|foe| foe.field.metres(cell) <= ABOUT)
            .count();
        if foes == 0 {
            return 0.0;
        }
        let grid = map.grid();
        let friends = self
            .situation
            .friends
            .iter()
            .filter(|friend| f64::from(grid.distance(friend.cell, cell).milli()) <= ABOUT * 1000.0)
            .count();
        LONELINESS * crowd(foes.saturating_sub(friends + 1))
    }
}

fn crowd(count: usize) -> f64 {
    f64::from(u16::try_from(count).unwrap_or(u16::MAX))
}
