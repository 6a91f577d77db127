//! The crate from outside: notation, chances, loaded and seeded dice.

mod distributions;
mod enumeration;
mod loaded_dice;
mod notation;
mod percentages;
mod properties;
mod seeded_dice;
