//! What flies and floats: arrows, bolts and thrown weapons, numbers and words, sparks.

mod burst;

use bevy::{prelude::*, sprite::Text2dShadow, text::TextBackgroundColor};
use shieldwall_battle::{CombatantId, Event};

use crate::{
    art::{ArtError, Gallery, PictureKey, rasterise},
    palette::Palette,
    playback::{
        Played,
        words::{Tone, floating},
    },
    session::Session,
    settings::Settings,
};

use super::{
    Board, Showing,
    drawing::Drawing,
    layer,
    plane::{CELL, figure_centre},
    view::View,
};

/// Seconds that a word floats.
const FLOAT: f32 = 1.25;
/// Seconds before a missile leaves the hand, and seconds it flies.
const FLIGHT: (f32, f32) = (0.16, 0.42);
/// Seconds that sparks last.
const SPARK: f32 = 0.34;
const PIXELS: u32 = 128;

/// What flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missile {
    Arrow,
    Ball,
    Stone,
    Thrown,
}

impl Missile {
    /// What a weapon of this name lets fly.
    fn of(weapon: &str) -> Self {
        let weapon = weapon.to_lowercase();
        let any = |words: &[&str]| words.iter().any(|word| weapon.contains(word));
        if any(&["bow", "arrow", "bolt", "dart"]) {
            Self::Arrow
        } else if any(&[
            "pistol", "musket", "rifle", "gun", "arquebus", "revolver", "carbine",
        ]) {
            Self::Ball
        } else if any(&["sling", "stone", "rock", "bomb", "flask"]) {
            Self::Stone
        } else {
            Self::Thrown
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Arrow => "missile arrow",
            Self::Ball => "missile ball",
            Self::Stone => "missile stone",
            Self::Thrown => "missile thrown",
        }
    }

    /// How high its flight curves, as a part of the distance.
    const fn arc(self) -> f32 {
        match self {
            Self::Arrow => 0.10,
            Self::Ball => 0.0,
            Self::Stone => 0.14,
            Self::Thrown => 0.16,
        }
    }

    fn drawing(self) -> Drawing {
        let mut drawing = Drawing::new(100.0, 100.0);
        match self {
            Self::Arrow => {
                for (ink, width) in [("#1d1a16", 8.0), ("#c79358", 4.0)] {
                    drawing.line(
                        [-40.0, 0.0],
                        [38.0, 0.0],
                        &format!("stroke=\"{ink}\" stroke-width=\"{width}\""),
                    );
                }
                drawing.polygon(
                    &[[48.0, 0.0], [28.0, -9.0], [33.0, 0.0], [28.0, 9.0]],
                    "fill=\"#e4e8ea\" stroke=\"#1d1a16\" stroke-width=\"3\"",
                );
                drawing.polygon(
                    &[[-48.0, -9.0], [-28.0, 0.0], [-48.0, 9.0], [-42.0, 0.0]],
                    "fill=\"#f1ead6\" stroke=\"#1d1a16\" stroke-width=\"2.6\"",
                );
            }
            Self::Ball => {
                drawing.line([-46.0, 0.0], [20.0, 0.0], "stroke=\"#ffe9a6\" stroke-opacity=\".75\" stroke-width=\"6\" stroke-linecap=\"round\"");
                drawing.circle(
                    [24.0, 0.0],
                    11.0,
                    "fill=\"#fff6d0\" stroke=\"#4a2c08\" stroke-width=\"4\"",
                );
            }
            Self::Stone => {
                drawing.polygon(&[[-16.0, -10.0], [4.0, -18.0], [19.0, -4.0], [13.0, 14.0], [-10.0, 16.0]], "fill=\"#a8a29a\" stroke=\"#1d1a16\" stroke-width=\"5\" stroke-linejoin=\"round\"");
            }
            Self::Thrown => {
                drawing.path(
                    "M-42 -4H-8V4H-42Z",
                    "fill=\"#6d4522\" stroke=\"#1d1a16\" stroke-width=\"3.4\"",
                );
                drawing.path(
                    "M-8 -11H-2V11H-8Z",
                    "fill=\"#c9963a\" stroke=\"#1d1a16\" stroke-width=\"3\"",
                );
                drawing.path("M-2 -7H30L46 0L30 7H-2Z", "fill=\"#dfe3e4\" stroke=\"#1d1a16\" stroke-width=\"3.4\" stroke-linejoin=\"round\"");
            }
        }
        drawing
    }
}

