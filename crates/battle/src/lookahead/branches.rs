//! Every state to which dice can lead, with its probability.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use shieldwall_dice::{LoadedDice, LoadedDiceError};

use super::ways::Ways;
use crate::{
    choice::Choice,
    driver::Battle,
    flow::{Ending, Flow},
    fork::{Snapshot, StateKey},
    ids::SideId,
    journal::Journal,
    refusal::Refusal,
    roll::DiceCup,
};

/// Runs of stages between two decisions after which a ruleset counts as stuck.
const STUCK_AFTER: u32 = 1_000_000;

/// A state in which somebody has to decide or the battle is over, and how probable it is.
#[derive(Debug)]
pub struct Branch {
    /// The state. Its journal ends where the choice was made, and its decisions are numbered from 0.
    pub state: Snapshot,
    /// From 0 to 1.
    pub probability: f64,
    /// How the battle has ended, if it has. All endings with the same winner are one branch.
    pub ending: Option<Ending>,
}

/// Finds every state to which dice can lead. It keeps its dice from one use to the next.
#[derive(Debug, Default)]
pub struct Branching {
    ways: Ways,
}

/// A run of a stage that has come to an end.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The number of entries in the journal before it: [`Journal::since`] gives those of the run.
    pub since: usize,
    /// The probability of the state that it has led to, from 0 to 1.
    pub probability: f64,
    /// The number of states that have been found after one throw more, and are still to be gone on from.
    pub waiting: usize,
}

/// The step that follows after a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// It goes on from this state.
    GoOn,
    /// This state is an end; it goes on from others.
    End,
    /// The search ends.
    Stop,
}

/// A state from which to go on, its probability from 0 to 1, and what was noted on the way to it.
struct Open<N> {
    state: Snapshot,
    probability: f64,
    notes: N,
}

/// States from which to go on: each once for all that may have been noted on the way to it.
struct Frontier<N> {
    all: Vec<Open<N>>,
    /// Their places.
    known: FxHashMap<(StateKey, N), usize>,
}

/// The mark by which two branches are one.
#[derive(PartialEq, Eq, Hash)]
enum Known {
    State(StateKey),
    /// All endings with the same winner.
    Ending(Option<SideId>),
}

impl Branching {
    /// Gets ready.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gets ready; these dice are rolled first, and the others fall in every way.
    #[must_use]
    pub fn after_loaded(loaded: LoadedDice) -> Self {
        Self {
            ways: Ways::after(loaded),
        }
    }

    /// The same, but it visits every total of every sum, also those that mean the same to the rule that asks.
    #[must_use]
    pub fn with_all_totals(mut self) -> Self {
        self.ways.enumerator = self.ways.enumerator.with_all_totals(true);
        self
    }

    /// Checks that the loaded dice fitted what was rolled, to the last of them.
    ///
    /// # Errors
    /// The first fault.
    pub fn finish(&self) -> Result<(), LoadedDiceError> {
        self.ways.loaded().finish()
    }

    /// Every state in which the next decision can be asked, or the battle can be over, after a choice that answers the
    /// open decision: each once, in any order. The probabilities add up to 1.
    ///
    /// All is known here, what is hidden and what is sealed too. The battle is as before afterwards.
    ///
    /// # Errors
    /// The refusal that [`Battle::choose`] would give.
    pub fn after(&mut self, battle: &mut Battle, choice: &Choice) -> Result<Vec<Branch>, Refusal> {
        battle.check(choice)?;
        let before = battle.snapshot();
        battle.world.resource_mut::<Flow>().answer(choice.clone());
        let mut all: Vec<Branch> = Vec::new();
        let mut known = FxHashMap::default();
        let mut runs = 0;
        self.explore(battle, (), |battle, at, ()| {
            runs += 1;
            let flow = battle.world.resource::<Flow>();
            let asks = flow.decision().is_some() && !flow.answered();
            let goes_on = !asks && flow.ending().is_none() && runs <= STUCK_AFTER;
            if goes_on {
                return Onward::GoOn;
            }
            battle.world.resource_mut::<Flow>().forget_numbers();
            let ending = battle.ending().cloned();
            let mut state = battle.snapshot();
            let mark = match &ending {
                Some(ending) => Known::Ending(ending.winner),
                None => Known::State(battle.key_of(&state)),
            };
            state.goes_on_after(&before);
            let place = *known.entry(mark).or_insert(all.len());
            match all.get_mut(place) {
                Some(branch) => branch.probability += at.probability,
                None => all.push(Branch {
                    state,
                    probability: at.probability,
                    ending,
                }),
            }
            Onward::End
        });
        battle.restore(&before);
        Ok(all)
    }

