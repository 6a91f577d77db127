//! The columns of a timeline: the moments that it shows, and the actions that share a column.

use shieldwall_battle::{DueChance, SideId, terms};

use crate::shown::{Due, Timeline};

/// Tokens that lie over each other in a column.
pub(super) const ROWS: usize = 3;

/// The moments that are shown, high ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    /// The moment of the first column.
    pub(super) first: i32,
    /// The moment of the last column.
    pub(super) last: i32,
}

impl Axis {
    /// All moments of the stretches, and those above them on which something is due or may be.
    pub(super) fn of(terms: &terms::Timeline, timeline: &Timeline, chances: &[DueChance]) -> Self {
        let stretches = &terms.stretches;
        let first = stretches.iter().map(|stretch| stretch.first).max();
        let last = stretches.iter().map(|stretch| stretch.last).min();
        let due = timeline.due.iter().map(|due| due.at);
        let due = due.chain(chances.iter().map(|chance| chance.at)).max();
        Self {
            first: first.max(due).unwrap_or(0),
            last: last.unwrap_or(0),
        }
    }

    /// Columns: one for each moment, and one at the rim for what is lost after the last.
    pub(super) fn columns(self) -> usize {
        usize::try_from(self.first - self.last + 1).unwrap_or(0) + 1
    }

    /// The column of a moment.
    pub(super) fn column(self, at: i32) -> usize {
        let column = usize::try_from(self.first - at).unwrap_or(0);
        column.min(self.columns() - 1)
    }
}

/// Actions that are drawn as one token.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) column: usize,
    /// Its row in the column, the lowest first.
    pub(super) row: usize,
    /// The actions: one, or several where a column has too many.
    pub(super) all: Vec<Due>,
}

/// The tokens of all actions. Where more share a column than it has rows, those of a side are one token, and the last
/// row takes the sides that are left.
pub(super) fn tokens(
    axis: Axis,
    timeline: &Timeline,
    side_of: impl Fn(&Due) -> Option<SideId>,
) -> Vec<Token> {
    let mut placed: Vec<(usize, SideId, Due)> = timeline
        .due
        .iter()
        .filter_map(|due| Some((axis.column(due.place(timeline.now)), side_of(due)?, *due)))
        .collect();
    placed.sort_by_key(|(column, side, due)| (*column, *side, due.who, due.nth));
    let mut tokens = Vec::new();
    for column in placed.chunk_by(|(a, ..), (b, ..)| a == b) {
        let mut groups: Vec<Vec<Due>> = if column.len() <= ROWS {
            column.iter().map(|(.., due)| vec![*due]).collect()
        } else {
            let sides = column.chunk_by(|(_, a, _), (_, b, _)| a == b);
            sides
                .map(|side| side.iter().map(|(.., due)| *due).collect())
                .collect()
        };
        let rest: Vec<Due> = groups.drain(ROWS.min(groups.len())..).flatten().collect();
        if let Some(last) = groups.last_mut() {
            last.extend(rest);
        }
        for (row, all) in groups.into_iter().enumerate() {
            let column = column[0].0;
            tokens.push(Token { column, row, all });
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use shieldwall_battle::{
        CombatantId,
        terms::{DueState, Stretch},
    };

    use super::*;
    use crate::sample_terms::action;

    const AXIS: Axis = Axis {
        first: 15,
        last: -5,
    };

    fn due(who: u16, at: i32) -> Due {
        Due {
            who: CombatantId(who),
            nth: 1,
            what: action("attack"),
            target: None,
            at,
            until: None,
            broken_by_hit: None,
            state: DueState::Planned,
        }
    }

    /// Combatants with an even number are red, the others blue.
    fn side_of(due: &Due) -> Option<SideId> {
        Some(if due.who.0.is_multiple_of(2) {
            SideId::RED
        } else {
            SideId::BLUE
        })
    }

    fn all(due: Vec<Due>) -> Vec<Token> {
        tokens(AXIS, &Timeline { due, now: None }, side_of)
    }

    #[test]
    fn every_moment_has_a_column_and_the_rim_takes_what_is_lost() {
        let terms = terms::Timeline {
            counted: "segment",
            stretches: vec![
                Stretch {
                    name: "above",
                    first: 15,
                    last: 11,
                },
                Stretch {
                    name: "below",
                    first: 10,
                    last: -5,
                },
            ],
        };
        assert_eq!(Axis::of(&terms, &Timeline::default(), &[]), AXIS);
        assert_eq!(AXIS.columns(), 22);
        assert_eq!(
            [15, 10, -5, -6, -9].map(|at| AXIS.column(at)),
            [0, 5, 20, 21, 21]
        );
        let beyond = Timeline {
            due: vec![due(0, 17)],
            now: None,
        };
        let axis = Axis::of(&terms, &beyond, &[]);
        assert_eq!((axis.first, axis.column(17)), (17, 0));
    }

    #[test]
    fn few_stand_by_themselves_and_many_by_side() {
        let few = all(vec![due(1, 7), due(0, 7), due(2, 7), due(3, 6)]);
        let seen: Vec<_> = few.iter().map(|token| (token.column, token.row)).collect();
        assert_eq!(seen, [(8, 0), (8, 1), (8, 2), (9, 0)]);
        assert!(few.iter().all(|token| token.all.len() == 1));
        let many = all((0..60).map(|who| due(who, 7)).collect());
        let seen: Vec<_> = many.iter().map(|token| token.all.len()).collect();
        assert_eq!(seen, [30, 30]);
    }
}
