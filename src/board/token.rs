//! Tokens: one counter for each figure that is shown, with its bar, badges and facing.

use std::{collections::BTreeMap, path::PathBuf};

use bevy::{
    prelude::*,
    sprite::{Anchor, Text2dShadow},
    window::PrimaryWindow,
};
use shieldwall_battle::{CombatantId, SideId};

use crate::{
    art::{Gallery, GameArt, PictureKey, size_step},
    palette::Palette,
    session::{Marked, Playback, Pointed, Session},
    shown::Figure,
    theme,
};

use super::{
    Board, Showing,
    condition_icons::{Badge, badges},
    layer,
    plane::{CELL, heading},
    pose::{Pose, poses},
    strokes::{StrokeMaterial, Strokes, colour},
    token_art,
    view::View,
};

/// Diameter of a counter on the plane.
pub(super) const DIAMETER: f32 = CELL * 0.84;
const BAR: Vec2 = Vec2::new(CELL * 0.56, CELL * 0.095);
pub(super) const BADGE: f32 = CELL * 0.27;
/// Badges shown at most; the rest is on the card.
const MOST_BADGES: usize = 4;
/// The least diameter of a counter on the screen, in pixels: on large maps seen as a whole they overlap, but sides are
/// told apart.
const LEAST_PIXELS: f32 = 11.0;
/// Zoom from which hit points are written on every bar.
const NUMBERS_FROM: f32 = 1.1;

/// A figure's counter.
#[derive(Component, Debug)]
pub(super) struct Token {
    /// Whose.
    pub(super) id: CombatantId,
    /// The figure as it is shown.
    figure: Option<Figure>,
    look: Option<Look>,
    /// Pose as it is shown.
    pub(super) pose: Option<Pose>,
    body: Entity,
    /// Bar and badges; upright while the body turns.
    furniture: Entity,
    /// Ticks and number with what is behind them.
    bar: Entity,
    fill: Entity,
    number: Entity,
    notch: Entity,
    badges: Vec<Entity>,
    undressed: bool,
}

/// Which picture a counter shows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Look {
    unit: String,
    side: SideId,
    colour: [u8; 3],
    fallen: bool,
    pixels: u32,
}

impl Look {
    fn key(&self) -> PictureKey {
        let [red, green, blue] = self.colour;
        let what = if self.fallen { "fallen" } else { &self.unit };
        PictureKey {
            name: format!("token {what} {} {red},{green},{blue}", self.side.0),
            pixels: self.pixels,
        }
    }
}

/// Marks the sprite of a bar's tick, to be replaced when the number of hit points changes.
#[derive(Component)]
struct Tick;

/// All tokens by combatant.
#[derive(Resource, Default, Debug)]
pub(super) struct Tokens(pub(super) BTreeMap<CombatantId, Entity>);

fn forget(mut tokens: ResMut<Tokens>) {
    // They hung on the board that is gone.
    tokens.0.clear();
}

fn deploy(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut tokens: ResMut<Tokens>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
) {
    let figures = &session.shown.figures;
    let shown = |id: &CombatantId| {
        let figure = figures.get(id.index()).and_then(Option::as_ref);
        figure.is_some_and(|figure| figure.vitality != shieldwall_battle::Vitality::Left)
    };
    let gone: Vec<CombatantId> = tokens.0.keys().filter(|id| !shown(id)).copied().collect();
    for id in gone {
        if let Some(entity) = tokens.0.remove(&id) {
            commands.entity(entity).despawn();
        }
    }
    for figure in figures.iter().flatten() {
        if shown(&figure.id) && !tokens.0.contains_key(&figure.id) {
            let who = (figure.id, figure.across);
            let entity = raise(&mut commands, &board, who, &mut meshes, &material);
            tokens.0.insert(figure.id, entity);
        }
    }
}

