//! The rules of the percentile ruleset.

mod exchanges;
mod numbers;
mod odds;
mod random_play;
mod ratings;
mod scenes;
mod tables;
