//! The stages of a battle, named as in the rulebook: rounds at the bottom, interrupts on top.

use bevy_app::App;
use bevy_ecs::schedule::ScheduleLabel;
use shieldwall_battle::{add_stage, stage::Stage};

use crate::terms::stages::{
    ACTIVATION, ATTACK, BATTLE_END, INITIATIVE, MOVEMENT, PENDING_EFFECTS, REACTION, ROUND_END,
    TURN,
};

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

        pub(crate) fn add_all(app: &mut App) {
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
