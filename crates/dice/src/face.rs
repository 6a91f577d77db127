//! The face shown by one die.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notation::Reader;
use crate::parse_error::ParseDiceError;

/// One face shown by one die, written `d8=5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields, description = "One face shown by one die.")]
pub struct Face {
    /// How many sides the die has.
    pub sides: u16,
    /// What it shows, from 1 to `sides`.
    pub face: u16,
}

impl Face {
    /// Whether a die of these sides can show this face.
    #[must_use]
    pub const fn is_possible(self) -> bool {
        1 <= self.face && self.face <= self.sides
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}={}", self.sides, self.face)
    }
}

impl FromStr for Face {
    type Err = ParseDiceError;

    /// Reads a face such as `d8=5`. The `d` may be upper case, and spaces may stand around.
    ///
    /// # Errors
    /// [`ParseDiceError`] when the text is not a face, or no such die shows it.
    fn from_str(text: &str) -> Result<Self, ParseDiceError> {
        let mut reader = Reader::new(text)?;
        reader.skip_space();
        if !reader.eat("d") {
            return Err(reader.expected("a die face such as \"d8=5\""));
        }
        let sides = reader.number(1, u16::MAX, "a number of sides")?;
        reader.skip_space();
        if !reader.eat("=") {
            return Err(reader.expected("\"=\" and the face that the die shows"));
        }
        reader.skip_space();
        let face = reader.number(1, sides, "a face")?;
        reader.skip_space();
        if reader.at_end() {
            Ok(Self { sides, face })
        } else {
            Err(reader.expected("the end"))
        }
    }
}
