//! Exact odds of a case: its choices are played with every way the dice can fall.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::Serialize;
use shieldwall_battle::{Battle, Vitality};
use shieldwall_content::{Case, ContentPlaces, Library};
use shieldwall_dice::{
    BandRoll, Dice, DiceExpr, EnumeratingDice, Enumerator, LoadedDice, LoadedDiceError, SumRoll,
};

use crate::{
    LabError,
    cases::{CasePlay, Cast, Failure, Stopped, words},
    content_args::{read_content, with_mods_around},
};

/// How far the sum of all probabilities may be from 1.
pub const TOLERANCE: f64 = 1e-12;

/// Most branches that are visited; a case with more leaves too much to the dice.
const MOST_BRANCHES: usize = 300_000;

/// Exact odds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// What becomes of each combatant, by its letter.
    pub combatants: BTreeMap<String, CombatantOdds>,
    /// The probability that each item breaks, by its name (`A.sword_broad`); items that cannot
    /// break are not listed.
    pub items: BTreeMap<String, f64>,
    /// Branches that were visited.
    pub branches: usize,
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

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
        "more than {MOST_BRANCHES} ways for the dice to fall; load more dice, or choose less in the case"
    )]
    TooMany,
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

/// Loaded dice first, and enumerating dice when they are used up.
#[derive(Debug)]
struct Mixed {
    loaded: LoadedDice,
    open: EnumeratingDice,
}

#[derive(Clone, Debug)]
struct SharedMixed(Arc<Mutex<Mixed>>);

impl SharedMixed {
    fn dice(&self) -> MutexGuard<'_, Mixed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn roll<T>(&self, roll: impl FnOnce(&mut dyn Dice) -> T) -> T {
        let mut dice = self.dice();
        if dice.loaded.remaining().is_empty() {
            roll(&mut dice.open)
        } else {
            roll(&mut dice.loaded)
        }
    }
}

impl Dice for SharedMixed {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.roll(|dice| dice.band(sides, uppers))
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.roll(|dice| dice.sum(expr))
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.roll(|dice| dice.one_of(n))
    }
}

/// How one branch ended.
struct Ended {
    /// Hit points and state of each combatant.
    combatants: Vec<(i32, Vitality)>,
    /// Hit points left of each item that can break.
    items: Vec<Option<i32>>,
}

/// The odds of a case.
///
/// # Errors
/// If the case uses words that mean nothing or cannot be played, its dice do not fit, or there are too many branches.
pub fn odds(case: &Case, library: &Arc<Library>) -> Result<Odds, NoOdds> {
    let misspelt = words::misspelt(case);
    if !misspelt.is_empty() {
        return Err(NoOdds::Misspelt(misspelt));
    }
    let dice = SharedMixed(Arc::new(Mutex::new(Mixed {
        loaded: LoadedDice::new(case.dice.clone()),
        open: EnumeratingDice::default(),
    })));
    let mut play = CasePlay::begin(case, library, Box::new(dice.clone()))
        .map_err(|error| NoOdds::Setup(error.to_string()))?
        .leniently();
    let cast = play.cast.clone();
    let began = look(&mut play.battle, &cast);
    let mut odds = Odds {
        combatants: cast
            .combatants()
            .map(|(_, letter)| (letter.to_owned(), CombatantOdds::default()))
            .collect(),
        items: cast
            .items()
            .filter(|item| began.items[item.index()].is_some_and(|points| points > 0))
            .map(|item| (cast.item_name(item), 0.0))
            .collect(),
        branches: 0,
        total: 0.0,
    };
    let mut enumerator = Enumerator::new();
    let mut failed: Option<NoOdds> = None;
    let mut branches = 0;
    enumerator.for_each(
        |open| {
            branches += 1;
            if failed.is_some() || branches > MOST_BRANCHES {
                failed.get_or_insert(NoOdds::TooMany);
                return None;
            }
            {
                let mut dice = dice.dice();
                dice.loaded = LoadedDice::new(case.dice.clone());
                dice.open = std::mem::take(open);
            }
            let done = play_branch(&mut play, &dice);
            *open = std::mem::take(&mut dice.dice().open);
            match done {
                Ok(()) => Some(look(&mut play.battle, &cast)),
                Err(error) => {
                    failed.get_or_insert(error);
                    None
                }
            }
        },
        |ended, probability| {
            if let Some(ended) = ended {
                tell(&mut odds, &cast, &began, &ended, probability);
            }
        },
    );
    if let Some(failed) = failed {
        return Err(failed);
    }
    odds.branches = enumerator.branches();
    if (odds.total - 1.0).abs() > TOLERANCE {
        return Err(NoOdds::Sum(odds.total.to_string()));
    }
    Ok(odds)
}

fn play_branch(play: &mut CasePlay<'_>, dice: &SharedMixed) -> Result<(), NoOdds> {
    play.restart(Box::new(dice.clone()))
        .map_err(|error| NoOdds::Setup(error.to_string()))?;
    play.play().map_err(NoOdds::Stopped)?;
    dice.dice().loaded.finish().map_err(NoOdds::Dice)
}

