//! Dice for forecasts: every outcome once, with its exact probability.

use std::sync::Arc;

use crate::counted::{Counted, CountedOutcome, CountedRoll};
use crate::expression::DiceExpr;
use crate::roll::{BandRoll, Dice, SumRoll};

/// How many distributions are kept between enumerations.
const KEPT_DISTRIBUTIONS: usize = 256;
/// The golden ratio, less 1: steps of it spread numbers evenly between 0 and 1, however many there are.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// 1 less rounding errors.
const NEARLY_ONE: f64 = 1.0 - 1e-9;

/// Dice that an [`Enumerator`] hands to the rules again and again, each time with other results,
/// until every combination of bands and totals that a rule can tell apart has occurred once.
///
/// By [`Default`] they stand alone and give the first outcome of every roll; that serves as a
/// placeholder where the dice must be moved to another owner for the length of a run and back.
#[derive(Clone, Debug, Default)]
pub struct EnumeratingDice {
    /// The branch points of the present run in order, as an odometer: the last turns first.
    branches: Vec<Branch>,
    /// How many of them the present run has passed.
    passed: usize,
    /// Every total is visited, also those that are alike to a rule.
    all_totals: bool,
    /// Where outcomes would make a run less probable than this, only some of them are picked.
    grain: f64,
    /// Rolls of which only some outcomes were picked.
    picked: u32,
    /// All that may come of the sums met so far.
    known: Vec<(CountedKey, Arc<[CountedOutcome]>)>,
}

/// What the outcomes of a sum depend on.
type CountedKey = (DiceExpr, bool, Option<u16>);

/// One branch point with the outcome that is being visited.
#[derive(Clone, Debug)]
struct Branch {
    outcome: Outcome,
    /// Probability of all outcomes up to and including this one.
    probability: f64,
    /// No outcome is left here after this one.
    last: bool,
    /// The outcome has been visited: the next pass moves on to the one after it.
    turn: bool,
    /// Outcomes that are still to be visited, the next one last, if only some of them were picked.
    picks: Vec<(Outcome, f64)>,
}

#[derive(Clone, Debug)]
enum Outcome {
    Band(BandRoll),
    Total {
        /// What the rule tells apart here.
        told: Arc<[CountedOutcome]>,
        place: usize,
    },
    Choice(usize),
}

impl EnumeratingDice {
    /// Gives the outcome of the next branch point: the same as before, the next one, or, at a point
    /// not yet reached, the first one.
    ///
    /// `choose` gets the outcome to move on from, and returns the one to visit with its probability
    /// and whether it is the last.
    fn pass(
        &mut self,
        mut choose: impl FnMut(&mut Self, Option<Outcome>) -> (Outcome, f64, bool),
    ) -> Outcome {
        let at = self.passed;
        self.passed += 1;
        let mut picks = Vec::new();
        let from = match self.branches.get_mut(at) {
            Some(branch) if !branch.turn => return branch.outcome.clone(),
            Some(branch) => {
                picks = std::mem::take(&mut branch.picks);
                Some(branch.outcome.clone())
            }
            None => None,
        };
        let before = match at.checked_sub(1) {
            Some(last) => self.branches[last].probability,
            None => 1.0,
        };
        if from.is_none() && self.grain > 0.0 {
            picks = self.pick(before / self.grain, &mut choose);
        }
        let (outcome, probability, last) = match picks.pop() {
            Some((outcome, probability)) => (outcome, probability, picks.is_empty()),
            None => choose(self, from),
        };
        self.branches.truncate(at);
        self.branches.push(Branch {
            outcome: outcome.clone(),
            probability: before * probability,
            last,
            turn: false,
            picks,
        });
        outcome
    }

