//! Walls, doors, hedges, low walls and fences: drawn along the sides of cells.

use bevy::prelude::*;
use resvg::tiny_skia::Pixmap;
use shieldwall_grid::{Border, Cell, Cover, Door, Layout, Light, Map, Side};

use crate::{
    art::{ArtError, Gallery, GameArt, PictureKey},
    session::Session,
};

use super::{
    Board, Showing, layer,
    plane::side_ends,
    tile_art::{on_plane, pixmap},
};

/// Height in units of the box across the side.
const ACROSS: f32 = 46.0;
/// Pixels that a unit takes in the picture of a piece: sharp up to zoom 3, on dense screens too.
const PIXELS_PER_UNIT: f32 = 4.0;

/// A piece that stands on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Wall,
    ArrowSlit,
    ClosedDoor,
    LockedDoor,
    OpenDoor,
    Hedge,
    LowWall,
    Fence,
    Curtain,
}

impl Piece {
    /// What stands on a border, if anything.
    const fn of(border: Border) -> Option<Self> {
        match border {
            Border {
                door: Some(Door::Open),
                ..
            } => Some(Self::OpenDoor),
            Border {
                door: Some(Door::Closed),
                ..
            } => Some(Self::ClosedDoor),
            Border {
                door: Some(Door::Locked),
                ..
            } => Some(Self::LockedDoor),
            Border {
                wall: true,
                slit: true,
                ..
            } => Some(Self::ArrowSlit),
            Border { wall: true, .. } => Some(Self::Wall),
            Border {
                cover: Cover::Light,
                ..
            } => Some(Self::Fence),
            Border {
                cover: Cover::Half, ..
            } => Some(Self::LowWall),
            Border {
                cover: Cover::Heavy | Cover::Full,
                ..
            } => Some(Self::Hedge),
            Border { opaque: true, .. } => Some(Self::Curtain),
            Border { .. } => None,
        }
    }

    /// Its name, that of its picture too.
    const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::ArrowSlit => "arrow_slit",
            Self::ClosedDoor => "door",
            Self::LockedDoor => "locked_door",
            Self::OpenDoor => "open_door",
            Self::Hedge => "hedge",
            Self::LowWall => "low_wall",
            Self::Fence => "fence",
            Self::Curtain => "curtain",
        }
    }

    /// The picture of its shadow and outline, if they are drawn by themselves: those of all pieces
    /// lie under all pieces, so that walls join without seams.
    const fn base(self) -> Option<&'static str> {
        match self {
            Self::Wall | Self::ArrowSlit => Some("wall_base"),
            Self::LowWall => Some("low_wall_base"),
            Self::ClosedDoor
            | Self::LockedDoor
            | Self::OpenDoor
            | Self::Hedge
            | Self::Fence
            | Self::Curtain => None,
        }
    }
}

/// The name of the picture of a piece on a side of a cell. A side of a hex is shorter than one of a
/// square.
fn picture(layout: Layout, piece: &str) -> String {
    let folder = match layout {
        Layout::HexPointy | Layout::HexFlat => "hex",
        Layout::Square => "square",
    };
    format!("board/borders/{folder}/{piece}")
}

/// Size in units of the box of a picture along a side: the side is in the middle of it, and pieces
/// reach over its ends, so that corners close.
const fn box_of(layout: Layout) -> [f32; 2] {
    match layout {
        Layout::HexPointy | Layout::HexFlat => [72.0, ACROSS],
        Layout::Square => [114.0, ACROSS],
    }
}

/// Draws a piece along a side.
fn paint(art: &GameArt, name: &str, layout: Layout) -> Result<Pixmap, ArtError> {
    let mut pixmap = pixmap(box_of(layout), PIXELS_PER_UNIT)?;
    let size = [pixmap.width() as f32, pixmap.height() as f32];
    art.draw_onto(&mut pixmap, name, None, [0.0; 2], size);
    Ok(pixmap)
}

/// A piece on the board.
#[derive(Component, Debug)]
struct Standing {
    cell: Cell,
    side: Side,
    /// Whether it is the shadow and outline only.
    base: bool,
    shown: Option<Piece>,
    /// Whether pictures have changed since.
    outdated: bool,
}

