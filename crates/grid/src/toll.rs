//! Ways that are compared by more than their length: first by cost, then by strikes on the way, then by dangers.

use crate::cell::Cell;
use crate::map::Map;
use crate::metres::Metres;
use crate::reach::{Reach, reach, reach_opening_doors, with_scratch};
use crate::spread::Passage;
use crate::step::{DoorUse, Step};
use crate::step_costs::StepCosts;

/// Strikes that are told apart.
const MOST_STRIKES: i32 = 127;
/// Bits for the dangers of a way, which are added up, and where its cost begins, above those for strikes.
const DANGER_BITS: u32 = 7;
const COST_BIT: u32 = 14;

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
        let strikes = i32::from(self.strikes).min(MOST_STRIKES) << DANGER_BITS;
        Metres::from_milli(i32::from(self.cost) << COST_BIT | strikes | i32::from(self.risky))
    }

    fn unpacked(cost: Metres) -> Self {
        let packed = cost.milli();
        Self {
            cost: u16::try_from(packed >> COST_BIT).unwrap_or(u16::MAX),
            strikes: u16::try_from(packed >> DANGER_BITS & MOST_STRIKES).unwrap_or(0),
            risky: packed & ((1 << DANGER_BITS) - 1) != 0,
        }
    }

    /// As much as any way of so much cost.
    fn within(cost: u16) -> Metres {
        Metres::from_milli(i32::from(cost) << COST_BIT | ((1 << COST_BIT) - 1))
    }
}

/// The cells that a mover can get to, with what the best way there takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TollReach(Reach);

/// What every step of a map takes on empty ground, as long as the map stays as it is.
#[derive(Debug, Clone)]
pub struct StepTolls(StepCosts);

impl StepTolls {
    /// Asks for the toll of every step that the map allows; each costs something.
    #[must_use]
    pub fn of(
        map: &Map,
        doors: DoorUse,
        mut passage: impl FnMut(Cell, &Step) -> Passage<Toll>,
    ) -> Self {
        let costs = StepCosts::of(map, doors, |from, step| {
            passage(from, step).map(Toll::packed)
        });
        Self(costs.with_surcharges(MOST_STRIKES.unsigned_abs() << DANGER_BITS))
    }
}

/// Where a mover can get from a cell within a cost; see [`reach`].
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

/// The same by the tolls of a map. `traffic` says what a step from a cell into another means with those who are about: it
/// may block it, forbid to stop or to go on, and add strikes.
pub fn reach_by_step_tolls(
    tolls: &StepTolls,
    from: Cell,
    budget: u16,
    mut traffic: impl FnMut(Cell, Cell, Passage<Toll>) -> Passage<Toll>,
) -> TollReach {
    let traffic = |from, to, passage: Passage| {
        traffic(from, to, passage.map(Toll::unpacked)).map(Toll::packed)
    };
    TollReach(with_scratch(|scratch| {
        scratch.reach_by_steps(&tolls.0, from, Toll::within(budget), traffic)
    }))
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

    /// The first step of the best way to each cell in which the mover can stop but the origin, in their order.
    #[must_use]
    pub fn first_steps(&self) -> Vec<(Cell, Cell)> {
        self.0.first_steps()
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
        let tolls = StepTolls::of(&map, DoorUse::Leave, |_, step| {
            if step.side.is_none() {
                return Passage::Blocked;
            }
            let toll = Toll {
                cost: 1,
                strikes: 0,
                risky: step.to == at(2, 2),
            };
            Passage::Through(toll)
        });
        let ways = reach_by_step_tolls(&tolls, at(0, 0), 4, |_, to, passage| {
            passage.map(|toll| Toll {
                strikes: u16::from(to == guarded),
                ..toll
            })
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
        // Two dangers on a way are no strike.
        let tolls = StepTolls::of(&map, DoorUse::Leave, |_, _| {
            Passage::Through(Toll {
                risky: true,
                cost: 1,
                strikes: 0,
            })
        });
        let burning = reach_by_step_tolls(&tolls, at(0, 0), 4, |_, _, passage| passage);
        assert_eq!(burning.to(at(2, 2)), toll(2, 0, true));
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
