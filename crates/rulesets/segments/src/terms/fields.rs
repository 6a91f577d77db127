//! The fields of a declaration, and their options.

/// The movement that goes with an attack.
pub const HOW: &str = "how";
/// Stays about where one is, with a free step.
pub const STAND: &str = "stand";
/// Up to half of TMR, then the attack.
pub const HALF_MOVE: &str = "half move";
/// Up to TMR at a run, then the attack.
pub const RUN: &str = "run";

/// The cell to fight from.
pub const PLACE: &str = "where";

/// SC that is given up for DEF.
pub const GUARD: &str = "guard";
