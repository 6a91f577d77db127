//! Lines of sight and the cover along them.

use crate::cell::Cell;
use crate::direction::Side;
use crate::grid::Layout;
use crate::ground::{Cover, Ground};
use crate::lattice::Spot;
use crate::map::Map;
use crate::segment::{Segment, Way};

/// The sides of the target's cell that a line of sight crosses: none for the own cell, two for a
/// line through a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EnteredSides {
    first: Option<Side>,
    second: Option<Side>,
}

impl EnteredSides {
    /// No side.
    pub const NONE: Self = Self {
        first: None,
        second: None,
    };

    /// Whether this side is crossed.
    #[must_use]
    pub fn contains(&self, side: Side) -> bool {
        self.iter().any(|entered| entered == side)
    }

    /// The sides crossed.
    pub fn iter(&self) -> impl Iterator<Item = Side> + use<> {
        self.first.into_iter().chain(self.second)
    }

    /// Whether no side is crossed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

/// What one cell is to an onlooker on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// Whether there is a line of sight.
    pub visible: bool,
    /// The heaviest of the target cell's own cover and the cover on the sides entered. With
    /// [`Cover::Full`] there is nothing to aim at. Full also if there is no line of sight.
    pub cover: Cover,
    /// The heaviest cover anywhere on the line: of the target's cell, the cells between and the sides
    /// crossed (D20-R78). The onlooker's own cell gives none, nor do its sides unless they are the
    /// target's too. Through a corner and along a side, the lighter of the two ways counts.
    pub along: Cover,
    /// The sides of the target's cell that the line crosses, for shields planted there (PCT-R59).
    /// None if there is no line of sight.
    pub entered: EnteredSides,
}

impl Sight {
    const BLOCKED: Self = Self {
        visible: false,
        cover: Cover::Full,
        along: Cover::Full,
        entered: EnteredSides::NONE,
    };

    const COVERS: [Cover; 5] = [
        Cover::None,
        Cover::Light,
        Cover::Half,
        Cover::Heavy,
        Cover::Full,
    ];

    /// All of it in a number above 0.
    pub(crate) const fn to_bits(self) -> u16 {
        const fn of(side: Option<Side>) -> u16 {
            match side {
                Some(Side(number)) => number as u16 + 1,
                None => 0,
            }
        }
        let sides = of(self.entered.first) << 5 | of(self.entered.second) << 9;
        let covers = (self.cover as u16) << 2 | (self.along as u16) << 13;
        1 | (self.visible as u16) << 1 | covers | sides
    }

    /// The reverse of [`Self::to_bits`]; `None` for 0.
    pub(crate) fn from_bits(bits: u16) -> Option<Self> {
        let side = |shift: u16| {
            (bits >> shift & 15)
                .checked_sub(1)
                .map(|side| Side(side as u8))
        };
        let cover = |shift: u16| {
            let known = Self::COVERS.get(usize::from(bits >> shift & 7));
            known.copied().unwrap_or(Cover::Full)
        };
        (bits != 0).then(|| Self {
            visible: bits >> 1 & 1 == 1,
            cover: cover(2),
            along: cover(13),
            entered: EnteredSides {
                first: side(5),
                second: side(9),
            },
        })
    }
}

/// What stops a line besides what is on the way itself.
struct Line<'a> {
    map: &'a Map,
    layout: Layout,
    start: Spot,
    end: Spot,
    ahead: Spot,
    /// Twice the squared length on the plane.
    length: i64,
    /// Heights of the two ends.
    heights: (i64, i64),
}

impl Line<'_> {
    /// Whether a cell between the two ends stops sight. The line's height there is that at the
    /// point closest to the cell's centre, so that an even slope never hides its own foot.
    fn stopped_in(&self, spot: Spot, ground: Ground) -> bool {
        if ground.opaque || ground.cover == Cover::Full {
            return true;
        }
        let (start, end) = self.heights;
        let height = i64::from(ground.elevation);
        if height <= start.min(end) {
            return false;
        }
        let along = i64::from(self.layout.dot(spot - self.start, self.ahead));
        (height - start) * self.length > (end - start) * along
    }

    /// Whether a border stops sight. Full cover does not if it stands on a side of one of the two
    /// end cells: the one who is behind it looks over it, and shelters the same.
    fn stopped_at(&self, cell: Cell, side: u8, at_an_end: bool) -> bool {
        let sides = self.map.sides_of(cell);
        let stops = if at_an_end {
            sides.veiled
        } else {
            sides.veiled | sides.covered
        };
        stops >> side & 1 == 1
    }

    fn open(&self, from: Cell, way: Way, from_start: bool, to_end: bool) -> bool {
        let Some((by, on)) = way.by else {
            return !self.stopped_at(from, way.out, from_start || to_end);
        };
        let Some(between) = self.map.grid().cell_of(by) else {
            return false;
        };
        !self.stopped_at(from, way.out, from_start)
            && !self.stopped_in(by, self.map.ground(between))
            && !self.stopped_at(between, on, to_end)
    }
}

