//! The saves that decide what is no attack.

use shieldwall_battle::Outcome;
use shieldwall_battle::{Check, Choice, Decision};

use crate::{
    attack::{offers::target_of, save},
    context::read::ReadContext,
    terms::actions,
};

/// The save that is rolled first for a choice; `None` if there is none.
pub(crate) fn chance_of(
    read: &ReadContext<'_, '_>,
    decision: &Decision,
    choice: &Choice,
) -> Option<Check> {
    let fighter = read.fighter(decision.actor?);
    let target = target_of(choice);
    let (save, name) = match choice.action {
        actions::BREAK_FREE | actions::FREE_ALLY => {
            (read.save(fighter.build.0.strength), save::STR)
        }
        actions::DISTRACT | actions::INTIMIDATE | actions::TAUNT => {
            (read.save(read.fighter(target?).build.0.wit), save::WIT)
        }
        actions::DODGE => (read.save(fighter.build.0.agility), save::AGI),
        actions::MOUNT | actions::DISMOUNT => {
            let mount = target.or(fighter.riding.0)?;
            (read.save_for_balance(*fighter.id, mount)?, save::AGI)
        }
        _ => return None,
    };
    Some(save.breakdown(name))
}

pub(crate) fn told(all: &[(&'static str, f64)]) -> Vec<Outcome> {
    all.iter()
        .filter(|(_, probability)| *probability > 1e-12)
        .map(|(label, probability)| Outcome {
            label,
            probability: *probability,
        })
        .collect()
}
