//! What figures are about to do, as far as the viewer may know: an icon at the figure and an arrow to its target. And
//! who can still answer attacks: a bright dot for each answer.

use std::collections::BTreeMap;

use bevy::prelude::*;
use shieldwall_battle::{
    Choice, CombatantId, SideId, Target, Vitality,
    terms::{Action, Mode},
};
use shieldwall_grid::Grid;

use crate::{
    art::{Gallery, GameArt, size_step},
    decide::is_reaction,
    palette::Palette,
    session::{Marked, Playback, Pointed, Session},
    shown::Figure,
};

use super::{
    Board,
    condition_icons::Badge,
    draw_anew, layer,
    plane::{CELL, centre},
    pose::at_rest,
    strokes::{StrokeMaterial, Strokes, colour, sheet, show},
    token::{BADGE, DIAMETER, picture_of},
    view::View,
};

/// Pixels that an icon is wide, at least.
const LEAST_ICON: f32 = 21.0;
/// Dots at most for the answers that a figure has left.
const MOST_DOTS: u8 = 3;

/// The arrows and dots.
#[derive(Component)]
struct Signs;

/// The icon of what somebody is about to do.
#[derive(Component)]
struct IntentIcon;

/// What is about to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawn {
    side: SideId,
    action: Action,
    mode: Option<Mode>,
    from: Vec2,
    /// How wide the figure is, in cells.
    across: f32,
    /// Where it is aimed, and how wide that is.
    to: Option<(Vec2, f32)>,
    /// Whether the player looks at one of the two.
    meant: bool,
}

/// Everything that is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
struct Plan {
    intents: Vec<Drawn>,
    /// Where answers are left, how wide the figure is, and how many.
    answers: Vec<(Vec2, f32, u8)>,
    /// Size of icons on the plane.
    icon: f32,
}

fn plan(
    session: &Session,
    playback: &Playback,
    grid: &Grid,
    looked_at: &dyn Fn(CombatantId) -> bool,
) -> Plan {
    // Figures walk about while something is played.
    if playback.playing.is_some() || session.ending.is_some() {
        return Plan::default();
    }
    let poses = at_rest(&session.shown, grid);
    let known: BTreeMap<CombatantId, &Figure> = session
        .shown
        .figures
        .iter()
        .flatten()
        .map(|figure| (figure.id, figure))
        .collect();
    let place = |id: CombatantId| Some((poses.get(&id)?.at, width(known.get(&id)?)));
    let is_over = |id: CombatantId| {
        let mut order = session.view.order.iter();
        order.any(|entry| entry.who == id && entry.done)
    };
    // A secret choice stands before an earlier statement.
    let plans: BTreeMap<CombatantId, &Choice> = session
        .plans
        .iter()
        .map(|(who, choice)| (*who, choice))
        .collect();
    let stated = session.shown.intents.iter();
    let stated = stated.filter(|(id, _)| !is_over(**id) && !plans.contains_key(*id));
    let intents = plans.iter().map(|(id, choice)| (id, *choice)).chain(stated);
    let intents = intents.filter_map(|(id, choice)| {
        let (from, across) = place(*id)?;
        let (to, other) = match choice.target {
            Some(Target::Combatant(other) | Target::Injury(other, _)) => {
                (place(other), Some(other))
            }
            Some(Target::Cell(cell) | Target::Edge(cell, _) | Target::Device(cell, _)) => {
                (Some((centre(grid, cell), 0.4)), None)
            }
            _ => (None, None),
        };
        Some(Drawn {
            side: known.get(id)?.side,
            action: choice.action,
            mode: choice.mode,
            from,
            across,
            to,
            meant: looked_at(*id) || other.is_some_and(looked_at),
        })
    });
    // The attack that waits for an answer.
    let open = session.decision.as_deref().filter(|open| is_reaction(open));
    let waits = open.and_then(|open| {
        let (who, target) = (open.against?, open.actor?);
        let (from, across) = place(who)?;
        Some(Drawn {
            side: known.get(&who)?.side,
            action: session.words.attack(),
            mode: None,
            from,
            across,
            to: place(target),
            meant: true,
        })
    });
    let answers = session.view.order.iter().filter_map(|entry| {
        let (at, across) = place(entry.who)?;
        let figure = known.get(&entry.who)?;
        let can_react = entry.reactions > 0 && figure.vitality == Vitality::Active;
        can_react.then_some((at, across, entry.reactions.min(MOST_DOTS)))
    });
    Plan {
        intents: intents.chain(waits).collect(),
        answers: answers.collect(),
        icon: 0.0,
    }
}

fn width(figure: &Figure) -> f32 {
    f32::from(figure.across.max(1))
}

fn begin(mut commands: Commands, board: Res<Board>) {
    commands.spawn((Signs, sheet(&board, "intents", layer::SIGHT + 1.0)));
}

