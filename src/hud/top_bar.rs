//! The bar at the top: phases of the round, who decides, order of action, speed, menu.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Color32, Rect, RichText, Sense, Stroke, StrokeKind, vec2};

use crate::{
    controls::Act,
    decide::{Considered, HoveredOffer},
    palette::Palette,
    screen::OpenPauseMenu,
    session::{Asked, Draft, LookAt, Playback, Session},
    settings::{AnimationSpeed, Settings},
    theme::{self, faint},
};

use super::{
    Hud,
    icons::Icons,
    layout::{GAP, fitting_panel},
    order_strip,
    wording::{figure, name, side_name, unit_name},
};

/// Width of the phases and the line below them.
const LEFT: f32 = 400.0;
/// Width of the buttons for speed and menu.
const RIGHT: f32 = 262.0;

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    mut icons: ResMut<Icons>,
    session: Res<Session>,
    asked: Res<Asked>,
    mut playback: ResMut<Playback>,
    palette: Res<Palette>,
    mut settings: ResMut<Settings>,
    mut draft: ResMut<Draft>,
    considered: Res<Considered>,
    hovered: Res<HoveredOffer>,
    mut looks: MessageWriter<LookAt>,
    mut menus: MessageWriter<OpenPauseMenu>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let room = hud.layout.top.shrink(GAP);
    let enabled = hud.enabled;
    let left = Rect::from_min_size(room.min, vec2(LEFT, room.height()));
    let right = Rect::from_min_max(egui::pos2(room.max.x - RIGHT, room.min.y), room.max);
    let middle = middle(room);
    let place = (Align2::LEFT_TOP, left.min);
    fitting_panel(&context, "phases", place, left, enabled, |ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        phases(ui, &session, &palette);
        who_decides(ui, &session, &playback, &palette);
    });
    hud.order = None;
    if session.words.timeline.is_none() && order_strip::width(&session) > 0.0 {
        let place = (Align2::CENTER_TOP, middle.center_top());
        let clicked = fitting_panel(&context, "order", place, middle, enabled, |ui| {
            let choice = hovered.0.as_ref().or(considered.choice.as_ref());
            order_strip::draw(
                ui,
                &mut hud,
                &mut icons,
                (&session, &asked),
                &palette,
                choice,
            )
        });
        hud.order = Some(clicked.response.rect);
        if let Some(who) = clicked.inner {
            draft.inspected = Some(who);
            if let Some(figure) = figure(&session, who) {
                looks.write(LookAt(figure.cell));
            }
        }
    }
    let place = (Align2::RIGHT_TOP, right.right_top());
    let pressed = fitting_panel(&context, "speed and menu", place, right, enabled, |ui| {
        speeds(ui, &mut icons, &settings)
    });
    match pressed.inner {
        Some(Pressed::Speed(speed)) => settings.animation_speed = speed,
        Some(Pressed::Skip) => playback.skip(),
        Some(Pressed::Menu) => {
            menus.write(OpenPauseMenu);
        }
        None => {}
    }
    Ok(())
}

/// The room for the order of action, between phases and buttons.
pub(super) fn middle(room: Rect) -> Rect {
    Rect::from_min_max(
        egui::pos2(room.min.x + LEFT + GAP, room.min.y),
        egui::pos2(room.max.x - RIGHT - GAP, room.max.y),
    )
}

/// The phase that a stage belongs to; stages inside actions, such as reactions, count as actions.
fn phase_index(phases: &[&str], stage: &str) -> Option<usize> {
    if stage.is_empty() {
        return None;
    }
    let same = |phase: &&str| phase.eq_ignore_ascii_case(stage);
    phases.iter().position(same).or_else(|| {
        phases
            .iter()
            .position(|phase| phase.eq_ignore_ascii_case("actions"))
    })
}