fn spark_drawing() -> Drawing {
    let mut drawing = Drawing::new(100.0, 100.0);
    let points: Vec<[f32; 2]> = (0..16u8)
        .map(|point| {
            let angle = std::f32::consts::TAU * f32::from(point) / 16.0;
            let reach = match point % 4 {
                0 => 46.0,
                2 => 32.0,
                _ => 15.0,
            };
            [reach * angle.cos(), reach * angle.sin()]
        })
        .collect();
    drawing.polygon(
        &points,
        "fill=\"#fff3b0\" stroke=\"#b3361b\" stroke-width=\"5\" stroke-linejoin=\"round\"",
    );
    drawing
}

/// Something short-lived on the board; ages with the speed of playback.
#[derive(Component, Debug)]
struct Passing {
    age: f32,
    life: f32,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// A word that rises and fades.
    Word { from: Vec2 },
    /// A missile on its way, after a moment in the hand.
    Flight {
        from: Vec2,
        to: Vec2,
        arc: f32,
        spins: bool,
    },
    /// A flash where a blow lands or something bursts.
    Spark,
}

/// Pictures of the effects.
fn picture(
    gallery: &mut Gallery,
    name: &'static str,
    drawing: impl FnOnce() -> Drawing + Send + 'static,
) -> Option<Handle<Image>> {
    let key = PictureKey {
        name: name.to_owned(),
        pixels: PIXELS,
    };
    gallery.picture(&key, move |pixels| -> Result<_, ArtError> {
        rasterise(&drawing().svg(), pixels, pixels)
    })
}

/// Has the pictures made before they are needed.
fn prepare(mut gallery: ResMut<Gallery>) {
    for missile in [
        Missile::Arrow,
        Missile::Ball,
        Missile::Stone,
        Missile::Thrown,
    ] {
        picture(&mut gallery, missile.name(), move || missile.drawing());
    }
    picture(&mut gallery, "spark", spark_drawing);
}

fn begin(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    palette: Res<Palette>,
    view: Res<View>,
    mut gallery: ResMut<Gallery>,
    mut played: MessageReader<Played>,
    passing: Query<&Passing>,
) {
    let place = |id: CombatantId| {
        let figure = session.scene.figures.get(id.index())?.as_ref()?;
        Some(figure_centre(&board.grid, figure))
    };
    for Played(entry) in played.read() {
        match &entry.event {
            Event::Attacked {
                who,
                target,
                with,
                missile: true,
                ..
            } => {
                let missile = Missile::of(with);
                if let (Some(from), Some(to), Some(image)) = (
                    place(*who),
                    place(*target),
                    picture(&mut gallery, missile.name(), move || missile.drawing()),
                ) {
                    let arc = from.distance(to) * missile.arc();
                    let spins = missile == Missile::Thrown;
                    fly(
                        &mut commands,
                        board.root,
                        image,
                        Kind::Flight {
                            from,
                            to,
                            arc,
                            spins,
                        },
                    );
                }
            }
            Event::HitPoints { who, from, to, .. } if to < from => {
                if let (Some(at), Some(image)) =
                    (place(*who), picture(&mut gallery, "spark", spark_drawing))
                {
                    commands.spawn((
                        Passing {
                            age: 0.0,
                            life: SPARK,
                            kind: Kind::Spark,
                        },
                        Sprite {
                            image,
                            custom_size: Some(Vec2::splat(CELL * 0.72)),
                            ..default()
                        },
                        Transform::from_translation(
                            (at + Vec2::new(CELL * 0.12, CELL * 0.1)).extend(layer::EFFECTS),
                        ),
                        ChildOf(board.root),
                    ));
                }
            }
            _ => burst::begin(&mut commands, &board, &session, &mut gallery, entry),
        }
        if let Some(word) = floating(&entry.event)
            && let Some(at) = place(word.over)
        {
            // A second word over the same head starts higher.
            let crowd = passing
                .iter()
                .filter(|other| {
                    matches!(other.kind, Kind::Word { from } if from.distance(at) < CELL * 0.8)
                        && other.age < FLOAT * 0.55
                })
                .count();
            let from = at + Vec2::Y * CELL * (0.2 + 0.26 * crowd as f32);
            let ink = match word.tone {
                Tone::Bad => palette.bad(),
                Tone::Good => palette.good(),
                Tone::Thwarted => bevy_egui::egui::Color32::WHITE,
                Tone::Plain => palette.accent(),
            };
            let number = word.text.starts_with(['-', '+']);
            let size = if number { 25.0 } else { 18.0 };
            commands.spawn((
                Passing {
                    age: 0.0,
                    life: FLOAT,
                    kind: Kind::Word { from },
                },
                Text2d::new(word.text),
                TextFont {
                    font_size: FontSize::Px(size),
                    ..default()
                },
                TextColor(Color::srgb_u8(ink.r(), ink.g(), ink.b())),
                Text2dShadow {
                    offset: Vec2::new(1.4, -1.4),
                    color: Color::BLACK,
                },
                TextBackgroundColor(Color::srgba(0.06, 0.05, 0.03, 0.6)),
                Transform::from_translation(from.extend(layer::EFFECTS + 2.0))
                    .with_scale(Vec3::splat(1.0 / view.zoom())),
                ChildOf(board.root),
            ));
        }
    }
}

