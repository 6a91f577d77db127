//! Icons and portraits as egui textures, drawn off the frame thread in just the size they are shown.

use shieldwall_battle::terms::{Action, Condition, Mode};
use std::{collections::HashMap, path::PathBuf, sync::Arc};

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, ColorImage, TextureHandle, TextureId, TextureOptions, vec2};
use shieldwall_content::Drawing;

use crate::art::{self, ArtError, painters::Painting, rasterise};

macro_rules! icons {
    ($($name:literal),* $(,)?) => {
        /// All icons, by name; in the binary, since they belong to the program and not to content.
        const ICONS: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../assets/art/icons/", $name, ".svg"))),)*
        ];
    };
}

icons![
    "armour",
    "attack",
    "bargain",
    "blast",
    "blue_side",
    "break_free",
    "broken",
    "counter",
    "dice",
    "disarm",
    "distracted",
    "dodge",
    "door",
    "dying",
    "exit",
    "fast",
    "first_aid",
    "grabbed",
    "grabbing",
    "heart",
    "hidden",
    "hide",
    "human",
    "incapacitated",
    "intimidated",
    "kneel",
    "kneeling",
    "lever",
    "loaded",
    "log",
    "maimed",
    "menu",
    "morale_broken",
    "mounted",
    "move",
    "none",
    "out_of_ammo",
    "parry",
    "pause",
    "peek",
    "pick_up",
    "plant_shield",
    "play",
    "poisoned",
    "power",
    "put_down",
    "reaction_ready",
    "ready",
    "red_side",
    "reload",
    "reloading",
    "robot",
    "rulebook",
    "run",
    "settings",
    "share_out",
    "shoot",
    "shove",
    "skip",
    "skull",
    "speak",
    "sprinting",
    "stand",
    "steadied",
    "stow",
    "surprised",
    "surrendered",
    "switch",
    "target",
    "taunted",
    "throw",
    "trophy",
    "turn_spent",
    "unconscious",
    "undo",
    "wait",
    "wake",
    "zoom_in",
    "zoom_out",
];

/// Something to show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Picture {
    /// An icon by its name.
    Icon(&'static str),
    /// The art of a unit, by its file.
    Unit(PathBuf),
    /// A drawing made by the program: its name and its SVG text.
    Drawing(&'static str, Arc<str>),
}

impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Icon(name) => write!(f, "icon {name}"),
            Self::Unit(file) => write!(f, "{}", file.display()),
            Self::Drawing(name, _) => write!(f, "drawing {name}"),
        }
    }
}

/// Textures that have been made or are on the way, by what they show and their size in pixels.
#[derive(Resource, Default)]
pub(crate) struct Icons {
    made: HashMap<(Picture, u32), Option<TextureHandle>>,
    making: HashMap<(Picture, u32), Painting<Result<ColorImage, ArtError>>>,
}

impl Icons {
    /// The texture to show a picture `points` large; `None` while it is being drawn or if it
    /// cannot be.
    pub(crate) fn texture(
        &mut self,
        context: &egui::Context,
        picture: &Picture,
        points: f32,
    ) -> Option<TextureId> {
        let pixels = (points * context.pixels_per_point())
            .round()
            .clamp(8.0, 1024.0) as u32;
        let key = (picture.clone(), pixels);
        if let Some(made) = self.made.get(&key) {
            return made.as_ref().map(TextureHandle::id);
        }
        self.making.entry(key).or_insert_with(|| {
            let picture = picture.clone();
            Painting::begin(move || draw(&picture, pixels))
        });
        None
    }

