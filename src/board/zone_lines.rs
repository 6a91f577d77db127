//! The zones of a level, where the ruleset counts in them: a line around each core, the zone's name in
//! the middle of it, and shade over the borders between.

use shieldwall_content::LevelPart;
use std::collections::BTreeMap;

use bevy::{prelude::*, sprite::Text2dShadow};
use shieldwall_grid::{Cell, Grid, Layout, Map, Side, ZoneId, Zones};

use crate::session::Session;

use super::{
    Board, draw_anew, layer,
    overlay::Marking,
    plane::{CELL, centre, heart, side_ends},
    strokes::{StrokeMaterial, Strokes, colour, sheet, show},
};

/// How far inside a core its line begins and ends. Where the whole of a large map is in view a cell is
/// 20 pixels wide, so that thinner lines could not be seen.
const LINE: [f32; 2] = [3.0, 8.0];
/// The same for the dark line under it.
const CASING: [f32; 2] = [1.0, 10.0];
/// The same while zones do not matter to what is chosen.
const THIN: [f32; 2] = [3.0, 5.0];
/// Height of the letters of a short name.
const LETTER: f32 = CELL * 0.62;

const WARM_WHITE: [u8; 3] = [255, 250, 230];
const DARK: [u8; 3] = [20, 16, 8];

/// Whether the core that a cell belongs to ends at one of its sides.
fn ends_at(grid: &Grid, zones: &Zones, cell: Cell, side: Side) -> bool {
    let across = grid.across(cell, side);
    across.is_none_or(|other| zones.zones_of(other) != zones.zones_of(cell))
}

/// Both ends of a line that runs beside a side at which a core ends, so far inside the core. They meet
/// the lines beside the sides before and after it, so that translucent lines neither overlap nor gape.
fn beside(grid: &Grid, zones: &Zones, cell: Cell, side: Side, inwards: f32) -> [Vec2; 2] {
    let (from, to) = side_ends(grid, cell, side);
    let own = centre(grid, cell);
    // The centre across the side; beyond the rim there is no cell, but it has its place.
    let beyond = from + to - own;
    let part = inwards / (CELL / 2.0);
    let count = grid.side_count();
    [(from, count - 1), (to, 1)].map(|(corner, turn)| {
        let next = Side((side.0 + turn) % count);
        if ends_at(grid, zones, cell, next) {
            return own + (corner - own) * (1.0 - part);
        }
        let goes_straight_on = grid.layout() == Layout::Square
            && grid
                .across(cell, next)
                .is_some_and(|other| ends_at(grid, zones, other, side));
        if goes_straight_on {
            corner + (own - beyond).normalize_or_zero() * inwards
        } else {
            beyond + (corner - beyond) * (1.0 + part)
        }
    })
}

/// Shade over the borders and lines around the cores.
fn drawn(zones: &Zones, map: &Map, matters: bool) -> Strokes {
    let grid = map.grid();
    let passable = |cell: Cell| map.ground(cell).passable;
    let shade = colour(DARK, if matters { 0.22 } else { 0.12 });
    let strong = [
        (CASING, colour(DARK, 0.45)),
        (LINE, colour(WARM_WHITE, 0.75)),
    ];
    let faint = [(THIN, colour(WARM_WHITE, 0.45))];
    let inks = if matters { &strong[..] } else { &faint };
    let mut strokes = Strokes::default();
    for cell in grid.cells() {
        let count = zones.zones_of(cell).len();
        if count > 1 && passable(cell) {
            let sides = grid.sides();
            let corners: Vec<(Vec2, LinearRgba)> = sides
                .map(|side| (side_ends(grid, cell, side).0, shade))
                .collect();
            strokes.area(&corners);
        }
        if count != 1 {
            continue;
        }
        for side in grid.sides() {
            let across = grid.across(cell, side);
            // Within rock a line would tell nothing.
            let tells = passable(cell) || across.is_some_and(passable);
            if !tells || !ends_at(grid, zones, cell, side) {
                continue;
            }
            for (stretch, ink) in inks.iter().copied() {
                let [outer, inner] =
                    stretch.map(|inwards| beside(grid, zones, cell, side, inwards));
                let corners = [outer[0], outer[1], inner[1], inner[0]];
                strokes.area(&corners.map(|corner| (corner, ink)));
            }
        }
    }
    strokes
}

/// The cell that carries the name of a zone: of those in its core that can be entered the most central.
fn name_cell(zones: &Zones, map: &Map, zone: ZoneId) -> Option<Cell> {
    let core: Vec<Cell> = zones
        .core_of(zone)
        .filter(|cell| map.ground(*cell).passable)
        .collect();
    heart(map.grid(), &core)
}

/// Longer names are written smaller, so that they stay within their core.
fn name_size(name: &str) -> f32 {
    LETTER * 2.0 / name.chars().count().max(2) as f32
}

/// The lines and the shade, as they are for the ground that is shown.
#[derive(Component, Default)]
struct ZoneLines {
    /// Cells whose terrain is not that of the level: they may be passable now or no longer.
    ground: BTreeMap<Cell, String>,
    /// True if zones matter to what is chosen.
    matters: bool,
}

/// The name of a zone.
#[derive(Component)]
struct ZoneName;

