//! Turns, moves without walking, and what becomes of items, in words.

use super::Word;

/// What becomes of somebody's turn: `acting`, `spent`.
pub type TurnState = Word<TurnRole>;

/// What the state of a turn is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnRole {
    /// It is under way.
    Acting,
    /// It is over.
    Spent,
    /// It is kept for answering others.
    Kept,
}

/// What becomes of an item: `readied`, `dropped`. Its words for the log have `{item}` in place of the item:
/// "puts away {item}".
pub type ItemMove = Word<ItemMoveRole>;

/// What a move of an item is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemMoveRole {
    /// It is taken in hand.
    Readied,
    /// It is put away.
    Stowed,
    /// It falls to the ground.
    Dropped,
    /// It is taken from the ground.
    PickedUp,
    /// It is taken out of somebody's hand.
    Seized,
    /// It flies, and ends on the ground.
    Thrown,
    /// It is set up to stand by itself.
    SetUp,
    /// What was set up is taken up.
    TakenUp,
}

impl ItemMoveRole {
    /// Whether everybody sees that it is there now or gone, even if not by whose hand.
    #[must_use]
    pub const fn is_in_the_open(self) -> bool {
        match self {
            Self::Readied | Self::Stowed | Self::Seized => false,
            Self::Dropped | Self::PickedUp | Self::Thrown | Self::SetUp | Self::TakenUp => true,
        }
    }
}

/// What an item has become: `damaged`, `destroyed`.
pub type ItemCondition = Word<ItemConditionRole>;

/// What the condition of an item is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemConditionRole {
    /// It may break.
    Damaged,
    /// It is of no more use.
    Destroyed,
    /// There is nothing left to shoot with it.
    Empty,
}

/// How somebody is moved without walking, to follow a name: `is shoved`.
pub type Placement = Word<PlacementRole>;

/// What such a move is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlacementRole {
    /// Along with somebody who walks.
    Carried,
    /// By itself.
    Moved,
}
