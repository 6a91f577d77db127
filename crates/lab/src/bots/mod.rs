//! Bots: programs outside the game that command a side, in any language, by lines of JSON.
//!
//! The game tells what the side may know and asks; the bot answers, and may ask for forecasts first. `docs/bots.md`
//! says what the lines hold.

mod bot_command;
mod commanding;
mod contender;
mod dialogue;
mod fault;
mod forecast_message;
mod messages;
mod process;
mod running;
mod setup_message;
mod wire;

pub use bot_command::{BotArgs, run_bot};
pub use contender::{Contender, UnknownContender};
pub use fault::BotFault;

pub(crate) use commanding::{Commanding, Failed};
pub(crate) use running::{RunningBots, end_all};