/// Colour of the names of zones.
fn name_colour(matters: bool) -> Color {
    colour(WARM_WHITE, if matters { 0.5 } else { 0.2 }).into()
}

fn begin(mut commands: Commands, board: Res<Board>, session: Res<Session>) {
    if !session.plan.uses(LevelPart::Zones) {
        return;
    }
    commands.spawn((
        ZoneLines::default(),
        sheet(&board, "zone lines", layer::MARKS - 0.5),
    ));
    let zones = &session.plan.setup.level.zones;
    for zone in zones.ids() {
        let Some(cell) = name_cell(zones, &session.map, zone) else {
            continue;
        };
        let name = zones.name(zone);
        let at = centre(&board.grid, cell).extend(layer::MARKS + 0.5);
        commands.spawn((
            Name::new("zone name"),
            ZoneName,
            Text2d::new(name),
            TextFont {
                font_size: FontSize::Px(name_size(name)),
                ..default()
            },
            TextColor(name_colour(false)),
            Text2dShadow {
                offset: Vec2::new(2.0, -2.0),
                color: Color::srgba(0.0, 0.0, 0.0, 0.45),
            },
            Transform::from_translation(at),
            ChildOf(board.root),
        ));
    }
}

fn draw(
    mut commands: Commands,
    session: Res<Session>,
    mut shown: Query<(Entity, &mut ZoneLines)>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
    marking: Res<Marking>,
    mut names: Query<&mut TextColor, With<ZoneName>>,
) {
    let Ok((entity, mut lines)) = shown.single_mut() else {
        return;
    };
    let matters = !marking.0.zones.is_empty();
    let same = lines.ground == session.shown.ground && lines.matters == matters;
    if same && !lines.is_added() {
        return;
    }
    lines.ground.clone_from(&session.shown.ground);
    lines.matters = matters;
    for mut name in &mut names {
        name.0 = name_colour(matters);
    }
    let strokes = drawn(&session.plan.setup.level.zones, &session.map, matters);
    show(&mut commands, entity, strokes, &mut meshes, &material);
}

pub(super) fn plugin(app: &mut App) {
    draw_anew(app, begin, draw);
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_grid::{Ground, Metres};

    use super::{
        super::plane::{cell_at, speckle},
        *,
    };

    fn grid(layout: Layout) -> Grid {
        Grid::new(layout, 14, 11, Metres::from_milli(1500)).unwrap()
    }

    /// A zone with holes and corners of every kind, and a small one.
    fn ragged(grid: &Grid) -> Zones {
        let [large, small] = [ZoneId(0), ZoneId(1)];
        let lists: Vec<Vec<ZoneId>> = grid
            .cells()
            .map(|cell| match speckle(cell, 5) % 3 {
                _ if cell == Cell(0) => vec![small],
                0 => vec![large, small],
                _ => vec![large],
            })
            .collect();
        let names = vec!["large".to_owned(), "small".to_owned()];
        Zones::authored(grid, names, &lists).unwrap()
    }

    #[test]
    fn lines_around_cores_are_closed_and_lie_within_them() {
        for layout in Layout::ALL {
            let grid = grid(layout);
            let zones = ragged(&grid);
            for inwards in CASING {
                let mut lines: Vec<[Vec2; 2]> = Vec::new();
                for cell in grid.cells().filter(|cell| zones.zones_of(*cell).len() == 1) {
                    for side in grid.sides() {
                        if !ends_at(&grid, &zones, cell, side) {
                            continue;
                        }
                        let ends = beside(&grid, &zones, cell, side, inwards);
                        for end in ends {
                            let there = cell_at(&grid, end).unwrap();
                            let same = zones.zones_of(there) == zones.zones_of(cell);
                            assert!(same, "{layout:?} {cell} {side:?}");
                        }
                        lines.push(ends);
                    }
                }
                for [_, to] in &lines {
                    let goes_on = lines.iter().filter(|[from, _]| from.distance(*to) < 0.01);
                    assert_eq!(goes_on.count(), 1, "{layout:?} {to}");
                }
            }
        }
    }

    #[test]
    fn names_stand_in_the_middle_of_their_cores_but_not_in_rock() {
        let grid = grid(Layout::Square);
        let zones = Zones::lattice(&grid, Zones::default_spacing(Layout::Square)).unwrap();
        let mut map = Map::open(grid);
        let middle = grid.cell(1, 1).unwrap();
        assert_eq!(name_cell(&zones, &map, ZoneId(0)), Some(middle));
        *map.ground_mut(middle).unwrap() = Ground::WALL;
        let beside_it = name_cell(&zones, &map, ZoneId(0)).unwrap();
        assert!(beside_it != middle && zones.zones_of(beside_it) == [ZoneId(0)]);
        for cell in zones.core_of(ZoneId(0)) {
            *map.ground_mut(cell).unwrap() = Ground::WALL;
        }
        assert_eq!(name_cell(&zones, &map, ZoneId(0)), None);
    }

    #[test]
    fn only_long_names_are_written_smaller() {
        assert!((name_size("C") - name_size("12")).abs() < 1e-3);
        assert!(name_size("old mill") < name_size("mill"));
    }
}
