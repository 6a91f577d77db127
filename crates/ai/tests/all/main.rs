//! Brains at play.

mod against_random;
#[path = "../../../lab/tests/all/battlefield/mod.rs"]
mod battlefield;
mod generalship;
mod looking_ahead;
mod no_peeking;
mod reactions;
mod standing_still;
mod walls;
