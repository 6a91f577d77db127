//! Ways on foot: what a step costs, and how far one gets (ZON-012 to ZON-016, ZON-R10, ZON-R11,
//! ZON-R78, ZON-R83).

use shieldwall_battle::{CellOption, CombatantId, MoveCost, SideId};
use shieldwall_content::terrain::Obstacle;
use shieldwall_grid::{self as grid, Cell, Direction, DoorUse, Passage, Step, Toll, TollReach};

use crate::{
    character::state::TurnState,
    context::{read::ReadContext, views::FighterView},
    movement::{
        cells::Cells,
        dangers::{Climb, Danger},
        steps::Steps,
        traffic::{FootTolls, Obstacles, Traffic},
    },
};

/// What movement is counted in.
pub const HALF_ZONES: &str = "half zones";

/// Half-zone steps that leaving a pit costs (ZON-R77).
const OUT_OF_PIT: u16 = 2;

/// The cells that a character can get to, with the ways there.
#[derive(Clone, Debug)]
pub struct Ways {
    reach: TollReach,
    /// Cells to which one step leads that takes more than is left, as the whole turn (ZON-R11).
    limped: Vec<(Cell, Toll)>,
}

impl Ways {
    /// The way to a cell in which one can stop.
    #[must_use]
    pub fn to(&self, cell: Cell) -> Option<Toll> {
        let limped = || self.limped.iter().find(|(to, _)| *to == cell);
        self.reach
            .to(cell)
            .or_else(|| limped().map(|(_, way)| *way))
    }

    /// The cells of the way to a cell, the first one left out; empty if there is none.
    #[must_use]
    pub fn path(&self, cell: Cell) -> Vec<Cell> {
        match self.reach.path(cell) {
            Some(path) => path,
            None if self.to(cell).is_some() => vec![cell],
            None => Vec::new(),
        }
    }

    /// All cells in which one can stop, with their ways.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Toll)> {
        self.reach.iter().chain(self.limped.iter().copied())
    }
}

/// Half-zone steps that a mover still has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legs {
    /// Within which an action is still possible afterwards.
    pub act: u16,
    /// At all.
    pub whole: u16,
    /// Whether it may make one step that costs more than it has, as its whole turn (ZON-R11).
    pub lame: bool,
}

impl ReadContext<'_, '_> {
    /// What is left of a mover's allowance in its turn; `sprint` counts as if it began to sprint now
    /// (ZON-R11).
    #[must_use]
    pub fn legs(&self, fighter: &FighterView<'_, '_>, sprint: bool) -> Legs {
        let times = if sprint { 2 } else { 1 };
        let whole = fighter.allowance() * times;
        let half = fighter.allowance() * times / 2;
        let turn = fighter.turn;
        // A mount may not go at full speed once a rider has acted (ZON-R73).
        let riders_acted = self
            .riders(*fighter.id)
            .into_iter()
            .any(|rider| self.fighter(rider).turn.has_acted());
        let limit = if turn.has_acted() || riders_acted {
            half
        } else {
            whole
        };
        let steady = turn.steady || self.rider_is_steady(fighter);
        let (act, whole) = if steady {
            (0, 0)
        } else {
            (
                half.saturating_sub(turn.steps),
                limit.saturating_sub(turn.steps),
            )
        };
        Legs {
            act,
            whole,
            lame: !steady && !turn.has_acted() && turn.steps == 0,
        }
    }

    /// Whether a rider of a mount has declared a steady shot, so that the mount may not step.
    fn rider_is_steady(&self, fighter: &FighterView<'_, '_>) -> bool {
        fighter.carries_riders()
            && self
                .riders(*fighter.id)
                .into_iter()
                .any(|rider| self.fighter(rider).turn.steady)
    }

