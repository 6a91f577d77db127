//! The small map in a corner, while the view shows only a part of the large one: the ground, who
//! stands where, and what is in view. Clicking it looks there; it folds to a button.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{ColorImage, Painter, Pos2, RichText, Sense, Stroke, StrokeKind, pos2, vec2};
use shieldwall_battle::Vitality;
use shieldwall_grid::Cell;

use crate::{
    board::{Overview, View, figure_centre},
    controls::Act,
    palette::Palette,
    session::{Overlays, Session},
    settings::Settings,
    theme,
};

use super::{
    Hud, PinnedRule,
    layout::{ForecastPlace, floating_panel, points_scale},
    on_screen::OnScreen,
    order_strip::side_mark,
};

/// Side of the mark of a combatant.
const MARK: f32 = 9.0;
/// Width of the button to which the map folds.
const FOLDED_WIDTH: f32 = 84.0;

/// The picture of the ground, made once for each battle, and again when the ground changes.
#[derive(Default)]
pub(super) struct Ground {
    battle: u64,
    /// Cells whose terrain is not that of the level.
    changed: BTreeMap<Cell, String>,
    texture: Option<egui::TextureHandle>,
}

impl Ground {
    fn texture(&mut self, context: &egui::Context, session: &Session) -> egui::TextureId {
        let changed = &session.shown.ground;
        if self.battle != session.battle || self.changed != *changed {
            self.battle = session.battle;
            self.changed.clone_from(changed);
            self.texture = None;
        }
        let texture = self.texture.get_or_insert_with(|| {
            let setup = &session.plan.setup;
            let picture = Overview::of(&setup.level, changed, &setup.library);
            let image = ColorImage::from_rgba_unmultiplied(picture.size, &picture.pixels);
            context.load_texture("small map", image, egui::TextureOptions::LINEAR)
        });
        texture.id()
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    session: Res<Session>,
    palette: Res<Palette>,
    settings: Res<Settings>,
    mut overlays: ResMut<Overlays>,
    mut view: ResMut<View>,
    on_screen: OnScreen,
    pinned: Res<PinnedRule>,
    mut is_up: Local<bool>,
    mut in_the_way: Local<bool>,
    mut ground: Local<Ground>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    hud.overview = None;
    if view.shows_most() || !session.shown.has_begun() {
        return Ok(());
    }
    let texture = ground.texture(&context, &session);
    let whole = view.map();
    let size = hud.layout.overview_size(whole.width(), whole.height());
    // A high forecast leaves room for no more than the button.
    let (pivot, corner) = hud.layout.overview_corner(false);
    let lower = pivot.anchor_size(corner, size + vec2(20.0, 16.0));
    let [crowded, upper_taken, lower_taken] = match hud.forecast {
        Some((ForecastPlace::UpperRight, panel)) => [panel.max.y > lower.min.y, true, false],
        Some((ForecastPlace::LowerRight, _)) => [false, false, true],
        _ => [false; 3],
    };
    let key = settings.keys.hint(Act::ToggleMap);
    // It hides no combatant who can fight.
    let fighting = session.shown.figures.iter().flatten();
    let fighting = fighting.filter(|figure| figure.vitality == Vitality::Active);
    let places: Vec<Pos2> = fighting
        .filter_map(|figure| Some(on_screen.figure(&session, figure.id, &context)?.center()))
        .collect();
    // It stays where it is while it is held, as the view under it moves.
    let held = context.input(|input| input.pointer.any_down() || input.pointer.any_released());
    // With its frame.
    let covers = size + vec2(20.0, 16.0);
    let mut folded = !overlays.map || crowded;
    if !held {
        let upper_free = !folded && !upper_taken && pinned.0.is_none();
        *is_up = hud
            .layout
            .overview_goes_up(covers, &places, upper_free, *is_up);
        *is_up |= lower_taken;
        *in_the_way = hud.layout.overview_covers(covers, &places, *is_up);
    }
    folded |= *in_the_way;
    let width = if folded { FOLDED_WIDTH } else { size.x + 20.0 };
    let (pivot, corner) = hud.layout.overview_corner(*is_up);
    let mut toggled = false;
    let mut look_at = None;
    let panel = floating_panel(
        &context,
        "small map",
        egui::Order::Middle,
        pivot,
        corner,
        width,
        hud.layout.board,
        hud.enabled,
        |ui| {
            if folded {
                let button = egui::Button::new(RichText::new(format!("Map ({key})")).size(12.0));
                toggled = ui.add(button).on_hover_text("The whole map").clicked();
                return;
            }
            let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
            let on_map = Placing { whole, rect };
            let all = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture, rect, all, egui::Color32::WHITE);
            let painter = ui.painter().with_clip_rect(rect.expand(1.0));
            combatants(&painter, &on_map, &session, &palette);
            in_view(&painter, &on_map, &view, hud.layout.board, &context);
            if let Some(at) = response.interact_pointer_pos() {
                look_at = Some(on_map.plane(at));
            }
            let corner =
                egui::Rect::from_min_size(rect.right_top() - vec2(22.0, -2.0), vec2(20.0, 18.0));
            ui.spacing_mut().button_padding = vec2(4.0, 1.0);
            let button = egui::Button::new(RichText::new("\u{2013}").size(12.0))
                .wrap_mode(egui::TextWrapMode::Extend);
            toggled = ui
                .put(corner, button)
                .on_hover_text(format!("Collapse it (key {key})"))
                .clicked();
        },
    );
    hud.overview = Some(panel.response.rect);
    if toggled && !crowded && !*in_the_way {
        overlays.map = folded;
    } else if let Some(at) = look_at {
        view.centre_on(at);
    }
    Ok(())
}

