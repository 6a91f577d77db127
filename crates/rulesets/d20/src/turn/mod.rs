//! The round: declaration, initiative, the count with movement and attacks on each number, and its end (D20-009).

pub mod action;
pub mod asking;
pub mod candidates;
pub mod countdown;
pub mod declaration;
pub mod ending;
pub mod initiative;
pub mod lodged;
pub mod morale;
pub mod movement;
pub mod movement_candidates;
pub mod newcomers;
pub mod parley;
pub mod prospects;
pub mod round_end;
pub mod round_start;
pub mod surprise;
pub mod timeline;
pub mod timers;

use bevy_app::App;

/// Adds all stages of the round.
pub fn plugin(app: &mut App) {
    surprise::plugin(app);
    newcomers::plugin(app);
    parley::plugin(app);
    round_start::plugin(app);
    declaration::plugin(app);
    initiative::plugin(app);
    countdown::plugin(app);
    timeline::plugin(app);
    movement::plugin(app);
    action::plugin(app);
    round_end::plugin(app);
}