    /// Whether a character can move at all in its own turn as things stand.
    #[must_use]
    pub fn can_walk(&self, fighter: &FighterView<'_, '_>) -> bool {
        fighter.is_fighting()
            && !fighter.is_grabbed()
            && !fighter.turn.rooted
            && fighter.riding.0.is_none()
            && (!fighter.is_vehicle() || self.is_driven(*fighter.id))
    }

    /// Whether nothing but others stands in the way of one step: all cells that are entered are
    /// passable, no barrier is crossed, and the height can be climbed or fallen down.
    #[must_use]
    pub fn may_cross(&self, fighter: &FighterView<'_, '_>, from: Cell, to: Cell) -> bool {
        let map = &self.board.map;
        let (Some(old), Some(new)) = (self.footprint(fighter, from), self.footprint(fighter, to))
        else {
            return false;
        };
        let Some(direction) = map.grid().direction_between(from, to) else {
            return false;
        };
        let stepped = |cell: &Cell| {
            // Every cell moves by the same step; cells already covered are no matter.
            map.step(*cell, direction)
                .is_some_and(|step| new.contains(&step.to))
                || map
                    .grid()
                    .neighbour(*cell, direction)
                    .is_some_and(|next| old.contains(&next))
        };
        old.iter().all(stepped)
            && new.iter().all(|cell| map.ground(*cell).passable)
            && self.climb(from, to) != Climb::Never
    }

    /// The same by the steps of the map, which is quicker.
    pub(crate) fn crosses(
        &self,
        fighter: &FighterView<'_, '_>,
        steps: &Steps,
        (from, direction): (Cell, Direction),
        to: Cell,
    ) -> bool {
        if fighter.across.0 > 1 {
            return self.may_cross(fighter, from, to);
        }
        let facts = steps.facts(from, direction);
        facts.open && facts.climb != Climb::Never
    }

    /// Half-zone steps of one step, surcharges counted (ZON-R10, ZON-R77, ZON-R78).
    #[must_use]
    pub fn step_cost(&self, from: Cell, to: Cell) -> u16 {
        if self.hazard(from) == Some(Danger::Pit) {
            return OUT_OF_PIT;
        }
        let plain = self.board.level.zone_distances.step(from, to);
        let stairs = self.climb(from, to) == Climb::Stairs;
        if plain == 0 {
            return u16::from(stairs);
        }
        let terrain = self.board.terrain(to);
        let heavy =
            terrain.cost > 1 || matches!(terrain.obstacle, Some(Obstacle::Swim | Obstacle::Jump));
        plain + u16::from(heavy) + u16::from(stairs)
    }

    /// The ways of a mover as its side knows them: everything within its legs. Enemies who could
    /// strike are avoided where that costs no more, and so are dangers.
    #[must_use]
    pub fn ways(&self, mover: &FighterView<'_, '_>, legs: Legs, knowing: Option<SideId>) -> Ways {
        let start = mover.cell();
        let around = Obstacles::of(self, mover, knowing);
        let map = &self.board.map;
        let steps = self.steps();
        let reach = if mover.across.0 > 1 {
            let passage = |from, step: &Step| {
                self.passage((&around, &steps), mover, (from, step.direction), step.to)
            };
            grid::reach_by_toll(map, start, legs.whole, DoorUse::Leave, passage)
        } else {
            let tolls = map.cached(|map| FootTolls::of(map, &steps));
            let traffic = Traffic::of(self, &steps, &around);
            grid::reach_by_step_tolls(&tolls.0, start, legs.whole, |from, to, ground| {
                traffic.on((from, to), ground)
            })
        };
        let mut limped = Vec::new();
        if legs.lame {
            for (direction, to) in map.grid().neighbours(start) {
                let (Passage::Through(way) | Passage::Stop(way)) =
                    self.passage((&around, &steps), mover, (start, direction), to)
                else {
                    continue;
                };
                if way.cost > legs.whole && !reach.gets_to(to) {
                    limped.push((to, way));
                }
            }
        }
        Ways { reach, limped }
    }

