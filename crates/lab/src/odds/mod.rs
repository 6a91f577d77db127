//! Exact odds of a case: its choices are played with every way the dice can fall.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use shieldwall_battle::{Branching, Onward, Vitality};
use shieldwall_content::{Case, Library};
use shieldwall_dice::{
    AfterLoaded, Dice, EnumeratingDice, Enumerator, LoadedDice, LoadedDiceError, SeededDice,
    SharedDice,
};

use crate::{
    cases::{CasePlay, Failure, Stopped, words},
    mixed_seed,
};

use ending::{Ending, Heard, Looking, counted_entries};
pub(crate) use odds_page::percent;
use sum::Sum;

mod ending;
mod odds_command;
mod odds_page;
mod sum;
#[cfg(test)]
mod tests;
mod ways_progress;

pub use odds_command::{OddsArgs, run_odds};

/// How far the sum of all probabilities may be from 1.
pub const TOLERANCE: f64 = 1e-12;

/// Most ways for the dice to fall that are followed; a case with more leaves too much to them.
const MOST_WAYS: usize = 1_000_000;

/// Most states that are kept at a time.
const MOST_STATES: usize = 250_000;

/// Exact odds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Odds {
    /// What becomes of each combatant, by its letter.
    pub combatants: BTreeMap<String, CombatantOdds>,
    /// The probability that each item breaks, by its name (`A.sword_broad`); items that cannot
    /// break are not listed.
    pub items: BTreeMap<String, f64>,
    /// Where each item is in the end, and how, by its name.
    pub gear: BTreeMap<String, BTreeMap<String, f64>>,
    /// How each attack comes out in the words of the ruleset, by who attacks whom; what is missing
    /// to 1 is that it is not made.
    pub attacks: BTreeMap<String, BTreeMap<String, f64>>,
    /// Who has won in the end.
    pub winner: BTreeMap<String, f64>,
    /// The probability that the journal has each of the entries that the case counts.
    pub entries: Vec<EntryOdds>,
    /// Choices that were not made in some of the branches.
    pub not_made: Vec<NotMade>,
    /// What is worth knowing about how the odds came about.
    pub notes: Vec<String>,
    /// Ends that were reached, each once for all equal ways to it, or plays.
    pub branches: usize,
    /// Whether they are the shares of plays with seeded dice.
    pub estimated: bool,
    /// The sum of their probabilities: 1, but for rounding.
    pub total: f64,
}

/// What becomes of a combatant.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CombatantOdds {
    /// Probability of each number of hit points lost, below 0 for those regained.
    pub loss: BTreeMap<i32, f64>,
    /// Probability of each state in the end.
    pub state: BTreeMap<Vitality, f64>,
    /// Probability of each place in the end.
    pub place: BTreeMap<String, f64>,
    /// Probability of each condition in the end.
    pub conditions: BTreeMap<String, f64>,
    /// How it began.
    #[serde(skip)]
    pub(crate) began: Beginning,
}

/// How a combatant begins, to tell what has not changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Beginning {
    pub(crate) hit_points: i32,
    pub(crate) place: String,
    pub(crate) conditions: Vec<String>,
}

/// The probability that the journal has an entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntryOdds {
    /// Its line in the case file, from 1.
    pub line: usize,
    /// The entry in the words of the author.
    pub entry: String,
    /// The probability.
    pub probability: f64,
}

/// A choice that was not made in some of the branches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotMade {
    /// Its line in the case file, from 1.
    pub line: usize,
    /// The probability that it was asked for but could not be made, and was answered by default.
    pub by_default: f64,
    /// Why not, in the first such branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The probability that it was not asked for.
    pub not_asked: f64,
    /// The part of that in which the battle was over before.
    pub over_before: f64,
}

impl CombatantOdds {
    /// Expected hit points lost.
    #[must_use]
    pub fn expected_loss(&self) -> f64 {
        let parts = self.loss.iter();
        parts
            .map(|(lost, probability)| f64::from(*lost) * probability)
            .sum()
    }
}

