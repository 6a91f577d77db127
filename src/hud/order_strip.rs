//! The order of action as a row of tokens with their ranks.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke,
    StrokeKind, pos2, vec2,
};
use shieldwall_battle::{Choice, CombatantId, SideId, Vitality, view::OrderEntry};

use crate::{
    palette::Palette,
    session::{Asked, Session},
    shown::Figure,
    theme,
};

use super::{
    Hud,
    icons::{Icons, Picture},
    landing::{Landing, landing},
    wording::{figure, side_name},
};

/// Width of a token with its gap.
const STEP: f32 = 42.0;
/// Side of the square that the art fills.
const ART: f32 = 36.0;
/// Size of the badge that says with which rank the one who decides would stand somewhere.
const LANDING: egui::Vec2 = vec2(20.0, 16.0);
/// Room before the first token and after the last: half of such a badge is there if it would be the last.
const END: f32 = LANDING.x / 2.0 + 1.0;

/// Draws the strip; gives the combatant that was clicked.
pub(super) fn draw(
    ui: &mut egui::Ui,
    hud: &mut Hud,
    icons: &mut Icons,
    (session, asked): (&Session, &Asked),
    palette: &Palette,
    considered: Option<&Choice>,
) -> Option<CombatantId> {
    let mut clicked = None;
    let shown: Vec<(&OrderEntry, &Figure)> = session
        .view
        .order
        .iter()
        .filter_map(|entry| Some((entry, figure(session, entry.who)?)))
        .collect();
    let acting = session.decision.as_ref().and_then(|open| open.actor);
    let landing = considered.zip(acting).and_then(|(choice, who)| {
        let after = asked.orders.given(choice)?.as_ref()?;
        let now: Vec<&OrderEntry> = shown.iter().map(|(entry, _)| *entry).collect();
        landing(&now, after, who)
    });
    // Once for each who acts: after that the player may look elsewhere in it.
    let is_news = {
        let mut order = session.view.order.iter();
        let now = acting.or_else(|| order.find(|entry| entry.now).map(|entry| entry.who));
        let id = ui.id().with("scrolled to");
        ui.data_mut(|data| {
            let before = data.get_temp::<Option<CombatantId>>(id);
            data.insert_temp(id, now);
            before != Some(now)
        })
    };
    let strip = egui::ScrollArea::horizontal()
        .id_salt("order strip")
        .max_width(width(session))
        .auto_shrink([true, true])
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
        .scroll_source(egui::scroll_area::ScrollSource::ALL)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(END);
                for (index, (entry, figure)) in shown.iter().enumerate() {
                    let size = vec2(STEP, 46.0);
                    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
                    let now = entry.now || acting == Some(entry.who);
                    token(ui, icons, session, palette, rect, entry, figure, now);
                    if entry.with_previous && index > 0 {
                        bracket(ui.painter(), rect, palette);
                    }
                    if now && is_news {
                        response.scroll_to_me(Some(egui::Align::Center));
                    }
                    if response.hovered() {
                        hud.mark(entry.who);
                        let ring = rect.shrink2(vec2(1.0, 0.0));
                        ui.painter().rect_stroke(
                            ring,
                            4.0,
                            Stroke::new(1.0, theme::TEXT),
                            StrokeKind::Inside,
                        );
                    }
                    if let Some(landing) = landing {
                        let last = index + 1 == shown.len() && landing.before == shown.len();
                        if landing.before == index {
                            lands(ui.painter(), rect.left_top(), landing, palette);
                        } else if last {
                            lands(ui.painter(), rect.right_top(), landing, palette);
                        }
                    }
                    let text = describe(session, entry, figure, now);
                    if response.on_hover_text(text).clicked() {
                        clicked = Some(entry.who);
                    }
                }
                ui.add_space(END);
            });
        });
    let (window, offset) = (strip.inner_rect, strip.state.offset.x);
    let beyond = |points: f32| ((points - END).max(0.0) / STEP).round() as usize;
    let left = beyond(offset);
    let right = beyond(strip.content_size.x - offset - window.width());
    for (count, align) in [(left, Align2::LEFT_TOP), (right, Align2::RIGHT_TOP)] {
        if count > 0 {
            more(ui.painter(), window, count, align);
        }
    }
    clicked
}

