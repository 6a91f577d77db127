//! The order in which a frame is worked out.

use bevy::prelude::*;

/// Steps of a frame, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AppSystems {
    /// What the simulation and the loaders have sent.
    Receive,
    /// What the player points at and presses.
    Input,
    /// What becomes of it: drafts, choices, questions to the simulation.
    Decide,
    /// The journal, played entry by entry.
    Playback,
    /// What is seen of it all.
    Present,
}
