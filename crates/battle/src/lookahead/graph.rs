//! The graph of a choice: the states that it can lead to, the dice between them, and the answers of all sides.
//!
//! Two lines of play that come to the same state go on as one, whatever led to it, so the cost is the number of states
//! and not that of lines. States are reached breadth first, so that most of the probability of a state is known when
//! it is gone on from. What a state is worth is found backwards, and how probable each answer is forwards.

mod values;

use std::{collections::VecDeque, rc::Rc, sync::Arc};

use rustc_hash::FxHashMap;
use shieldwall_dice::SeededDice;

use super::playing_on::{Lookahead, Played, Told};
use crate::{
    choice::Choice,
    decision::Decision,
    driver::Battle,
    flow::Flow,
    forecast::Outcomes,
    fork::{Snapshot, StateKey},
    journal::Journal,
    roll::DiceCup,
    stage::Stage,
    terms::DecisionRole,
};
use values::Values;

/// The limits of a forecast, which says so where it reaches one.
#[derive(Clone, Copy)]
struct Limits {
    /// Answers to one question that are gone through; beyond that the least is given.
    answers: usize,
    /// Answers that are tried in all; beyond that the least are given.
    tried: usize,
    /// Results of dice that are played; states that have not been gone on from then are played on in one way.
    results: usize,
}

impl Limits {
    const EXACT: Self = Self {
        answers: 400,
        tried: 1500,
        results: 8_000,
    };
    const ROUGH: Self = Self {
        answers: 100,
        tried: 100,
        results: 500,
    };
}

/// Runs of stages for one forecast; beyond that it ends wherever it stands, and says that it was cut short.
const MOST_RUNS: usize = 200_000;

/// States that dice lead to, with their probabilities.
type Edges = Vec<(usize, f64)>;

/// A state, with all that can follow.
struct Node {
    /// The state, until it has been gone on from.
    state: Option<Snapshot>,
    /// Misses and changes that the journal has written on the way.
    told: Told,
    /// Its probability, as far as it is known.
    mass: f64,
    next: Next,
}

/// The next step from a state.
enum Next {
    /// It has not been gone on from.
    Open,
    /// Nothing: the choice has taken effect.
    End(Rc<Outcomes>),
    /// The dice of a stage.
    Dice(Edges),
    /// The answers to a decision.
    Answers(Question),
}

/// Results of dice after which the choice has taken effect.
#[derive(Default)]
struct Done {
    sum: Outcomes,
    probability: f64,
    ends: usize,
}

impl Done {
    fn add(&mut self, outcomes: &Outcomes, probability: f64) {
        self.sum.add(outcomes, probability);
        self.probability += probability;
        self.ends += 1;
    }
}

/// A decision with what each answer leads to.
struct Question {
    decision: Arc<Decision>,
    replies: Vec<Reply>,
    /// True if the forecast lists its answers.
    is_listed: bool,
    /// True if its one answer is taken for granted.
    is_given: bool,
    cut_short: bool,
}

struct Reply {
    choice: Choice,
    /// The chance of what is rolled for it first, in percent.
    chance: Option<i32>,
    edges: Edges,
}

/// The graph of one choice.
pub(super) struct Graph<'l> {
    look: &'l mut Lookahead,
    nodes: Vec<Node>,
    known: FxHashMap<(StateKey, Told), usize>,
    queue: VecDeque<usize>,
    limits: Limits,
    /// The state in which the choice is made.
    start: Snapshot,
    runs: usize,
    /// Results of dice that were played.
    results: usize,
    /// Answers that were tried.
    tried: usize,
}

impl<'l> Graph<'l> {
    /// The graph of a choice that answers the open decision; the battle stands where it was made, with the dice of the
    /// look-ahead.
    pub(super) fn of(look: &'l mut Lookahead, start: Snapshot) -> Self {
        look.ways.enumerator.start_again();
        let limits = if look.grain > 0.0 {
            Limits::ROUGH
        } else {
            Limits::EXACT
        };
        Self {
            look,
            limits,
            nodes: Vec::new(),
            known: FxHashMap::default(),
            queue: VecDeque::new(),
            start,
            runs: 0,
            results: 0,
            tried: 0,
        }
    }

