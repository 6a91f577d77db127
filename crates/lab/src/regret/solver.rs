//! Small battles solved exactly: how good each choice is if everybody chooses as well as they can from then on.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shieldwall_battle::{
    Battle, Branching, Choice, Decision, Flow, SideId, Snapshot, choice_entry::choice_text,
    fork::StateKey,
};

use super::matrix_game::{Balanced, balanced};

/// Chances that differ by less are the same.
pub(super) const NEGLIGIBLE: f64 = 1e-9;
/// What stands for the chance in a state that is being solved.
const BEING_SOLVED: f64 = f64::NAN;

/// Why a battle cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unsolved {
    /// It can come to more states than may be kept.
    #[error(
        "it can come to more than {0} states; give it fewer rounds, fewer hit points, less room or less to do, or allow \
         more with `--states`"
    )]
    TooMany(usize),
    /// A state comes back by choices alone.
    #[error("its choices can go in circles, so it cannot be solved")]
    Circle,
    /// Somebody is asked openly while choices of others are sealed, or dice are rolled.
    #[error("more than sealing goes on while choices are sealed, so it cannot be solved")]
    HalfSealed,
    /// It was stopped.
    #[error("it was stopped")]
    Stopped,
}

/// All that can be chosen in one decision, or that both sides can seal before it is revealed.
pub(super) enum Node {
    /// One side chooses.
    Open(Open),
    /// Both choose in secret.
    Sealed(Sealed),
}

/// What can be chosen in one decision.
pub(super) struct Open {
    /// The question.
    pub(super) decision: Arc<Decision>,
    /// What can be chosen.
    pub(super) choices: Vec<Choice>,
    /// The chance to win of the side that decides, after each.
    pub(super) chances: Vec<f64>,
}

/// What one side chooses in all its sealed decisions, and each choice in words.
pub(super) type Plan = Vec<(Choice, String)>;

/// What both sides can seal before it is revealed.
pub(super) struct Sealed {
    /// What the first side can choose in all decisions in which it is asked, and what the other can.
    pub(super) plans: [Vec<Plan>; 2],
    /// The chance of the first side to win, by the plan of the first and that of the other.
    pub(super) payoffs: Vec<Vec<f64>>,
    /// How often each plan should be taken.
    pub(super) balanced: Balanced,
}

/// Solves a battle, and keeps what it finds.
pub(super) struct Solver<'w> {
    /// The battle.
    pub(super) battle: Battle,
    /// Finds what dice can lead to.
    pub(super) branching: Branching,
    /// The chance of the first side in each state.
    known: FxHashMap<StateKey, f64>,
    /// What can be chosen in states that were asked about.
    nodes: FxHashMap<StateKey, Arc<Node>>,
    most_states: usize,
    /// Whether it is to go on.
    goes_on: &'w dyn Fn() -> bool,
}

impl<'w> Solver<'w> {
    /// Gets ready to solve a battle from where it stands. It keeps at most so many states.
    pub(super) fn of(battle: Battle, most_states: usize, goes_on: &'w dyn Fn() -> bool) -> Self {
        Self {
            battle,
            branching: Branching::new(),
            known: FxHashMap::default(),
            nodes: FxHashMap::default(),
            most_states,
            goes_on,
        }
    }

    /// How many states have been solved.
    pub(super) fn states(&self) -> usize {
        self.known.len()
    }

    /// Whether a side is red or allied with it: then its chance is counted.
    pub(super) fn is_first(&self, side: SideId) -> bool {
        !self.battle.hostile(side, SideId::RED)
    }

    /// The chance to win of the first side, draws counting half, if all choose as well as they can from here on.
    pub(super) fn chance(&mut self) -> Result<f64, Unsolved> {
        let key = self.key();
        match self.known.get(&key) {
            Some(known) if known.is_nan() => return Err(Unsolved::Circle),
            Some(known) => return Ok(*known),
            None => {}
        }
        if self.known.len() >= self.most_states {
            return Err(Unsolved::TooMany(self.most_states));
        }
        if !(self.goes_on)() {
            return Err(Unsolved::Stopped);
        }
        self.known.insert(key, BEING_SOLVED);
        let decision = self.decision()?;
        let chance = if decision.sealed {
            self.sealed()?.balanced.value
        } else {
            self.best(&decision)?
        };
        self.known.insert(key, chance);
        Ok(chance)
    }

    /// What can be chosen where the battle stands, and what comes of each choice.
    pub(super) fn node(&mut self) -> Result<Arc<Node>, Unsolved> {
        let key = self.key();
        if let Some(node) = self.nodes.get(&key) {
            return Ok(Arc::clone(node));
        }
        let decision = self.decision()?;
        let node = if decision.sealed {
            Node::Sealed(self.sealed()?)
        } else {
            Node::Open(self.open(decision)?)
        };
        let node = Arc::new(node);
        self.nodes.insert(key, Arc::clone(&node));
        Ok(node)
    }

    /// What comes of each choice of a decision.
    fn open(&mut self, decision: Arc<Decision>) -> Result<Open, Unsolved> {
        let mut choices = Vec::new();
        let mut chances = Vec::new();
        for choice in all_choices(&decision) {
            if let Some(chance) = self.chance_after(&decision, &choice, f64::NEG_INFINITY)? {
                choices.push(choice);
                chances.push(chance);
            }
        }
        Ok(Open {
            decision,
            choices,
            chances,
        })
    }

