//! Where somebody can go (D20-031, D20-049, D20-114, D20-R11, D20-R85). One search says what is offered, what is
//! legal and which way is taken.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use shieldwall_battle::{Board, CellOption, MoveCost, Vitality};
use shieldwall_content::terrain::Obstacle;
use shieldwall_grid::{self as grid, Cell, DoorUse, Passage, Step, StepTolls, Toll, TollReach};

use crate::{
    figure::{
        battlefield::{Battlefield, Figure},
        round::Intent,
        walk::{Pace, half},
    },
    movement::{charge::Charge, crowd::Crowd},
};

/// What movement is counted in.
pub const CELLS: &str = "cells";

/// What a cell of deep water costs (D20-R85).
const DEEP_WATER: u16 = 4;

/// Searches that are kept with a map: those who are asked where they go are soon asked again, and then go there.
const KEPT: usize = 16;

/// The ground of a map as it is.
struct Terrain {
    /// What its steps take while nobody is about.
    tolls: StepTolls,
    /// The latest searches, the last one first.
    latest: Mutex<VecDeque<Arc<Search>>>,
}

/// A search for ways, with all that it depends on besides the ground.
struct Search {
    origin: Cell,
    within: u16,
    closes: bool,
    crowd: Crowd,
    reach: TollReach,
}

impl Terrain {
    /// How far one gets from a cell within so many cells, through a crowd. `closes`: see [`Crowd::traffic`].
    fn search(&self, origin: Cell, within: u16, closes: bool, crowd: Crowd) -> Arc<Search> {
        let latest = || self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |known: &&Arc<Search>| {
            (known.origin, known.within, known.closes) == (origin, within, closes)
                && known.crowd == crowd
        };
        let known = latest().iter().find(is_same).cloned();
        known.unwrap_or_else(|| {
            // Not under the lock: it takes long.
            let traffic = |from, to, ground| crowd.traffic(origin, closes, (from, to), ground);
            let reach = grid::reach_by_step_tolls(&self.tolls, origin, within, traffic);
            let found = Arc::new(Search {
                origin,
                within,
                closes,
                crowd,
                reach,
            });
            let mut latest = latest();
            latest.truncate(KEPT - 1);
            latest.push_front(Arc::clone(&found));
            found
        })
    }
}

/// The most that somebody may move on its number now (D20-R11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legs {
    /// Cells after which it may still attack.
    pub act: u16,
    /// Cells at all.
    pub whole: u16,
}

impl Legs {
    /// None at all.
    pub const NONE: Self = Self { act: 0, whole: 0 };
}

/// The ways of one mover.
pub struct Ways {
    search: Arc<Search>,
    legs: Legs,
    /// Cells that it may not end in after more than half its speed, in their order (D20-R11).
    barred: Vec<Cell>,
    /// Charges, by the cell where they end: they go farther, and end with an attack (D20-044).
    charges: BTreeMap<Cell, Charge>,
    speed: u16,
}

impl Ways {
    /// What the way to a cell takes; `None` if the mover may not end there.
    #[must_use]
    pub fn to(&self, cell: Cell) -> Option<Toll> {
        let walk = || {
            let toll = self.search.reach.to(cell)?;
            self.may_end(cell, toll).then_some(toll)
        };
        let charge = self.charges.get(&cell);
        charge.map(|charge| charge.toll).or_else(walk)
    }

    fn may_end(&self, cell: Cell, toll: Toll) -> bool {
        toll.cost <= self.legs.act || self.barred.binary_search(&cell).is_err()
    }

    /// Whether the way to a cell is a charge.
    #[must_use]
    pub fn is_charge(&self, cell: Cell) -> bool {
        self.charges.contains_key(&cell)
    }

    /// Whether one who has gone to a cell may still attack.
    #[must_use]
    pub fn leaves_an_attack(&self, cell: Cell, toll: Toll) -> bool {
        toll.cost <= self.legs.act || self.is_charge(cell)
    }

    /// The cells of the way to a cell, without the first; empty if there is none.
    #[must_use]
    pub fn path(&self, cell: Cell) -> Vec<Cell> {
        if let Some(charge) = self.charges.get(&cell) {
            return charge.path.clone();
        }
        let path = self.to(cell).and_then(|_| self.search.reach.path(cell));
        path.unwrap_or_default()
    }

    /// Number of enemies that could strike at the mover on the way to a cell (D20-115, D20-R58). The search counts an
    /// enemy for each of its cells.
    #[must_use]
    pub fn strikers(&self, cell: Cell, toll: Toll) -> u16 {
        match toll.strikes {
            0 | 1 => toll.strikes,
            _ => {
                let path = self.path(cell);
                self.search.crowd.strikers_along(self.search.origin, &path)
            }
        }
    }

