//! Attacks. Each is an entity that gathers what is decided and rolled about it. Those of one number read how all
//! stood before them and take effect together (D20-024).

pub mod acts;
pub mod aftermath;
pub mod armour_class;
pub mod assassination;
pub mod blind_blows;
pub(crate) mod blow;
pub mod brawl;
pub mod candidates;
pub mod chance_target;
pub(crate) mod course;
pub mod death_saves;
pub mod detection;
pub mod done;
pub mod effects;
pub mod free_attacks;
pub mod fumble;
pub mod grips;
pub mod legality;
pub mod mighty_blow;
pub mod opposed;
pub mod reckoning;
pub mod reload;
pub mod rolls;
pub mod spawning;
mod state;
mod steps;
pub mod to_hit;

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{RegisterState, add_stage};

use crate::formation::shield_wall;

pub use state::{Aiming, Attack, Manner, Occasion};
pub use steps::{BlowResults, Blows, Step};

/// Adds the stages.
pub fn plugin(app: &mut App) {
    add_stage(app, Blows);
    add_stage(app, BlowResults);
    app.pooled_state::<Attack>();
    app.configure_sets(
        Blows,
        (Step::Target, Step::ToHit, Step::Damage, Step::MightyBlow).chain(),
    );
    app.add_systems(
        Blows,
        (
            chance_target::find.in_set(Step::Target),
            (opposed::roll, rolls::to_hit).chain().in_set(Step::ToHit),
            (rolls::damage, assassination::save)
                .chain()
                .in_set(Step::Damage),
            (mighty_blow::roll, brawl::knock_out, rolls::finish)
                .chain()
                .in_set(Step::MightyBlow),
        ),
    );
    app.configure_sets(
        BlowResults,
        (
            Step::Effects,
            Step::DeathSaves,
            Step::Wounds,
            Step::Disruption,
            Step::Aftermath,
            Step::End,
        )
            .chain(),
    );
    app.add_systems(
        BlowResults,
        (
            effects::apply.in_set(Step::Effects),
            death_saves::saves.in_set(Step::DeathSaves),
            (
                effects::wound_flesh,
                effects::lodge,
                (effects::single_out, effects::mind_nobody).chain(),
                grips::take_effect,
            )
                .chain()
                .in_set(Step::Wounds),
            (
                aftermath::keep_off,
                aftermath::displace,
                aftermath::exert,
                assassination::warn,
                detection::give_away,
                grips::let_go,
                shield_wall::break_up,
            )
                .chain()
                .in_set(Step::Aftermath),
            (
                detection::conceal,
                reload::empty,
                aftermath::land_what_was_thrown,
                aftermath::end,
            )
                .chain()
                .in_set(Step::End),
        ),
    );
    free_attacks::plugin(app);
}
