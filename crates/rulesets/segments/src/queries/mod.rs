//! Answers to the window and to brains, by the code that plays.

mod choices;
mod conditions;
mod estimates;
mod order;
mod reach;

pub use self::{
    choices::{chance_of, shelter, vantage},
    conditions::conditions,
    estimates::{attack_estimate, declared_attacks},
    order::order,
    reach::{range_bands, threatened},
};
