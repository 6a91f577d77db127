//! Sums of which a rule says what it needs to know: which totals mean the same to it, and whether a
//! face came up.

use crate::{
    convolution::window_sums,
    expression::{Amount, DiceExpr, half_up},
    face::Face,
    roll::{Dice, SumRoll},
};

/// A sum, and what a rule needs to know of it. Dice for play roll it as it is; enumerating dice visit
/// no more than the rule can tell apart, with its exact probability.
#[derive(Clone, Copy)]
pub struct Counted<'r> {
    expr: &'r DiceExpr,
    lower_of_two: bool,
    watched: Option<u16>,
    alike: &'r dyn Fn(i32, i32) -> bool,
}

impl std::fmt::Debug for Counted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counted")
            .field("expr", &self.expr)
            .field("lower_of_two", &self.lower_of_two)
            .field("watched", &self.watched)
            .finish_non_exhaustive()
    }
}

impl<'r> Counted<'r> {
    /// A sum whose totals all mean something else.
    #[must_use]
    pub fn of(expr: &'r DiceExpr) -> Self {
        Self {
            expr,
            lower_of_two: false,
            watched: None,
            alike: &|_, _| false,
        }
    }

    /// Rolled twice, of which the lower total counts; of equal totals, the first.
    #[must_use]
    pub const fn lower_of_two(mut self, lower_of_two: bool) -> Self {
        self.lower_of_two = lower_of_two;
        self
    }

    /// It matters whether a die of the roll that counts shows this face.
    #[must_use]
    pub const fn watching(mut self, face: Option<u16>) -> Self {
        self.watched = face;
        self
    }

    /// Two neighbouring totals for which this is true lead to the same.
    #[must_use]
    pub const fn alike(mut self, alike: &'r dyn Fn(i32, i32) -> bool) -> Self {
        self.alike = alike;
        self
    }

    /// What is rolled.
    #[must_use]
    pub const fn expr(&self) -> &'r DiceExpr {
        self.expr
    }

    pub(crate) fn key(&self) -> (DiceExpr, bool, Option<u16>) {
        (self.expr.clone(), self.lower_of_two, self.watched)
    }

    pub(crate) fn has_key(
        &self,
        (expr, lower_of_two, watched): &(DiceExpr, bool, Option<u16>),
    ) -> bool {
        *lower_of_two == self.lower_of_two && *watched == self.watched && expr == self.expr
    }

    /// Everything that may come of it, by whether the face shows and then by total.
    pub(crate) fn outcomes(&self) -> Vec<CountedOutcome> {
        let Some(watched) = self.watched else {
            let outcomes = self.expr.distribution();
            let mut outcomes: Vec<CountedOutcome> = outcomes
                .iter()
                .map(|(total, probability)| CountedOutcome {
                    total,
                    shows: false,
                    probability,
                })
                .collect();
            if self.lower_of_two {
                keep_lower(&mut outcomes);
            }
            return outcomes;
        };
        let faces = WithFace::of(self.expr, watched);
        let mut outcomes: Vec<CountedOutcome> = faces.outcomes().collect();
        if self.lower_of_two {
            keep_lower(&mut outcomes);
        }
        outcomes
    }

    /// The outcomes that the rule tells apart: neighbours that are alike become one, with the first of
    /// their totals.
    pub(crate) fn told_apart(&self, outcomes: &[CountedOutcome]) -> Vec<CountedOutcome> {
        let mut told: Vec<CountedOutcome> = Vec::new();
        for outcome in outcomes {
            match told.last_mut() {
                Some(last)
                    if last.shows == outcome.shows && (self.alike)(last.total, outcome.total) =>
                {
                    last.probability += outcome.probability;
                }
                _ => told.push(*outcome),
            }
        }
        told
    }

    /// Rolls it with dice that show faces.
    pub fn roll<D: Dice + ?Sized>(&self, dice: &mut D) -> CountedRoll {
        let mut rolls = vec![dice.sum(self.expr)];
        if self.lower_of_two {
            rolls.push(dice.sum(self.expr));
        }
        let counts = usize::from(rolls.len() > 1 && rolls[1].total < rolls[0].total);
        let is_watched = |face: &Face| Some(face.face) == self.watched;
        CountedRoll {
            shows: rolls[counts].faces.iter().any(is_watched),
            rolls,
            counts,
        }
    }
}

/// What came of a [`Counted`] sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CountedRoll {
    /// Each roll. Enumerating dice give the one that counts alone, without faces.
    pub rolls: Vec<SumRoll>,
    /// Which of them counts.
    pub counts: usize,
    /// Whether the watched face shows on a die of the roll that counts.
    pub shows: bool,
}

impl CountedRoll {
    /// The roll that counts.
    #[must_use]
    pub fn counting(mut self) -> SumRoll {
        self.rolls.swap_remove(self.counts)
    }

    /// The total that counts.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.rolls.get(self.counts).map_or(0, |roll| roll.total)
    }
}

/// One outcome of a [`Counted`] sum.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CountedOutcome {
    pub(crate) total: i32,
    pub(crate) shows: bool,
    pub(crate) probability: f64,
}

