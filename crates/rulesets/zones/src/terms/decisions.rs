//! Kinds of decisions.

use shieldwall_battle::terms::{DecisionKind, DecisionRole, Term, Word};

/// Which side begins the round (ZON-009).
pub const FIRST_FACTION: DecisionKind = Word(&Term::new("first_faction", DecisionRole::Minor));
/// Whom to activate, or pass (ZON-002).
pub const ACTIVATION: DecisionKind = Word(&Term::new("activation", DecisionRole::Activation));
/// What an active character does next.
pub const TURN: DecisionKind = Word(&Term::new("turn", DecisionRole::Turn));
/// At whom to aim the next die (ZON-133).
pub const SHARING: DecisionKind = Word(&Term::new("sharing", DecisionRole::Minor));
/// Whether to attack somebody who moves away (ZON-065).
pub const OPPORTUNITY: DecisionKind = Word(&Term::new("opportunity", DecisionRole::Minor));
/// Whether to go on after an opportunity attack (ZON-066).
pub const GOING_ON: DecisionKind = Word(&Term::new("going_on", DecisionRole::Minor));
/// Which stunt to offer (ZON-079).
pub const STUNT: DecisionKind = Word(&Term::new("stunt", DecisionRole::Minor));
/// Whether to accept it (ZON-082).
pub const STUNT_ANSWER: DecisionKind = Word(&Term::new("stunt_answer", DecisionRole::Minor));
/// How to answer an attack (ZON-045).
pub const REACTION: DecisionKind = Word(&Term::new("reaction", DecisionRole::Reaction));
/// Who guards the target (ZON-063).
pub const GUARDING: DecisionKind = Word(&Term::new("guarding", DecisionRole::Minor));
/// Whether an ally serves as a shield (ZON-060).
pub const WILLING: DecisionKind = Word(&Term::new("willing", DecisionRole::Minor));
/// Which item falls (ZON-088).
pub const DISARMING: DecisionKind = Word(&Term::new("disarming", DecisionRole::Minor));
/// Whether to take it (ZON-089).
pub const SNATCHING: DecisionKind = Word(&Term::new("snatching", DecisionRole::Minor));
/// Where somebody is pushed (ZON-090).
pub const SHOVING: DecisionKind = Word(&Term::new("shoving", DecisionRole::Minor));
/// Where the captive is put (ZON-096).
pub const CARRYING: DecisionKind = Word(&Term::new("carrying", DecisionRole::Minor));
/// Where somebody ends who falls (ZON-R74).
pub const FALLING: DecisionKind = Word(&Term::new("falling", DecisionRole::Minor));
/// Whether to leave the map (ZON-R59).
pub const LEAVING: DecisionKind = Word(&Term::new("leaving", DecisionRole::Minor));
/// Whether to fight again (ZON-119).
pub const RESUMING: DecisionKind = Word(&Term::new("resuming", DecisionRole::Minor));
/// Who pursues (ZON-121).
pub const PURSUIT: DecisionKind = Word(&Term::new("pursuit", DecisionRole::Minor));
/// What a broken character does (ZON-114).
pub const BREAKING: DecisionKind = Word(&Term::new("breaking", DecisionRole::Minor));
/// Whether to let the broken go (ZON-R79).
pub const LETTING_GO: DecisionKind = Word(&Term::new("letting_go", DecisionRole::Minor));

/// All kinds of decisions.
pub const ALL: &[DecisionKind] = &[
    FIRST_FACTION,
    ACTIVATION,
    TURN,
    SHARING,
    OPPORTUNITY,
    GOING_ON,
    STUNT,
    STUNT_ANSWER,
    REACTION,
    GUARDING,
    WILLING,
    DISARMING,
    SNATCHING,
    SHOVING,
    CARRYING,
    FALLING,
    LEAVING,
    RESUMING,
    PURSUIT,
    BREAKING,
    LETTING_GO,
];
