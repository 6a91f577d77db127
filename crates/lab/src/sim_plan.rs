//! Playing many battles without a window.

use std::{ops::Range, sync::Arc, time::Instant};

use shieldwall_battle::{Battle, BattleSetup, Ruleset, SideId, SideSetup};
use shieldwall_content::level::{LevelSide, SideName};

use crate::{
    Contender, JournalOutput, LabError,
    battle_player::BattlePlayer,
    battle_reader::{BattleCounts, BattleReader},
    battle_row::BattleRow,
    battle_totals::BattleTotals,
    bots::RunningBots,
    crew::{self, AHEAD, AHEAD_WITH_JOURNALS, Battles, Series, Unwatched, Watch},
    fingerprint::{self, fingerprints},
    journal_output::text_of,
    plan_outline::{PlanOutline, SideOutline},
    seeds::battle_seed,
    shard::Shard,
    sim_result::SimResult,
};

/// A simulation to be run.
#[derive(Clone)]
pub struct SimPlan {
    /// The battle to be fought; its seed is replaced by that of each battle.
    pub setup: BattleSetup,
    /// The ruleset to fight it under.
    pub ruleset: Arc<dyn Ruleset>,
    /// How many battles, in all parts together.
    pub battles: u64,
    /// What the seeds of all battles are derived from.
    pub seed: u64,
    /// Who commands each warband, red's first; the normal brain where nobody is named.
    pub brains: Vec<Contender>,
    /// Whether each seed is played once from every side of the level, with commanders and warbands
    /// moved on by one place each time: with two sides in pairs, the second time with both exchanged.
    pub mirrored: bool,
    /// The part to play; `None` for the whole.
    pub shard: Option<Shard>,
    /// Whether to keep a row for each battle.
    pub rows: bool,
    /// Battles played at a time; the result is the same for any number.
    pub jobs: usize,
}

/// What a simulation gives.
#[derive(Debug, Default)]
pub struct SimOutcome {
    /// What came out.
    pub result: SimResult,
    /// A row for each battle in the order of their numbers, if that was asked for.
    pub rows: Vec<BattleRow>,
    /// Battles played in a second of real time: all that differs from run to run.
    pub battles_per_second: f64,
    /// Why the battle after those that the result is of has failed, if it has.
    pub failure: Option<LabError>,
}

impl std::fmt::Debug for SimPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimPlan")
            .field("level", &self.setup.level.id)
            .field("ruleset", &self.ruleset.id())
            .field("battles", &self.battles)
            .field("seed", &self.seed)
            .field("brains", &self.brains)
            .field("mirrored", &self.mirrored)
            .field("shard", &self.shard)
            .finish_non_exhaustive()
    }
}

/// The battles of a plan, as threads play them.
struct PlannedBattles {
    plan: SimPlan,
    /// Whose view of the journals is kept, if they are.
    journals: Option<Option<SideId>>,
}

/// What came of one battle.
struct Played {
    counts: BattleCounts,
    row: Option<BattleRow>,
    journal: Option<String>,
}

impl Battles for PlannedBattles {
    type Worker = (BattlePlayer, BattleReader);
    type Outcome = Played;

    fn ahead(&self) -> u64 {
        match self.journals {
            Some(_) => AHEAD_WITH_JOURNALS,
            None => AHEAD,
        }
    }

    fn worker(&self, bots: &Arc<RunningBots>) -> Self::Worker {
        (
            BattlePlayer::new(Arc::clone(&self.plan.ruleset), Arc::clone(bots)),
            BattleReader::new(&self.plan.setup),
        )
    }

    fn play(
        &self,
        (player, reader): &mut Self::Worker,
        number: u64,
    ) -> Result<Self::Outcome, LabError> {
        let plan = &self.plan;
        let moved = plan.moved(number);
        let (battle, decisions) =
            player.play(number, plan.setup_of(number), &plan.brains_of(number))?;
        let counts = reader.read(battle, moved);
        let row = plan.rows.then(|| {
            let seed = plan.seed_of(number);
            BattleRow::of(number, seed, moved > 0, decisions, &counts.figures)
        });
        let journal = self.journals.map(|side| text_of(battle.journal(), side));
        Ok(Played {
            counts,
            row,
            journal,
        })
    }
}

impl SimPlan {
    /// Checks that the battles can be played at all.
    ///
    /// # Errors
    /// If there are none, there are more parts than battles, the set-up does not hold, or commanders
    /// cannot change places because some are allied.
    pub fn check(&self) -> Result<(), LabError> {
        if self.battles == 0 {
            return Err(LabError::NoBattles);
        }
        if self.numbers().is_empty() || self.shard.is_some_and(|shard| shard.of > self.battles) {
            return Err(LabError::TooManyParts {
                shard: self.shard.unwrap_or(Shard::WHOLE),
                battles: self.battles,
            });
        }
        let mut sides = self.setup.level.sides.iter().enumerate();
        if self.mirrored && sides.any(|(index, side)| side.alliance != index) {
            return Err(LabError::MirroredAllies {
                level: self.setup.level.id.clone(),
            });
        }
        Battle::new(Arc::clone(&self.ruleset), self.setup_of(0))?;
        Ok(())
    }

