//! The percentile ruleset: DEX ranks, D100, parry and dodge.

pub mod blow;
pub mod level;
pub mod matrix;
pub mod movement_bands;
pub mod order_key;
pub mod rating;
pub mod rules;
pub mod wounds;