    /// Explores all from where the battle stands, an answer given. Returns the outcomes if each side answers as well as
    /// it can, and the state in which the choice is made.
    pub(super) fn explore(mut self, battle: &mut Battle) -> (Played, Snapshot) {
        let first = self.run_on(battle, None, Told::default(), 1.0);
        self.weigh(&first, 1.0);
        while let Some(place) = self.queue.pop_front() {
            self.go_on(battle, place);
        }
        let mut values = Values::of(self.nodes.len());
        let mut outcomes = (*self.sum(battle, &mut values, &first)).clone();
        outcomes.cut_short |= self.look.ways.enumerator.has_left_out();
        let ends = self.nodes.iter().map(|node| match &node.next {
            Next::End(outcomes) => outcomes.branches,
            _ => 0,
        });
        outcomes.branches = ends.sum();
        let answers = self.answers(battle, &mut values, &first);
        (Played { outcomes, answers }, self.start)
    }

    /// Runs stages until dice fall, something is asked or all is settled, and returns the states that follow. `mass` is
    /// the probability of the present state, and `here` a copy of it if there is one.
    fn run_on(
        &mut self,
        battle: &mut Battle,
        mut here: Option<Snapshot>,
        mut told: Told,
        mass: f64,
    ) -> Edges {
        let mut edges = Edges::new();
        let mut done = Done::default();
        let mut ways = std::mem::take(&mut self.look.ways);
        if self.look.grain > 0.0 {
            ways.enumerator.look_no_closer_than(self.look.grain / mass);
        }
        while let Some(stage) = self.stage_to_run(battle) {
            self.runs += 1;
            let before = battle.world.resource::<Journal>().total();
            let mut certain = None;
            let here = here.take().unwrap_or_else(|| battle.snapshot());
            ways.run(battle, stage, &here, |battle, chance| {
                let told = self.look.hear(battle, before, &told);
                let Some(chance) = chance else {
                    certain = Some(told);
                    return true;
                };
                self.results += 1;
                if self.is_done(battle) {
                    done.add(&self.look.end(battle, &told), chance);
                } else {
                    edges.push((self.note(battle, told), chance));
                }
                true
            });
            if let Some(certain) = certain {
                told = certain;
                continue;
            }
            self.look.ways = ways;
            if done.ends > 0 {
                edges.push((self.end_of(&done), done.probability));
            }
            return merged(edges);
        }
        self.look.ways = ways;
        let node = self.note(battle, told);
        vec![(node, 1.0)]
    }

    /// The stage that goes on by itself; `None` where something is asked, or all is done.
    fn stage_to_run(&self, battle: &mut Battle) -> Option<Stage> {
        if self.is_done(battle) || self.is_given_up() || asks(battle) {
            return None;
        }
        battle.world.resource::<Flow>().top()
    }

    /// True if the battle is over, or the choice has taken effect.
    fn is_done(&self, battle: &mut Battle) -> bool {
        let flow = battle.world.resource::<Flow>();
        flow.ending().is_some() || !flow.answered() && self.look.is_settled(battle)
    }

    fn is_given_up(&self) -> bool {
        self.runs > MOST_RUNS || self.look.is_stopped()
    }

    /// A node for all results of dice after which the choice has taken effect.
    fn end_of(&mut self, done: &Done) -> usize {
        let mut outcomes = Outcomes::default();
        outcomes.add(&done.sum, 1.0 / done.probability);
        outcomes.branches = done.ends;
        self.nodes.push(Node {
            state: None,
            told: Told::default(),
            mass: 0.0,
            next: Next::End(Rc::new(outcomes)),
        });
        self.nodes.len() - 1
    }

    /// The node of the state that the battle has come to.
    fn note(&mut self, battle: &mut Battle, told: Told) -> usize {
        battle.world.resource_mut::<Flow>().forget_numbers();
        let mut state = battle.snapshot();
        let key = battle.key_of(&state);
        if let Some(known) = self.known.get(&(key, told.clone())) {
            return *known;
        }
        // Its entries are in `told`.
        state.goes_on_after(&self.start);
        let place = self.nodes.len();
        self.known.insert((key, told.clone()), place);
        self.nodes.push(Node {
            state: Some(state),
            told,
            mass: 0.0,
            next: Next::Open,
        });
        self.queue.push_back(place);
        place
    }

    /// Adds to the probability of states.
    fn weigh(&mut self, edges: &Edges, mass: f64) {
        for (node, part) in edges {
            self.nodes[*node].mass += mass * part;
        }
    }

