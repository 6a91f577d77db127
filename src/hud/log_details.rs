//! What a line of the combat log opens to: dice, modifiers, target number, rules.

use bevy_egui::egui::{self, RichText};
use shieldwall_battle::{Against, Check, Entry, Event, event::Rolled, terms::DefenceRole};

use crate::{
    decide::Orders,
    session::Session,
    theme::{self, faint},
};

use super::{
    rule_text::{self, PinnedRule},
    wording,
};

/// Draws the details of an entry.
pub(super) fn draw(
    ui: &mut egui::Ui,
    session: &Session,
    orders: &Orders,
    entry: &Entry,
    pinned: &mut PinnedRule,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    match &entry.event {
        Event::Rolled(rolled) => roll(ui, session, rolled, pinned),
        Event::Damage {
            fixed,
            rolled,
            armour,
            lost,
            ..
        } => {
            if *fixed != 0 {
                row(ui, "Of it fixed", &fixed.to_string());
            }
            row(ui, "Damage", &rolled.to_string());
            row(ui, "Armour", &format!("-{armour}"));
            row(ui, "Gets through", &lost.to_string());
        }
        Event::AttackResolved {
            attack,
            defence,
            defence_level,
            effect,
            ..
        } => {
            row(ui, "Attack", attack.key);
            if defence.role != DefenceRole::None {
                row(ui, "Defence", &format!("{defence}, {defence_level}"));
            } else {
                row(ui, "Defence", "none");
            }
            row(ui, "Damage", effect.key);
        }
        Event::HitPoints { from, to, max, .. } => {
            row(ui, "Hit points", &format!("{from} to {to} of {max}"));
        }
        Event::ItemDamaged { from, to, .. } => {
            row(ui, "Item's hit points", &format!("{from} to {to}"));
        }
        Event::Moved { path, cost, .. } => {
            let steps = path.len().saturating_sub(1);
            row(ui, "Way", &format!("{steps} cells, cost {cost}"));
        }
        Event::Chosen {
            choice, decision, ..
        } => {
            if let Some(why) = orders.unasked(*decision) {
                row(ui, "Not asked", why);
            }
            if let Some(target) = choice.target {
                row(ui, "Aimed at", &wording::target_name(session, target));
            }
        }
        _ => {}
    }
    rule_text::links(ui, session, &entry.rules, pinned);
}

fn roll(ui: &mut egui::Ui, session: &Session, rolled: &Rolled, pinned: &mut PinnedRule) {
    let dice: Vec<String> = rolled
        .dice
        .iter()
        .map(|die| format!("d{}: {}", die.sides, die.face))
        .collect();
    row(ui, "Dice", &dice.join("  "));
    if let Some(total) = rolled.total {
        row(ui, "Total", &total.to_string());
    }
    if let Some(chance) = &rolled.chance {
        breakdown(ui, session, "", chance, Some(pinned));
    }
    if let Some(outcome) = rolled.outcome {
        row(ui, "Outcome", outcome.key);
    }
}

/// A chance with everything that makes it up; `part` says before it what it is for.
pub(super) fn breakdown(
    ui: &mut egui::Ui,
    session: &Session,
    part: &str,
    chance: &Check,
    mut pinned: Option<&mut PinnedRule>,
) {
    let skill = format!("{part}{}", chance.skill);
    let theirs = chance.against.their_modifiers();
    let opposed = matches!(chance.against, Against::Opposed { .. });
    if chance.modifiers.is_empty() && theirs.is_empty() && !opposed {
        row(ui, &skill, &chance.needed_with_chance());
        return;
    }
    let rating = match &chance.against {
        Against::Percent => format!("{} %", chance.rating),
        Against::AtLeast { base, .. } => format!("base {base}"),
        Against::AtMost(_) | Against::Opposed { .. } => String::new(),
    };
    row(ui, &skill, &rating);
    let own = chance.modifiers.iter().map(|modifier| ("", modifier));
    for (of, modifier) in own.chain(theirs.iter().map(|modifier| ("target: ", modifier))) {
        flat(ui, |ui| {
            ui.label(faint(format!("  {of}{}", modifier.name)).size(12.0));
            if let Some(pinned) = &mut pinned {
                rule_text::links(ui, session, &[modifier.rule], pinned);
            }
            value(ui, &wording::effect(modifier.effect, &chance.against));
        });
    }
    flat(ui, |ui| {
        ui.label(RichText::new("= Chance").size(12.0).color(theme::TEXT));
        value(ui, &chance.needed_with_chance());
    });
}

/// A label with its value at the right edge, in a row no higher than its text.
pub(super) fn row(ui: &mut egui::Ui, label: &str, text: &str) {
    flat(ui, |ui| {
        ui.label(faint(label).size(12.0));
        value(ui, text);
    });
}

fn flat(ui: &mut egui::Ui, contents: impl FnOnce(&mut egui::Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 15.0;
        ui.horizontal(contents);
    });
}

fn value(ui: &mut egui::Ui, text: &str) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let text = RichText::new(text).size(12.0).color(theme::TEXT);
        ui.add(egui::Label::new(text).truncate());
    });
}
