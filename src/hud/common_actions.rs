//! The common actions at the head of the action bar: each in its own place with its own key, under every ruleset. One
//! that cannot be taken now is dimmed, and says why.

use bevy_egui::egui::{self, FontId, RichText, vec2};
use shieldwall_battle::{Action, Decision, Refusal, capitalised, terms::Common};

use crate::{
    controls::Act,
    decide::{Bar, InputIntent, Slot, common_label, why_missing},
    session::Draft,
    theme::{self, faint},
};

use super::{
    offer_button::{self, ButtonParts, Look},
    rule_text,
};

/// Width of each place, in points.
const PLACE: f32 = 104.0;

/// The picture of a common action.
pub(super) const fn icon(common: Common) -> &'static str {
    match common {
        Common::Attack => "common/attack",
        Common::Move => "common/move",
        Common::Defend => "common/defend",
        Common::Wait => "common/wait",
        Common::End => "common/end",
    }
}

/// The five places; gives what was pressed.
pub(super) fn places(
    ui: &mut egui::Ui,
    parts: &mut ButtonParts<'_>,
    decision: &Decision,
    bar: &Bar,
    draft: &Draft,
    pointed: &mut Option<usize>,
) -> Option<InputIntent> {
    let mut pressed = None;
    for common in Common::ALL {
        let meant = bar.place(common);
        let is_armed = |index: &usize| draft.offer == Some(*index);
        let armed = draft.decision == Some(decision.number) && meant.iter().any(is_armed);
        let look = match meant {
            [] => Look::Missing,
            _ if armed => Look::Armed,
            _ => Look::Usual,
        };
        let act = Act::of_common(common);
        let key = parts.settings.keys.hint(act);
        let label = common_label(common);
        let (response, square) = offer_button::face(ui, parts, label, Some(key), look, Some(PLACE));
        offer_button::picture(ui, parts, icon(common), square, look);
        let meant_actions = meant.iter().map(|index| decision.offers[*index].action.key);
        let drawn = meant_actions.map(|action| (action, response.rect));
        parts.drawn.extend(drawn);
        let response = response.on_hover_ui(|ui| match meant {
            [] => {
                let refusal = why_missing(parts.session, parts.asked, decision, common);
                reason(ui, parts, label, &refusal);
            }
            [only] => offer_button::tooltip(ui, parts, &decision.offers[*only], Some(key)),
            several => choices(ui, decision, several, key),
        });
        if let ([only], true) = (meant, response.hovered()) {
            *pointed = Some(*only);
        }
        if response.clicked() {
            pressed = Some(InputIntent::Common(common));
        }
    }
    let line = egui::Rect::from_min_size(ui.cursor().min, vec2(1.0, 28.0));
    ui.painter().rect_filled(line, 0.0, theme::LINE);
    ui.add_space(6.0);
    pressed
}

/// The offers that share the place of the armed one, if there are several: there one can be picked with the mouse.
pub(super) fn shared_place<'a>(bar: &'a Bar, draft: &Draft) -> Option<&'a [usize]> {
    let armed = draft.offer?;
    let mut places = Common::ALL.into_iter().map(|common| bar.place(common));
    places.find(|place| place.len() > 1 && place.contains(&armed))
}

/// Other actions that cannot be taken now, with the reasons, behind one quiet label.
pub(super) fn not_now(ui: &mut egui::Ui, parts: &ButtonParts<'_>) {
    let missing = &parts.asked.missing;
    let others: Vec<&(Action, Refusal)> = missing
        .iter()
        .filter(|(action, _)| action.role.common().is_none())
        .collect();
    if others.is_empty() {
        return;
    }
    let label = faint(format!("{} not possible now", others.len())).small();
    let label = egui::Label::new(label).extend();
    ui.add(label).on_hover_ui(|ui| {
        ui.set_max_width(460.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        for (action, refusal) in others {
            let what = capitalised(&action.key.replace('_', " "));
            let rules: Vec<&str> = refusal.rules.iter().map(|rule| rule.0).collect();
            ui.label(RichText::new(what).strong().color(theme::FAINT));
            let why = format!("{} ({})", capitalised(&refusal.brief()), rules.join(", "));
            ui.label(RichText::new(why).size(13.0).color(theme::TEXT));
        }
    });
}

/// What cannot be done, why, and by which rules.
fn reason(ui: &mut egui::Ui, parts: &ButtonParts<'_>, what: &str, refusal: &Refusal) {
    ui.set_max_width(420.0);
    ui.label(
        RichText::new(capitalised(what))
            .strong()
            .color(theme::FAINT),
    );
    ui.label(RichText::new(capitalised(&refusal.brief())).color(theme::TEXT));
    rule_text::titles(ui, parts.session, &refusal.rules);
}

/// What the key goes through.
fn choices(ui: &mut egui::Ui, decision: &Decision, several: &[usize], key: &str) {
    ui.set_max_width(340.0);
    for index in several {
        ui.label(RichText::new(&decision.offers[*index].label).color(theme::TEXT));
    }
    let how = format!("Click or press {key}; again for the next.");
    ui.label(
        RichText::new(how)
            .color(theme::FAINT)
            .font(FontId::proportional(12.0)),
    );
}

/// The key of an offer in the bar, for its button.
pub(super) fn key_of(bar: &Bar, index: usize, draft: &Draft) -> Option<Act> {
    // What shares a place is reached by the key of the place, which stands there.
    let shared = shared_place(bar, draft).is_some_and(|place| place.contains(&index));
    (!shared)
        .then(|| bar.hotkey(Slot::Offer(index), draft.fold))
        .flatten()
}
