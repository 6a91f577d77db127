//! Every state to which dice can lead after a choice, with its probability.

use rustc_hash::FxHashMap;
use shieldwall_dice::Dice;

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

/// Finds every state to which dice can lead after a choice. It keeps its dice between choices.
#[derive(Debug, Default)]
pub struct Branching {
    ways: Ways,
}

/// A run of a stage that has come to an end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    /// The entries of the journal before it.
    pub(super) since: usize,
    /// The probability of the state that it has led to, from 0 to 1.
    pub(super) probability: f64,
}

/// Branches, each state once.
#[derive(Default)]
struct Branches {
    all: Vec<Branch>,
    /// Their places.
    known: FxHashMap<Known, usize>,
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
        let cup = self.lend(battle);
        battle.world.resource_mut::<Flow>().answer(choice.clone());
        let mut reached = Branches::default();
        let mut runs = 0;
        self.explore(battle, |branching, battle, at| {
            runs += 1;
            let flow = battle.world.resource::<Flow>();
            let asks = flow.decision().is_some() && !flow.answered();
            let goes_on = !asks && flow.ending().is_none() && runs <= STUCK_AFTER;
            if !goes_on {
                battle.world.resource_mut::<Flow>().forget_numbers();
                branching.note(battle, &mut reached, at.probability);
            }
            goes_on
        });
        for branch in &mut reached.all {
            branch.state.goes_on_after(&before);
        }
        battle.restore(&before);
        battle.world.resource_mut::<DiceCup>().0 = cup;
        Ok(reached.all)
    }

    /// Runs stages from the present state, in every way in which the dice can fall. After each run `visit` looks at the
    /// battle, answers what is asked, and says if it goes on from there. Equal states go on as one. The dice must have
    /// been lent.
    pub(super) fn explore(
        &mut self,
        battle: &mut Battle,
        mut visit: impl FnMut(&mut Self, &mut Battle, Reached) -> bool,
    ) {
        let start = battle.snapshot();
        let mut under_way = Branches::default();
        let at = Reached {
            since: battle.world.resource::<Journal>().total(),
            probability: 1.0,
        };
        if visit(self, battle, at) {
            self.note(battle, &mut under_way, 1.0);
        }
        while !under_way.all.is_empty() {
            let mut rolled = Branches::default();
            for branch in under_way.all {
                battle.restore(&branch.state);
                self.run_on(battle, branch.probability, &mut rolled, &mut visit);
            }
            // The entries that the journal got on the way are not kept.
            for branch in &mut rolled.all {
                branch.state.goes_on_after(&start);
            }
            under_way = rolled;
        }
    }

    /// Lends the dice to a battle. Returns its own, to be put back afterwards.
    pub(super) fn lend(&self, battle: &mut Battle) -> Box<dyn Dice + Send + Sync> {
        self.ways.lend(battle)
    }

    /// Runs stages until one has rolled dice: every result that goes on is noted among `rolled`.
    fn run_on(
        &mut self,
        battle: &mut Battle,
        probability: f64,
        rolled: &mut Branches,
        visit: &mut impl FnMut(&mut Self, &mut Battle, Reached) -> bool,
    ) {
        let mut ways = std::mem::take(&mut self.ways);
        let mut here = Snapshot::new();
        let mut goes_on = true;
        while std::mem::take(&mut goes_on)
            && let Some(stage) = battle.world.resource::<Flow>().top()
        {
            let since = battle.world.resource::<Journal>().total();
            battle.save_into(&mut here);
            ways.run(battle, stage, &here, |battle, chance| {
                let probability = probability * chance.unwrap_or(1.0);
                let visited = visit(self, battle, Reached { since, probability });
                if chance.is_none() {
                    goes_on = visited;
                } else if visited {
                    self.note(battle, rolled, probability);
                }
            });
        }
        self.ways = ways;
    }

    /// Notes the state that the battle has come to.
    fn note(&mut self, battle: &mut Battle, among: &mut Branches, probability: f64) {
        let ending = battle.ending().cloned();
        let state = battle.snapshot();
        let known = match &ending {
            Some(ending) => Known::Ending(ending.winner),
            None => Known::State(battle.key_of(&state)),
        };
        let place = *among.known.entry(known).or_insert(among.all.len());
        if let Some(branch) = among.all.get_mut(place) {
            branch.probability += probability;
        } else {
            among.all.push(Branch {
                state,
                probability,
                ending,
            });
        }
    }
}