    /// Plays all battles.
    ///
    /// # Errors
    /// If the set-up does not hold, or a brain or the ruleset misbehaves.
    ///
    /// # Panics
    /// If a battle panics.
    pub fn run(&self) -> Result<SimOutcome, LabError> {
        let unwatched: Arc<dyn Watch> = Arc::new(Unwatched);
        let outcome = self.run_watched(&unwatched, None)?;
        match outcome.failure {
            Some(failure) => Err(failure),
            None => Ok(outcome),
        }
    }

    /// Plays all battles, or as many as the watch lets be played: then the result is of the first
    /// ones and marked as partial. Journals are written in the order of the battles' numbers.
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
    ) -> Result<SimOutcome, LabError> {
        self.check()?;
        let start = Instant::now();
        let numbers = self.numbers();
        let battles = PlannedBattles {
            plan: self.clone(),
            journals: journals.map(JournalOutput::seen_by),
        };
        let mut totals = BattleTotals::of(&self.setup);
        let mut rows = Vec::new();
        let series = crew::play_all(battles, &numbers, self.jobs, watch, |battle| {
            totals.add(battle.counts).ok_or(LabError::TooMany)?;
            rows.extend(battle.row);
            match journals.zip(battle.journal) {
                Some((journals, journal)) => journals.append_text(&journal),
                None => Ok(()),
            }
        })?;
        let Series { played, failure } = series.begun()?;
        let seconds = start.elapsed().as_secs_f64();
        let partial = played < numbers.end - numbers.start;
        let sums = totals.into_sums();
        Ok(SimOutcome {
            result: SimResult::of(self.outline()?, self.shard, partial, sums)?,
            rows,
            battles_per_second: played as f64 / seconds.max(1e-9),
            failure,
        })
    }

    /// The numbers of the battles to be played.
    #[must_use]
    pub fn numbers(&self) -> Range<u64> {
        self.shard.unwrap_or(Shard::WHOLE).numbers(self.battles)
    }

    /// What is played, for the result.
    fn outline(&self) -> Result<PlanOutline, LabError> {
        let battle = Battle::new(Arc::clone(&self.ruleset), self.setup_of(0))?;
        let sides = self.setup.sides.iter().zip(&self.setup.level.sides);
        let of_side = |(index, (side, of_level)): (usize, (&SideSetup, &LevelSide))| SideOutline {
            brain: self.brain_of(index).to_string(),
            units: side
                .warband
                .iter()
                .map(|unit_entry| unit_entry.unit.id.clone())
                .collect(),
            ally: SideName::ALL
                .get(of_level.alliance)
                .copied()
                .filter(|first| first.index() != index),
        };
        Ok(PlanOutline {
            level: self.setup.level.id.clone(),
            ruleset: self.ruleset.id().to_owned(),
            battles: self.battles,
            seed: self.seed,
            sides: sides.enumerate().map(of_side).collect(),
            mirrored: self.mirrored,
            options: self.setup.options.clone(),
            content: fingerprint::of_all(&fingerprints(&battle)),
            game: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// From how many sides of the level each seed is played.
    fn turns(&self) -> u64 {
        if self.mirrored {
            (self.setup.sides.len() as u64).max(1)
        } else {
            1
        }
    }

    /// By how many places commanders and warbands are moved on in a battle.
    fn moved(&self, number: u64) -> usize {
        usize::try_from(number % self.turns()).unwrap_or(0)
    }

    fn seed_of(&self, number: u64) -> u64 {
        battle_seed(self.seed, number / self.turns())
    }

    /// The set-up of a battle by its number.
    fn setup_of(&self, number: u64) -> BattleSetup {
        let mut setup = self.setup.clone();
        for _ in 0..self.moved(number) {
            setup = setup.mirrored();
        }
        setup.seed = self.seed_of(number);
        setup
    }

    /// The commander of a warband by its number.
    fn brain_of(&self, side: usize) -> Contender {
        self.brains.get(side).cloned().unwrap_or_default()
    }

    /// The commanders of a battle by its number, red first.
    fn brains_of(&self, number: u64) -> Vec<Contender> {
        let sides = 0..self.setup.sides.len();
        let mut brains: Vec<Contender> = sides.map(|side| self.brain_of(side)).collect();
        // As the warbands in `BattleSetup::mirrored`.
        brains.rotate_left(self.moved(number));
        brains
    }
}
