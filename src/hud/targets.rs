//! The rows below the offers: fields such as paces, and targets as buttons, so that a battle
//! can be played without pointing at the board.

use bevy_egui::egui::{self, RichText};
use shieldwall_battle::{
    CellOption, Field, FieldKind, FieldOption, FieldValue, Offer, Target, Targets, Vitality,
    capitalised,
};

use crate::decide::risks;
use crate::{
    controls::Act,
    decide::{Considered, InputIntent, SessionTargeting, ordered_targets},
    palette::Palette,
    session::{Asked, Draft, Session},
    settings::Settings,
    theme::{self, faint},
};

use super::{Hud, wording};

/// The armed offer with everything that its rows show.
pub(super) struct Rows<'a> {
    /// For names, cells and states.
    pub(super) session: &'a Session,
    pub(super) asked: &'a Asked,
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

/// Cells that are still listed one by one.
const MANY_CELLS: usize = 8;

/// Pixels between two fields of a row.
const FIELD_GAP: f32 = 10.0;

impl Rows<'_> {
    fn key(&self, act: Act) -> &'static str {
        self.settings.keys.hint(act)
    }

    /// Draws the fields: a slider with a number box for an amount, a row of buttons for one of several, the place and
    /// a button to pick it for a second target. Fields that are shut are pale, with the reason. Gives what was chosen.
    pub(super) fn fields(&self, ui: &mut egui::Ui) -> Option<InputIntent> {
        let mut chosen = None;
        if self.offer.fields.is_empty() {
            return None;
        }
        let shut = self.offer.shut(&self.considered.fields);
        // The bar is low: fields share rows. How wide each is, is known from the frame before.
        ui.horizontal_wrapped(|ui| {
            for (number, field) in self.offer.fields.iter().enumerate() {
                let width = egui::Id::new(("width of a field", &self.offer.label, field.key));
                let needed: f32 = ui
                    .data(|data| data.get_temp(width))
                    .unwrap_or(f32::INFINITY);
                if number > 0 && needed > ui.available_size_before_wrap().x {
                    ui.end_row();
                }
                let shut = shut.iter().find(|shut| shut.key == field.key);
                let draw = |ui: &mut egui::Ui| {
                    ui.horizontal_wrapped(|ui| self.field(ui, number, field))
                        .inner
                };
                let drawn = ui.add_enabled_ui(shut.is_none(), draw);
                let measured = drawn.response.rect.width();
                ui.data_mut(|data| data.insert_temp(width, measured));
                if let Some(shut) = shut {
                    drawn.response.on_hover_text(shut.reason());
                }
                chosen = drawn.inner.or(chosen);
                ui.add_space(FIELD_GAP);
            }
        });
        chosen
    }

    /// Draws a field; gives what was chosen.
    fn field(&self, ui: &mut egui::Ui, number: usize, field: &Field) -> Option<InputIntent> {
        let now = self.considered.fields.get(field.key);
        let active = self.draft.row.map_or(number == 0, |row| row == field.key);
        let text = if self.draft.row == Some(field.key) {
            RichText::new(field.label).color(theme::TEXT).underline()
        } else {
            faint(field.label)
        };
        let label = ui.label(text);
        let [less, more, next] =
            [Act::PreviousSelection, Act::NextSelection, Act::NextField].map(|act| self.key(act));
        label.on_hover_text(if active {
            format!("Change with {less} / {more}; next row with {next}")
        } else {
            format!("Next row with {next}")
        });
        match &field.kind {
            FieldKind::Amount { min, max, .. } => {
                let before = self.considered.fields.amount(field.key).unwrap_or(*min);
                let mut amount = before;
                ui.spacing_mut().slider_width = 160.0;
                ui.add(egui::Slider::new(&mut amount, *min..=*max));
                let changed = (amount != before).then_some(FieldValue::Amount(amount));
                changed.map(|value| InputIntent::Field(field.key, value))
            }
            FieldKind::OneOf(options) => {
                let mut options = options.iter();
                let pressed = options.find_map(|option| self.option(ui, field, option, now));
                pressed.map(|value| InputIntent::Field(field.key, value))
            }
            FieldKind::At { otherwise, .. } => self.second_target(ui, field, otherwise, now),
        }
    }

    /// Draws a second target: what holds without one, and the one that is picked.
    fn second_target(
        &self,
        ui: &mut egui::Ui,
        field: &Field,
        otherwise: &str,
        now: Option<FieldValue>,
    ) -> Option<InputIntent> {
        let open = egui::Button::new(RichText::new(otherwise).size(13.0)).selected(now.is_none());
        let open = ui.add(open).clicked();
        let picked = match now {
            Some(FieldValue::Target(target)) => wording::target_name(self.session, target),
            _ => "pick on the board".to_owned(),
        };
        let active = self.draft.row == Some(field.key);
        let pick = egui::Button::new(RichText::new(picked).size(13.0));
        let pick = ui.add(pick.selected(active || now.is_some()));
        let pick = pick.on_hover_text(format!(
            "Click, then click one of the marked places; {} jumps to the next",
            self.key(Act::NextTarget)
        ));
        if open {
            return Some(InputIntent::LeaveOpen(field.key));
        }
        pick.clicked().then_some(InputIntent::Row(field.key))
    }

    /// Draws the button of an option; gives its value if it was pressed.
    fn option(
        &self,
        ui: &mut egui::Ui,
        field: &Field,
        option: &FieldOption,
        now: Option<FieldValue>,
    ) -> Option<FieldValue> {
        let value = FieldValue::Option(option.key);
        let text = RichText::new(&option.label).size(13.0);
        let button = egui::Button::new(text).selected(now == Some(value));
        let mut response = ui.add(button);
        if option.band.is_some() {
            let by_itself = self.draft.fields.get(field.key).is_none() && now == Some(value);
            response = response.on_hover_text(if by_itself {
                "Chosen for you: the shortest that reaches the target. Click to keep it."
            } else {
                "Use this one, whatever the target"
            });
        }
        response.clicked().then_some(value)
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
                "{} cells can be reached. Click one, or move the cursor with {} {} {} {} and press {}; {} jumps towards the enemy. Hold {} to draw the way.",
                cells.len(),
                self.key(Act::CursorUp),
                self.key(Act::CursorDown),
                self.key(Act::CursorLeft),
                self.key(Act::CursorRight),
                self.key(Act::Confirm),
                self.key(Act::NextTarget),
                self.key(Act::DrawWay),
            );
            ui.label(faint(text).size(13.0));
            return;
        };
        let drawn = self.considered.choice.as_ref();
        let drawn = drawn.filter(|choice| !choice.path.is_empty());
        let option = match drawn.map(|choice| self.asked.drawn_ways.given(choice)) {
            None => cells.iter().find(|option| option.cell == cell),
            Some(Some(Ok(option))) => option.as_ref(),
            Some(None) => None,
            Some(Some(Err(refusal))) => {
                let why = capitalised(&refusal.brief());
                ui.label(RichText::new(why).size(13.0).color(theme::TEXT));
                return;
            }
        };
        let Some(option) = option else {
            return;
        };
        let bands = &self.session.plan.ruleset.terms().movement_bands;
        let band = bands.get(usize::from(option.band)).copied().unwrap_or("");
        let place = wording::target_name(self.session, Target::Cell(cell));
        let mut text = format!("To {place}: {}", option.cost);
        if self.offer.moves_actor() {
            text.push_str(&format!(", {band}"));
        }
        for risk in risks(option) {
            text.push_str("; ");
            text.push_str(&risk.long);
        }
        ui.label(RichText::new(text).size(13.0).color(theme::TEXT));
    }

    fn list(&self, ui: &mut egui::Ui, hud: &mut Hud) -> Option<InputIntent> {
        let decision = self.session.decision.as_ref()?;
        let targeting = SessionTargeting::new(self.session, self.asked, decision);
        let mut pressed = None;
        ui.horizontal_wrapped(|ui| {
            let key = self.key(Act::NextTarget);
            ui.label(faint("Target"))
                .on_hover_text(format!("Next one with {key}"));
            // A long list of cells is no help: they are marked on the board.
            let cell = |target: &Target| matches!(target, Target::Cell(_));
            let ordered = ordered_targets(self.offer, &targeting);
            let on_board = ordered.iter().filter(|target| cell(target)).count() > MANY_CELLS;
            if on_board && self.considered.target.is_none() {
                ui.label(faint("one of the marked cells: click it on the board").size(13.0));
            }
            for target in ordered {
                let chosen = self.considered.target == Some(target);
                if on_board && cell(&target) && !chosen {
                    continue;
                }
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