    /// Picks so many of the outcomes of a roll, spread evenly over all of them by their probabilities, the next one
    /// last. It is empty if no outcome is too improbable to be visited.
    fn pick(
        &mut self,
        parts: f64,
        choose: &mut impl FnMut(&mut Self, Option<Outcome>) -> (Outcome, f64, bool),
    ) -> Vec<(Outcome, f64)> {
        let mut all: Vec<(Outcome, f64)> = Vec::new();
        let mut last = false;
        while !last {
            let from = all.last().map(|(outcome, _)| outcome.clone());
            let next = choose(self, from);
            last = next.2;
            all.push((next.0, next.1));
        }
        if all
            .iter()
            .all(|(_, probability)| probability * parts >= NEARLY_ONE)
        {
            return Vec::new();
        }
        let parts = parts.floor().max(1.0);
        let start = self.fraction();
        let (mut sum, mut taken) = (0.0, 0.0);
        for (_, probability) in &mut all {
            sum += *probability * parts;
            let up_to = (sum - start).ceil().clamp(taken, parts);
            *probability = (up_to - taken) / parts;
            taken = up_to;
        }
        if let Some((_, probability)) = all.last_mut() {
            *probability += (parts - taken) / parts;
        }
        all.retain(|(_, probability)| *probability > 0.0);
        all.reverse();
        all
    }

    /// A number from 0 up to but not including 1: one half first, then others far from those before.
    fn fraction(&mut self) -> f64 {
        let steps = f64::from(self.picked);
        self.picked += 1;
        steps.mul_add(GOLDEN, 0.5).fract()
    }

    /// Whether anything has been rolled in the present run.
    #[must_use]
    pub const fn has_rolled(&self) -> bool {
        self.passed > 0
    }

    /// All that may come of a sum, whatever the rule tells apart.
    fn know(&mut self, counted: &Counted<'_>) -> Arc<[CountedOutcome]> {
        let known = self.known.iter().find(|(key, _)| counted.has_key(key));
        if let Some((_, outcomes)) = known {
            return Arc::clone(outcomes);
        }
        let outcomes: Arc<[CountedOutcome]> = counted.outcomes().into();
        self.known.push((counted.key(), Arc::clone(&outcomes)));
        outcomes
    }

    /// Visits the outcomes of a sum that the rule tells apart.
    fn pass_sum(&mut self, counted: &Counted<'_>, all_differ: bool) -> Option<CountedOutcome> {
        let outcome = self.pass(|dice, from| {
            let (told, place) = match from {
                Some(Outcome::Total { told, place }) => (told, place + 1),
                _ => {
                    let known = dice.know(counted);
                    let told = if all_differ {
                        known
                    } else {
                        counted.told_apart(&known).into()
                    };
                    (told, 0)
                }
            };
            let (probability, last) = (told[place].probability, place + 1 == told.len());
            (Outcome::Total { told, place }, probability, last)
        });
        match outcome {
            Outcome::Total { told, place } => Some(told[place]),
            _ => mismatch(None),
        }
    }

    /// The probability of the outcomes of the present run so far.
    #[must_use]
    pub fn probability(&self) -> f64 {
        self.branches
            .last()
            .map_or(1.0, |branch| branch.probability)
    }

    fn start(&mut self) {
        self.branches.clear();
        if self.known.len() > KEPT_DISTRIBUTIONS {
            self.known.clear();
        }
    }

    /// Turns the odometer to the next combination. False when all have been visited.
    fn turn(&mut self) -> bool {
        self.branches.truncate(self.passed);
        while self.branches.last().is_some_and(|branch| branch.last) {
            self.branches.pop();
        }
        match self.branches.last_mut() {
            Some(branch) => {
                branch.turn = true;
                true
            }
            None => false,
        }
    }
}

impl Dice for EnumeratingDice {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        let sides = sides.max(1);
        let outcome = self.pass(|_, from| {
            let (after, first) = match from {
                Some(Outcome::Band(roll)) => (roll.face, roll.band + 1),
                _ => (0, 0),
            };
            let next = (first..uppers.len())
                .map(|band| (band, uppers[band].clamp(0, i32::from(sides)) as u16))
                .find(|&(_, upper)| upper > after);
            let (band, face) = next.unwrap_or((uppers.len(), sides));
            let probability = f64::from(face - after.min(face)) / f64::from(sides);
            (
                Outcome::Band(BandRoll { band, face }),
                probability,
                face >= sides,
            )
        });
        match outcome {
            Outcome::Band(roll) => roll,
            _ => mismatch(BandRoll { band: 0, face: 1 }),
        }
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        let outcome = self.pass_sum(&Counted::of(expr), true);
        SumRoll {
            total: outcome.map_or_else(|| expr.min(), |outcome| outcome.total),
            faces: Vec::new(),
        }
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        let outcome = self.pass_sum(&counted, self.all_totals);
        CountedRoll {
            shows: outcome.is_some_and(|outcome| outcome.shows),
            rolls: vec![SumRoll {
                total: outcome.map_or_else(|| counted.expr().min(), |outcome| outcome.total),
                faces: Vec::new(),
            }],
            counts: 0,
        }
    }

    fn one_of(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        let outcome = self.pass(|_, from| {
            let choice = match from {
                Some(Outcome::Choice(choice)) => choice + 1,
                _ => 0,
            };
            (Outcome::Choice(choice), 1.0 / n as f64, choice + 1 >= n)
        });
        match outcome {
            Outcome::Choice(choice) => choice,
            _ => mismatch(0),
        }
    }
}

