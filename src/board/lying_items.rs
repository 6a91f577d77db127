//! Weapons and shields that lie on the ground.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_grid::Cell;

use crate::{
    app::AppSystems,
    art::{Gallery, PictureKey, rasterise},
    session::Session,
};

use super::{
    Board,
    drawing::Drawing,
    layer,
    plane::{CELL, centre},
};

const PIXELS: u32 = 96;

fn drawing(several: bool) -> Drawing {
    let mut drawing = Drawing::new(100.0, 100.0);
    drawing.ellipse(
        [2.0, 8.0],
        [42.0, 26.0],
        "fill=\"#0d0b08\" fill-opacity=\".34\"",
    );
    if several {
        drawing.circle(
            [14.0, 4.0],
            24.0,
            "fill=\"#7d5a34\" stroke=\"#1d1a16\" stroke-width=\"4\"",
        );
        drawing.circle(
            [14.0, 4.0],
            7.0,
            "fill=\"#b9bfc2\" stroke=\"#1d1a16\" stroke-width=\"3\"",
        );
    }
    drawing.add("<g transform=\"rotate(-32)\">");
    drawing.path(
        "M-44 0L-36 -4H16V4H-36Z",
        "fill=\"#dfe3e4\" stroke=\"#1d1a16\" stroke-width=\"3.4\" stroke-linejoin=\"round\"",
    );
    drawing.rect(
        [14.0, -12.0],
        [6.0, 24.0],
        2.0,
        "fill=\"#c9963a\" stroke=\"#1d1a16\" stroke-width=\"3\"",
    );
    drawing.rect(
        [20.0, -4.0],
        [18.0, 8.0],
        3.0,
        "fill=\"#5d3b20\" stroke=\"#1d1a16\" stroke-width=\"3\"",
    );
    drawing.add("</g>");
    drawing
}

/// A marker for what lies in a cell.
#[derive(Component)]
struct LyingMarker;

fn strew(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    mut gallery: ResMut<Gallery>,
    markers: Query<Entity, With<LyingMarker>>,
    mut shown: Local<(u64, BTreeMap<Cell, usize>)>,
) {
    let mut cells: BTreeMap<Cell, usize> = BTreeMap::new();
    for (_, cell) in &session.scene.lying {
        *cells.entry(*cell).or_default() += 1;
    }
    if shown.0 == board.battle && shown.1 == cells {
        return;
    }
    let mut picture = |several: bool| {
        let key = PictureKey {
            name: format!("lying, several: {several}"),
            pixels: PIXELS,
        };
        gallery.picture(&key, move |pixels| {
            rasterise(&drawing(several).svg(), pixels, pixels)
        })
    };
    let (Some(one), Some(several)) = (picture(false), picture(true)) else {
        return;
    };
    for marker in &markers {
        commands.entity(marker).try_despawn();
    }
    for (cell, count) in &cells {
        let at = centre(&board.grid, *cell) + Vec2::new(CELL * 0.24, -CELL * 0.24);
        commands.spawn((
            LyingMarker,
            Sprite {
                image: if *count > 1 {
                    several.clone()
                } else {
                    one.clone()
                },
                custom_size: Some(Vec2::splat(CELL * 0.36)),
                ..default()
            },
            Transform::from_translation(at.extend(layer::LYING)),
            ChildOf(board.root),
        ));
    }
    *shown = (board.battle, cells);
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        strew
            .in_set(AppSystems::Present)
            .run_if(resource_exists::<Board>)
            .run_if(resource_exists::<Session>),
    );
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn one_and_several_things_look_different() {
        let [one, several] =
            [false, true].map(|several| rasterise(&drawing(several).svg(), 48, 48).unwrap());
        assert_ne!(one.data(), several.data());
    }
}
