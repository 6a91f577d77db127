//! Kinds of decisions.

use shieldwall_battle::terms::{DecisionKind, DecisionRole, Term, Word};

/// What a combatant means to do this round (PCT-005).
pub const STATEMENT: DecisionKind = Word(&Term::new("statement", DecisionRole::Statement));
/// Where it moves (PCT-R04).
pub const MOVEMENT: DecisionKind = Word(&Term::new("move", DecisionRole::Movement));
/// Whether it ends its move standing or kneeling (PCT-R35).
pub const STANCE: DecisionKind = Word(&Term::new("stance", DecisionRole::Stance));
/// With skipped statements: what it does when its rank is called (PCT-R03).
pub const DECLARATION: DecisionKind = Word(&Term::new("declaration", DecisionRole::Action));
/// What it does when its step comes (PCT-R01).
pub const ACTION: DecisionKind = Word(&Term::new("action", DecisionRole::Action));
/// How it answers an attack (PCT-034, PCT-043).
pub const DEFENCE: DecisionKind = Word(&Term::new("defence", DecisionRole::Reaction));
/// Whom it treats in Resolution (PCT-153).
pub const AID: DecisionKind = Word(&Term::new("aid", DecisionRole::Aid));

/// All kinds of decisions.
pub const ALL: &[DecisionKind] = &[
    STATEMENT,
    MOVEMENT,
    STANCE,
    DECLARATION,
    ACTION,
    DEFENCE,
    AID,
];
