//! What was counted in battles, added up one after the other.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shieldwall_battle::{BattleSetup, SideId};

use crate::{
    battle_reader::{BattleCounts, WeaponCount, unit_ids},
    sums::Sums,
    tally::{RuleTally, Tally, UnitTally},
};

/// What was counted in some battles of one set-up.
pub(crate) struct BattleTotals {
    unit_ids: Vec<String>,
    units: Vec<UnitTally>,
    weapons: FxHashMap<Arc<str>, WeaponCount>,
    rules: FxHashMap<&'static str, RuleTally>,
    /// All that has no names.
    sums: Sums,
}

impl BattleTotals {
    /// Nothing yet, of battles of this set-up and its mirror images.
    pub(crate) fn of(setup: &BattleSetup) -> Self {
        let unit_ids = unit_ids(setup);
        Self {
            units: vec![UnitTally::default(); unit_ids.len()],
            unit_ids,
            weapons: FxHashMap::default(),
            rules: FxHashMap::default(),
            sums: Sums::of(setup.sides.len()),
        }
    }

    /// Adds a battle; `None` if the figures are too large to be real.
    pub(crate) fn add(&mut self, battle: BattleCounts) -> Option<()> {
        let figures = &battle.figures;
        self.sums.battles = self.sums.battles.checked_add(1)?;
        self.sums.wins.count(figures.winner);
        self.sums.by_start.count(battle.place);
        self.sums.rounds.count(figures.rounds);
        for side in SideId::first(figures.sides) {
            if let Some(counts) = self.sums.survivors.get_mut(side) {
                counts.count(figures.survivors[side.index()]);
            }
        }
        for (sum, unit) in self.units.iter_mut().zip(&battle.units) {
            sum.add(unit)?;
        }
        for (name, count) in battle.weapons {
            let sum = self.weapons.entry(name).or_default();
            sum.tally.add(&count.tally)?;
            for (level, times) in count.levels {
                match sum.levels.iter_mut().find(|(known, _)| *known == level) {
                    Some((_, sum)) => *sum = sum.checked_add(times)?,
                    None => sum.levels.push((level, times)),
                }
            }
        }
        for (rule, times) in battle.rules {
            let sum = self.rules.entry(rule).or_default();
            sum.add(&RuleTally { times, battles: 1 })?;
        }
        Some(())
    }

    /// All of it, by name.
    pub(crate) fn into_sums(self) -> Sums {
        let weapon = |(name, count): (Arc<str>, WeaponCount)| {
            let mut tally = count.tally;
            for (level, times) in count.levels {
                tally.levels.insert(level.to_owned(), times);
            }
            (name.to_string(), tally)
        };
        let rule = |(rule, tally): (&str, RuleTally)| (rule.to_owned(), tally);
        Sums {
            units: self.unit_ids.into_iter().zip(self.units).collect(),
            weapons: self.weapons.into_iter().map(weapon).collect(),
            rules: self.rules.into_iter().map(rule).collect(),
            ..self.sums
        }
    }
}
