//! The hot-seat cover: between two people at one keyboard, nothing of the battle is seen.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, RichText, vec2};

use super::{
    Panels,
    pause::Pause,
    picture::{self, Pictures},
};
use crate::{
    app_systems::AppSystems,
    controls::{Act, Bindings},
    decide::is_reaction,
    hud::side_mark,
    input::Acts,
    palette::Palette,
    screen::{DrawScreens, FrontMost, Screen},
    session::{Seat, Session},
    settings::Settings,
    theme,
};

/// Shields of the sides that have one; the others show their mark.
const SHIELDS: [&str; 2] = ["icons/red_side", "icons/blue_side"];
/// Side of the shield or mark, in points.
const SHIELD: f32 = 96.0;

/// Set by the button of the cover, taken up at the next input step.
#[derive(Resource, Default)]
struct Ready(bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ready>()
        .add_systems(
            Update,
            lift.in_set(AppSystems::Receive)
                .run_if(resource_exists::<Session>)
                .run_if(in_state(Screen::Battle)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(DrawScreens)
                .run_if(resource_exists::<Session>)
                .run_if(in_state(Screen::Battle)),
        );
}

/// Takes the cover away once its side is ready: from then on that side's view is shown.
fn lift(
    mut seat: ResMut<Seat>,
    mut ready: ResMut<Ready>,
    mut acts: ResMut<Acts>,
    front: Res<FrontMost>,
    pause: Res<Pause>,
) {
    let pressed = ready.0 || acts.pressed_anywhere(Act::Confirm);
    ready.0 = false;
    if *front != FrontMost::Curtain || pause.is_open() || !pressed {
        return;
    }
    if let Some(side) = seat.curtain {
        acts.consume(Act::Confirm);
        seat.viewer = Some(side);
        seat.curtain = None;
    }
}

fn draw(
    mut panels: Panels,
    mut pictures: Pictures,
    session: Res<Session>,
    seat: Res<Seat>,
    palette: Res<Palette>,
    settings: Res<Settings>,
    mut ready: ResMut<Ready>,
) -> Result {
    let Some(side) = seat.curtain else {
        return Ok(());
    };
    let context = panels.context()?;
    let context = &context;
    let window = context.viewport_rect();
    let swatch = palette.side(side);
    let name = &session.plan.setup.level.sides[side.index()].name;
    let hint = confirm_hint(&settings.keys);
    egui::Area::new(egui::Id::new("curtain"))
        .order(egui::Order::Foreground)
        .fixed_pos(window.min)
        .interactable(true)
        .show(context, |ui| {
            ui.set_min_size(window.size());
            let art = SHIELDS.get(side.index());
            let shield = art.and_then(|art| pictures.art(ui, art, SHIELD));
            let painter = ui.painter();
            painter.rect_filled(window, 0.0, theme::BACKDROP);
            painter.rect_filled(
                egui::Rect::from_min_size(window.min, vec2(window.width(), 10.0)),
                0.0,
                swatch.egui(),
            );
            painter.rect_filled(
                egui::Rect::from_min_max(egui::pos2(window.min.x, window.max.y - 10.0), window.max),
                0.0,
                swatch.egui(),
            );
            let card = Align2::CENTER_CENTER.align_size_within_rect(vec2(520.0, 320.0), window);
            ui.scope_builder(egui::UiBuilder::new().max_rect(card), |ui| {
                ui.vertical_centered(|ui| {
                    let size = vec2(SHIELD, SHIELD);
                    if art.is_some() {
                        picture::show(ui, shield, size);
                    } else {
                        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                        side_mark(ui.painter(), rect, side, &palette);
                    }
                    ui.add_space(12.0);
                    let attacked = session.decision.as_deref().is_some_and(is_reaction);
                    let what = if attacked {
                        "you are attacked"
                    } else {
                        "your turn"
                    };
                    ui.label(
                        RichText::new(format!("{name}: {what}"))
                            .size(34.0)
                            .strong()
                            .color(swatch.text()),
                    );
                    ui.add_space(8.0);
                    ui.label(RichText::new("Pass the keyboard. The others look away.").size(17.0));
                    ui.add_space(20.0);
                    let text = RichText::new("I am ready").size(18.0);
                    let button = ui.add(egui::Button::new(text).min_size(vec2(240.0, 46.0)));
                    if button.clicked() {
                        ready.0 = true;
                    }
                    ui.add_space(8.0);
                    ui.label(theme::faint(format!("or press {hint}")));
                });
            });
        });
    Ok(())
}

fn confirm_hint(keys: &Bindings) -> String {
    let hint = keys.hint(Act::Confirm);
    if hint.is_empty() {
        "the button".to_owned()
    } else {
        hint.to_owned()
    }
}
