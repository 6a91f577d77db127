//! The geometry of a rectangular map of cells.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cell::Cell;
use crate::direction::{Direction, Side};
use crate::lattice::Spot;
use crate::metres::Metres;

/// The shape of the cells and how they are laid out in rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Hexes with a corner on top; odd rows (the second, the fourth…) are shoved right by half a
    /// cell.
    HexPointy,
    /// Hexes with a side on top; odd columns are shoved down by half a cell.
    HexFlat,
    /// Squares, eight neighbours each.
    Square,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 3] = [Self::HexPointy, Self::HexFlat, Self::Square];
}

/// Why a grid cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GridError {
    /// Width or height is zero or above [`Grid::MAX_SIDE`].
    #[error("a map is 1 to {max} cells wide and high, not {width} x {height}", max = Grid::MAX_SIDE)]
    Size {
        /// Columns asked for.
        width: u16,
        /// Rows asked for.
        height: u16,
    },
    /// The cell size is not between a millimetre and a kilometre.
    #[error("cells measure between 0.001 m and 1000 m, not {0}")]
    CellSize(Metres),
    /// Half a square cell is not a whole number of millimetres, which diagonal steps need.
    #[error("square cells measure an even number of millimetres, not {0}")]
    OddCellSize(Metres),
}

/// Pure geometry of a rectangular map: which cells there are and how they lie.
///
/// Cells are numbered row by row from the top left. Columns grow to the right (east), rows grow
/// downwards (south).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    layout: Layout,
    width: u16,
    height: u16,
    cell_size: Metres,
}

impl Grid {
    /// The most columns or rows a map may have.
    pub const MAX_SIDE: u16 = 200;

    /// A map of `width` x `height` cells, each `cell_size` across (from side to opposite side).
    ///
    /// # Errors
    /// If a dimension is zero or above [`Grid::MAX_SIDE`], or the cell size is not above zero, not
    /// at most a kilometre, or on squares odd in millimetres.
    pub fn new(
        layout: Layout,
        width: u16,
        height: u16,
        cell_size: Metres,
    ) -> Result<Self, GridError> {
        let fits = 1..=Self::MAX_SIDE;
        if !fits.contains(&width) || !fits.contains(&height) {
            return Err(GridError::Size { width, height });
        }
        if cell_size <= Metres::ZERO || cell_size > Metres::from_whole(1000) {
            return Err(GridError::CellSize(cell_size));
        }
        if layout == Layout::Square && cell_size.milli() % 2 != 0 {
            return Err(GridError::OddCellSize(cell_size));
        }
        Ok(Self {
            layout,
            width,
            height,
            cell_size,
        })
    }

    /// The shape of the cells.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// The distance between the centres of cells that share a side.
    #[must_use]
    pub const fn cell_size(&self) -> Metres {
        self.cell_size
    }

    /// Number of cells.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a grid has at least one cell")]
    pub const fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// All cells in the order of their numbers.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.width * self.height).map(Cell)
    }

    /// The cell at a column and row, if it is on the map.
    #[must_use]
    pub fn cell(&self, column: u16, row: u16) -> Option<Cell> {
        (column < self.width && row < self.height).then(|| Cell(row * self.width + column))
    }

    /// Column and row of a cell.
    #[must_use]
    pub const fn column_row(&self, cell: Cell) -> (u16, u16) {
        (cell.0 % self.width, cell.0 / self.width)
    }

    /// Whether the number is that of a cell of this map.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.0 < self.width * self.height
    }

    /// The cell one step away, if it is on the map.
    #[must_use]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        if !self.contains(cell) {
            return None;
        }
        self.cell_of(self.spot(cell) + self.step_of(direction))
    }

    /// The cell across a side, if it is on the map.
    #[must_use]
    pub fn across(&self, cell: Cell, side: Side) -> Option<Cell> {
        self.neighbour(cell, self.direction_through(side))
    }

    /// All neighbours on the map, in the order of their directions.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> + use<> {
        let grid = *self;
        self.directions()
            .filter_map(move |direction| Some((direction, grid.neighbour(cell, direction)?)))
    }

    /// The direction from a cell to a neighbour; `None` if the cells are not neighbours.
    #[must_use]
    pub fn direction_between(&self, from: Cell, to: Cell) -> Option<Direction> {
        let way = self.vector(from, to)?;
        (0..)
            .zip(self.layout.steps())
            .find_map(|(number, step)| (*step == way).then_some(Direction(number)))
    }

    /// The side of `from` that it shares with `to`; `None` if they share none.
    #[must_use]
    pub fn side_between(&self, from: Cell, to: Cell) -> Option<Side> {
        self.side_towards(self.direction_between(from, to)?)
    }

    /// A path with the cells between those of its cells that are no neighbours but lie in a straight
    /// line; `from` is where it begins, which is not among its cells.
    #[must_use]
    pub fn filled_in(&self, from: Cell, path: &[Cell]) -> Vec<Cell> {
        let mut filled = Vec::with_capacity(path.len());
        let mut here = from;
        for &next in path {
            let count = self.steps(here, next) as usize;
            let line = self.directions().find_map(|direction| {
                let mut line = std::iter::successors(self.neighbour(here, direction), |cell| {
                    self.neighbour(*cell, direction)
                });
                let cells: Vec<Cell> = line.by_ref().take(count).collect();
                (cells.last() == Some(&next)).then_some(cells)
            });
            filled.extend(line.unwrap_or_else(|| vec![next]));
            here = next;
        }
        filled
    }

    /// The least number of steps between two cells, obstacles ignored; a diagonal of squares is
    /// one step.
    #[must_use]
    pub fn steps(&self, a: Cell, b: Cell) -> u32 {
        self.length(self.spot(b) - self.spot(a))
    }

    /// The least number of steps that make a vector.
    pub(crate) const fn length(&self, way: Spot) -> u32 {
        let (x, y) = (way.x.unsigned_abs(), way.y.unsigned_abs());
        let longer = if x > y { x } else { y };
        match self.layout {
            Layout::HexPointy | Layout::HexFlat => {
                let sum = (way.x + way.y).unsigned_abs();
                if sum > longer { sum } else { longer }
            }
            Layout::Square => longer,
        }
    }

    /// The horizontal distance of two cells: on hexes the steps between them, on squares the
    /// longer difference plus half the shorter, times the cell size.
    #[must_use]
    pub fn distance(&self, a: Cell, b: Cell) -> Metres {
        match self.layout {
            // At most a few hundred.
            Layout::HexPointy | Layout::HexFlat => self.cell_size * self.steps(a, b) as i32,
            Layout::Square => {
                let way = self.spot(b) - self.spot(a);
                let (x, y) = (way.x.abs(), way.y.abs());
                let halves = 2 * x.max(y) + x.min(y);
                self.cell_size.times_ratio(halves, 2)
            }
        }
    }

    /// The length of one step: a cell, or one and a half for the diagonals of squares.
    #[must_use]
    pub const fn step_length(&self, direction: Direction) -> Metres {
        match self.side_towards(direction) {
            Some(_) => self.cell_size,
            None => self.cell_size.times_ratio(3, 2),
        }
    }

    /// The lattice vector of a direction.
    pub(crate) const fn step_of(&self, direction: Direction) -> Spot {
        self.layout.steps()[(direction.0 % self.direction_count()) as usize]
    }

    /// The lattice vector between two cells of the map.
    pub(crate) fn vector(&self, from: Cell, to: Cell) -> Option<Spot> {
        (self.contains(from) && self.contains(to)).then(|| self.spot(to) - self.spot(from))
    }
}
