//! Turns, moves without walking, and what becomes of items, in words.

use schemars::JsonSchema;
use serde::Serialize;

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

/// The state of an action that has a place on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DueState {
    /// It is to come.
    Planned,
    /// Its moment has come, and it waits for a later one.
    Waits,
    /// It is done.
    Done,
    /// It does not happen.
    Lost,
}

impl DueState {
    /// The names of all states, as in the journal.
    pub const NAMES: [&'static str; 4] = ["planned", "waits", "done", "lost"];
}
