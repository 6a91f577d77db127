//! The values of states, found backwards, and the probabilities of answers, found forwards.

use std::{rc::Rc, sync::Arc};

use super::{Edges, Graph, Next, Question};
use crate::{driver::Battle, forecast::Outcomes, lookahead::Answer};

/// Differences below this are rounding errors, not reasons to prefer an answer.
const NEGLIGIBLE: f64 = 1e-9;

/// The outcomes of states, as far as they are found.
pub(super) struct Values {
    found: Vec<Option<Value>>,
    /// All states whose values are found, those that follow before those that lead to them.
    order: Vec<usize>,
}

#[derive(Clone)]
enum Value {
    /// It is being found.
    UnderWay,
    /// The outcomes of the state, and the place of the best answer.
    Found(Rc<Outcomes>, usize),
}

impl Values {
    /// Nothing is found yet, of so many states.
    pub(super) fn of(states: usize) -> Self {
        Self {
            found: vec![None; states],
            order: Vec::new(),
        }
    }
}

impl Graph<'_> {
    /// The outcomes of several states together, by their probabilities.
    pub(super) fn sum(&self, battle: &Battle, values: &mut Values, edges: &Edges) -> Rc<Outcomes> {
        if let [(only, _)] = edges[..] {
            return self.value(battle, values, only);
        }
        let mut sum = Outcomes::default();
        for (node, part) in edges {
            sum.add(&self.value(battle, values, *node), *part);
        }
        Rc::new(sum)
    }

    /// The outcomes of a state, if each side answers as well as it can.
    fn value(&self, battle: &Battle, values: &mut Values, place: usize) -> Rc<Outcomes> {
        match &values.found[place] {
            Some(Value::Found(found, _)) => return Rc::clone(found),
            // A state that comes again goes on for ever.
            Some(Value::UnderWay) => {
                return Rc::new(Outcomes {
                    cut_short: true,
                    ..Outcomes::default()
                });
            }
            None => values.found[place] = Some(Value::UnderWay),
        }
        let (value, best) = match &self.nodes[place].next {
            Next::Open => (Rc::default(), 0),
            Next::End(outcomes) => (Rc::clone(outcomes), 0),
            Next::Dice(edges) => (self.sum(battle, values, edges), 0),
            Next::Answers(question) => self.best(battle, values, question),
        };
        values.found[place] = Some(Value::Found(Rc::clone(&value), best));
        values.order.push(place);
        value
    }

    /// The outcomes of the best answer of a side, and its place.
    fn best(
        &self,
        battle: &Battle,
        values: &mut Values,
        question: &Question,
    ) -> (Rc<Outcomes>, usize) {
        let side = question.decision.side;
        let mut best: Option<(f64, Rc<Outcomes>, usize)> = None;
        for (place, reply) in question.replies.iter().enumerate() {
            let outcomes = self.sum(battle, values, &reply.edges);
            let worth = self.look.worth(battle, &outcomes, side);
            if best.as_ref().is_none_or(|best| worth > best.0 + NEGLIGIBLE) {
                best = Some((worth, outcomes, place));
            }
        }
        let Some((_, mut outcomes, place)) = best else {
            return (Rc::default(), 0);
        };
        if question.cut_short || question.decision.sealed {
            let outcomes = Rc::make_mut(&mut outcomes);
            outcomes.cut_short |= question.cut_short;
            outcomes.sealed |= question.decision.sealed;
        }
        (outcomes, place)
    }

    /// The first answers that others give, each with the probability that it is asked for.
    pub(super) fn answers(
        &self,
        battle: &Battle,
        values: &mut Values,
        first: &Edges,
    ) -> Vec<Answer> {
        let mut asked = vec![0.0; self.nodes.len()];
        let flow = |asked: &mut Vec<f64>, edges: &Edges, mass: f64| {
            for (node, part) in edges {
                asked[*node] += mass * part;
            }
        };
        flow(&mut asked, first, 1.0);
        let mut answers = Vec::new();
        let order = std::mem::take(&mut values.order);
        for place in order.into_iter().rev() {
            let mass = asked[place];
            if mass <= 0.0 {
                continue;
            }
            match &self.nodes[place].next {
                Next::Open | Next::End(_) => {}
                Next::Dice(edges) => flow(&mut asked, edges, mass),
                Next::Answers(question) if question.is_given => {
                    for reply in &question.replies {
                        flow(&mut asked, &reply.edges, mass);
                    }
                }
                Next::Answers(question) if question.is_listed => {
                    let best = match &values.found[place] {
                        Some(Value::Found(_, best)) => *best,
                        _ => 0,
                    };
                    for (index, reply) in question.replies.iter().enumerate() {
                        let mut outcomes = Outcomes::default();
                        outcomes.add(&self.sum(battle, values, &reply.edges), mass);
                        answers.push(Answer {
                            choice: reply.choice.clone(),
                            decision: Arc::clone(&question.decision),
                            outcomes,
                            given: if index == best { mass } else { 0.0 },
                            chance: reply.chance,
                        });
                    }
                }
                // Answers after a choice of the own side are not listed.
                Next::Answers(_) => {}
            }
        }
        answers
    }
}
