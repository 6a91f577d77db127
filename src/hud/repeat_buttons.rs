//! The buttons that answer for a whole round: all as they stated last, or all the same.

use bevy_egui::egui;
use shieldwall_battle::{Decision, Vitality};

use super::offer_button::ButtonParts;
use crate::{
    controls::Act,
    decide::{InputIntent, Orders, as_last, can_repeat},
    session::Session,
};

/// Draws them where a decision is one of many alike; gives what was pressed. `ready` says whether the choice is complete.
pub(super) fn draw(
    ui: &mut egui::Ui,
    parts: &ButtonParts<'_>,
    decision: &Decision,
    orders: &Orders,
    ready: bool,
) -> Option<InputIntent> {
    if !can_repeat(decision) || !others_follow(parts.session, decision) {
        return None;
    }
    let mut pressed = None;
    let mut button = |act: Act, label: &str, enabled: bool, how: &str, why_not: &str, intent| {
        let key = parts.settings.keys.hint(act);
        let button = egui::Button::new(format!("{label} ({key})"));
        let response = ui
            .add_enabled(enabled, button)
            .on_hover_text(how)
            .on_disabled_hover_text(why_not);
        if response.clicked() {
            pressed = Some(intent);
        }
    };
    button(
        Act::SameForAll,
        "The same for all",
        ready,
        "This choice, and the same for all others of your side who can",
        "First choose what this one does",
        InputIntent::SameForAll,
    );
    button(
        Act::AsLastRound,
        "As last round",
        as_last(decision, orders).is_some(),
        "All combatants of your side do what they did last round, if they can",
        "This one cannot do again what it did last round",
        InputIntent::AsLastRound,
    );
    pressed
}

/// True if others of the side are asked after this one.
fn others_follow(session: &Session, decision: &Decision) -> bool {
    let own = session.view.combatants.iter().filter(|combatant| {
        combatant.side == decision.side && combatant.vitality == Vitality::Active
    });
    own.count() > 1 + session.plans.len()
}