fn look(battle: &mut Battle, cast: &Cast) -> Ended {
    Ended {
        combatants: battle
            .presences(None)
            .iter()
            .map(|presence| (presence.hit_points, presence.vitality))
            .collect(),
        items: cast
            .items()
            .map(|item| battle.item_state(item).hit_points.map(|(left, _)| left))
            .collect(),
    }
}

fn tell(odds: &mut Odds, cast: &Cast, began: &Ended, ended: &Ended, probability: f64) {
    odds.total += probability;
    for (id, letter) in cast.combatants() {
        let (Some(combatant), Some(&(before, _)), Some(&(after, state))) = (
            odds.combatants.get_mut(letter),
            began.combatants.get(id.index()),
            ended.combatants.get(id.index()),
        ) else {
            continue;
        };
        *combatant.loss.entry(before - after).or_default() += probability;
        *combatant.state.entry(state).or_default() += probability;
    }
    for item in cast.items() {
        let broken = ended.items[item.index()].is_some_and(|left| left <= 0);
        if broken && let Some(chance) = odds.items.get_mut(&cast.item_name(item)) {
            *chance += probability;
        }
    }
}

/// Find the exact odds of a case: its choices are played, its dice fixed, and every further die
/// falls in every way. There is no journal of that: `test --journal` writes the one of a case whose
/// dice are all fixed.
#[derive(clap::Args, Clone, Debug)]
pub struct OddsArgs {
    /// The case file
    #[arg(value_name = "CASE.toml")]
    pub case: std::path::PathBuf,
    /// Write the odds as JSON
    #[arg(long)]
    pub json: bool,
}

/// Works out odds and gives the report, without a line break at its end.
///
/// # Errors
/// If the case cannot be read or played.
pub fn run_odds(args: &OddsArgs, places: &ContentPlaces) -> Result<String, LabError> {
    let places = with_mods_around(places, std::slice::from_ref(&args.case));
    let library = read_content(&places)?.library;
    let case = Case::read(&args.case, &library).map_err(|diagnostics| {
        let problems: Vec<String> = diagnostics.into_iter().map(|one| one.to_string()).collect();
        LabError::NoCases(problems.join("\n"))
    })?;
    let odds = odds(&case, &library).map_err(|error| unplayable(&args.case, &error))?;
    if args.json {
        Ok(serde_json::to_string(&odds)?)
    } else {
        Ok(text_of(&case, &odds))
    }
}

fn unplayable(file: &Path, error: &NoOdds) -> LabError {
    if let NoOdds::Misspelt(failures) = error {
        let place = format!("{}:", file.display());
        return LabError::NoCases(told(failures, &place));
    }
    let place = match error {
        NoOdds::Stopped(Stopped {
            line: Some(line), ..
        }) => format!("{}:{line}", file.display()),
        _ => file.display().to_string(),
    };
    let reason = match error {
        NoOdds::Stopped(stopped) => stopped.reason.clone(),
        other => other.to_string(),
    };
    LabError::NoCases(format!("{place}: {reason}"))
}

/// A probability in percent that says "0 %" and "100 %" only where that is certain.
fn percent(probability: f64) -> String {
    let hundredths = probability * 100.0;
    if probability <= 0.0 {
        "0 %".to_owned()
    } else if probability >= 1.0 - TOLERANCE {
        "100 %".to_owned()
    } else if hundredths < 0.01 {
        "<0.01 %".to_owned()
    } else if hundredths > 99.99 {
        ">99.99 %".to_owned()
    } else {
        format!("{hundredths:.2} %")
    }
}

fn branches(number: usize) -> String {
    if number == 1 {
        "1 branch".to_owned()
    } else {
        format!("{number} branches")
    }
}

fn text_of(case: &Case, odds: &Odds) -> String {
    let mut lines = vec![case.title.clone()];
    for (letter, combatant) in &odds.combatants {
        lines.push(String::new());
        lines.push(format!(
            "{letter}  expected loss {:.3}",
            combatant.expected_loss()
        ));
        for (lost, probability) in &combatant.loss {
            lines.push(format!(
                "   {lost:>4} hit points  {:>9}",
                percent(*probability)
            ));
        }
        for (state, probability) in &combatant.state {
            let state = serde_json::to_value(state).unwrap_or_default();
            let state = state.as_str().unwrap_or_default();
            lines.push(format!("   {state:<15} {:>9}", percent(*probability)));
        }
    }
    if odds.items.values().any(|chance| *chance > 0.0) {
        lines.push(String::new());
        for (item, chance) in odds.items.iter().filter(|(_, chance)| **chance > 0.0) {
            lines.push(format!("{item} breaks  {}", percent(*chance)));
        }
    }
    lines.push(String::new());
    lines.push(format!(
        "{}, probabilities sum to {:.12}",
        branches(odds.branches),
        odds.total
    ));
    if odds.branches == 1 && !case.dice.is_empty() {
        lines.push(
            "All dice are loaded, so there is one way for them to fall; \
             leave `dice` out to have every way followed."
                .to_owned(),
        );
    }
    lines.join("\n")
}