    /// What a step of a mover means to it.
    fn passage(
        &self,
        (around, steps): (&Obstacles, &Steps),
        mover: &FighterView<'_, '_>,
        (from, direction): (Cell, Direction),
        to: Cell,
    ) -> Passage<Toll> {
        let facts = steps.facts(from, direction);
        if !self.crosses(mover, steps, (from, direction), to) || around.blocked(self, mover, to) {
            return Passage::Blocked;
        }
        let ends = facts.climb == Climb::Fall || around.dangers(self, steps, mover, to);
        let way = Toll {
            cost: facts.cost,
            strikes: around.left_by(self, mover, from, to),
            risky: ends,
        };
        let occupied = around.occupied(self, mover, to);
        match (ends, occupied) {
            (true, true) => Passage::Blocked,
            (true, false) => Passage::Stop(way),
            (false, true) => Passage::CrossOnly(way),
            (false, false) => Passage::Through(way),
        }
    }

    /// Toll of a path for a mover, as its side knows what stands in the way; `None` where that blocks it.
    #[must_use]
    pub fn along(&self, mover: &FighterView<'_, '_>, path: &[Cell]) -> Option<Toll> {
        let around = Obstacles::of(self, mover, Some(mover.side()));
        let steps = self.steps();
        let (mut from, mut sum) = (mover.cell(), Toll::default());
        for &to in path {
            let direction = self.board.map.grid().direction_between(from, to)?;
            let passage = self.passage((&around, &steps), mover, (from, direction), to);
            let (Passage::Through(toll) | Passage::Stop(toll) | Passage::CrossOnly(toll)) = passage
            else {
                return None;
            };
            sum.cost += toll.cost;
            sum.strikes += toll.strikes;
            sum.risky |= toll.risky;
            from = to;
        }
        Some(sum)
    }

    /// The cells of some ways of a mover as options of an offer, in cell order, with the band each is in.
    #[must_use]
    pub fn cell_options(
        &self,
        mover: &FighterView<'_, '_>,
        ways: &Ways,
        legs: Legs,
        band_of_rest: u8,
    ) -> Vec<CellOption> {
        let unnoticed = mover.is_concealed().then(|| self.unnoticed_on(mover, ways));
        let mut options: Vec<CellOption> = ways
            .iter()
            .map(|(cell, way)| CellOption {
                cell,
                cost: MoveCost::count(way.cost, HALF_ZONES),
                band: if way.cost <= legs.act {
                    0
                } else {
                    band_of_rest
                },
                risky: way.risky || way.strikes > 0,
                hurts: way.risky,
                strikes: way.strikes,
                noticed: unnoticed
                    .as_ref()
                    .is_some_and(|unnoticed| !unnoticed.contains(&cell)),
            })
            .collect();
        options.sort_unstable_by_key(|option| option.cell);
        options
    }

    /// Those who would be left by a step, so that they may strike, in the order in which they are
    /// asked (ZON-065, ZON-R31).
    #[must_use]
    pub fn left_by(
        &self,
        mover: &FighterView<'_, '_>,
        old: &Cells,
        new: &Cells,
    ) -> Vec<CombatantId> {
        let mut left = Vec::new();
        for side in self.sides_after(mover.side()) {
            left.extend(
                self.all()
                    .filter(|other| other.side() == side && self.could_strike(other, mover))
                    .filter(|other| {
                        let at = self.cells(other);
                        self.near(&at, old) && !self.near(&at, new)
                    })
                    .map(|other| *other.id),
            );
        }
        left
    }

    /// Whether a character is ready for an opportunity attack on a mover, as far as its turn and its
    /// awareness go.
    #[must_use]
    pub fn could_strike(&self, other: &FighterView<'_, '_>, mover: &FighterView<'_, '_>) -> bool {
        self.hostile(other.side(), mover.side())
            && other.may_react()
            && other.mind.broken.is_none()
            && !mover.is_concealed()
            && !self.plan.bonus
            && other.turn.state != TurnState::Acting
    }
}
