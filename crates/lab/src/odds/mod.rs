//! Exact odds of a case: its choices are played with every way the dice can fall.

use std::{cell::Cell, collections::BTreeMap, sync::Arc};

use serde::Serialize;
use shieldwall_battle::Vitality;
use shieldwall_content::{
    Case, Library,
    case::{Countable, DefaultAnswer},
};
use shieldwall_dice::{Enumerator, LoadedDice, LoadedDiceError, SeededDice};

use crate::{
    cases::{CasePlay, Cast, Failure, Stopped, words},
    mixed_seed,
};

use ending::{Ending, Looking, counted_entries};
use mixed_dice::MixedDice;
pub(crate) use odds_page::percent;

mod ending;
mod mixed_dice;
mod odds_command;
mod odds_page;
mod ways_progress;

pub use odds_command::{OddsArgs, run_odds};

/// How far the sum of all probabilities may be from 1.
pub const TOLERANCE: f64 = 1e-12;

/// Most branches that are visited; a case with more leaves too much to the dice.
const MOST_BRANCHES: usize = 300_000;

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
    /// Branches that were visited, or plays.
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
    /// The probability that it is one of them.
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
        "more than {MOST_BRANCHES} ways for the dice to fall; load more dice, play fewer rounds, or \
         choose less in the case, or estimate them with `--plays 10000`"
    )]
    TooMany,
    /// It was stopped before all ways were followed.
    #[error(
        "stopped after {} of the ways for the dice to fall, which are {} of what may happen; \
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

/// What one branch came to.
struct Branch {
    ending: Ending,
    /// Choices that were answered by default, by their lines, and why.
    skipped: Vec<(usize, String)>,
    /// Lines of choices that were not asked for.
    not_asked: Vec<usize>,
    /// Whether anything was decided.
    decided: bool,
}

/// The odds of a case.
///
/// # Errors
/// If the case uses words that mean nothing or cannot be played, its dice do not fit, or there are too many branches.
pub fn odds(case: &Case, library: &Arc<Library>) -> Result<Odds, NoOdds> {
    odds_watched(case, library, |_| true)
}

/// The same; after each way that has been followed, `go_on` is told how far it is, and may stop it.
///
/// # Errors
/// As [`odds`], or if it is stopped.
pub fn odds_watched(
    case: &Case,
    library: &Arc<Library>,
    mut go_on: impl FnMut(Followed) -> bool,
) -> Result<Odds, NoOdds> {
    let misspelt = words::misspelt(case);
    if !misspelt.is_empty() {
        return Err(NoOdds::Misspelt(misspelt));
    }
    let dice = MixedDice::of(case);
    let mut play = CasePlay::begin(case, library, Box::new(dice.clone()))
        .map_err(|error| NoOdds::Setup(error.to_string()))?
        .leniently();
    let cast = play.cast.clone();
    let looking = Looking::at(case, &play.battle, &cast);
    let began = looking.look(&mut play.battle);
    let mut sum = Sum::of(case, &cast, &began);
    // Entries may be looked at down to their numbers.
    let numbers = counted_entries(case).next().is_some();
    let mut enumerator = Enumerator::new().with_all_totals(numbers);
    let mut failed: Option<NoOdds> = None;
    let followed = Cell::new(Followed::default());
    let stopped = Cell::new(false);
    enumerator.for_each(
        |open| {
            if failed.is_none() && stopped.get() {
                failed = Some(NoOdds::Interrupted(followed.get()));
            }
            if failed.is_some() || followed.get().ways >= MOST_BRANCHES {
                failed.get_or_insert(NoOdds::TooMany);
                return None;
            }
            {
                let mut dice = dice.dice();
                dice.loaded = LoadedDice::new(case.dice.clone());
                dice.open = std::mem::take(open);
            }
            let done = play_branch(&mut play, &dice, &looking);
            *open = std::mem::take(&mut dice.dice().open);
            match done {
                Ok(branch) => Some(branch),
                Err(error) => {
                    failed.get_or_insert(error);
                    None
                }
            }
        },
        |branch, probability| {
            if let Some(branch) = branch {
                sum.tell(&cast, &began, &branch, probability);
                let Followed { ways, share } = followed.get();
                followed.set(Followed {
                    ways: ways + 1,
                    share: share + probability,
                });
                stopped.set(!go_on(followed.get()));
            }
        },
    );
    if let Some(failed) = failed {
        return Err(failed);
    }
    sum.odds.branches = enumerator.branches();
    if (sum.odds.total - 1.0).abs() > TOLERANCE {
        return Err(NoOdds::Sum(sum.odds.total.to_string()));
    }
    sum.finish(case, &looking)
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
    let misspelt = words::misspelt(case);
    if !misspelt.is_empty() {
        return Err(NoOdds::Misspelt(misspelt));
    }
    let dice = MixedDice::of(case);
    let mut play = CasePlay::begin(case, library, Box::new(dice.clone()))
        .map_err(|error| NoOdds::Setup(error.to_string()))?
        .leniently();
    let cast = play.cast.clone();
    let looking = Looking::at(case, &play.battle, &cast);
    let began = looking.look(&mut play.battle);
    let mut sum = Sum::of(case, &cast, &began);
    for number in 0..plays {
        {
            let mut dice = dice.dice();
            dice.loaded = LoadedDice::new(case.dice.clone());
            dice.seeded = Some(SeededDice::new(mixed_seed(seed, u64::from(number))));
        }
        let branch = play_branch(&mut play, &dice, &looking)?;
        sum.tell(&cast, &began, &branch, f64::from(plays).recip());
    }
    sum.odds.branches = plays as usize;
    sum.odds.estimated = true;
    sum.finish(case, &looking)
}

