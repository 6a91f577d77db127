//! What changes in a battle, for copies of its state.

use bevy_app::App;
use shieldwall_battle::RegisterState;

use crate::{
    character::state::{Build, Grip, Group, Mind, Stamina, Turn, Worn},
    context::read::HouseRules,
    items::gear::{Gear, Place, Stock, Wear},
    turn::round::RoundPlan,
};

/// Registers it.
pub(crate) fn register(app: &mut App) {
    app.combatant_state::<Turn>()
        .combatant_state::<Stamina>()
        .combatant_state::<Mind>()
        .combatant_state::<Grip>()
        .combatant_state::<Worn>()
        .item_state::<Place>()
        .item_state::<Wear>()
        .item_state::<Stock>()
        .resource_state::<RoundPlan>()
        .constant::<Build>()
        .constant::<Group>()
        .constant::<Gear>()
        .constant::<HouseRules>();
}
