//! What is worth trying out.

use shieldwall_battle::{Battle, Choice, Decision, Target, terms::DecisionRole};

use crate::{
    Brain,
    planner::{Planner, Temper},
};

/// Choices that are tried out at most.
const MOST: usize = 6;
/// All legal choices are tried out where there are no more than these.
const FEW: usize = 4;

/// The choice that the planner would make comes first, then what it would do with another temper, then the like at other
/// targets; all of them legal, and each only once.
pub(super) fn of(planner: &mut Planner, battle: &mut Battle, decision: &Decision) -> Vec<Choice> {
    let usual = planner.choose(battle);
    let mut choices = vec![usual];
    if decision.choice_count() <= 1 || battle.prescribed().is_some() {
        return choices;
    }
    let seed = u64::from(decision.number);
    for temper in Temper::OTHERS {
        let choice = planner.with(temper, seed).choose(battle);
        add(&mut choices, battle, choice);
    }
    if decision.choice_count() <= FEW || decision.kind.role == DecisionRole::Activation {
        for number in 0..decision.choice_count() {
            if let Some(choice) = decision.choice_at(number) {
                add(&mut choices, battle, choice);
            }
        }
    }
    for choice in at_others(decision, &choices[0].clone()) {
        add(&mut choices, battle, choice);
    }
    choices
}

fn add(choices: &mut Vec<Choice>, battle: &mut Battle, choice: Choice) {
    if choices.len() < MOST && !choices.contains(&choice) && battle.check(&choice).is_ok() {
        choices.push(choice);
    }
}

/// The same done to others.
fn at_others(decision: &Decision, choice: &Choice) -> Vec<Choice> {
    let Some(Target::Combatant(_)) = choice.target else {
        return Vec::new();
    };
    let Ok(offer) = decision.offer_for(choice) else {
        return Vec::new();
    };
    let targets = (0..offer.target_count()).filter_map(|number| offer.target(number));
    let others = targets
        .filter(|target| matches!(target, Target::Combatant(_)) && Some(*target) != choice.target);
    others
        .map(|target| Choice {
            target: Some(target),
            ..choice.clone()
        })
        .collect()
}