    /// Runs stages from the present state, in every way in which the dice can fall. Before the first run and after each,
    /// `visit` looks at the battle, answers what is asked, and says how to go on; `notes` are what it keeps of the way.
    /// Equal states with equal notes go on as one, so the cost is the number of states and not that of ways.
    ///
    /// All is known here, what is hidden and what is sealed too. The battle is as before afterwards.
    pub fn explore<N: Clone + Eq + Hash>(
        &mut self,
        battle: &mut Battle,
        mut notes: N,
        mut visit: impl FnMut(&mut Battle, Reached, &mut N) -> Onward,
    ) {
        let start = battle.snapshot();
        let cup = self.ways.lend(battle);
        let at = Reached {
            since: battle.world.resource::<Journal>().total(),
            probability: 1.0,
            waiting: 0,
        };
        let mut under_way = Frontier::new();
        let mut stopped = false;
        match visit(battle, at, &mut notes) {
            Onward::GoOn => under_way.note(battle, &start, notes, 1.0),
            Onward::End => {}
            Onward::Stop => stopped = true,
        }
        while !stopped && !under_way.all.is_empty() {
            let mut rolled = Frontier::new();
            for open in under_way.all {
                battle.restore(&open.state);
                stopped = self.run_on(battle, &start, open, &mut rolled, &mut visit);
                if stopped {
                    break;
                }
            }
            under_way = rolled;
        }
        battle.restore(&start);
        battle.world.resource_mut::<DiceCup>().0 = cup;
    }

    /// Runs stages until one has rolled dice: every result that goes on is noted among `rolled`. Returns true if the
    /// search is to end.
    fn run_on<N: Clone + Eq + Hash>(
        &mut self,
        battle: &mut Battle,
        start: &Snapshot,
        open: Open<N>,
        rolled: &mut Frontier<N>,
        visit: &mut impl FnMut(&mut Battle, Reached, &mut N) -> Onward,
    ) -> bool {
        let Open {
            state: mut here,
            mut notes,
            ..
        } = open;
        let mut goes_on = true;
        let mut stopped = false;
        while std::mem::take(&mut goes_on)
            && let Some(stage) = battle.world.resource::<Flow>().top()
        {
            let since = battle.world.resource::<Journal>().total();
            battle.save_into(&mut here);
            let mut certain = None;
            self.ways.run(battle, stage, &here, |battle, chance| {
                let at = Reached {
                    since,
                    probability: open.probability * chance.unwrap_or(1.0),
                    waiting: rolled.all.len(),
                };
                let mut notes = notes.clone();
                let onward = visit(battle, at, &mut notes);
                stopped = onward == Onward::Stop;
                if chance.is_none() {
                    certain = Some(notes);
                    goes_on = onward == Onward::GoOn;
                } else if onward == Onward::GoOn {
                    rolled.note(battle, start, notes, at.probability);
                }
                !stopped
            });
            if let Some(certain) = certain {
                notes = certain;
            }
        }
        stopped
    }
}

impl<N: Clone + Eq + Hash> Frontier<N> {
    fn new() -> Self {
        Self {
            all: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// Notes the state that the battle has come to. The journal of the way to it is not kept.
    fn note(&mut self, battle: &mut Battle, start: &Snapshot, notes: N, probability: f64) {
        battle.world.resource_mut::<Flow>().forget_numbers();
        let mut state = battle.snapshot();
        let mark = (battle.key_of(&state), notes.clone());
        let place = *self.known.entry(mark).or_insert(self.all.len());
        if let Some(open) = self.all.get_mut(place) {
            open.probability += probability;
            return;
        }
        state.goes_on_after(start);
        self.all.push(Open {
            state,
            probability,
            notes,
        });
    }
}
