//! What came out of a simulation.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::unit_tally::UnitTally;

/// Battles won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wins {
    /// By red.
    pub red: u64,
    /// By blue.
    pub blue: u64,
    /// By nobody.
    pub draw: u64,
}

impl Wins {
    /// Counts a battle won by the side with this index, or by nobody.
    pub(crate) const fn count(&mut self, winner: Option<usize>) {
        match winner {
            Some(0) => self.red += 1,
            Some(_) => self.blue += 1,
            None => self.draw += 1,
        }
    }
}

/// How long the battles were, in rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RoundFigures {
    /// The mean.
    pub mean: f64,
    /// The median; of two in the middle, their mean.
    pub median: f64,
    /// The longest.
    pub max: u32,
}

impl RoundFigures {
    /// The figures of some lengths; all 0 if there are none.
    #[must_use]
    pub fn of(mut rounds: Vec<u32>) -> Self {
        rounds.sort_unstable();
        let Some(&max) = rounds.last() else {
            return Self::default();
        };
        let sum: u64 = rounds.iter().map(|&rounds| u64::from(rounds)).sum();
        let count = rounds.len();
        let (low, high) = (rounds[(count - 1) / 2], rounds[count / 2]);
        Self {
            mean: sum as f64 / count as f64,
            median: (f64::from(low) + f64::from(high)) / 2.0,
            max,
        }
    }
}

/// Wins of mirrored battles, in which both commanders fight from both ends of the level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MirroredWins {
    /// By the end of the level from which the winner started.
    pub by_start: Wins,
    /// By brain; if both sides have the same, all wins are its.
    pub by_brain: BTreeMap<&'static str, u64>,
}

/// What came out of a simulation.
///
/// As JSON: `{"battles":N,"wins":{"red":a,"blue":b,"draw":c},"rounds":{"mean":…,"median":…,
/// "max":…},"battles_per_second":…}`, and more only if it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SimResult {
    /// Battles played.
    pub battles: u64,
    /// Wins by commander: with mirrored battles, red's wins are those of the commander and warband
    /// that start on the red side in even battles and on the blue side in odd ones.
    pub wins: Wins,
    /// How long the battles were.
    pub rounds: RoundFigures,
    /// Battles played in a second of real time.
    pub battles_per_second: f64,
    /// More about the wins of mirrored battles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirrored: Option<MirroredWins>,
    /// What each unit did, by unit id, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<BTreeMap<String, UnitTally>>,
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_json_is_as_promised() {
        let result = SimResult {
            battles: 4,
            wins: Wins {
                red: 2,
                blue: 1,
                draw: 1,
            },
            rounds: RoundFigures::of(vec![9, 5, 6, 8]),
            battles_per_second: 12.5,
            ..SimResult::default()
        };
        assert_eq!(
            serde_json::to_string(&result).unwrap(),
            r#"{"battles":4,"wins":{"red":2,"blue":1,"draw":1},"rounds":{"mean":7.0,"median":7.0,"max":9},"battles_per_second":12.5}"#
        );
    }

    #[test]
    fn figures_of_nothing_are_zero() {
        assert_eq!(RoundFigures::of(Vec::new()), RoundFigures::default());
    }
}
