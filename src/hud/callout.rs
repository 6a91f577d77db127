//! The callout of a lesson: what to do next, and where.

use std::cmp::Ordering;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align, Align2, Color32, Layout, Pos2, Rect, RichText, Stroke, StrokeKind, pos2, vec2};
use shieldwall_content::lesson::{LessonStep, Panel, Pointer, Until};
use shieldwall_lab::lessons::Progress;

use crate::{
    lesson::LessonInPlay,
    session::Session,
    theme::{self, faint},
};

use super::{
    Hud,
    layout::{GAP, floating_panel},
    on_screen::OnScreen,
};

/// Width of a callout.
const WIDTH: f32 = 320.0;
/// The height that a callout is taken to have before it has been drawn.
const USUAL_HEIGHT: f32 = 130.0;
/// Distance between a callout and what it points at.
const AWAY: f32 = 26.0;
/// Distance from which no line leads to what it points at: it would cross other panels, and the frame is enough.
const FAR: f32 = 150.0;
/// Colour of its frame and of what leads to what it points at.
const GOLD: Color32 = Color32::from_rgb(244, 196, 72);

/// The place on the screen that a step points at.
fn pointed(
    step: &LessonStep,
    hud: &Hud,
    session: &Session,
    on_screen: &OnScreen<'_, '_>,
    context: &egui::Context,
) -> Option<Rect> {
    let layout = &hud.layout;
    match step.point.as_ref()? {
        Pointer::Combatant(name) => {
            let mut all = session.view.combatants.iter();
            let found = all.find(|one| one.name == *name)?;
            on_screen.figure(session, found.id, context)
        }
        Pointer::Cell(cell) => on_screen.cell(session, *cell, context),
        Pointer::Action(action) => hud.button_of(action),
        Pointer::Panel(panel) => match panel {
            Panel::Actions => {
                let bottom = layout.bottom;
                let top = bottom.max.y - hud.bar_height;
                Some(Rect::from_min_max(pos2(bottom.min.x, top), bottom.max))
            }
            Panel::Forecast => hud.forecast.map(|(_, rect)| rect),
            Panel::Log => Some(layout.log).filter(|log| log.height() > 1.0),
            Panel::Order => hud.order,
            Panel::Card => Some(layout.card),
            Panel::Legend => Some(Rect::from_min_size(
                layout.legend_corner(),
                vec2(96.0, 36.0),
            )),
        },
    }
}

/// The area that two rectangles share.
fn common(one: Rect, other: Rect) -> f32 {
    let shared = one.intersect(other);
    if shared.is_positive() {
        shared.area()
    } else {
        0.0
    }
}

/// The place of a callout of this size: beside what it points at, on the side with room for it, and off what is to be
/// kept clear.
fn place(target: Option<Rect>, size: egui::Vec2, within: Rect, clear: &[Rect]) -> Pos2 {
    let Some(target) = target else {
        return pos2(within.center().x - size.x / 2.0, within.min.y + GAP);
    };
    let middle = target.center() - size / 2.0;
    let far = within.max - size;
    let places = [
        pos2(target.max.x + AWAY, middle.y),
        pos2(target.min.x - AWAY - size.x, middle.y),
        pos2(middle.x, target.min.y - AWAY - size.y),
        pos2(middle.x, target.max.y + AWAY),
        // If those are taken: the top of the board, and its corners.
        pos2(within.center().x - size.x / 2.0, within.min.y),
        pos2(far.x, within.min.y),
        within.min,
        pos2(within.min.x, far.y),
        far,
    ];
    let held = |at: Pos2| {
        let most = (within.max - size).max(within.min);
        at.clamp(within.min, most)
    };
    // It never covers what it points at if it need not; then it covers as little as can be, and stays near.
    let cost = |at: Pos2| {
        let panel = Rect::from_min_size(held(at), size);
        let covered: f32 = clear.iter().map(|rect| common(panel, *rect)).sum();
        [
            common(panel, target),
            covered,
            panel.distance_to_pos(target.center()),
        ]
    };
    let best = places.into_iter().min_by(|one, other| {
        let costs = cost(*one).into_iter().zip(cost(*other));
        let mut orders = costs.map(|(one, other)| one.total_cmp(&other));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    });
    best.map_or(within.min, held)
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    lesson: Option<ResMut<LessonInPlay>>,
    session: Res<Session>,
    on_screen: OnScreen,
    mut height: Local<f32>,
) -> Result {
    let Some(mut lesson) = lesson else {
        return Ok(());
    };
    let Some(step) = lesson.course.step().cloned() else {
        return Ok(());
    };
    if session.ending.is_some() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let within = hud.layout.board.shrink(GAP);
    let target = pointed(&step, &hud, &session, &on_screen, &context);
    let size = vec2(WIDTH, height.max(USUAL_HEIGHT));
    let figures = session.view.combatants.iter();
    let mut clear: Vec<Rect> = figures
        .filter_map(|one| on_screen.figure(&session, one.id, &context))
        .collect();
    clear.extend(hud.forecast.map(|(_, rect)| rect));
    let corner = place(target, size, within, &clear);
    if let Some(target) = target {
        let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::new("callout ring"));
        let painter = context.layer_painter(layer);
        let ring = target.expand(3.0);
        let panel = Rect::from_min_size(corner, size);
        let from = panel.clamp(target.center());
        let to = ring.clamp(panel.center());
        // Over other panels the line would cross their words.
        let free = painter.with_clip_rect(hud.layout.board);
        for (width, colour) in [(6.0, Color32::from_black_alpha(150)), (3.0, GOLD)] {
            let stroke = Stroke::new(width, colour);
            painter.rect_stroke(ring, 8.0, stroke, StrokeKind::Middle);
            if from.distance(to) < FAR {
                free.line_segment([from, to], stroke);
            }
        }
    }
    let (number, of) = lesson.course.place();
    let mut pressed = false;
    let mut skipped = false;
    let enabled = hud.enabled;
    let drawn = floating_panel(
        &context,
        "callout",
        egui::Order::Foreground,
        Align2::LEFT_TOP,
        corner,
        WIDTH,
        within,
        enabled,
        |ui| {
            ui.horizontal(|ui| {
                let title = &lesson.course.lesson().name;
                ui.label(RichText::new(title).size(13.0).color(GOLD).strong());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(faint(format!("{number} of {of}")).size(12.0));
                });
            });
            ui.label(RichText::new(&step.text).size(15.0).color(theme::TEXT));
            ui.add_space(2.0);
            ui.horizontal(|ui| {
                if step.until == Until::Pressed {
                    let label = if number == of { "Play on" } else { "Next" };
                    pressed = ui.button(RichText::new(label).strong()).clicked();
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if number < of {
                        let end = egui::Button::new(faint("End lesson").size(12.0)).frame(false);
                        skipped = ui.add(end).clicked();
                    }
                });
            });
        },
    );
    *height = drawn.response.rect.height();
    if pressed {
        lesson.course.go_on(Progress::Pressed);
    }
    if skipped {
        lesson.course.skip();
    }
    Ok(())
}
