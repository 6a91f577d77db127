//! The segment to which the count has come.

use bevy_ecs::prelude::*;

/// The count of a round.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The segment; `None` before the first one of the round.
    pub segment: Option<i32>,
}
