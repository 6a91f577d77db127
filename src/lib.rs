//! The Shieldwall game: window, board, HUD, screens, input, and the command line.

mod app;
mod cli;
mod content_loading;
mod host;
mod input;
mod palette;
mod screen;
mod screens;
mod session;
mod settings;
mod theme;

pub use cli::run;
