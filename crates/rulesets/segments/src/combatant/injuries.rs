//! Injuries that stay: grievous wounds and stuck missiles (SEG-143 to SEG-147, SEG-R21).

use bevy_ecs::prelude::*;

use crate::content::item_block::Stuck;

/// The grievous wounds of a combatant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GrievousWounds {
    /// Hit points that each open wound costs at the end of a round.
    pub bleeding: Vec<i32>,
    /// True if TMR is halved.
    pub leg: bool,
    /// True if the main hand has SC -20.
    pub main_arm: bool,
    /// True if the off hand holds nothing.
    pub off_arm: bool,
    /// True if it is out of action for good, whatever its hit points.
    pub disabled: bool,
    /// True if it is stunned for the next round too.
    pub head: bool,
}

/// A missile that is stuck in a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StuckMissile {
    /// Its kind.
    pub kind: Stuck,
    /// True if it came with a grievous wound (SEG-147).
    pub wound: bool,
}

impl StuckMissile {
    /// DEX that it costs.
    #[must_use]
    pub fn dex(self) -> i32 {
        self.kind.dex() + i32::from(self.wound)
    }
}

/// The missiles that are stuck in a combatant (SEG-143 to SEG-147).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StuckMissiles(pub Vec<StuckMissile>);

impl StuckMissiles {
    /// DEX that all of them cost.
    #[must_use]
    pub fn dex(&self) -> i32 {
        self.0.iter().map(|missile| missile.dex()).sum()
    }

    /// Hit points that all of them cost at the end of a round.
    #[must_use]
    pub fn bleeding(&self) -> i32 {
        self.0.iter().map(|missile| missile.kind.bleeding()).sum()
    }
}