impl Map {
    /// The line of sight between two cells: the segment between their centres (PCT-R74, PCT-R75).
    ///
    /// It is stopped by opaque cells, walls, closed doors, opaque borders and full cover between
    /// the two cells, and by terrain that rises above the straight line between the heights of the
    /// two grounds. Neither of the two cells stops it, nor does full cover on a side of either. A
    /// segment that runs exactly along a side or through a corner is stopped there only if both
    /// ways round are; off the map there is no way round.
    ///
    /// Two cells see each other or neither sees the other; cover depends on who looks.
    #[must_use]
    pub fn sight(&self, from: Cell, to: Cell) -> Sight {
        let cells = self.grid().len();
        self.known
            .sight(cells, from, to, || self.line_of_sight(from, to))
    }

    /// [`Self::sight`], worked out.
    pub(crate) fn line_of_sight(&self, from: Cell, to: Cell) -> Sight {
        let grid = self.grid();
        let Some(ahead) = grid.vector(from, to) else {
            return Sight::BLOCKED;
        };
        let target = self.ground(to);
        let layout = grid.layout();
        let line = Line {
            map: self,
            layout,
            start: grid.spot(from),
            end: grid.spot(to),
            ahead,
            length: i64::from(layout.dot(ahead, ahead)),
            heights: (
                i64::from(self.ground(from).elevation),
                i64::from(target.elevation),
            ),
        };
        let mut here = from;
        let mut entered = EnteredSides::NONE;
        let mut along = target.cover;
        for crossing in Segment::new(grid, from, to) {
            let from_start = here == from;
            let to_end = crossing.to == line.end;
            let open = |way: Way| line.open(here, way, from_start, to_end);
            if !open(crossing.way) && !crossing.other.is_some_and(open) {
                return Sight::BLOCKED;
            }
            // A segment between two cells of the map never leaves it.
            let Some(next) = grid.cell_of(crossing.to) else {
                return Sight::BLOCKED;
            };
            let cover = |way: Way| {
                if open(way) {
                    self.cover_of(here, way, from_start, to_end)
                } else {
                    Cover::Full
                }
            };
            let other = crossing.other.map_or(Cover::Full, cover);
            along = along.max(cover(crossing.way).min(other));
            if to_end {
                entered = EnteredSides {
                    first: Some(Side(crossing.entered.0)),
                    second: crossing.entered.1.map(Side),
                };
            } else if line.stopped_in(crossing.to, self.ground(next)) {
                return Sight::BLOCKED;
            } else {
                along = along.max(self.ground(next).cover);
            }
            here = next;
        }
        let cover = entered
            .iter()
            .map(|side| self.border(to, side).cover)
            .fold(target.cover, Cover::max);
        Sight {
            visible: true,
            cover,
            along,
            entered,
        }
    }

    /// The heaviest cover of the sides that a way crosses and of the cell that it goes round. The
    /// first side belongs to the onlooker's cell and counts only if it is the target's too.
    fn cover_of(&self, from: Cell, way: Way, from_start: bool, to_end: bool) -> Cover {
        let side = |cell: Cell, side: u8| self.border(cell, Side(side)).cover;
        let out = if from_start && !(to_end && way.by.is_none()) {
            Cover::None
        } else {
            side(from, way.out)
        };
        let between = way
            .by
            .and_then(|(spot, on)| Some((self.grid().cell_of(spot)?, on)));
        between.map_or(out, |(cell, on)| {
            out.max(self.ground(cell).cover).max(side(cell, on))
        })
    }

    /// The cells whose inside the segment between two centres crosses, in order, with both ends;
    /// where it runs along a side, the cells on both sides of it.
    #[must_use]
    pub fn line(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let grid = self.grid();
        if !grid.contains(from) || !grid.contains(to) {
            return Vec::new();
        }
        let mut cells = vec![from];
        for crossing in Segment::new(grid, from, to) {
            if crossing.along {
                let ways = [Some(crossing.way), crossing.other];
                let beside = ways.into_iter().flatten().filter_map(|way| way.by);
                cells.extend(beside.filter_map(|(spot, _)| grid.cell_of(spot)));
            }
            cells.extend(grid.cell_of(crossing.to));
        }
        cells
    }

