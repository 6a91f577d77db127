//! Blasts: what is thrown flies to an area, and bursts over every cell of it.

use bevy::prelude::*;
use shieldwall_battle::{Area, Entry, Event};
use shieldwall_grid::Cell;

use crate::{
    art::{Gallery, GameArt},
    session::Session,
};

use super::{
    super::{
        Board, layer,
        plane::{CELL, centre, figure_centre},
    },
    FLASH, FLIGHT, Kind, Missile, PIXELS, Passing, fly,
};

/// Seconds that a burst lasts.
const BURST: f32 = 0.5;

/// Shows a blast; other events are none of its business.
pub(super) fn begin(
    commands: &mut Commands,
    board: &Board,
    session: &Session,
    (art, gallery): (&GameArt, &mut Gallery),
    entry: &Entry,
) {
    let Event::Blast {
        who,
        with,
        aimed,
        struck,
        missile,
        ..
    } = &entry.event
    else {
        return;
    };
    let zones = &session.plan.setup.level.zones;
    let cells_of = |area: &Area| match area {
        Area::Zone(zone) => zones.cells_of(*zone).to_vec(),
        Area::Cells { cells, .. } => cells.clone(),
    };
    let thrower = session.shown.figures.get(who.index());
    let mut delay = 0.0;
    if *missile
        && !has_flown(session, entry)
        && let Some(thrower) = thrower.and_then(Option::as_ref)
    {
        let missile = Missile::of(with);
        let (from, to) = (
            figure_centre(&board.grid, thrower),
            middle_of(board, &cells_of(struck.as_ref().unwrap_or(aimed))),
        );
        if let Some(image) = gallery.named(art, missile.name(), PIXELS) {
            let kind = Kind::Flight {
                from,
                to,
                arc: from.distance(to) * missile.arc(),
                spins: missile == Missile::Thrown,
            };
            fly(commands, board.root, image, kind);
            delay = FLIGHT.0 + FLIGHT.1;
        }
    }
    let Some(struck) = struck else { return };
    let Some(image) = gallery.named(art, FLASH, PIXELS) else {
        return;
    };
    let open = |cell: &&Cell| session.map.ground(**cell).passable;
    for cell in cells_of(struck).iter().filter(open) {
        let at = centre(&board.grid, *cell);
        commands.spawn((
            Passing {
                age: -delay,
                life: BURST,
                kind: Kind::Spark,
            },
            Sprite {
                image: image.clone(),
                custom_size: Some(Vec2::splat(CELL)),
                ..default()
            },
            Transform::from_translation(at.extend(layer::EFFECTS)),
            Visibility::Hidden,
            ChildOf(board.root),
        ));
    }
}

/// The middle of some cells on the plane.
fn middle_of(board: &Board, cells: &[Cell]) -> Vec2 {
    let sum: Vec2 = cells.iter().map(|cell| centre(&board.grid, *cell)).sum();
    sum / cells.len().max(1) as f32
}

/// Whether the missile of a blast has been seen to fly when the blast was declared, before it was
/// known which area is hit. Then it is told of a second time, with no area if it is lost: so of those
/// without an area in a row every other is a declaration.
fn has_flown(session: &Session, entry: &Entry) -> bool {
    let thrower = entry.event.about().first().copied();
    let lines = session.shown.log.iter().rev();
    let before = lines.filter(|line| line.entry.number < entry.number);
    let blasts = before.filter_map(|line| match &line.entry.event {
        Event::Blast { who, struck, .. } if Some(*who) == thrower => Some(struck.is_none()),
        _ => None,
    });
    blasts.take_while(|open| *open).count() % 2 == 1
}
