//! What changes in a battle, for copies of its state.

use bevy_app::App;
use shieldwall_battle::RegisterState;

use crate::{
    attack::in_progress::Attack,
    combatant::{
        convalescence::Convalescence,
        state::{Build, Injuries, Posture, SleepTimer, Surprised, Turn},
    },
    context::read::HouseRules,
    forecast::lookahead::Lookahead,
    items::gear::{Ammunition, Gear, Planted, Readied, Soundness},
    movement::ways::Pathfinder,
    turn::round::RoundPlan,
};

/// Registers it.
pub(crate) fn register(app: &mut App) {
    app.combatant_state::<Injuries>()
        .combatant_state::<Posture>()
        .combatant_state::<SleepTimer>()
        .combatant_state::<Turn>()
        .combatant_state::<Surprised>()
        .combatant_state::<Convalescence>()
        .item_state::<Soundness>()
        .item_state::<Ammunition>()
        .item_state::<Readied>()
        .item_state::<Planted>()
        .pooled_state::<Attack>()
        .resource_state::<RoundPlan>()
        .constant::<Build>()
        .constant::<Gear>()
        .constant::<HouseRules>()
        .constant::<Lookahead>()
        .constant::<Pathfinder>();
}
