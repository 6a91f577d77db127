//! Every state to which dice can lead after a choice, with its probability.

use rustc_hash::FxHashMap;
use shieldwall_dice::{EnumeratingDice, Enumerator, SharedDice};

use crate::{
    choice::Choice,
    driver::Battle,
    flow::{Ending, Flow},
    fork::{Snapshot, StateKey},
    ids::SideId,
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

/// Finds every state to which dice can lead after a choice. It keeps storage between choices.
#[derive(Debug, Default)]
pub struct Branching {
    dice: SharedDice<EnumeratingDice>,
    /// Storage for states.
    spare: Vec<Snapshot>,
    runs: u32,
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
        let before = self.save(battle);
        let lent = Box::new(self.dice.clone());
        let cup = std::mem::replace(&mut battle.world.resource_mut::<DiceCup>().0, lent);
        battle.world.resource_mut::<Flow>().answer(choice.clone());
        self.runs = 0;
        let mut reached = Branches::default();
        let mut under_way = Branches::default();
        self.note(battle, &mut under_way, 1.0);
        while !under_way.all.is_empty() {
            let mut rolled = Branches::default();
            for Branch {
                state, probability, ..
            } in under_way.all
            {
                battle.restore(&state);
                self.spare.push(state);
                self.run_on(battle, probability, [&mut rolled, &mut reached]);
            }
            // What the journal said on the way is not kept.
            for branch in &mut rolled.all {
                branch.state.goes_on_after(&before);
            }
            under_way = rolled;
        }
        for branch in &mut reached.all {
            branch.state.goes_on_after(&before);
        }
        battle.restore(&before);
        self.spare.push(before);
        battle.world.resource_mut::<DiceCup>().0 = cup;
        Ok(reached.all)
    }

    /// A copy of the state of a battle.
    pub fn save(&mut self, battle: &mut Battle) -> Snapshot {
        let mut state = self.spare.pop().unwrap_or_default();
        battle.save_into(&mut state);
        state
    }

    /// Takes a state back whose storage can be used again.
    pub fn take_back(&mut self, state: Snapshot) {
        self.spare.push(state);
    }

    /// Runs stages until somebody has to decide, or until one has rolled dice: every result of them goes to `rolled`.
    fn run_on(
        &mut self,
        battle: &mut Battle,
        probability: f64,
        [rolled, reached]: [&mut Branches; 2],
    ) {
        loop {
            let flow = battle.world.resource::<Flow>();
            let asks = flow.decision().is_some() && !flow.answered();
            self.runs += 1;
            let stuck = self.runs > STUCK_AFTER;
            let stage = flow.top().filter(|_| !asks && flow.ending().is_none());
            let Some(stage) = stage.filter(|_| !stuck) else {
                battle.world.resource_mut::<Flow>().forget_numbers();
                return self.note(battle, reached, probability);
            };
            let before = self.save(battle);
            let mut first = true;
            let mut certain = true;
            Enumerator::new().for_each(
                |open| {
                    if !first {
                        battle.restore(&before);
                    }
                    first = false;
                    *self.dice.dice() = std::mem::take(open);
                    battle.world.run_schedule(stage.label);
                    *open = std::mem::take(&mut *self.dice.dice());
                    if open.has_rolled() {
                        certain = false;
                        let probability = probability * open.probability();
                        self.note(battle, rolled, probability);
                    }
                },
                |(), _| {},
            );
            if !certain {
                battle.restore(&before);
                self.spare.push(before);
                return;
            }
            self.spare.push(before);
        }
    }

    /// Notes the state that the battle has come to.
    fn note(&mut self, battle: &mut Battle, among: &mut Branches, probability: f64) {
        let ending = battle.ending().cloned();
        let mut state = self.save(battle);
        let known = match &ending {
            Some(ending) => Known::Ending(ending.winner),
            None => Known::State(battle.key_of(&mut state)),
        };
        let place = *among.known.entry(known).or_insert(among.all.len());
        if let Some(branch) = among.all.get_mut(place) {
            branch.probability += probability;
            self.spare.push(state);
        } else {
            among.all.push(Branch {
                state,
                probability,
                ending,
            });
        }
    }
}
