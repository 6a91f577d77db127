//! Where each counter is and how it stands, from moment to moment, worked out from what is shown and
//! the entry that is being played.

mod rest;

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_battle::{
    CombatantId, Event, Footing, Vitality,
    terms::{DefenceRole, EffectRole, LinkRole},
};
use shieldwall_grid::{Cell, Grid};

use crate::{
    session::Playing,
    shown::{Blow, ShownBattle},
};

use super::{
    blows::there_and_back,
    plane::{CELL, figure_centre, middle},
};

pub(super) use rest::{at_rest, lies, mount};

use rest::RIDER;

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
    /// Whether it is on somebody else's back.
    pub(super) mounted: bool,
}

/// Poses of all figures on the board, by id.
pub(super) fn poses(
    shown: &ShownBattle,
    playing: Option<&Playing>,
    grid: &Grid,
) -> BTreeMap<CombatantId, Pose> {
    let mut poses = at_rest(shown, grid);
    if let Some(playing) = playing {
        animate(&mut poses, shown, playing, grid);
    }
    poses
}

fn animate(
    poses: &mut BTreeMap<CombatantId, Pose>,
    shown: &ShownBattle,
    playing: &Playing,
    grid: &Grid,
) {
    for entry in &playing.entries {
        animate_event(poses, shown, &entry.event, playing.progress(), grid);
    }
}

fn animate_event(
    poses: &mut BTreeMap<CombatantId, Pose>,
    shown: &ShownBattle,
    event: &Event,
    progress: f32,
    grid: &Grid,
) {
    let place = |id: &CombatantId| {
        let figure = shown.figures.get(id.index())?.as_ref()?;
        Some(figure_centre(grid, figure))
    };
    let across = |id: &CombatantId| {
        let figure = shown.figures.get(id.index()).and_then(Option::as_ref);
        figure.map_or(1, |figure| figure.across)
    };
    let way = |from: &CombatantId, to: &CombatantId| {
        let way = place(to)? - place(from)?;
        Some(way.normalize_or_zero())
    };
    let standing = |who: &CombatantId, cell: Cell| Footing {
        across: across(who),
        ..Footing::in_cell(cell)
    };
    match event {
        Event::Moved { who, path, .. } => {
            if let Some(pose) = poses.get_mut(who) {
                let rest = pose.at;
                pose.at = along(path, across(who), progress, grid).unwrap_or(rest);
                let steps = path.len().saturating_sub(1).max(1) as f32;
                pose.turn = (progress * steps * std::f32::consts::PI).sin() * 0.07;
                pose.at.y += (progress * steps * std::f32::consts::PI).sin().abs() * CELL * 0.05;
                pose.acting = true;
                let by = pose.at - rest;
                carry(poses, shown, *who, by);
            }
        }
        Event::Placed { who, from, to, .. } => {
            let [from, to] = [from, to].map(|cell| middle(grid, standing(who, *cell)));
            let by = (to - from) * (eased(progress) - 1.0);
            if let Some(pose) = poses.get_mut(who) {
                pose.at += by;
                pose.acting = true;
                carry(poses, shown, *who, by);
            }
        }
        Event::Riding { who, .. } => {
            if let Some(pose) = poses.get_mut(who) {
                pose.at.y += CELL * 0.3 * there_and_back(progress, 0.5);
                pose.acting = true;
            }
        }
        Event::Linked {
            who, other, link, ..
        } if link.role == LinkRole::Hold => {
            let way = way(who, other).unwrap_or(Vec2::ZERO);
            if let Some(pose) = poses.get_mut(who) {
                pose.acting = true;
                pose.at += way * CELL * 0.16 * there_and_back(progress, 0.4);
            }
        }
        Event::Blast { who, .. } => {
            if let Some(pose) = poses.get_mut(who) {
                pose.acting = true;
                pose.scale *= 1.0 + 0.06 * there_and_back(progress, 0.3);
            }
        }
        Event::Attacked {
            who,
            target,
            missile,
            with,
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
                    let (off, turn, size) = Blow::of(with).motion(way, progress);
                    pose.at += off;
                    pose.turn = turn;
                    pose.scale *= size;
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
        } if effect.role == EffectRole::None => {
            let way = way(who, target).unwrap_or(Vec2::X);
            if let Some(pose) = poses.get_mut(target) {
                let swing = there_and_back(progress, 0.3);
                match defence.role {
                    DefenceRole::Dodge => pose.at += way.perp() * CELL * 0.24 * swing,
                    DefenceRole::Block => pose.at += way * CELL * 0.07 * swing,
                    _ => {}
                }
            }
        }
        Event::HitPoints {
            who, from, to, max, ..
        } => {
            if let Some(pose) = poses.get_mut(who) {
                if to < from {
                    let fade = 1.0 - progress;
                    // The more is lost, the harder it shakes.
                    let lost = (from - to) as f32 / (*max).max(1) as f32;
                    let shake = 0.045 + 0.09 * lost.min(1.0);
                    pose.at.x += (progress * 34.0).sin() * CELL * shake * fade;
                    pose.pain = fade;
                } else {
                    pose.scale *= 1.0 + 0.08 * there_and_back(progress, 0.4);
                }
            }
        }
        Event::Vitality {
            who,
            to: Vitality::Surrendered,
            ..
        } => {
            if let Some(pose) = poses.get_mut(who) {
                pose.turn *= progress;
                pose.at.y -= CELL * 0.12 * there_and_back(progress, 0.4);
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
                    let upright = if pose.mounted { RIDER } else { 1.0 };
                    pose.scale = upright * f32::from(across(who)) * (1.0 - 0.12 * toppled);
                } else {
                    pose.solid = 0.4 + 0.6 * ((progress - 0.6) / 0.4).clamp(0.0, 1.0);
                }
            }
        }
        Event::Stance { who, .. } | Event::Astride { who, .. } => {
            if let Some(pose) = poses.get_mut(who) {
                pose.scale *= 1.0 - 0.1 * there_and_back(progress, 0.5);
            }
        }
        Event::BattleBegan { .. }
        | Event::Deployed(_)
        | Event::RoundBegan
        | Event::StageBegan { .. }
        | Event::Chosen { .. }
        | Event::Rolled(_)
        | Event::Linked { .. }
        | Event::Faced { .. }
        | Event::Track { .. }
        | Event::Place { .. }
        | Event::Passed { .. }
        | Event::Turn { .. }
        | Event::Ranked { .. }
        | Event::Ordered { .. }
        | Event::Due { .. }
        | Event::Moment { .. }
        | Event::Door { .. }
        | Event::AttackResolved { .. }
        | Event::Damage { .. }
        | Event::Condition { .. }
        | Event::Revealed { .. }
        | Event::ItemDamaged { .. }
        | Event::ItemState { .. }
        | Event::Device { .. }
        | Event::Ground { .. }
        | Event::ItemMoved { .. }
        | Event::Ammunition { .. }
        | Event::Held { .. }
        | Event::Note { .. }
        | Event::Ended { .. } => {}
    }
}

