//! Icons and portraits as egui textures, drawn off the frame thread in just the size they are shown.

use std::{collections::HashMap, path::PathBuf};

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, ColorImage, TextureHandle, TextureId, TextureOptions, vec2};
use shieldwall_battle::terms::{Action, Condition, Mode};
use shieldwall_content::Drawing;

use crate::{
    art::{self, ArtError, GameArt, painters::Painting},
    board::Sample,
};

/// Something to show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Picture {
    /// An icon by its name: that of a file in `assets/art/icons`.
    Icon(&'static str),
    /// The art of a unit, by its file.
    Unit(PathBuf),
    /// A sample of the legend.
    Sample(Sample),
}

impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Icon(name) => write!(f, "{}", file_of(name)),
            Self::Unit(file) => write!(f, "{}", file.display()),
            Self::Sample(sample) => write!(f, "{sample:?}"),
        }
    }
}

/// What is shown, and how many pixels wide and high.
type Key = (Picture, u32);

/// Textures that have been made or are on the way.
#[derive(Resource, Default)]
pub(crate) struct Icons {
    art: GameArt,
    made: HashMap<Key, Made>,
    making: HashMap<Key, Making>,
    /// Counts how often the files have changed.
    edition: u32,
}

struct Made {
    /// `None` if it cannot be drawn.
    texture: Option<TextureHandle>,
    edition: u32,
}

struct Making {
    painting: Painting<Result<ColorImage, ArtError>>,
    edition: u32,
}

impl Icons {
    /// The texture to show a picture `points` large; `None` while it is being drawn or if it
    /// cannot be. Until it is drawn anew, that of before the files changed serves.
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
        let edition = self.edition;
        let made = self.made.get(&key);
        let shown = made.and_then(|made| Some(made.texture.as_ref()?.id()));
        let is_new = made.is_some_and(|made| made.edition == edition);
        let begun = self.making.get(&key);
        if !is_new && begun.is_none_or(|making| making.edition != edition) {
            let (picture, art) = (picture.clone(), self.art.clone());
            let painting = Painting::begin(move || draw(&picture, &art, pixels));
            self.making.insert(key, Making { painting, edition });
        }
        shown
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

    /// Files have changed, and these are the pictures now: everything is made anew when it is next
    /// asked for.
    pub(crate) fn refresh(&mut self, art: GameArt) {
        self.art = art;
        self.edition = self.edition.wrapping_add(1);
    }

    /// Takes in what has been drawn since.
    pub(crate) fn collect(&mut self, context: &egui::Context) {
        let (made, current) = (&mut self.made, self.edition);
        self.making.retain(|key, making| {
            let Some(drawn) = making.painting.poll() else {
                return true;
            };
            let edition = making.edition;
            if edition != current {
                // Begun before the files changed: the one who wants it asks again.
                return false;
            }
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
            made.insert(key.clone(), Made { texture, edition });
            false
        });
    }
}

/// Files may have changed, or been mended, or replaced by others.
pub(super) fn follow_art(art: Res<GameArt>, mut icons: ResMut<Icons>) {
    icons.refresh(art.clone());
}

fn draw(picture: &Picture, art: &GameArt, pixels: u32) -> Result<ColorImage, ArtError> {
    let pixmap = match picture {
        Picture::Icon(name) => art.picture(&file_of(name), None, [pixels; 2])?,
        Picture::Unit(file) => art::picture(&Drawing::open(file)?, pixels, pixels)?,
        Picture::Sample(sample) => sample.paint(art, pixels)?,
    };
    let size = [pixmap.width() as usize, pixmap.height() as usize];
    Ok(ColorImage::from_rgba_premultiplied(size, pixmap.data()))
}

/// The name of the picture that an icon is.
pub(crate) fn file_of(icon: &str) -> String {
    format!("icons/{icon}")
}

/// The icon for an action, or for the way in which it is done.
pub(crate) fn icon_of_action(action: Action, mode: Option<Mode>) -> &'static str {
    let own = [mode.map_or("", |mode| mode.icon), action.icon];
    let own = own.into_iter().find(|icon| !icon.is_empty());
    own.unwrap_or("dice")
}

/// The icon for a condition, if there is one.
pub(crate) fn icon_of_condition(condition: Condition) -> Option<&'static str> {
    (!condition.icon.is_empty()).then_some(condition.icon)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::terms::Common;

    use super::{super::common_actions::icon as icon_of_common, *};

    #[test]
    fn what_is_shown_in_icons_can_be_drawn() {
        let art = GameArt::of_the_game();
        let sample = Picture::Sample(Sample::Device);
        for picture in [Picture::Icon("dice"), sample] {
            let image = draw(&picture, &art, 24).unwrap();
            assert!(image.pixels.iter().any(|pixel| pixel.a() > 128));
        }
    }

    #[test]
    fn every_term_of_a_ruleset_has_the_icon_that_it_names() {
        let art = GameArt::of_the_game();
        let is_there = |icon: &str| art.names().any(|name| name == file_of(icon));
        for common in Common::ALL {
            assert!(is_there(icon_of_common(common)), "{common:?}");
        }
        for ruleset in shieldwall_rulesets::all() {
            let terms = ruleset.terms();
            for action in &terms.actions {
                assert!(is_there(action.icon), "{action} of {}", ruleset.id());
            }
            let modes = terms.modes.iter().map(|mode| mode.icon);
            let conditions = terms.conditions.iter().chain(&terms.hidden);
            for icon in modes.chain(conditions.map(|condition| condition.icon)) {
                assert!(icon.is_empty() || is_there(icon), "{icon}");
            }
        }
    }
}
