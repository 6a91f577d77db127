//! Kinds of decisions.

use super::Word;

/// What kind of question a decision is: `statement`, `move`, `defence`.
pub type DecisionKind = Word<DecisionRole>;

/// What a kind of decision is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecisionRole {
    /// Says ahead what somebody means to do.
    Statement,
    /// Whom a side sends to act.
    Activation,
    /// What somebody does in their turn, one thing after the other.
    Turn,
    /// What somebody does with the one action that they have.
    Action,
    /// Where somebody goes.
    Movement,
    /// Which stance somebody takes.
    Stance,
    /// How somebody answers an attack on them.
    Reaction,
    /// Whom somebody treats.
    Aid,
    /// A small decision inside of something larger.
    Minor,
}
