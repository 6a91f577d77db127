//! Rings around counters and cells: who acts, who may be picked, who is picked, who is meant.

use bevy::{platform::collections::HashMap, prelude::*, window::RequestRedraw};
use shieldwall_battle::{CombatantId, Target};
use shieldwall_grid::Cell;

use crate::{
    art::{Gallery, GameArt},
    palette::Palette,
    session::{Draft, Marked, Pointed, Session},
};

use super::{
    Board, Showing,
    cursor::Cursor,
    layer,
    overlay::Marking,
    plane::centre,
    strokes::{StrokeMaterial, Strokes, colour, show},
    token::{DIAMETER, Token, Tokens},
};

/// Pixels each way of a ring's picture.
const PIXELS: u32 = 320;
/// Size of a ring's picture on the plane; the ring itself takes most of it.
const SIZE: f32 = DIAMETER * 1.36;

/// What a ring means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ring {
    /// It is their turn.
    Acting,
    /// A legal target.
    Legal,
    /// The target picked, not yet confirmed.
    Picked,
    /// A panel speaks of them.
    Meant,
}

impl Ring {
    const ALL: [Self; 4] = [Self::Acting, Self::Legal, Self::Picked, Self::Meant];

    /// The name of its picture.
    const fn name(self) -> &'static str {
        match self {
            Self::Acting => "board/rings/acting",
            Self::Legal => "board/rings/legal",
            Self::Picked => "board/rings/picked",
            Self::Meant => "board/rings/meant",
        }
    }

    /// How it is turned, in radians.
    const fn turn(self) -> f32 {
        match self {
            Self::Picked => std::f32::consts::FRAC_PI_4,
            Self::Acting | Self::Legal | Self::Meant => 0.0,
        }
    }
}

/// A ring on the board.
#[derive(Component, Debug)]
struct RingSprite {
    ring: Ring,
    pulse: Pulse,
}

/// Something pulses when it appears, to be found, and then rests: what stands still costs no frames.
#[derive(Default, Debug, Clone, Copy)]
struct Pulse {
    /// Seconds since it appeared.
    age: f32,
}

impl Pulse {
    /// Seconds that it goes on.
    const LASTS: f32 = 2.4;
    /// Waves in that time.
    const WAVES: f32 = 2.0;

    /// Lets time pass. The wave, from 0 to 1, while it goes on; 0 once as it comes to rest.
    fn pass(&mut self, seconds: f32) -> Option<f32> {
        if self.age > Self::LASTS {
            return None;
        }
        self.age += seconds;
        let turns = Self::WAVES * (self.age / Self::LASTS).min(1.0);
        Some(0.5 - 0.5 * (std::f32::consts::TAU * turns).cos())
    }
}

/// Rings that are shown, by what they mean and around whom.
#[derive(Resource, Default)]
struct Rings(HashMap<(Ring, CombatantId), Entity>);

/// The highlighted cell.
#[derive(Component)]
struct CellFrame;

fn begin(
    mut commands: Commands,
    board: Res<Board>,
    mut rings: ResMut<Rings>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
) {
    rings.0.clear();
    let entity = commands
        .spawn((
            Name::new("cell frame"),
            CellFrame,
            Transform::from_xyz(0.0, 0.0, layer::PATH),
            Visibility::Hidden,
            ChildOf(board.root),
        ))
        .id();
    let cell = Cell(0);
    let middle = centre(&board.grid, cell);
    let corners: Vec<Vec2> = board
        .grid
        .corners(cell)
        .into_iter()
        .map(|corner| (super::plane::of_grid(corner) - middle) * 0.97)
        .collect();
    let mut strokes = Strokes::default();
    for (width, ink) in [
        (5.4, colour([16, 13, 9], 0.75)),
        (2.6, colour([255, 252, 236], 1.0)),
    ] {
        for (index, from) in corners.iter().enumerate() {
            strokes.line(*from, corners[(index + 1) % corners.len()], width, ink);
        }
    }
    show(&mut commands, entity, strokes, &mut meshes, &material);
}

fn frame_cell(
    board: Res<Board>,
    pointed: Res<Pointed>,
    cursor: Res<Cursor>,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut pulse: Local<(Option<Cell>, Pulse)>,
    mut frames: Query<(&mut Transform, &mut Visibility), With<CellFrame>>,
) {
    let Ok((mut transform, mut visibility)) = frames.single_mut() else {
        return;
    };
    let Some(cell) = pointed.cell else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    visibility.set_if_neq(Visibility::Inherited);
    let at = centre(&board.grid, cell).extend(layer::PATH);
    if transform.translation != at {
        transform.translation = at;
    }
    // The cursor can be found without a pointer.
    let under = cursor.cell.filter(|_| cursor.shown);
    if pulse.0 != under {
        *pulse = (under, Pulse::default());
    }
    let wave = if under.is_some() {
        pulse.1.pass(time.delta_secs())
    } else {
        None
    };
    if wave.is_some() {
        redraw.write(RequestRedraw);
    }
    let scale = 1.0 + 0.08 * wave.unwrap_or_default();
    if (transform.scale.x - scale).abs() > 1e-4 {
        transform.scale = Vec3::new(scale, scale, 1.0);
    }
}

