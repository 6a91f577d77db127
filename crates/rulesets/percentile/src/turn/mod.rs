//! Rounds, turns and phases, and the end of a battle.

pub mod action_phase;
pub mod default_choice;
pub mod order_key;
pub mod plans;
pub mod resolution;
pub mod round;
pub mod statement;

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::add_stage;

use crate::{
    attack::{effects, in_progress, reaction},
    movement::phase,
    stages::{Actions, Movement, React, Resolution, StatementOfIntent},
};

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
