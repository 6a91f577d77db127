//! Dice expressions, seeded and loaded dice, exact odds.
//!
//! Rules ask [`Dice`] for what a roll means (a band under a die, the sum of an expression, one of
//! n), so that one piece of rule code plays with [`SeededDice`], is tested with [`LoadedDice`] and
//! is forecast with [`EnumeratingDice`], which visit every outcome once with its exact probability.
//!
//! ```
//! use shieldwall_dice::{Dice, DiceExpr, enumerate, percent};
//!
//! let weapon: DiceExpr = "1d8+1+db".parse()?;
//! let damage = weapon.with_bonus(&"1d4".parse()?);
//! // An attack at 65 %, against 6 points of armour.
//! let attack = |dice: &mut dyn Dice| match dice.band(100, &[65]).band {
//!     0 => (dice.sum(&damage).total - 6).max(0),
//!     _ => 0,
//! };
//! let wounds: f64 = enumerate(|dice| attack(dice))
//!     .into_iter()
//!     .filter_map(|(harm, probability)| (harm > 0).then_some(probability))
//!     .sum();
//! assert_eq!(percent(wounds).to_string(), "45 %");
//! # Ok::<(), shieldwall_dice::ParseDiceError>(())
//! ```

mod after_loaded;
mod convolution;
mod counted;
mod distribution;
mod enumerating;
mod expression;
mod face;
mod keyed;
mod loaded;
mod notation;
mod parse_error;
mod percent;
mod roll;
mod seeded;
mod shared;

pub use after_loaded::AfterLoaded;
pub use counted::{Counted, CountedRoll};
pub use distribution::Distribution;
pub use enumerating::{EnumeratingDice, Enumerator, enumerate, enumerate_with};
pub use expression::DiceExpr;
pub use face::Face;
pub use keyed::KeyedDice;
pub use loaded::{LoadedDice, LoadedDiceError};
pub use parse_error::ParseDiceError;
pub use percent::{Percent, percent, percents, precise_percent};
pub use roll::{BandRoll, Dice, SumRoll};
pub use seeded::SeededDice;
pub use shared::SharedDice;
