//! The rules of the zones ruleset.

mod following;
mod random_play;
mod short_cuts;
