//! Modes of actions.

use shieldwall_battle::terms::{Mode, ModeRole, Term, Word};

/// With a long weapon.
pub const LONG: Mode = Word(&Term::new("long", ModeRole::Weapon));
/// With a weapon of medium length.
pub const MEDIUM: Mode = Word(&Term::new("medium", ModeRole::Weapon));
/// With a short weapon.
pub const SHORT: Mode = Word(&Term::new("short", ModeRole::Weapon));
/// By throwing the item.
pub const THROWN: Mode = Word(&Term::new("thrown", ModeRole::Thrown).icon("throw"));
/// By shooting with the item.
pub const SHOT: Mode = Word(&Term::new("shot", ModeRole::Shot).icon("shoot"));
/// By striking with a shield (PCT-127).
pub const BASH: Mode = Word(&Term::new("bash", ModeRole::Shield));
/// With bare hands (PCT-070).
pub const BRAWL: Mode = Word(&Term::new("brawl", ModeRole::Unarmed));
/// With natural weapons, in the order of the stat block (PCT-R83).
pub const NATURAL: [Mode; 6] = [
    Word(&Term::new("natural", ModeRole::Natural)),
    Word(&Term::new("natural-2", ModeRole::Natural)),
    Word(&Term::new("natural-3", ModeRole::Natural)),
    Word(&Term::new("natural-4", ModeRole::Natural)),
    Word(&Term::new("natural-5", ModeRole::Natural)),
    Word(&Term::new("natural-6", ModeRole::Natural)),
];

/// Mode of `ready`: two things at once.
pub const BOTH: Mode = Word(&Term::new("both", ModeRole::TakeInHand));
/// Mode of `ready`: something that lies on the ground.
pub const PICK_UP: Mode = Word(&Term::new("pick_up", ModeRole::TakeInHand));
/// Mode of `ready`: put away.
pub const AWAY: Mode = Word(&Term::new("away", ModeRole::PutAway));

/// Modes of `ready`.
pub const OF_READY: [Mode; 3] = [BOTH, PICK_UP, AWAY];