    /// All cells in which the mover may end.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Toll)> {
        let free =
            |(cell, toll): &(Cell, Toll)| !self.is_charge(*cell) && self.may_end(*cell, *toll);
        let charges = self
            .charges
            .values()
            .map(|charge| (charge.cell, charge.toll));
        self.search.reach.iter().filter(free).chain(charges)
    }
}

impl Battlefield<'_, '_> {
    /// The speed of somebody in cells of this map.
    #[must_use]
    pub fn speed(&self, who: &Figure<'_, '_>) -> u16 {
        u16::try_from(self.cells_of(u32::from(who.speed()))).unwrap_or(u16::MAX)
    }

    /// How far somebody may go on its number as things stand (D20-031, D20-R11).
    #[must_use]
    pub fn legs(&self, who: &Figure<'_, '_>) -> Legs {
        let (exertion, speed) = (who.round.exertion, self.speed(who));
        if !who.can_act() || who.prone.0 || exertion.moved || exertion.attacks > 1 {
            return Legs::NONE;
        }
        // Drawing took the place of half a move; the other half takes that of the attack (D20-R70).
        if exertion.drew {
            let whole = if exertion.attacks == 0 {
                half(speed)
            } else {
                0
            };
            return Legs { act: 0, whole };
        }
        let closes = *who.round.intent == Intent::Close;
        Legs {
            act: if closes { 0 } else { half(speed) },
            whole: if exertion.attacks == 0 && *who.round.intent != Intent::Charge {
                speed
            } else {
                half(speed)
            },
        }
    }

    /// How far somebody could go in a round of its own, whatever it has done in this one.
    #[must_use]
    pub fn fresh_legs(&self, who: &Figure<'_, '_>) -> Legs {
        let speed = self.speed(who);
        Legs {
            act: half(speed),
            whole: speed,
        }
    }

    /// The ways of a mover within so many cells.
    #[must_use]
    pub fn ways(&self, mover: &Figure<'_, '_>, legs: Legs) -> Ways {
        let closes = *mover.round.intent == Intent::Close;
        let origin = mover.cell();
        let terrain = self.terrain();
        let search = terrain.search(origin, legs.whole, closes, Crowd::of(self, mover));
        let (reach, crowd) = (&search.reach, &search.crowd);
        // A full move that is no closing may not end beside an enemy, unless the mover stood beside it before.
        let barred = if closes {
            Vec::new()
        } else {
            let far = reach.iter().filter(|(_, toll)| toll.cost > legs.act);
            far.map(|(cell, _)| cell)
                .filter(|cell| crowd.is_beside_another(*cell))
                .collect()
        };
        let charges = if *mover.round.intent == Intent::Charge && legs.whole > 0 {
            self.charges(mover, self.speed(mover), |from, step| {
                let ground = ground(&self.board, from, step);
                crowd.traffic(origin, false, (from, step.to), ground)
            })
        } else {
            Vec::new()
        };
        let charges = charges
            .into_iter()
            .filter(|charge| {
                // A half move may draw fewer free attacks.
                reach
                    .to(charge.cell)
                    .is_none_or(|toll| toll.cost > legs.act || toll.strikes >= charge.toll.strikes)
            })
            .map(|charge| (charge.cell, charge))
            .collect();
        Ways {
            search,
            legs,
            barred,
            charges,
            speed: self.speed(mover),
        }
    }

    /// Cost for a mover to go along a path, cell by cell: not just the cheapest one (D20-031). `None` if it may
    /// not. A charge is another matter: it goes straight.
    #[must_use]
    pub fn along(&self, mover: &Figure<'_, '_>, legs: Legs, path: &[Cell]) -> Option<CellOption> {
        let closes = *mover.round.intent == Intent::Close;
        let (origin, map) = (mover.cell(), &self.board.map);
        let crowd = Crowd::of(self, mover);
        let mut cost = 0;
        let mut from = origin;
        for (place, &to) in path.iter().enumerate() {
            let is_last = place + 1 == path.len();
            let way = map.grid().direction_between(from, to)?;
            let step = map.step_with(from, way, DoorUse::Open)?;
            let toll =
                match crowd.traffic(origin, closes, (from, to), ground(&self.board, from, &step)) {
                    Passage::Through(toll) => toll,
                    Passage::Stop(toll) if is_last => toll,
                    Passage::CrossOnly(toll) if !is_last => toll,
                    Passage::Blocked | Passage::Stop(_) | Passage::CrossOnly(_) => return None,
                };
            cost += toll.cost;
            from = to;
        }
        let is_far = cost > legs.act;
        if cost > legs.whole || is_far && !closes && crowd.is_beside_another(from) {
            return None;
        }
        let left = path
            .first()
            .map(|first| self.left_behind(mover, origin, *first));
        let left = u16::try_from(left.map_or(0, |left| left.len())).unwrap_or(u16::MAX);
        let strikes = crowd.strikers_along(origin, path);
        let hurts = path.iter().any(|cell| self.burns(*cell));
        Some(option(
            (from, cost),
            (is_far, hurts),
            (left, self.speed(mover)),
            strikes,
        ))
    }

