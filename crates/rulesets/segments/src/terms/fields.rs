//! The fields of a declaration, and their options.

/// The movement that goes with an attack.
pub const HOW: &str = "how";
/// Stays about where one is, with a free step.
pub const STAND: &str = "stand";
/// Does not move at all.
pub const ROOTED: &str = "rooted";
/// Up to half of TMR, then the attack.
pub const HALF_MOVE: &str = "half move";
/// Up to TMR at a run, then the attack.
pub const RUN: &str = "run";
/// The attacks, then up to half of TMR.
pub const ATTACK_THEN_MOVE: &str = "attack then move";
/// Stands up, then the attack.
pub const STAND_UP: &str = "stand up";

/// The cell to fight from, or to move to after the attacks.
pub const PLACE: &str = "where";

/// SC that is given up for DEF.
pub const GUARD: &str = "guard";
