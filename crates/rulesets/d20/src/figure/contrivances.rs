//! Props and devices that combatants use, and props that are used up.

use bevy_ecs::prelude::*;

/// A prop or a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contrivance {
    /// A prop, by its place in the settings.
    Prop(usize),
    /// A device, by its place in the level.
    Device(usize),
}

/// Props that work only once and have been used, by their places in the settings.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct UsedUp(pub Vec<usize>);