/// How far the odds of a case have been worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Followed {
    /// How many ways for the dice to fall have been followed.
    pub ways: usize,
    /// The probability of what has been followed to its end.
    pub share: f64,
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoOdds {
    /// The battle cannot begin.
    #[error("{0}")]
    Setup(String),
    /// The case uses words that mean nothing, so that choices would be left over.
    #[error("{}", told(.0, "line "))]
    Misspelt(Vec<Failure>),
    /// The case cannot be played.
    #[error("{}{}", .0.line.map_or_else(String::new, |line| format!("line {line}: ")), .0.reason)]
    Stopped(Stopped),
    /// The loaded dice do not fit.
    #[error("{0}")]
    Dice(LoadedDiceError),
    /// There are too many branches.
    #[error(
        "more than {MOST_WAYS} ways for the dice to fall; load more dice, play fewer rounds, or \
         choose less in the case, or estimate them with `--plays 10000`"
    )]
    TooMany,
    /// It was stopped before all ways were followed.
    #[error(
        "stopped after {} ways for the dice to fall, with {} of what may happen followed to its end; \
         estimate the odds with `--plays 10000`", .0.ways, percent(.0.share)
    )]
    Interrupted(Followed),
    /// The probabilities do not sum to 1: a fault of the program.
    #[error("the probabilities sum to {0}, not to 1")]
    Sum(String),
}

