//! Brains at play.

#[path = "../../../lab/tests/all/battlefield/mod.rs"]
mod battlefield;
mod defences;
mod generalship;
mod ladder;
mod looking_ahead;
mod no_peeking;
mod reactions;
mod standing_still;
mod walls;
