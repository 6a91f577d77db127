//! Sound: what happens in a battle, when it is one's turn, and a quiet theme.
//!
//! The [`score`] says which sounds an event makes, and [`signals`] which ones call the player; both hand cues to the
//! [`mixer`], which plays them. The [`bank`] reads the files. Nothing here needs a sound device, and nothing waits
//! for one.

mod bank;
mod cue;
mod mixer;
mod score;
mod signals;
mod theme;
#[cfg(test)]
mod whole_battles;

use bevy::prelude::*;

pub(crate) use theme::SoundDevice;

/// Adds sound.
pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((bank::plugin, mixer::plugin, signals::plugin, theme::plugin));
}
