//! What flies and floats: arrows, bolts and thrown weapons, numbers and words, sparks.

mod burst;

use bevy::{prelude::*, sprite::Text2dShadow, text::TextBackgroundColor, window::RequestRedraw};
use shieldwall_battle::{CombatantId, Event};

use crate::{
    art::{Gallery, GameArt},
    palette::Palette,
    playback::{
        Played,
        words::{Tone, floating},
    },
    session::Session,
    settings::Settings,
    shown::{Blow, Missile},
    theme,
};

use super::{
    Board, Showing, layer,
    plane::{CELL, figure_centre},
    view::View,
};

/// Seconds that a word floats.
const FLOAT: f32 = 1.25;
/// Seconds before a missile leaves the hand, and seconds it flies.
const FLIGHT: (f32, f32) = (0.16, 0.42);
/// Seconds before a blow in melee lands.
const LANDS: f32 = 0.17;
/// Seconds that the trace of a blow is seen.
const MARK: f32 = 0.24;
/// Seconds that sparks last.
const SPARK: f32 = 0.34;
const PIXELS: u32 = 128;

impl Missile {
    /// The name of its picture.
    const fn name(self) -> &'static str {
        match self {
            Self::Arrow => "board/effects/arrow",
            Self::Ball => "board/effects/ball",
            Self::Stone => "board/effects/stone",
            Self::Thrown => "board/effects/thrown",
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
}

/// The name of the picture of a flash.
const FLASH: &str = "board/effects/spark";

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
    /// The trace of a blow in melee.
    Mark,
    /// A flash where a blow lands or something bursts.
    Spark,
}

/// Has the pictures made before they are needed.
fn prepare(art: Res<GameArt>, mut gallery: ResMut<Gallery>) {
    let blows = Blow::ALL.map(Blow::mark);
    let missiles = Missile::ALL.map(Missile::name);
    for name in missiles.into_iter().chain(blows).chain([FLASH]) {
        gallery.named(&art, name, PIXELS);
    }
}

fn begin(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    palette: Res<Palette>,
    view: Res<View>,
    art: Res<GameArt>,
    mut gallery: ResMut<Gallery>,
    mut played: MessageReader<Played>,
    passing: Query<&Passing>,
) {
    let place = |id: CombatantId| {
        let figure = session.shown.figures.get(id.index())?.as_ref()?;
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
                    gallery.named(&art, missile.name(), PIXELS),
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
            Event::Attacked {
                who,
                target,
                with,
                missile: false,
                ..
            } => {
                let mark = gallery.named(&art, Blow::of(with).mark(), PIXELS);
                if let (Some(from), Some(to), Some(image)) = (place(*who), place(*target), mark) {
                    let way = (to - from).normalize_or(Vec2::X);
                    let at = to - way * CELL * 0.22;
                    commands.spawn((
                        Passing {
                            age: -LANDS,
                            life: MARK,
                            kind: Kind::Mark,
                        },
                        Sprite {
                            image,
                            custom_size: Some(Vec2::splat(CELL * 0.8)),
                            ..default()
                        },
                        Transform::from_translation(at.extend(layer::EFFECTS))
                            .with_rotation(Quat::from_rotation_z(way.to_angle())),
                        Visibility::Hidden,
                        ChildOf(board.root),
                    ));
                }
            }
            Event::HitPoints { who, from, to, .. } if to < from => {
                if let (Some(at), Some(image)) = (place(*who), gallery.named(&art, FLASH, PIXELS)) {
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
            _ => burst::begin(
                &mut commands,
                &board,
                &session,
                (&*art, &mut *gallery),
                entry,
            ),
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
                    font_size: theme::text_size(size),
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
    mut redraw: MessageWriter<RequestRedraw>,
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
        redraw.write(RequestRedraw);
        let own = match effect.kind {
            // Words can be read at double speed, but hardly faster.
            Kind::Word { .. } => speed.map_or(4.0, |speed| speed.min(2.0)),
            Kind::Flight { .. } | Kind::Mark | Kind::Spark => speed.unwrap_or(1000.0),
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
            Kind::Mark | Kind::Spark => {
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
            prepare.run_if(
                resource_exists_and_changed::<Board>
                    .or_eager(resource_exists_and_changed::<GameArt>),
            ),
            begin,
            pass,
        )
            .chain()
            .in_set(Showing),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_has_a_picture() {
        let art = GameArt::of_the_game();
        let all: Vec<&str> = art
            .names()
            .filter(|name| name.starts_with("board/effects/"))
            .collect();
        let mut named: Vec<&str> = Missile::ALL.map(Missile::name).into();
        named.extend(Blow::ALL.map(Blow::mark));
        named.push(FLASH);
        named.sort_unstable();
        named.dedup();
        assert_eq!(named, all);
    }
}
