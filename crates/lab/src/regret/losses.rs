//! What the choices of a brain lose where it is known what each is worth.

use serde::Serialize;
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Choice, choice_entry::choice_text};

use super::solver::{Node, Open, Plan, Sealed, Solver, Unsolved};
use crate::mixed_seed;

/// A choice counts if the worst one on offer would lose at least so much of the chance to win.
const AT_STAKE: f64 = 0.01;

/// A choice that a brain has made, or all that it has sealed at once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Made {
    /// The choice in words.
    pub(super) choice: String,
    /// How much less the chance to win is than after the best choice, from 0 to 1.
    pub(super) loss: f64,
    /// How much the worst choice would have lost.
    pub(super) at_stake: f64,
    /// Whether it answers the question of the position.
    pub(super) first: bool,
}

impl Made {
    /// Whether it matters what is chosen.
    pub(super) fn counts(&self) -> bool {
        self.at_stake >= AT_STAKE
    }
}

/// Plays a battle on from where it stands, both sides by brains of a kind, to its end; tells what their choices lost.
/// The battle is as before afterwards.
pub(super) fn play(
    solver: &mut Solver<'_>,
    kind: BrainKind,
    seed: u64,
) -> Result<Vec<Made>, Unsolved> {
    let start = solver.battle.snapshot();
    let mut playing = Playing {
        solver,
        kind,
        seed,
        steps: 0,
    };
    let made = playing.play();
    solver.battle.restore(&start);
    made
}

/// A battle being played on.
struct Playing<'s, 'w> {
    solver: &'s mut Solver<'w>,
    kind: BrainKind,
    seed: u64,
    /// Choices made.
    steps: u64,
}

impl Playing<'_, '_> {
    fn play(&mut self) -> Result<Vec<Made>, Unsolved> {
        let mut made = Vec::new();
        loop {
            let first = made.is_empty();
            let node = self.solver.node()?;
            let (now, ended) = match &*node {
                Node::Open(open) => self.open(open)?,
                Node::Sealed(sealed) => self.sealed(sealed)?,
            };
            made.extend(now.into_iter().map(|made| Made { first, ..made }));
            if ended {
                return Ok(made);
            }
        }
    }

    /// Makes an open choice; tells whether the battle is over.
    fn open(&mut self, open: &Open) -> Result<(Vec<Made>, bool), Unsolved> {
        let choice = self.choose();
        let known = open.choices.iter().position(|known| *known == choice);
        let chance = match known {
            Some(place) => open.chances[place],
            // Somebody may take a way of their own.
            None => {
                let limit = f64::NEG_INFINITY;
                let after = self.solver.chance_after(&open.decision, &choice, limit)?;
                after.ok_or(Unsolved::HalfSealed)?
            }
        };
        let made = made(
            choice_text(self.solver.battle.world(), &open.decision, &choice),
            chance,
            &open.chances,
        );
        let ended = self.go(&choice);
        Ok((vec![made], ended))
    }

    /// Makes all choices that are sealed together; tells whether the battle is over.
    fn sealed(&mut self, sealed: &Sealed) -> Result<(Vec<Made>, bool), Unsolved> {
        let mut plans: [Plan; 2] = [Vec::new(), Vec::new()];
        let ended = loop {
            let decision = self.solver.battle.open_decision();
            let decision = decision.ok_or(Unsolved::HalfSealed)?;
            let place = usize::from(!self.solver.is_first(decision.side));
            let choice = self.choose();
            let words = choice_text(self.solver.battle.world(), &decision, &choice);
            let ended = self.go(&choice);
            // Plans go the cheapest way.
            let path = Vec::new();
            plans[place].push((Choice { path, ..choice }, words));
            if ended || !self.solver.is_sealing() {
                break ended;
            }
        };
        let mut all = Vec::new();
        for side in [0, 1] {
            let mut known = sealed.plans[side].iter();
            let place = known.position(|plan| {
                let choices = plan.iter().map(|(choice, _)| choice);
                choices.eq(plans[side].iter().map(|(choice, _)| choice))
            });
            let chances = sealed.chances(side);
            let chance = place.map(|place| chances[place]);
            let chance = chance.ok_or(Unsolved::HalfSealed)?;
            if !plans[side].is_empty() {
                all.push(made(words_of(&plans[side]), chance, &chances));
            }
        }
        Ok((all, ended))
    }

    /// What a brain that begins to think here chooses.
    fn choose(&mut self) -> Choice {
        brain(self.kind, mixed_seed(self.seed, self.steps)).choose(&mut self.solver.battle)
    }

    /// Goes on after a choice as dice may fall; tells whether the battle is over.
    fn go(&mut self, choice: &Choice) -> bool {
        self.steps += 1;
        let solver = &mut *self.solver;
        let branches = solver.branching.after(&mut solver.battle, choice);
        let branches = branches.unwrap_or_default();
        let mut left = share(mixed_seed(!self.seed, self.steps));
        let taken = branches.iter().find(|branch| {
            left -= branch.probability;
            left < 0.0
        });
        // What is left by rounding goes to the last.
        let taken = taken.or(branches.last());
        taken.is_none_or(|branch| {
            solver.battle.restore(&branch.state);
            branch.ending.is_some()
        })
    }
}

/// A number from 0 to 1 by a seed.
fn share(seed: u64) -> f64 {
    let part = u32::try_from(seed >> 32).unwrap_or(u32::MAX);
    f64::from(part) / (f64::from(u32::MAX) + 1.0)
}

/// A plan in words.
fn words_of(plan: &Plan) -> String {
    let words: Vec<&str> = plan.iter().map(|(_, words)| words.as_str()).collect();
    words.join("; ")
}

fn made(choice: String, chance: f64, chances: &[f64]) -> Made {
    let best = chances.iter().copied().fold(chance, f64::max);
    let worst = chances.iter().copied().fold(chance, f64::min);
    Made {
        choice,
        loss: best - chance,
        at_stake: best - worst,
        first: false,
    }
}

impl Sealed {
    /// What the side that has a choice can seal, red if both have, and its chance to win by each.
    pub(super) fn answers(&self) -> Vec<(String, f64)> {
        let side = usize::from(self.plans[0].len() <= 1);
        let words = self.plans[side].iter().map(words_of);
        words.zip(self.chances(side)).collect()
    }

    /// The chance of a side to win by each of its plans, if the other side chooses as well as it can.
    pub(super) fn chances(&self, side: usize) -> Vec<f64> {
        let [rows, columns] = &self.plans;
        if side == 0 {
            let mix = &self.balanced.columns;
            let row = |row: &Vec<f64>| row.iter().zip(mix).map(|(one, share)| one * share).sum();
            self.payoffs.iter().map(row).collect()
        } else {
            let column = |column: usize| {
                let shares = self.balanced.rows.iter().zip(0..rows.len());
                let lost: f64 = shares
                    .map(|(share, row)| share * self.payoffs[row][column])
                    .sum();
                1.0 - lost
            };
            (0..columns.len()).map(column).collect()
        }
    }
}
