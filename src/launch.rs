//! What the command line asks of the window.

use bevy::prelude::*;

use crate::{battle_plan::BattlePlan, content::Content, settings::AnimationSpeed};

/// How the window was asked for.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Launch {
    /// A battle to begin with, instead of the title.
    pub(crate) battle: Option<BattlePlan>,
    /// Content that has been read already.
    pub(crate) content: Option<Content>,
    /// Where content is read from.
    pub(crate) places: shieldwall_content::ContentPlaces,
    /// Close the game once the aftermath has been shown for a moment.
    pub(crate) quit_at_end: bool,
    /// Full screen for this run, whatever is set.
    pub(crate) fullscreen: bool,
    /// Size of the window for this run in logical pixels, whatever is set.
    pub(crate) size: Option<(u32, u32)>,
    /// Playback speed for this run, whatever is set.
    pub(crate) speed: Option<AnimationSpeed>,
}
