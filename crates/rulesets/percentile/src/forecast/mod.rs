//! Forecasts of choices, and estimates for the computer.

pub mod forecasting;
pub mod lookahead;
