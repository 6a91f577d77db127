//! The walk along the straight segment between two cell centres, from cell to cell, exactly.

use crate::cell::Cell;
use crate::grid::{Grid, Layout};
use crate::lattice::Spot;

/// One way from the cell a segment leaves to the cell it enters next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    /// Side crossed out of the cell left.
    pub(crate) out: u8,
    /// The cell between and the side crossed out of it, if the way leads round a corner.
    pub(crate) by: Option<(Spot, u8)>,
}

/// How a segment gets from the inside of one cell to the inside of the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    /// The cell entered.
    pub(crate) to: Spot,
    /// The way taken, or one of the two.
    pub(crate) way: Way,
    /// The way round the other side, if the segment goes exactly through a corner or along a
    /// side. The segment is blocked there only if both ways are.
    pub(crate) other: Option<Way>,
    /// Whether the segment runs along the side that the two ways' cells between share.
    pub(crate) along: bool,
    /// The sides of the cell entered that the segment crosses; two if it comes through a corner.
    pub(crate) entered: (u8, Option<u8>),
}

/// The crossings of a segment, in order.
///
/// The side of the line on which a corner lies is the sign of a cross product in the stretched
/// lattice; along a straight walk it changes by whole numbers only, so nothing is ever rounded.
pub(crate) struct Segment {
    layout: Layout,
    here: Spot,
    end: Spot,
    /// Cross product of the segment and the stretched way from its start to the present centre.
    offset: i32,
    /// The sides through which the segment can leave cells, clockwise. The last occurs only on
    /// hexes.
    exits: [Exit; 3],
}

/// A side through which a segment can leave cells.
#[derive(Debug, Clone, Copy)]
struct Exit {
    side: u8,
    /// The vector across it.
    step: Spot,
    /// What crossing it adds to the offset.
    shift: i32,
    /// How far to the right of the line its clockwise end lies, seen from a centre on the line.
    corner: i32,
}

impl Segment {
    pub(crate) fn new(grid: &Grid, from: Cell, to: Cell) -> Self {
        let layout = grid.layout();
        let (here, end) = (grid.spot(from), grid.spot(to));
        let ahead = end - here;
        let steps = layout.side_steps();
        let exit = |side: usize| {
            let (side, next) = (side % steps.len(), (side + 1) % steps.len());
            let turn = ahead.cross(steps[side]);
            Exit {
                side: side as u8,
                step: steps[side],
                shift: turn * layout.scale(),
                corner: turn + ahead.cross(steps[next]),
            }
        };
        // Clockwise from the corner farthest to the left of the line, the corners lie farther and
        // farther to its right up to the opposite one. The exits are the sides between.
        let leftmost = (0..steps.len())
            .min_by_key(|side| exit(*side).corner)
            .unwrap_or(0);
        Self {
            layout,
            here,
            end,
            offset: 0,
            exits: [1, 2, 3].map(|by| exit(leftmost + by)),
        }
    }

    /// The crossing through the clockwise end of the exit's side, which lies on the line.
    #[cold]
    fn through_corner(&mut self, exit: Exit) -> Crossing {
        let steps = self.layout.side_steps();
        let count = steps.len() as u8;
        let turned = |side: u8, by: u8| (side + by) % count;
        let (side, next) = (exit.side, turned(exit.side, 1));
        let (step, next_step) = (exit.step, steps[usize::from(next)]);
        let next_shift = exit.corner * self.layout.scale() - exit.shift;
        let here = self.here;
        let direct = |out: u8| Way { out, by: None };
        let round = |out: u8, by: Spot, on: u8| Way {
            out,
            by: Some((here + by, on)),
        };
        // Beyond a corner of hexes lies the side between the two next cells. It carries on
        // outwards from the corner: on the line, to its right (the line then enters the cell
        // across `side`) or to its left (it enters the one across `next`). Beyond a corner of
        // squares lies the fourth cell.
        let (crossing, shift) = if count == 4 || exit.corner == 0 {
            let crossing = Crossing {
                to: here + step + next_step,
                way: round(side, step, next),
                other: Some(round(next, next_step, side)),
                along: count == 6,
                entered: (turned(next, count / 2), Some(turned(side, count / 2))),
            };
            (crossing, exit.shift + next_shift)
        } else if exit.corner > 0 {
            let crossing = Crossing {
                to: here + step,
                way: direct(side),
                other: Some(round(next, next_step, turned(side, 5))),
                along: false,
                entered: (turned(side, 3), Some(turned(side, 2))),
            };
            (crossing, exit.shift)
        } else {
            let crossing = Crossing {
                to: here + next_step,
                way: direct(next),
                other: Some(round(side, step, turned(side, 2))),
                along: false,
                entered: (turned(next, 3), Some(turned(side, 5))),
            };
            (crossing, next_shift)
        };
        self.offset += shift;
        self.here = crossing.to;
        crossing
    }
}

impl Iterator for Segment {
    type Item = Crossing;

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        if self.here == self.end {
            return None;
        }
        // The line leaves through the first exit whose clockwise end is not on its left. Counting
        // instead of searching keeps a branch that no processor can predict out of the loop.
        let left = |exit: Exit| usize::from(self.offset + exit.corner < 0);
        let exit = self.exits[left(self.exits[0]) + left(self.exits[1])];
        if self.offset + exit.corner == 0 {
            return Some(self.through_corner(exit));
        }
        self.offset += exit.shift;
        self.here = self.here + exit.step;
        let sides = self.layout.side_count();
        let back = exit.side + sides / 2;
        Some(Crossing {
            to: self.here,
            way: Way {
                out: exit.side,
                by: None,
            },
            other: None,
            along: false,
            entered: (if back < sides { back } else { back - sides }, None),
        })
    }
}
