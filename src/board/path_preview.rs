//! The way to the pointed cell: a dotted line with its cost.

use bevy::prelude::*;
use shieldwall_battle::{CellOption, Target};
use shieldwall_grid::Cell;

use crate::{
    decide::risks,
    session::{Asked, Draft, Pointed, Session},
};

use super::{
    Board, draw_anew,
    hatch::Hatch,
    label::{self, LabelParts},
    layer,
    markings::{picked, ways},
    plane::centre,
    strokes::{StrokeMaterial, Strokes, colour, sheet, show},
};

#[derive(Component)]
struct WayDots;

#[derive(Component)]
struct WayCost;

/// The way that is shown.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    cells: Vec<Cell>,
    goal: CellOption,
}

fn begin(mut commands: Commands, board: Res<Board>) {
    commands.spawn((WayDots, sheet(&board, "way", layer::PATH + 0.5)));
    commands.spawn((WayCost, label::blank(&board)));
}

/// The way to where the player would go: to the pointed cell, else to the one that is picked.
fn way(session: &Session, asked: &Asked, draft: &Draft, pointed: &Pointed) -> Option<Way> {
    let decision = session.decision.as_ref().filter(|_| !session.waiting)?;
    let offer = picked(decision, draft)?;
    let option = |cell: Cell| {
        ways(offer, draft)
            .find(|option| option.cell == cell)
            .copied()
    };
    let chosen = match draft.target {
        Some(Target::Cell(cell)) => Some(cell),
        _ => None,
    };
    let goal = pointed
        .cell
        .and_then(option)
        .or_else(|| chosen.and_then(option))?;
    let mover = decision.actor?;
    let actor = session.shown.figures.get(mover.index())?.as_ref()?;
    let path = asked.paths.get(&(mover, goal.cell))?;
    let cells = std::iter::once(actor.cell)
        .chain(path.iter().copied().filter(|cell| *cell != actor.cell))
        .collect();
    Some(Way { cells, goal })
}

fn draw(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    asked: Res<Asked>,
    draft: Res<Draft>,
    pointed: Res<Pointed>,
    dots: Query<(Entity, Ref<WayDots>)>,
    mut costs: Query<LabelParts, With<WayCost>>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
    mut shown: Local<Option<Way>>,
) {
    let (Ok((entity, dots)), Ok(cost)) = (dots.single(), costs.single_mut()) else {
        return;
    };
    let news = session.is_changed() || asked.is_changed();
    if !(news || draft.is_changed() || pointed.is_changed() || dots.is_added()) {
        return;
    }
    let wanted = way(&session, &asked, &draft, &pointed);
    if wanted == *shown && !dots.is_added() {
        return;
    }
    let mut strokes = Strokes::default();
    if let Some(way) = &wanted {
        let points: Vec<Vec2> = way
            .cells
            .iter()
            .map(|cell| centre(&board.grid, *cell))
            .collect();
        let bright = colour(Hatch::Reach(way.goal.band).colour(), 1.0);
        for (width, ink) in [(7.5, colour([16, 13, 9], 0.75)), (4.2, bright)] {
            for pair in points.windows(2) {
                strokes.dashes(pair[0], pair[1], width, [7.0, 9.0], ink);
            }
        }
        for (index, at) in points.iter().enumerate().skip(1) {
            let radius = if index + 1 == points.len() { 8.0 } else { 4.6 };
            strokes.disc(*at, radius + 2.0, colour([16, 13, 9], 0.8));
            strokes.disc(*at, radius, bright);
        }
    }
    let words = wanted.as_ref().map(|way| {
        let mut text = way.goal.cost.to_string();
        let risks = risks(&way.goal);
        if !risks.is_empty() {
            let words: Vec<&str> = risks.iter().map(|risk| risk.short.as_str()).collect();
            text.push_str(&format!(" ({})", words.join(", ")));
        }
        let ink = colour(Hatch::Reach(way.goal.band).colour(), 1.0);
        let goal = centre(&board.grid, way.goal.cell);
        let before = way.cells.iter().rev().nth(1);
        let before = before.map_or(goal, |cell| centre(&board.grid, *cell));
        let at = label::beyond(before, goal);
        (text, ink.into(), at)
    });
    label::say(cost, words);
    show(&mut commands, entity, strokes, &mut meshes, &material);
    *shown = wanted;
}

pub(super) fn plugin(app: &mut App) {
    draw_anew(app, begin, draw);
}