/// Moves all who ride on somebody along.
fn carry(
    poses: &mut BTreeMap<CombatantId, Pose>,
    shown: &ShownBattle,
    mount: CombatantId,
    by: Vec2,
) {
    let riders = shown.figures.iter().flatten();
    for rider in riders.filter(|figure| figure.riding == Some(mount)) {
        if let Some(pose) = poses.get_mut(&rider.id) {
            pose.at += by;
            pose.acting = true;
        }
    }
}

/// Progress that starts and ends gently.
fn eased(progress: f32) -> f32 {
    progress * progress * (3.0 - 2.0 * progress)
}

/// The point so far along a walk of somebody who is so many cells across. Starts and ends gently.
fn along(path: &[Cell], across: u8, progress: f32, grid: &Grid) -> Option<Vec2> {
    let last = path.len().checked_sub(1)?;
    let done = (0.35 * eased(progress) + 0.65 * progress) * last as f32;
    let step = (done as usize).min(last.saturating_sub(1));
    let at = |cell: &Cell| {
        let footing = Footing::in_cell(*cell);
        middle(grid, Footing { across, ..footing })
    };
    let from = at(path.get(step)?);
    let to = at(path.get((step + 1).min(last))?);
    Some(from.lerp(to, (done - step as f32).clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::{Entry, MoveCost};
    use shieldwall_grid::{Layout, Metres};

    use super::{super::plane::centre, *};
    use crate::{playback::samples, shown::Figure};

    fn grid() -> Grid {
        Grid::new(Layout::HexPointy, 8, 8, Metres::from_milli(1500)).unwrap()
    }

    fn figure(id: u16, cell: u16, vitality: Vitality) -> Option<Figure> {
        Some(samples::figure(id, cell, vitality))
    }

    fn playing(event: Event, progress: f32) -> Playing {
        Playing {
            entries: vec![Entry {
                number: 0,
                round: 1,
                event,
                rules: Vec::new(),
                only_for: None,
                group: None,
            }],
            elapsed: progress,
            duration: 1.0,
        }
    }

    #[test]
    fn those_who_share_a_cell_are_fanned_and_the_dead_lie_beneath() {
        let shown = ShownBattle {
            figures: vec![
                figure(0, 9, Vitality::Active),
                figure(1, 9, Vitality::Dead),
                figure(2, 9, Vitality::Dying),
                figure(3, 10, Vitality::Left),
            ],
            ..ShownBattle::default()
        };
        let poses = poses(&shown, None, &grid());
        let [up, dead, dying] = [0, 1, 2].map(|id| poses[&CombatantId(id)]);
        assert!(!up.fallen && dead.fallen && dying.fallen);
        assert!(up.at.distance(centre(&grid(), Cell(9))) < 1e-3);
        assert!(dead.at.distance(dying.at) > 5.0);
        assert!(!poses.contains_key(&CombatantId(3)));
    }

    #[test]
    fn large_figures_fill_their_cells_and_riders_sit_on_them() {
        let grid = grid();
        let mut figures = vec![
            figure(0, 9, Vitality::Active),
            figure(1, 9, Vitality::Active),
            figure(2, 20, Vitality::Active),
        ];
        figures[0].as_mut().unwrap().across = 2;
        figures[1].as_mut().unwrap().riding = Some(CombatantId(0));
        let shown = ShownBattle {
            figures,
            ..ShownBattle::default()
        };
        let rest = poses(&shown, None, &grid);
        let [giant, rider, other] = [0, 1, 2].map(|id| rest[&CombatantId(id)]);
        assert!(giant.scale > 1.8 && rider.scale < 0.8 && other.scale < 1.1);
        assert!(rider.mounted && rider.at.x > giant.at.x && rider.at.y > giant.at.y);
        assert!(giant.at.distance(centre(&grid, Cell(9))) > CELL * 0.3);
        // Anyone who rides goes where the mount goes.
        let walk = Event::Moved {
            who: CombatantId(0),
            path: vec![Cell(9), Cell(10)],
            cost: MoveCost::NOTHING,
            stopped: None,
        };
        let begun = poses(&shown, Some(&playing(walk, 0.0)), &grid);
        let between = |poses: &BTreeMap<CombatantId, Pose>| {
            poses[&CombatantId(1)].at - poses[&CombatantId(0)].at
        };
        assert!(between(&begun).distance(between(&rest)) < 0.1);
    }

    #[test]
    fn a_walk_leads_from_the_first_cell_to_the_last() {
        let grid = grid();
        let shown = ShownBattle {
            figures: vec![figure(0, 12, Vitality::Active)],
            ..ShownBattle::default()
        };
        let at = |progress: f32| {
            let walk = Event::Moved {
                who: CombatantId(0),
                path: vec![Cell(9), Cell(10), Cell(11), Cell(12)],
                cost: MoveCost::NOTHING,
                stopped: None,
            };
            poses(&shown, Some(&playing(walk, progress)), &grid)[&CombatantId(0)].at
        };
        assert!(at(0.0).distance(centre(&grid, Cell(9))) < 1.0);
        assert!(at(1.0).distance(centre(&grid, Cell(12))) < 1.0);
        assert!(at(0.2).x < at(0.5).x && at(0.5).x < at(0.8).x);
    }

    #[test]
    fn a_blow_goes_out_and_comes_back_and_the_felled_topple() {
        let grid = grid();
        let shown = ShownBattle {
            figures: vec![
                figure(0, 9, Vitality::Active),
                figure(1, 10, Vitality::Dead),
            ],
            ..ShownBattle::default()
        };
        let blow = |progress: f32| {
            let event = Event::Attacked {
                who: CombatantId(0),
                target: CombatantId(1),
                item: None,
                with: "fist".to_owned(),
                missile: false,
            };
            poses(&shown, Some(&playing(event, progress)), &grid)[&CombatantId(0)]
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
            poses(&shown, Some(&playing(event, progress)), &grid)[&CombatantId(1)]
        };
        assert!(!fall(0.3).fallen && fall(0.3).turn < 0.0);
        assert!(fall(0.9).fallen);
    }

    #[test]
    fn nothing_is_out_of_place_when_its_entry_ends() {
        let grid = grid();
        let shown = ShownBattle {
            figures: vec![
                figure(0, 9, Vitality::Active),
                figure(1, 10, Vitality::Active),
            ],
            ..ShownBattle::default()
        };
        let rest = poses(&shown, None, &grid);
        for event in samples::every_event() {
            if matches!(event, Event::Moved { .. } | Event::Vitality { .. }) {
                continue;
            }
            let end = poses(&shown, Some(&playing(event.clone(), 1.0)), &grid);
            for (id, pose) in &end {
                assert!(pose.at.distance(rest[id].at) < 0.5, "{event:?}");
                assert!((pose.scale - rest[id].scale).abs() < 0.01, "{event:?}");
            }
        }
    }
}