/// Something to go on with when rules roll other dice although they got the same results, so that
/// no forecast can be right.
fn mismatch<T>(stopgap: T) -> T {
    debug_assert!(false, "the same results must lead to the same rolls");
    stopgap
}

/// Runs rules once for every combination of bands and totals.
///
/// An enumerator keeps its storage and the distributions of the expressions that it has met, so
/// that the one who asks for many forecasts should keep one.
#[derive(Clone, Debug, Default)]
pub struct Enumerator {
    dice: EnumeratingDice,
    branches: usize,
}

impl Enumerator {
    /// An enumerator that knows no distributions yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, but it visits every total of every sum, also those that mean the same to the rule that
    /// asks: for the one who looks at totals besides.
    #[must_use]
    pub const fn with_all_totals(mut self, all_totals: bool) -> Self {
        self.dice.all_totals = all_totals;
        self
    }

    /// Forgets what was picked: the next enumerations are those of a new enumerator.
    pub fn start_again(&mut self) {
        self.dice.picked = 0;
        self.dice.grain = 0.0;
    }

    /// Where outcomes of a roll would make combinations less probable than this, only some of them are visited, picked
    /// evenly by their probabilities. By default all are.
    pub const fn look_no_closer_than(&mut self, grain: f64) {
        self.dice.grain = grain;
    }

    /// True if there were outcomes that were not visited since the start.
    #[must_use]
    pub const fn has_left_out(&self) -> bool {
        self.dice.picked > 0
    }

    /// Calls `run` once for every combination of outcomes of the dice that it rolls, and `visit`
    /// with each result and its probability. Probabilities sum to 1 within 1e-12.
    ///
    /// `run` may roll other dice after other results, but must do the same thing whenever it gets
    /// the same results: it starts afresh each time.
    pub fn for_each<T>(
        &mut self,
        mut run: impl FnMut(&mut EnumeratingDice) -> T,
        mut visit: impl FnMut(T, f64),
    ) {
        self.branches = 0;
        self.dice.start();
        loop {
            self.dice.passed = 0;
            let result = run(&mut self.dice);
            self.branches += 1;
            visit(result, self.dice.probability());
            if !self.dice.turn() {
                break;
            }
        }
    }

    /// The mean of a number over all outcomes. See [`for_each`](Self::for_each).
    pub fn mean(&mut self, run: impl FnMut(&mut EnumeratingDice) -> f64) -> f64 {
        let mut mean = 0.0;
        self.for_each(run, |value, probability| mean += value * probability);
        mean
    }

    /// How many combinations the latest enumeration visited.
    #[must_use]
    pub const fn branches(&self) -> usize {
        self.branches
    }
}

/// All results of `run` with their probabilities, in the order of bands and totals. Equal results
/// are not merged. See [`Enumerator::for_each`].
pub fn enumerate<T>(run: impl FnMut(&mut EnumeratingDice) -> T) -> Vec<(T, f64)> {
    let mut results = Vec::new();
    enumerate_with(run, |result, probability| {
        results.push((result, probability));
    });
    results
}

/// Hands all results of `run` with their probabilities to `visit`, once, without a list. Anyone who
/// enumerates often should keep an [`Enumerator`] instead.
pub fn enumerate_with<T>(run: impl FnMut(&mut EnumeratingDice) -> T, visit: impl FnMut(T, f64)) {
    Enumerator::new().for_each(run, visit);
}
