//! What was counted in some battles: whole numbers that add up exactly, in whatever order.

use std::collections::BTreeMap;

use crate::{
    by_side::BySide,
    histogram::Histogram,
    tally::{RuleTally, Tally, UnitTally, WeaponTally, Wins, add_named},
};

/// What was counted in some battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Battles.
    pub(crate) battles: u64,
    /// Wins by commander.
    pub(crate) wins: Wins,
    /// Wins by the side of the level from which the winner started.
    pub(crate) by_start: Wins,
    /// Lengths of the battles in rounds.
    pub(crate) rounds: Histogram,
    /// How many of each commander's were left at the end.
    pub(crate) survivors: BySide<Histogram>,
    /// By unit id.
    pub(crate) units: BTreeMap<String, UnitTally>,
    /// By name.
    pub(crate) weapons: BTreeMap<String, WeaponTally>,
    /// By rule id.
    pub(crate) rules: BTreeMap<String, RuleTally>,
}

impl Sums {
    /// Nothing yet, for so many sides.
    pub(crate) fn of(sides: usize) -> Self {
        Self {
            wins: Wins::of(sides),
            by_start: Wins::of(sides),
            survivors: (0..sides).map(|_| Histogram::default()).collect(),
            ..Self::default()
        }
    }

    /// With the figures of others; `None` if they are too large to be real.
    pub(crate) fn plus(mut self, other: &Self) -> Option<Self> {
        self.battles = self.battles.checked_add(other.battles)?;
        self.wins.add(&other.wins)?;
        self.by_start.add(&other.by_start)?;
        self.rounds = self.rounds.plus(&other.rounds)?;
        self.survivors.add(&other.survivors, |sum, one| {
            *sum = std::mem::take(sum).plus(one)?;
            Some(())
        })?;
        add_named(&mut self.units, &other.units)?;
        add_named(&mut self.weapons, &other.weapons)?;
        add_named(&mut self.rules, &other.rules)?;
        Some(self)
    }

    /// Whether the figures agree with each other.
    pub(crate) fn is_consistent(&self) -> bool {
        let all = Some(self.battles);
        let weapon = |tally: &WeaponTally| {
            let levels = tally
                .levels
                .values()
                .try_fold(0_u64, |sum, &times| sum.checked_add(times));
            let stopped = tally
                .hits
                .checked_add(tally.blocked)
                .and_then(|sum| sum.checked_add(tally.dodged));
            levels.is_some_and(|levels| levels <= tally.attacks)
                && stopped.is_some_and(|stopped| stopped <= tally.attacks)
                && tally.wounds <= tally.hits
        };
        self.wins.total() == all
            && self.by_start.total() == all
            && self.wins.draw == self.by_start.draw
            && self.rounds.total() == all
            && self.wins.sides.len() == self.survivors.len()
            && self.by_start.sides.len() == self.survivors.len()
            && self
                .survivors
                .iter()
                .all(|(_, counts)| counts.total() == all)
            && self
                .units
                .values()
                .all(|tally| tally.survived <= tally.fielded && tally.won <= tally.fielded)
            && self.weapons.values().all(weapon)
            && self
                .rules
                .values()
                .all(|tally| tally.battles <= self.battles && tally.battles <= tally.times)
    }
}