    /// The ground of the map as it is now.
    fn terrain(&self) -> Arc<Terrain> {
        let passage = |from: Cell, step: &Step| ground(&self.board, from, step);
        let map = &self.board.map;
        map.cached(|map| Terrain {
            tolls: StepTolls::of(map, DoorUse::Open, passage),
            latest: Mutex::default(),
        })
    }

    /// What a step costs somebody who makes it now (D20-R85).
    #[must_use]
    pub fn cost_of_step(&self, from: Cell, to: Cell, opens_door: bool) -> u16 {
        cost_of_step(&self.board, from, to, opens_door)
    }

    /// The cells that a mover may end in, as options of an offer.
    #[must_use]
    pub fn cell_options(&self, mover: &Figure<'_, '_>, ways: &Ways) -> Vec<CellOption> {
        let is_controlled = !self.controllers(mover, mover.cell()).is_empty();
        // Who is left behind goes by the first step alone.
        let first_steps = if is_controlled {
            ways.search.reach.first_steps()
        } else {
            Vec::new()
        };
        let mut left: BTreeMap<Cell, u16> = BTreeMap::new();
        let mut left_by = |cell: Cell| {
            let first = match ways.charges.get(&cell) {
                Some(charge) => *charge.path.first()?,
                None => {
                    let place = first_steps.binary_search_by_key(&cell, |(to, _)| *to);
                    first_steps[place.ok()?].1
                }
            };
            let count = left.entry(first).or_insert_with(|| {
                let left = self.left_behind(mover, mover.cell(), first);
                u16::try_from(left.len()).unwrap_or(u16::MAX)
            });
            Some(*count)
        };
        let mut options: Vec<CellOption> = ways
            .iter()
            .map(|(cell, toll)| {
                let left = is_controlled.then(|| left_by(cell)).flatten().unwrap_or(0);
                let is_far = !ways.leaves_an_attack(cell, toll);
                let strikes = ways.strikers(cell, toll);
                let flags = (is_far, toll.risky || self.burns(cell));
                option((cell, toll.cost), flags, (left, ways.speed), strikes)
            })
            .collect();
        options.sort_unstable_by_key(|option| option.cell);
        options
    }

    /// True if another combatant fills a cell so that a mover cannot stop there, known to it or not: those on its edges
    /// leave room (D20-R63).
    #[must_use]
    pub fn is_taken(&self, mover: &Figure<'_, '_>, cell: Cell) -> bool {
        let mut others = self.glances();
        others.any(|other| {
            *other.vitality == Vitality::Active
                && other.id != mover.id
                && other.position.0 == cell
                && other.astride.0.is_none()
        })
    }
}

/// A way to a cell as an option of an offer: its cost, whether no attack is left after it and whether it leads over
/// ground that burns, the enemies that it leaves behind with the speed of the mover, and those that could strike on
/// the way.
fn option(
    (cell, cost): (Cell, u16),
    (is_far, hurts): (bool, bool),
    (left, speed): (u16, u16),
    strikes: u16,
) -> CellOption {
    let pace = if left == 0 {
        Pace::Free
    } else {
        Pace::of(cost, speed)
    };
    let parting = match pace {
        Pace::Run => left,
        Pace::Free | Pace::Slow | Pace::Fast => 0,
    };
    let strikes = strikes + parting;
    CellOption {
        cell,
        cost: MoveCost::count(cost, CELLS),
        band: u8::from(is_far),
        risky: pace == Pace::Fast || strikes > 0,
        hurts,
        strikes,
        noticed: false,
    }
}

/// What a step means on empty ground.
fn ground(board: &Board, from: Cell, step: &Step) -> Passage<Toll> {
    let (map, to) = (&board.map, step.to);
    let climb = map.climb(from, to);
    let terrain = board.terrain(to);
    // A pit is climbed out of like a step, and nobody jumps into one (D20-R93).
    let falls = climb.abs() > 1 || (map.ground(to).sunk && !map.ground(from).sunk);
    let gap = matches!(terrain.obstacle, Some(Obstacle::Jump));
    if falls || gap {
        return Passage::Blocked;
    }
    Passage::Through(Toll {
        cost: cost_of_step(board, from, to, step.opens_door),
        strikes: 0,
        risky: terrain.hazard.is_some(),
    })
}

fn cost_of_step(board: &Board, from: Cell, to: Cell, opens_door: bool) -> u16 {
    let map = &board.map;
    let out_of_pit = map.ground(from).sunk && !map.ground(to).sunk;
    let climb = map.climb(from, to) + i32::from(out_of_pit);
    let terrain = board.terrain(to);
    let ground = match terrain.obstacle {
        Some(Obstacle::Swim) => DEEP_WATER,
        _ => u16::from(terrain.cost).max(1),
    };
    ground + u16::from(climb > 0) + u16::from(opens_door)
}
