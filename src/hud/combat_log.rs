//! The combat log: one line for each event, opening to dice, modifiers and rules.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Color32, FontId, RichText, Sense, TextFormat, text::LayoutJob, vec2};
use shieldwall_battle::{CombatantId, Event};

use crate::{
    controls::Act,
    decide::Orders,
    palette::Palette,
    session::Session,
    settings::{LogDetail, Settings},
    shown::LogLine,
    theme::{self, faint},
};

use super::{
    Hud,
    icons::Icons,
    layout::{Layout, fitting_panel, floating_panel},
    log_details,
    offer_button::triangle,
    rule_text::PinnedRule,
    wording,
};

/// Lines drawn at most; older ones come with a button.
const PAGE: usize = 250;

/// What of the log is open.
#[derive(Resource, Debug)]
pub(crate) struct LogView {
    /// Journal numbers of the lines that are open.
    open: BTreeSet<u32>,
    lines: usize,
}

impl Default for LogView {
    fn default() -> Self {
        Self {
            open: BTreeSet::new(),
            lines: PAGE,
        }
    }
}

impl LogView {
    pub(super) fn close_all(&mut self) {
        *self = Self::default();
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    mut icons: ResMut<Icons>,
    mut view: ResMut<LogView>,
    mut settings: ResMut<Settings>,
    mut pinned: ResMut<PinnedRule>,
    session: Res<Session>,
    orders: Res<Orders>,
    palette: Res<Palette>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let (place, enabled) = (hud.layout.log, hud.enabled);
    let corner = (Align2::RIGHT_BOTTOM, place.right_bottom());
    if !hud.log_open || session.shown.log.is_empty() {
        let column = hud.layout.card.union(place);
        fitting_panel(&context, "log tab", corner, column, enabled, |ui| {
            let key = settings.keys.hint(Act::ToggleLog);
            let text = format!("Log ({key})");
            let opens = ui.add(egui::Button::new(RichText::new(text).size(12.0)));
            hud.log_open |= opens.on_hover_text("What has happened").clicked();
        });
        return Ok(());
    }
    let draw = |ui: &mut egui::Ui| {
        ui.set_max_height(Layout::inner_height(place));
        ui.horizontal(|ui| {
            let image = icons.icon(&context, "log", 16.0);
            ui.add(image);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                let key = settings.keys.hint(Act::ToggleLog);
                if ui
                    .small_button("Hide")
                    .on_hover_text(format!("Hide the log ({key})"))
                    .clicked()
                {
                    hud.log_open = false;
                }
                for detail in LogDetail::ALL.into_iter().rev() {
                    let chosen = settings.log_detail == detail;
                    let text = RichText::new(detail.label()).small();
                    let button = egui::Button::new(text).selected(chosen).small();
                    if ui.add(button).clicked() && !chosen {
                        settings.log_detail = detail;
                    }
                }
            });
        });
        ui.separator();
        let shown = shown_lines(&session.shown.log, settings.log_detail);
        egui::ScrollArea::vertical()
            .id_salt("combat log")
            .auto_shrink([false, true])
            .stick_to_bottom(true)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                let skipped = shown.len().saturating_sub(view.lines);
                if skipped > 0
                    && ui
                        .small_button(format!("Show earlier lines ({skipped})"))
                        .clicked()
                {
                    view.lines += PAGE;
                }
                for (place, &index) in shown.iter().enumerate().skip(skipped) {
                    let beside = [place.checked_sub(1), Some(place + 1)];
                    let beside = beside.into_iter().flatten();
                    let at_once = beside
                        .filter_map(|other| shown.get(other))
                        .any(|other| are_at_once(&session.shown.log, index, *other));
                    if at_once {
                        bracket(ui);
                    }
                    let hidden = belonging(&session.shown.log, index)
                        .filter(|detail| shown.binary_search(detail).is_err())
                        .collect();
                    line(
                        ui,
                        &mut hud,
                        &mut view,
                        &mut pinned,
                        &session,
                        &orders,
                        &palette,
                        index,
                        hidden,
                    );
                }
            });
    };
    floating_panel(
        &context,
        "combat log",
        egui::Order::Middle,
        corner.0,
        corner.1,
        place.width(),
        place,
        enabled,
        draw,
    );
    Ok(())
}