/// Puts a counter on the board, of somebody who is so many cells across.
fn raise(
    commands: &mut Commands,
    board: &Board,
    (id, across): (CombatantId, u8),
    meshes: &mut Assets<Mesh>,
    material: &StrokeMaterial,
) -> Entity {
    let root = commands
        .spawn((
            Name::new("token"),
            Transform::default(),
            Visibility::Hidden,
            ChildOf(board.root),
        ))
        .id();
    let part = |commands: &mut Commands, parent: Entity, sprite: Sprite, at: Vec3| {
        commands
            .spawn((sprite, Transform::from_translation(at), ChildOf(parent)))
            .id()
    };
    let body = part(
        commands,
        root,
        Sprite::sized(Vec2::splat(DIAMETER)),
        Vec3::ZERO,
    );
    let furniture = commands
        .spawn((
            Transform::from_xyz(0.0, 0.0, 0.2),
            Visibility::Inherited,
            ChildOf(root),
        ))
        .id();
    // Bars and badges of large counters are no larger than others.
    let small = Vec2::splat(1.0 / f32::from(across.max(1))).extend(1.0);
    let bar = commands
        .spawn((
            Transform::from_xyz(0.0, -DIAMETER * 0.47, 0.0).with_scale(small),
            Visibility::Inherited,
            ChildOf(furniture),
        ))
        .id();
    let back = Sprite {
        color: Color::srgba_u8(16, 13, 9, 235),
        custom_size: Some(BAR + 3.0),
        ..default()
    };
    part(commands, bar, back, Vec3::ZERO);
    let fill = commands
        .spawn((
            Sprite::sized(BAR),
            Anchor::CENTER_LEFT,
            Transform::from_xyz(-BAR.x / 2.0, 0.0, 0.1),
            ChildOf(bar),
        ))
        .id();
    let number = commands
        .spawn((
            Text2d::default(),
            TextFont {
                font_size: theme::text_size(12.0),
                ..default()
            },
            Text2dShadow {
                offset: Vec2::new(1.0, -1.0),
                color: Color::BLACK,
            },
            Transform::from_xyz(0.0, 0.5, 0.5),
            Visibility::Hidden,
            ChildOf(bar),
        ))
        .id();
    let mut strokes = Strokes::default();
    let tip = Vec2::X * (DIAMETER * 0.5 + 9.0);
    strokes.arrow_head(tip + Vec2::X * 2.5, Vec2::X, 17.0, colour([16, 13, 9], 1.0));
    strokes.arrow_head(tip, Vec2::X, 12.5, colour([255, 236, 150], 1.0));
    let notch = commands
        .spawn((
            Mesh2d(meshes.add(strokes.mesh())),
            MeshMaterial2d(material.0.clone()),
            Transform::from_xyz(0.0, 0.0, -0.05),
            Visibility::Hidden,
            ChildOf(root),
        ))
        .id();
    let badges = (0..MOST_BADGES)
        .map(|index| {
            // Along the upper right of the ring.
            let angle = (62.0 - 38.0 * index as f32).to_radians();
            let at = Vec2::from_angle(angle) * DIAMETER * 0.47;
            let at = at.extend(0.3 + 0.01 * index as f32);
            commands
                .spawn((
                    Sprite::sized(Vec2::splat(BADGE)),
                    Transform::from_translation(at).with_scale(small),
                    Visibility::Hidden,
                    ChildOf(furniture),
                ))
                .id()
        })
        .collect();
    commands.entity(root).insert(Token {
        id,
        figure: None,
        look: None,
        pose: None,
        body,
        furniture,
        bar,
        fill,
        number,
        notch,
        badges,
        undressed: true,
    });
    root
}

/// Puts every counter where its pose has it.
fn place(
    board: Res<Board>,
    session: Res<Session>,
    playback: Res<Playback>,
    mut tokens: Query<(&mut Token, &mut Transform, &mut Visibility)>,
    mut parts: Query<(&mut Transform, &mut Sprite), Without<Token>>,
) {
    let fresh = tokens.iter().any(|(token, ..)| token.pose.is_none());
    if !session.is_changed() && !playback.is_changed() && !fresh {
        return;
    }
    let poses = poses(&session.shown, playback.playing.as_ref(), &board.grid);
    for (mut token, mut transform, mut visibility) in &mut tokens {
        let Some(pose) = poses.get(&token.id) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        if token.pose.as_ref() == Some(pose) {
            continue;
        }
        token.pose = Some(*pose);
        let base = if pose.fallen {
            layer::FALLEN
        } else if pose.acting {
            layer::ACTING
        } else {
            layer::STANDING
        };
        // Those farther down the screen stand in front, and riders before what they ride.
        let lifted = if pose.mounted && !pose.fallen {
            2.5
        } else {
            0.5
        };
        let height = base + lifted + (token.id.0 % 64) as f32 * 0.001 - pose.at.y / 10_000.0;
        transform.translation = pose.at.extend(height);
        transform.scale = Vec3::splat(pose.scale);
        if let Ok((mut body, mut sprite)) = parts.get_mut(token.body) {
            body.rotation = Quat::from_rotation_z(pose.turn);
            let left = 1.0 - 0.75 * pose.pain;
            sprite.color = Color::srgba(1.0, left, left, pose.solid);
        }
    }
}

