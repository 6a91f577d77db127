//! The stages of a round, named as in the rulebook (PCT-002), and the reaction window in it.

use bevy_ecs::schedule::ScheduleLabel;
use shieldwall_battle::stage::Stage;

use crate::terms::stages::{ACTIONS, MOVEMENT, REACTION, RESOLUTION, STATEMENT};

/// Schedule of the Statement of Intent.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct StatementOfIntent;

/// Schedule of the Movement phase.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Movement;

/// Schedule of the Actions phase.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Actions;

/// Schedule of the answer to an attack, an interrupt in the Actions phase.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct React;

/// Schedule of the Resolution phase.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Resolution;

/// The Statement of Intent, with which a round begins.
#[must_use]
pub fn statement_of_intent() -> Stage {
    Stage::new(StatementOfIntent, STATEMENT)
}

/// The Movement phase.
#[must_use]
pub fn movement() -> Stage {
    Stage::new(Movement, MOVEMENT)
}

/// The Actions phase.
#[must_use]
pub fn actions() -> Stage {
    Stage::new(Actions, ACTIONS)
}

/// The answer to an attack.
#[must_use]
pub fn react() -> Stage {
    Stage::new(React, REACTION)
}

/// The Resolution phase.
#[must_use]
pub fn resolution() -> Stage {
    Stage::new(Resolution, RESOLUTION)
}
