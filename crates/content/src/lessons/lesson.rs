//! Guided battles for newcomers, step by step.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_dice::Face;
use shieldwall_grid::Cell;

/// A guided battle: the player has the red side, the computer all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Identifier.
    pub id: String,
    /// Name in the menu.
    pub name: String,
    /// Summary of what it teaches, in a sentence.
    pub description: String,
    /// The file it was read from.
    pub file: PathBuf,
    /// Id of the ruleset it teaches.
    pub ruleset: &'static str,
    /// Id of the level it is fought on.
    pub level: String,
    /// Unit ids of warbands that are not the level's own, with the indices of their sides.
    pub warbands: Vec<(usize, Vec<String>)>,
    /// Faces that dice show before chance decides, by size in this order.
    pub dice: Vec<Face>,
    /// Seed of the dice after these.
    pub seed: u64,
    /// The callouts, at least one.
    pub steps: Vec<LessonStep>,
}

/// One callout of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// Line of the file, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The thing that it points at.
    pub point: Option<Pointer>,
    /// The event that ends it.
    pub until: Until,
}

/// A thing that a callout points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// A combatant, by its name in the battle.
    Combatant(String),
    /// A cell.
    Cell(Cell),
    /// The button of an action, by the ruleset's word for it.
    Action(String),
    /// A part of the window.
    Panel(Panel),
}

/// An event that ends a callout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// Its button is pressed.
    Pressed,
    /// The player is asked a decision of this kind.
    Asked(String),
    /// The player has answered a decision of this kind.
    Answered(String),
    /// The player has chosen this action.
    Chosen(String),
}

/// A part of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Panel {
    /// The actions at the bottom.
    Actions,
    /// The odds of what the player is about to do.
    Forecast,
    /// The combat log.
    Log,
    /// The order of action at the top.
    Order,
    /// The card of a combatant.
    Card,
    /// The legend with its switches.
    Legend,
}
