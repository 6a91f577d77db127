//! Games in which both sides choose at once.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

/// How well both sides do if both choose as well as they can.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Balanced {
    /// What the rows get.
    pub(super) value: f64,
    /// How often each row is chosen, from 0 to 1.
    pub(super) rows: Vec<f64>,
    /// The same of the columns.
    pub(super) columns: Vec<f64>,
}

/// Solves the game in which the rows get `payoffs[row][column]` and the columns lose it. `None` if there is nothing to
/// choose.
pub(super) fn balanced(payoffs: &[Vec<f64>]) -> Option<Balanced> {
    let (value, rows) = best_mix(payoffs)?;
    let width = payoffs.first()?.len();
    let turned = |column: usize| payoffs.iter().map(|row| -row[column]).collect();
    let turned: Vec<Vec<f64>> = (0..width).map(turned).collect();
    let (_, columns) = best_mix(&turned)?;
    Some(Balanced {
        value,
        rows,
        columns,
    })
}

/// The mix of rows that gets most against the columns that are worst for it, and what that is.
fn best_mix(payoffs: &[Vec<f64>]) -> Option<(f64, Vec<f64>)> {
    let width = payoffs.first().filter(|row| !row.is_empty())?.len();
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let mix: Vec<_> = payoffs
        .iter()
        .map(|_| problem.add_var(0.0, (0.0, 1.0)))
        .collect();
    let all: Vec<_> = mix.iter().map(|one| (*one, 1.0)).collect();
    problem.add_constraint(&all, ComparisonOp::Eq, 1.0);
    for column in 0..width {
        let gains = mix
            .iter()
            .zip(payoffs)
            .map(|(one, row)| (*one, row[column]));
        let less_value: Vec<_> = gains.chain([(value, -1.0)]).collect();
        problem.add_constraint(&less_value, ComparisonOp::Ge, 0.0);
    }
    let SolveOutcome::Solution(solution) = problem.solve().ok()? else {
        return None;
    };
    let mix = mix.iter().map(|one| solution[*one].max(0.0)).collect();
    Some((solution.objective(), mix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn who_can_be_foreseen_loses() {
        let even = balanced(&[
            vec![0.0, -1.0, 1.0],
            vec![1.0, 0.0, -1.0],
            vec![-1.0, 1.0, 0.0],
        ])
        .expect("a game");
        assert!(close(even.value, 0.0), "{even:?}");
        let third = |one: &f64| close(*one, 1.0 / 3.0);
        assert!(even.rows.iter().chain(&even.columns).all(third), "{even:?}");
    }

    #[test]
    fn a_mix_beats_each_choice_alone() {
        let game = balanced(&[vec![0.9, 0.2], vec![0.4, 0.6]]).expect("a game");
        assert!(close(game.value, 46.0 / 90.0), "{game:?}");
        assert!(close(game.rows[0], 2.0 / 9.0), "{game:?}");
        assert!(close(game.columns[0], 4.0 / 9.0), "{game:?}");
    }

    #[test]
    fn one_side_alone_takes_the_best() {
        let game = balanced(&[vec![0.1], vec![0.7], vec![0.3]]).expect("a choice");
        assert!(
            close(game.value, 0.7) && close(game.rows[1], 1.0),
            "{game:?}"
        );
        assert_eq!(balanced(&[]), None);
        assert_eq!(balanced(&[vec![], vec![]]), None);
    }
}