fn fly(commands: &mut Commands, root: Entity, image: Handle<Image>, kind: Kind) {
    commands.spawn((
        Passing {
            age: 0.0,
            life: FLIGHT.0 + FLIGHT.1,
            kind,
        },
        Sprite {
            image,
            custom_size: Some(Vec2::splat(CELL * 0.58)),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, layer::EFFECTS),
        Visibility::Hidden,
        ChildOf(root),
    ));
}

fn pass(
    mut commands: Commands,
    time: Res<Time>,
    view: Res<View>,
    settings: Res<Settings>,
    mut passing: Query<(
        Entity,
        &mut Passing,
        &mut Transform,
        &mut Visibility,
        Option<&mut Sprite>,
        Option<&mut TextColor>,
        Option<&mut Text2dShadow>,
        Option<&mut TextBackgroundColor>,
    )>,
) {
    let speed = settings.animation_speed.factor();
    for (entity, mut effect, mut transform, mut visibility, sprite, ink, shadow, ground) in
        &mut passing
    {
        let own = match effect.kind {
            // Words can be read at double speed, but hardly faster.
            Kind::Word { .. } => speed.map_or(4.0, |speed| speed.min(2.0)),
            Kind::Flight { .. } | Kind::Spark => speed.unwrap_or(1000.0),
        };
        effect.age += time.delta_secs() * own;
        if effect.age >= effect.life {
            commands.entity(entity).despawn();
            continue;
        }
        let part = effect.age / effect.life;
        match effect.kind {
            Kind::Word { from } => {
                let rise = CELL * 0.55 * (1.0 - (1.0 - part) * (1.0 - part));
                transform.translation.x = from.x;
                transform.translation.y = from.y + rise;
                transform.scale = Vec3::splat(1.0 / view.zoom());
                let fade = ((1.0 - part) / 0.35).min(1.0);
                if let Some(mut ink) = ink {
                    ink.0.set_alpha(fade);
                }
                if let Some(mut shadow) = shadow {
                    shadow.color.set_alpha(fade);
                }
                if let Some(mut ground) = ground {
                    ground.0.set_alpha(0.6 * fade);
                }
            }
            Kind::Flight {
                from,
                to,
                arc,
                spins,
            } => {
                let flown = (effect.age - FLIGHT.0) / FLIGHT.1;
                if flown < 0.0 {
                    continue;
                }
                visibility.set_if_neq(Visibility::Inherited);
                let way = (to - from).normalize_or_zero();
                let (start, end) = (from + way * CELL * 0.42, to - way * CELL * 0.25);
                let at = start.lerp(end, flown) + Vec2::Y * arc * 4.0 * flown * (1.0 - flown);
                transform.translation.x = at.x;
                transform.translation.y = at.y;
                let slope = (end - start) + Vec2::Y * arc * 4.0 * (1.0 - 2.0 * flown);
                let turn = if spins {
                    -flown * 14.0
                } else {
                    slope.to_angle()
                };
                transform.rotation = Quat::from_rotation_z(turn);
            }
            Kind::Spark => {
                if effect.age < 0.0 {
                    continue;
                }
                visibility.set_if_neq(Visibility::Inherited);
                transform.scale = Vec3::splat(0.5 + 0.7 * part);
                if let Some(mut sprite) = sprite {
                    sprite.color.set_alpha(1.0 - part);
                }
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            prepare.run_if(resource_exists_and_changed::<Board>),
            begin,
            pass,
        )
            .chain()
            .in_set(Showing),
    );
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn weapons_let_fly_what_suits_them() {
        assert_eq!(Missile::of("Long bow"), Missile::Arrow);
        assert_eq!(Missile::of("Heavy crossbow"), Missile::Arrow);
        assert_eq!(Missile::of("Musket"), Missile::Ball);
        assert_eq!(Missile::of("Sling"), Missile::Stone);
        assert_eq!(Missile::of("Fire bomb"), Missile::Stone);
        assert_eq!(Missile::of("Throwing knife"), Missile::Thrown);
    }

    #[test]
    fn every_effect_can_be_drawn() {
        for missile in [
            Missile::Arrow,
            Missile::Ball,
            Missile::Stone,
            Missile::Thrown,
        ] {
            rasterise(&missile.drawing().svg(), 32, 32).unwrap();
        }
        rasterise(&spark_drawing().svg(), 32, 32).unwrap();
    }
}