/// Turns the probabilities of one roll into those of the lower of two.
fn keep_lower(outcomes: &mut [CountedOutcome]) {
    let mut totals: Vec<(i32, f64)> = outcomes
        .iter()
        .map(|outcome| (outcome.total, outcome.probability))
        .collect();
    totals.sort_by_key(|(total, _)| *total);
    // The probabilities of each total or more, from the small ones of the upper tail on.
    let mut at_least = vec![0.0; totals.len() + 1];
    for (place, (_, probability)) in totals.iter().enumerate().rev() {
        at_least[place] = at_least[place + 1] + probability;
    }
    let at_least = |total: i32| at_least[totals.partition_point(|(lower, _)| *lower < total)];
    for outcome in outcomes {
        // Of the first roll with a second that is no lower, or of the second below the first.
        let others = at_least(outcome.total) + at_least(outcome.total.saturating_add(1));
        outcome.probability *= others;
    }
}

/// Probabilities of totals from `min` on, apart by whether a face has come up.
struct WithFace {
    min: i32,
    without: Vec<f64>,
    with: Vec<f64>,
}

impl WithFace {
    fn certain(total: i32) -> Self {
        Self {
            min: total,
            without: vec![1.0],
            with: vec![0.0],
        }
    }

    fn of(expr: &DiceExpr, watched: u16) -> Self {
        let mut sum = Self::certain(0);
        for term in expr.terms() {
            match &term.amount {
                Amount::Constant(constant) => {
                    let constant = i32::from(*constant);
                    sum.min += if term.negative { -constant } else { constant };
                }
                Amount::Dice { count, sides } => {
                    for _ in 0..*count {
                        sum.add_die(*sides, watched, term.negative);
                    }
                }
                Amount::HalfOf(inner) => {
                    let half = Self::of(inner, watched).halved(term.negative);
                    sum = sum.plus(&half);
                }
                Amount::Bonus | Amount::HalfBonus => {}
            }
        }
        sum
    }

    fn add_die(&mut self, sides: u16, watched: u16, negative: bool) {
        let share = f64::from(sides).recip();
        let width = usize::from(sides);
        // Where the watched face stands among the others, by what it adds.
        let place = (1..=sides).contains(&watched).then(|| {
            usize::from(if negative {
                sides - watched
            } else {
                watched - 1
            })
        });
        let length = self.without.len() + width - 1;
        let mut without = vec![0.0; length];
        let mut with = window_sums(&self.with, width);
        let mut spread = |from: usize, width: usize| {
            if width > 0 {
                let sums = window_sums(&self.without, width);
                for (to, ways) in without[from..].iter_mut().zip(sums) {
                    *to += ways;
                }
            }
        };
        match place {
            None => spread(0, width),
            Some(place) => {
                spread(0, place);
                spread(place + 1, width - place - 1);
                for (to, ways) in with[place..].iter_mut().zip(&self.without) {
                    *to += ways;
                }
            }
        }
        for ways in without.iter_mut().chain(&mut with) {
            *ways *= share;
        }
        let sides = i32::from(sides);
        self.min += if negative { -sides } else { 1 };
        (self.without, self.with) = (without, with);
    }

    /// Half of it, rounded towards positive infinity, added or taken away.
    fn halved(&self, negative: bool) -> Self {
        let most = self.min + self.without.len() as i32 - 1;
        let ends = [half_up(self.min), half_up(most)];
        let (min, length) = if negative {
            (-ends[1], (ends[1] - ends[0]) as usize + 1)
        } else {
            (ends[0], (ends[1] - ends[0]) as usize + 1)
        };
        let mut half = Self {
            min,
            without: vec![0.0; length],
            with: vec![0.0; length],
        };
        for (total, (without, with)) in (self.min..).zip(self.without.iter().zip(&self.with)) {
            let total = if negative {
                -half_up(total)
            } else {
                half_up(total)
            };
            let place = (total - min) as usize;
            half.without[place] += without;
            half.with[place] += with;
        }
        half
    }

    fn plus(&self, other: &Self) -> Self {
        let length = self.without.len() + other.without.len() - 1;
        let mut sum = Self {
            min: self.min + other.min,
            without: vec![0.0; length],
            with: vec![0.0; length],
        };
        for (mine, (without, with)) in self.without.iter().zip(&self.with).enumerate() {
            for (theirs, (others, shown)) in other.without.iter().zip(&other.with).enumerate() {
                sum.without[mine + theirs] += without * others;
                sum.with[mine + theirs] += with * (others + shown) + without * shown;
            }
        }
        sum
    }

    fn outcomes(&self) -> impl Iterator<Item = CountedOutcome> {
        let of = |shows: bool| {
            let ways = if shows { &self.with } else { &self.without };
            (self.min..)
                .zip(ways)
                .map(move |(total, probability)| CountedOutcome {
                    total,
                    shows,
                    probability: *probability,
                })
        };
        of(false)
            .chain(of(true))
            .filter(|outcome| outcome.probability > 0.0)
    }
}
