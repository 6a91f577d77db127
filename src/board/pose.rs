//! Where each counter is and how it stands, from moment to moment, worked out from the scene and
//! the entry that is being played.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_battle::{CombatantId, Event, Vitality};
use shieldwall_grid::{Cell, Grid};

use crate::session::{Figure, Playing, Scene};

use super::plane::{CELL, centre};

/// How a counter is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// Middle of the counter on the plane.
    pub(super) at: Vec2,
    /// Size as a part of the usual.
    pub(super) scale: f32,
    /// Turn in radians, anticlockwise.
    pub(super) turn: f32,
    /// How far it is turned to the colour of pain, from 0 to 1.
    pub(super) pain: f32,
    /// How solid it is, from 0 to 1.
    pub(super) solid: f32,
    /// Whether it is shown as one who has fallen.
    pub(super) fallen: bool,
    /// Whether it is in the middle of something and stands above the others.
    pub(super) acting: bool,
}

/// Whether somebody lies on the ground.
pub(super) const fn lies(vitality: Vitality) -> bool {
    matches!(
        vitality,
        Vitality::Unconscious | Vitality::Dying | Vitality::Dead
    )
}

/// Poses of all figures on the board, by id.
pub(super) fn poses(
    scene: &Scene,
    playing: Option<&Playing>,
    grid: &Grid,
) -> BTreeMap<CombatantId, Pose> {
    let mut poses = at_rest(scene, grid);
    if let Some(playing) = playing {
        animate(&mut poses, scene, playing, grid);
    }
    poses
}

fn at_rest(scene: &Scene, grid: &Grid) -> BTreeMap<CombatantId, Pose> {
    let mut cells: BTreeMap<Cell, Vec<&Figure>> = BTreeMap::new();
    for figure in scene.figures.iter().flatten() {
        if figure.vitality != Vitality::Left {
            cells.entry(figure.cell).or_default().push(figure);
        }
    }
    let mut poses = BTreeMap::new();
    for (cell, figures) in cells {
        let middle = centre(grid, cell);
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
                        turn: 0.0,
                        pain: 0.0,
                        solid: if figure.hidden { 0.62 } else { 1.0 },
                        fallen,
                        acting: false,
                    },
                );
            }
        }
    }
    poses
}

