//! Forecasts of choices, and estimates for the computer.

pub(crate) mod assignment;
pub mod attack_estimates;
pub mod best_answer;
pub(crate) mod chances;
pub(crate) mod damage_odds;
pub(crate) mod damage_terms;
pub mod forecasting;
pub(crate) mod group_odds;
mod known_blows;
pub(crate) mod lookahead;
pub(crate) mod shove_odds;
pub(crate) mod tumbles;
