//! What is given up by a choice and cannot be had back: it is said before the choice is made, and a
//! second press makes it.

use shieldwall_battle::{Choice, Decision, Offer, Target, Targets, capitalised};

use crate::{decide::risks, session::Draft};

use super::{drafting::Outcome, targeting::Situation};

/// A warning before a choice is made.
pub(super) fn warning(
    decision: &Decision,
    offer: &Offer,
    choice: &Choice,
    situation: &dyn Situation,
) -> Option<String> {
    if offer.grave {
        return Some(format!("{}? Press it again, or Confirm", offer.label));
    }
    if offer.reveals {
        return Some("It shows where you hide. Click again or press Confirm to do it".to_owned());
    }
    if offer.role.is_closing() && can_attack(decision) {
        return Some(format!(
            "{}? It could still attack. Press it again, or Confirm",
            offer.label
        ));
    }
    if let Some(Target::Cell(cell)) = choice.target
        && offer.role.is_move()
        && let Some(other) = situation.planned_for(cell)
    {
        return Some(format!(
            "{other} goes there too, and there is room for one. Click again or press Confirm to do it all the same"
        ));
    }
    // The dangers that are known are those of the shortest way.
    if !choice.path.is_empty() {
        return None;
    }
    let (Targets::Cells(cells), Some(Target::Cell(cell))) = (&offer.targets, choice.target) else {
        return None;
    };
    let option = cells.iter().find(|option| option.cell == cell)?;
    let risks: Vec<String> = risks(option).into_iter().map(|risk| risk.long).collect();
    if risks.is_empty() {
        return None;
    }
    let risks = capitalised(&risks.join("; "));
    Some(format!(
        "{risks}. Click again or press Confirm to do it all the same"
    ))
}

/// Whether somebody can be attacked now by what is not seldom wanted.
fn can_attack(decision: &Decision) -> bool {
    let mut offers = decision.offers.iter();
    offers.any(|offer| offer.role.is_attack() && offer.aside.is_none() && offer.target_count() > 0)
}

/// Holds a choice back that gives something up of which the player has not been told.
pub(super) fn hold_back(
    decision: &Decision,
    before: &Draft,
    outcome: &mut Outcome,
    situation: &dyn Situation,
) {
    let (Some(index), Some(choice)) = (outcome.draft.offer, &outcome.choice) else {
        return;
    };
    let target = choice.target;
    let told = before.warned == Some((index, target)) && before.decision == Some(decision.number);
    let offer = decision.offers.get(index);
    if let Some(warning) = offer.and_then(|offer| warning(decision, offer, choice, situation))
        && !told
    {
        outcome.choice = None;
        outcome.draft.target = target;
        outcome.draft.warned = Some((index, target));
        outcome.hint = Some(warning);
    }
}
