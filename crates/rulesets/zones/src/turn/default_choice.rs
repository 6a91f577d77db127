//! The least one can do: what cases take where nobody chose.

use shieldwall_battle::{Choice, Decision};

use crate::terms::actions::{END, GO_ON, LET_FALL, NONE, PASS, REFUSE, STAY, STRIKE, SURRENDER};

/// The choice that changes least: pass, end the turn, do not react.
#[must_use]
pub fn least(decision: &Decision) -> Choice {
    let wanted = [
        PASS, END, NONE, REFUSE, GO_ON, STAY, LET_FALL, STRIKE, SURRENDER,
    ];
    wanted
        .iter()
        .find_map(|action| decision.offers.iter().find(|offer| offer.action == *action))
        .or(decision.offers.first())
        .map_or_else(|| Choice::of(NONE), |offer| offer.choice_at(0))
}
