//! One attack, from its offer to what comes of it.

pub mod arm;
pub mod arms;
pub mod blow;
pub mod effects;
pub mod engagement;
pub mod in_progress;
pub mod matrix;
pub mod rating;
pub mod reaction;
pub mod success_level;
