//! Dice expressions: sums of dice, fixed parts and the damage bonus.

use crate::convolution::Ways;
use crate::distribution::Distribution;

/// Most dice of a term that rules make: many times what may be written.
const MAX_COUNT: u16 = 1000;
/// Most sides that a die of an expression may have.
pub(crate) const MAX_SIDES: u16 = 100;
/// Largest fixed part that rules make, either way.
const MAX_CONSTANT: u16 = 10_000;

/// A dice expression: a sum of signed terms such as `2d6+1`, `1d8+1+db`, `1d6+½db`, `-1d4` or `0`.
///
/// A term is a number of dice, a fixed number, the damage bonus of the one who strikes (`db`), half of
/// it (`½db` or `1/2db`), or half of a sum (`½(2d6+1)`), which is what `½db` becomes once the bonus
/// is known. Halves are rounded towards positive infinity, after the whole sum has been rolled.
///
/// Expressions are kept in one canonical form: fixed numbers are gathered where the first of them
/// stands, terms that add nothing are dropped, and the order of the dice is the order written. So
/// `1d6+1+2` equals `1d6+3`, and what is printed reads back as the same expression.
///
/// Text may hold up to 100 bytes, 16 terms, 30 dice, of 1 to 100 sides each, that add up to at most
/// 1000, a fixed part within ±1000, and two bonus terms. It is the notation of content files of all
/// rulesets, so every excess is an error rather than a long wait. Rules may make more of it: twice as
/// many dice, or a larger fixed part.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DiceExpr {
    terms: Vec<Term>,
}

/// One signed term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Term {
    pub(crate) negative: bool,
    pub(crate) amount: Amount,
}

/// What a term adds or takes away.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Amount {
    Dice { count: u16, sides: u16 },
    Constant(u16),
    Bonus,
    HalfBonus,
    HalfOf(DiceExpr),
}

/// Half of `total`, rounded towards positive infinity: 3 gives 2, -3 gives -1.
pub(crate) const fn half_up(total: i32) -> i32 {
    total.saturating_add(1).div_euclid(2)
}

impl Term {
    const fn signed(&self, magnitude: i32) -> i32 {
        if self.negative { -magnitude } else { magnitude }
    }
}

impl DiceExpr {
    /// The expression `0`.
    #[must_use]
    pub const fn zero() -> Self {
        Self { terms: Vec::new() }
    }

    /// A fixed number. Numbers beyond ±10000 become ±10000.
    #[must_use]
    pub fn constant(constant: i32) -> Self {
        Self::zero().plus(constant)
    }

    /// `count` dice of `sides` sides, brought within 0 to 1000 dice and 1 to 100 sides.
    #[must_use]
    pub fn dice(count: u16, sides: u16) -> Self {
        let mut expr = Self::zero();
        expr.push(Term {
            negative: false,
            amount: Amount::Dice {
                count: count.min(MAX_COUNT),
                sides: sides.clamp(1, MAX_SIDES),
            },
        });
        expr
    }

    /// Whether the expression waits for a damage bonus (`db` or `½db`).
    #[must_use]
    pub fn uses_bonus(&self) -> bool {
        self.terms.iter().any(|term| match &term.amount {
            Amount::Bonus | Amount::HalfBonus => true,
            Amount::HalfOf(inner) => inner.uses_bonus(),
            Amount::Dice { .. } | Amount::Constant(_) => false,
        })
    }

    /// The expression without its `db` and `½db` terms: the weapon's own dice and fixed part.
    ///
    /// Once [`with_bonus`](Self::with_bonus) has put the bonus in, it can no longer be told from
    /// the weapon's own part, so ask first.
    #[must_use]
    pub fn without_bonus(&self) -> Self {
        self.replacing_bonus(&Self::zero())
    }

    /// The expression with `db` replaced by the terms of `bonus`, and `½db` by half of their sum:
    /// the whole bonus is rolled, divided by 2 and rounded towards positive infinity (-3 gives -1).
    ///
    /// A bonus that itself waits for a bonus counts those terms as 0. The result may be longer than
    /// what may be read from text.
    #[must_use]
    pub fn with_bonus(&self, bonus: &Self) -> Self {
        self.replacing_bonus(&bonus.without_bonus())
    }

    /// The expression plus a fixed number. The fixed part stays within ±10000.
    #[must_use]
    pub fn plus(&self, constant: i32) -> Self {
        let mut expr = self.clone();
        expr.add_constant(constant);
        expr
    }

    /// The number of dice that are rolled.
    #[must_use]
    pub fn dice_count(&self) -> u16 {
        self.terms
            .iter()
            .map(|term| match &term.amount {
                Amount::Dice { count, .. } => *count,
                Amount::HalfOf(inner) => inner.dice_count(),
                Amount::Constant(_) | Amount::Bonus | Amount::HalfBonus => 0,
            })
            .sum()
    }

    /// The expression with so many times as many dice; fixed numbers stay. No term gets more than
    /// 1000 dice.
    #[must_use]
    pub fn with_dice_times(&self, factor: u16) -> Self {
        self.with_counts(|count| count.saturating_mul(factor))
    }

    /// The expression with this many dice in place of its first ones, and no others; fixed numbers
    /// stay.
    #[must_use]
    pub fn with_dice_count(&self, count: u16) -> Self {
        let mut left = count;
        self.with_counts(|_| std::mem::take(&mut left))
    }

    fn with_counts(&self, mut change: impl FnMut(u16) -> u16) -> Self {
        let mut expr = Self::zero();
        for term in &self.terms {
            let mut term = term.clone();
            if let Amount::Dice { count, .. } = &mut term.amount {
                *count = change(*count).min(MAX_COUNT);
            }
            expr.push(term);
        }
        expr
    }

