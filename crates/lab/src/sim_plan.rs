//! Playing many battles without a window.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, Ruleset};

use crate::{
    JournalOutput, LabError,
    seeds::battle_seed,
    sim_result::{MirroredWins, RoundFigures, SimResult, Wins},
    unit_tally::{self, UnitTally},
};

/// Decisions after which a battle counts as endless. Real ones need a few thousand at most.
const MOST_DECISIONS: u32 = 1_000_000;

/// A simulation to be run.
#[derive(Clone)]
pub struct SimPlan {
    /// The battle to be fought; its seed is replaced by that of each battle.
    pub setup: BattleSetup,
    /// The ruleset to fight it under.
    pub ruleset: Arc<dyn Ruleset>,
    /// How many battles.
    pub battles: u64,
    /// What the seeds of all battles are derived from.
    pub seed: u64,
    /// Who commands the red warband.
    pub red: BrainKind,
    /// Who commands the blue warband.
    pub blue: BrainKind,
    /// Whether battles come in pairs with the same seed, the second with commanders and warbands
    /// exchanged.
    pub mirrored: bool,
    /// Whether to tell what each unit did.
    pub units: bool,
    /// Battles played at a time; the result is the same for any number.
    pub jobs: usize,
}

impl std::fmt::Debug for SimPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimPlan")
            .field("level", &self.setup.level.id)
            .field("ruleset", &self.ruleset.id())
            .field("battles", &self.battles)
            .field("seed", &self.seed)
            .field("red", &self.red)
            .field("blue", &self.blue)
            .field("mirrored", &self.mirrored)
            .finish_non_exhaustive()
    }
}

/// How one battle went.
struct Outcome {
    number: u64,
    rounds: u32,
    /// Index of the side that won.
    winner: Option<usize>,
    units: BTreeMap<String, UnitTally>,
}

impl SimPlan {
    /// Plays all battles.
    ///
    /// # Errors
    /// If the set-up does not hold, or a brain or the ruleset misbehaves.
    ///
    /// # Panics
    /// If a battle panics.
    pub fn run(&self) -> Result<SimResult, LabError> {
        self.run_and_write(None)
    }

    /// Plays all battles and hands their journals on, in the order of their numbers.
    ///
    /// # Errors
    /// As [`Self::run`], and if a journal cannot be written.
    ///
    /// # Panics
    /// If a battle panics.
    pub fn run_and_write(&self, journals: Option<&JournalOutput>) -> Result<SimResult, LabError> {
        if self.battles == 0 {
            return Err(LabError::NoBattles);
        }
        let start = Instant::now();
        let most = usize::try_from(self.battles).unwrap_or(usize::MAX);
        // More threads than this only wait for each other, and a machine may refuse to start them.
        let workers = self.jobs.clamp(1, most.min(256));
        let shares: Vec<Result<Vec<Outcome>, LabError>> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..workers)
                .map(|worker| {
                    scope.spawn(move || self.play_share(worker as u64, workers, journals))
                })
                .collect();
            handles
                .into_iter()
                .map(|handle| {
                    handle
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        });
        let mut outcomes = Vec::new();
        for share in shares {
            outcomes.extend(share?);
        }
        outcomes.sort_unstable_by_key(|outcome| outcome.number);
        let seconds = start.elapsed().as_secs_f64();
        Ok(self.sum_up(&outcomes, self.battles as f64 / seconds.max(1e-9)))
    }

    /// The battles whose numbers are those of one worker, on one reused battle.
    fn play_share(
        &self,
        worker: u64,
        workers: usize,
        journals: Option<&JournalOutput>,
    ) -> Result<Vec<Outcome>, LabError> {
        let pen = journals.map(JournalOutput::pen);
        let mut battle: Option<Battle> = None;
        let mut outcomes = Vec::new();
        for number in (worker..self.battles).step_by(workers) {
            let setup = self.setup_of(number);
            let battle = match &mut battle {
                Some(battle) => {
                    battle.restart(setup)?;
                    battle
                }
                empty => empty.insert(Battle::new(Arc::clone(&self.ruleset), setup)?),
            };
            outcomes.push(self.play(battle, number)?);
            if let Some(pen) = &pen {
                pen.put(number, battle.journal())?;
            }
        }
        Ok(outcomes)
    }

    /// Whether commanders and warbands are exchanged in a battle.
    const fn exchanged(&self, number: u64) -> bool {
        self.mirrored && number % 2 == 1
    }

    fn seed_of(&self, number: u64) -> u64 {
        battle_seed(self.seed, if self.mirrored { number / 2 } else { number })
    }

    /// The set-up of a battle by its number.
    fn setup_of(&self, number: u64) -> BattleSetup {
        let mut setup = if self.exchanged(number) {
            self.setup.mirrored()
        } else {
            self.setup.clone()
        };
        setup.seed = self.seed_of(number);
        setup
    }

    /// The commanders of a battle by its number, red first.
    const fn brains_of(&self, number: u64) -> [BrainKind; 2] {
        if self.exchanged(number) {
            [self.blue, self.red]
        } else {
            [self.red, self.blue]
        }
    }

    fn play(&self, battle: &mut Battle, number: u64) -> Result<Outcome, LabError> {
        let seed = self.seed_of(number);
        let kinds = self.brains_of(number);
        let mut brains = [
            brain(kinds[0], battle_seed(seed, 1)),
            brain(kinds[1], battle_seed(seed, 2)),
        ];
        let mut decisions = 0;
        while battle.advance() == Progress::Decision {
            let Some(decision) = battle.decision() else {
                break;
            };
            let side = decision.side.index();
            let choice = brains[side].choose(battle);
            battle.choose(choice).map_err(|refusal| LabError::Refused {
                brain: kinds[side],
                battle: number,
                seed,
                refusal,
            })?;
            decisions += 1;
            if decisions >= MOST_DECISIONS {
                return Err(LabError::Endless {
                    battle: number,
                    seed,
                    decisions,
                });
            }
        }
        Ok(Outcome {
            number,
            rounds: battle.round(),
            winner: battle
                .ending()
                .and_then(|ending| ending.winner)
                .map(shieldwall_battle::SideId::index),
            units: if self.units {
                unit_tally::of(battle)
            } else {
                BTreeMap::new()
            },
        })
    }

    fn sum_up(&self, outcomes: &[Outcome], battles_per_second: f64) -> SimResult {
        let mut wins = Wins::default();
        let mut mirrored = MirroredWins::default();
        let mut units: BTreeMap<String, UnitTally> = BTreeMap::new();
        for kind in [self.red, self.blue] {
            mirrored.by_brain.insert(kind.key(), 0);
        }
        for outcome in outcomes {
            let commander = outcome.winner.map(|side| {
                if self.exchanged(outcome.number) {
                    1 - side
                } else {
                    side
                }
            });
            wins.count(commander);
            mirrored.by_start.count(outcome.winner);
            if let Some(side) = outcome.winner {
                let brain = self.brains_of(outcome.number)[side];
                *mirrored.by_brain.entry(brain.key()).or_default() += 1;
            }
            for (unit, tally) in &outcome.units {
                units.entry(unit.clone()).or_default().add(tally);
            }
        }
        SimResult {
            battles: self.battles,
            wins,
            rounds: RoundFigures::of(outcomes.iter().map(|outcome| outcome.rounds).collect()),
            battles_per_second,
            mirrored: self.mirrored.then_some(mirrored),
            units: self.units.then_some(units),
        }
    }
}
