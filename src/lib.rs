//! The Shieldwall game: window, board, HUD, screens, input, and the command line.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy systems take their parameters by value"
)]

mod app;
mod art;
mod board;
mod cli;
mod content_loading;
mod decide;
mod display;
mod frame_clock;
mod host;
mod hud;
mod input;
mod palette;
mod playback;
mod progress_log;
#[cfg(test)]
mod sample_terms;
mod saves;
mod screen;
mod screens;
mod session;
mod session_start;
mod settings;
mod theme;

pub use cli::run;
