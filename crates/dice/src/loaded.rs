//! Dice for tests: a list of faces that must be used up exactly.

use thiserror::Error;

use crate::counted::{Counted, CountedRoll};
use crate::expression::DiceExpr;
use crate::face::Face;
use crate::parse_error::ParseDiceError;
use crate::roll::{BandRoll, Dice, SumRoll, band_of, sum_of};

/// Dice that show a given list of faces, in order.
///
/// Rolling never fails on the spot: the first roll that does not fit the list is remembered, every
/// die shows 1 from then on, and [`finish`](Self::finish) reports it. [`Dice::one_of`] takes a face
/// of a die with as many sides as there are choices, unless there is only one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoadedDice {
    faces: Vec<Face>,
    used: usize,
    fault: Option<LoadedDiceError>,
}

/// How the rolls of a battle differed from the loaded list. Positions count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadedDiceError {
    /// A die of other sides was asked for than was loaded.
    #[error("loaded die {position} is {loaded}, but a d{asked} was rolled")]
    WrongSides {
        /// Place in the list.
        position: usize,
        /// Sides of the die that was rolled.
        asked: usize,
        /// The die in the list.
        loaded: Face,
    },
    /// The loaded face is not on the die.
    #[error("loaded die {position} is {loaded}, a face that a d{asked} does not have")]
    ImpossibleFace {
        /// Place in the list.
        position: usize,
        /// Sides of the die that was rolled.
        asked: usize,
        /// The die in the list.
        loaded: Face,
    },
    /// More dice were rolled than were loaded.
    #[error("a d{asked} was rolled as die {position}, but only {loaded} were loaded")]
    RanOut {
        /// Place that the missing die would have had.
        position: usize,
        /// Sides of the die that was rolled.
        asked: usize,
        /// How many dice were loaded.
        loaded: usize,
    },
    /// Fewer dice were rolled than were loaded.
    #[error("loaded but never rolled: {}", listed(.0))]
    LeftOver(Vec<Face>),
}

fn listed(faces: &[Face]) -> String {
    let faces: Vec<_> = faces.iter().map(Face::to_string).collect();
    faces.join(", ")
}

impl LoadedDice {
    /// Dice that will show `faces`.
    #[must_use]
    pub const fn new(faces: Vec<Face>) -> Self {
        Self {
            faces,
            used: 0,
            fault: None,
        }
    }

    /// Dice that will show the faces written in `faces`, such as `["d100=7", "d8=5"]`.
    ///
    /// # Errors
    /// [`ParseDiceError`] for the first text that is not a face.
    pub fn parse(faces: &[impl AsRef<str>]) -> Result<Self, ParseDiceError> {
        let faces: Result<_, _> = faces.iter().map(|face| face.as_ref().parse()).collect();
        faces.map(Self::new)
    }

    /// The faces not yet shown.
    #[must_use]
    pub fn remaining(&self) -> &[Face] {
        &self.faces[self.used..]
    }

    /// Whether the rolls so far and the loaded list agree to the last die.
    ///
    /// # Errors
    /// The first fault, or [`LoadedDiceError::LeftOver`] if there was none and dice remain.
    pub fn finish(&self) -> Result<(), LoadedDiceError> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None if self.remaining().is_empty() => Ok(()),
            None => Err(LoadedDiceError::LeftOver(self.remaining().to_vec())),
        }
    }

    fn die(&mut self, asked: usize) -> u16 {
        if self.fault.is_some() {
            return 1;
        }
        let position = self.used + 1;
        let fault = match self.faces.get(self.used) {
            None => LoadedDiceError::RanOut {
                position,
                asked,
                loaded: self.faces.len(),
            },
            Some(&loaded) if usize::from(loaded.sides) != asked => LoadedDiceError::WrongSides {
                position,
                asked,
                loaded,
            },
            Some(&loaded) if !loaded.is_possible() => LoadedDiceError::ImpossibleFace {
                position,
                asked,
                loaded,
            },
            Some(loaded) => {
                self.used += 1;
                return loaded.face;
            }
        };
        self.fault = Some(fault);
        1
    }
}

impl Dice for LoadedDice {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        band_of(self.die(usize::from(sides.max(1))), uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        sum_of(expr, |sides| self.die(usize::from(sides)))
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        counted.roll(self)
    }

    fn one_of(&mut self, n: usize) -> usize {
        if n <= 1 {
            0
        } else {
            usize::from(self.die(n)) - 1
        }
    }
}
