//! The names of stages, as the journal and the track of phases show them.

/// Name of the bonus round of an ambush (ZON-106).
pub const AMBUSH: &str = "Ambush";
/// Name of the choice of who begins (ZON-009).
pub const INITIATIVE: &str = "Initiative";
/// Name of the alternating activations (ZON-002).
pub const ACTIVATION: &str = "Activation";
/// Name of the turn of one character or team.
pub const TURN: &str = "Turn";
/// Name of a walk, which can be interrupted.
pub const MOVEMENT: &str = "Movement";
/// Name of the window in which an attack is answered.
pub const REACTION: &str = "Reaction";
/// Name of all other stages of an attack.
pub const ATTACK: &str = "Attack";
/// Name of what has to be seen to before anything else.
pub const PENDING_EFFECTS: &str = "Aftermath";
/// Name of the end of the round.
pub const ROUND_END: &str = "End of the round";
/// Name of the durability rolls.
pub const BATTLE_END: &str = "After the battle";
/// The phases of a round in order.
pub const PHASES: &[&str] = &[INITIATIVE, ACTIVATION, ROUND_END];
/// The stages whose beginning is in the journal.
pub const NAMES: &[&str] = &[AMBUSH, INITIATIVE, ACTIVATION, ROUND_END, BATTLE_END];
