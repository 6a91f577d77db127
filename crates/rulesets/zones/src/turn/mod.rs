//! Rounds, turns and phases, and the end of a battle.

pub mod activation;
pub mod active_turn;
pub mod default_choice;
pub mod devices;
pub mod morale;
pub mod offers;
pub mod other_actions;
pub mod pending_effects;
pub mod round;
pub mod round_end;
pub mod victory;

use bevy_app::App;

use crate::{
    attack::{reaction, steps},
    items::durability,
    movement::walking,
    stages::{
        self, Activation, AttackAfter, AttackGrips, AttackHit, AttackReact, AttackResolve,
        AttackStunt, BattleEnd, Movement, PendingEffects, RoundEnd, RoundStart, Turn,
    },
};

/// Adds the schedules with their systems. Each runs again and again: it takes the answer to the last
/// question if there is one, and goes on until it must ask or hands over.
pub fn plugin(app: &mut App) {
    stages::add_all(app);
    app.add_systems(RoundStart, activation::open_round)
        .add_systems(Activation, activation::next_place)
        .add_systems(Turn, active_turn::take_turn)
        .add_systems(Movement, walking::walk)
        .add_systems(AttackHit, steps::roll_to_hit)
        .add_systems(AttackStunt, steps::bargain)
        .add_systems(AttackReact, reaction::answer_attack)
        .add_systems(AttackResolve, steps::resolve)
        .add_systems(AttackGrips, steps::grip)
        .add_systems(AttackAfter, steps::finish)
        .add_systems(PendingEffects, pending_effects::see_to)
        .add_systems(RoundEnd, round_end::close_round)
        .add_systems(BattleEnd, durability::roll_durability);
}