    /// The chance of the side that decides after a choice; `None` if the choice is not allowed, or as soon as it is
    /// clear that the chance is not above a limit.
    pub(super) fn chance_after(
        &mut self,
        decision: &Decision,
        choice: &Choice,
        limit: f64,
    ) -> Result<Option<f64>, Unsolved> {
        let Ok(mut branches) = self.branching.after(&mut self.battle, choice) else {
            return Ok(None);
        };
        branches.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        let here = self.battle.snapshot();
        let first = self.is_first(decision.side);
        let (mut sum, mut left) = (0.0, 1.0);
        for branch in branches {
            if sum + left > limit + NEGLIGIBLE {
                let chance =
                    self.chance_in(branch.ending.as_ref().map(|end| end.winner), &branch.state)?;
                let chance = if first { chance } else { 1.0 - chance };
                sum += branch.probability * chance;
                left -= branch.probability;
            }
        }
        self.battle.restore(&here);
        Ok(Some(sum + left.max(0.0)).filter(|chance| *chance > limit + NEGLIGIBLE))
    }

    /// The chance of the first side in a state, or when somebody has won.
    fn chance_in(
        &mut self,
        winner: Option<Option<SideId>>,
        state: &Snapshot,
    ) -> Result<f64, Unsolved> {
        match winner {
            Some(None) => Ok(0.5),
            Some(Some(side)) => Ok(f64::from(u8::from(self.is_first(side)))),
            None => {
                self.battle.restore(state);
                self.chance()
            }
        }
    }

    /// The open decision, if all that is known is open too.
    fn decision(&self) -> Result<Arc<Decision>, Unsolved> {
        let flow = self.battle.world().resource::<Flow>();
        let decision = flow.decision().filter(|_| flow.sealed().is_empty());
        decision.cloned().ok_or(Unsolved::HalfSealed)
    }

    /// The chance of the first side if the one that decides takes the best choice.
    fn best(&mut self, decision: &Decision) -> Result<f64, Unsolved> {
        let mut best = None;
        for choice in all_choices(decision) {
            let limit = best.unwrap_or(f64::NEG_INFINITY);
            if limit >= 1.0 - NEGLIGIBLE {
                break;
            }
            best = self.chance_after(decision, &choice, limit)?.or(best);
        }
        // A decision has a choice that is allowed.
        let best = best.ok_or(Unsolved::HalfSealed)?;
        Ok(if self.is_first(decision.side) {
            best
        } else {
            1.0 - best
        })
    }

    /// What both sides can seal from here on, and what comes of it.
    fn sealed(&mut self) -> Result<Sealed, Unsolved> {
        let mut ends = FxHashMap::default();
        let mut plans: [Vec<Plan>; 2] = [Vec::new(), Vec::new()];
        self.seal(&mut [Vec::new(), Vec::new()], &mut |both, chance| {
            let place = |side: usize, plans: &mut Vec<Plan>| {
                let known = plans.iter().position(|plan| *plan == both[side]);
                known.unwrap_or_else(|| {
                    plans.push(both[side].clone());
                    plans.len() - 1
                })
            };
            let [rows, columns] = &mut plans;
            ends.insert((place(0, rows), place(1, columns)), chance);
        })?;
        let row = |row: usize| {
            let columns = 0..plans[1].len();
            columns
                .map(|column| ends.get(&(row, column)).copied())
                .collect()
        };
        let payoffs: Option<Vec<Vec<f64>>> = (0..plans[0].len()).map(row).collect();
        let payoffs = payoffs.ok_or(Unsolved::HalfSealed)?;
        let balanced = balanced(&payoffs).ok_or(Unsolved::HalfSealed)?;
        Ok(Sealed {
            plans,
            payoffs,
            balanced,
        })
    }

    /// Goes through everything that can be sealed from here on, with the chance of the first side after it.
    fn seal(
        &mut self,
        plans: &mut [Plan; 2],
        end: &mut dyn FnMut(&[Plan; 2], f64),
    ) -> Result<(), Unsolved> {
        let decision = self.battle.open_decision().ok_or(Unsolved::HalfSealed)?;
        let place = usize::from(!self.is_first(decision.side));
        let here = self.battle.snapshot();
        for choice in all_choices(&decision) {
            let Ok(branches) = self.branching.after(&mut self.battle, &choice) else {
                continue;
            };
            let words = choice_text(self.battle.world(), &decision, &choice);
            plans[place].push((choice, words));
            let certain = branches.len() == 1;
            let mut sum = Some(0.0);
            for branch in branches {
                self.battle.restore(&branch.state);
                if self.is_sealing() {
                    if !certain {
                        return Err(Unsolved::HalfSealed);
                    }
                    self.seal(plans, end)?;
                    sum = None;
                } else {
                    let winner = branch.ending.as_ref().map(|end| end.winner);
                    let chance = self.chance_in(winner, &branch.state)?;
                    sum = sum.map(|sum| sum + branch.probability * chance);
                }
            }
            if let Some(sum) = sum {
                end(plans, sum);
            }
            plans[place].pop();
            self.battle.restore(&here);
        }
        Ok(())
    }

    /// Whether something is sealed, and more can be.
    pub(super) fn is_sealing(&self) -> bool {
        let flow = self.battle.world().resource::<Flow>();
        !flow.sealed().is_empty() && flow.decision().is_some_and(|decision| decision.sealed)
    }

    /// The key of the state of the battle.
    fn key(&mut self) -> StateKey {
        let state = self.battle.snapshot();
        self.battle.key_of(&state)
    }
}

/// Everything that a decision offers, the cheapest way to each cell.
fn all_choices(decision: &Decision) -> impl Iterator<Item = Choice> {
    (0..decision.choice_count()).filter_map(|number| decision.choice_at(number))
}