/// Where points of the plane are on the small map.
struct Placing {
    /// The map on the plane, whose y points up.
    whole: Rect,
    /// The picture on the screen.
    rect: egui::Rect,
}

impl Placing {
    fn screen(&self, at: Vec2) -> Pos2 {
        let part = (at - self.whole.min) / self.whole.size();
        let x = self.rect.min.x + part.x * self.rect.width();
        pos2(x, self.rect.max.y - part.y * self.rect.height())
    }

    fn plane(&self, at: Pos2) -> Vec2 {
        let x = (at.x - self.rect.min.x) / self.rect.width();
        let y = (self.rect.max.y - at.y) / self.rect.height();
        self.whole.min + Vec2::new(x, y) * self.whole.size()
    }
}

fn combatants(painter: &Painter, on_map: &Placing, session: &Session, palette: &Palette) {
    let acting = session.decision.as_ref().and_then(|open| open.actor);
    for figure in session.shown.figures.iter().flatten() {
        if figure.vitality != Vitality::Active {
            continue;
        }
        let at = on_map.screen(figure_centre(session.map.grid(), figure));
        // Large ones are told by their marks, but do not hide the ground.
        let size = MARK * (1.0 + 0.3 * f32::from(figure.across.saturating_sub(1)));
        let mark = egui::Rect::from_center_size(at, vec2(size, size));
        side_mark(painter, mark, figure.side, palette);
        if acting == Some(figure.id) {
            painter.circle_stroke(at, size * 0.75, Stroke::new(1.5, egui::Color32::WHITE));
        }
    }
}

/// A frame around what the board shows now.
fn in_view(
    painter: &Painter,
    on_map: &Placing,
    view: &View,
    board: egui::Rect,
    context: &egui::Context,
) {
    let scale = points_scale(context);
    let corner = |at: Pos2| on_map.screen(view.at_pixel(Vec2::new(at.x, at.y) * scale));
    let seen = egui::Rect::from_two_pos(corner(board.min), corner(board.max));
    let seen = seen.intersect(on_map.rect);
    for (width, colour) in [(3.5, theme::BACKDROP), (1.5, egui::Color32::WHITE)] {
        painter.rect_stroke(seen, 1.0, Stroke::new(width, colour), StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_small_map_are_points_of_the_large_one() {
        let placing = Placing {
            whole: Rect::new(-32.0, -2000.0, 2800.0, 32.0),
            rect: egui::Rect::from_min_size(pos2(700.0, 400.0), vec2(200.0, 143.5)),
        };
        let upper_left = placing.screen(Vec2::new(-32.0, 32.0));
        assert!(upper_left.distance(placing.rect.min) < 0.01);
        for at in [Vec2::new(0.0, 0.0), Vec2::new(1500.0, -1234.0)] {
            assert!(placing.plane(placing.screen(at)).distance(at) < 0.1);
        }
    }
}
