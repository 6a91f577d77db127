//! What was counted in some battles: whole numbers that add up exactly, in whatever order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    histogram::Histogram,
    tally::{RuleTally, Tally, UnitTally, WeaponTally, Wins, add_named},
};

/// One thing for each commander.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    /// Red's.
    pub red: T,
    /// Blue's.
    pub blue: T,
}

/// What was counted in some battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Battles.
    pub(crate) battles: u64,
    /// Wins by commander.
    pub(crate) wins: Wins,
    /// Wins by the end of the level from which the winner started.
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
    /// With the figures of others; `None` if they are too large to be real.
    pub(crate) fn plus(mut self, other: &Self) -> Option<Self> {
        self.battles = self.battles.checked_add(other.battles)?;
        self.wins.add(&other.wins)?;
        self.by_start.add(&other.by_start)?;
        self.rounds = self.rounds.plus(&other.rounds)?;
        self.survivors.red = self.survivors.red.plus(&other.survivors.red)?;
        self.survivors.blue = self.survivors.blue.plus(&other.survivors.blue)?;
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
                .checked_add(tally.parried)
                .and_then(|sum| sum.checked_add(tally.dodged));
            levels.is_some_and(|levels| levels <= tally.attacks)
                && stopped.is_some_and(|stopped| stopped <= tally.attacks)
                && tally.wounds <= tally.hits
        };
        self.wins.total() == all
            && self.by_start.total() == all
            && self.wins.draw == self.by_start.draw
            && self.rounds.total() == all
            && self.survivors.red.total() == all
            && self.survivors.blue.total() == all
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
