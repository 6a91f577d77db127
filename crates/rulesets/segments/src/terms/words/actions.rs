//! Actions, and the decisions in which they are chosen.

use shieldwall_battle::terms::{Action, ActionRole, DecisionKind, DecisionRole, Term, Word};

/// States an attack on an enemy.
pub const ATTACK: Action = Word(&Term::new("attack", ActionRole::MeleeAttack).icon("attack"));
/// States shots or throws at an enemy.
pub const LET_FLY: Action = Word(&Term::new("let fly", ActionRole::MissileAttack).icon("shoot"));
/// States a move.
pub const MOVE: Action = Word(&Term::new("move", ActionRole::Move).icon("move"));
/// Gives up all attacks for DEF, and stays with an enemy.
pub const FULL_DEFENCE: Action = Word(&Term::new("full defence", ActionRole::Block).icon("parry"));
/// Gives up everything for DEF.
pub const DESPERATE_DEFENCE: Action =
    Word(&Term::new("desperate defence", ActionRole::Block).icon("parry"));
/// Stands up.
pub const STAND_UP: Action = Word(&Term::new("stand up", ActionRole::Stand).icon("stand"));
/// Changes what is in hand, and nothing else.
pub const HANDLE: Action = Word(&Term::new("handle gear", ActionRole::Ready).icon("ready"));
/// Picks up a weapon.
pub const PICK_UP: Action = Word(&Term::new("pick up", ActionRole::PickUp).icon("pick_up"));
/// Drinks a potion, and nothing else.
pub const DRINK: Action = Word(&Term::new("drink up", ActionRole::Heal).icon("first_aid"));
/// Casts a spell.
pub const CAST: Action = Word(&Term::new("cast a spell", ActionRole::Cast).icon("power"));
/// Sprints, and does nothing else.
pub const SPRINT: Action = Word(&Term::new("sprint away", ActionRole::Sprint).icon("run"));
/// Dodges missiles on the move.
pub const DODGE: Action = Word(&Term::new("dodge about", ActionRole::Move).icon("dodge"));
/// Removes a stuck missile, or binds a wound.
pub const FIRST_AID: Action = Word(&Term::new("first aid", ActionRole::Heal).icon("first_aid"));
/// Works a device, and does nothing else.
pub const WORK: Action = Word(&Term::new("work a device", ActionRole::Interact).icon("lever"));
/// States no action.
pub const WAIT: Action = Word(&Term::new("wait", ActionRole::Stay).icon("wait"));
/// Turns an attack that is due on an enemy.
pub const STRIKE: Action = Word(&Term::new("strike", ActionRole::MeleeAttack).icon("attack"));
/// Turns a spell that goes off on another enemy.
pub const TURN_SPELL: Action =
    Word(&Term::new("turn the spell", ActionRole::MissileAttack).icon("power"));
/// Keeps an attack that is due for a later segment.
pub const HOLD: Action = Word(&Term::new("hold", ActionRole::Delay).icon("wait"));
/// Lets an attack go.
pub const LET_GO: Action = Word(&Term::new("let go", ActionRole::Decline).icon("none"));
/// Gives up attacks that are due in order to move.
pub const GIVE_UP: Action = Word(&Term::new("give up the attacks", ActionRole::Move).icon("move"));
/// Keeps them.
pub const KEEP: Action = Word(&Term::new("keep the attacks", ActionRole::Stay).icon("attack"));
/// Drives a desperate defender back.
pub const DRIVE: Action = Word(&Term::new("drive back", ActionRole::Displace).icon("shove"));
/// Does not.
pub const LET_STAY: Action = Word(&Term::new("let it stay", ActionRole::Decline).icon("none"));
/// Makes a free attack.
pub const STRIKE_FREELY: Action =
    Word(&Term::new("take the free attack", ActionRole::Counter).icon("counter"));
/// Makes none.
pub const FORGO: Action =
    Word(&Term::new("forgo the free attack", ActionRole::Decline).icon("none"));

/// Takes the free step now.
pub const TAKE_A_STEP: Action =
    Word(&Term::new("take the free step", ActionRole::Move).icon("move"));
/// Does not.
pub const STAY_HERE: Action = Word(&Term::new("stay here", ActionRole::Stay).icon("wait"));
/// Warns its side of an ambush.
pub const SHOUT: Action = Word(&Term::new("shout a warning", ActionRole::Accept).icon("power"));
/// Does not.
pub const KEEP_QUIET: Action = Word(&Term::new("keep quiet", ActionRole::Decline).icon("none"));

/// The statement of a combatant for the round.
pub const DECLARATION: DecisionKind = Word(&Term::new("declaration", DecisionRole::Statement));
/// The target of an attack that is due.
pub const TARGET: DecisionKind = Word(&Term::new("choice of target", DecisionRole::Action));
/// The answer to an enemy that withdraws.
pub const FREE_ATTACK: DecisionKind = Word(&Term::new("free attack", DecisionRole::Reaction));
/// The direction in which a desperate defender is driven.
pub const DRIVING: DecisionKind = Word(&Term::new("driving back", DecisionRole::Minor));
/// To take the free step on a segment, or not.
pub const FREE_STEP: DecisionKind = Word(&Term::new("taking the free step", DecisionRole::Minor));
/// To warn its side of an ambush, or not.
pub const WARNING: DecisionKind = Word(&Term::new("word of warning", DecisionRole::Minor));
/// To go on attacking, or to move off.
pub const MOVING_OFF: DecisionKind = Word(&Term::new("moving off", DecisionRole::Minor));

/// Actions within a round, after the declarations.
pub const IN_THE_ROUND: [Action; 14] = [
    TAKE_A_STEP,
    STAY_HERE,
    SHOUT,
    KEEP_QUIET,
    STRIKE,
    TURN_SPELL,
    HOLD,
    LET_GO,
    GIVE_UP,
    KEEP,
    DRIVE,
    LET_STAY,
    STRIKE_FREELY,
    FORGO,
];
/// Actions of a declaration.
pub const DECLARED: [Action; 15] = [
    ATTACK,
    LET_FLY,
    MOVE,
    FULL_DEFENCE,
    DESPERATE_DEFENCE,
    STAND_UP,
    HANDLE,
    PICK_UP,
    DRINK,
    CAST,
    SPRINT,
    DODGE,
    FIRST_AID,
    WORK,
    WAIT,
];
