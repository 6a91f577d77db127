//! Ways that are compared by more than their length: first by cost, then by strikes on the way, then by dangers.

use crate::cell::Cell;
use crate::map::Map;
use crate::metres::Metres;
use crate::reach::{Reach, reach, reach_opening_doors};
use crate::spread::Passage;
use crate::step::{DoorUse, Step};

/// What a way takes. The order is that of preference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Toll {
    /// What the whole way costs, in whatever unit a ruleset counts it; up to 65,535.
    pub cost: u16,
    /// How often enemies could strike as one leaves or passes them; up to 127.
    pub strikes: u16,
    /// Whether it leads into a danger, or down a fall.
    pub risky: bool,
}

impl Toll {
    /// As a cost of the search, which adds those of steps: strikes and dangers count less than any cost.
    fn packed(self) -> Metres {
        let strikes = i32::from(self.strikes.min(127)) << 1;
        Metres::from_milli(i32::from(self.cost) << 8 | strikes | i32::from(self.risky))
    }

    fn unpacked(cost: Metres) -> Self {
        let packed = cost.milli();
        Self {
            cost: u16::try_from(packed >> 8).unwrap_or(u16::MAX),
            strikes: u16::try_from(packed >> 1 & 127).unwrap_or(0),
            risky: packed & 1 == 1,
        }
    }

    /// As much as any way of so much cost.
    fn within(cost: u16) -> Metres {
        Metres::from_milli(i32::from(cost) << 8 | 255)
    }
}

/// The cells that a mover can get to, with what the best way there takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TollReach(Reach);

/// Where a mover can get from a cell within a cost; see [`reach`]. A danger may come only once on a way: it must end
/// there.
pub fn reach_by_toll(
    map: &Map,
    from: Cell,
    budget: u16,
    doors: DoorUse,
    mut passage: impl FnMut(Cell, &Step) -> Passage<Toll>,
) -> TollReach {
    let cost = |from, step: &Step| passage(from, step).map(Toll::packed);
    let budget = Toll::within(budget);
    TollReach(match doors {
        DoorUse::Leave => reach(map, from, budget, cost),
        DoorUse::Open => reach_opening_doors(map, from, budget, cost),
    })
}

impl TollReach {
    /// Where the mover starts.
    #[must_use]
    pub const fn origin(&self) -> Cell {
        self.0.origin()
    }

    /// Whether the mover gets to a cell at all, to stop or to go on.
    #[must_use]
    pub fn gets_to(&self, cell: Cell) -> bool {
        self.0.cost(cell).is_some()
    }

    /// What the best way takes to a cell in which the mover can stop; `None` for the origin.
    #[must_use]
    pub fn to(&self, cell: Cell) -> Option<Toll> {
        let cost = self.0.cost(cell).filter(|_| self.0.can_stop(cell));
        cost.filter(|_| cell != self.origin()).map(Toll::unpacked)
    }

    /// The cells of the best way to a cell, the first one left out; `None` if there is none.
    #[must_use]
    pub fn path(&self, cell: Cell) -> Option<Vec<Cell>> {
        self.0.path(cell)
    }

    /// All cells in which the mover can stop but the origin, in their order, with what the ways take.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Toll)> {
        let stops = self.0.stops();
        let others = stops.filter(|(cell, _)| *cell != self.origin());
        others.map(|(cell, cost)| (cell, Toll::unpacked(cost)))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Grid, Layout};

    /// Of two ways that cost the same, that with fewer strikes is taken, and a danger before a detour.
    #[test]
    fn strikes_count_after_the_cost_and_before_dangers() {
        let map = Map::open(Grid::new(Layout::Square, 3, 3, Metres::from_milli(1500)).unwrap());
        let at = |column, row| map.grid().cell(column, row).unwrap();
        let guarded = at(1, 0);
        let ways = reach_by_toll(&map, at(0, 0), 4, DoorUse::Leave, |_, step| {
            if step.side.is_none() {
                return Passage::Blocked;
            }
            let toll = Toll {
                cost: 1,
                strikes: u16::from(step.to == guarded),
                risky: step.to == at(2, 2),
            };
            Passage::Through(toll)
        });
        let toll = |cost, strikes, risky| {
            Some(Toll {
                cost,
                strikes,
                risky,
            })
        };
        assert_eq!(ways.to(at(1, 1)), toll(2, 0, false));
        assert_eq!(ways.path(at(1, 1)), Some(vec![at(0, 1), at(1, 1)]));
        assert_eq!(
            ways.to(at(2, 0)),
            toll(2, 1, false),
            "no longer way for the sake of a strike"
        );
        assert_eq!(ways.to(at(2, 2)), toll(4, 0, true));
        assert_eq!(ways.to(ways.origin()), None);
        assert_eq!(ways.iter().count(), 8);
        assert!(
            Toll::default()
                < Toll {
                    risky: true,
                    ..Toll::default()
                }
        );
    }
}