    /// The cells at most `radius` steps from a cell to which there is a line of sight from it, in
    /// the order of their numbers; the cell itself is one of them.
    #[must_use]
    pub fn disc_in_sight(&self, centre: Cell, radius: u32) -> Vec<Cell> {
        let mut cells = self.grid().disc(centre, radius);
        cells.retain(|cell| self.sight(centre, *cell).visible);
        cells
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Border, Door, Grid, Metres};

    fn map(layout: Layout) -> Map {
        Map::open(Grid::new(layout, 9, 9, Metres::from_milli(1500)).unwrap())
    }

    fn at(map: &Map, column: u16, row: u16) -> Cell {
        map.grid().cell(column, row).unwrap()
    }

    fn sees(map: &Map, from: Cell, to: Cell) -> bool {
        let visible = map.sight(from, to).visible;
        assert_eq!(map.sight(to, from).visible, visible);
        visible
    }

    #[test]
    fn the_ends_never_stop_sight() {
        for layout in Layout::ALL {
            let mut map = map(layout);
            let (a, b) = (at(&map, 1, 4), at(&map, 7, 4));
            *map.ground_mut(a).unwrap() = Ground::WALL;
            *map.ground_mut(b).unwrap() = Ground::WALL;
            assert!(sees(&map, a, b));
            map.ground_mut(at(&map, 4, 4)).unwrap().opaque = true;
            assert!(!sees(&map, a, at(&map, 7, 4)) || layout == Layout::HexFlat);
        }
    }

    #[test]
    fn doors_and_curtains() {
        let mut map = map(Layout::Square);
        let (a, b) = (at(&map, 1, 4), at(&map, 7, 4));
        let east = Side(0);
        let between = at(&map, 3, 4);
        for (border, open) in [
            (Border::with_door(Door::Closed), false),
            (Border::with_door(Door::Locked), false),
            (Border::with_door(Door::Open), true),
            (Border::WALL, false),
            (
                Border {
                    opaque: true,
                    ..Border::OPEN
                },
                false,
            ),
            (Border::with_cover(Cover::Heavy), true),
            (Border::with_cover(Cover::Full), false),
        ] {
            map.set_border(between, east, border);
            assert_eq!(sees(&map, a, b), open, "{border:?}");
        }
    }

    #[test]
    fn through_a_corner_both_ways_must_be_stopped() {
        let mut map = map(Layout::Square);
        let (a, b) = (at(&map, 2, 2), at(&map, 5, 5));
        map.ground_mut(at(&map, 4, 3)).unwrap().opaque = true;
        assert!(sees(&map, a, b));
        map.ground_mut(at(&map, 3, 4)).unwrap().opaque = true;
        assert!(!sees(&map, a, b));
    }

    #[test]
    fn along_a_side_both_cells_must_be_stopped() {
        let mut map = map(Layout::HexPointy);
        // Two rows down on the same column: the line runs along the side of the row between.
        let (a, b) = (at(&map, 4, 2), at(&map, 4, 4));
        map.ground_mut(at(&map, 3, 3)).unwrap().opaque = true;
        assert!(sees(&map, a, b));
        map.ground_mut(at(&map, 4, 3)).unwrap().opaque = true;
        assert!(!sees(&map, a, b));
        assert_eq!(map.line(a, b), [a, at(&map, 4, 3), at(&map, 3, 3), b]);
        // Beyond the rim there is nothing to look through.
        let (c, d) = (at(&map, 0, 6), at(&map, 0, 8));
        assert!(sees(&map, c, d));
        map.ground_mut(at(&map, 0, 7)).unwrap().opaque = true;
        assert!(!sees(&map, c, d));
    }

    #[test]
    fn a_wall_along_the_line_does_not_stop_it() {
        let mut map = map(Layout::HexPointy);
        let (a, b) = (at(&map, 4, 2), at(&map, 4, 4));
        let (west, east) = (at(&map, 3, 3), at(&map, 4, 3));
        let side = map.grid().side_between(west, east).unwrap();
        map.set_border(west, side, Border::WALL);
        assert!(sees(&map, a, b));
    }

    #[test]
    fn hills_stop_sight_and_slopes_do_not() {
        for layout in [Layout::Square, Layout::HexPointy] {
            let mut map = map(layout);
            let (a, b) = (at(&map, 0, 4), at(&map, 8, 4));
            map.ground_mut(at(&map, 4, 4)).unwrap().elevation = 1;
            assert!(!sees(&map, a, b));
            map.ground_mut(a).unwrap().elevation = 2;
            assert!(sees(&map, a, b));
            map.ground_mut(at(&map, 4, 4)).unwrap().elevation = 2;
            assert!(!sees(&map, a, b));
            for column in 0..9 {
                let cell = at(&map, column, 4);
                map.ground_mut(cell).unwrap().elevation = i8::try_from(column).unwrap();
            }
            assert!(sees(&map, a, b));
        }
    }