fn build(mut commands: Commands, board: Res<Board>, session: Res<Session>) {
    let grid = &board.grid;
    let size = on_plane(box_of(grid.layout()));
    for (cell, side, _) in session.map.borders() {
        let (from, to) = side_ends(grid, cell, side);
        let way = to - from;
        // Drawn from left to right where possible, so that light and shadow lie the same way.
        let mut angle = way.to_angle();
        if angle > std::f32::consts::FRAC_PI_2 + 1e-3
            || angle <= -std::f32::consts::FRAC_PI_2 + 1e-3
        {
            angle += std::f32::consts::PI;
        }
        let middle = (from + to) / 2.0;
        // Pieces farther down the screen stand in front.
        let height = layer::BORDERS + 0.5 - middle.y / 100_000.0;
        for (base, height) in [(true, layer::BORDERS), (false, height)] {
            commands.spawn((
                Standing {
                    cell,
                    side,
                    base,
                    shown: None,
                    outdated: false,
                },
                Sprite {
                    custom_size: Some(size),
                    color: shade(&session.map, cell, side),
                    ..default()
                },
                Transform::from_translation(middle.extend(height))
                    .with_rotation(Quat::from_rotation_z(angle)),
                Visibility::Hidden,
                ChildOf(board.root),
            ));
        }
    }
}

/// Darker where both cells beside it are dim or dark.
fn shade(map: &Map, cell: Cell, side: Side) -> Color {
    let own = map.ground(cell).light;
    let light = map
        .grid()
        .across(cell, side)
        .map_or(own, |other| own.min(map.ground(other).light));
    match light {
        Light::Bright => Color::WHITE,
        Light::Dim => Color::srgb(0.78, 0.8, 0.9),
        Light::Dark => Color::srgb(0.56, 0.6, 0.74),
    }
}

fn dress(
    board: Res<Board>,
    session: Res<Session>,
    art: Res<GameArt>,
    mut gallery: ResMut<Gallery>,
    mut pieces: Query<(&mut Standing, &mut Sprite, &mut Visibility)>,
    mut complete: Local<Option<u64>>,
) {
    // Doors move only when the session changes; until all pictures are there, look every frame.
    let redrawn = art.is_changed();
    if *complete == Some(board.battle) && !session.is_changed() && !redrawn {
        return;
    }
    let layout = board.grid.layout();
    let mut missing = false;
    for (mut standing, mut sprite, mut visibility) in &mut pieces {
        let wanted = Piece::of(session.map.border(standing.cell, standing.side));
        standing.outdated |= redrawn;
        if standing.shown == wanted && !standing.outdated {
            continue;
        }
        let name = match (wanted, standing.base) {
            (Some(piece), true) => piece.base(),
            (Some(piece), false) => Some(piece.name()),
            (None, _) => None,
        };
        let Some(name) = name else {
            standing.shown = wanted;
            standing.outdated = false;
            *visibility = Visibility::Hidden;
            continue;
        };
        let name = picture(layout, name);
        let key = PictureKey {
            name: name.clone(),
            pixels: (box_of(layout)[0] * PIXELS_PER_UNIT) as u32,
        };
        let own = art.clone();
        if let Some(picture) = gallery.picture(&key, move |_| paint(&own, &name, layout)) {
            standing.shown = wanted;
            standing.outdated = false;
            sprite.image = picture;
            *visibility = Visibility::Inherited;
        } else {
            missing |= !gallery.has_failed(&key);
        }
    }
    *complete = (!missing).then_some(board.battle);
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (build.run_if(resource_exists_and_changed::<Board>), dress)
            .chain()
            .in_set(Showing),
    );
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_border_of_the_files_has_a_piece_of_its_own() {
        let cover = Border::with_cover;
        let borders = [
            Border::WALL,
            Border::ARROW_SLIT,
            Border::with_door(Door::Closed),
            Border::with_door(Door::Locked),
            Border::with_door(Door::Open),
            cover(Cover::Heavy),
            cover(Cover::Half),
            cover(Cover::Light),
            Border {
                opaque: true,
                ..Border::OPEN
            },
        ];
        let mut pieces: Vec<_> = borders.map(|border| Piece::of(border).unwrap()).to_vec();
        pieces.sort();
        pieces.dedup();
        assert_eq!(pieces.len(), borders.len());
        assert_eq!(Piece::of(Border::OPEN), None);
        let art = GameArt::of_the_game();
        let mut drawn = BTreeSet::new();
        for layout in [Layout::HexPointy, Layout::Square] {
            for piece in &pieces {
                let own = picture(layout, piece.name());
                let pixmap = paint(&art, &own, layout).unwrap();
                let seen = pixmap.pixels().iter().filter(|pixel| pixel.alpha() > 200);
                assert!(seen.count() > 500, "{own}");
                drawn.insert(own);
                drawn.extend(piece.base().map(|base| picture(layout, base)));
            }
        }
        let all = art
            .names()
            .filter(|name| name.starts_with("board/borders/"));
        assert_eq!(drawn, all.map(str::to_owned).collect());
    }
}
