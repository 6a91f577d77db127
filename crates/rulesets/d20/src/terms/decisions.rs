//! What is asked.

use shieldwall_battle::terms::{DecisionKind, DecisionRole, Term, Word};

/// What somebody means to do this round, before initiative (D20-007, D20-049, D20-084).
pub const DECLARATION: DecisionKind = Word(&Term::new("declaration", DecisionRole::Statement));
/// Whether and where somebody goes on its number (D20-031).
pub const MOVEMENT: DecisionKind = Word(&Term::new("movement", DecisionRole::Movement));
/// What somebody does on its number (D20-028).
pub const ACTION: DecisionKind = Word(&Term::new("action", DecisionRole::Action));

/// Whether somebody meets a mover with a long weapon (D20-135).
pub const FENDING: DecisionKind = Word(&Term::new("fending off", DecisionRole::Reaction));

/// Whether a combatant takes a free attack (D20-076, D20-115, D20-123, D20-124).
pub const FREE_ATTACK: DecisionKind = Word(&Term::new("free attack", DecisionRole::Reaction));

/// Who comes out of hiding before a round (D20-R19).
pub const HIDING: DecisionKind = Word(&Term::new("out of hiding", DecisionRole::Action));

/// Whether a side makes an offer (D20-119).
pub const PARLEY: DecisionKind = Word(&Term::new("parley", DecisionRole::Minor));
/// Whether a side accepts an offer.
pub const ANSWER: DecisionKind = Word(&Term::new("answer to an offer", DecisionRole::Minor));

/// All of them.
pub const ALL: [DecisionKind; 8] = [
    PARLEY,
    ANSWER,
    HIDING,
    DECLARATION,
    MOVEMENT,
    ACTION,
    FENDING,
    FREE_ATTACK,
];
