//! The free step, which with `asks = "all"` is asked for on each segment of the movement (SEG-064, SEG-R38, SEG-R84).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    CellOption, ChangeLater, CombatantId, Flow, Offer, Target, Targets, flow::Question,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        Exertion,
        field::{Combatant, Field},
        plan::{How, PlannedAction},
    },
    content::settings::Asks,
    movement::{heading::Hop, ways},
    terms::{
        rules::{R064, RR38, RR84},
        words::{FREE_STEP, STAY_HERE, TAKE_A_STEP},
    },
};

/// The answer to the question for a free step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Answers {
    /// A step into the cell of the choice.
    Steps,
    /// None on this segment.
    Stays,
}

impl Field<'_, '_> {
    /// True if a combatant has its free step left, and nothing that it has declared forbids it (SEG-R38).
    fn has_free_step(&self, who: &Combatant<'_, '_>) -> bool {
        let stands = match who.plan.action {
            PlannedAction::Attack { how, .. } => matches!(how, How::Stand | How::PickUp),
            PlannedAction::None
            | PlannedAction::PickUp { .. }
            | PlannedAction::FirstAid { .. }
            | PlannedAction::Work { .. } => true,
            _ => false,
        };
        let is_bound = who.aims()
            || who.is_taken_aback()
            || self.mount_of(who).is_some()
            || who.casting.is_under_way()
            || who.plan.handling.costs_movement();
        stands && who.can_act() && !is_bound && !who.exertion.stepped
    }

    /// The free steps into all cells beside a combatant.
    fn steps_beside(&self, who: &Combatant<'_, '_>) -> Vec<Hop> {
        let cells = self.grid().neighbours(who.cell());
        let hops = cells.filter_map(|(_, cell)| self.step_into(who, cell));
        hops.collect()
    }

    /// The free step that was chosen on a segment.
    pub(super) fn chosen_step(&self, who: &Combatant<'_, '_>) -> Option<Hop> {
        let to = who.exertion.steps_to.filter(|_| self.has_free_step(who))?;
        self.step_into(who, to)
    }

    /// True if free steps are asked for.
    #[must_use]
    pub fn asks_for_steps(&self) -> bool {
        self.rules.0.asks == Asks::All
    }

    /// The next combatant that is asked for its free step on a segment.
    pub(super) fn asked_to_step(&self, segment: i32) -> Option<CombatantId> {
        if !self.asks_for_steps() {
            return None;
        }
        let open = self.active().filter(|who| {
            who.exertion.asked_on != Some(segment)
                && self.has_free_step(who)
                && !self.steps_beside(who).is_empty()
        });
        let open: Vec<CombatantId> = open.map(|who| who.id()).collect();
        self.in_order(open).first().copied()
    }
}

/// Takes an answer.
pub fn answer(mut flow: ResMut<Flow>, field: Field, mut commands: Commands) {
    let Some((decision, choice)) = flow.take_answer() else {
        return;
    };
    let Some(who) = decision.actor else { return };
    let to = match (decision.act::<Answers>(&choice), choice.target) {
        (Some(Answers::Steps), Some(Target::Cell(cell))) => Some(cell),
        _ => None,
    };
    let entity = field.combatant(who).body.entity;
    commands.change(entity, move |exertion: &mut Exertion| {
        exertion.steps_to = to;
    });
}

/// Asks a combatant for its free step.
pub fn ask(field: &Field<'_, '_>, who: CombatantId) -> Question {
    let who = field.combatant(who);
    let rules = [R064, RR38, RR84];
    let mut step = Offer::new(TAKE_A_STEP, "Take the free step", &rules).to_do(Answers::Steps);
    let cells = field.steps_beside(&who);
    let cell = |hop: &Hop| {
        let cell: Option<Cell> = hop.end();
        Some(CellOption::plain(cell?, ways::told(hop.cost)))
    };
    step.targets = Targets::Cells(cells.iter().filter_map(cell).collect());
    let stay = Offer::new(STAY_HERE, "Stay", &[RR84]).to_do(Answers::Stays);
    let prompt = format!("Does {} take its free step now?", who.name());
    Question::new(who.side(), who.id(), FREE_STEP, prompt, vec![step, stay])
}
