//! Distances, lines and cover (ZON-R09, ZON-R10, ZON-R18, ZON-R32 to ZON-R34).

use std::sync::{
    OnceLock,
    atomic::{AtomicU8, Ordering},
};

use shieldwall_battle::{CombatantId, LineOfSight};
use shieldwall_content::Level;
use shieldwall_grid::{Border, Cell, Cover, Ground, Light, Map, ZoneId};

use crate::{
    context::{read::ReadContext, views::FighterView},
    movement::cells::Cells,
};

/// Penetration number of cover that nothing goes through (ZON-R32).
pub const UNPIERCEABLE: i32 = 99;

/// The map as lines are drawn on it: heights and cover never stop one (ZON-R34, ZON-R78). What is
/// seen on these maps is remembered as on any other.
struct Lines {
    /// With nothing on it but barriers: walls, closed doors, edges that are walls. Sight on it is
    /// what the rules call a free line.
    bare: Map,
    /// With everything on it that is opaque as well.
    veiled: Map,
    /// The heaviest cover by the cell that a line comes from, then by where it ends; none on large maps.
    covers: KnownCovers,
    /// What is nearby, by cell.
    nearby: Box<[OnceLock<Box<[Cell]>>]>,
}

/// Covers by their number and 1, 0 where none is known yet: by the first cell, then by the other.
type KnownCovers = Box<[OnceLock<Box<[AtomicU8]>>]>;

/// Maps of more cells keep no cover of lines: it would fill too much memory.
const MOST_CELLS: usize = 4096;

impl Lines {
    fn of(map: &Map) -> Self {
        let flattened = |opaque: bool| {
            let mut flat = map.clone();
            for cell in map.grid().cells() {
                let here = map.ground(cell);
                let stops = here.is_wall() || (opaque && here.opaque);
                if let Some(ground) = flat.ground_mut(cell) {
                    *ground = if stops { Ground::WALL } else { Ground::FLOOR };
                }
            }
            for (cell, side, border) in map.borders() {
                let bare = Border {
                    cover: Cover::None,
                    hard: false,
                    opaque: opaque && border.opaque,
                    ..border
                };
                flat.set_border(cell, side, bare);
            }
            flat
        };
        let cells = map.grid().len();
        let kept = if cells <= MOST_CELLS { cells } else { 0 };
        Self {
            bare: flattened(false),
            veiled: flattened(true),
            covers: (0..kept).map(|_| OnceLock::new()).collect(),
            nearby: (0..cells).map(|_| OnceLock::new()).collect(),
        }
    }
}

/// The heaviest cover on a line: of an edge of the cell where it ends, of a cell that touches that
/// one, or of its own (ZON-R32).
fn heaviest_cover(map: &Map, from: Cell, to: Cell) -> Cover {
    let lines = map.cached(Lines::of);
    let Some(row) = lines.covers.get(from.index()) else {
        return work_out_cover(map, &lines, from, to);
    };
    let cells = map.grid().len();
    let row = row.get_or_init(|| (0..cells).map(|_| AtomicU8::new(0)).collect());
    let slot = &row[to.index()];
    // Anyone who comes second at the same time works out the same.
    let known = COVERS.get(usize::from(slot.load(Ordering::Relaxed)).wrapping_sub(1));
    known.copied().unwrap_or_else(|| {
        let cover = work_out_cover(map, &lines, from, to);
        let number = COVERS.iter().position(|other| *other == cover);
        slot.store(
            number.map_or(0, |number| number as u8 + 1),
            Ordering::Relaxed,
        );
        cover
    })
}

/// All covers, by the number they are kept under.
const COVERS: [Cover; 5] = [
    Cover::None,
    Cover::Light,
    Cover::Half,
    Cover::Heavy,
    Cover::Full,
];

fn work_out_cover(map: &Map, lines: &Lines, from: Cell, to: Cell) -> Cover {
    let entered = lines.bare.sight(from, to).entered;
    let edges = entered.iter().map(|side| map.border(to, side).cover);
    let own = map.ground(to).cover;
    let line = map.line(from, to);
    let beside = line
        .iter()
        .filter(|cell| **cell != from && **cell != to && map.grid().steps(**cell, to) == 1)
        .map(|cell| map.ground(*cell).cover);
    edges.chain(beside).fold(own, Cover::max)
}

