//! Props and devices that combatants use, and those that are used up.

use bevy_ecs::prelude::*;

/// What somebody uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contrivance {
    /// A prop, by its place in the settings.
    Prop(usize),
    /// A device, by its place in the level.
    Device(usize),
}

/// What works only once and has been used.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct UsedUp(pub Vec<Contrivance>);