fn draw(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    playback: Res<Playback>,
    palette: Res<Palette>,
    view: Res<View>,
    pointed: Res<Pointed>,
    marked: Res<Marked>,
    art: Res<GameArt>,
    mut gallery: ResMut<Gallery>,
    signs: Query<(Entity, Ref<Signs>)>,
    icons: Query<Entity, With<IntentIcon>>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
    mut before: Local<(Plan, bool)>,
) {
    let Ok((entity, signs)) = signs.single() else {
        return;
    };
    let news = session.is_changed()
        || playback.is_changed()
        || pointed.is_changed()
        || view.is_changed()
        || marked.is_changed()
        || art.is_changed()
        || palette.is_changed()
        || signs.is_added()
        || !before.1;
    if !news {
        return;
    }
    let acting = session.decision.as_ref().and_then(|open| open.actor);
    let looked_at = |id: CombatantId| {
        pointed.combatant == Some(id) || marked.0.contains(&id) || acting == Some(id)
    };
    let wanted = Plan {
        // From afar as large as can be told apart.
        icon: (LEAST_ICON / view.zoom()).round().max(BADGE * 1.25),
        ..plan(&session, &playback, &board.grid, &looked_at)
    };
    let (shown, complete) = &*before;
    let same = wanted == *shown && *complete;
    if same && !signs.is_added() && !art.is_changed() && !palette.is_changed() {
        return;
    }
    let pixels = size_step(BADGE * 2.0);
    let pictures: Option<Vec<Handle<Image>>> = wanted
        .intents
        .iter()
        .map(|drawn| {
            let badge = Badge::Intent(drawn.action, drawn.mode);
            picture_of(&art, &mut gallery, badge, pixels)
        })
        .collect();
    let complete = pictures.is_some();
    for icon in &icons {
        commands.entity(icon).try_despawn();
    }
    let icon = wanted.icon;
    let mut strokes = Strokes::default();
    for drawn in &wanted.intents {
        arrow(&mut strokes, drawn, palette.side(drawn.side).fill);
    }
    for (at, across, left) in &wanted.answers {
        dots(&mut strokes, *at, *across, *left);
    }
    show(&mut commands, entity, strokes, &mut meshes, &material);
    for (drawn, image) in wanted.intents.iter().zip(pictures.unwrap_or_default()) {
        // At the upper left of the ring, where no badge is.
        let at = drawn.from + Vec2::from_angle(2.36) * DIAMETER * 0.5 * drawn.across;
        commands.spawn((
            IntentIcon,
            Sprite {
                image,
                custom_size: Some(Vec2::splat(icon)),
                ..default()
            },
            Transform::from_translation(at.extend(layer::SIGHT + 2.0)),
            ChildOf(board.root),
        ));
    }
    *before = (wanted, complete);
}

/// From the rim of the figure to that of its target: solid for attacks, dashed for everything else; pale unless the
/// player looks at one of the two.
fn arrow(strokes: &mut Strokes, drawn: &Drawn, side: [u8; 3]) {
    let Some((target, room)) = drawn.to else {
        return;
    };
    let along = (target - drawn.from).normalize_or_zero();
    let from = drawn.from + along * DIAMETER * 0.5 * drawn.across;
    let tip = target - along * DIAMETER * 0.5 * room;
    if along == Vec2::ZERO || (tip - from).dot(along) < CELL * 0.05 {
        return;
    }
    // Two who aim at each other do not hide each other's arrows.
    let aside = along.perp() * CELL * 0.07;
    let (from, tip) = (from + aside, tip + aside);
    let opacity = if drawn.meant { 0.95 } else { 0.5 };
    let (dark, bright) = (colour([16, 13, 9], opacity * 0.8), colour(side, opacity));
    let end = tip - along * CELL * 0.12;
    for (width, tone) in [(6.2, dark), (3.4, bright)] {
        if drawn.action.role.is_attack() {
            strokes.line(from, end, width, tone);
        } else {
            strokes.dashes(from, end, width, [7.0, 7.0], tone);
        }
    }
    strokes.arrow_head(tip + along * 2.0, along, 15.0, dark);
    strokes.arrow_head(tip, along, 11.0, bright);
}

fn dots(strokes: &mut Strokes, at: Vec2, across: f32, left: u8) {
    for dot in 0..left {
        let angle = (202.0 - 22.0 * f32::from(dot)).to_radians();
        let at = at + Vec2::from_angle(angle) * DIAMETER * 0.5 * across;
        strokes.disc(at, 6.0, colour([16, 13, 9], 0.9));
        strokes.disc(at, 4.2, colour([240, 200, 90], 1.0));
    }
}

pub(super) fn plugin(app: &mut App) {
    draw_anew(app, begin, draw);
}
