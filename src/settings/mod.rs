//! What the player has set, and where it is kept.

#[cfg(test)]
mod hostile;
mod last_battle;
mod palette_kind;
#[cfg(test)]
mod several_windows;
mod store;
mod writing;

use std::path::Path;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub(crate) use last_battle::{LastBattle, LastSide};
pub(crate) use palette_kind::PaletteKind;
use shieldwall_lab::settings_file::{FileSettings, ReadSettings, read_settings};
pub(crate) use store::Store;

use crate::controls::Bindings;

/// Limits of the scale of panels and texts.
pub(crate) const UI_SCALES: std::ops::RangeInclusive<f32> = 0.75..=2.0;

/// Smallest window, in logical pixels.
pub(crate) const SMALLEST_WINDOW: (u32, u32) = (1024, 640);

/// Largest side of a window, in logical pixels: what graphics cards can draw.
const LARGEST_WINDOW: u32 = 16_384;

/// How fast journal entries are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum AnimationSpeed {
    /// As designed.
    #[default]
    #[serde(rename = "1x")]
    Normal,
    /// Twice as fast.
    #[serde(rename = "2x")]
    Double,
    /// Four times as fast.
    #[serde(rename = "4x")]
    Quadruple,
    /// No animation at all.
    #[serde(rename = "instant")]
    Instant,
}

impl AnimationSpeed {
    /// All speeds, slowest first.
    pub(crate) const ALL: [Self; 4] = [Self::Normal, Self::Double, Self::Quadruple, Self::Instant];

    /// How it is written on buttons.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Normal => "1x",
            Self::Double => "2x",
            Self::Quadruple => "4x",
            Self::Instant => "Instant",
        }
    }

    /// By how much animation time is multiplied; `None` if nothing is animated.
    pub(crate) const fn factor(self) -> Option<f32> {
        match self {
            Self::Normal => Some(1.0),
            Self::Double => Some(2.0),
            Self::Quadruple => Some(4.0),
            Self::Instant => None,
        }
    }

    /// The next faster speed, or the fastest.
    pub(crate) fn faster(self) -> Self {
        Self::ALL
            .into_iter()
            .find(|speed| *speed > self)
            .unwrap_or(self)
    }

    /// The next slower speed, or the slowest.
    pub(crate) fn slower(self) -> Self {
        Self::ALL
            .into_iter()
            .rev()
            .find(|speed| *speed < self)
            .unwrap_or(self)
    }
}

/// How much the combat log says before a line is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogDetail {
    /// Only what changed anything: blows, wounds, moves.
    Brief,
    /// Also rolls and choices.
    #[default]
    Normal,
    /// Every journal entry.
    Full,
}

impl LogDetail {
    /// All, least first.
    pub(crate) const ALL: [Self; 3] = [Self::Brief, Self::Normal, Self::Full];

    /// How it is written on buttons.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Brief => "Brief",
            Self::Normal => "Normal",
            Self::Full => "Everything",
        }
    }
}

