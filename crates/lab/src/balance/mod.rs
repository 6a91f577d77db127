//! Every unit against every other: who wins, and what each is worth.

mod balance_command;
mod balance_page;
mod balance_plan;
mod balance_report;
mod balance_result;

pub use balance_command::{BalanceArgs, run_balance};
pub(crate) use balance_command::{PAIRING_TITLES, even};
pub use balance_plan::{BalanceOutcome, BalancePlan};
pub use balance_result::{BalanceOutline, BalanceResult, UnitBalance};
