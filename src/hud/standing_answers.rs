//! Who answers in the same way each time: a tag for each, and a press to be asked again.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, RichText};
use shieldwall_battle::Vitality;

use super::{
    Hud,
    layout::{GAP, fitting_panel},
    wording,
};
use crate::{
    controls::Act,
    decide::{Answerer, Orders},
    input::Acts,
    session::Session,
    settings::Settings,
    theme,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    mut orders: ResMut<Orders>,
    acts: Res<Acts>,
    settings: Res<Settings>,
    hud: Res<Hud>,
    session: Res<Session>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let lines: Vec<_> = orders
        .standing()
        .filter_map(|(who, answer)| {
            let name = match who {
                Answerer::One(one) => {
                    let figure = wording::figure(&session, one);
                    figure.filter(|figure| figure.vitality == Vitality::Active)?;
                    wording::name(&session, one)
                }
                Answerer::Side(side) => wording::side_name(&session, side),
            };
            Some((who, format!("{name} always: {}", answer.label)))
        })
        .collect();
    // While one of these questions is open, the key answers it.
    let open = session.decision.as_deref().filter(|_| !session.waiting);
    let answering = open.is_some_and(|decision| Answerer::of(decision).is_some());
    if lines.is_empty() || answering || session.ending.is_some() {
        return Ok(());
    }
    let board = hud.layout.board;
    let place = (Align2::RIGHT_BOTTOM, board.max - egui::vec2(GAP, GAP));
    let ended = fitting_panel(&context, "always", place, board, hud.enabled, |ui| {
        let key = settings.keys.hint(Act::Always);
        let mut ended = None;
        for (who, label) in lines {
            let text = RichText::new(format!("{label}  \u{d7}")).size(12.5);
            let tip = format!("Click it to be asked again; {key} ends all of them");
            if ui
                .add(egui::Button::new(text.color(theme::TEXT)))
                .on_hover_text(tip)
                .clicked()
            {
                ended = Some(who);
            }
        }
        ended
    });
    if hud.enabled && acts.just_pressed(Act::Always) {
        orders.ask_about_all();
    } else if let Some(who) = ended.inner {
        orders.ask_again(who);
    }
    Ok(())
}
