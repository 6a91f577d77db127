//! The stages of a round, named as in the rulebook (PCT-002), and the reaction window in it.

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{add_stage, stage::Stage};

use crate::{
    attack::{effects, in_progress, reaction},
    movement::phase,
    turn::{action_phase, resolution, statement},
};

/// Name of the first phase.
pub const STATEMENT: &str = "Statement of Intent";
/// Name of the second phase.
pub const MOVEMENT: &str = "Movement";
/// Name of the third phase.
pub const ACTIONS: &str = "Actions";
/// Name of the fourth phase.
pub const RESOLUTION: &str = "Resolution";
/// Name of the window in which an attack is answered.
pub const REACTION: &str = "React";

/// The four phases in order.
pub const PHASES: &[&str] = &[STATEMENT, MOVEMENT, ACTIONS, RESOLUTION];

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

/// Adds the schedules with their systems. Each runs again and again: it takes the answer to the
/// last question if there is one, and goes on until it must ask or hands over.
pub fn plugin(app: &mut App) {
    add_stage(app, StatementOfIntent);
    add_stage(app, Movement);
    add_stage(app, Actions);
    add_stage(app, React);
    add_stage(app, Resolution);
    app.add_systems(
        StatementOfIntent,
        (statement::open_round, statement::state_next).chain(),
    )
    .add_systems(Movement, (phase::open_movement, phase::move_next).chain())
    .add_systems(
        Actions,
        (
            action_phase::open_actions,
            action_phase::call_rank,
            action_phase::act_next,
            in_progress::roll_attacks,
            in_progress::open_reactions,
            in_progress::finish_attacks,
            effects::close_step,
        )
            .chain(),
    )
    .add_systems(React, reaction::answer_attack)
    .add_systems(
        Resolution,
        (
            resolution::burn,
            resolution::finish_tasks,
            resolution::end_round,
        )
            .chain(),
    );
}
