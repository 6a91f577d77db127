//! Playing every unit against every other.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use shieldwall_ai::BrainKind;
use shieldwall_battle::{Battle, BattleSetup, Ruleset, SetupError, SideId};
use shieldwall_content::Unit;

use super::balance_result::{BalanceOutline, BalanceResult};
use crate::{
    JournalOutput, LabError,
    battle_player::BattlePlayer,
    bots::RunningBots,
    crew::{self, AHEAD, AHEAD_WITH_JOURNALS, Battles, Series, Unwatched, Watch},
    fingerprint::{self, fingerprints},
    journal_output::text_of,
    named_content::warband,
    ratings::{Scores, pairs},
    seeds::{battle_seed, mixed_seed},
};

/// A balance to be played.
#[derive(Clone)]
pub struct BalancePlan {
    /// The battle to be fought; its warbands and its seed are replaced by those of each battle.
    pub setup: BattleSetup,
    /// The ruleset to fight it under.
    pub ruleset: Arc<dyn Ruleset>,
    /// The units to compare.
    pub units: Vec<Arc<Unit>>,
    /// How many of its unit each side has.
    pub size: usize,
    /// Battles of each pairing; in every other one the ends of the level are exchanged.
    pub battles: u64,
    /// What the seeds of all battles are derived from.
    pub seed: u64,
    /// Who commands both sides.
    pub brain: BrainKind,
    /// Battles played at a time; the result is the same for any number.
    pub jobs: usize,
}

impl std::fmt::Debug for BalancePlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BalancePlan")
            .field("level", &self.setup.level.id)
            .field("units", &self.units.len())
            .field("battles", &self.battles)
            .finish_non_exhaustive()
    }
}

/// What a balance gives.
#[derive(Debug)]
pub struct BalanceOutcome {
    /// What came out.
    pub result: BalanceResult,
    /// Battles played in a second of real time: all that differs from run to run.
    pub battles_per_second: f64,
    /// Why the battle after those that the result is of has failed, if it has.
    pub failure: Option<LabError>,
}

/// The battles of a plan, as threads play them.
struct PlannedBattles {
    plan: BalancePlan,
    pairings: Vec<(usize, usize)>,
    /// Whose view of the journals is kept, if they are.
    journals: Option<Option<SideId>>,
}

/// What came of one battle.
struct Played {
    /// Place of the pairing.
    pairing: usize,
    /// 0 if the first of the pairing won, 1 if the second did, 2 for nobody.
    winner: usize,
    journal: Option<String>,
}

impl Battles for PlannedBattles {
    type Worker = BattlePlayer;
    type Outcome = Played;

    fn ahead(&self) -> u64 {
        match self.journals {
            Some(_) => AHEAD_WITH_JOURNALS,
            None => AHEAD,
        }
    }

    fn worker(&self, bots: &Arc<RunningBots>) -> Self::Worker {
        BattlePlayer::new(Arc::clone(&self.plan.ruleset), Arc::clone(bots))
    }

    fn play(&self, player: &mut Self::Worker, number: u64) -> Result<Self::Outcome, LabError> {
        let plan = &self.plan;
        let count = self.pairings.len() as u64;
        let pairing = usize::try_from(number % count).unwrap_or(0);
        let (a, b) = self.pairings[pairing];
        let turn = number / count;
        let exchanged = turn % 2 == 1;
        // Each battle has its own seed: with one seed for both ends of the level, the second battle is
        // often just the first one in a mirror, and tells nothing new.
        let seed = battle_seed(plan.pairing_seed(a, b), turn);
        let setup = plan.setup_of(if exchanged { [b, a] } else { [a, b] }, seed);
        let (battle, _) = player.play(number, setup, &[plan.brain.into(), plan.brain.into()])?;
        let winner = match battle.ending().and_then(|ending| ending.winner) {
            Some(side) => usize::from((side == SideId::RED) == exchanged),
            None => 2,
        };
        Ok(Played {
            pairing,
            winner,
            journal: self.journals.map(|side| text_of(battle.journal(), side)),
        })
    }
}

