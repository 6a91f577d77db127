//! Playing everybody against everybody on all levels.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use shieldwall_battle::{Battle, BattleSetup, Ruleset, SideId};

use super::tournament_result::{TournamentOutline, TournamentResult};
use crate::{
    Contender, LabError,
    battle_player::BattlePlayer,
    bots::RunningBots,
    crew::{self, Battles, Series, Unwatched, Watch},
    fingerprint::{self, fingerprints},
    ratings::{Scores, pairs},
    seeds::battle_seed,
};

/// A tournament to be played.
#[derive(Clone)]
pub struct TournamentPlan {
    /// The battles to be fought, one for each level; their seeds are replaced by those of each battle.
    pub setups: Vec<BattleSetup>,
    /// The ruleset to fight them under.
    pub ruleset: Arc<dyn Ruleset>,
    /// Who takes part.
    pub contenders: Vec<Contender>,
    /// Battles of each pairing on each level; each seed is played twice, with the commanders exchanged.
    pub battles: u64,
    /// What the seeds of all battles are derived from.
    pub seed: u64,
    /// Battles played at a time; the result is the same for any number.
    pub jobs: usize,
}

impl std::fmt::Debug for TournamentPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TournamentPlan")
            .field("ruleset", &self.ruleset.id())
            .field("contenders", &self.contenders)
            .field("battles", &self.battles)
            .finish_non_exhaustive()
    }
}

/// What a tournament gives.
#[derive(Debug)]
pub struct TournamentOutcome {
    /// What came out.
    pub result: TournamentResult,
    /// Battles played in a second of real time: all that differs from run to run.
    pub battles_per_second: f64,
    /// Why the battle after those that the result is of has failed, if it has.
    pub failure: Option<LabError>,
}

/// Which battle a number stands for.
#[derive(Clone, Copy)]
struct Meeting {
    level: usize,
    pair: (usize, usize),
    /// Which one of those of the pair on the level.
    turn: u64,
}

/// What came of one battle.
struct Played {
    meeting: Meeting,
    /// 0 if the first of the pair won, 1 if the second did, 2 for nobody.
    winner: usize,
}

/// The battles of a plan, as threads play them.
struct PlannedBattles(TournamentPlan);

impl Battles for PlannedBattles {
    type Worker = BattlePlayer;
    type Outcome = Played;

    fn worker(&self, bots: &Arc<RunningBots>) -> Self::Worker {
        BattlePlayer::new(Arc::clone(&self.0.ruleset), Arc::clone(bots))
    }

    fn play(&self, player: &mut Self::Worker, number: u64) -> Result<Self::Outcome, LabError> {
        let plan = &self.0;
        let meeting = plan.meeting(number);
        let (a, b) = meeting.pair;
        let exchanged = meeting.turn % 2 == 1;
        let mut setup = plan.setups[meeting.level].clone();
        // The same dice for every pair, so that they are compared on the same battles.
        setup.seed = battle_seed(plan.seed, meeting.turn / 2);
        let sides = if exchanged { [b, a] } else { [a, b] };
        let sides = sides.map(|one| plan.contenders[one].clone());
        let (battle, _) = player.play(number, setup, &sides)?;
        let winner = match battle.ending().and_then(|ending| ending.winner) {
            Some(side) => usize::from((side == SideId::RED) == exchanged),
            None => 2,
        };
        Ok(Played { meeting, winner })
    }
}

impl TournamentPlan {
    /// Checks that the battles can be played at all.
    ///
    /// # Errors
    /// If there are fewer than two contenders, one is named twice, there is no level or no battle, a level has more
    /// than two sides, or a set-up does not hold.
    pub fn check(&self) -> Result<(), LabError> {
        if self.battles == 0 || self.setups.is_empty() {
            return Err(LabError::NoBattles);
        }
        if self.contenders.len() < 2 {
            return Err(LabError::TooFewContenders);
        }
        for (index, contender) in self.contenders.iter().enumerate() {
            if self.contenders[..index].contains(contender) {
                return Err(LabError::ContenderTwice {
                    contender: contender.to_string(),
                });
            }
        }
        for setup in &self.setups {
            let sides = setup.level.sides.len();
            if sides != 2 {
                return Err(LabError::NotTwoSides {
                    level: setup.level.id.clone(),
                    sides,
                });
            }
            Battle::new(Arc::clone(&self.ruleset), setup.clone())?;
        }
        self.planned()?;
        Ok(())
    }

    /// How many battles there are in all.
    ///
    /// # Errors
    /// If they are more than can be counted.
    pub fn planned(&self) -> Result<u64, LabError> {
        let meetings = self.pairs().len() as u64 * self.setups.len() as u64;
        self.battles.checked_mul(meetings).ok_or(LabError::TooMany)
    }

    /// Plays all battles.
    ///
    /// # Errors
    /// If a set-up does not hold, or a contender or the ruleset misbehaves.
    ///
    /// # Panics
    /// If a battle panics.
    pub fn run(&self) -> Result<TournamentOutcome, LabError> {
        let unwatched: Arc<dyn Watch> = Arc::new(Unwatched);
        let outcome = self.run_watched(&unwatched)?;
        match outcome.failure {
            Some(failure) => Err(failure),
            None => Ok(outcome),
        }
    }

    /// Plays all battles, or as many as the watch lets be played: then the result is marked as partial. Pairs and
    /// levels take turns, so that all have been played about equally often.
    ///
    /// # Errors
    /// If a set-up does not hold, or a contender or the ruleset misbehaves.
    ///
    /// # Panics
    /// If a battle panics.
    pub fn run_watched(&self, watch: &Arc<dyn Watch>) -> Result<TournamentOutcome, LabError> {
        self.check()?;
        let planned = self.planned()?;
        let start = Instant::now();
        let battles = PlannedBattles(self.clone());
        let mut scores = vec![Scores::none(self.contenders.len()); self.setups.len()];
        let series = crew::play_all(battles, &(0..planned), self.jobs, watch, |battle| {
            let meeting = battle.meeting;
            scores[meeting.level].count(meeting.pair, battle.winner);
            Ok(())
        })?;
        let Series { played, failure } = series.begun()?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(TournamentOutcome {
            result: TournamentResult::of(self.outline()?, &scores, played < planned),
            battles_per_second: played as f64 / seconds.max(1e-9),
            failure,
        })
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        pairs(self.contenders.len())
    }

    fn meeting(&self, number: u64) -> Meeting {
        let pairs = self.pairs();
        let part = |of: u64, count: usize| usize::try_from(of % count.max(1) as u64).unwrap_or(0);
        let levels = self.setups.len();
        let rest = number / pairs.len().max(1) as u64;
        Meeting {
            pair: pairs[part(number, pairs.len())],
            level: part(rest, levels),
            turn: rest / levels.max(1) as u64,
        }
    }

    fn outline(&self) -> Result<TournamentOutline, LabError> {
        let mut content = BTreeMap::new();
        for setup in &self.setups {
            let battle = Battle::new(Arc::clone(&self.ruleset), setup.clone())?;
            content.extend(fingerprints(&battle));
        }
        let options = self.setups.first().map(|setup| setup.options.clone());
        let levels = self.setups.iter().map(|setup| setup.level.id.clone());
        Ok(TournamentOutline {
            ruleset: self.ruleset.id().to_owned(),
            levels: levels.collect(),
            contenders: self.contenders.iter().map(ToString::to_string).collect(),
            battles: self.battles,
            seed: self.seed,
            options: options.unwrap_or_default(),
            content: fingerprint::of_all(&content),
            game: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}
