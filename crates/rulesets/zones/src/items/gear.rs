//! Items as the rules know them.

use std::sync::Arc;

use crate::content::blocks::{GearState, ItemBlock};
use bevy_ecs::prelude::Component;
use shieldwall_battle::CombatantId;

/// What an item does under these rules.
#[derive(Component, Clone, Debug)]
pub struct Gear(pub Arc<ItemBlock>);

/// Where an item is with its owner.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In hand or on the arm.
    Held,
    /// Carried, not in hand.
    Stowed,
    /// Worn on the body.
    Worn,
    /// Not a thing at all: a power.
    Known,
    /// On the ground, or gone.
    Away,
}

/// How an item is, and whether it has been used in this battle (ZON-124).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wear {
    /// Sound, damaged or destroyed (ZON-R60).
    pub state: GearState,
    /// Who has used it last, if anybody has (ZON-R61).
    pub used_by: Option<CombatantId>,
    /// Whether its ammunition was used up in a battle before (ZON-125).
    pub spent: bool,
}

/// How many there are of what is used up, or how often a power can still be invoked.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stock(pub u16);