/// What is wrong, a line each, with its line in the file after `place`.
fn told(failures: &[Failure], place: &str) -> String {
    let lines = failures.iter().map(|failure| match failure.line {
        Some(line) => format!("{place}{line}: {}", failure.message),
        None => failure.message.clone(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The odds of a case.
///
/// # Errors
/// If the case uses words that mean nothing or cannot be played, its dice do not fit, or there are too many ways for them
/// to fall.
pub fn odds(case: &Case, library: &Arc<Library>) -> Result<Odds, NoOdds> {
    odds_watched(case, library, |_| true)
}

/// The same; `go_on` gets how far it is now and then, and stops it by returning false.
///
/// # Errors
/// As [`odds`], or if it is stopped.
pub fn odds_watched(
    case: &Case,
    library: &Arc<Library>,
    mut go_on: impl FnMut(Followed) -> bool,
) -> Result<Odds, NoOdds> {
    let mut search = Search::of(case, library, &mut go_on)?;
    if search.play.script.has_brain() {
        search.follow_lines()?;
    } else {
        search.follow_states()?;
    }
    let total = search.sum.total();
    if (total - 1.0).abs() > TOLERANCE {
        return Err(NoOdds::Sum(total.to_string()));
    }
    search.sum.finish(case, &search.looking)
}

/// The share of each outcome in plays of a case with dice from a seed.
///
/// # Errors
/// If the case uses words that mean nothing or cannot be played, or its dice do not fit.
pub fn estimate(
    case: &Case,
    library: &Arc<Library>,
    (plays, seed): (u32, u64),
) -> Result<Odds, NoOdds> {
    let mut go_on = |_| true;
    let mut search = Search::of(case, library, &mut go_on)?;
    for number in 0..plays {
        let dice = SharedDice::new(AfterLoaded {
            loaded: LoadedDice::new(case.dice.clone()),
            others: SeededDice::new(mixed_seed(seed, u64::from(number))),
        });
        let ending = search.play_line(&dice)?;
        search.add(&ending, f64::from(plays).recip());
    }
    search.sum.estimated(plays);
    search.sum.finish(case, &search.looking)
}

/// The search for the odds of a case.
struct Search<'c, 'w> {
    case: &'c Case,
    play: CasePlay<'c>,
    looking: Looking<'c>,
    /// The state in which the case begins.
    began: Ending,
    sum: Sum,
    followed: Followed,
    go_on: &'w mut dyn FnMut(Followed) -> bool,
}

impl<'c, 'w> Search<'c, 'w> {
    fn of(
        case: &'c Case,
        library: &Arc<Library>,
        go_on: &'w mut dyn FnMut(Followed) -> bool,
    ) -> Result<Self, NoOdds> {
        let misspelt = words::misspelt(case);
        if !misspelt.is_empty() {
            return Err(NoOdds::Misspelt(misspelt));
        }
        let mut play = CasePlay::begin(case, library, Box::new(LoadedDice::default()))
            .map_err(|error| NoOdds::Setup(error.to_string()))?
            .leniently();
        let looking = Looking::at(case, &play.battle, &play.script.cast);
        let began = looking.look(&mut play.battle, &Heard::default());
        Ok(Self {
            case,
            sum: Sum::of(case, &play.script.cast, &began),
            play,
            looking,
            began,
            followed: Followed::default(),
            go_on,
        })
    }

    /// Follows every state that the dice can lead to, each once for all equal ways to it.
    fn follow_states(&mut self) -> Result<(), NoOdds> {
        let mut branching = Branching::after_loaded(LoadedDice::new(self.case.dice.clone()));
        if counted_entries(self.case).next().is_some() {
            // Entries may be looked at down to their numbers.
            branching = branching.with_all_totals();
        }
        let Self {
            play,
            looking,
            began,
            sum,
            followed,
            go_on,
            ..
        } = self;
        let CasePlay { battle, script, .. } = play;
        let mut heard = Heard::default();
        looking.hear(battle.journal().entries(), &mut heard);
        let notes = (script.progress.clone(), heard);
        let mut failed = None;
        branching.explore(battle, notes, |battle, at, (progress, heard)| {
            followed.ways += 1;
            std::mem::swap(&mut script.progress, progress);
            let stepped = script.step(battle);
            looking.hear(battle.journal().since(at.since), heard);
            if stepped == Ok(false) {
                let ending = looking.look(battle, heard);
                sum.add(script, began, &ending, at.probability);
                followed.share += at.probability;
            }
            std::mem::swap(&mut script.progress, progress);
            let goes_on = matches!(stepped, Ok(true));
            failed = match stepped {
                Err(stopped) => Some(NoOdds::Stopped(stopped)),
                Ok(_) if followed.ways >= MOST_WAYS || at.waiting >= MOST_STATES => {
                    Some(NoOdds::TooMany)
                }
                Ok(_) if !go_on(*followed) => Some(NoOdds::Interrupted(*followed)),
                Ok(_) => None,
            };
            match (&failed, goes_on) {
                (Some(_), _) => Onward::Stop,
                (None, true) => Onward::GoOn,
                (None, false) => Onward::End,
            }
        });
        if let Some(failed) = failed {
            return Err(failed);
        }
        branching.finish().map_err(NoOdds::Dice)
    }

    /// Follows every way for the dice to fall by itself, from the beginning to the end: a brain remembers more than is in
    /// the state of the battle.
    fn follow_lines(&mut self) -> Result<(), NoOdds> {
        let dice = SharedDice::new(AfterLoaded::<EnumeratingDice>::default());
        let numbers = counted_entries(self.case).next().is_some();
        let mut enumerator = Enumerator::new().with_all_totals(numbers);
        let loaded = LoadedDice::new(self.case.dice.clone());
        let mut failed = None;
        enumerator.for_each(
            |open| {
                if failed.is_some() {
                    return;
                }
                *dice.dice() = AfterLoaded {
                    loaded: loaded.clone(),
                    others: std::mem::take(open),
                };
                let done = self.play_line(&dice);
                *open = std::mem::take(&mut dice.dice().others);
                let probability = open.probability();
                self.followed.ways += 1;
                self.followed.share += probability;
                failed = match done {
                    Err(error) => Some(error),
                    Ok(_) if self.followed.ways >= MOST_WAYS => Some(NoOdds::TooMany),
                    Ok(ending) => {
                        self.add(&ending, probability);
                        let goes_on = (self.go_on)(self.followed);
                        (!goes_on).then_some(NoOdds::Interrupted(self.followed))
                    }
                };
            },
            |(), _| {},
        );
        failed.map_or(Ok(()), Err)
    }

    /// Plays the case from the beginning with these dice.
    fn play_line<D>(&mut self, dice: &SharedDice<AfterLoaded<D>>) -> Result<Ending, NoOdds>
    where
        D: Dice + Send + 'static,
    {
        self.play
            .restart(Box::new(dice.clone()))
            .map_err(|error| NoOdds::Setup(error.to_string()))?;
        self.play.play().map_err(NoOdds::Stopped)?;
        dice.dice().loaded.finish().map_err(NoOdds::Dice)?;
        let battle = &mut self.play.battle;
        let mut heard = Heard::default();
        self.looking.hear(battle.journal().entries(), &mut heard);
        Ok(self.looking.look(battle, &heard))
    }

    /// Adds how a line ended.
    fn add(&mut self, ending: &Ending, probability: f64) {
        self.sum
            .add(&self.play.script, &self.began, ending, probability);
    }
}
