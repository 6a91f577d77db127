//! The rules of the zones ruleset.

mod following;
mod random_play;
mod rare_answers;
mod short_cuts;
