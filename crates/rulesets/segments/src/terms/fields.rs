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

/// A change of what is in hand.
pub const GEAR: &str = "gear";
/// Nothing changes.
pub const AS_IT_IS: &str = "as it is";
/// Draws the weapon.
pub const DRAW: &str = "draw it";
/// Puts another away, and draws it.
pub const SHEATHE_AND_DRAW: &str = "sheathe and draw";
/// Drops what is in the way, and draws it.
pub const DROP_AND_DRAW: &str = "drop and draw";
/// Puts another weapon away.
pub const PUT_AWAY: &str = "put away";
/// Readies a shield.
pub const READY_SHIELD: &str = "ready shield";

/// Drinks a potion, and gives up half of the attacks.
pub const DRINK_FOR_ATTACKS: &str = "drink for attacks";
/// Drinks a potion, and gives up half of the movement.
pub const DRINK_FOR_MOVEMENT: &str = "drink for movement";

/// The enemy to strike with a weapon that was picked up.
pub const FOE: &str = "then strike";

/// The hands that strike.
pub const HANDS: &str = "hands";
/// The main hand.
pub const MAIN_HAND: &str = "main hand";
/// The main hand for the first attack, the off hand for the second, and so on.
pub const BOTH_IN_TURN: &str = "both in turn";

/// SC that is given up for DEF.
pub const GUARD: &str = "guard";

/// The aim of missiles.
pub const AIM: &str = "aim";
/// Without care.
pub const AS_IT_COMES: &str = "as it comes";
/// Careful aim, for an attack.
pub const CAREFUL_AIM: &str = "careful aim";

/// The number of shots.
pub const SHOTS: &str = "shots";
/// As many as there are attacks.
pub const AS_MANY: &str = "one each";
/// One more.
pub const DOUBLE_SHOTS: &str = "double shots";

/// The time at which a casting begins.
pub const WHEN: &str = "begin";
/// On its initiative.
pub const AT_ONCE: &str = "by initiative";
/// On segment 10 of the next round.
pub const NEXT_ROUND: &str = "next round";

/// A free action (SEG-R46).
pub const FREE: &str = "free";
/// None.
pub const NO_FREE_ACTION: &str = "none";
/// Lies down.
pub const LIE_DOWN: &str = "lie down";
/// Drops what is in hand.
pub const DROP: &str = "drop it";
/// Works a device at hand.
pub const WORK_DEVICE: &str = "device";
/// Opens a door at hand.
pub const OPEN_DOOR: &str = "open a door";
/// Shuts a door at hand.
pub const CLOSE_DOOR: &str = "close a door";
