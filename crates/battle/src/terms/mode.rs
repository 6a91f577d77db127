//! Modes: in which way something is done.

use super::Word;

/// In which way something is done: `thrown`, `bash`.
pub type Mode = Word<ModeRole>;

/// What a mode is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModeRole {
    /// With a weapon in hand.
    Weapon,
    /// With a shield in hand.
    Shield,
    /// With bare hands or feet.
    Unarmed,
    /// With claws, teeth and the like.
    Natural,
    /// By throwing the weapon.
    Thrown,
    /// By shooting with the weapon.
    Shot,
    /// By a grip.
    Grip,
    /// Puts something away.
    PutAway,
    /// Takes something, or two things, in hand.
    TakeInHand,
    /// A bargain that takes the target out of the fight.
    TakesOut,
    /// A bargain that takes the target and its weapon out of the fight.
    DisarmsAndTakesOut,
    /// Another bargain.
    Bargain,
}
