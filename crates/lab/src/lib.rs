//! Headless tools: simulation, balance, cases, odds, the rulebook and what proves its rules,
//! schemas, records of battles and content checks.
//!
//! They need no window and no graphics driver. The game offers them as subcommands, and the small
//! program `shieldwall-headless` offers them alone.

pub mod autosaves;
pub mod cases;
pub mod follies;
pub mod lessons;
pub mod named_content;
pub mod odds;
pub mod record;
pub mod settings_file;

mod balance;
mod battle_player;
mod battle_reader;
mod battle_row;
mod battle_totals;
mod bots;
mod by_side;
mod charts;
mod check_command;
mod command_output;
mod content_args;
mod coverage;
mod crew;
mod error;
mod file_turn;
mod fingerprint;
mod headless;
mod histogram;
mod interruption;
mod interval;
mod journal_output;
mod mods_command;
mod output_file;
mod page;
mod path_text;
mod plan_outline;
mod progress;
mod proof_files;
mod ratings;
mod regret;
mod replay_command;
mod rule_pages;
mod rules_command;
mod schema_command;
mod seeds;
mod shard;
mod sim_command;
mod sim_merge;
mod sim_page;
mod sim_plan;
mod sim_result;
mod sums;
mod tally;
mod test_command;
mod text_report;
mod tournament;

pub use balance::{
    BalanceArgs, BalanceOutcome, BalanceOutline, BalancePlan, BalanceResult, UnitBalance,
    run_balance,
};
pub use battle_row::BattleRow;
pub use bots::{BotArgs, BotFault, Contender, UnknownContender, run_bot};
pub use by_side::BySide;
pub use check_command::{CheckArgs, CheckReport, run_check};
pub use command_output::CommandOutput;
pub use content_args::{ContentArgs, read_content};
pub use coverage::{Coverage, RuleCoverage};
pub use crew::{Unwatched, Watch};
pub use error::LabError;
pub use file_turn::FileTurn;
pub use headless::HeadlessCommand;
pub use histogram::{Histogram, Spread};
pub use interruption::INTERRUPTED;
pub use interval::Interval;
pub use journal_output::{JournalArgs, JournalOutput, JournalSide};
pub use mods_command::{ModsAction, ModsArgs, run_mods};
pub use odds::{OddsArgs, run_odds};
pub use plan_outline::{PlanOutline, SideOutline};
pub use proof_files::{Proof, ProofKind};
pub use ratings::{Pairing, Rating, ratings, strengths};
pub use regret::{BrainRegret, PositionRegret, RegretArgs, RegretResult, run_regret};
pub use replay_command::{ReplayArgs, ReplayReport, run_replay};
pub use rules_command::{RulesArgs, RulesReport, run_rules};
pub use schema_command::{SchemaArgs, SchemaKind, run_schema};
pub use seeds::{battle_seed, commander_seed, mixed_seed};
pub use shard::Shard;
pub use sim_command::{SimArgs, run_sim};
pub use sim_merge::merge;
pub use sim_plan::{SimOutcome, SimPlan};
pub use sim_result::{MirroredWins, SimResult, WinIntervals};
pub use tally::{RuleTally, UnitTally, WeaponTally, Wins};
pub use test_command::{TestArgs, TestReport, run_test};
pub use text_report::count;
pub use tournament::{
    Standing, TournamentArgs, TournamentOutcome, TournamentOutline, TournamentPlan,
    TournamentResult, run_tournament,
};