fn play_branch(
    play: &mut CasePlay<'_>,
    dice: &MixedDice,
    looking: &Looking<'_>,
) -> Result<Branch, NoOdds> {
    play.restart(Box::new(dice.clone()))
        .map_err(|error| NoOdds::Setup(error.to_string()))?;
    play.play().map_err(NoOdds::Stopped)?;
    dice.dice().loaded.finish().map_err(NoOdds::Dice)?;
    Ok(Branch {
        ending: looking.look(&mut play.battle),
        skipped: play.skipped().to_vec(),
        not_asked: play.not_asked().map(|choice| choice.line).collect(),
        decided: play.decisions() > 0,
    })
}

/// Odds as they are added up.
struct Sum {
    odds: Odds,
    /// Whether anything was decided in any branch.
    decided: bool,
}

impl Sum {
    fn of(case: &Case, cast: &Cast, began: &Ending) -> Self {
        let combatants = cast.combatants().map(|(id, letter)| {
            let began = &began.combatants[id.index()];
            let odds = CombatantOdds {
                began: Beginning {
                    hit_points: began.hit_points,
                    place: began.place.clone(),
                    conditions: began.conditions.iter().cloned().collect(),
                },
                ..CombatantOdds::default()
            };
            (letter.to_owned(), odds)
        });
        let breakable = cast
            .items()
            .filter(|item| began.items[item.index()].is_some_and(|points| points > 0));
        let entries = counted_entries(case).map(|expected| EntryOdds {
            line: expected.line,
            entry: crate::cases::verdict::written(&expected.entry),
            probability: 0.0,
        });
        let not_made = case.choices.iter().map(|choice| NotMade {
            line: choice.line,
            by_default: 0.0,
            because: None,
            not_asked: 0.0,
            over_before: 0.0,
        });
        Self {
            odds: Odds {
                combatants: combatants.collect(),
                items: breakable.map(|item| (cast.item_name(item), 0.0)).collect(),
                entries: entries.collect(),
                not_made: not_made.collect(),
                ..Odds::default()
            },
            decided: false,
        }
    }

