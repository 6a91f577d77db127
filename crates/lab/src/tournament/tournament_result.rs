//! What came out of a tournament.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    Interval, Pairing, Rating,
    ratings::{Scores, rate, ratings},
};

/// What was played in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TournamentOutline {
    /// Ruleset id.
    pub ruleset: String,
    /// Level ids.
    pub levels: Vec<String>,
    /// Who took part, in the order of their indices.
    pub contenders: Vec<String>,
    /// Battles of each pairing on each level.
    pub battles: u64,
    /// What the seeds of all battles are derived from.
    pub seed: u64,
    /// Rule options that were given.
    pub options: BTreeMap<String, String>,
    /// Fingerprint of everything the battles use: levels, terrains, units and items.
    pub content: String,
    /// Version of the game.
    pub game: String,
}

/// What one did against all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Who.
    pub contender: String,
    /// How strong.
    pub rating: Rating,
    /// Battles it fought.
    pub battles: u64,
    /// Battles it won.
    pub wins: u64,
    /// Battles it lost.
    pub losses: u64,
    /// Battles that nobody won.
    pub draws: u64,
    /// Its win rate, a draw counting as half; 0.5 if it has not fought.
    pub rate: f64,
    /// Where the true rate lies.
    pub interval: Interval,
}

/// What came out of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentResult {
    /// Battles played.
    pub battles: u64,
    /// All who took part, the strongest first.
    pub standings: Vec<Standing>,
    /// All pairings, on all levels together.
    pub pairings: Vec<Pairing>,
    /// The same for each level by its id.
    pub levels: BTreeMap<String, Vec<Pairing>>,
    /// What was played.
    pub plan: TournamentOutline,
    /// Whether playing was stopped before all battles were played.
    pub partial: bool,
}

impl TournamentResult {
    /// The result of the scores on each level, in the order of the plan.
    pub(crate) fn of(plan: TournamentOutline, scores: &[Scores], partial: bool) -> Self {
        let count = plan.contenders.len();
        let mut all = Scores::none(count);
        for on_level in scores {
            all.add(on_level);
        }
        let of_one = |(index, rating): (usize, Rating)| {
            let sum = all.of_all(index);
            let (rate, interval) = rate(sum);
            let [wins, losses, draws] = sum;
            Standing {
                contender: plan.contenders[index].clone(),
                rating,
                battles: wins + losses + draws,
                wins,
                losses,
                draws,
                rate,
                interval,
            }
        };
        let found = ratings(count, |a, b| all.wins(a, b));
        let mut standings: Vec<Standing> = found.into_iter().enumerate().map(of_one).collect();
        standings.sort_by(|one, other| other.rating.points.total_cmp(&one.rating.points));
        let pairings = all.pairings(&plan.contenders);
        let levels = plan.levels.iter().zip(scores);
        Self {
            battles: pairings.iter().map(|pairing| pairing.battles).sum(),
            standings,
            levels: levels
                .map(|(level, scores)| (level.clone(), scores.pairings(&plan.contenders)))
                .collect(),
            pairings,
            plan,
            partial,
        }
    }

    /// How many battles there should be.
    #[must_use]
    pub fn planned(&self) -> u64 {
        let pairings = self.pairings.len() as u64 * self.plan.levels.len() as u64;
        self.plan.battles.saturating_mul(pairings)
    }

    /// The win rate of one against another, by their places among [`Self::standings`]; `None` if they have not met.
    pub(crate) fn rate(&self, one: usize, other: usize) -> Option<f64> {
        let name = |place: usize| Some(&self.standings.get(place)?.contender);
        let (one, other) = (name(one)?, name(other)?);
        let mut met = self.pairings.iter().filter(|pairing| pairing.battles > 0);
        met.find_map(|pairing| {
            if (&pairing.a, &pairing.b) == (one, other) {
                Some(pairing.a_rate)
            } else if (&pairing.b, &pairing.a) == (one, other) {
                Some(1.0 - pairing.a_rate)
            } else {
                None
            }
        })
    }
}
