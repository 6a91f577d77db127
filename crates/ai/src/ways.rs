//! How far it is on foot: round walls, through doors, over rough ground.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use shieldwall_battle::{Battle, Board};
use shieldwall_content::terrain::Obstacle;
use shieldwall_grid::{
    Cell, DoorUse, Grid, Map, Metres, Passage, ReachScratch, Step, StepCosts, base_cost,
};

/// Fields from several cells that are kept before all are forgotten.
const KEPT: usize = 16;
/// The same of fields that end around their cell.
const KEPT_AROUND: usize = 160;

/// Maps of more cells keep no fields from single cells: they would fill too much memory, and take too long.
const MOST_CELLS: usize = 4096;

/// What an obstacle that may not be overcome counts for on top of its length, in metres.
const OBSTACLE: Metres = Metres::from_whole(12);

/// What walking through fire counts for, in metres.
const HAZARD: Metres = Metres::from_whole(40);

/// The length of a way where there is none: longer than any on the largest map of the largest cells.
pub(crate) const NO_WAY: f64 = 1e8;

/// On maps of more cells, how far ways from single cells are followed: farther than anybody gets in a round.
const AROUND: Metres = Metres::from_whole(60);

/// The way on foot from some cells to every other, in metres.
#[derive(Clone, Debug)]
pub(crate) struct DistanceField {
    /// By cell, from this one on.
    first: usize,
    metres: Arc<[f64]>,
    /// Where it begins, if it is known only for the cells around: the others are as far as the crow flies.
    around: Option<(Grid, Cell)>,
}

impl DistanceField {
    /// Metres to a cell; very many where there is no way.
    pub(crate) fn metres(&self, cell: Cell) -> f64 {
        let place = cell.index().checked_sub(self.first);
        let known = place.and_then(|place| self.metres.get(place));
        match (known, self.around) {
            (Some(metres), _) if *metres < NO_WAY => *metres,
            (_, Some((grid, source))) => in_metres(grid.distance(source, cell).max(AROUND)),
            _ => NO_WAY,
        }
    }

    /// Whether there is a way at all to a cell.
    pub(crate) fn leads_to(&self, cell: Cell) -> bool {
        self.metres(cell) < NO_WAY
    }
}

fn in_metres(length: Metres) -> f64 {
    f64::from(length.milli()) / 1000.0
}

/// All there is to know about ways on a map as it is, shared by all brains and battles on it.
struct WalkingMap {
    step_costs: StepCosts,
    /// The same for those who are two cells across and three.
    wide: [OnceLock<StepCosts>; 2],
    /// By the cell from which they lead.
    fields: Box<[OnceLock<DistanceField>]>,
}

impl WalkingMap {
    fn of(map: &Map, board: &Board) -> Self {
        let cells = map.grid().len();
        let kept = if cells <= MOST_CELLS { cells } else { 0 };
        Self {
            step_costs: StepCosts::of(map, DoorUse::Open, |from, step| {
                passage(map, board, from, step)
            }),
            wide: [const { OnceLock::new() }; 2],
            fields: (0..kept).map(|_| OnceLock::new()).collect(),
        }
    }

    /// What steps cost somebody who is so many cells across: all of its cells go the same way.
    fn wide_step_costs(&self, battle: &Battle, across: u8) -> &StepCosts {
        let (map, board) = (battle.map(), battle.world().resource::<Board>());
        let number = usize::from(across).clamp(2, 3) - 2;
        self.wide[number].get_or_init(|| {
            StepCosts::of(map, DoorUse::Open, |from, step| {
                if fits(map, across, from, step) {
                    passage(map, board, from, step)
                } else {
                    Passage::Blocked
                }
            })
        })
    }

    fn has_all(&self) -> bool {
        !self.fields.is_empty()
    }
}

/// Fields, each worked out once while the doors stay as they are.
#[derive(Clone, Default)]
pub(crate) struct Ways {
    scratch: ReachScratch,
    walking_map: Option<Arc<WalkingMap>>,
    kept: Vec<((u8, Vec<Cell>), DistanceField)>,
    /// Those around single cells, where not all are known.
    around: FxHashMap<Cell, DistanceField>,
}

impl Ways {
    /// The ways from the nearest of some cells.
    pub(crate) fn from(&mut self, battle: &Battle, sources: &[Cell]) -> DistanceField {
        self.wide(battle, 1, sources)
    }

    /// The same for those who are so many cells across, by the cells of their anchors.
    pub(crate) fn wide(&mut self, battle: &Battle, across: u8, sources: &[Cell]) -> DistanceField {
        let walking_map = self.walking_map(battle);
        let step_costs = match across {
            0 | 1 => &walking_map.step_costs,
            _ => walking_map.wide_step_costs(battle, across),
        };
        let scratch = &mut self.scratch;
        let mut work_out = || {
            let lengths = scratch.distance_field_by(step_costs, sources);
            let lengths = lengths.into_iter();
            DistanceField {
                first: 0,
                metres: lengths.map(|way| way.map_or(NO_WAY, in_metres)).collect(),
                around: None,
            }
        };
        if across <= 1
            && let [source] = sources
            && let Some(field) = walking_map.fields.get(source.index())
        {
            return field.get_or_init(work_out).clone();
        }
        let same = |known: &(u8, Vec<Cell>)| known.0 == across && known.1 == sources;
        if let Some((_, field)) = self.kept.iter().find(|(known, _)| same(known)) {
            return field.clone();
        }
        let field = work_out();
        self.kept.push(((across, sources.to_vec()), field.clone()));
        field
    }