    /// Adds what one branch came to.
    fn tell(&mut self, cast: &Cast, began: &Ending, branch: &Branch, probability: f64) {
        let odds = &mut self.odds;
        let ended = &branch.ending;
        odds.total += probability;
        self.decided |= branch.decided;
        for (id, letter) in cast.combatants() {
            let (Some(combatant), Some(before), Some(after)) = (
                odds.combatants.get_mut(letter),
                began.combatants.get(id.index()),
                ended.combatants.get(id.index()),
            ) else {
                continue;
            };
            let lost = before.hit_points - after.hit_points;
            *combatant.loss.entry(lost).or_default() += probability;
            *combatant.state.entry(after.vitality).or_default() += probability;
            add(&mut combatant.place, &after.place, probability);
            for condition in &after.conditions {
                add(&mut combatant.conditions, condition, probability);
            }
        }
        for item in cast.items() {
            let name = cast.item_name(item);
            let broken = ended.items[item.index()].is_some_and(|left| left <= 0);
            if broken && let Some(chance) = odds.items.get_mut(&name) {
                *chance += probability;
            }
            if let Some(how) = ended.gear.get(item.index()) {
                add(odds.gear.entry(name).or_default(), how, probability);
            }
        }
        for (attack, outcome) in &ended.attacks {
            let outcomes = odds.attacks.entry(attack.clone()).or_default();
            add(outcomes, outcome, probability);
        }
        add(&mut odds.winner, &ended.winner, probability);
        for (entry, is_there) in odds.entries.iter_mut().zip(&ended.entries) {
            if *is_there {
                entry.probability += probability;
            }
        }
        for choice in &mut odds.not_made {
            let skipped = branch.skipped.iter().find(|(line, _)| *line == choice.line);
            if let Some((_, reason)) = skipped {
                choice.by_default += probability;
                choice.because.get_or_insert_with(|| reason.clone());
            }
            if branch.not_asked.contains(&choice.line) {
                choice.not_asked += probability;
                if ended.is_over {
                    choice.over_before += probability;
                }
            }
        }
    }

    /// The odds, without what the case does not count.
    fn finish(self, case: &Case, looking: &Looking<'_>) -> Result<Odds, NoOdds> {
        let Self { mut odds, decided } = self;
        // What cannot be done whatever the dice show is a mistake of the author.
        let never = odds
            .not_made
            .iter()
            .find(|choice| choice.by_default > 0.0 && choice.left() <= TOLERANCE);
        if let Some(never) = never {
            return Err(NoOdds::Stopped(Stopped {
                line: Some(never.line),
                reason: never.because.clone().unwrap_or_default(),
            }));
        }
        // So is a choice that is never asked for, if the battle goes on.
        let unasked = odds
            .not_made
            .iter()
            .find(|choice| choice.not_asked >= 1.0 - TOLERANCE && choice.over_before <= TOLERANCE);
        if let Some(unasked) = unasked {
            return Err(NoOdds::Stopped(Stopped {
                line: Some(unasked.line),
                reason: "this choice is never asked for".to_owned(),
            }));
        }
        odds.not_made
            .retain(|choice| choice.by_default > 0.0 || choice.not_asked > 0.0);
        odds.notes = notes(case, &odds, decided);
        for combatant in odds.combatants.values_mut() {
            if !looking.counts(Countable::HitPoints) {
                combatant.loss.clear();
            }
            if !looking.counts(Countable::State) {
                combatant.state.clear();
            }
            if !looking.counts(Countable::Place) {
                combatant.place.clear();
            }
        }
        if !looking.counts(Countable::Items) {
            odds.items.clear();
        }
        if !looking.counts(Countable::Winner) {
            odds.winner.clear();
        }
        Ok(odds)
    }
}

impl NotMade {
    /// The probability that it was made.
    fn left(&self) -> f64 {
        1.0 - self.by_default - self.not_asked
    }
}

fn add(to: &mut BTreeMap<String, f64>, what: &str, probability: f64) {
    match to.get_mut(what) {
        Some(sum) => *sum += probability,
        None => {
            to.insert(what.to_owned(), probability);
        }
    }
}

/// What is worth knowing about how the odds came about.
fn notes(case: &Case, odds: &Odds, decided: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let default = match case.default {
        DefaultAnswer::Pass => "everybody does the least that they can (`default = \"pass\"`)",
        DefaultAnswer::Computer => "everybody is played by the computer (`default = \"computer\"`)",
        DefaultAnswer::Random => "everybody does anything (`default = \"random\"`)",
    };
    let rounds = |rounds: u32| match rounds {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    if !decided {
        notes.push("The battle is over before anything is chosen.".to_owned());
    } else if case.choices.is_empty() {
        notes.push(format!(
            "No choice is written: {} played, in which {default}.",
            match case.rounds.unwrap_or(1) {
                1 => "1 round is".to_owned(),
                several => format!("{} are", rounds(several)),
            }
        ));
    } else if let Some(several) = case.rounds {
        notes.push(format!("Played for {}.", rounds(several)));
    }
    if odds.branches == 1 && decided && !odds.estimated {
        notes.push(if case.dice.is_empty() {
            "No die was rolled, so there is one way for it to come out.".to_owned()
        } else {
            "All dice are loaded, so there is one way for them to fall; \
             leave `dice` out to have every way followed."
                .to_owned()
        });
    }
    notes
}