/// Who wears which rings now.
fn wanted(
    session: &Session,
    draft: &Draft,
    marked: &Marked,
    marking: &Marking,
) -> Vec<(Ring, CombatantId)> {
    let mut wanted = Vec::new();
    let acting = session.decision.as_ref().map_or_else(
        || {
            let order = &session.view.order;
            order.iter().find(|entry| entry.now).map(|entry| entry.who)
        },
        |decision| decision.actor,
    );
    wanted.extend(acting.map(|id| (Ring::Acting, id)));
    let picked = match draft.target {
        Some(Target::Combatant(id) | Target::Injury(id, _)) => Some(id),
        _ => None,
    };
    for id in &marking.0.combatants {
        if picked != Some(*id) {
            wanted.push((Ring::Legal, *id));
        }
    }
    wanted.extend(
        picked
            .filter(|_| session.decision.is_some())
            .map(|id| (Ring::Picked, id)),
    );
    wanted.extend(marked.0.iter().map(|id| (Ring::Meant, *id)));
    wanted
}

fn encircle(
    mut commands: Commands,
    session: Res<Session>,
    draft: Res<Draft>,
    marked: Res<Marked>,
    marking: Res<Marking>,
    palette: Res<Palette>,
    tokens: Res<Tokens>,
    mut rings: ResMut<Rings>,
    art: Res<GameArt>,
    mut gallery: ResMut<Gallery>,
    mut sprites: Query<(&RingSprite, &mut Sprite)>,
    mut waiting: Local<bool>,
) {
    let news = session.is_changed()
        || draft.is_changed()
        || marked.is_changed()
        || marking.is_changed()
        || palette.is_changed()
        || tokens.is_changed()
        || art.is_changed()
        || *waiting;
    if !news {
        return;
    }
    *waiting = false;
    let pictures = Ring::ALL.map(|ring| gallery.named(&art, ring.name(), PIXELS));
    for (shown, mut sprite) in &mut sprites {
        // Those that are shown follow when files change.
        match &pictures[shown.ring as usize] {
            Some(picture) if sprite.image != *picture => sprite.image = picture.clone(),
            Some(_) => {}
            None => *waiting = true,
        }
    }
    let wanted = wanted(&session, &draft, &marked, &marking);
    rings.0.retain(|key, entity| {
        let keep = wanted.contains(key) && tokens.0.contains_key(&key.1);
        if !keep && let Ok(mut ring) = commands.get_entity(*entity) {
            // It may be gone with the token it hung on.
            ring.try_despawn();
        }
        keep
    });
    for (ring, id) in wanted {
        let Some(token) = tokens.0.get(&id) else {
            continue;
        };
        if rings.0.contains_key(&(ring, id)) {
            continue;
        }
        let Some(picture) = pictures[ring as usize].clone() else {
            *waiting = true;
            continue;
        };
        let entity = commands
            .spawn((
                RingSprite {
                    ring,
                    pulse: Pulse::default(),
                },
                Sprite {
                    image: picture,
                    custom_size: Some(Vec2::splat(SIZE)),
                    ..default()
                },
                Transform::from_xyz(0.0, 0.0, -0.1 - 0.01 * ring as u8 as f32)
                    .with_rotation(Quat::from_rotation_z(ring.turn())),
                ChildOf(*token),
            ))
            .id();
        rings.0.insert((ring, id), entity);
    }
}

/// Whose turn it is pulses, and so do those who are meant.
fn pulse(
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut rings: Query<(&mut RingSprite, &mut Transform, &mut Sprite), Without<Token>>,
) {
    for (mut shown, mut transform, mut sprite) in &mut rings {
        let ring = shown.ring;
        if matches!(ring, Ring::Legal | Ring::Picked) {
            continue;
        }
        let Some(wave) = shown.pulse.pass(time.delta_secs()) else {
            continue;
        };
        redraw.write(RequestRedraw);
        match ring {
            Ring::Acting => {
                transform.scale = Vec3::splat(1.0 + 0.1 * wave);
                sprite.color = Color::srgba(1.0, 1.0 - 0.1 * wave, 0.8, 0.85 + 0.15 * wave);
            }
            Ring::Meant => transform.scale = Vec3::splat(1.0 + 0.06 * wave),
            Ring::Legal | Ring::Picked => {}
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Rings>().add_systems(
        Update,
        (
            begin.run_if(resource_exists_and_changed::<Board>),
            frame_cell,
            encircle,
            pulse,
        )
            .chain()
            .after(super::overlay::work_out)
            .in_set(Showing),
    );
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn rings_differ_by_shape() {
        let art = GameArt::of_the_game();
        let shapes: Vec<Vec<bool>> = Ring::ALL
            .into_iter()
            .map(|ring| {
                let picture = art.picture(ring.name(), None, [96, 96]).unwrap();
                picture
                    .pixels()
                    .iter()
                    .map(|pixel| pixel.alpha() > 90)
                    .collect()
            })
            .collect();
        for (index, one) in shapes.iter().enumerate() {
            for other in &shapes[..index] {
                let differing = one.iter().zip(other).filter(|(a, b)| a != b).count();
                assert!(differing > 250, "rings too alike: {differing}");
            }
        }
    }
}
