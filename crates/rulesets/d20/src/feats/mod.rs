//! Feats with what is in the level: boulders, ropes, levers (D20-029, D20-R87). They come after the attacks of their
//! number.

pub mod candidates;
mod performing;
pub mod reckoning;

use std::collections::VecDeque;

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{CombatantId, RegisterState, add_stage, stage::Stage};
use shieldwall_grid::Cell;

use crate::{
    figure::contrivances::{Contrivance, UsedUp},
    harm::hazards,
    terms::stages::BLOWS,
};

/// Schedule of feats.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Feats;

/// The feats of this number.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PendingFeats {
    /// Those that are still to be done, in the order of equals.
    pub queue: VecDeque<(CombatantId, Contrivance)>,
    /// Who has been carried elsewhere by the last one, and where to.
    carried: Option<(CombatantId, Cell)>,
    /// The prop that the last one has used up.
    used_up: Option<usize>,
}

/// The stage in which they are done.
#[must_use]
pub fn stage() -> Stage {
    Stage::new(Feats, BLOWS)
}

/// Adds the stage.
pub fn plugin(app: &mut App) {
    add_stage(app, Feats);
    app.resource_state::<PendingFeats>();
    app.resource_state::<UsedUp>();
    app.add_systems(
        Feats,
        (
            performing::use_prop.pipe(performing::strike),
            performing::carry.pipe(hazards::suffer_all),
            performing::operate
                .pipe(performing::endangered)
                .pipe(hazards::suffer_all),
            performing::use_up,
        )
            .chain(),
    );
}