/// A mark that says how many are beyond an end of the strip.
fn more(painter: &egui::Painter, window: egui::Rect, count: usize, align: egui::Align2) {
    let text = match align {
        Align2::LEFT_TOP => format!("\u{25C0}{count}"),
        _ => format!("{count}\u{25B6}"),
    };
    let font = FontId::proportional(12.0);
    let galley = painter.layout_no_wrap(text, font, theme::TEXT);
    let place = align.align_size_within_rect(galley.size() + vec2(8.0, 2.0), window);
    painter.rect_filled(place, 4.0, theme::BACKDROP.gamma_multiply(0.9));
    painter.galley(place.min + vec2(4.0, 1.0), galley, theme::TEXT);
}

/// How wide the whole order is, in points; 0 if there is none.
pub(super) fn width(session: &Session) -> f32 {
    let order = session.view.order.iter();
    let tokens = order
        .filter(|entry| figure(session, entry.who).is_some())
        .count();
    if tokens == 0 {
        return 0.0;
    }
    tokens as f32 * STEP + 2.0 * END
}

fn describe(session: &Session, entry: &OrderEntry, figure: &Figure, now: bool) -> String {
    let state = if now {
        "acts now"
    } else if entry.done {
        "has acted"
    } else {
        "is still to act"
    };
    let together = if entry.with_previous {
        ", at the same instant as the one before"
    } else {
        ""
    };
    let rank = entry
        .rank
        .map_or_else(String::new, |rank| format!("rank {rank}, "));
    let note = entry
        .note
        .map_or_else(String::new, |note| format!("; {note}"));
    let reactions = match entry.reactions {
        0 | 1 => String::new(),
        several => format!("; {several} reactions left"),
    };
    format!(
        "{} ({}): {rank}{state}{together}{note}{reactions}",
        figure.name,
        side_name(session, figure.side),
    )
}

fn token(
    ui: &mut egui::Ui,
    icons: &mut Icons,
    session: &Session,
    palette: &Palette,
    rect: Rect,
    entry: &OrderEntry,
    figure: &Figure,
    now: bool,
) {
    let swatch = palette.side(figure.side);
    let gone = figure.vitality != Vitality::Active;
    let faded = (entry.done && !now) || gone;
    let centre = pos2(rect.center().x, rect.min.y + 3.0 + ART / 2.0);
    let art = Rect::from_center_size(centre, vec2(ART, ART));
    let painter = ui.painter();
    let fade = |colour: Color32| {
        if faded {
            colour.gamma_multiply(0.4)
        } else {
            colour
        }
    };
    let line = if now {
        palette.accent()
    } else {
        fade(swatch.egui())
    };
    painter.rect(
        art,
        CornerRadius::same(6),
        fade(swatch.dark()),
        Stroke::new(if now { 2.5 } else { 1.5 }, line),
        StrokeKind::Outside,
    );
    if let Some(unit) = session.plan.setup.library.units.get(&figure.unit) {
        let picture = Picture::Unit(unit.art.clone());
        let tint = if faded {
            Color32::from_white_alpha(110)
        } else {
            Color32::WHITE
        };
        icons
            .image(ui.ctx(), &picture, ART - 2.0)
            .tint(tint)
            .paint_at(ui, art.shrink(1.0));
    }
    let painter = ui.painter();
    if gone {
        let cross = art.shrink(8.0);
        let stroke = Stroke::new(2.5, palette.bad());
        painter.line_segment([cross.left_top(), cross.right_bottom()], stroke);
        painter.line_segment([cross.right_top(), cross.left_bottom()], stroke);
    }
    let mark = Rect::from_min_size(art.left_bottom() + vec2(-2.0, -11.0), vec2(13.0, 13.0));
    side_mark(painter, mark, figure.side, palette);
    let Some(rank) = entry.rank else {
        // Whatever else is to be said of its turn is told when it is pointed at.
        if entry.note.is_some() && !gone {
            // One dot for each reaction left, three at most; one for the one who may act but not react.
            for dot in 0..entry.reactions.clamp(1, 3) {
                let at = art.right_bottom() - vec2(4.0, 2.0 + 9.0 * f32::from(dot));
                painter.circle(at, 4.5, palette.accent(), Stroke::new(1.5, theme::BACKDROP));
            }
        }
        return;
    };
    let badge = Rect::from_min_max(
        pos2(art.max.x - 17.0, art.max.y - 9.0),
        pos2(art.max.x + 2.0, art.max.y + 6.0),
    );
    painter.rect(
        badge,
        4.0,
        theme::BACKDROP,
        Stroke::new(1.0, line),
        StrokeKind::Inside,
    );
    painter.text(
        badge.center(),
        Align2::CENTER_CENTER,
        rank.to_string(),
        FontId::proportional(12.0),
        if faded { theme::FAINT } else { theme::TEXT },
    );
}