/// Out and back: 0 at both ends, 1 at `peak`.
fn there_and_back(progress: f32, peak: f32) -> f32 {
    let part = if progress < peak {
        progress / peak
    } else {
        (1.0 - progress) / (1.0 - peak)
    };
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

fn animate(poses: &mut BTreeMap<CombatantId, Pose>, scene: &Scene, playing: &Playing, grid: &Grid) {
    let progress = playing.progress();
    let place = |id: &CombatantId| {
        let figure = scene.figures.get(id.index())?.as_ref()?;
        Some(centre(grid, figure.cell))
    };
    let way = |from: &CombatantId, to: &CombatantId| {
        let way = place(to)? - place(from)?;
        Some(way.normalize_or_zero())
    };
    match &playing.entry.event {
        Event::Moved { who, path, .. } => {
            if let Some(pose) = poses.get_mut(who) {
                pose.at = along(path, progress, grid).unwrap_or(pose.at);
                let steps = path.len().saturating_sub(1).max(1) as f32;
                pose.turn = (progress * steps * std::f32::consts::PI).sin() * 0.07;
                pose.at.y += (progress * steps * std::f32::consts::PI).sin().abs() * CELL * 0.05;
                pose.acting = true;
            }
        }
        Event::Attacked {
            who,
            target,
            missile,
            ..
        } => {
            let way = way(who, target).unwrap_or(Vec2::ZERO);
            if let Some(pose) = poses.get_mut(who) {
                pose.acting = true;
                if *missile {
                    // Lean back, then let fly.
                    let lean = there_and_back(progress, 0.25);
                    pose.at -= way * CELL * 0.10 * lean;
                    pose.scale *= 1.0 + 0.04 * lean;
                } else {
                    let wind_up = there_and_back((progress / 0.3).min(1.0), 0.6) * 0.12;
                    let lunge = there_and_back(((progress - 0.22) / 0.78).max(0.0), 0.34) * 0.5;
                    pose.at += way * CELL * (lunge - wind_up);
                    pose.turn = -way.x.signum() * 0.16 * lunge;
                }
            }
            if !*missile && let Some(pose) = poses.get_mut(target) {
                pose.at +=
                    way * CELL * 0.05 * there_and_back(((progress - 0.4) / 0.6).max(0.0), 0.3);
            }
        }
        Event::AttackResolved {
            who,
            target,
            defence,
            effect,
            ..
        } if *effect == "none" => {
            let way = way(who, target).unwrap_or(Vec2::X);
            if let Some(pose) = poses.get_mut(target) {
                let swing = there_and_back(progress, 0.3);
                match *defence {
                    "dodge" => pose.at += way.perp() * CELL * 0.24 * swing,
                    "parry" => pose.at += way * CELL * 0.07 * swing,
                    _ => {}
                }
            }
        }
        Event::HitPoints { who, from, to, .. } => {
            if let Some(pose) = poses.get_mut(who) {
                if to < from {
                    let fade = 1.0 - progress;
                    pose.at.x += (progress * 34.0).sin() * CELL * 0.055 * fade;
                    pose.pain = fade;
                } else {
                    pose.scale *= 1.0 + 0.08 * there_and_back(progress, 0.4);
                }
            }
        }
        Event::Vitality { who, to, .. } => {
            if let Some(pose) = poses.get_mut(who)
                && lies(*to)
            {
                // They stand until they have toppled over.
                let toppled = ((progress - 0.1) / 0.5).clamp(0.0, 1.0);
                if toppled < 1.0 {
                    pose.fallen = false;
                    pose.turn = -1.35 * toppled * toppled;
                    pose.solid = 1.0 - 0.55 * toppled;
                    pose.at.y -= CELL * 0.14 * toppled;
                    pose.scale = 1.0 - 0.12 * toppled;
                } else {
                    pose.solid = 0.4 + 0.6 * ((progress - 0.6) / 0.4).clamp(0.0, 1.0);
                }
            }
        }
        Event::Stance { who, .. } => {
            if let Some(pose) = poses.get_mut(who) {
                pose.scale *= 1.0 - 0.1 * there_and_back(progress, 0.5);
            }
        }
        Event::BattleBegan { .. }
        | Event::Mustered(_)
        | Event::RoundBegan
        | Event::StageBegan { .. }
        | Event::Chosen { .. }
        | Event::Rolled(_)
        | Event::Ranked { .. }
        | Event::Ordered { .. }
        | Event::Door { .. }
        | Event::AttackResolved { .. }
        | Event::Damage { .. }
        | Event::Condition { .. }
        | Event::Revealed { .. }
        | Event::ItemDamaged { .. }
        | Event::ItemMoved { .. }
        | Event::Ammunition { .. }
        | Event::Held { .. }
        | Event::Note { .. }
        | Event::Ended { .. } => {}
    }
}

/// The point so far along a walk. Starts and ends gently.
fn along(path: &[Cell], progress: f32, grid: &Grid) -> Option<Vec2> {
    let last = path.len().checked_sub(1)?;
    let eased = progress * progress * (3.0 - 2.0 * progress);
    let done = (0.35 * eased + 0.65 * progress) * last as f32;
    let step = (done as usize).min(last.saturating_sub(1));
    let from = centre(grid, *path.get(step)?);
    let to = centre(grid, *path.get((step + 1).min(last))?);
    Some(from.lerp(to, (done - step as f32).clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::Entry;
    use shieldwall_grid::{Layout, Metres};

    use super::*;
    use crate::playback::samples;

    fn grid() -> Grid {
        Grid::new(Layout::HexPointy, 8, 8, Metres::from_milli(1500)).unwrap()
    }

    fn figure(id: u16, cell: u16, vitality: Vitality) -> Option<Figure> {
        Some(samples::figure(id, cell, vitality))
    }

    fn playing(event: Event, progress: f32) -> Playing {
        Playing {
            entry: Entry {
                number: 0,
                round: 1,
                event,
                rules: Vec::new(),
                only_for: None,
            },
            elapsed: progress,
            duration: 1.0,
        }
    }

    #[test]
    fn those_who_share_a_cell_are_fanned_and_the_dead_lie_beneath() {
        let scene = Scene {
            figures: vec![
                figure(0, 9, Vitality::Active),
                figure(1, 9, Vitality::Dead),
                figure(2, 9, Vitality::Dying),
                figure(3, 10, Vitality::Left),
            ],
            ..Scene::default()
        };
        let poses = poses(&scene, None, &grid());
        let [up, dead, dying] = [0, 1, 2].map(|id| poses[&CombatantId(id)]);
        assert!(!up.fallen && dead.fallen && dying.fallen);
        assert!(up.at.distance(centre(&grid(), Cell(9))) < 1e-3);
        assert!(dead.at.distance(dying.at) > 5.0);
        assert!(!poses.contains_key(&CombatantId(3)));
    }

    #[test]
    fn a_walk_leads_from_the_first_cell_to_the_last() {
        let grid = grid();
        let scene = Scene {
            figures: vec![figure(0, 12, Vitality::Active)],
            ..Scene::default()
        };
        let at = |progress: f32| {
            let walk = Event::Moved {
                who: CombatantId(0),
                path: vec![Cell(9), Cell(10), Cell(11), Cell(12)],
                cost: Metres::ZERO,
                stopped: None,
            };
            poses(&scene, Some(&playing(walk, progress)), &grid)[&CombatantId(0)].at
        };
        assert!(at(0.0).distance(centre(&grid, Cell(9))) < 1.0);
        assert!(at(1.0).distance(centre(&grid, Cell(12))) < 1.0);
        assert!(at(0.2).x < at(0.5).x && at(0.5).x < at(0.8).x);
    }

    #[test]
    fn a_blow_goes_out_and_comes_back_and_the_felled_topple() {
        let grid = grid();
        let scene = Scene {
            figures: vec![
                figure(0, 9, Vitality::Active),
                figure(1, 10, Vitality::Dead),
            ],
            ..Scene::default()
        };
        let blow = |progress: f32| {
            let event = Event::Attacked {
                who: CombatantId(0),
                target: CombatantId(1),
                item: None,
                with: "fist".to_owned(),
                missile: false,
            };
            poses(&scene, Some(&playing(event, progress)), &grid)[&CombatantId(0)]
                .at
                .x
        };
        assert!(blow(0.48) > blow(0.0) + CELL * 0.3);
        assert!((blow(1.0) - blow(0.0)).abs() < 1.0);
        let fall = |progress: f32| {
            let event = Event::Vitality {
                who: CombatantId(1),
                from: Vitality::Active,
                to: Vitality::Dead,
            };
            poses(&scene, Some(&playing(event, progress)), &grid)[&CombatantId(1)]
        };
        assert!(!fall(0.3).fallen && fall(0.3).turn < 0.0);
        assert!(fall(0.9).fallen);
    }

    #[test]
    fn nothing_is_out_of_place_when_its_entry_ends() {
        let grid = grid();
        let scene = Scene {
            figures: vec![
                figure(0, 9, Vitality::Active),
                figure(1, 10, Vitality::Active),
            ],
            ..Scene::default()
        };
        let rest = poses(&scene, None, &grid);
        for event in samples::every_event() {
            if matches!(event, Event::Moved { .. } | Event::Vitality { .. }) {
                continue;
            }
            let end = poses(&scene, Some(&playing(event.clone(), 1.0)), &grid);
            for (id, pose) in &end {
                assert!(pose.at.distance(rest[id].at) < 0.5, "{event:?}");
                assert!((pose.scale - rest[id].scale).abs() < 0.01, "{event:?}");
            }
        }
    }
}
