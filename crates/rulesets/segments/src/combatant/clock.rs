//! The segment to which the count has come.

use bevy_ecs::prelude::*;

/// The last segment on which anything is done (SEG-011).
pub const LAST_SEGMENT: i32 = -5;

/// The count of a round.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// The segment; `None` before the first one of the round.
    pub segment: Option<i32>,
}
