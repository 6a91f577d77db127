//! Walls, doors, hedges, low walls and fences: drawn along the sides of cells.

use bevy::prelude::*;
use resvg::tiny_skia::Pixmap;
use shieldwall_grid::{Border, Cell, Cover, Door, Grid, Layout, Light, Map, Side};

use crate::{
    art::{ArtError, Gallery, PictureKey},
    session::Session,
};

use super::{
    Board, Showing,
    drawing::{Drawing, Scatter},
    layer,
    plane::{CELL, side_ends},
    tile_art::UNITS,
};

/// Height in units of the box across the side.
const ACROSS: f32 = 46.0;
/// Units by which pieces reach over the ends of their side, so that corners close.
const OVERLAP: f32 = 7.0;
/// Pixels each way of the square picture that a piece is drawn in.
const PIXELS: u32 = 256;

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

    const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::ArrowSlit => "arrow slit",
            Self::ClosedDoor => "closed door",
            Self::LockedDoor => "locked door",
            Self::OpenDoor => "open door",
            Self::Hedge => "hedge",
            Self::LowWall => "low wall",
            Self::Fence => "fence",
            Self::Curtain => "curtain",
        }
    }

    /// Draws its shadow and outline along the x axis, `length` units long. Those of all pieces lie
    /// under all pieces, so that walls join without seams.
    fn base(self, length: f32, pixels: u32) -> Result<Pixmap, ArtError> {
        let mut drawing = Drawing::new(length + 2.0 * OVERLAP, ACROSS);
        let half = length / 2.0;
        let thick = match self {
            Self::Wall | Self::ArrowSlit => WALL,
            Self::LowWall => LOW_WALL,
            _ => 0.0,
        };
        if thick > 0.0 {
            for (dy, width, ink) in [
                (5.0, 2.0 * thick + 2.0, "#0d0b08\" stroke-opacity=\".34"),
                (0.0, 2.0 * thick + 4.8, "#1d1a16"),
            ] {
                drawing.line(
                    [-half, dy],
                    [half, dy],
                    &format!("stroke=\"{ink}\" stroke-width=\"{width}\" stroke-linecap=\"round\""),
                );
            }
        }
        stretched(&drawing, length, pixels)
    }

    /// Draws it along the x axis, `length` units long.
    fn picture(self, length: f32, pixels: u32) -> Result<Pixmap, ArtError> {
        let mut drawing = Drawing::new(length + 2.0 * OVERLAP, ACROSS);
        let half = length / 2.0;
        match self {
            Self::Wall => stones(&mut drawing, half, WALL, "#8d867b", "#6a6359"),
            Self::ArrowSlit => {
                stones(&mut drawing, half, WALL, "#8d867b", "#6a6359");
                drawing.rect([-7.0, -9.5], [14.0, 19.0], 1.5, "fill=\"#17130e\"");
                drawing.path(
                    "M-7 -9.5L-3 0L-7 9.5M7 -9.5L3 0L7 9.5",
                    "fill=\"none\" stroke=\"#c9c0ae\" stroke-width=\"2\"",
                );
            }
            Self::ClosedDoor | Self::LockedDoor => {
                jambs(&mut drawing, half);
                leaf(&mut drawing, [-half + 7.0, -5.0], [length - 14.0, 10.0]);
                if matches!(self, Self::LockedDoor) {
                    drawing.circle(
                        [0.0, 0.0],
                        6.5,
                        "fill=\"#d9b24c\" stroke=\"#1d1a16\" stroke-width=\"2\"",
                    );
                    drawing.circle([0.0, -1.2], 1.9, "fill=\"#1d1a16\"");
                    drawing.line(
                        [0.0, 0.0],
                        [0.0, 3.6],
                        "stroke=\"#1d1a16\" stroke-width=\"2\"",
                    );
                } else {
                    drawing.circle(
                        [half - 15.0, 0.0],
                        2.8,
                        "fill=\"#d9b24c\" stroke=\"#1d1a16\" stroke-width=\"1.4\"",
                    );
                }
            }
            Self::OpenDoor => {
                jambs(&mut drawing, half);
                drawing.add(&format!(
                    "<g transform=\"translate({} 0) rotate(62)\">",
                    -half + 8.0
                ));
                leaf(&mut drawing, [0.0, -4.0], [20.0, 8.0]);
                drawing.add("</g>");
                drawing.line([-half + 12.0, 0.0], [half - 9.0, 0.0], "stroke=\"#1d1a16\" stroke-opacity=\".45\" stroke-width=\"2\" stroke-dasharray=\"4 5\"");
            }
            Self::Hedge => hedge(&mut drawing, half),
            Self::LowWall => stones(&mut drawing, half, LOW_WALL, "#c3b9a6", "#8f8573"),
            Self::Fence => fence(&mut drawing, half),
            Self::Curtain => {
                drawing.line(
                    [-half, 0.0],
                    [half, 0.0],
                    "stroke=\"#1d1a16\" stroke-width=\"9\" stroke-linecap=\"round\"",
                );
                drawing.line(
                    [-half, 0.0],
                    [half, 0.0],
                    "stroke=\"#8a4b6a\" stroke-width=\"5\" stroke-dasharray=\"9 3\"",
                );
            }
        }
        stretched(&drawing, length, pixels)
    }
}

