//! The names of stages, as the journal and the track of phases show them.

/// Name of the declaration.
pub const DECLARATION: &str = "Declaration";
/// Name of initiative.
pub const INITIATIVE: &str = "Initiative";
/// Name of the count, and of all that happens on a number.
pub const COUNTDOWN: &str = "Countdown";
/// Name of attacks under way.
pub const BLOWS: &str = COUNTDOWN;
/// Name of the held step.
pub const HELD: &str = "Held actions";
/// Name of the end.
pub const ROUND_END: &str = "End of the round";
/// The names of all stages that the journal tells of, in order.
pub const NAMES: [&str; 5] = [DECLARATION, INITIATIVE, COUNTDOWN, HELD, ROUND_END];
/// The phases of a round, for the track.
pub const PHASES: [&str; 4] = [DECLARATION, INITIATIVE, COUNTDOWN, ROUND_END];
