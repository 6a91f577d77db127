//! What somebody has said and done this round. All of it is as new when the next round begins.

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, ItemId, RegisterState};

/// How the Base Combat Bonus is divided (D20-007). Neither share is below 0, unless the bonus itself is: then it
/// lies on the attacks (D20-R06).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Division {
    /// Added to attack totals.
    pub attack: i32,
    /// Added to the Armour Class.
    pub defence: i32,
}

/// What somebody has declared for the round (D20-009).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Intent {
    /// To fight as it comes.
    #[default]
    Fight,
    /// To run up to an enemy, without a blow (D20-049).
    Close,
    /// To charge: its whole speed, straight, and one attack (D20-044, D20-047).
    Charge,
    /// To defend itself and do nothing else (D20-084).
    FullDefence,
    /// To cast a spell or read a scroll, and do nothing else (D20-017, D20-097, D20-099).
    Cast,
}

/// The numbers on which somebody still acts, highest first (D20-019, D20-027).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers(pub Vec<u16>);

/// How many actions somebody keeps for the end of the round (D20-022).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Held(pub u8);

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that happened or did not"
)]
/// What somebody has done this round that bars it from doing more (D20-031, D20-R11).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exertion {
    /// Attacks on its own numbers.
    pub attacks: u8,
    /// Whether it has had its movement.
    pub moved: bool,
    /// True if it has taken something in hand in place of its movement: it goes nowhere, and keeps its attacks, but not
    /// the second shot of a bow (D20-137, D20-R70).
    pub drew: bool,
    /// True if it has charged over more than half its speed: it may strike once, and neither shoot nor throw (D20-044,
    /// D20-108).
    pub charged: bool,
    /// Whether it may not attack any more: it has moved more than half its speed, has run, or has a task.
    pub spent: bool,
    /// Whether the weapon in the other hand has made an attack (D20-R80).
    pub other_hand: bool,
    /// Whether it has moved, fought or been thrown about, so that what sticks in it hurts (D20-071, D20-R35).
    pub exerted: bool,
}

impl Exertion {
    /// True if nothing is left of its movement.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        self.moved || self.drew
    }
}

/// How somebody fights with a weapon in either hand this round (D20-158, D20-159, D20-R80).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TwoWeapons {
    /// With one of them.
    #[default]
    One,
    /// With both, one attack at least with each.
    TwoAttacks {
        /// The weapon in the other hand.
        other: ItemId,
    },
    /// One of them is a guard.
    Guard,
}

/// What somebody does for the whole round instead of fighting.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Task {
    /// Nothing of the kind.
    #[default]
    None,
    /// It pulls a missile out of somebody, or of itself (D20-072).
    Extract(CombatantId),
    /// It puts its helmet right (D20-081).
    Helmet,
}

/// The enemies whose long weapons have stopped somebody this round: it may not come beside them (D20-135).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeptOff(pub Vec<CombatantId>);

/// The movers that somebody has tried to fend off this round (D20-R68).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fended(pub Vec<CombatantId>);

/// What is taken off the Armour Class of somebody who left its enemies in haste: 0, 2 or 4 (D20-122, D20-124).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exposure(pub i32);

/// The enemies that may not strike this figure this round, nor be struck by it: one of the two has closed (D20-050).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Barred(pub Vec<CombatantId>);

/// The enemies that this figure has made a free attack on this round, as they passed it (D20-R58).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checked(pub Vec<CombatantId>);

/// Whether somebody in a wall means to march with all of it (D20-R64).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marches(pub bool);

/// All that a new round makes as new.
pub type Fresh = (
    Division,
    Intent,
    Numbers,
    Held,
    Exertion,
    Exposure,
    Barred,
    Checked,
    TwoWeapons,
    Task,
    KeptOff,
    (Fended, Marches),
);

/// Registers what changes.
pub(super) fn plugin(app: &mut App) {
    app.combatant_state::<Division>()
        .combatant_state::<Intent>()
        .combatant_state::<Numbers>()
        .combatant_state::<Held>()
        .combatant_state::<Exertion>()
        .combatant_state::<Exposure>()
        .combatant_state::<Barred>()
        .combatant_state::<Checked>()
        .combatant_state::<TwoWeapons>()
        .combatant_state::<Task>()
        .combatant_state::<KeptOff>()
        .combatant_state::<Fended>()
        .combatant_state::<Marches>();
}