/// A drawing as a square picture; the sprite stretches it back to its true shape.
fn stretched(drawing: &Drawing, length: f32, pixels: u32) -> Result<Pixmap, ArtError> {
    let [width, height] = [length + 2.0 * OVERLAP, ACROSS];
    let svg = drawing.svg().replacen(
        &format!("width=\"{width}\" height=\"{height}\""),
        &format!("width=\"{width}\" height=\"{width}\" preserveAspectRatio=\"none\""),
        1,
    );
    crate::art::rasterise(&svg, pixels, pixels)
}

/// Half the thickness of walls and low walls in units.
const WALL: f32 = 8.0;
const LOW_WALL: f32 = 5.6;

fn stones(drawing: &mut Drawing, half: f32, thick: f32, light: &str, dark: &str) {
    let width = 2.0 * thick;
    drawing.line(
        [-half, 0.0],
        [half, 0.0],
        &format!("stroke=\"{dark}\" stroke-width=\"{width}\" stroke-linecap=\"round\""),
    );
    let mut scatter = Scatter::new(half as u32 + thick as u32);
    let mut at = -half + 1.6;
    while at < half - 4.0 {
        let width = scatter.between(11.0, 17.0).min(half - 1.6 - at);
        drawing.rect(
            [at, -thick + 1.4],
            [width - 1.6, 2.0 * thick - 4.0],
            1.8,
            &format!("fill=\"{light}\""),
        );
        drawing.line(
            [at + 1.4, -thick + 2.8],
            [at + width - 3.4, -thick + 2.8],
            "stroke=\"#fff7e2\" stroke-opacity=\".5\" stroke-width=\"1.5\"",
        );
        at += width;
    }
}

fn jambs(drawing: &mut Drawing, half: f32) {
    for side in [-1.0, 1.0] {
        let x = side * (half - 2.0);
        drawing.rect(
            [x - 6.0, -9.0],
            [12.0, 18.0],
            2.4,
            "fill=\"#8d867b\" stroke=\"#1d1a16\" stroke-width=\"2.4\"",
        );
    }
}

fn leaf(drawing: &mut Drawing, corner: [f32; 2], size: [f32; 2]) {
    drawing.rect(
        [corner[0] + 1.0, corner[1] + 4.0],
        size,
        2.0,
        "fill=\"#0d0b08\" fill-opacity=\".3\"",
    );
    drawing.rect(
        corner,
        size,
        1.8,
        "fill=\"#9a5f2c\" stroke=\"#1d1a16\" stroke-width=\"2.2\"",
    );
    for part in 1..4u8 {
        let x = corner[0] + size[0] * f32::from(part) / 4.0;
        drawing.line(
            [x, corner[1] + 1.0],
            [x, corner[1] + size[1] - 1.0],
            "stroke=\"#5d3718\" stroke-width=\"1.5\"",
        );
    }
    drawing.line(
        [corner[0] + 2.0, corner[1] + 2.2],
        [corner[0] + size[0] - 2.0, corner[1] + 2.2],
        "stroke=\"#d59a5c\" stroke-width=\"1.5\"",
    );
}

