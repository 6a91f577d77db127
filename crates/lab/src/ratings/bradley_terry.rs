//! Strengths from who has beaten whom, after Bradley and Terry.

use serde::Serialize;

use crate::interval::Z;

/// Steps after which strengths are taken as they are. A few hundred are usual.
const MOST_STEPS: u32 = 100_000;
/// Relative change from step to step below which strengths have settled.
const SETTLED: f64 = 1e-12;
/// Wins that each has against each other before any battle, so that nobody who never lost is
/// infinitely strong.
const HEAD_START: f64 = 0.5;

/// The strengths under which the odds of one against another are as their strengths: `wins(a, b)` is
/// how often a has beaten b, a draw counting as half a win for both. Their geometric mean is 1.
///
/// Each is given half a win against each other beforehand. This is the iteration by minorising and
/// maximising of Hunter, "MM algorithms for generalized Bradley-Terry models" (2004), which always
/// converges to the most likely strengths.
#[must_use]
pub fn strengths(count: usize, wins: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let table: Vec<Vec<f64>> = (0..count)
        .map(|a| {
            let against = |b| if a == b { 0.0 } else { wins(a, b) + HEAD_START };
            (0..count).map(against).collect()
        })
        .collect();
    let won: Vec<f64> = table.iter().map(|row| row.iter().sum()).collect();
    let mut strengths = vec![1.0; count];
    for _ in 0..MOST_STEPS {
        let mut next: Vec<f64> = (0..count)
            .map(|a| {
                let shares: f64 = (0..count)
                    .filter(|&b| b != a)
                    .map(|b| (table[a][b] + table[b][a]) / (strengths[a] + strengths[b]))
                    .sum();
                // One alone has met nobody.
                if shares > 0.0 { won[a] / shares } else { 1.0 }
            })
            .collect();
        let mean =
            next.iter().map(|strength: &f64| strength.ln()).sum::<f64>() / count.max(1) as f64;
        for strength in &mut next {
            *strength /= mean.exp();
        }
        let change = strengths
            .iter()
            .zip(&next)
            .map(|(old, new): (&f64, &f64)| (new / old - 1.0).abs())
            .fold(0.0, f64::max);
        strengths = next;
        if change < SETTLED {
            break;
        }
    }
    strengths
}

/// How strong somebody is, in points of Elo: who has 400 more is ten times as likely to win. The mean of all is 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The most likely rating.
    pub points: f64,
    /// Lower end of where the true one lies with 95 % confidence.
    pub low: f64,
    /// Upper end of where the true one lies with 95 % confidence.
    pub high: f64,
}

/// Ratings from how often each has beaten each, a draw counting as half a win for both.
///
/// The intervals are those of the most likely strengths, from their information matrix. Battles that nobody won count as
/// if either side had won them by chance, so that they are rather too wide.
#[must_use]
pub fn ratings(count: usize, wins: impl Fn(usize, usize) -> f64) -> Vec<Rating> {
    let strengths = strengths(count, &wins);
    // One direction of the matrix is empty: all ratings may rise together. Filling it with a constant, and taking that
    // off the inverse, leaves the rest as it is.
    let level = 1.0 / count.max(1) as f64;
    let mut information = vec![vec![level; count]; count];
    for a in 0..count {
        for b in (0..count).filter(|&b| b != a) {
            let battles = wins(a, b) + wins(b, a) + 2.0 * HEAD_START;
            let chance = strengths[a] / (strengths[a] + strengths[b]);
            let part = battles * chance * (1.0 - chance);
            information[a][a] += part;
            information[a][b] -= part;
        }
    }
    let variances = inverse_diagonal(information);
    let elo = 400.0 / std::f64::consts::LN_10;
    let of_one = |(strength, variance): (f64, f64)| {
        let points = elo * strength.ln();
        let reach = Z * elo * (variance - level).max(0.0).sqrt();
        Rating {
            points,
            low: points - reach,
            high: points + reach,
        }
    };
    strengths.into_iter().zip(variances).map(of_one).collect()
}

