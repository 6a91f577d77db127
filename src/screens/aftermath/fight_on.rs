//! Fighting on with those who are left, after some weeks of rest.

use bevy::prelude::Resource;
use bevy_egui::egui;

use super::super::new_battle::random_seed;
use crate::{battle_plan::BattlePlan, session::Session, theme};

/// Most weeks of rest between two battles.
const MOST_WEEKS: u32 = 52;

/// How long they rest, as the player has set it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChosenRest {
    weeks: u32,
    /// Which of the ways that the ruleset gives.
    way: usize,
}

impl Default for ChosenRest {
    fn default() -> Self {
        Self { weeks: 1, way: 0 }
    }
}

/// The battle that follows: the survivors with their injuries, after their rest where the rules know
/// any. A side of which nobody is left sends a fresh warband.
fn next_battle(session: &Session, chosen: ChosenRest) -> BattlePlan {
    let mut plan = session.plan.afresh();
    plan.setup = plan.setup.following(&session.survivors, random_seed());
    if let Some(rest) = plan.ruleset.terms().rests.get(chosen.way) {
        let warbands = plan.setup.sides.iter_mut();
        // A fresh combatant has nothing to rest from.
        let tired = warbands
            .flat_map(|side| &mut side.warband)
            .filter(|unit_entry| !unit_entry.start.is_fresh());
        for unit_entry in tired {
            plan.ruleset
                .rested(&mut unit_entry.start, rest, chosen.weeks);
        }
    }
    plan
}

/// The row of controls; gives the battle that follows when the player wants it.
pub(super) fn row(
    ui: &mut egui::Ui,
    session: &Session,
    chosen: &mut ChosenRest,
) -> Option<BattlePlan> {
    let rests = &session.plan.ruleset.terms().rests;
    let sides = session
        .survivors
        .iter()
        .zip(&session.plan.setup.level.sides);
    let alive: Vec<String> = sides
        .map(|(survivors, side)| format!("{} of {}", survivors.len(), side.name))
        .collect();
    let alive = match alive.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => alive.concat(),
    };
    let left = if !rests.is_empty() {
        format!("{alive} live. Their injuries stay; weapons and armour are repaired.")
    } else {
        format!("{alive} live. They begin the next battle as the rules say.")
    };
    let any = session.survivors.iter().any(|side| !side.is_empty());
    let mut wanted = false;
    ui.horizontal(|ui| {
        let button = egui::Button::new("Fight on").min_size(egui::vec2(150.0, 38.0));
        wanted = ui.add_enabled(any, button).on_hover_text(left).clicked();
        if !rests.is_empty() {
            ui.label("after");
            ui.add(egui::DragValue::new(&mut chosen.weeks).range(1..=MOST_WEEKS));
            let weeks = if chosen.weeks == 1 { "week" } else { "weeks" };
            ui.label(format!("{weeks} of rest"));
            for (way, rest) in rests.iter().enumerate() {
                ui.selectable_value(&mut chosen.way, way, rest.label)
                    .on_hover_text(rest.detail);
            }
        }
        let all = if session.survivors.len() > 2 {
            "all"
        } else {
            "both"
        };
        let fresh = session.survivors.iter().any(Vec::is_empty);
        let fresh = if fresh {
            "; a side without any sends a fresh warband"
        } else {
            ""
        };
        ui.label(theme::faint(format!(
            "with the survivors of {all} sides{fresh}"
        )));
    });
    wanted.then(|| next_battle(session, *chosen))
}
