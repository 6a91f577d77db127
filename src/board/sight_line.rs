//! The line of sight from the combatant in question to the pointed cell, with the cover on it.

use bevy::prelude::*;
use shieldwall_battle::{LineOfSight, Target, Targets};
use shieldwall_grid::{Cell, Cover};

use crate::session::{Draft, Overlays, Pointed, Session};

use super::{
    Board, draw_anew,
    label::{self, LabelParts},
    layer,
    markings::{picked, subject},
    plane::{CELL, centre, figure_centre, side_ends},
    strokes::{StrokeMaterial, Strokes, colour, sheet, show},
    view::View,
};

#[derive(Component)]
struct Ray;

/// The words about the line of sight.
#[derive(Component)]
pub(crate) struct SightWords;

const CLEAR: [u8; 3] = [120, 210, 110];
const COVERED: [u8; 3] = [240, 192, 74];
const BLOCKED: [u8; 3] = [240, 80, 70];

/// What is shown: from where to where, and how well one sees.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    from: Cell,
    to: Cell,
    line: LineOfSight,
}

impl Shown {
    /// The colour that tells how well one sees.
    fn colour(&self) -> [u8; 3] {
        match (self.line.visible, self.line.cover) {
            (false, _) => BLOCKED,
            (true, Cover::None) => CLEAR,
            (true, _) => COVERED,
        }
    }
}

fn begin(mut commands: Commands, board: Res<Board>) {
    commands.spawn((Ray, sheet(&board, "sight", layer::SIGHT)));
    commands.spawn((SightWords, label::blank(&board)));
}

fn look(session: &Session, draft: &Draft, overlays: &Overlays, pointed: &Pointed) -> Option<Shown> {
    let to = pointed.cell.filter(|_| overlays.sight)?;
    let from = subject(session, draft)?.cell;
    if from == to {
        return None;
    }
    // While a walk is being picked its way is shown there instead; while a zone is aimed at, whether
    // it can be hit does not depend on what one sees of the cell that is pointed at.
    let elsewhere = session
        .decision
        .as_ref()
        .and_then(|decision| picked(decision, draft))
        .is_some_and(|offer| match &offer.targets {
            Targets::Cells(_) => pointed.combatant.is_none(),
            Targets::AnyOf(targets) => targets.iter().any(|aim| matches!(aim, Target::Zone(_))),
            Targets::None => false,
        });
    if elsewhere {
        return None;
    }
    let plan = &session.plan;
    let line = plan
        .ruleset
        .line_of_sight(&session.map, &plan.setup.level, from, to);
    Some(Shown { from, to, line })
}

const fn words(visible: bool, cover: Cover) -> &'static str {
    match (visible, cover) {
        (false, _) => "no sight",
        (true, Cover::None) => "clear",
        (true, Cover::Light) => "light cover",
        (true, Cover::Half) => "half cover",
        (true, Cover::Heavy) => "heavy cover",
        (true, Cover::Full) => "full cover",
    }
}

fn draw(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    draft: Res<Draft>,
    overlays: Res<Overlays>,
    pointed: Res<Pointed>,
    view: Res<View>,
    rays: Query<(Entity, Ref<Ray>)>,
    mut labels: Query<LabelParts, With<SightWords>>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
    mut shown: Local<Option<Shown>>,
) {
    let (Ok((entity, ray)), Ok(label)) = (rays.single(), labels.single_mut()) else {
        return;
    };
    let news = session.is_changed()
        || draft.is_changed()
        || overlays.is_changed()
        || pointed.is_changed()
        || ray.is_added();
    if !news {
        return;
    }
    let wanted = look(&session, &draft, &overlays, &pointed);
    if wanted == *shown && !ray.is_added() {
        return;
    }
    let mut strokes = Strokes::default();
    if let Some(shown) = &wanted {
        let line = &shown.line;
        let grid = &board.grid;
        let (from, to) = (centre(grid, shown.from), centre(grid, shown.to));
        let bright = colour(shown.colour(), 0.95);
        let dark = colour([16, 13, 9], 0.7);
        let away = (to - from).normalize_or_zero() * CELL * 0.4;
        for (width, tone) in [(6.4, dark), (3.4, bright)] {
            if line.visible && line.cover == Cover::None {
                strokes.line(from + away, to, width, tone);
            } else {
                let rhythm = if line.visible {
                    [13.0, 9.0]
                } else {
                    [4.0, 8.0]
                };
                strokes.dashes(from + away, to, width, rhythm, tone);
            }
        }
        if line.visible {
            // The sides that shelter the target.
            for side in session.map.sight(shown.from, shown.to).entered.iter() {
                if session.map.border(shown.to, side).cover != Cover::None {
                    let (a, b) = side_ends(grid, shown.to, side);
                    strokes.line(a, b, 8.0, dark);
                    strokes.line(a, b, 5.0, bright);
                }
            }
            strokes.disc(to, 5.4, dark);
            strokes.disc(to, 3.6, bright);
        } else {
            let arm = Vec2::splat(CELL * 0.13);
            for way in [arm, Vec2::new(arm.x, -arm.y)] {
                strokes.line(to - way, to + way, 8.0, dark);
                strokes.line(to - way, to + way, 4.6, bright);
            }
        }
    }
    let words = wanted.as_ref().map(|line| {
        let seen = &line.line;
        let text = format!("{}, {}", seen.distance, words(seen.visible, seen.cover));
        let [red, green, blue] = line.colour();
        let ink = Color::srgb_u8(red, green, blue).mix(&Color::WHITE, 0.35);
        let ends = [line.from, line.to].map(|cell| centre(&board.grid, cell));
        let figures = session.shown.figures.iter().flatten();
        let figures: Vec<Vec2> = figures
            .map(|figure| figure_centre(&board.grid, figure))
            .collect();
        let at = label::clear_of(&figures, (ends[0], ends[1]), view.zoom());
        (text, ink, at)
    });
    label::say(label, words);
    show(&mut commands, entity, strokes, &mut meshes, &material);
    *shown = wanted;
}

pub(super) fn plugin(app: &mut App) {
    draw_anew(app, begin, draw);
}
