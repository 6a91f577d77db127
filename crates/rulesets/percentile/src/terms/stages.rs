//! The names of stages, as the journal and the track of phases show them.

/// Name of the first phase.
pub const STATEMENT: &str = "Statement of Intent";
/// Name of the second phase.
pub const MOVEMENT: &str = "Movement";
/// Name of the third phase.
pub const ACTIONS: &str = "Actions";
/// Name of the fourth phase.
pub const RESOLUTION: &str = "Resolution";
/// Name of the window in which an attack is answered.
pub const REACTION: &str = "React";
/// The four phases in order.
pub const PHASES: &[&str] = &[STATEMENT, MOVEMENT, ACTIONS, RESOLUTION];
