//! How many plays a decision is worth.

use shieldwall_battle::{Battle, SideId, Vitality};

/// Those who fight, at most, for it to look ahead: in series with more of them it won no more than the planner, which
/// decides at once.
const FEW: usize = 4;
/// Plays of each choice before the worst are left out.
const FIRST: usize = 8;
/// Plays of those that are left, the first ones included.
const MOST: usize = 24;

/// Plays of each choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// Before the worse half is left out.
    pub(super) first: usize,
    /// Of those that are left, the first ones included.
    pub(super) most: usize,
}

/// What a side may spend on the open decision; `None` where it does not look ahead. It goes by those that the side
/// knows of.
pub(super) fn of(battle: &mut Battle, side: SideId) -> Option<Budget> {
    let seen = battle.presences(Some(side));
    let fighting = || seen.iter().filter(|one| one.vitality == Vitality::Active);
    // Where it knows of no enemy, its imagined battles have none.
    let meets = fighting().any(|one| battle.hostile(one.side, side));
    (meets && fighting().count() <= FEW).then_some(Budget {
        first: FIRST,
        most: MOST,
    })
}