    /// The smallest total. A bonus that is not yet known counts as 0.
    #[must_use]
    pub fn min(&self) -> i32 {
        self.bounds().0
    }

    /// The largest total. A bonus that is not yet known counts as 0.
    #[must_use]
    pub fn max(&self) -> i32 {
        self.bounds().1
    }

    /// The exact distribution of the total, by convolution. A bonus that is not yet known counts
    /// as 0.
    #[must_use]
    pub fn distribution(&self) -> Distribution {
        let mut fixed = 0_i32;
        let mut halves = Distribution::certain(0);
        for term in &self.terms {
            match &term.amount {
                Amount::Constant(constant) => fixed += term.signed(i32::from(*constant)),
                Amount::HalfOf(inner) => {
                    let half = inner
                        .distribution()
                        .map(|total| term.signed(half_up(total)));
                    halves = halves.convolve(&half);
                }
                Amount::Dice { .. } | Amount::Bonus | Amount::HalfBonus => {}
            }
        }
        let mut ways = Ways::of(&halves, fixed);
        for term in &self.terms {
            if let Amount::Dice { count, sides } = term.amount {
                for _ in 0..count {
                    ways.add_die(sides, term.negative);
                }
            }
        }
        ways.into_distribution()
    }

    /// Rolls every die in printed order with `roll`, which is given the sides and returns the face,
    /// and returns the total.
    pub(crate) fn total_with<R: FnMut(u16) -> u16>(&self, roll: &mut R) -> i32 {
        let mut total = 0_i32;
        for term in &self.terms {
            let magnitude = match &term.amount {
                Amount::Dice { count, sides } => (0..*count).map(|_| i32::from(roll(*sides))).sum(),
                Amount::Constant(constant) => i32::from(*constant),
                Amount::Bonus | Amount::HalfBonus => 0,
                Amount::HalfOf(inner) => half_up(inner.total_with(roll)),
            };
            total = total.saturating_add(term.signed(magnitude));
        }
        total
    }

    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The fixed part, as far as it is not inside a half.
    pub(crate) fn fixed_part(&self) -> i32 {
        self.terms
            .iter()
            .map(|term| match term.amount {
                Amount::Constant(constant) => term.signed(i32::from(constant)),
                _ => 0,
            })
            .sum()
    }

    /// Adds a term in canonical form.
    pub(crate) fn push(&mut self, term: Term) {
        match &term.amount {
            Amount::Dice { count: 0, .. } => {}
            Amount::Constant(constant) => self.add_constant(term.signed(i32::from(*constant))),
            Amount::HalfOf(inner) if inner.is_fixed() => {
                self.add_constant(term.signed(half_up(inner.fixed_part())));
            }
            Amount::Dice { .. } | Amount::Bonus | Amount::HalfBonus | Amount::HalfOf(_) => {
                self.terms.push(term);
            }
        }
    }

    fn add_constant(&mut self, constant: i32) {
        let limit = i32::from(MAX_CONSTANT);
        let sum = self
            .fixed_part()
            .saturating_add(constant)
            .clamp(-limit, limit);
        let place = self
            .terms
            .iter()
            .position(|term| matches!(term.amount, Amount::Constant(_)));
        let magnitude = u16::try_from(sum.unsigned_abs()).unwrap_or(MAX_CONSTANT);
        let term = Term {
            negative: sum < 0,
            amount: Amount::Constant(magnitude),
        };
        match place {
            Some(at) if magnitude == 0 => {
                self.terms.remove(at);
            }
            Some(at) => self.terms[at] = term,
            None if magnitude == 0 => {}
            None => self.terms.push(term),
        }
    }

    fn is_fixed(&self) -> bool {
        self.terms
            .iter()
            .all(|term| matches!(term.amount, Amount::Constant(_)))
    }

    /// `bonus` must not itself wait for a bonus.
    fn replacing_bonus(&self, bonus: &Self) -> Self {
        let mut expr = Self::zero();
        for term in &self.terms {
            match &term.amount {
                Amount::Bonus => {
                    for part in &bonus.terms {
                        expr.push(Term {
                            negative: part.negative != term.negative,
                            amount: part.amount.clone(),
                        });
                    }
                }
                Amount::HalfBonus => expr.push(Term {
                    negative: term.negative,
                    amount: Amount::HalfOf(bonus.clone()),
                }),
                Amount::HalfOf(inner) => expr.push(Term {
                    negative: term.negative,
                    amount: Amount::HalfOf(inner.replacing_bonus(bonus)),
                }),
                Amount::Dice { .. } | Amount::Constant(_) => expr.push(term.clone()),
            }
        }
        expr
    }

    fn bounds(&self) -> (i32, i32) {
        let (mut low, mut high) = (0_i32, 0_i32);
        for term in &self.terms {
            let (least, most) = match &term.amount {
                Amount::Dice { count, sides } => {
                    let count = i32::from(*count);
                    (count, count * i32::from(*sides))
                }
                Amount::Constant(constant) => (i32::from(*constant), i32::from(*constant)),
                Amount::Bonus | Amount::HalfBonus => (0, 0),
                Amount::HalfOf(inner) => {
                    let (least, most) = inner.bounds();
                    (half_up(least), half_up(most))
                }
            };
            let (least, most) = if term.negative {
                (-most, -least)
            } else {
                (least, most)
            };
            low = low.saturating_add(least);
            high = high.saturating_add(most);
        }
        (low, high)
    }
}
