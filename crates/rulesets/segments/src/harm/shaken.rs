//! Casters that were hit in the middle of a casting (SEG-005).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, RegisterState};

/// Casters that were hit, and are still to roll; the next one first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shaken(pub Vec<CombatantId>);

pub(super) fn plugin(app: &mut App) {
    app.resource_state::<Shaken>();
}
