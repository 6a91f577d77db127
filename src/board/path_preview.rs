//! The way to the pointed cell: a dotted line with its cost. A way that the player draws says whether it can be gone.

use bevy::prelude::*;
use shieldwall_battle::{CellOption, Target};
use shieldwall_grid::Cell;

use crate::{
    decide::{Considered, has_way, risks},
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

/// Colour of a way that the player draws, while it is not known what it takes.
const DRAWN: [u8; 3] = [244, 240, 226];
/// Colour of one that cannot be gone.
const REFUSED: [u8; 3] = [240, 80, 70];

/// The way that is shown.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    cells: Vec<Cell>,
    words: String,
    ink: [u8; 3],
}

/// The words at the end of a way that is shown by itself: its cost and its dangers.
fn cost_and_risks(goal: &CellOption) -> String {
    let mut text = goal.cost.to_string();
    let risks = risks(goal);
    if !risks.is_empty() {
        let words: Vec<&str> = risks.iter().map(|risk| risk.short.as_str()).collect();
        text.push_str(&format!(" ({})", words.join(", ")));
    }
    text
}

fn begin(mut commands: Commands, board: Res<Board>) {
    commands.spawn((WayDots, sheet(&board, "way", layer::PATH + 0.5)));
    commands.spawn((WayCost, label::blank(&board)));
}

/// The way to where the player would go: to the pointed cell, else to the one that is picked.
fn way(
    (session, asked): (&Session, &Asked),
    draft: &Draft,
    pointed: &Pointed,
    considered: &Considered,
) -> Option<Way> {
    let decision = session.decision.as_ref().filter(|_| !session.waiting)?;
    let offer = picked(decision, draft)?;
    let mover = decision.actor?;
    let actor = session.shown.figures.get(mover.index())?.as_ref()?;
    if let Some(end) = draft.way.last()
        && has_way(offer)
        && pointed.cell.map(Target::Cell).or(draft.target) == Some(Target::Cell(*end))
    {
        let can_end = ways(offer, draft).any(|option| option.cell == *end);
        let choice = considered.choice.as_ref();
        let choice = choice.filter(|choice| choice.path == draft.way);
        let answer = choice.and_then(|choice| asked.drawn_ways.given(choice));
        let (words, ink) = match answer {
            _ if !can_end => ("Not possible: no move ends here".to_owned(), REFUSED),
            Some(Err(_)) => ("This way is not possible".to_owned(), REFUSED),
            Some(Ok(Some(option))) => (
                format!("Your way: {}", cost_and_risks(option)),
                Hatch::Reach(option.band).colour(),
            ),
            Some(Ok(None)) | None => ("Your way".to_owned(), DRAWN),
        };
        return Some(Way {
            cells: [&[actor.cell], draft.way.as_slice()].concat(),
            words,
            ink,
        });
    }
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
    let path = asked.paths.get(&(mover, goal.cell))?;
    let cells = std::iter::once(actor.cell)
        .chain(path.iter().copied().filter(|cell| *cell != actor.cell))
        .collect();
    Some(Way {
        cells,
        words: cost_and_risks(&goal),
        ink: Hatch::Reach(goal.band).colour(),
    })
}

fn draw(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    asked: Res<Asked>,
    draft: Res<Draft>,
    pointed: Res<Pointed>,
    considered: Res<Considered>,
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
    let aim = draft.is_changed() || pointed.is_changed() || considered.is_changed();
    if !(news || aim || dots.is_added()) {
        return;
    }
    let wanted = way((&session, &asked), &draft, &pointed, &considered);
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
        let bright = colour(way.ink, 1.0);
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
    let words = wanted.as_ref().and_then(|way| {
        let ink = colour(way.ink, 1.0);
        let mut back = way.cells.iter().rev();
        let goal = back.next().map(|cell| centre(&board.grid, *cell))?;
        let before = back.next();
        let before = before.map_or(goal, |cell| centre(&board.grid, *cell));
        let at = label::beyond(before, goal);
        Some((way.words.clone(), ink.into(), at))
    });
    label::say(cost, words);
    show(&mut commands, entity, strokes, &mut meshes, &material);
    *shown = wanted;
}

pub(super) fn plugin(app: &mut App) {
    draw_anew(app, begin, draw);
}
