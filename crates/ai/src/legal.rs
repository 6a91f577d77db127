//! Falling back to some legal choice.

use shieldwall_battle::{
    Action, ActionRole, Battle, Choice, Decision,
    terms::{Term, Word},
};

/// The first choice from a number on, round to the one before it, that would be accepted.
///
/// Offers are legal by themselves except for what they cannot express, such as paths; so the first
/// one tried nearly always passes.
pub(crate) fn first_from(battle: &mut Battle, decision: &Decision, start: usize) -> Choice {
    let count = decision.choice_count();
    for step in 0..count {
        if let Some(choice) = decision.choice_at((start + step) % count)
            && battle.check(&choice).is_ok()
        {
            return choice;
        }
    }
    decision.choice_at(0).unwrap_or_else(nothing)
}

/// Nothing at all.
const NOTHING: Action = Word(&Term::new("nothing", ActionRole::Decline));

/// What a brain answers when it was asked nothing.
pub(crate) const fn nothing() -> Choice {
    Choice::of(NOTHING)
}
