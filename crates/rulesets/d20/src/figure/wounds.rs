//! What lasts of blows beyond hit points: constitution, stuns, flesh wounds, strains, lodged missiles.

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{ItemId, RegisterState};
use shieldwall_dice::DiceExpr;

/// Points of CON lost in this battle (D20-061).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LostConstitution(pub i32);

/// The round at whose end somebody comes to itself; 0 if it is not stunned (D20-R31, D20-R32).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stunned(pub u32);

/// The round at whose end somebody wakes up who was knocked out for a while; 0 for all others (D20-164, D20-R32).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Senseless(pub u32);

/// Whether somebody has a flesh wound: -2 on its attacks and saving throws (D20-055, D20-R28).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FleshWound(pub bool);

/// Whether somebody has strained a muscle: -1 on its damage (D20-080).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Strained(pub bool);

/// Full rounds that somebody must spend on the helmet over its eyes; 0 if it sees (D20-081).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Askew(pub u8);

/// Damage that only wears somebody down (D20-143).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Subdual(pub i32);

/// The missiles that stick in somebody, oldest first (D20-070).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lodged(pub Vec<LodgedMissile>);

/// A missile that sticks in somebody.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LodgedMissile {
    /// Its plain damage (D20-R33).
    pub damage: DiceExpr,
    /// The thing itself, where it was thrown; `None` for what was shot.
    pub item: Option<ItemId>,
}

/// All of it.
pub type Wounds = (
    LostConstitution,
    Stunned,
    Senseless,
    FleshWound,
    Strained,
    Askew,
    Subdual,
    Lodged,
);

/// Registers what changes.
pub(super) fn plugin(app: &mut App) {
    app.combatant_state::<LostConstitution>()
        .combatant_state::<Stunned>()
        .combatant_state::<Senseless>()
        .combatant_state::<FleshWound>()
        .combatant_state::<Strained>()
        .combatant_state::<Askew>()
        .combatant_state::<Subdual>()
        .combatant_state::<Lodged>();
}
