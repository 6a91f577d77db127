//! Colours: of the sides, of overlays, of good and bad news, for every kind of eyes.
//!
//! No colour ever carries a meaning alone: sides also differ by the shape of their ring, overlays
//! by pattern, numbers by sign.

use bevy::prelude::*;
use bevy_egui::egui::Color32;
use shieldwall_battle::SideId;

use crate::settings::{PaletteKind, Settings};

/// A colour that a side can wear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Swatch {
    /// Its name.
    pub(crate) name: &'static str,
    /// The colour itself, sRGB.
    pub(crate) fill: [u8; 3],
}

const fn swatch(name: &'static str, fill: [u8; 3]) -> Swatch {
    Swatch { name, fill }
}

/// Numbers of the swatches that the sides wear unless the player picks others.
const fn first_choices(kind: PaletteKind) -> [usize; SideId::MOST] {
    match kind {
        PaletteKind::Default => [0, 1, 2, 3],
        PaletteKind::Deuteranopia => [0, 1, 4, 3],
        PaletteKind::Protanopia | PaletteKind::Tritanopia => [0, 1, 5, 2],
        PaletteKind::HighContrast => [0, 1, 3, 2],
    }
}

const DEFAULT: [Swatch; 8] = [
    swatch("Red", [208, 62, 52]),
    swatch("Blue", [58, 118, 214]),
    swatch("Green", [62, 148, 74]),
    swatch("Gold", [222, 172, 44]),
    swatch("Purple", [150, 84, 188]),
    swatch("Teal", [36, 160, 160]),
    swatch("Orange", [228, 122, 40]),
    swatch("White", [226, 222, 210]),
];

/// After Okabe and Ito: told apart without red-green vision.
const RED_GREEN: [Swatch; 8] = [
    swatch("Vermilion", [213, 94, 0]),
    swatch("Blue", [0, 114, 178]),
    swatch("Sky blue", [86, 180, 233]),
    swatch("Yellow", [240, 228, 66]),
    swatch("Bluish green", [0, 158, 115]),
    swatch("Amber", [230, 159, 0]),
    swatch("Mauve", [204, 121, 167]),
    swatch("White", [232, 232, 228]),
];

/// The same with lighter warm colours: red is dark to protanopes.
const RED_DARK: [Swatch; 8] = [
    swatch("Amber", [236, 160, 20]),
    swatch("Blue", [20, 100, 190]),
    swatch("Yellow", [240, 228, 66]),
    swatch("Sky blue", [104, 190, 240]),
    swatch("Orange", [234, 118, 34]),
    swatch("Teal", [0, 140, 120]),
    swatch("Mauve", [206, 132, 176]),
    swatch("White", [232, 232, 228]),
];

/// Reds against teals: told apart without blue-yellow vision.
const BLUE_YELLOW: [Swatch; 8] = [
    swatch("Crimson", [214, 40, 57]),
    swatch("Teal", [0, 150, 160]),
    swatch("Pink", [255, 150, 170]),
    swatch("Dark teal", [0, 96, 104]),
    swatch("Maroon", [140, 30, 60]),
    swatch("Aqua", [120, 214, 214]),
    swatch("Grey", [140, 140, 140]),
    swatch("White", [234, 232, 232]),
];

const HIGH_CONTRAST: [Swatch; 8] = [
    swatch("Red", [255, 48, 48]),
    swatch("Cyan", [0, 200, 255]),
    swatch("Yellow", [255, 236, 0]),
    swatch("Lime", [80, 240, 60]),
    swatch("Magenta", [255, 80, 240]),
    swatch("Orange", [255, 150, 0]),
    swatch("Grey", [150, 150, 150]),
    swatch("White", [255, 255, 255]),
];

impl Swatch {
    /// The colour for egui.
    pub(crate) const fn egui(self) -> Color32 {
        Color32::from_rgb(self.fill[0], self.fill[1], self.fill[2])
    }

    /// Darker, for rims and backgrounds.
    pub(crate) const fn dark(self) -> Color32 {
        Color32::from_rgb(
            (self.fill[0] as u16 * 45 / 100) as u8,
            (self.fill[1] as u16 * 45 / 100) as u8,
            (self.fill[2] as u16 * 45 / 100) as u8,
        )
    }

    /// Lighter, for text in the side's colour on dark panels.
    pub(crate) const fn text(self) -> Color32 {
        const fn lift(value: u8) -> u8 {
            (value as u16 + (255 - value as u16) * 45 / 100) as u8
        }
        Color32::from_rgb(lift(self.fill[0]), lift(self.fill[1]), lift(self.fill[2]))
    }
}

/// The colours in use.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    kind: PaletteKind,
    /// Numbers of the swatches the sides wear.
    chosen: [usize; SideId::MOST],
}

impl Default for Palette {
    fn default() -> Self {
        Self::new(PaletteKind::Default)
    }
}

