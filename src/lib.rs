//! The Shieldwall game: window, board, HUD, screens, input, and the command line.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy systems take their parameters by value"
)]

mod app;
mod app_systems;
mod art;
mod battle_plan;
mod board;
mod cli;
mod content;
mod content_loading;
mod controls;
mod decide;
mod display;
mod frame_clock;
mod host;
mod hud;
mod input;
mod launch;
mod lesson;
mod main_camera;
mod palette;
mod playback;
mod progress_log;
#[cfg(test)]
mod sample_terms;
mod saves;
mod screen;
mod screens;
mod session;
mod settings;
mod shown;
mod sound;
mod theme;
mod waking;

pub use cli::run;
