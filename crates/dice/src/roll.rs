//! What rules ask of dice.

use crate::counted::{Counted, CountedRoll};
use crate::expression::DiceExpr;
use crate::face::Face;

/// Result of a die rolled against bands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BandRoll {
    /// Which band the face fell into, from 0; the number of upper bounds if above them all.
    pub band: usize,
    /// The face that the die shows. Enumerating dice show the highest face of the band.
    pub face: u16,
}

/// Result of rolling an expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SumRoll {
    /// The total.
    pub total: i32,
    /// The faces of the dice in printed order. Enumerating dice, which visit totals rather than
    /// faces, leave it empty.
    pub faces: Vec<Face>,
}

/// Chance, asked by meaning: rules that roll through this trait can be played, tested and forecast
/// by the same code.
pub trait Dice {
    /// Rolls one die of `sides` against bands.
    ///
    /// `uppers` are ascending inclusive upper bounds: band `i` is the first whose bound is not
    /// below the face, and band `uppers.len()` lies above all bounds. Bounds below 1 or above
    /// `sides`, and equal ones, are allowed: they make empty bands. A die of 0 sides counts as one
    /// of 1.
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll;

    /// Rolls the sum of an expression, its dice in printed order. A bonus that is not yet known
    /// counts as 0.
    fn sum(&mut self, expr: &DiceExpr) -> SumRoll;

    /// Rolls a sum of which no more is asked than what it means. Dice that show faces do it with
    /// [`Counted::roll`].
    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll;

    /// Picks a number from 0 up to but not including `n`, all equally likely. With an `n` of 1 (or
    /// 0, which counts as 1) nothing is rolled.
    fn one_of(&mut self, n: usize) -> usize;
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        (**self).counted(counted)
    }

    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        (**self).band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        (**self).sum(expr)
    }

    fn one_of(&mut self, n: usize) -> usize {
        (**self).one_of(n)
    }
}

impl<D: Dice + ?Sized> Dice for Box<D> {
    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        (**self).counted(counted)
    }

    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        (**self).band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        (**self).sum(expr)
    }

    fn one_of(&mut self, n: usize) -> usize {
        (**self).one_of(n)
    }
}

/// The band into which `face` falls.
pub(crate) fn band_of(face: u16, uppers: &[i32]) -> BandRoll {
    let band = uppers
        .iter()
        .position(|&upper| i32::from(face) <= upper)
        .unwrap_or(uppers.len());
    BandRoll { band, face }
}

/// The sum of `expr` with every die rolled by `roll`, and its faces.
pub(crate) fn sum_of(expr: &DiceExpr, mut roll: impl FnMut(u16) -> u16) -> SumRoll {
    let mut faces = Vec::new();
    let total = expr.total_with(&mut |sides| {
        let face = roll(sides);
        faces.push(Face { sides, face });
        face
    });
    SumRoll { total, faces }
}
