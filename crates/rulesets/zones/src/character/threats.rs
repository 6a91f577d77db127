//! Intimidation and taunts, and when they end (ZON-R21).

use crate::{
    context::write::WriteContext,
    terms::{conditions, rules::RR21},
};
use shieldwall_battle::{CombatantId, Writer};

/// Ends what lasts until the end of a character's next turn (ZON-R21).
pub fn forget_threats(ctx: &mut WriteContext, who: CombatantId) {
    let (intimidated, taunted) = {
        let mut fighter = ctx.fighter_mut(who);
        (
            std::mem::take(&mut fighter.mind.intimidated),
            fighter.mind.taunted.take().is_some(),
        )
    };
    for (was, condition) in [
        (intimidated, conditions::INTIMIDATED),
        (taunted, conditions::TAUNTED),
    ] {
        if was {
            ctx.condition(who, condition, false, &[RR21]);
        }
    }
}
