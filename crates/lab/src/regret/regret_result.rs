//! What solving positions has shown.

use std::{collections::BTreeMap, path::PathBuf};

use serde::Serialize;

use super::losses::Made;

/// All positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RegretResult {
    /// Each position, in the order in which they were given.
    pub positions: Vec<PositionRegret>,
    /// How often each brain has played each position.
    pub plays: u32,
    /// Whether it was stopped before all positions were solved.
    pub partial: bool,
}

/// One position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionRegret {
    /// Its file.
    #[serde(serialize_with = "crate::path_text::of")]
    pub file: PathBuf,
    /// What it is about.
    pub title: String,
    /// Id of its ruleset.
    pub ruleset: &'static str,
    /// The chance of red and its allies to win, from 0 to 1, draws counting half.
    pub red: f64,
    /// How many states had to be solved.
    pub states: usize,
    /// What can be answered to its question and what each answer is worth to the side that decides: its chance to win.
    /// Where both sides choose in secret, what red should seal and how often.
    pub answers: Vec<(String, f64)>,
    /// What each brain lost, by its name.
    pub brains: BTreeMap<String, BrainRegret>,
}

/// What a brain lost in a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BrainRegret {
    /// The mean loss of its choices that matter, in chance to win from 0 to 1.
    pub loss: f64,
    /// Choices that matter: the worst would have lost a hundredth of the chance or more.
    pub choices: usize,
    /// The mean loss of a whole battle, all its choices together.
    pub battle_loss: f64,
    /// Its answers to the question of the position, how often it gave each, and what each lost.
    pub answers: Vec<(String, usize, f64)>,
    /// Its worst choice and what it lost.
    pub worst: Option<(String, f64)>,
}

impl BrainRegret {
    /// Sums up what was chosen in several battles.
    pub(super) fn of(plays: &[Vec<Made>]) -> Self {
        let all = || plays.iter().flatten().filter(|made| made.counts());
        let choices = all().count();
        let lost: f64 = all().map(|made| made.loss).sum();
        let mut answers: Vec<(String, usize, f64)> = Vec::new();
        for made in plays.iter().flatten().filter(|made| made.first) {
            match answers
                .iter_mut()
                .find(|(choice, ..)| *choice == made.choice)
            {
                Some((_, times, _)) => *times += 1,
                None => answers.push((made.choice.clone(), 1, made.loss)),
            }
        }
        answers.sort_by_key(|(_, times, _)| std::cmp::Reverse(*times));
        let worst = all().max_by(|one, other| one.loss.total_cmp(&other.loss));
        Self {
            loss: share(lost, choices),
            choices,
            battle_loss: share(
                plays.iter().flatten().map(|made| made.loss).sum(),
                plays.len(),
            ),
            answers,
            worst: worst.map(|made| (made.choice.clone(), made.loss)),
        }
    }
}

impl RegretResult {
    /// The mean loss of a choice by ruleset and brain, each position counting the same, with the number of positions and
    /// of choices. Positions in which nothing mattered are left out.
    #[must_use]
    pub fn means(&self) -> BTreeMap<(&str, &str), (f64, usize, usize)> {
        let mut sums: BTreeMap<(&str, &str), (f64, usize, usize)> = BTreeMap::new();
        for position in &self.positions {
            for (brain, regret) in &position.brains {
                if regret.choices > 0 {
                    let sum = sums.entry((position.ruleset, brain)).or_default();
                    sum.0 += regret.loss;
                    sum.1 += 1;
                    sum.2 += regret.choices;
                }
            }
        }
        for (loss, positions, _) in sums.values_mut() {
            *loss = share(*loss, *positions);
        }
        sums
    }
}

fn share(sum: f64, of: usize) -> f64 {
    if of == 0 {
        return 0.0;
    }
    sum / f64::from(u32::try_from(of).unwrap_or(u32::MAX))
}