/// How well a cell is seen from another, for the overlay; distances are in zones (ZON-R10, ZON-R18).
#[must_use]
pub fn line_of_sight(map: &Map, level: &Level, from: Cell, to: Cell) -> LineOfSight {
    let half_zones = level.zone_distances.half_zones(from, to);
    let distance = match (half_zones / 2, half_zones % 2) {
        (0, _) => "nearby".to_owned(),
        (1, 0) => "1 zone".to_owned(),
        (whole, 0) => format!("{whole} zones"),
        (whole, _) => format!("{whole}½ zones"),
    };
    LineOfSight {
        visible: map.cached(Lines::of).veiled.sight(from, to).visible,
        cover: heaviest_cover(map, from, to),
        distance,
    }
}

impl ReadContext<'_, '_> {
    /// Whether the straight line between two cells is free of barriers (ZON-R34).
    #[must_use]
    pub fn free_line(&self, a: Cell, b: Cell) -> bool {
        self.board.map.cached(Lines::of).bare.sight(a, b).visible
    }

    /// Whether two cells touch: they share a side, or on squares a corner.
    #[must_use]
    pub fn touch(&self, a: Cell, b: Cell) -> bool {
        self.board.map.grid().steps(a, b) == 1
    }

    /// Half zones between two cells (ZON-R10).
    #[must_use]
    pub fn half_zones(&self, a: Cell, b: Cell) -> u16 {
        self.board.level.zone_distances.half_zones(a, b)
    }

    /// Whether two cells are at most half a zone apart, or touch (ZON-R09).
    #[must_use]
    pub fn are_close(&self, a: Cell, b: Cell) -> bool {
        self.board.level.zone_distances.are_near(a, b) || self.touch(a, b)
    }

    /// The least half zones between the cells of two characters.
    #[must_use]
    pub fn distance(&self, a: &Cells, b: &Cells) -> u16 {
        let pairs = a
            .iter()
            .flat_map(|a| b.iter().map(|b| self.half_zones(*a, *b)));
        pairs.min().unwrap_or(u16::MAX)
    }

    /// Does something with every cell nearby a cell, in their order: those who stand there and here are nearby each
    /// other (ZON-R09).
    pub(crate) fn each_nearby(&self, cell: Cell, then: impl FnMut(Cell)) {
        let lines = self.board.map.cached(Lines::of);
        let nearby = lines.nearby[cell.index()].get_or_init(|| {
            let grid = self.board.map.grid();
            let around = self.board.level.zone_distances.near(cell);
            let around = around.chain(grid.neighbours(cell).map(|(_, near)| near));
            let mut nearby: Vec<Cell> = around.collect();
            nearby.sort_unstable();
            nearby.dedup();
            nearby.retain(|near| self.are_close(*near, cell) && self.free_line(*near, cell));
            nearby.into()
        });
        nearby.iter().copied().for_each(then);
    }

    /// Whether characters in these cells are nearby each other (ZON-R09).
    #[must_use]
    pub fn near(&self, a: &Cells, b: &Cells) -> bool {
        a.iter().any(|a| {
            b.iter()
                .any(|b| self.are_close(*a, *b) && self.free_line(*a, *b))
        })
    }

    /// Whether two characters are nearby each other (ZON-R09).
    #[must_use]
    pub fn nearby(&self, a: CombatantId, b: CombatantId) -> bool {
        let (a, b) = (self.fighter(a), self.fighter(b));
        a.is_here() && b.is_here() && self.near(&self.cells(&a), &self.cells(&b))
    }

    /// Whether some pair of their cells has a free line.
    #[must_use]
    pub fn has_line(&self, a: &Cells, b: &Cells) -> bool {
        a.iter().any(|a| b.iter().any(|b| self.free_line(*a, *b)))
    }

    /// Whether there is a line of sight between some pair of their cells: no barrier and nothing
    /// opaque between, whatever the heights.
    #[must_use]
    pub fn has_sight(&self, a: &Cells, b: &Cells) -> bool {
        let lines = self.board.map.cached(Lines::of);
        a.iter()
            .any(|a| b.iter().any(|b| lines.veiled.sight(*a, *b).visible))
    }

