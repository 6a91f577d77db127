//! Which set of colours is used.

use serde::{Deserialize, Serialize};

/// Which set of colours is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaletteKind {
    /// For most eyes.
    #[default]
    Default,
    /// Tells apart what red- and green-weak eyes (deuteranopia) can.
    Deuteranopia,
    /// For eyes that see red dark (protanopia).
    Protanopia,
    /// For eyes that confuse blue with green (tritanopia).
    Tritanopia,
    /// Bright on dark, as far apart as possible.
    HighContrast,
}

impl PaletteKind {
    /// All palettes.
    pub(crate) const ALL: [Self; 5] = [
        Self::Default,
        Self::Deuteranopia,
        Self::Protanopia,
        Self::Tritanopia,
        Self::HighContrast,
    ];

    /// Its name.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Default => "Default",
            Self::Deuteranopia => "Deuteranopia (green-weak)",
            Self::Protanopia => "Protanopia (red-weak)",
            Self::Tritanopia => "Tritanopia (blue-weak)",
            Self::HighContrast => "High contrast",
        }
    }
}