    /// Goes on from a state in every way.
    fn go_on(&mut self, battle: &mut Battle, place: usize) {
        let Some(state) = self.nodes[place].state.take() else {
            return;
        };
        battle.restore(&state);
        let told = self.nodes[place].told.clone();
        let mass = self.nodes[place].mass;
        let is_slight = mass < self.look.grain || self.results > self.limits.results;
        let given_up = self.is_given_up();
        let next = if given_up || self.is_done(battle) {
            self.end(battle, &told, given_up)
        } else if is_slight {
            self.one_way(battle, told, place)
        } else if asks(battle) {
            self.ask(battle, &state, &told, mass)
        } else {
            let edges = self.run_on(battle, Some(state), told, mass);
            self.weigh(&edges, mass);
            Next::Dice(edges)
        };
        self.nodes[place].next = next;
    }

    fn end(&mut self, battle: &mut Battle, told: &Told, cut_short: bool) -> Next {
        let mut outcomes = self.look.end(battle, told);
        outcomes.branches = 1;
        outcomes.cut_short = cut_short;
        Next::End(Rc::new(outcomes))
    }

    /// Plays on in one way: with these dice, and with the least answers.
    fn one_way(&mut self, battle: &mut Battle, mut told: Told, seed: usize) -> Next {
        let seed = u64::try_from(seed).unwrap_or(0);
        let lent = std::mem::replace(
            &mut battle.world.resource_mut::<DiceCup>().0,
            Box::new(SeededDice::new(seed)),
        );
        while !self.is_done(battle) {
            if asks(battle)
                && let Some(decision) = battle.open_decision()
            {
                let ruleset = Arc::clone(&battle.ruleset);
                let assumed = ruleset.assumed(&decision).filter(|_| !decision.sealed);
                let answer = assumed.unwrap_or_else(|| ruleset.least(&mut battle.world, &decision));
                battle.world.resource_mut::<Flow>().answer(answer);
            }
            let Some(stage) = self.stage_to_run(battle) else {
                break;
            };
            self.runs += 1;
            let before = battle.world.resource::<Journal>().total();
            battle.world.run_schedule(stage.label);
            told = self.look.hear(battle, before, &told);
        }
        battle.world.resource_mut::<DiceCup>().0 = lent;
        self.end(battle, &told, true)
    }

    /// Tries every answer to the open decision.
    fn ask(&mut self, battle: &mut Battle, here: &Snapshot, told: &Told, mass: f64) -> Next {
        let Some(decision) = battle.open_decision() else {
            return self.end(battle, told, false);
        };
        let ruleset = Arc::clone(&battle.ruleset);
        let count = decision.choice_count();
        // Answers of others are listed, follow-ups of the own side are not.
        let asking = self.look.asking;
        let by_enemy = asking.is_some_and(|side| battle.hostile(side, decision.side));
        let assumed = ruleset.assumed(&decision).filter(|_| !decision.sealed);
        let is_given = decision.sealed || assumed.is_some();
        let is_listed = !is_given && (by_enemy || decision.kind.role == DecisionRole::Reaction);
        let too_many = count > self.limits.answers || self.tried + count > self.limits.tried;
        let cut_short = too_many && !is_given;
        let choices: Vec<Choice> = match assumed {
            Some(assumed) => vec![assumed],
            None if decision.sealed || cut_short => {
                vec![ruleset.least(&mut battle.world, &decision)]
            }
            None => (0..count)
                .filter_map(|index| decision.choice_at(index))
                .collect(),
        };
        let mut replies = Vec::new();
        for choice in choices {
            let Ok(offer) = decision.offer_for(&choice) else {
                continue;
            };
            if ruleset
                .check(&mut battle.world, &decision, offer, &choice)
                .is_err()
            {
                continue;
            }
            let chance = is_listed
                .then(|| ruleset.chance_of(&mut battle.world, &decision, &choice))
                .flatten();
            battle.world.resource_mut::<Flow>().answer(choice.clone());
            self.tried += 1;
            let edges = self.run_on(battle, None, told.clone(), mass);
            self.weigh(&edges, mass);
            battle.restore(here);
            replies.push(Reply {
                choice,
                chance: chance.map(|chance| chance.chance),
                edges,
            });
        }
        if replies.is_empty() {
            return self.end(battle, told, false);
        }
        Next::Answers(Question {
            decision,
            replies,
            is_listed,
            is_given,
            cut_short,
        })
    }
}

/// True if an answer to a decision is waited for.
fn asks(battle: &Battle) -> bool {
    let flow = battle.world.resource::<Flow>();
    flow.decision().is_some() && !flow.answered()
}

/// The same with each state once, in the order in which they were reached first.
fn merged(mut edges: Edges) -> Edges {
    edges.sort_by_key(|(node, _)| *node);
    edges.dedup_by(|(node, part), (kept, sum)| {
        let same = node == kept;
        if same {
            *sum += *part;
        }
        same
    });
    edges
}