    /// How bright it is around a character: a light that it carries makes its cells bright.
    #[must_use]
    pub fn light_on(&self, fighter: &FighterView<'_, '_>, cells: &Cells) -> Light {
        let carries_light = self.held(fighter).iter().any(|gear| gear.gear.0.light);
        if carries_light {
            return Light::Bright;
        }
        let lights = cells.iter().map(|cell| self.board.map.ground(*cell).light);
        let rank = |light: &Light| match light {
            Light::Bright => 0,
            Light::Dim => 1,
            Light::Dark => 2,
        };
        lights.min_by_key(rank).unwrap_or(Light::Bright)
    }

    /// Whether one character can see another: not concealed, in a line of sight, and not in the
    /// dark (ZON-R18). Allies are never concealed from each other.
    #[must_use]
    pub fn sees(&self, observer: &FighterView<'_, '_>, target: &FighterView<'_, '_>) -> bool {
        self.sees_from(observer, &self.cells(observer), target)
    }

    /// The same if the observer stood in these cells.
    #[must_use]
    pub fn sees_from(
        &self,
        observer: &FighterView<'_, '_>,
        from: &Cells,
        target: &FighterView<'_, '_>,
    ) -> bool {
        if !self.is_known_to(target, observer.side()) {
            return false;
        }
        let cells = self.cells(target);
        let lit = observer.build.0.dark_sight || self.light_on(target, &cells) != Light::Dark;
        lit && self.has_sight(from, &cells)
    }

    /// The cover of a target against an attack from a cell: its penetration number, or `None` if
    /// there is no cover (ZON-R32). Of several lines the one with the least cover counts.
    #[must_use]
    pub fn cover(&self, from: &Cells, at: &Cells) -> Option<i32> {
        let mut least: Option<Option<i32>> = None;
        for a in from.iter() {
            for b in at.iter() {
                if !self.free_line(*a, *b) {
                    continue;
                }
                let cover = self.cover_of_line(*a, *b);
                if least.is_none_or(|least| cover < least) {
                    least = Some(cover);
                }
            }
        }
        least.flatten()
    }

    /// The cover on one line: an edge of the target's own cell, a cell that touches it, or its cell.
    fn cover_of_line(&self, from: Cell, to: Cell) -> Option<i32> {
        // A burst in a cell of cover finds its targets in cover (ZON-R38).
        let map = &self.board.map;
        let cover = if from == to {
            map.ground(to).cover
        } else {
            heaviest_cover(map, from, to)
        };
        match cover {
            Cover::None => None,
            Cover::Light | Cover::Half | Cover::Heavy => {
                Some(self.rules.settings.cover_penetration)
            }
            Cover::Full => Some(UNPIERCEABLE),
        }
    }

    /// The cells from which somebody whose cell touches a barrier may lean out: free cells that share
    /// a side with its own (ZON-R33).
    #[must_use]
    pub fn leaning_cells(&self, fighter: &FighterView<'_, '_>) -> Vec<Cell> {
        let cells = self.cells(fighter);
        let [own] = cells[..] else {
            return Vec::new();
        };
        let map = &self.board.map;
        let grid = map.grid();
        let barred = |side| {
            let border = map.border(own, side);
            (border.wall && !border.slit)
                || border.is_shut()
                || grid
                    .across(own, side)
                    .is_some_and(|cell| map.ground(cell).is_wall())
        };
        // On squares cells touch at corners too.
        let at_corner = grid
            .neighbours(own)
            .any(|(_, cell)| map.ground(cell).is_wall());
        if fighter.riding.0.is_some() || !(at_corner || grid.sides().any(barred)) {
            return Vec::new();
        }
        grid.sides()
            .filter(|side| !map.border(own, *side).blocks_movement())
            .filter_map(|side| grid.across(own, side))
            .filter(|cell| self.seems_free(*cell, *fighter.id, fighter.side()))
            .collect()
    }

    /// The zones of a character: those of its cells (the grid's own zones).
    #[must_use]
    pub fn own_zones(&self, cells: &Cells) -> Vec<ZoneId> {
        let zones = &self.board.level.zones;
        let mut own: Vec<ZoneId> = cells
            .iter()
            .flat_map(|cell| zones.zones_of(*cell).iter().copied())
            .collect();
        own.sort_unstable();
        own.dedup();
        own
    }

    /// Whether a character in these cells is in a zone or on its borders (ZON-072).
    #[must_use]
    pub fn in_zone(&self, cells: &Cells, zone: ZoneId) -> bool {
        let zones = &self.board.level.zones;
        cells
            .iter()
            .any(|cell| zones.zones_of(*cell).contains(&zone))
    }
}
