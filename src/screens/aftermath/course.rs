//! The course of the battle: hit points by round as a chart, the turning point, and the luck of each side.

use bevy_egui::egui;
use egui::{Align2, Color32, FontId, Rect, RichText, Sense, Stroke, pos2, vec2};
use shieldwall_battle::SideId;
use shieldwall_content::Level;

use crate::{
    palette::Palette,
    shown::{Chronicle, ShownBattle},
    theme,
};

/// Height of the chart, in points.
const HEIGHT: f32 = 150.0;
/// Room for the numbers at the left and below.
const MARGIN: egui::Vec2 = vec2(30.0, 16.0);
/// Least width of the chart beside the words.
const LEAST: f32 = 320.0;

/// Draws it, as wide as there is room.
pub(super) fn draw(ui: &mut egui::Ui, shown: &ShownBattle, level: &Level, palette: &Palette) {
    let chronicle = &shown.chronicle;
    if chronicle.rounds.len() < 2 {
        return;
    }
    theme::card().show(ui, |ui| {
        let room = ui.available_width();
        ui.set_width(room);
        let width = (room * 0.55).max(LEAST).min(room);
        ui.horizontal_top(|ui| {
            chart(ui, chronicle, level, palette, width);
            ui.vertical(|ui| words(ui, shown, level, palette));
        });
    });
}

fn words(ui: &mut egui::Ui, shown: &ShownBattle, level: &Level, palette: &Palette) {
    let chronicle = &shown.chronicle;
    if let Some(point) = chronicle.turning_point() {
        ui.label(theme::subheading(format!(
            "Turning point: round {}",
            point.round
        )));
        let loser = &level.sides[point.loser.index()].name;
        let names = point.fallen.iter().filter_map(|who| {
            let figure = shown.figures.get(who.index())?.as_ref()?;
            Some(figure.name.as_str())
        });
        let names: Vec<&str> = names.collect();
        let [before, after] = point.hit_points;
        let mut text =
            format!("{loser}: from {before} to {after} hit points, the fallen not counted.");
        match names.as_slice() {
            [] => {}
            [one] => text.push_str(&format!(" {one} fell.")),
            [all @ .., last] => text.push_str(&format!(" {} and {last} fell.", all.join(", "))),
        }
        ui.add(egui::Label::new(text).wrap());
        ui.add_space(6.0);
    }
    if chronicle.luck.iter().any(|luck| luck.rolls > 0) {
        ui.label(theme::subheading("Luck"));
    }
    for (side, luck) in SideId::first(chronicle.luck.len()).zip(&chronicle.luck) {
        if luck.rolls == 0 {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            let name = &level.sides[side.index()].name;
            ui.label(
                RichText::new(name)
                    .strong()
                    .color(palette.side(side).text()),
            );
            ui.label(format!(
                "{} of {} rolls succeeded, {:.1} expected: {}",
                luck.successes,
                luck.rolls,
                luck.expected,
                luck.word()
            ));
        });
    }
}

/// Hit points of each side at the end of each round.
fn chart(ui: &mut egui::Ui, chronicle: &Chronicle, level: &Level, palette: &Palette, width: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
    let plot = Rect::from_min_max(
        rect.min + vec2(MARGIN.x, 6.0),
        rect.max - vec2(8.0, MARGIN.y),
    );
    let rounds = &chronicle.rounds;
    let highest = rounds.iter().flat_map(|end| &end.hit_points).max();
    let highest = highest.copied().unwrap_or(1).max(1);
    let x = |index: usize| plot.min.x + plot.width() * index as f32 / (rounds.len() - 1) as f32;
    let y = |points: i32| plot.max.y - plot.height() * points as f32 / highest as f32;
    let painter = ui.painter();
    let small = FontId::proportional(12.0);
    let number = |at: egui::Pos2, align: Align2, text: String| {
        painter.text(at, align, text, small.clone(), theme::FAINT);
    };
    for points in [0, highest / 2, highest] {
        let line = [pos2(plot.min.x, y(points)), pos2(plot.max.x, y(points))];
        painter.line_segment(line, Stroke::new(1.0, theme::LINE));
        let at = pos2(plot.min.x - 5.0, y(points));
        number(at, Align2::RIGHT_CENTER, points.to_string());
    }
    let every = rounds.len().div_ceil((plot.width() / 34.0) as usize).max(1);
    for (index, end) in rounds.iter().enumerate().step_by(every) {
        let text = match end.round {
            0 => "start".to_owned(),
            round => round.to_string(),
        };
        number(pos2(x(index), rect.max.y), Align2::CENTER_BOTTOM, text);
    }
    for side in SideId::first(level.sides.len()) {
        let points: Vec<egui::Pos2> = rounds
            .iter()
            .enumerate()
            .map(|(index, end)| pos2(x(index), y(end.hit_points[side.index()])))
            .collect();
        let colour: Color32 = palette.side(side).egui();
        for point in &points {
            painter.circle_filled(*point, 3.0, colour);
        }
        painter.line(points, Stroke::new(2.5, colour));
    }
    if let Some(pointer) = response.hover_pos() {
        let step = plot.width() / (rounds.len() - 1) as f32;
        let index = ((pointer.x - plot.min.x) / step).round().max(0.0) as usize;
        let index = index.min(rounds.len() - 1);
        let line = [pos2(x(index), plot.min.y), pos2(x(index), plot.max.y)];
        painter.line_segment(line, Stroke::new(1.0, theme::FAINT));
        let end = &rounds[index];
        let mut lines = vec![match end.round {
            0 => "At the start".to_owned(),
            round => format!("After round {round}"),
        }];
        lines.extend(
            level
                .sides
                .iter()
                .zip(&end.hit_points)
                .map(|(side, points)| format!("{}: {points} hit points", side.name)),
        );
        response.on_hover_text(lines.join("\n"));
    }
}
