//! Settings of every shape that those of the window have, which is not known here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shieldwall_lab::settings_file::FileSettings;

/// Switches, numbers, choices, and tables that are and are not a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SampleSettings {
    pub(crate) fullscreen: bool,
    pub(crate) edge_scroll: bool,
    pub(crate) width: u32,
    pub(crate) ui_scale: f32,
    pub(crate) palette: Palette,
    /// Only what is not as it was at first is written.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) keys: BTreeMap<Act, Vec<Key>>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) last_battle: LastBattle,
}

/// One of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Palette {
    #[default]
    Default,
    HighContrast,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Act {
    Confirm,
    Cancel,
    ZoomIn,
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Key {
    KeyA,
    Enter,
    WheelUp,
}

/// A battle that was set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LastBattle {
    pub(crate) level: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) red: LastSide,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) green: LastSide,
}

/// A side of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LastSide {
    pub(crate) commander: Option<Commander>,
    pub(crate) colour: Option<usize>,
    pub(crate) warband: Vec<String>,
}

/// Who decides for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Commander {
    Human,
    Standard,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for SampleSettings {
    fn default() -> Self {
        Self {
            fullscreen: false,
            edge_scroll: false,
            width: 1280,
            ui_scale: 1.0,
            palette: Palette::default(),
            keys: BTreeMap::new(),
            last_battle: LastBattle::default(),
        }
    }
}

impl FileSettings for SampleSettings {
    const WHOLE: &'static [&'static str] = &["last_battle"];

    fn within_limits(mut self) -> Self {
        let sane = if self.ui_scale.is_finite() {
            self.ui_scale
        } else {
            1.0
        };
        self.ui_scale = sane.clamp(0.75, 2.0);
        self.width = self.width.clamp(1024, 16_384);
        self
    }
}

/// Sets something in one window.
pub(crate) fn set_one(settings: &mut SampleSettings) {
    settings.fullscreen = true;
    settings.keys.insert(Act::Confirm, vec![Key::KeyA]);
    settings.last_battle = LastBattle {
        level: "old-wood".to_owned(),
        ..LastBattle::default()
    };
}

/// Sets something else in another.
pub(crate) fn set_another(settings: &mut SampleSettings) {
    settings.edge_scroll = true;
    settings.palette = Palette::HighContrast;
    settings.keys.insert(Act::Cancel, Vec::new());
    settings.width = 1999;
}