/// Indices of the lines that a degree of detail shows.
fn shown_lines(log: &[LogLine], detail: LogDetail) -> Vec<usize> {
    (0..log.len())
        .filter(|&index| {
            let line = &log[index];
            match detail {
                LogDetail::Full => true,
                LogDetail::Normal => {
                    let rolled = matches!(line.entry.event, Event::Rolled(_));
                    (line.level < 3 || rolled) && !ends_by_itself(&line.entry.event)
                }
                LogDetail::Brief => {
                    line.level < 3
                        && !ends_by_itself(&line.entry.event)
                        && !matches!(
                            line.entry.event,
                            Event::StageBegan { .. } | Event::Chosen { .. }
                        )
                }
            }
        })
        .collect()
}

/// Whether two lines tell of what happened at once, or on one walk.
fn are_at_once(log: &[LogLine], one: usize, other: usize) -> bool {
    let [one, other] = [&log[one].entry, &log[other].entry];
    one.group.is_some() && one.group == other.group
}

/// A stroke at the edge of the next line, which joins it with the one above or below.
fn bracket(ui: &egui::Ui) {
    let top = ui.cursor().min;
    let stroke = egui::Stroke::new(2.0, theme::LINE);
    let x = top.x + 1.0;
    ui.painter().vline(x, top.y..=top.y + 17.0, stroke);
}

/// Indices of the lines of detail that follow a line and belong to it: the rolls of an attack, say.
fn belonging(log: &[LogLine], index: usize) -> std::ops::Range<usize> {
    let first = index + 1;
    if log[index].level != 2 {
        return first..first;
    }
    let count = log[first..].iter().position(|line| line.level < 3);
    first..count.map_or(log.len(), |count| first + count)
}

fn line(
    ui: &mut egui::Ui,
    hud: &mut Hud,
    view: &mut LogView,
    pinned: &mut PinnedRule,
    session: &Session,
    orders: &Orders,
    palette: &Palette,
    index: usize,
    details: Vec<usize>,
) {
    let line = &session.shown.log[index];
    let number = line.entry.number;
    let open = view.open.contains(&number);
    let mut job = text(session, palette, line, ui.available_width(), open);
    if let Event::Chosen { decision, .. } = line.entry.event
        && let Some(why) = orders.unasked(decision)
    {
        let format = TextFormat::simple(FontId::proportional(12.0), theme::FAINT);
        job.append(&format!("  (not asked: {why})"), 0.0, format);
    }
    let galley = ui.painter().layout_job(job);
    let indent = indent(line.level);
    let size = vec2(ui.available_width(), galley.size().y + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, theme::CARD);
        for who in &line.about {
            hud.mark(*who);
        }
    }
    if line.level == 0 && index > 0 {
        ui.painter().hline(
            rect.x_range(),
            rect.min.y,
            egui::Stroke::new(1.0, theme::LINE),
        );
    }
    if line.level >= 2 {
        let centre = egui::pos2(rect.min.x + indent - 7.0, rect.min.y + 9.0);
        triangle(ui, centre, open);
    }
    ui.painter()
        .galley(rect.min + vec2(indent, 1.0), galley, theme::TEXT);
    if response.clicked() {
        if open {
            view.open.remove(&number);
        } else {
            view.open.insert(number);
        }
    }
    if open {
        ui.indent(("details", number), |ui| {
            egui::Frame::new()
                .fill(theme::BACKDROP)
                .corner_radius(4)
                .inner_margin(egui::Margin::symmetric(6, 4))
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    log_details::draw(ui, session, orders, &line.entry, pinned);
                    for detail in details {
                        let detail = &session.shown.log[detail];
                        ui.label(faint(&detail.text).small());
                        log_details::draw(ui, session, orders, &detail.entry, pinned);
                    }
                });
        });
    }
}

