//! The rows below the offers: selections such as paces, and targets as buttons, so that a battle
//! can be played without pointing at the board.

use bevy_egui::egui::{self, RichText};
use shieldwall_battle::{CellOption, FieldKind, FieldValue, Offer, Target, Targets, Vitality};

use crate::decide::risks;
use crate::{
    controls::Act,
    decide::{Considered, InputIntent, SessionTargeting, fields_in_force, ordered_targets},
    palette::Palette,
    session::{Draft, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::{Hud, wording};

/// The armed offer with everything that its rows show.
pub(super) struct Rows<'a> {
    /// For names, cells and states.
    pub(super) session: &'a Session,
    /// The armed offer.
    pub(super) offer: &'a Offer,
    /// What has been picked.
    pub(super) draft: &'a Draft,
    /// What would be done.
    pub(super) considered: &'a Considered,
    /// Colours.
    pub(super) palette: &'a Palette,
    /// Keys.
    pub(super) settings: &'a Settings,
}

impl Rows<'_> {
    fn key(&self, act: Act) -> &'static str {
        self.settings.keys.hint(act)
    }

    /// Draws the selections; gives what was pressed.
    pub(super) fn selections(&self, ui: &mut egui::Ui) -> Option<InputIntent> {
        let selections = &self.offer.selections;
        if selections.is_empty() {
            return None;
        }
        let mut pressed = None;
        ui.horizontal_wrapped(|ui| {
            let limits = selections.iter().any(|selection| selection.band.is_some());
            let keys = format!(
                "{} / {}",
                self.key(Act::PreviousSelection),
                self.key(Act::NextSelection)
            );
            ui.label(faint(if limits { "Pace" } else { "How" }))
                .on_hover_text(format!("Change with {keys}"));
            for selection in selections {
                let chosen = self.considered.selection == Some(selection.key);
                let label = RichText::new(&selection.label).size(13.0);
                let response = ui.add(egui::Button::new(label).selected(chosen));
                let text = if self.draft.selection.is_none() && chosen {
                    "Taken by itself: the shortest that reaches the target. Click to keep it."
                } else {
                    "Keep to this, whatever the target"
                };
                if response.on_hover_text(text).clicked() {
                    pressed = Some(InputIntent::Selection(selection.key));
                }
            }
        });
        pressed
    }

    /// Draws the fields: a slider with a number box for an amount, a row of buttons for one of several. Gives
    /// what was chosen.
    pub(super) fn fields(&self, ui: &mut egui::Ui) -> Option<InputIntent> {
        let mut chosen = None;
        let in_force = fields_in_force(self.offer, self.draft);
        for (number, field) in self.offer.fields.iter().enumerate() {
            let Some(now) = in_force.get(field.key) else {
                continue;
            };
            ui.horizontal_wrapped(|ui| {
                let label = ui.label(faint(field.label));
                if number == 0 && self.offer.selections.is_empty() {
                    let [less, more] = [Act::PreviousSelection, Act::NextSelection];
                    let keys = format!("{} / {}", self.key(less), self.key(more));
                    label.on_hover_text(format!("Change with {keys}"));
                }
                let value = match (&field.kind, now) {
                    (FieldKind::Amount { min, max, .. }, FieldValue::Amount(now)) => {
                        let mut amount = now;
                        ui.spacing_mut().slider_width = 160.0;
                        ui.add(egui::Slider::new(&mut amount, *min..=*max));
                        (amount != now).then_some(FieldValue::Amount(amount))
                    }
                    _ => field.options().iter().find_map(|option| {
                        let value = FieldValue::Option(option.key);
                        let text = RichText::new(&option.label).size(13.0);
                        let button = egui::Button::new(text).selected(value == now);
                        ui.add(button).clicked().then_some(value)
                    }),
                };
                if let Some(value) = value {
                    chosen = Some(InputIntent::Field(field.key, value));
                }
            });
        }
        chosen
    }

    /// Draws the targets; gives what was pressed.
    pub(super) fn targets(&self, ui: &mut egui::Ui, hud: &mut Hud) -> Option<InputIntent> {
        match &self.offer.targets {
            Targets::None => None,
            Targets::Cells(cells) => {
                self.cell_line(ui, cells);
                None
            }
            Targets::AnyOf(_) => self.list(ui, hud),
        }
    }

    fn cell_line(&self, ui: &mut egui::Ui, cells: &[CellOption]) {
        let Some(Target::Cell(cell)) = self.considered.target else {
            let text = format!(
                "{} cells can be reached. Click one, or move the cursor with {} {} {} {} and press {}; {} jumps towards the enemy.",
                cells.len(),
                self.key(Act::CursorUp),
                self.key(Act::CursorDown),
                self.key(Act::CursorLeft),
                self.key(Act::CursorRight),
                self.key(Act::Confirm),
                self.key(Act::NextTarget),
            );
            ui.label(faint(text).size(13.0));
            return;
        };
        let Some(option) = cells.iter().find(|option| option.cell == cell) else {
            return;
        };
        let bands = self.session.plan.ruleset.movement_bands();
        let band = bands.get(usize::from(option.band)).copied().unwrap_or("");
        let place = wording::target_name(self.session, Target::Cell(cell));
        let mut text = format!("To {place}: {}, {band}", option.cost);
        for risk in risks(option) {
            text.push_str("; ");
            text.push_str(&risk.long);
        }
        ui.label(RichText::new(text).size(13.0).color(theme::TEXT));
    }

    fn list(&self, ui: &mut egui::Ui, hud: &mut Hud) -> Option<InputIntent> {
        let decision = self.session.decision.as_ref()?;
        let targeting = SessionTargeting::new(self.session, decision);
        let mut pressed = None;
        ui.horizontal_wrapped(|ui| {
            let key = self.key(Act::NextTarget);
            ui.label(faint("Target"))
                .on_hover_text(format!("Next one with {key}"));
            for target in ordered_targets(self.offer, &targeting) {
                let chosen = self.considered.target == Some(target);
                let text = label(self.session, &targeting, target, self.palette);
                let response = ui.add(egui::Button::new(text).selected(chosen));
                if response.hovered() {
                    hud.hovered = Some(target);
                    if let Target::Combatant(who) | Target::Injury(who, _) = target {
                        hud.mark(who);
                    }
                }
                if response.clicked() {
                    pressed = Some(InputIntent::Target(target));
                }
            }
        });
        pressed
    }
}

fn label(
    session: &Session,
    targeting: &SessionTargeting<'_>,
    target: Target,
    palette: &Palette,
) -> RichText {
    let mut words = wording::target_name(session, target);
    // Things of one kind are told apart by how far off they lie.
    if let Target::Item(item) = target
        && let Some(off) = targeting.distance_to_item(item)
    {
        words = format!("{words}, {off}");
    }
    if let Target::Side(side) = target {
        let colour = palette.side(side).text();
        return RichText::new(words).size(13.0).color(colour);
    }
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
