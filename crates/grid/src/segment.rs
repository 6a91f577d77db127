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
    /// Cross products of the segment and the ways across the sides.
    turns: [i32; 6],
}

impl Segment {
    pub(crate) fn new(grid: &Grid, from: Cell, to: Cell) -> Self {
        let (here, end) = (grid.spot(from), grid.spot(to));
        let ahead = end - here;
        let mut turns = [0; 6];
        for (turn, step) in turns.iter_mut().zip(grid.layout().side_steps()) {
            *turn = ahead.cross(*step);
        }
        Self {
            layout: grid.layout(),
            here,
            end,
            offset: 0,
            turns,
        }
    }
}

impl Iterator for Segment {
    type Item = Crossing;

    fn next(&mut self) -> Option<Crossing> {
        if self.here == self.end {
            return None;
        }
        let steps = self.layout.side_steps();
        let count = steps.len();
        // The line leaves the cell where, clockwise, the corners change from its left (negative)
        // to its right: across that side, or through a corner exactly on the line.
        let mut before = self.offset + self.turns[count - 1] + self.turns[0];
        let mut exit = None;
        for side in 0..count {
            let next = if side + 1 == count { 0 } else { side + 1 };
            let corner = self.offset + self.turns[side] + self.turns[next];
            if before < 0 && corner >= 0 {
                exit = Some((side, next, corner == 0));
                break;
            }
            before = corner;
        }
        // A line through the inside of a convex cell always leaves it.
        let (side, next, through_corner) = exit?;
        let from = self.here;
        let turned = |side: usize, by: usize| ((side + by) % count) as u8;
        let direct = |out: usize| Way {
            out: out as u8,
            by: None,
        };
        let round = |out: usize, on: u8| Way {
            out: out as u8,
            by: Some((from + steps[out], on)),
        };
        let back = count / 2;
        // Beyond a corner of hexes lies the side between the two next cells. It carries on
        // outwards from the corner: on the line, to its right (the line then enters the cell
        // across `side`) or to its left (it enters the one across `next`). Beyond a corner of
        // squares lies the fourth cell.
        let beyond = self.turns[side] + self.turns[next];
        let (crossing, moved) = if !through_corner {
            let crossing = Crossing {
                to: from + steps[side],
                way: direct(side),
                other: None,
                along: false,
                entered: (turned(side, back), None),
            };
            (crossing, self.turns[side])
        } else if count == 4 || beyond == 0 {
            let crossing = Crossing {
                to: from + steps[side] + steps[next],
                way: round(side, next as u8),
                other: Some(round(next, side as u8)),
                along: count == 6,
                entered: (turned(next, back), Some(turned(side, back))),
            };
            (crossing, beyond)
        } else if beyond > 0 {
            let crossing = Crossing {
                to: from + steps[side],
                way: direct(side),
                other: Some(round(next, turned(side, 5))),
                along: false,
                entered: (turned(side, 3), Some(turned(side, 2))),
            };
            (crossing, self.turns[side])
        } else {
            let crossing = Crossing {
                to: from + steps[next],
                way: direct(next),
                other: Some(round(side, turned(side, 2))),
                along: false,
                entered: (turned(next, 3), Some(turned(side, 5))),
            };
            (crossing, self.turns[next])
        };
        self.offset += self.layout.scale() * moved;
        self.here = crossing.to;
        Some(crossing)
    }
}