fn hedge(drawing: &mut Drawing, half: f32) {
    let mut scatter = Scatter::new(77);
    drawing.rect(
        [-half - 1.0, -7.0],
        [2.0 * half + 4.0, 20.0],
        9.0,
        "fill=\"#0d120a\" fill-opacity=\".3\"",
    );
    let mut at = -half;
    while at <= half + 1.0 {
        let radius = scatter.between(8.8, 11.5);
        drawing.circle(
            [at, scatter.between(-1.6, 1.6)],
            radius,
            "fill=\"#34552b\" stroke=\"#1a2814\" stroke-width=\"2\"",
        );
        at += 9.0;
    }
    let mut at = -half + 3.0;
    while at <= half {
        drawing.circle(
            [at, scatter.between(-5.0, 0.0)],
            scatter.between(4.2, 6.2),
            "fill=\"#4f7c3d\"",
        );
        drawing.circle(
            [at - 2.0, scatter.between(-6.0, -2.0)],
            2.4,
            "fill=\"#7fa65c\"",
        );
        at += 10.5;
    }
}

fn fence(drawing: &mut Drawing, half: f32) {
    for (dy, stroke, width) in [
        (2.6, "#0d0b08\" stroke-opacity=\".35", 6.0),
        (-3.2, "#1d1a16", 5.6),
        (-3.2, "#b5834d", 3.0),
        (3.2, "#1d1a16", 5.6),
        (3.2, "#a27241", 3.0),
    ] {
        drawing.line(
            [-half, dy],
            [half, dy],
            &format!("stroke=\"{stroke}\" stroke-width=\"{width}\""),
        );
    }
    for part in 0..=3u8 {
        let x = -half + 2.0 * half * f32::from(part) / 3.0;
        drawing.rect(
            [x - 3.6, -7.5],
            [7.2, 15.0],
            2.2,
            "fill=\"#8c5f34\" stroke=\"#1d1a16\" stroke-width=\"2\"",
        );
        drawing.line(
            [x - 1.4, -5.0],
            [x - 1.4, 5.0],
            "stroke=\"#cfa06a\" stroke-width=\"1.4\"",
        );
    }
}

/// A piece on the board.
#[derive(Component, Debug)]
struct Standing {
    cell: Cell,
    side: Side,
    /// Whether it is the shadow and outline only.
    base: bool,
    shown: Option<Piece>,
}

/// Length of a side in units.
fn side_units(grid: &Grid) -> f32 {
    match grid.layout() {
        Layout::HexPointy | Layout::HexFlat => UNITS * 30f32.to_radians().tan(),
        Layout::Square => UNITS,
    }
}

fn build(mut commands: Commands, board: Res<Board>, session: Res<Session>) {
    let grid = &board.grid;
    let length = side_units(grid) + 2.0 * OVERLAP;
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
                },
                Sprite {
                    custom_size: Some(Vec2::new(length, ACROSS) * (CELL / UNITS)),
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
    mut gallery: ResMut<Gallery>,
    mut pieces: Query<(&mut Standing, &mut Sprite, &mut Visibility)>,
    mut complete: Local<Option<u64>>,
) {
    // Doors move only when the session changes; until all pictures are there, look every frame.
    if *complete == Some(board.battle) && !session.is_changed() {
        return;
    }
    let length = side_units(&board.grid);
    let mut missing = false;
    for (mut standing, mut sprite, mut visibility) in &mut pieces {
        let wanted = Piece::of(session.map.border(standing.cell, standing.side));
        if standing.shown == wanted {
            continue;
        }
        let Some(piece) = wanted else {
            standing.shown = None;
            *visibility = Visibility::Hidden;
            continue;
        };
        let key = PictureKey {
            name: format!("{} of {length:.0}, base: {}", piece.name(), standing.base),
            pixels: PIXELS,
        };
        let base = standing.base;
        let paint = move |pixels| {
            if base {
                piece.base(length, pixels)
            } else {
                piece.picture(length, pixels)
            }
        };
        if let Some(picture) = gallery.picture(&key, paint) {
            standing.shown = wanted;
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
        for piece in pieces {
            for length in [57.7, 100.0] {
                let picture = piece.picture(length, 64).unwrap();
                // Square, stretched to the full height.
                assert!(
                    picture.pixels().iter().any(|pixel| pixel.alpha() > 200),
                    "{piece:?}"
                );
            }
        }
    }
}