fn phases(ui: &mut egui::Ui, session: &Session, palette: &Palette) {
    let names = &session.plan.ruleset.terms().phases;
    let now = phase_index(names, session.shown.stage);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        for (index, name) in names.iter().enumerate() {
            let current = now == Some(index);
            let past = now.is_some_and(|now| index < now);
            let (fill, colour, line) = if current {
                (palette.accent(), Color32::BLACK, palette.accent())
            } else if past {
                (theme::PANEL, theme::FAINT, theme::LINE)
            } else {
                (theme::CARD, theme::TEXT, theme::LINE)
            };
            let galley = ui.painter().layout_no_wrap(
                (*name).to_owned(),
                egui::FontId::proportional(13.0),
                colour,
            );
            let size = galley.size() + vec2(14.0, 6.0);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            ui.painter()
                .rect(rect, 4.0, fill, Stroke::new(1.0, line), StrokeKind::Inside);
            ui.painter()
                .galley(rect.min + vec2(7.0, 3.0), galley, colour);
            response.on_hover_text(if current {
                "This phase is being played"
            } else {
                *name
            });
        }
    });
}

fn who_decides(ui: &mut egui::Ui, session: &Session, playback: &Playback, palette: &Palette) {
    ui.horizontal(|ui| {
        let round = session.shown.round;
        // A battle may begin with a phase before its first round, an ambush.
        let title = match (round, session.shown.stage) {
            (0, "") => "Set-up".to_owned(),
            (0, stage) => stage.to_owned(),
            _ => format!("Round {round}"),
        };
        ui.label(RichText::new(title).strong().color(theme::TEXT));
        if session.ending.is_some() {
            ui.label(faint("The battle is over"));
            return;
        }
        let Some(decision) = &session.decision else {
            let watched = session.plan.origin.replay().is_some();
            ui.label(faint(match (playback.caught_up(), watched) {
                (_, true) if !playback.watch.runs() => "Replay, paused",
                (false, _) => "Playing",
                (true, true) => "Replay",
                (true, false) => "Thinking...",
            }));
            return;
        };
        let swatch = palette.side(decision.side);
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        super::order_strip::side_mark(ui.painter(), rect, decision.side, palette);
        let side = side_name(session, decision.side);
        ui.label(RichText::new(format!("{side}:")).color(swatch.text()));
        let text = match decision.actor {
            None => "the whole side".to_owned(),
            Some(actor) => {
                let who = name(session, actor);
                let unit = figure(session, actor).map_or("", |figure| unit_name(session, figure));
                if who.starts_with(unit) {
                    who.to_owned()
                } else {
                    format!("{who}, {unit}")
                }
            }
        };
        ui.add(egui::Label::new(RichText::new(text).strong().color(theme::TEXT)).truncate());
    });
}

/// A button of the right end.
enum Pressed {
    Speed(AnimationSpeed),
    Skip,
    Menu,
}

fn speeds(ui: &mut egui::Ui, icons: &mut Icons, settings: &Settings) -> Option<Pressed> {
    let mut pressed = None;
    let context = ui.ctx().clone();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for speed in AnimationSpeed::ALL {
            let chosen = settings.animation_speed == speed;
            let button = egui::Button::new(RichText::new(speed.label()).size(13.0))
                .selected(chosen)
                .min_size(vec2(30.0, 24.0));
            let text = format!(
                "Speed of what is played: slower {}, faster {}",
                settings.keys.hint(Act::SpeedDown),
                settings.keys.hint(Act::SpeedUp)
            );
            if ui.add(button).on_hover_text(text).clicked() && !chosen {
                pressed = Some(Pressed::Speed(speed));
            }
        }
        let skip = egui::Button::image(icons.icon(&context, "skip", 20.0));
        let key = settings.keys.hint(Act::SkipAnimation);
        let text = format!("Skip what is being played ({key})");
        if ui.add(skip).on_hover_text(text).clicked() {
            pressed = Some(Pressed::Skip);
        }
        let menu = egui::Button::image(icons.icon(&context, "menu", 20.0));
        let key = settings.keys.hint(Act::PauseMenu);
        if ui
            .add(menu)
            .on_hover_text(format!("Menu ({key})"))
            .clicked()
        {
            pressed = Some(Pressed::Menu);
        }
    });
    pressed
}

#[cfg(test)]
mod tests {
    use super::phase_index;

    #[test]
    fn stages_inside_actions_count_as_actions() {
        let phases = ["Statement of Intent", "Movement", "Actions", "Resolution"];
        assert_eq!(phase_index(&phases, "Movement"), Some(1));
        assert_eq!(phase_index(&phases, "React"), Some(2));
        assert_eq!(phase_index(&phases, ""), None);
    }
}