impl Palette {
    /// The colours of a kind, with each side in its first choice.
    pub(crate) const fn new(kind: PaletteKind) -> Self {
        Self {
            kind,
            chosen: first_choices(kind),
        }
    }

    /// All colours that sides can wear.
    pub(crate) const fn swatches(&self) -> &'static [Swatch; 8] {
        match self.kind {
            PaletteKind::Default => &DEFAULT,
            PaletteKind::Deuteranopia => &RED_GREEN,
            PaletteKind::Protanopia => &RED_DARK,
            PaletteKind::Tritanopia => &BLUE_YELLOW,
            PaletteKind::HighContrast => &HIGH_CONTRAST,
        }
    }

    /// What a side wears.
    pub(crate) fn side(&self, side: SideId) -> Swatch {
        self.swatches()[self.chosen[side.index()]]
    }

    /// The number of the colour a side wears.
    pub(crate) fn chosen(&self, side: SideId) -> usize {
        self.chosen[side.index()]
    }

    /// Gives a side a colour; if another side wears it, they swap.
    pub(crate) fn choose(&mut self, side: SideId, number: usize) {
        let number = number % self.swatches().len();
        let before = self.chosen[side.index()];
        for worn in &mut self.chosen {
            if *worn == number {
                *worn = before;
            }
        }
        self.chosen[side.index()] = number;
    }

    /// Good news: hits, healing.
    pub(crate) const fn good(&self) -> Color32 {
        match self.kind {
            PaletteKind::Default => Color32::from_rgb(120, 200, 110),
            PaletteKind::Deuteranopia | PaletteKind::Protanopia => Color32::from_rgb(96, 186, 240),
            PaletteKind::Tritanopia => Color32::from_rgb(90, 210, 206),
            PaletteKind::HighContrast => Color32::from_rgb(90, 255, 90),
        }
    }

    /// Bad news: wounds, refusals.
    pub(crate) const fn bad(&self) -> Color32 {
        match self.kind {
            PaletteKind::Default => Color32::from_rgb(240, 116, 98),
            PaletteKind::Deuteranopia | PaletteKind::Protanopia => Color32::from_rgb(244, 160, 60),
            PaletteKind::Tritanopia => Color32::from_rgb(255, 124, 140),
            PaletteKind::HighContrast => Color32::from_rgb(255, 96, 96),
        }
    }

    /// Something to look at: warnings, what is chosen.
    pub(crate) const fn accent(&self) -> Color32 {
        match self.kind {
            PaletteKind::Tritanopia => Color32::from_rgb(244, 214, 214),
            PaletteKind::HighContrast => Color32::from_rgb(255, 236, 0),
            _ => Color32::from_rgb(232, 196, 110),
        }
    }
}

/// Adds the palette, which follows the settings.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Palette>().add_systems(
        Update,
        follow.run_if(resource_exists_and_changed::<Settings>),
    );
}

fn follow(settings: Res<Settings>, mut palette: ResMut<Palette>) {
    let mut wanted = Palette::new(settings.palette);
    for side in SideId::first(SideId::MOST) {
        if let Some(picked) = settings.last_battle.side(side).colour {
            wanted.choose(side, picked);
        }
    }
    palette.set_if_neq(wanted);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance after WCAG, from 0 to 1.
    fn luminance(colour: [u8; 3]) -> f32 {
        let [red, green, blue] = colour.map(|value| {
            let value = f32::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(a: [u8; 3], b: [u8; 3]) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_in_every_colour_and_on_its_dark_shade_is_readable() {
        let panel = crate::theme::PANEL.to_array();
        for kind in PaletteKind::ALL {
            for swatch in Palette::new(kind).swatches() {
                let [r, g, b, _] = swatch.dark().to_array();
                assert!(
                    contrast([255; 3], [r, g, b]) >= 4.5,
                    "white on dark {}",
                    swatch.name
                );
                let [r, g, b, _] = swatch.text().to_array();
                let panel = [panel[0], panel[1], panel[2]];
                assert!(contrast(panel, [r, g, b]) >= 4.5, "{} as text", swatch.name);
            }
        }
    }

    #[test]
    fn sides_never_wear_the_same_colour() {
        let mut palette = Palette::default();
        palette.choose(SideId::RED, 1);
        assert_eq!(palette.chosen(SideId::BLUE), 0);
        palette.choose(SideId::BLUE, 5);
        palette.choose(SideId::BLUE, 1);
        assert_eq!(palette.chosen(SideId::RED), 5);
        palette.choose(SideId::YELLOW, 5);
        assert_eq!(palette.chosen(SideId::RED), 3);
        assert_eq!(palette.chosen(SideId::GREEN), 2);
        for kind in PaletteKind::ALL {
            let palette = Palette::new(kind);
            let worn: std::collections::BTreeSet<[u8; 3]> = SideId::first(SideId::MOST)
                .map(|side| palette.side(side).fill)
                .collect();
            assert_eq!(worn.len(), SideId::MOST, "{kind:?}");
        }
    }
}
