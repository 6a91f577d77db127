//! The stages of a battle, named as in the rulebook: rounds at the bottom, interrupts on top.

use bevy_app::App;
use bevy_ecs::schedule::ScheduleLabel;
use shieldwall_battle::{add_stage, stage::Stage};

use crate::{
    attack::{reaction, steps},
    movement::walking,
    turn::{activation, active_turn, pending_effects, round_end},
};

/// Name of the bonus round of an ambush (ZON-106).
pub const AMBUSH: &str = "Ambush";
/// Name of the choice of who begins (ZON-009).
pub const INITIATIVE: &str = "Initiative";
/// Name of the alternating activations (ZON-002).
pub const ACTIVATION: &str = "Activation";
/// Name of the turn of one character or team.
pub const TURN: &str = "Turn";
/// Name of a walk, which can be interrupted.
pub const MOVEMENT: &str = "Movement";
/// Name of the window in which an attack is answered.
pub const REACTION: &str = "Reaction";
/// Name of all other stages of an attack.
pub const ATTACK: &str = "Attack";
/// Name of what has to be seen to before anything else.
pub const PENDING_EFFECTS: &str = "Aftermath";
/// Name of the end of the round.
pub const ROUND_END: &str = "End of the round";
/// Name of the durability rolls.
pub const BATTLE_END: &str = "After the battle";

/// The phases of a round in order.
pub const PHASES: &[&str] = &[INITIATIVE, ACTIVATION, ROUND_END];
/// The stages whose beginning is in the journal.
pub const NAMES: &[&str] = &[AMBUSH, INITIATIVE, ACTIVATION, ROUND_END, BATTLE_END];

macro_rules! stages {
    ($($label:ident $function:ident $name:ident $what:literal)*) => {
        $(
            #[doc = concat!("Schedule of ", $what, ".")]
            #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
            pub struct $label;

            #[doc = concat!("The stage of ", $what, ".")]
            #[must_use]
            pub fn $function() -> Stage {
                Stage::new($label, $name)
            }
        )*

        fn add_all(app: &mut App) {
            $(add_stage(app, $label);)*
        }
    };
}

stages! {
    RoundStart round_start INITIATIVE "the beginning of a round"
    Activation activation ACTIVATION "the alternating activations"
    Turn turn TURN "the turn of a character or a team"
    Movement movement MOVEMENT "a walk"
    AttackHit attack_hit ATTACK "the save to hit"
    AttackStunt attack_stunt ATTACK "the bargain"
    AttackReact attack_react REACTION "the reactions to an attack"
    AttackResolve attack_resolve ATTACK "the blows"
    AttackGrips attack_grips ATTACK "non-lethal effects"
    AttackAfter attack_after ATTACK "what comes after an attack"
    PendingEffects pending_effects PENDING_EFFECTS "what has to be seen to at once"
    RoundEnd round_end ROUND_END "the end of a round"
    BattleEnd battle_end BATTLE_END "the durability rolls"
}

/// Adds the schedules with their systems. Each runs again and again: it takes the answer to the last
/// question if there is one, and goes on until it must ask or hands over.
pub fn plugin(app: &mut App) {
    add_all(app);
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
        .add_systems(BattleEnd, crate::items::durability::roll_durability);
}
