//! The screens of the game.

use bevy::prelude::*;

/// Which screen is shown.
#[derive(States, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) enum Screen {
    /// Content and art are being read.
    #[default]
    Loading,
    /// The title.
    Title,
    /// Level, ruleset, warbands, commanders and seed.
    NewBattle,
    /// The battle.
    Battle,
    /// Who won, and how.
    Aftermath,
    /// Settings.
    Settings,
    /// Saved battles.
    Saves,
    /// Which mods there are and which are on.
    Mods,
}
