//! Rule ids that show their rule: its title and text when pointed at, pinned when clicked, and in
//! the rulebook when clicked with Shift held.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use shieldwall_battle::RuleId;
use shieldwall_content::Rule;

use crate::{
    screen::OpenRulebook,
    session::Session,
    theme::{self, faint},
};

use super::Hud;

/// A rule that the player has pinned.
#[derive(Resource, Default, Debug)]
pub(crate) struct PinnedRule(pub(crate) Option<RuleId>);

/// The rule with an id in the rulebook of the battle.
pub(crate) fn rule(session: &Session, id: RuleId) -> Option<&Rule> {
    session
        .plan
        .setup
        .library
        .rulebooks
        .get(session.plan.ruleset.id())?
        .rule(id.0)
}

/// Links to rules in a row. Clicking one pins it; with Shift it opens the rulebook.
pub(crate) fn links(
    ui: &mut egui::Ui,
    session: &Session,
    rules: &[RuleId],
    pinned: &mut PinnedRule,
) {
    if rules.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for id in rules {
            let response = ui
                .link(egui::RichText::new(id.0).small())
                .on_hover_ui(|ui| text(ui, session, *id));
            if response.clicked() && ui.input(|input| input.modifiers.shift) {
                ask(ui.ctx(), *id);
            } else if response.clicked() {
                pinned.0 = if pinned.0 == Some(*id) {
                    None
                } else {
                    Some(*id)
                };
            }
        }
    });
}

/// A rule's id and title, one a line, for tooltips. The pointer can come in and click the id for
/// the rulebook.
pub(crate) fn titles(ui: &mut egui::Ui, session: &Session, rules: &[RuleId]) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.spacing_mut().interact_size.y = 15.0;
        for id in rules {
            let title = rule(session, *id).map_or("", |rule| rule.title.as_str());
            ui.horizontal(|ui| {
                if ui.link(egui::RichText::new(id.0).small()).clicked() {
                    ask(ui.ctx(), *id);
                }
                ui.add(egui::Label::new(faint(title).small()).truncate());
            });
        }
    });
}

/// Where panels leave the rule that the rulebook is to be opened at.
fn asked() -> egui::Id {
    egui::Id::new("rule to open in the rulebook")
}

/// Asks for the rulebook, open at a rule.
fn ask(context: &egui::Context, id: RuleId) {
    context.data_mut(|data| data.insert_temp(asked(), id.0));
}

/// Passes on what panels have asked for.
pub(super) fn forward(
    mut contexts: EguiContexts,
    mut rulebook: MessageWriter<OpenRulebook>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if let Some(id) = context.data_mut(|data| data.remove_temp::<&'static str>(asked())) {
        rulebook.write(OpenRulebook {
            rule: Some(id.to_owned()),
        });
    }
    Ok(())
}

/// A rule in full.
fn text(ui: &mut egui::Ui, session: &Session, id: RuleId) {
    ui.set_max_width(380.0);
    match rule(session, id) {
        Some(rule) => {
            ui.label(egui::RichText::new(format!("{id}  {}", rule.title)).strong());
            ui.label(egui::RichText::new(rule.text.as_str()).color(theme::TEXT));
            let hint = "Click to keep it beside the log, Shift and click to open the rulebook.";
            ui.label(faint(hint).small());
        }
        None => {
            ui.label(format!("{id} is not in the rulebook"));
        }
    }
}

/// Draws the pinned rule beside the log.
pub(super) fn draw(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    session: Res<Session>,
    mut pinned: ResMut<PinnedRule>,
) -> Result {
    let Some(id) = pinned.0.filter(|_| hud.enabled) else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let board = hud.layout.board;
    let mut open = true;
    let title =
        rule(&session, id).map_or_else(|| id.to_string(), |rule| format!("{id}  {}", rule.title));
    egui::Window::new(title)
        .id(egui::Id::new("pinned rule"))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_width(380.0)
        .pivot(egui::Align2::RIGHT_TOP)
        .default_pos(board.right_top() + egui::vec2(-10.0, 10.0))
        .constrain_to(board)
        .show(context, |ui| {
            ui.set_width(380.0);
            let height = board.height() - 90.0;
            egui::ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| {
                    let found = rule(&session, id);
                    ui.label(found.map_or("Not in the rulebook.", |rule| rule.text.as_str()));
                    if let Some(rule) = found {
                        ui.label(faint(format!("Topic: {}", rule.topic)).small());
                        if ui.small_button("Open in the rulebook").clicked() {
                            ask(ui.ctx(), id);
                        }
                    }
                });
        });
    if !open {
        pinned.0 = None;
    }
    Ok(())
}