fn health_colour(part: f32) -> Color {
    if part > 0.6 {
        Color::srgb_u8(106, 196, 92)
    } else if part > 0.3 {
        Color::srgb_u8(240, 190, 66)
    } else {
        Color::srgb_u8(232, 76, 58)
    }
}

/// Brings bar, ticks, facing and the kind of look up to date for figures that have changed.
fn refresh(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut tokens: Query<&mut Token>,
    mut sprites: Query<(&mut Sprite, &mut Visibility), Without<Token>>,
    mut texts: Query<&mut Text2d>,
    mut turned: Query<(&mut Transform, &mut Visibility), Without<Sprite>>,
    ticks: Query<(Entity, &ChildOf), With<Tick>>,
) {
    for mut token in &mut tokens {
        let figure = session
            .shown
            .figures
            .get(token.id.index())
            .and_then(Option::as_ref);
        let Some(figure) = figure else { continue };
        if token.figure.as_ref() == Some(figure) {
            continue;
        }
        let most = figure.max_hit_points.max(1);
        let part = (figure.hit_points as f32 / most as f32).clamp(0.0, 1.0);
        if let Ok((mut fill, _)) = sprites.get_mut(token.fill) {
            fill.custom_size = Some(Vec2::new(BAR.x * part, BAR.y));
            fill.color = health_colour(part);
        }
        let text = format!("{}/{most}", figure.hit_points);
        if let Ok(mut number) = texts.get_mut(token.number)
            && number.0 != text
        {
            number.0 = text;
        }
        if token.figure.as_ref().map(|old| old.max_hit_points) != Some(figure.max_hit_points) {
            for (tick, parent) in &ticks {
                if parent.parent() == token.bar {
                    commands.entity(tick).despawn();
                }
            }
            mark_parts(&mut commands, token.bar, most);
        }
        if let Ok((mut transform, mut visibility)) = turned.get_mut(token.notch) {
            let faces = figure.facing;
            visibility.set_if_neq(match faces {
                Some(_) => Visibility::Inherited,
                None => Visibility::Hidden,
            });
            if let Some(direction) = faces {
                let along = heading(&board.grid, direction);
                transform.rotation = Quat::from_rotation_z(along.to_angle());
            }
        }
        token.undressed = true;
        token.figure = Some(figure.clone());
    }
}

/// Ticks between the segments of a bar: one hit point each, or a few if there are many.
fn mark_parts(commands: &mut Commands, bar: Entity, most: i32) {
    let step = (most + 9) / 10;
    for tick in (step..most).step_by(step.max(1) as usize) {
        let x = BAR.x * (tick as f32 / most as f32 - 0.5);
        commands.spawn((
            Tick,
            Sprite {
                color: Color::srgba_u8(16, 13, 9, 200),
                custom_size: Some(Vec2::new(1.1, BAR.y)),
                ..default()
            },
            Transform::from_xyz(x, 0.0, 0.2),
            ChildOf(bar),
        ));
    }
}

/// Gives counters and badges their pictures, sharp for the zoom.
fn dress(
    session: Res<Session>,
    view: Res<View>,
    palette: Res<Palette>,
    windows: Query<&Window, With<PrimaryWindow>>,
    art: Res<GameArt>,
    mut gallery: ResMut<Gallery>,
    mut tokens: Query<&mut Token>,
    mut sprites: Query<(&mut Sprite, &mut Visibility), Without<Token>>,
) {
    let density = windows.single().map_or(1.0, Window::scale_factor);
    let badge_pixels = size_step(BADGE * view.zoom() * density);
    let units = &session.plan.setup.library.units;
    for mut token in &mut tokens {
        if art.is_changed() {
            token.look = None;
            token.undressed = true;
        }
        let (Some(figure), Some(pose)) = (&token.figure, token.pose) else {
            continue;
        };
        let colour = palette.side(figure.side).fill;
        let size = DIAMETER * f32::from(figure.across.max(1)) * enlarged(figure, &view);
        let pixels = size_step(size * view.zoom() * density);
        let same = token.look.as_ref().is_some_and(|look| {
            look.pixels == pixels && look.fallen == pose.fallen && look.colour == colour
        });
        if same && !token.undressed {
            continue;
        }
        let look = Look {
            unit: figure.unit.clone(),
            side: figure.side,
            colour,
            fallen: pose.fallen,
            pixels,
        };
        let mut complete = true;
        if token.look.as_ref() != Some(&look) {
            let mut unit: Option<PathBuf> = units.get(&look.unit).map(|unit| unit.art.clone());
            let (side, fallen) = (look.side, look.fallen);
            let mut key = look.key();
            let art = art.clone();
            // What cannot be drawn at all has a question mark.
            if gallery.has_failed(&key) {
                key.name.push_str(" unknown");
                unit = None;
            }
            let picture = gallery.picture(&key, move |pixels| {
                if fallen {
                    token_art::fallen(&art, side, colour, pixels)
                } else {
                    token_art::standing(&art, unit.as_deref(), side, colour, pixels)
                }
            });
            match picture {
                Some(picture) => {
                    if let Ok((mut body, _)) = sprites.get_mut(token.body) {
                        body.image = picture;
                    }
                    token.look = Some(look);
                }
                None => complete = false,
            }
        }
        let wanted = token.figure.as_ref().map(badges).unwrap_or_default();
        for (index, entity) in token.badges.iter().enumerate() {
            let Ok((mut sprite, mut visibility)) = sprites.get_mut(*entity) else {
                continue;
            };
            let Some(badge) = wanted.get(index).copied() else {
                visibility.set_if_neq(Visibility::Hidden);
                continue;
            };
            match picture_of(&art, &mut gallery, badge, badge_pixels) {
                Some(picture) => {
                    sprite.image = picture;
                    visibility.set_if_neq(Visibility::Inherited);
                }
                None => complete = false,
            }
        }
        token.undressed = !complete;
    }
}

