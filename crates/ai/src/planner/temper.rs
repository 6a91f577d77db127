//! How daring the planner plays. Look-aheads try out several tempers.

/// How daring the planner plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Temper {
    /// What harm to enemies counts for beside harm to one's own.
    pub(crate) zeal: f64,
    /// What danger counts for, beside what it usually does.
    pub(crate) caution: f64,
    /// Whether it lets the enemy come where that pays.
    pub(crate) waits: bool,
}

impl Default for Temper {
    fn default() -> Self {
        Self {
            zeal: 1.0,
            caution: 1.0,
            waits: true,
        }
    }
}

impl Temper {
    /// Others than the usual one.
    pub(crate) const OTHERS: [Self; 3] = [
        Self {
            zeal: 2.0,
            caution: 0.0,
            waits: false,
        },
        Self {
            zeal: 0.6,
            caution: 3.0,
            waits: true,
        },
        Self {
            zeal: 0.25,
            caution: 8.0,
            waits: true,
        },
    ];
}
