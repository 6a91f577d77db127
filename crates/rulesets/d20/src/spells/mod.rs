//! Spells: declared, cast on one's number, and lost to those who strike first (D20-017, D20-018, D20-093 to D20-100,
//! D20-139 to D20-142, D20-151, D20-168, D20-169, D20-R73 to D20-R76, D20-R83).

pub mod casting;
pub mod disruption;
pub mod effects;
pub mod reckoning;
pub mod unleashing;

use std::collections::VecDeque;

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{CombatantId, ItemId, RegisterState, Target, add_stage, stage::Stage};

use crate::{
    attack::{BlowResults, Step, detection},
    terms::stages::BLOWS,
};

/// Schedule of spells that take effect.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spells;

/// A spell whose moment has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PendingSpell {
    /// Who casts it.
    pub who: CombatantId,
    /// The item that holds it.
    pub item: ItemId,
    /// What it is aimed at.
    pub target: Option<Target>,
    /// Whether it comes of a wand.
    pub wand: bool,
    /// Whether a blow on the same number has taken it.
    pub lost: bool,
}

/// The spells of this number, in the order of equals.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PendingSpells(pub VecDeque<PendingSpell>);

/// The stage in which they take effect.
#[must_use]
pub fn stage() -> Stage {
    Stage::new(Spells, BLOWS)
}

/// Adds the stage.
pub fn plugin(app: &mut App) {
    add_stage(app, Spells);
    app.resource_state::<PendingSpells>();
    let disrupt = disruption::struck.pipe(disruption::disrupt);
    app.add_systems(BlowResults, disrupt.in_set(Step::Disruption));
    let unleash = unleashing::next.pipe(unleashing::unleash);
    app.add_systems(Spells, (unleash, detection::conceal).chain());
}