    /// The ways from a cell to those around it. On large maps all that is far away is as far as the crow flies, and
    /// [`Self::has_all`] is false.
    pub(crate) fn around(&mut self, battle: &Battle, source: Cell) -> DistanceField {
        let walking_map = self.walking_map(battle);
        if walking_map.has_all() {
            return self.from(battle, &[source]);
        }
        if let Some(field) = self.around.get(&source) {
            return field.clone();
        }
        let found = self
            .scratch
            .distances_within(&walking_map.step_costs, source, AROUND);
        let found: Vec<(Cell, Metres)> = found.collect();
        let indices = || found.iter().map(|(cell, _)| cell.index());
        let first = indices().min().unwrap_or(0);
        let count = indices().max().map_or(0, |last| last + 1 - first);
        let mut metres = vec![NO_WAY; count];
        for (cell, way) in &found {
            metres[cell.index() - first] = in_metres(*way);
        }
        let field = DistanceField {
            first,
            metres: metres.into(),
            around: Some((*battle.map().grid(), source)),
        };
        if self.around.len() >= KEPT_AROUND {
            self.around.clear();
        }
        self.around.insert(source, field.clone());
        field
    }

    /// Whether ways from single cells are known to everywhere.
    pub(crate) fn has_all(&mut self, battle: &Battle) -> bool {
        self.walking_map(battle).has_all()
    }

    /// What is known of the map as it is.
    fn walking_map(&mut self, battle: &Battle) -> Arc<WalkingMap> {
        let board = battle.world().resource::<Board>();
        let walking_map = battle.map().cached(|map| WalkingMap::of(map, board));
        let known = self.walking_map.replace(Arc::clone(&walking_map));
        let changed = known.is_none_or(|known| !Arc::ptr_eq(&known, &walking_map));
        if changed || self.kept.len() >= KEPT {
            self.kept.clear();
        }
        if changed {
            self.around.clear();
        }
        walking_map
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.kept.clear();
        self.around.clear();
    }
}

impl std::fmt::Debug for Ways {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ways").finish_non_exhaustive()
    }
}

/// Whether somebody who is so many cells across finds room for all of them at the end of a step, and no wall on the way.
fn fits(map: &Map, across: u8, from: Cell, step: &Step) -> bool {
    let grid = map.grid();
    let ends = |anchor: Cell| grid.footprint(anchor, across);
    let (Some(old), Some(new)) = (ends(from), ends(step.to)) else {
        return false;
    };
    let steps = |cell: &Cell| {
        let made = map.step_with(*cell, step.direction, DoorUse::Open);
        made.is_some_and(|made| map.ground(made.to).passable)
            || grid
                .neighbour(*cell, step.direction)
                .is_some_and(|next| old.contains(&next))
    };
    new.iter().all(|cell| map.ground(*cell).passable) && old.iter().all(steps)
}

/// What a step counts for; near enough to any ruleset's own price to compare ways.
fn passage(map: &Map, board: &Board, from: Cell, step: &Step) -> Passage {
    let mut cost = base_cost(map, step);
    let climb = map.climb(from, step.to);
    if climb.abs() > 1 {
        cost += OBSTACLE;
    } else if climb > 0 {
        cost += map.elevation_step();
    }
    if step.opens_door {
        cost += step.length;
    }
    let terrain = board.terrain(step.to);
    match terrain.obstacle {
        Some(Obstacle::Pit) => return Passage::Blocked,
        Some(Obstacle::Swim | Obstacle::Jump) => cost += OBSTACLE,
        None => {}
    }
    if terrain.hazard.is_some() {
        cost += HAZARD;
    }
    Passage::Through(cost)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::{Ground, Layout};

    use super::*;

    /// A wall from one rim to the other with a gap of so many cells.
    fn wall_with_gap(gap: u16) -> Map {
        let grid = Grid::new(Layout::Square, 9, 9, Metres::from_milli(1500)).unwrap();
        let mut map = Map::open(grid);
        for row in (0..9).filter(|row| !(3..3 + gap).contains(row)) {
            let cell = grid.cell(4, row).unwrap();
            *map.ground_mut(cell).unwrap() = Ground::WALL;
        }
        map
    }

    #[test]
    fn the_large_pass_where_they_have_room_and_nowhere_else() {
        for (gap, across, passes) in [(1, 1, true), (1, 2, false), (2, 2, true), (2, 3, false)] {
            let map = wall_with_gap(gap);
            let step_costs = StepCosts::of(&map, DoorUse::Open, |from, step| {
                if fits(&map, across, from, step) {
                    Passage::Through(base_cost(&map, step))
                } else {
                    Passage::Blocked
                }
            });
            let [from, to] = [1, 6].map(|column| map.grid().cell(column, 3).unwrap());
            let ways = ReachScratch::new().distance_field_by(&step_costs, &[from]);
            let got_there = ways[to.index()].is_some();
            assert_eq!(got_there, passes, "{across} across, a gap of {gap}");
        }
    }

    #[test]
    fn what_lies_beyond_a_field_is_as_far_as_the_crow_flies() {
        let grid = Grid::new(Layout::Square, 90, 1, Metres::from_milli(1500)).unwrap();
        let field = DistanceField {
            first: 10,
            metres: [3.0, NO_WAY, 1.5].into(),
            around: Some((grid, Cell(11))),
        };
        let near = |cell: u16, metres: f64| (field.metres(Cell(cell)) - metres).abs() < 1e-9;
        assert!(near(10, 3.0) && near(12, 1.5));
        // Nearer than the field goes, but not found.
        assert!(near(9, 60.0) && near(11, 60.0));
        assert!(near(80, 103.5) && field.leads_to(Cell(80)));
    }
}