const fn indent(level: u8) -> f32 {
    match level {
        0 => 2.0,
        1 => 6.0,
        2 => 14.0,
        _ => 26.0,
    }
}

/// A line with the names in the colours of their sides.
fn text(session: &Session, palette: &Palette, line: &LogLine, width: f32, open: bool) -> LayoutJob {
    let (size, colour) = match line.level {
        0 => (15.0, palette.accent()),
        1 => (13.0, theme::FAINT),
        2 => (13.0, theme::TEXT),
        _ => (12.0, theme::FAINT),
    };
    let colour = if open { Color32::WHITE } else { colour };
    let mut job = LayoutJob::default();
    job.wrap.max_width = width - indent(line.level) - 4.0;
    let format = |colour| TextFormat::simple(FontId::proportional(size), colour);
    for (part, who) in parts(session, &line.text, &line.about) {
        let colour = who
            .and_then(|who| wording::figure(session, who))
            .map_or(colour, |figure| palette.side(figure.side).text());
        job.append(&wording::unparted(part), 0.0, format(colour));
    }
    job
}

/// A text cut where the names of combatants begin and end.
fn parts<'a>(
    session: &Session,
    text: &'a str,
    about: &[CombatantId],
) -> Vec<(&'a str, Option<CombatantId>)> {
    let names: Vec<(CombatantId, &str)> = about
        .iter()
        .filter_map(|who| Some((*who, wording::figure(session, *who)?.name.as_str())))
        .collect();
    cut(text, &names)
}

fn cut<'a>(text: &'a str, names: &[(CombatantId, &str)]) -> Vec<(&'a str, Option<CombatantId>)> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        // The earliest name; of two at one place the longer, so that "Archer 1" is not cut from
        // "Archer 12".
        let next = names
            .iter()
            .filter_map(|(who, name)| rest.find(name).map(|at| (at, *who, name.len())))
            .min_by_key(|(at, _, length)| (*at, usize::MAX - length));
        let Some((at, who, length)) = next.filter(|(_, _, length)| *length > 0) else {
            if !rest.is_empty() {
                parts.push((rest, None));
            }
            return parts;
        };
        if at > 0 {
            parts.push((&rest[..at], None));
        }
        parts.push((&rest[at..at + length], Some(who)));
        rest = &rest[at + length..];
    }
}

/// True if an event says that something is over which lasts for a round and no longer.
fn ends_by_itself(event: &Event) -> bool {
    matches!(event, Event::Condition { condition, on: false, .. } if condition.role.ends_by_itself())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_group_belong_together() {
        let line = |number, group| LogLine {
            entry: shieldwall_battle::Entry {
                number,
                round: 1,
                event: Event::RoundBegan,
                rules: Vec::new(),
                only_for: None,
                group,
            },
            text: String::new(),
            about: Vec::new(),
            level: 2,
            times: 1,
        };
        let log = [
            line(0, None),
            line(1, Some(1)),
            line(2, Some(1)),
            line(3, None),
        ];
        assert!(are_at_once(&log, 1, 2));
        assert!(!are_at_once(&log, 0, 3) && !are_at_once(&log, 2, 3));
    }

    #[test]
    fn names_are_cut_out_wherever_they_stand() {
        let names = [(CombatantId(0), "Archer 1"), (CombatantId(1), "Archer 12")];
        let parts = cut("Archer 12 hits Archer 1!", &names);
        assert_eq!(
            parts,
            [
                ("Archer 12", Some(CombatantId(1))),
                (" hits ", None),
                ("Archer 1", Some(CombatantId(0))),
                ("!", None)
            ]
        );
        assert_eq!(cut("nobody", &names), [("nobody", None)]);
        assert_eq!(cut("", &names), []);
    }
}
