//! Which screen is shown, what lies in front, and what opens over all of them.

use bevy::prelude::*;

/// Which screen is shown.
#[derive(States, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) enum Screen {
    /// Content and art are being read.
    #[default]
    Loading,
    /// The title.
    Title,
    /// Guided battles.
    Lessons,
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

/// What the player has in front on the battle screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FrontMost {
    /// The battle itself.
    Battle,
    /// A menu: any other screen, the pause menu or the rulebook.
    #[default]
    Menu,
    /// The hot-seat cover, even with the pause menu over it: nothing of the battle may be seen.
    Curtain,
}

/// Drawing of all screens that lie over the board, in the egui pass.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DrawScreens;

/// Opens the rulebook.
#[derive(Message, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpenRulebook {
    /// The rule to open it at; where it was closed if there is none.
    pub(crate) rule: Option<String>,
}

/// Opens the pause menu, as its key does.
#[derive(Message, Clone, Copy, Debug, Default)]
pub(crate) struct OpenPauseMenu;
