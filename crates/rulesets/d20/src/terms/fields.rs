//! The fields of choices and what may be chosen in them.

/// The field with the share of the bonus that goes into defence.
pub const DEFENCE: &str = "defence";
/// The field with the share that goes into attacks.
pub const ATTACK: &str = "attack";
/// The field with the way to face.
pub const FACING: &str = "facing";
/// At the end of a move one faces the nearest enemy that one sees, or the way one went.
pub const FACING_FREE: &str = "nearest enemy";
/// The field with the shields of a wall.
pub const SHIELDS: &str = "shields";
/// The field with the use of two weapons.
pub const WEAPONS: &str = "weapons";
/// One of them is used.
pub const ONE_WEAPON: &str = "one weapon";
/// Both attack (D20-158).
pub const TWO_ATTACKS: &str = "two attacks";
/// One is a guard (D20-159).
pub const GUARD: &str = "guard";
/// Shields are locked.
pub const SHIELDS_LOCKED: &str = "interlocked";
/// Shields are locked, and the wall marches if all of it means to (D20-R64).
pub const SHIELDS_MARCHING: &str = "march";
/// Shields are not locked.
pub const SHIELDS_OPEN: &str = "each alone";

/// The field that says whether one means to kill.
pub const PURPOSE: &str = "purpose";

/// To kill.
pub const KILL: &str = "to kill";

/// To beat down (D20-143).
pub const SUBDUE: &str = "to subdue";

/// The field that says whether the pusher follows.
pub const AFTER: &str = "after";

/// One stays where one is.
pub const STAY: &str = "stay there";

/// One takes the place of the one that is pushed (D20-167).
pub const FOLLOW: &str = "take its place";

/// At the vitals (D20-036).
pub const VITALS: &str = "at the vitals";
