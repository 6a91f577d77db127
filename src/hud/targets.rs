//! The rows below the offers: selections such as paces, and targets as buttons, so that a battle
//! can be played without pointing at the board.

use bevy_egui::egui::{self, RichText};
use shieldwall_battle::{Offer, Target, Targets, Vitality};

use crate::{
    decide::{Considered, Eyes, Nudge, ordered_targets},
    input::Act,
    palette::Palette,
    session::{Draft, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::{Hud, wording};

/// Draws the selections of the armed offer; gives what was pressed.
pub(super) fn selections(
    ui: &mut egui::Ui,
    offer: &Offer,
    draft: &Draft,
    considered: &Considered,
    settings: &Settings,
) -> Option<Nudge> {
    if offer.selections.is_empty() {
        return None;
    }
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        let limits = offer
            .selections
            .iter()
            .any(|selection| selection.band.is_some());
        let keys = format!(
            "{} / {}",
            settings.keys.hint(Act::PreviousSelection),
            settings.keys.hint(Act::NextSelection)
        );
        ui.label(faint(if limits { "Pace" } else { "How" }))
            .on_hover_text(format!("Change with {keys}"));
        for selection in &offer.selections {
            let chosen = considered.selection == Some(selection.key);
            let label = RichText::new(&selection.label).size(13.0);
            let response = ui.add(egui::Button::new(label).selected(chosen));
            let text = if draft.selection.is_none() && chosen {
                "Taken by itself: the shortest that reaches the target. Click to keep it."
            } else {
                "Keep to this, whatever the target"
            };
            if response.on_hover_text(text).clicked() {
                pressed = Some(Nudge::Selection(selection.key));
            }
        }
    });
    pressed
}

/// Draws the targets of the armed offer; gives what was pressed.
pub(super) fn targets(
    ui: &mut egui::Ui,
    hud: &mut Hud,
    session: &Session,
    offer: &Offer,
    considered: &Considered,
    palette: &Palette,
    settings: &Settings,
) -> Option<Nudge> {
    match &offer.targets {
        Targets::None => None,
        Targets::Cells(cells) => {
            cell_line(ui, session, cells.len(), offer, considered, settings);
            None
        }
        Targets::AnyOf(_) => list(ui, hud, session, offer, considered, palette, settings),
    }
}

fn cell_line(
    ui: &mut egui::Ui,
    session: &Session,
    count: usize,
    offer: &Offer,
    considered: &Considered,
    settings: &Settings,
) {
    let Some(Target::Cell(cell)) = considered.target else {
        let text = format!(
            "{count} cells can be reached. Click one, or move the cursor with {} {} {} {} and press {}; {} jumps towards the enemy.",
            settings.keys.hint(Act::CursorUp),
            settings.keys.hint(Act::CursorDown),
            settings.keys.hint(Act::CursorLeft),
            settings.keys.hint(Act::CursorRight),
            settings.keys.hint(Act::Confirm),
            settings.keys.hint(Act::NextTarget),
        );
        ui.label(faint(text).size(13.0));
        return;
    };
    let Targets::Cells(cells) = &offer.targets else {
        return;
    };
    let Some(option) = cells.iter().find(|option| option.cell == cell) else {
        return;
    };
    let bands = session.plan.ruleset.movement_bands();
    let band = bands.get(usize::from(option.band)).copied().unwrap_or("");
    let place = wording::target_name(session, Target::Cell(cell));
    let mut text = format!("To {place}: {}, {band}", option.cost);
    if option.risky {
        text.push_str("; the way is dangerous");
    }
    ui.label(RichText::new(text).size(13.0).color(theme::TEXT));
}

fn list(
    ui: &mut egui::Ui,
    hud: &mut Hud,
    session: &Session,
    offer: &Offer,
    considered: &Considered,
    palette: &Palette,
    settings: &Settings,
) -> Option<Nudge> {
    let decision = session.decision.as_ref()?;
    let eyes = Eyes::new(session, decision);
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        let key = settings.keys.hint(Act::NextTarget);
        ui.label(faint("Target"))
            .on_hover_text(format!("Next one with {key}"));
        for target in ordered_targets(offer, &eyes) {
            let chosen = considered.target == Some(target);
            let text = label(session, target, palette);
            let response = ui.add(egui::Button::new(text).selected(chosen));
            if response.hovered() {
                hud.hovered = Some(target);
                if let Target::Combatant(who) | Target::Injury(who, _) = target {
                    hud.mark(who);
                }
            }
            if response.clicked() {
                pressed = Some(Nudge::Target(target));
            }
        }
    });
    pressed
}

fn label(session: &Session, target: Target, palette: &Palette) -> RichText {
    let words = wording::target_name(session, target);
    let Target::Combatant(who) = target else {
        return RichText::new(words).size(13.0);
    };
    let Some(figure) = wording::figure(session, who) else {
        return RichText::new(words).size(13.0);
    };
    let state = if figure.vitality == Vitality::Active {
        format!("{words} {}/{}", figure.hit_points, figure.max_hit_points)
    } else {
        let state = wording::vitality(figure.vitality).map_or("", |(_, word)| word);
        format!("{words} ({state})")
    };
    RichText::new(state)
        .size(13.0)
        .color(palette.side(figure.side).text())
}