    /// A widget with an icon, `points` large; blank while it is being drawn.
    pub(crate) fn icon(
        &mut self,
        context: &egui::Context,
        name: &'static str,
        points: f32,
    ) -> egui::Image<'static> {
        self.image(context, &Picture::Icon(name), points)
    }

    /// A widget with a picture, `points` large; blank while it is being drawn.
    pub(crate) fn image(
        &mut self,
        context: &egui::Context,
        picture: &Picture,
        points: f32,
    ) -> egui::Image<'static> {
        let size = vec2(points, points);
        let (texture, tint) = match self.texture(context, picture, points) {
            Some(texture) => (texture, Color32::WHITE),
            None => (TextureId::default(), Color32::TRANSPARENT),
        };
        egui::Image::from_texture(egui::load::SizedTexture::new(texture, size))
            .fit_to_exact_size(size)
            .tint(tint)
    }

    /// Files have changed: what was made of them is made anew when it is next asked for.
    pub(crate) fn refresh(&mut self) {
        self.made
            .retain(|key, _| !matches!(key.0, Picture::Unit(_)));
        self.making
            .retain(|key, _| !matches!(key.0, Picture::Unit(_)));
    }

    /// Takes in what has been drawn since.
    pub(crate) fn collect(&mut self, context: &egui::Context) {
        let made = &mut self.made;
        self.making.retain(|key, painting| {
            let Some(drawn) = painting.poll() else {
                return true;
            };
            let drawn = drawn.unwrap_or_else(|unfinished| Err(unfinished.into()));
            let texture = match drawn {
                Ok(image) => Some(context.load_texture(
                    format!("{} {}", key.0, key.1),
                    image,
                    TextureOptions::LINEAR,
                )),
                Err(error) => {
                    warn!("{}: {error}", key.0);
                    None
                }
            };
            made.insert(key.clone(), texture);
            false
        });
    }
}

fn draw(picture: &Picture, pixels: u32) -> Result<ColorImage, ArtError> {
    let pixmap = match picture {
        Picture::Icon(name) => {
            let svg = ICONS
                .iter()
                .find(|(known, _)| known == name)
                .map_or("", |(_, svg)| svg);
            rasterise(svg, pixels, pixels)?
        }
        Picture::Unit(file) => art::picture(&Drawing::open(file)?, pixels, pixels)?,
        Picture::Drawing(_, svg) => rasterise(svg, pixels, pixels)?,
    };
    let size = [pixmap.width() as usize, pixmap.height() as usize];
    Ok(ColorImage::from_rgba_premultiplied(size, pixmap.data()))
}

/// The icon for an action, or for the way in which it is done.
pub(crate) fn icon_of_action(action: Action, mode: Option<Mode>) -> &'static str {
    let way = mode.and_then(|mode| icon_named(mode.icon));
    way.or_else(|| icon_named(action.icon)).unwrap_or("dice")
}

/// The icon of this name, if there is one.
fn icon_named(name: &str) -> Option<&'static str> {
    let mut names = ICONS.iter().map(|(known, _)| *known);
    names.find(|known| *known == name)
}

/// The icon for a condition, if there is one.
pub(crate) fn icon_of_condition(condition: Condition) -> Option<&'static str> {
    icon_named(condition.icon)
}

/// The SVG text of an icon; empty if there is none of this name.
pub(crate) fn svg_of(name: &str) -> &'static str {
    let found = ICONS.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, svg)| svg)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn every_icon_can_be_drawn() {
        for (name, _) in ICONS {
            let image = draw(&Picture::Icon(name), 24).unwrap();
            assert!(
                image.pixels.iter().any(|pixel| pixel.a() > 128),
                "{name} is blank"
            );
        }
    }

    #[test]
    fn every_term_of_a_ruleset_has_the_icon_that_it_names() {
        for ruleset in shieldwall_rulesets::all() {
            let terms = ruleset.terms();
            for action in &terms.actions {
                assert!(
                    icon_named(action.icon).is_some(),
                    "{action} of {}",
                    ruleset.id()
                );
            }
            let modes = terms.modes.iter().map(|mode| mode.icon);
            let conditions = terms.conditions.iter().chain(&terms.hidden);
            for icon in modes.chain(conditions.map(|condition| condition.icon)) {
                assert!(icon.is_empty() || icon_named(icon).is_some(), "{icon}");
            }
        }
    }

    #[test]
    fn icons_are_listed_once_and_in_order() {
        assert!(ICONS.is_sorted_by(|one, other| one.0 < other.0));
    }
}