    #[test]
    fn cover_counts_on_the_side_of_the_target() {
        let mut map = map(Layout::Square);
        let (archer, target) = (at(&map, 1, 4), at(&map, 6, 4));
        let west = Side(2);
        map.set_border(target, west, Border::with_cover(Cover::Half));
        let sight = map.sight(archer, target);
        assert_eq!(sight.cover, Cover::Half);
        assert!(sight.entered.contains(west));
        assert_eq!(map.sight(target, archer).cover, Cover::None);
        // From behind the hedge is of no use.
        assert_eq!(map.sight(at(&map, 8, 4), target).cover, Cover::None);
        map.ground_mut(target).unwrap().cover = Cover::Heavy;
        assert_eq!(map.sight(archer, target).cover, Cover::Heavy);
    }

    #[test]
    fn d20_r78_cover_counts_anywhere_on_the_line() {
        let mut map = map(Layout::Square);
        let (archer, target) = (at(&map, 1, 4), at(&map, 6, 4));
        let along = |map: &Map| {
            (
                map.sight(archer, target).along,
                map.sight(target, archer).along,
            )
        };
        assert_eq!(along(&map), (Cover::None, Cover::None));
        // A fence half way.
        let west = Side(2);
        let between = at(&map, 4, 4);
        map.set_border(between, west, Border::with_cover(Cover::Light));
        assert_eq!(along(&map), (Cover::Light, Cover::Light));
        assert_eq!(map.sight(archer, target).cover, Cover::None);
        // Barrels before the target.
        map.ground_mut(at(&map, 5, 4)).unwrap().cover = Cover::Half;
        assert_eq!(along(&map), (Cover::Half, Cover::Half));
        // Round a corner there is a way beside what stands in the other.
        let (near, far) = (at(&map, 1, 1), at(&map, 2, 2));
        map.ground_mut(at(&map, 2, 1)).unwrap().cover = Cover::Heavy;
        assert_eq!(map.sight(near, far).along, Cover::None);
        map.ground_mut(at(&map, 1, 2)).unwrap().cover = Cover::Light;
        assert_eq!(map.sight(near, far).along, Cover::Light);
    }

    #[test]
    fn d20_r78_the_own_side_is_no_cover_for_others_unless_it_is_theirs_too() {
        let mut map = map(Layout::Square);
        let (archer, target) = (at(&map, 3, 4), at(&map, 6, 4));
        map.set_border(archer, Side(0), Border::with_cover(Cover::Heavy));
        map.ground_mut(archer).unwrap().cover = Cover::Half;
        assert_eq!(map.sight(archer, target).along, Cover::None);
        assert_eq!(map.sight(target, archer).along, Cover::Heavy);
        assert_eq!(map.sight(archer, at(&map, 4, 4)).along, Cover::Heavy);
    }

    #[test]
    fn full_cover_hides_those_behind_it_but_not_the_world_from_them() {
        let mut map = map(Layout::HexPointy);
        let (archer, target) = (at(&map, 1, 4), at(&map, 6, 4));
        map.set_border(target, Side(3), Border::with_cover(Cover::Full));
        assert!(sees(&map, archer, target));
        assert_eq!(map.sight(archer, target).cover, Cover::Full);
        assert_eq!(map.sight(target, archer).cover, Cover::None);
        assert!(!sees(&map, archer, at(&map, 8, 4)));
    }

    #[test]
    fn a_line_through_a_corner_enters_two_sides() {
        let map = map(Layout::Square);
        let sight = map.sight(at(&map, 1, 1), at(&map, 4, 4));
        let sides: Vec<Side> = sight.entered.iter().collect();
        assert_eq!(sides.len(), 2);
        assert!(sight.entered.contains(Side(2)) && sight.entered.contains(Side(3)));
        let own = map.sight(Cell(3), Cell(3));
        assert!(own.visible && own.entered.is_empty());
        assert!(!map.sight(Cell(3), Cell(999)).visible);
    }

    #[test]
    fn a_blast_stays_in_its_room() {
        for layout in Layout::ALL {
            let mut map = map(layout);
            let grid = *map.grid();
            let centre = at(&map, 4, 4);
            assert_eq!(map.disc_in_sight(centre, 2), grid.disc(centre, 2));
            for side in grid.sides() {
                map.set_border(centre, side, Border::WALL);
            }
            assert_eq!(map.disc_in_sight(centre, 3), [centre]);
        }
    }
}
