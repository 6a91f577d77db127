//! A few words beside something on the board, of the same size at any zoom.

use bevy::{prelude::*, sprite::Text2dShadow, text::TextBackgroundColor};

use super::{Board, Showing, layer, plane::CELL, view::View};
use crate::theme;

/// Marks labels.
#[derive(Component)]
pub(super) struct Label;

/// The parts of a label that change.
pub(super) type LabelParts = (
    &'static mut Text2d,
    &'static mut TextColor,
    &'static mut Transform,
    &'static mut Visibility,
);

/// A label of which nothing can be seen yet.
pub(super) fn blank(board: &Board) -> impl Bundle {
    (
        Label,
        Text2d::default(),
        TextFont {
            font_size: theme::text_size(15.0),
            ..default()
        },
        Text2dShadow {
            offset: Vec2::new(1.0, -1.0),
            color: Color::BLACK,
        },
        TextBackgroundColor(Color::srgba(0.06, 0.05, 0.03, 0.72)),
        Transform::from_xyz(0.0, 0.0, layer::SIGHT + 1.0),
        Visibility::Hidden,
        ChildOf(board.root),
    )
}

/// Where the words about a line stand: above its end or below it, away from where it comes from, so
/// that they cover neither the line nor who stands at its beginning.
pub(super) fn beyond(from: Vec2, to: Vec2) -> Vec2 {
    let side = if to.y < from.y { -1.0 } else { 1.0 };
    to + Vec2::Y * side * CELL * 0.66
}

/// Half the size of a short label, in pixels.
const HALF: Vec2 = Vec2::new(58.0, 12.0);

/// A place for short words about a line, where they cover no figure: beyond its end, else beside it, else on the line;
/// beyond its end if there is no room anywhere.
pub(super) fn clear_of(figures: &[Vec2], (from, to): (Vec2, Vec2), zoom: f32) -> Vec2 {
    let first = beyond(from, to);
    let reach = HALF / zoom + CELL * 0.42;
    let free = |at: &Vec2| {
        let covers = |figure: &Vec2| (*figure - *at).abs().cmplt(reach).all();
        !figures.iter().any(covers)
    };
    let beside = Vec2::X * (reach.x + CELL * 0.1);
    let up = Vec2::Y * (reach.y + CELL * 0.1);
    let along = [0.5, 0.65, 0.35].map(|part| from.lerp(to, part));
    let around = [first, to + up, to - up, to + beside, to - beside];
    let mut all = around.into_iter().chain(along);
    all.find(free).unwrap_or(first)
}

/// Shows words at a point, or nothing.
pub(super) fn say(
    (mut text, mut ink, mut place, mut visibility): (
        Mut<'_, Text2d>,
        Mut<'_, TextColor>,
        Mut<'_, Transform>,
        Mut<'_, Visibility>,
    ),
    words: Option<(String, Color, Vec2)>,
) {
    let Some((words, colour, at)) = words else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    text.0 = words;
    ink.0 = colour;
    place.translation = at.extend(layer::SIGHT + 1.0);
    visibility.set_if_neq(Visibility::Inherited);
}

fn keep_size(view: Res<View>, mut labels: Query<&mut Transform, With<Label>>) {
    let scale = Vec3::splat(1.0 / view.zoom());
    for mut place in &mut labels {
        if place.scale != scale {
            place.scale = scale;
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, keep_size.in_set(Showing));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_moves_aside_for_figures() {
        let (from, to) = (Vec2::ZERO, Vec2::new(CELL * 12.0, 0.0));
        let reach = HALF + CELL * 0.42;
        let alone = clear_of(&[from, to], (from, to), 1.0);
        assert!(alone.distance(to) < reach.x * 2.0, "near its end");
        let crowd: Vec<Vec2> = (-3..=3)
            .flat_map(|x| (-3..=3).map(move |y| to + Vec2::new(x as f32, y as f32) * CELL))
            .chain([from])
            .collect();
        let at = clear_of(&crowd, (from, to), 1.0);
        assert!(
            crowd
                .iter()
                .all(|figure| !(*figure - at).abs().cmplt(reach).all())
        );
    }
}