/// The diagonal of the inverse of a symmetric positive matrix, by elimination.
fn inverse_diagonal(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let count = matrix.len();
    for (row, cells) in matrix.iter_mut().enumerate() {
        cells.extend((0..count).map(|column| f64::from(u8::from(column == row))));
    }
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        for cell in &mut matrix[pivot] {
            *cell /= scale;
        }
        let of_pivot = matrix[pivot].clone();
        for (_, cells) in matrix
            .iter_mut()
            .enumerate()
            .filter(|(row, _)| *row != pivot)
        {
            let factor = cells[pivot];
            for (cell, other) in cells.iter_mut().zip(&of_pivot) {
                *cell -= factor * other;
            }
        }
    }
    (0..count).map(|row| matrix[row][count + row]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_strengths_are_found_again() {
        let known = [8.0, 4.0, 1.0, 0.5, 0.0625];
        // So many battles that the head start does not matter.
        let found = strengths(5, |a, b| 1e9 * known[a] / (known[a] + known[b]));
        for (found, known) in found.iter().zip(known) {
            // The known ones have the geometric mean 1 as well.
            assert!((found / known - 1.0).abs() < 1e-6, "{found} {known}");
        }
    }

    /// For two, the most likely odds are simply the ratio of their wins.
    #[test]
    fn two_have_the_odds_of_their_wins() {
        let wins = [[0.0, 29.5], [9.5, 0.0]];
        let found = strengths(2, |a, b| wins[a][b]);
        assert!((found[0] / found[1] - 3.0).abs() < 1e-9, "{found:?}");
        assert!((found[0] * found[1] - 1.0).abs() < 1e-9);
    }

    /// At the most likely strengths everyone has won as often as was to be expected.
    #[test]
    fn expected_wins_are_those_won() {
        let wins = [
            [0.0, 12.0, 30.0, 40.0],
            [28.0, 0.0, 21.5, 33.0],
            [10.0, 18.5, 0.0, 5.0],
            [0.0, 7.0, 35.0, 0.0],
        ];
        let found = strengths(4, |a, b| wins[a][b]);
        for a in 0..4 {
            let mut won = 0.0;
            let mut expected = 0.0;
            for b in (0..4).filter(|&b| b != a) {
                won += wins[a][b] + 0.5;
                let battles = wins[a][b] + wins[b][a] + 1.0;
                expected += battles * found[a] / (found[a] + found[b]);
            }
            assert!((won - expected).abs() < 1e-6, "{a}: {won} {expected}");
        }
    }

    /// Of two, the odds of one have the variance of a binomial, half of which falls to each.
    #[test]
    fn intervals_of_two_are_those_of_their_odds() {
        let wins = [[0.0, 299.5], [99.5, 0.0]];
        let found = ratings(2, |a, b| wins[a][b]);
        let elo = 400.0 / std::f64::consts::LN_10;
        assert!((found[0].points - found[1].points - elo * 3_f64.ln()).abs() < 1e-6);
        let deviation = (1.0 / (400.0 * 0.75 * 0.25_f64)).sqrt();
        let reach = found[0].high - found[0].points;
        assert!((reach - Z * elo * deviation / 2.0).abs() < 1e-6, "{reach}");
        assert!((found[0].points + found[1].points).abs() < 1e-6);
        assert!((found[0].points - found[0].low - reach).abs() < 1e-9);
    }

    #[test]
    fn more_battles_make_ratings_surer() {
        let reach = |battles: f64| {
            let found = ratings(3, |_, _| battles);
            assert!(found.iter().all(|one| one.points.abs() < 1e-6));
            found[1].high - found[1].low
        };
        assert!((reach(9.5) / reach(39.5) - 2.0).abs() < 1e-6);
        assert!(ratings(0, |_, _| 0.0).is_empty());
    }

    #[test]
    fn one_who_never_lost_is_still_finite() {
        let found = strengths(3, |a, b| if a < b { 1_000.0 } else { 0.0 });
        assert!(
            found
                .iter()
                .all(|strength| strength.is_finite() && *strength > 0.0)
        );
        assert!(found[0] > found[1] && found[1] > found[2], "{found:?}");
        assert!(strengths(0, |_, _| 0.0).is_empty());
        assert!((strengths(1, |_, _| 0.0)[0] - 1.0).abs() < 1e-12);
    }
}
