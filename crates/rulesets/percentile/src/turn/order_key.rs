//! Who comes first: DEX rank, class of weapon, rating (PCT-R11, PCT-R12).

use std::cmp::Ordering;

use crate::content::blocks::WeaponClass;
use shieldwall_battle::{CombatantId, Roster};

/// The place of a statement, a move or an action in its order; what comes first is less.
///
/// Statements and moves use the unreduced DEX as rank, actions the rank of this round (PCT-R11).
/// Those who are equal in all three are simultaneous (PCT-011).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OrderKey {
    /// DEX or DEX rank; the highest comes first.
    pub rank: i32,
    /// Class of the weapon in use, [`WeaponClass::Other`] for what is no attack (PCT-R12).
    pub class: WeaponClass,
    /// Unmodified rating of the weapon in use, First Aid for First Aid, else 0; the highest comes
    /// first.
    pub rating: i32,
}

impl Ord for OrderKey {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.rank, self.class, other.rating).cmp(&(self.rank, other.class, self.rating))
    }
}

impl PartialOrd for OrderKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Puts combatants in steps: each step acts before the next, those of one step simultaneously and,
/// where dice must fall one after the other, in roster order (PCT-R15).
#[must_use]
pub fn steps(entries: impl IntoIterator<Item = (CombatantId, OrderKey)>) -> Vec<Vec<CombatantId>> {
    let mut entries: Vec<_> = entries.into_iter().map(|(who, key)| (key, who)).collect();
    entries.sort_unstable();
    entries
        .chunk_by(|(one, _), (other, _)| one == other)
        .map(|step| step.iter().map(|&(_, who)| who).collect())
        .collect()
}

/// Puts combatants one after the other, as they move: equals in roster order, forwards in odd
/// rounds and backwards in even ones (PCT-R04). The roster lists the sides' combatants in turn ([`Roster::place`]).
#[must_use]
pub fn one_by_one(
    entries: impl IntoIterator<Item = (CombatantId, OrderKey)>,
    roster: &Roster,
    round: u32,
) -> Vec<CombatantId> {
    let mut order = steps(entries);
    for equals in &mut order {
        equals.sort_unstable_by_key(|&who| roster.place(who));
        if round.is_multiple_of(2) {
            equals.reverse();
        }
    }
    order.concat()
}