/// A mark between two tokens: there the one who decides would stand, with the rank that it would have.
fn lands(painter: &Painter, at: Pos2, landing: Landing, palette: &Palette) {
    let (top, bottom) = (at + vec2(0.0, 2.0), at + vec2(0.0, 42.0));
    for (width, ink) in [(6.0, theme::BACKDROP), (3.0, palette.accent())] {
        painter.line_segment([top, bottom], Stroke::new(width, ink));
    }
    let Some(rank) = landing.rank else { return };
    let badge = Rect::from_center_size(at + vec2(0.0, 20.0), LANDING);
    painter.rect(
        badge,
        4.0,
        palette.accent(),
        Stroke::new(1.0, theme::BACKDROP),
        StrokeKind::Outside,
    );
    painter.text(
        badge.center(),
        Align2::CENTER_CENTER,
        rank.to_string(),
        FontId::proportional(13.0),
        Color32::BLACK,
    );
}

/// A bracket under this token and the one before: they act at the same instant.
fn bracket(painter: &Painter, rect: Rect, palette: &Palette) {
    let y = rect.max.y - 2.0;
    let (from, to) = (rect.center().x - STEP, rect.center().x);
    let stroke = Stroke::new(2.0, palette.accent());
    painter.line_segment([pos2(from, y), pos2(to, y)], stroke);
    for x in [from, to] {
        painter.line_segment([pos2(x, y), pos2(x, y - 4.0)], stroke);
    }
}

/// The mark of a side: a disc for red, a diamond for blue, a triangle for green and a square for
/// yellow, so that colour does not stand alone.
pub(crate) fn side_mark(painter: &Painter, rect: Rect, side: SideId, palette: &Palette) {
    let swatch = palette.side(side);
    let stroke = Stroke::new(1.5, theme::BACKDROP);
    let centre = rect.center();
    let radius = rect.width().min(rect.height()) / 2.0;
    if side == SideId::RED {
        painter.circle(centre, radius - 1.0, swatch.egui(), stroke);
        return;
    }
    let corners: &[[f32; 2]] = match side.0 {
        1 => &[[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]],
        2 => &[[0.0, -1.0], [1.0, 0.8], [-1.0, 0.8]],
        _ => &[[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]],
    };
    let corner = |[x, y]: &[f32; 2]| -> Pos2 { centre + vec2(*x, *y) * radius };
    let points = corners.iter().map(corner).collect();
    painter.add(Shape::convex_polygon(points, swatch.egui(), stroke));
}