/// Everything a player can set. Change it and it is saved and applied.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// Full screen instead of a window.
    pub(crate) fullscreen: bool,
    /// Width of the window in logical pixels.
    pub(crate) width: u32,
    /// Height of the window in logical pixels.
    pub(crate) height: u32,
    /// Whether drawing waits for the screen.
    pub(crate) vsync: bool,
    /// Scale of panels and texts, within [`UI_SCALES`].
    pub(crate) ui_scale: f32,
    /// Colours.
    pub(crate) palette: PaletteKind,
    /// Speed of playback.
    pub(crate) animation_speed: AnimationSpeed,
    /// Whether the view follows what happens and who decides.
    pub(crate) follow: bool,
    /// Whether the view goes nearer to blows while they are played.
    pub(crate) close_ups: bool,
    /// Whether the view jolts at heavy blows.
    pub(crate) shake: bool,
    /// Whether the view moves when the pointer is at the edge of the window.
    pub(crate) edge_scroll: bool,
    /// Volume of what happens in a battle, in percent of the loudest.
    pub(crate) effects_volume: u8,
    /// Volume of the theme, in percent of the loudest.
    pub(crate) music_volume: u8,
    /// Turns all sound off.
    pub(crate) muted: bool,
    /// Whether a choice waits for a confirmation after its last part has been picked. Pointing at a
    /// target forecasts what comes of it, so that a click may well be final.
    pub(crate) confirm_before_commit: bool,
    /// Whether questions with one legal answer, and those that follow from what was said before, are answered for
    /// the player.
    pub(crate) answer_obvious: bool,
    /// Whether a curtain falls between two people at one screen where something is secret.
    pub(crate) curtains: bool,
    /// Whether a person who plays against the computer may take back anything they chose.
    pub(crate) free_undo: bool,
    /// How much the combat log says.
    pub(crate) log_detail: LogDetail,
    /// What does what.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) keys: Bindings,
    /// The last battle that was set up.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) last_battle: LastBattle,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            fullscreen: false,
            width: 1280,
            height: 720,
            vsync: true,
            ui_scale: 1.0,
            palette: PaletteKind::default(),
            animation_speed: AnimationSpeed::default(),
            follow: true,
            close_ups: true,
            shake: true,
            edge_scroll: false,
            effects_volume: 80,
            music_volume: 60,
            muted: false,
            confirm_before_commit: false,
            answer_obvious: true,
            curtains: true,
            free_undo: false,
            log_detail: LogDetail::default(),
            keys: Bindings::default(),
            last_battle: LastBattle::default(),
        }
    }
}

impl FileSettings for Settings {
    const WHOLE: &'static [&'static str] = &["last_battle"];

    fn within_limits(mut self) -> Self {
        let sane = if self.ui_scale.is_finite() {
            self.ui_scale
        } else {
            1.0
        };
        self.ui_scale = sane.clamp(*UI_SCALES.start(), *UI_SCALES.end());
        (self.width, self.height) = sane_window_size((self.width, self.height));
        self.effects_volume = self.effects_volume.min(100);
        self.music_volume = self.music_volume.min(100);
        self
    }
}

/// Reads the settings of a folder. A broken file is set aside, not lost.
pub(crate) fn read(folder: Option<&Path>) -> ReadSettings<Settings> {
    read_settings(folder)
}

/// The nearest size of a window, in logical pixels, that one can play in.
pub(crate) fn sane_window_size((width, height): (u32, u32)) -> (u32, u32) {
    (
        width.clamp(SMALLEST_WINDOW.0, LARGEST_WINDOW),
        height.clamp(SMALLEST_WINDOW.1, LARGEST_WINDOW),
    )
}

/// Adds saving. The settings themselves are read before the window opens.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Last,
        (save.run_if(resource_exists_and_changed::<Settings>), finish).chain(),
    );
}

/// At the end of the game nothing may be left unwritten.
fn finish(mut exits: MessageReader<AppExit>, store: Option<Res<Store>>) {
    if exits.read().count() > 0
        && let Some(store) = store
    {
        store.finish();
    }
}

fn save(settings: Res<Settings>, store: Option<ResMut<Store>>) {
    if let Some(mut store) = store {
        store.save(&settings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_step_up_and_down_and_stop_at_the_ends() {
        let mut speed = AnimationSpeed::Normal;
        for _ in 0..5 {
            speed = speed.faster();
        }
        assert_eq!(speed, AnimationSpeed::Instant);
        assert_eq!(speed.slower(), AnimationSpeed::Quadruple);
        assert_eq!(AnimationSpeed::Normal.slower(), AnimationSpeed::Normal);
    }

    #[test]
    fn absurd_numbers_are_brought_within_limits() {
        let settings = Settings {
            ui_scale: f32::NAN,
            width: 1,
            height: 1_000_000,
            ..Settings::default()
        }
        .within_limits();
        assert!(UI_SCALES.contains(&settings.ui_scale));
        assert_eq!(
            (settings.width, settings.height),
            (SMALLEST_WINDOW.0, LARGEST_WINDOW)
        );
    }
}
