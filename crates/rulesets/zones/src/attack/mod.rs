//! One attack, from its offer to what comes of it.

pub mod aiming;
pub mod answers;
pub mod arm;
pub mod arms;
pub mod bargain;
pub mod damage;
pub mod deviation;
pub mod exchange;
pub mod grips;
pub mod in_progress;
pub mod offers;
pub mod reaction;
pub mod save;
pub mod sharing;
pub mod shove;
pub mod size_effects;
pub mod state;
pub mod steps;
pub mod stunts;
pub mod wear;
