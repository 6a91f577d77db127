//! Where in the order of action somebody would stand after what the player is looking at doing.

use shieldwall_battle::{CombatantId, view::OrderEntry};

/// A place in the row of tokens that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    /// The token before which it is; the number of tokens if it is behind the last.
    pub(super) before: usize,
    /// The rank there, if there are ranks.
    pub(super) rank: Option<i32>,
}

/// The place of a combatant that has another one in the order afterwards than now. Of several places the first new one
/// counts; `None` if nothing changes for it.
pub(super) fn landing(
    now: &[&OrderEntry],
    after: &[OrderEntry],
    who: CombatantId,
) -> Option<Landing> {
    let place = |entry: &OrderEntry| (entry.who, entry.rank);
    let others_ahead = |order: &[&OrderEntry], index: usize| {
        let ahead = order[..index].iter();
        ahead.filter(|entry| entry.who != who).count()
    };
    let after: Vec<&OrderEntry> = after.iter().collect();
    let places_now: Vec<_> = (0..now.len())
        .filter(|index| now[*index].who == who)
        .map(|index| (now[index].rank, others_ahead(now, index)))
        .collect();
    let new = (0..after.len())
        .filter(|index| after[*index].who == who && !after[*index].done)
        .find(|index| {
            let there = (after[*index].rank, others_ahead(&after, *index));
            !places_now.contains(&there)
        })?;
    // In front of the next figure that the row shows.
    let next = after[new + 1..].iter().filter(|entry| entry.who != who);
    let before = next
        .filter_map(|entry| now.iter().position(|known| place(known) == place(entry)))
        .next();
    Some(Landing {
        before: before.unwrap_or(now.len()),
        rank: after[new].rank,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ranks: &[(u16, i32)]) -> Vec<OrderEntry> {
        let entry = |&(who, rank): &(u16, i32)| OrderEntry {
            who: CombatantId(who),
            rank: Some(rank),
            ready: true,
            note: None,
            chance: None,
            reactions: 0,
            acted: false,
            done: false,
            now: false,
            with_previous: false,
        };
        ranks.iter().map(entry).collect()
    }

    #[test]
    fn a_later_rank_lands_before_the_next_slower_one_and_the_same_rank_nowhere() {
        let now = order(&[(0, 16), (1, 12), (2, 6)]);
        let now: Vec<&OrderEntry> = now.iter().collect();
        let of = |ranks: &[(u16, i32)]| landing(&now, &order(ranks), CombatantId(0));
        assert_eq!(of(&[(0, 16), (1, 12), (2, 6)]), None);
        let half = Landing {
            before: 2,
            rank: Some(8),
        };
        assert_eq!(of(&[(1, 12), (0, 8), (2, 6)]), Some(half));
        let last = Landing {
            before: 3,
            rank: Some(4),
        };
        assert_eq!(of(&[(1, 12), (2, 6), (0, 4)]), Some(last));
        // One who has acted lands nowhere.
        assert_eq!(of(&[(1, 12), (2, 6)]), None);
    }
}