impl BalancePlan {
    /// Checks that the battles can be played at all.
    ///
    /// # Errors
    /// If there are none, the level has more than two sides, a unit is named twice or cannot fight under the ruleset, or there is no room
    /// for so many.
    pub fn check(&self) -> Result<(), LabError> {
        if self.battles == 0 || self.size == 0 {
            return Err(LabError::NoBattles);
        }
        let sides = self.setup.level.sides.len();
        if sides != 2 {
            return Err(LabError::NotTwoSides {
                level: self.setup.level.id.clone(),
                sides,
            });
        }
        if self.units.len() < 2 {
            return Err(LabError::TooFewUnits);
        }
        for (index, unit) in self.units.iter().enumerate() {
            if self.units[..index].iter().any(|other| other.id == unit.id) {
                return Err(LabError::UnitTwice {
                    unit: unit.id.clone(),
                });
            }
            self.mirror(index)?;
        }
        self.planned()?;
        Ok(())
    }

    /// How many battles there are in all.
    ///
    /// # Errors
    /// If they are more than can be counted.
    pub fn planned(&self) -> Result<u64, LabError> {
        let pairings = pairs(self.units.len()).len() as u64;
        self.battles.checked_mul(pairings).ok_or(LabError::TooMany)
    }

    /// Plays all battles.
    ///
    /// # Errors
    /// If the set-up does not hold, or a brain or the ruleset misbehaves.
    ///
    /// # Panics
    /// If a battle panics.
    pub fn run(&self) -> Result<BalanceResult, LabError> {
        let unwatched: Arc<dyn Watch> = Arc::new(Unwatched);
        let outcome = self.run_watched(&unwatched, None)?;
        match outcome.failure {
            Some(failure) => Err(failure),
            None => Ok(outcome.result),
        }
    }

    /// Plays all battles, or as many as the watch lets be played: then the result is marked as
    /// partial. The pairings take turns, so that all have been played about equally often. Journals
    /// are handed on in the order in which battles are begun.
    ///
    /// # Errors
    /// If the set-up does not hold, a brain or the ruleset misbehaves, or a journal cannot be
    /// written.
    ///
    /// # Panics
    /// If a battle panics.
    pub fn run_watched(
        &self,
        watch: &Arc<dyn Watch>,
        journals: Option<&JournalOutput>,
    ) -> Result<BalanceOutcome, LabError> {
        self.check()?;
        let pairings = pairs(self.units.len());
        let planned = self.planned()?;
        let start = Instant::now();
        let battles = PlannedBattles {
            plan: self.clone(),
            pairings: pairings.clone(),
            journals: journals.map(JournalOutput::seen_by),
        };
        let mut scores = Scores::none(self.units.len());
        let series = crew::play_all(battles, &(0..planned), self.jobs, watch, |battle| {
            scores.count(pairings[battle.pairing], battle.winner);
            match journals.zip(battle.journal) {
                Some((journals, journal)) => journals.append_text(&journal),
                None => Ok(()),
            }
        })?;
        let Series { played, failure } = series.begun()?;
        let seconds = start.elapsed().as_secs_f64();
        let mut result = BalanceResult::of(self.outline()?, &scores);
        result.partial = played < planned;
        Ok(BalanceOutcome {
            result,
            battles_per_second: played as f64 / seconds.max(1e-9),
            failure,
        })
    }

    /// A battle of a unit against its like, not begun.
    fn mirror(&self, index: usize) -> Result<Battle, SetupError> {
        let setup = self.setup_of([index, index], self.seed);
        Battle::new(Arc::clone(&self.ruleset), setup)
    }

    /// A seed for two units that does not depend on which others are compared.
    fn pairing_seed(&self, a: usize, b: usize) -> u64 {
        let ids = [&self.units[a].id, &self.units[b].id];
        ids.iter()
            .flat_map(|id| id.bytes().chain([0]))
            .fold(self.seed, |seed, byte| mixed_seed(seed, u64::from(byte)))
    }

    /// A battle between two units, red's first.
    fn setup_of(&self, units: [usize; 2], seed: u64) -> BattleSetup {
        let mut setup = self.setup.clone();
        for (side, unit) in setup.sides.iter_mut().zip(units) {
            side.warband = warband(&self.units[unit], self.size);
        }
        setup.seed = seed;
        setup
    }

    fn outline(&self) -> Result<BalanceOutline, LabError> {
        let mut content = BTreeMap::new();
        for index in 0..self.units.len() {
            content.extend(fingerprints(&self.mirror(index)?));
        }
        Ok(BalanceOutline {
            level: self.setup.level.id.clone(),
            ruleset: self.ruleset.id().to_owned(),
            units: self.units.iter().map(|unit| unit.id.clone()).collect(),
            size: self.size,
            battles: self.battles,
            seed: self.seed,
            brain: self.brain.key().to_owned(),
            options: self.setup.options.clone(),
            content: fingerprint::of_all(&content),
            game: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}
