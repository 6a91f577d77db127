//! Icons and portraits as egui textures, drawn off the frame thread in just the size they are shown.

use std::{collections::HashMap, path::PathBuf};

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, ColorImage, TextureHandle, TextureId, TextureOptions, vec2};
use shieldwall_content::Drawing;

use super::icon_names;
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
            Self::Icon(name) => write!(f, "{}", icon_names::picture(name)),
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
        icon_names::learn(art.names());
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
                // Begun before the files changed: whoever wants it asks again.
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

fn draw(picture: &Picture, art: &GameArt, pixels: u32) -> Result<ColorImage, ArtError> {
    let pixmap = match picture {
        Picture::Icon(name) => art.picture(&icon_names::picture(name), None, [pixels; 2])?,
        Picture::Unit(file) => art::picture(&Drawing::open(file)?, pixels, pixels)?,
        Picture::Sample(sample) => sample.paint(art, pixels)?,
    };
    let size = [pixmap.width() as usize, pixmap.height() as usize];
    Ok(ColorImage::from_rgba_premultiplied(size, pixmap.data()))
}

/// The icon for a verb, or for the way in which it is done.
pub(crate) fn icon_of_verb(verb: &str, mode: Option<&str>) -> &'static str {
    match mode {
        Some("shot") => return "shoot",
        Some("thrown") => return "throw",
        _ => {}
    }
    let same = match verb {
        "pass" | "refuse" => "none",
        "stay" | "end" | "stop" => "wait",
        "take_up_shield" | "guard" => "plant_shield",
        "drop" => "undo",
        "leap" | "sprint" | "pursue" => "run",
        "first" | "activate" => "play",
        "strike" | "fight_on" | "go_on" => "attack",
        "aim_die" => "target",
        "death_blow" => "skull",
        "counter_gently" => "counter",
        "hide_behind" => "hide",
        "grapple" => "grabbing",
        "free_ally" => "break_free",
        "push" => "shove",
        "name" => "disarm",
        "invoke" => "power",
        "use" => "first_aid",
        "distract" => "distracted",
        "intimidate" => "intimidated",
        "taunt" => "taunted",
        "operate" => "lever",
        "take" => "pick_up",
        "let_fall" | "let_go" | "set_down" | "fall" => "put_down",
        "mount" | "dismount" => "mounted",
        "offer" | "accept" => "bargain",
        "surrender" => "surrendered",
        "retreat" | "leave" | "let_them_go" => "exit",
        // Many have an icon of their own name.
        other => other,
    };
    icon_named(same).unwrap_or("dice")
}

/// The icon of this name, if there is one.
fn icon_named(name: &str) -> Option<&'static str> {
    icon_names::known(name)
}

/// The icon for a condition, if there is one.
pub(crate) fn icon_of_condition(condition: &str) -> Option<&'static str> {
    let icon = match condition {
        "kneeling" => "kneeling",
        "hidden" | "concealed" => "hidden",
        "broken" | "retreating" | "yielding" => "morale_broken",
        "can react" => "reaction_ready",
        "surprised" => "surprised",
        "helping" | "first aid" => "first_aid",
        "unloaded" | "reloading" => "reloading",
        "loaded" => "loaded",
        "out of ammunition" | "no ammunition" => "out_of_ammo",
        "unconscious" => "unconscious",
        "dying" => "dying",
        "dead" => "skull",
        // Many have an icon of their own name.
        other => return icon_named(&other.replace(' ', "_")),
    };
    Some(icon)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

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
    fn verbs_have_icons_of_their_own() {
        assert_eq!(icon_of_verb("first_aid", None), "first_aid");
        assert_eq!(icon_of_verb("attack", Some("thrown")), "throw");
        assert_eq!(icon_of_verb("attack", Some("long")), "attack");
        assert_eq!(icon_of_verb("stay", None), "wait");
        assert_eq!(icon_of_verb("sprint", None), "run");
        assert_eq!(icon_of_verb("guard", None), "plant_shield");
        assert_eq!(icon_of_verb("blast", None), "blast");
        assert_eq!(icon_of_verb("summon", None), "dice");
    }

    #[test]
    fn no_verb_of_a_ruleset_has_the_icon_for_want_of_a_better_one() {
        for ruleset in shieldwall_rulesets::all() {
            for verb in ruleset.verbs() {
                let icon = icon_of_verb(verb.0, None);
                assert_ne!(icon, "dice", "{} of {}", verb.0, ruleset.id());
            }
        }
    }

    #[test]
    fn conditions_have_the_icons_of_their_names_if_there_are_any() {
        assert_eq!(icon_of_condition("dead"), Some("skull"));
        assert_eq!(icon_of_condition("grabbed"), Some("grabbed"));
        assert_eq!(icon_of_condition("turn spent"), Some("turn_spent"));
        assert_eq!(icon_of_condition("retreating"), Some("morale_broken"));
        assert_eq!(icon_of_condition("bewildered"), None);
    }
}
