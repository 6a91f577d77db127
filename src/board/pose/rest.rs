//! Where each counter is and how it stands while nothing is played.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_battle::{CombatantId, Vitality};
use shieldwall_grid::{Cell, Grid};

use crate::shown::{Figure, ShownBattle};

use super::{
    super::plane::{CELL, centre, figure_centre},
    Pose,
};

/// Size of the counter of somebody who rides, as a part of the usual.
pub(super) const RIDER: f32 = 0.6;
/// Size of the counters of three who share two cells, as a part of the usual.
const SHOULDER_TO_SHOULDER: f32 = 0.66;
/// Turn of those who have given up, in radians.
const GIVEN_UP: f32 = -0.2;

/// Whether somebody lies on the ground.
pub(in crate::board) const fn lies(vitality: Vitality) -> bool {
    matches!(
        vitality,
        Vitality::Unconscious | Vitality::Dying | Vitality::Dead
    )
}

/// Those who have given up are bowed.
fn turn(figure: &Figure) -> f32 {
    match figure.vitality {
        Vitality::Surrendered => GIVEN_UP,
        _ => 0.0,
    }
}

/// Those who hide and those who have given up are pale.
fn solid(figure: &Figure) -> f32 {
    match figure.vitality {
        _ if figure.hidden => 0.62,
        Vitality::Surrendered => 0.8,
        _ => 1.0,
    }
}

/// Size of the counter of a figure that stands alone, as a part of the usual.
fn size(figure: &Figure) -> f32 {
    f32::from(figure.across.max(1))
}

/// The figure that somebody rides, if it is on the board.
pub(in crate::board) fn mount<'a>(shown: &'a ShownBattle, figure: &Figure) -> Option<&'a Figure> {
    let mount = shown.figures.get(figure.riding?.index())?.as_ref()?;
    (mount.vitality != Vitality::Left).then_some(mount)
}

/// Poses of all figures while nothing is played.
pub(in crate::board) fn at_rest(shown: &ShownBattle, grid: &Grid) -> BTreeMap<CombatantId, Pose> {
    let mut cells: BTreeMap<Cell, Vec<&Figure>> = BTreeMap::new();
    let mut riders: BTreeMap<CombatantId, Vec<&Figure>> = BTreeMap::new();
    let mut poses = BTreeMap::new();
    for figure in shown.figures.iter().flatten() {
        if figure.vitality == Vitality::Left {
            continue;
        }
        if let Some(mount) = mount(shown, figure) {
            riders.entry(mount.id).or_default().push(figure);
        } else if figure.across > 1 || figure.astride.is_some() {
            poses.insert(figure.id, large(figure, grid));
        } else {
            cells.entry(figure.cell).or_default().push(figure);
        }
    }
    for riders in riders.values() {
        for (place, rider) in riders.iter().enumerate() {
            if let Some(mount) = mount(shown, rider) {
                poses.insert(rider.id, rides(rider, mount, place, grid));
            }
        }
    }
    for (cell, figures) in cells {
        let pushed = pushed_aside(shown, cell, grid);
        let middle = centre(grid, cell) + pushed.unwrap_or_default();
        let (down, up): (Vec<_>, Vec<_>) = figures
            .into_iter()
            .partition(|figure| lies(figure.vitality));
        let beneath = !up.is_empty();
        for (group, fallen) in [(&down, true), (&up, false)] {
            let count = group.len();
            for (index, figure) in group.iter().enumerate() {
                let aside = if count > 1 {
                    let angle = std::f32::consts::TAU * index as f32 / count as f32 + 0.6;
                    Vec2::from_angle(angle) * CELL * if fallen { 0.16 } else { 0.2 }
                } else {
                    Vec2::ZERO
                };
                // Under somebody's feet the fallen peep out at the lower left.
                let peep = if fallen && beneath {
                    Vec2::new(-0.17, -0.17) * CELL
                } else {
                    Vec2::ZERO
                };
                let scale = match (count, fallen) {
                    (1, false) if pushed.is_some() => SHOULDER_TO_SHOULDER,
                    (1, false) => 1.0,
                    (_, false) => 0.72,
                    (1, true) => 0.88,
                    (_, true) => 0.74,
                };
                poses.insert(
                    figure.id,
                    Pose {
                        at: middle + aside + peep,
                        scale,
                        turn: turn(figure),
                        pain: 0.0,
                        solid: solid(figure),
                        fallen,
                        acting: false,
                        mounted: false,
                    },
                );
            }
        }
    }
    poses
}

/// How far those in a cell make room for somebody who stands on its edge; `None` if nobody does.
fn pushed_aside(shown: &ShownBattle, cell: Cell, grid: &Grid) -> Option<Vec2> {
    let figures = shown.figures.iter().flatten();
    let on_edge = figures.filter(|figure| {
        let stands = figure.astride.is_some() && !lies(figure.vitality);
        stands && figure.vitality != Vitality::Left && figure.covers(grid, cell)
    });
    on_edge
        .map(|figure| {
            let away = centre(grid, cell) - figure_centre(grid, figure);
            away.normalize_or_zero() * CELL * 0.16
        })
        .reduce(|all, other| all + other)
}

/// Somebody who fills several cells stands in the middle of them, and so does somebody on an edge.
fn large(figure: &Figure, grid: &Grid) -> Pose {
    let fallen = lies(figure.vitality);
    Pose {
        at: figure_centre(grid, figure),
        scale: match figure.astride {
            Some(_) => SHOULDER_TO_SHOULDER,
            None => size(figure) * if fallen { 0.88 } else { 1.0 },
        },
        turn: turn(figure),
        pain: 0.0,
        solid: solid(figure),
        fallen,
        acting: false,
        mounted: false,
    }
}

/// Somebody on a mount sits a little above and to the right of its middle, those who ride with it
/// beside and below it.
fn rides(rider: &Figure, mount: &Figure, place: usize, grid: &Grid) -> Pose {
    let [column, row] = [place % 2, place / 2].map(|number| number as f32);
    let seat = Vec2::new(0.2 - 0.4 * column, 0.2 - 0.3 * row) * CELL * size(mount);
    Pose {
        at: figure_centre(grid, mount) + seat,
        scale: RIDER * size(rider),
        turn: turn(rider),
        pain: 0.0,
        solid: solid(rider),
        fallen: lies(rider.vitality),
        acting: false,
        mounted: true,
    }
}