pub(super) fn picture_of(
    art: &GameArt,
    gallery: &mut Gallery,
    badge: Badge,
    pixels: u32,
) -> Option<Handle<Image>> {
    let key = PictureKey {
        name: badge.name().to_owned(),
        pixels,
    };
    let art = art.clone();
    gallery.picture(&key, move |pixels| badge.picture(&art, pixels))
}

/// Shows bars and numbers where they tell something: hit points of those pointed at, and of
/// everyone when the view is near; no bar for the dead.
fn tell_numbers(
    view: Res<View>,
    pointed: Res<Pointed>,
    marked: Res<Marked>,
    tokens: Query<&Token>,
    mut shown: Query<&mut Visibility, Without<Token>>,
    mut sizes: Query<&mut Transform, With<Text2d>>,
) {
    let near = view.zoom() >= NUMBERS_FROM;
    // The same size on the screen at any zoom, and so always sharp.
    let scale = 1.0 / view.zoom();
    for token in &tokens {
        let (Some(figure), Some(pose)) = (&token.figure, token.pose) else {
            continue;
        };
        let named = pointed.combatant == Some(token.id) || marked.0.contains(&token.id);
        let dead = figure.vitality == shieldwall_battle::Vitality::Dead;
        let tiny = enlarged(figure, &view) > 1.0;
        let furniture = if (dead || tiny) && !named {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        };
        if let Ok(mut visibility) = shown.get_mut(token.furniture) {
            visibility.set_if_neq(furniture);
        }
        let number = if (near && !pose.fallen) || named {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        if let Ok(mut visibility) = shown.get_mut(token.number) {
            visibility.set_if_neq(number);
        }
        if let Ok(mut transform) = sizes.get_mut(token.number)
            && (transform.scale.x - scale).abs() > 1e-4
        {
            transform.scale = Vec3::splat(scale);
        }
    }
}

/// By how much a figure's counter is drawn larger than it is, so that it can be seen from far away.
fn enlarged(figure: &Figure, view: &View) -> f32 {
    let size = DIAMETER * f32::from(figure.across.max(1)) * view.zoom();
    (LEAST_PIXELS / size).max(1.0)
}

/// Draws counters larger that would be too small to be seen.
fn stay_visible(
    view: Res<View>,
    tokens: Query<&Token>,
    mut bodies: Query<&mut Transform, (With<Sprite>, Without<Token>)>,
) {
    for token in &tokens {
        let Some(figure) = &token.figure else {
            continue;
        };
        let scale = enlarged(figure, &view);
        if let Ok(mut body) = bodies.get_mut(token.body)
            && (body.scale.x - scale).abs() > 1e-3
        {
            body.scale = Vec3::new(scale, scale, 1.0);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tokens>().add_systems(
        Update,
        (
            forget.run_if(resource_exists_and_changed::<Board>),
            deploy.run_if(resource_exists_and_changed::<Session>),
            refresh,
            place,
            dress,
            tell_numbers,
            stay_visible,
        )
            .chain()
            .in_set(Showing),
    );
}
