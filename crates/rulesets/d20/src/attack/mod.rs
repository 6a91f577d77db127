//! Attacks. Each is an entity that gathers what is decided and rolled about it. Those of one number read how all
//! stood before them and take effect together (D20-024).

pub mod aftermath;
pub mod armour_class;
pub mod d20;
pub mod death;
pub mod effects;
pub mod offers;
pub mod rolls;
pub mod spawning;
pub mod to_hit;

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{CombatantId, RegisterState, add_stage};

use crate::{attack::d20::D20, content::blocks::Weapon};

/// Schedule of attacks under way (D20-001 to D20-003, D20-064).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blows;

/// The steps of an attack, in order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The d20 (D20-001).
    ToHit,
    /// The dice of damage.
    Damage,
    /// Hit points are lost.
    Effects,
    /// Throws against death (D20-064).
    DeathSaves,
    /// Those who were struck as they passed are thrown back (D20-117).
    Displacement,
    /// Attacks are over.
    End,
}

/// An attack from its announcement to its effect.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Its place among those that are made together.
    pub number: usize,
    /// Who attacks.
    pub who: CombatantId,
    /// Who is attacked.
    pub target: CombatantId,
    /// With what.
    pub weapon: Weapon,
    /// Whether something flies.
    pub missile: bool,
    /// Why it is made.
    pub occasion: Occasion,
    /// What the d20 came to; `None` before it is rolled.
    pub roll: Option<D20>,
    /// Hit points that it costs; `None` before that is known.
    pub damage: Option<i32>,
}

/// Why an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// On one's own number.
    Number,
    /// A free attack on somebody who passes (D20-115).
    Passing,
    /// A free attack on somebody who stumbles or runs (D20-123, D20-124).
    Leaving,
}

/// Adds the stage.
pub fn plugin(app: &mut App) {
    add_stage(app, Blows);
    app.pooled_state::<Attack>();
    app.configure_sets(
        Blows,
        (
            Step::ToHit,
            Step::Damage,
            Step::Effects.run_if(rolls::all_rolled),
            Step::DeathSaves.run_if(rolls::all_rolled),
            Step::Displacement.run_if(rolls::all_rolled),
            Step::End.run_if(rolls::all_rolled),
        )
            .chain(),
    );
    app.add_systems(
        Blows,
        (
            rolls::to_hit.in_set(Step::ToHit),
            rolls::damage.in_set(Step::Damage),
            effects::lose_hit_points.in_set(Step::Effects),
            death::saves.in_set(Step::DeathSaves),
            aftermath::displace.in_set(Step::Displacement),
            (aftermath::land_what_was_thrown, aftermath::end)
                .chain()
                .in_set(Step::End),
        ),
    );
}
