//! Modes of actions, and what goes with a choice.

use crate::content::blocks::Stunt;
use shieldwall_battle::terms::{Mode, ModeRole, Term, Word};

/// Bare hands.
pub const UNARMED: Mode = Word(&Term::new("unarmed", ModeRole::Unarmed));
/// A blow with a shield.
pub const BASH: Mode = Word(&Term::new("bash", ModeRole::Shield));
/// Natural attacks, in the order of the stat block.
pub const NATURAL: [Mode; 6] = [
    Word(&Term::new("natural_1", ModeRole::Natural)),
    Word(&Term::new("natural_2", ModeRole::Natural)),
    Word(&Term::new("natural_3", ModeRole::Natural)),
    Word(&Term::new("natural_4", ModeRole::Natural)),
    Word(&Term::new("natural_5", ModeRole::Natural)),
    Word(&Term::new("natural_6", ModeRole::Natural)),
];

/// A counter that makes the attacker drop a weapon (ZON-088).
pub const DISARM: Mode = Word(&Term::new("disarm", ModeRole::Grip));
/// A counter that pushes the attacker (ZON-090).
pub const SHOVE: Mode = Word(&Term::new("shove", ModeRole::Grip));
/// A counter that takes hold of the attacker (ZON-092).
pub const GRAPPLE: Mode = Word(&Term::new("grapple", ModeRole::Grip));

/// Bargains, in the order of the rulebook (ZON-R40).
pub const STUNTS: [Mode; 8] = [
    Word(&Term::new("stunt_disarm", ModeRole::Bargain)),
    Word(&Term::new("knock_out", ModeRole::TakesOut)),
    Word(&Term::new(
        "disarm_and_knock_out",
        ModeRole::DisarmsAndTakesOut,
    )),
    Word(&Term::new("maim_hand", ModeRole::Bargain)),
    Word(&Term::new("maim_leg", ModeRole::Bargain)),
    Word(&Term::new("yield", ModeRole::TakesOut)),
    Word(&Term::new("push", ModeRole::Bargain)),
    Word(&Term::new("fall_back", ModeRole::Bargain)),
];

/// The mode of a bargain.
#[must_use]
pub fn of_stunt(stunt: Stunt) -> Mode {
    let place = Stunt::ALL.iter().position(|other| *other == stunt);
    STUNTS[place.unwrap_or(0)]
}

/// All modes.
pub fn all() -> impl Iterator<Item = Mode> {
    let plain = [UNARMED, BASH, DISARM, SHOVE, GRAPPLE];
    NATURAL.into_iter().chain(plain).chain(STUNTS)
}

/// Option: with full force, but for a bargain first (ZON-079).
pub const BARGAIN: &str = "bargain";
/// Option: a steady shot with a bargain first.
pub const STEADY_BARGAIN: &str = "steady_bargain";
/// Option: a shot on the move with a bargain first.
pub const MOVING_BARGAIN: &str = "moving_bargain";
/// Option: with full force.
pub const FULL: &str = "full";
/// Option: holding back (ZON-035).
pub const HOLD_BACK: &str = "hold_back";
/// Option: a steady shot, without a step before or after (ZON-R12).
pub const STEADY: &str = "steady";
/// Option: a shot on the move (ZON-042).
pub const MOVING: &str = "moving";
/// Option: a steady shot, holding back.
pub const STEADY_HOLD_BACK: &str = "steady_hold_back";
/// Option: a shot on the move, holding back.
pub const MOVING_HOLD_BACK: &str = "moving_hold_back";

/// All options.
pub const OPTIONS: &[&str] = &[
    FULL,
    HOLD_BACK,
    STEADY,
    MOVING,
    STEADY_HOLD_BACK,
    MOVING_HOLD_BACK,
    BARGAIN,
    STEADY_BARGAIN,
    MOVING_BARGAIN,
];
