//! What a choice leads to, found by playing it in every way in which dice can fall and others can answer.
//!
//! The battle itself is played on and taken back ([`crate::fork`]), so there is no second version of a rule.
//! Each run of a stage is enumerated by itself, and what comes to the same is played on once: so the cost is the sum
//! of the stages, not their product. Where somebody has to decide, every answer is tried and the
//! one taken that is best for their side. What is chosen in secret is not known: it is taken that nothing is. It
//! ends where the ruleset says that nothing is under way any more.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use bevy_ecs::prelude::{Mut, Resource};
use shieldwall_dice::{EnumeratingDice, Enumerator, SeededDice, SharedDice};

use super::graph::Graph;
use crate::{
    choice::Choice,
    combatant::{Roster, Vitality},
    decision::Decision,
    driver::Battle,
    event::Event,
    flow::Flow,
    forecast::{Affected, CombatantOutcome, Outcomes, Weighing},
    fork::Snapshot,
    ids::{CombatantId, SideId},
    journal::Journal,
    roll::DiceCup,
    terms::{Change, DecisionRole, LevelRole},
    view::Presence,
};

/// Differences below this are rounding errors, not reasons to prefer an answer.
const NEGLIGIBLE: f64 = 1e-9;
/// Series of answers that are gone through for one forecast, at most; beyond that everybody gives the least
/// answer, and the forecast says so.
const MOST_SERIES: usize = 400;
/// Ends that are played for one forecast before dice are thrown instead of enumerated.
const MOST_ENDS: usize = 20_000;
/// Runs of stages for one forecast; beyond that it ends wherever it stands, and says that it was cut short.
const MOST_RUNS: usize = 100_000;

/// One answer to the choice that is looked at.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer.
    pub choice: Choice,
    /// The question.
    pub decision: Arc<Decision>,
    /// What comes of it, weighed by the probability that it is asked for.
    pub outcomes: Outcomes,
    /// The probability that it is the one given.
    pub given: f64,
    /// The chance of what is rolled for it first, in percent.
    pub chance: Option<i32>,
}

/// What a choice leads to.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// If everybody answers as well as they can.
    pub outcomes: Outcomes,
    /// The answers that can be given first; those of the best kind are in the outcomes.
    pub answers: Vec<Answer>,
}

/// Plays choices on and takes them back.
#[derive(Resource, Default)]
pub(crate) struct Lookahead {
    /// The state at each depth of the present line of play.
    states: Vec<Snapshot>,
    enumerators: Vec<Enumerator>,
    /// Storage for states that have been reached.
    pub(super) spare: Vec<Snapshot>,
    /// The part of the state in which two of them differed last.
    differing: usize,
    pub(super) dice: SharedDice<EnumeratingDice>,
    /// Everybody before the choice.
    before: Vec<Presence>,
    /// The side that asks.
    pub(super) asking: Option<SideId>,
    /// The decision that the choice answers.
    decision: Option<Arc<Decision>>,
    answers: Vec<Answer>,
    ends: usize,
    runs: usize,
    /// What is less probable than this is played in one way instead of all: 0 for exact forecasts.
    pub(crate) grain: f64,
    /// Ends a forecast early when it is set by another thread.
    pub(crate) stop: Option<Arc<AtomicBool>>,
}

/// Where a line of play stands.
#[derive(Clone, Copy)]
struct Line {
    depth: usize,
    /// How probable it is that it comes to it.
    probability: f64,
    /// Series of answers that may still be gone through.
    series: usize,
    /// Whether somebody has answered already.
    answered: bool,
}

/// What the journal has told since the choice, as far as forecasts tell of it.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Told {
    /// True if all attacks of the actor have missed; `None` before the first one.
    misses: Option<bool>,
    /// What has become of somebody besides lost hit points.
    changes: BTreeSet<(CombatantId, Change)>,
}

/// A state to which dice can lead.
struct Reached {
    state: Snapshot,
    told: Told,
    probability: f64,
}

impl Battle {
    /// What a choice that answers the open decision leads to, as far as the deciding side knows. The battle
    /// is as before afterwards.
    pub fn play_out(&mut self, choice: &Choice) -> Option<Played> {
        let decision = self.open_decision()?;
        let mut lookahead = std::mem::take(&mut *self.lookahead());
        let played = lookahead.play_out(self, &decision, choice);
        *self.lookahead() = lookahead;
        Some(played)
    }

    /// The same as [`Self::play_out`], found in the graph of states.
    pub fn play_out_merged(&mut self, choice: &Choice) -> Option<Played> {
        let decision = self.open_decision()?;
        let mut lookahead = std::mem::take(&mut *self.lookahead());
        let played = lookahead.play_out_merged(self, &decision, choice);
        *self.lookahead() = lookahead;
        Some(played)
    }

    /// The storage that forecasts keep with the battle, and how closely they look. It is no part of its state.
    pub(super) fn lookahead(&mut self) -> Mut<'_, Lookahead> {
        if !self.world.contains_resource::<Lookahead>() {
            self.registry.add_constant::<Lookahead>();
        }
        self.world.get_resource_or_init::<Lookahead>()
    }
}

impl Lookahead {
    fn play_out(
        &mut self,
        battle: &mut Battle,
        decision: &Arc<Decision>,
        choice: &Choice,
    ) -> Played {
        let start = Line {
            depth: 0,
            probability: 1.0,
            series: MOST_SERIES,
            answered: false,
        };
        self.enter(0);
        self.save(battle, 0);
        self.before = battle.presences(None);
        self.asking = Some(decision.side);
        self.decision = Some(Arc::clone(decision));
        self.answers.clear();
        (self.ends, self.runs) = (0, 0);
        let lent = Box::new(self.dice.clone());
        let cup = std::mem::replace(&mut battle.world.resource_mut::<DiceCup>().0, lent);
        self.forget_unknown(battle, decision);
        let ruleset = Arc::clone(&battle.ruleset);
        ruleset.leave_others_out(&mut battle.world, decision);
        let mut flow = battle.world.resource_mut::<Flow>();
        let sealed = !flow.unseal().is_empty();
        flow.answer(choice.clone());
        let mut outcomes = self.explore(battle, Line { depth: 1, ..start }, &Told::default());
        outcomes.sealed |= sealed;
        self.restore(battle, 0);
        battle.world.resource_mut::<DiceCup>().0 = cup;
        Played {
            outcomes,
            answers: std::mem::take(&mut self.answers),
        }
    }

    fn play_out_merged(
        &mut self,
        battle: &mut Battle,
        decision: &Arc<Decision>,
        choice: &Choice,
    ) -> Played {
        let mut start = self.spare.pop().unwrap_or_default();
        battle.save_into(&mut start);
        self.before = battle.presences(None);
        self.asking = Some(decision.side);
        self.decision = Some(Arc::clone(decision));
        let lent = Box::new(self.dice.clone());
        let cup = std::mem::replace(&mut battle.world.resource_mut::<DiceCup>().0, lent);
        self.forget_unknown(battle, decision);
        let ruleset = Arc::clone(&battle.ruleset);
        ruleset.leave_others_out(&mut battle.world, decision);
        let mut flow = battle.world.resource_mut::<Flow>();
        let sealed = !flow.unseal().is_empty();
        flow.answer(choice.clone());
        let (mut played, start) = Graph::of(self, start).explore(battle);
        played.outcomes.sealed |= sealed;
        battle.restore(&start);
        self.spare.push(start);
        battle.world.resource_mut::<DiceCup>().0 = cup;
        played
    }

    /// What a side knows of everybody now.
    pub(crate) fn knowing(battle: &mut Battle, side: SideId) -> Self {
        Self {
            before: battle.presences(None),
            asking: Some(side),
            ..Self::default()
        }
    }

    fn enter(&mut self, depth: usize) {
        if self.states.len() <= depth {
            self.states.resize_with(depth + 1, Snapshot::new);
            self.enumerators.resize_with(depth + 1, Enumerator::new);
        }
    }

    fn save(&mut self, battle: &mut Battle, depth: usize) {
        battle.save_into(&mut self.states[depth]);
    }

    fn restore(&self, battle: &mut Battle, depth: usize) {
        battle.restore(&self.states[depth]);
    }

    /// Plays on from where the battle stands.
    fn explore(&mut self, battle: &mut Battle, line: Line, told: &Told) -> Outcomes {
        let flow = battle.world.resource::<Flow>();
        let answered = flow.answered();
        self.runs += 1;
        let over = flow.ending().is_some();
        let given_up = self.runs > MOST_RUNS || self.is_stopped();
        let decided = flow.decision().is_some();
        let stage = flow.top();
        if given_up || over || (!answered && self.is_settled(battle)) {
            let mut outcomes = self.end(battle, told);
            outcomes.cut_short = given_up;
            return outcomes;
        }
        if decided && !answered {
            return self.decide(battle, line, told);
        }
        let Some(stage) = stage else {
            return self.end(battle, told);
        };
        let deeper = |probability: f64| Line {
            depth: line.depth + 1,
            probability: line.probability * probability,
            ..line
        };
        if self.ends > MOST_ENDS || self.is_slight(line) {
            // One way for all.
            let seed = u64::try_from(self.ends).unwrap_or(0);
            let lent = std::mem::replace(
                &mut battle.world.resource_mut::<DiceCup>().0,
                Box::new(SeededDice::new(seed)),
            );
            let before = battle.world.resource::<Journal>().total();
            battle.world.run_schedule(stage.label);
            battle.world.resource_mut::<DiceCup>().0 = lent;
            let told = self.hear(battle, before, told);
            let mut outcomes = self.explore(battle, deeper(1.0), &told);
            outcomes.cut_short = true;
            return outcomes;
        }
        self.enter(line.depth);
        self.save(battle, line.depth);
        let mut enumerator = std::mem::take(&mut self.enumerators[line.depth]);
        let before = battle.world.resource::<Journal>().total();
        let mut reached: Vec<Reached> = Vec::new();
        let mut certain = None;
        let mut first = true;
        enumerator.for_each(
            |open| {
                if !first {
                    self.restore(battle, line.depth);
                }
                first = false;
                *self.dice.dice() = std::mem::take(open);
                battle.world.run_schedule(stage.label);
                *open = std::mem::take(&mut *self.dice.dice());
                let told = self.hear(battle, before, told);
                if open.has_rolled() {
                    self.reach(battle, &mut reached, told, open.probability());
                } else {
                    certain = Some(told);
                }
            },
            |(), _| {},
        );
        self.enumerators[line.depth] = enumerator;
        if let Some(told) = certain {
            return self.explore(battle, deeper(1.0), &told);
        }
        let mut sum = Outcomes::default();
        for mut one in reached {
            // What the journal said on the way is in `told`.
            one.state.goes_on_after(&self.states[line.depth]);
            battle.restore(&one.state);
            let outcomes = self.explore(battle, deeper(one.probability), &one.told);
            sum.add(&outcomes, one.probability);
            self.spare.push(one.state);
        }
        sum
    }

    /// True once the choice that is looked at has taken effect.
    pub(super) fn is_settled(&self, battle: &mut Battle) -> bool {
        let ruleset = Arc::clone(&battle.ruleset);
        ruleset.is_settled(&mut battle.world, self.decision.as_deref())
    }

    /// True if a combatant made the choice that is looked at.
    fn is_actor(&self, who: CombatantId) -> bool {
        let actor = self.decision.as_ref().and_then(|decision| decision.actor);
        actor.is_none_or(|actor| actor == who)
    }

    pub(super) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether a line of play is too improbable to be looked at closely.
    fn is_slight(&self, line: Line) -> bool {
        line.probability < self.grain
    }

    /// Notes the state that the battle has come to, or that it has come to one that is noted already.
    fn reach(
        &mut self,
        battle: &mut Battle,
        reached: &mut Vec<Reached>,
        told: Told,
        probability: f64,
    ) {
        let mut state = self.spare.pop().unwrap_or_default();
        battle.save_into(&mut state);
        let (registry, differing) = (battle.state_registry(), &mut self.differing);
        let same = |other: &&mut Reached| {
            other.told == told && registry.same(&other.state, &state, differing)
        };
        if let Some(known) = reached.iter_mut().find(same) {
            known.probability += probability;
            self.spare.push(state);
        } else {
            reached.push(Reached {
                state,
                told,
                probability,
            });
        }
    }

    /// What the journal has told on the way, with what it has told since an entry.
    pub(super) fn hear(&self, battle: &Battle, since: usize, told: &Told) -> Told {
        let mut told = told.clone();
        for entry in battle.world.resource::<Journal>().since(since) {
            if let Event::AttackResolved { who, attack, .. } = &entry.event
                && self.is_actor(*who)
            {
                let misses = attack.role == LevelRole::Failure;
                told.misses = Some(misses && told.misses != Some(false));
            }
            if let Some((who, change)) = battle.ruleset.change_told(&entry.event)
                && self.is_known(battle, who)
            {
                told.changes.insert((who, change));
            }
        }
        told
    }

    /// Tries every answer to the open decision, and goes on with the one that is best for their side.
    fn decide(&mut self, battle: &mut Battle, line: Line, told: &Told) -> Outcomes {
        let Some(decision) = battle.open_decision() else {
            return self.end(battle, told);
        };
        self.enter(line.depth);
        self.save(battle, line.depth);
        let count = decision.choice_count();
        let series = line.series / count.max(1);
        // What others do about it, as against what comes of it for its own side.
        let by_enemy = self
            .asking
            .is_some_and(|side| battle.hostile(side, decision.side));
        let is_answer =
            !line.answered && (by_enemy || decision.kind.role == DecisionRole::Reaction);
        let is_answer = is_answer && !decision.sealed;
        let assumed = battle.ruleset.assumed(&decision);
        let assumed = assumed.filter(|_| !decision.sealed);
        let is_assumed = assumed.is_some();
        let is_answer = is_answer && !is_assumed;
        let mut choices: Vec<Choice> = Vec::new();
        let cut_short = series == 0 || count > MOST_SERIES || self.is_slight(line);
        if let Some(assumed) = assumed {
            choices.push(assumed);
        } else if cut_short || decision.sealed {
            choices.push(battle.ruleset.least(&mut battle.world, &decision));
        } else {
            choices.extend((0..count).filter_map(|index| decision.choice_at(index)));
        }
        let mut best: Option<(f64, Outcomes, usize)> = None;
        let listed = self.answers.len();
        for choice in choices {
            let Ok(offer) = decision.offer_for(&choice) else {
                continue;
            };
            let ruleset = Arc::clone(&battle.ruleset);
            let checked = ruleset.check(&mut battle.world, &decision, offer, &choice);
            if checked.is_err() {
                continue;
            }
            let chance = is_answer
                .then(|| ruleset.chance_of(&mut battle.world, &decision, &choice))
                .flatten();
            battle.world.resource_mut::<Flow>().answer(choice.clone());
            let outcomes = self.explore(
                battle,
                Line {
                    depth: line.depth + 1,
                    series: if is_assumed {
                        line.series
                    } else {
                        series.max(1)
                    },
                    answered: line.answered || !(decision.sealed || is_assumed),
                    ..line
                },
                told,
            );
            self.restore(battle, line.depth);
            let worth = self.worth(battle, &outcomes, decision.side);
            let place = self.answers.len();
            if is_answer {
                let mut weighed = Outcomes::default();
                weighed.add(&outcomes, line.probability);
                self.answers.push(Answer {
                    choice,
                    decision: Arc::clone(&decision),
                    outcomes: weighed,
                    given: 0.0,
                    chance: chance.map(|chance| chance.chance),
                });
            }
            if best.as_ref().is_none_or(|best| worth > best.0 + NEGLIGIBLE) {
                best = Some((worth, outcomes, place));
            }
        }
        let Some((_, mut outcomes, place)) = best else {
            return self.end(battle, told);
        };
        if is_answer && place >= listed {
            self.answers[place].given = line.probability;
        }
        outcomes.cut_short |= cut_short && !decision.sealed && !is_assumed;
        outcomes.sealed |= decision.sealed;
        outcomes
    }

    /// What has become of everybody.
    pub(super) fn end(&mut self, battle: &mut Battle, told: &Told) -> Outcomes {
        self.ends += 1;
        let mut outcomes = Outcomes {
            branches: 1,
            ..Outcomes::default()
        };
        let after = battle.presences(None);
        for (before, after) in self.before.iter().zip(&after) {
            if !self.is_known(battle, before.id) {
                continue;
            }
            let mut outcome = CombatantOutcome::default();
            let lost = before.hit_points - after.hit_points;
            let fought = fights(before.vitality);
            let fights = fights(after.vitality);
            let dead = |vitality| matches!(vitality, Vitality::Dead | Vitality::Dying);
            let defeats = fought && !fights && after.vitality != Vitality::Left;
            let kills = dead(after.vitality) && !dead(before.vitality);
            outcome.count(lost, [defeats, kills], 1.0);
            if outcome != CombatantOutcome::default() {
                outcomes.by.insert(before.id, outcome);
            }
        }
        let misses = told.misses == Some(true);
        outcomes.misses = f64::from(u8::from(misses));
        for (who, change) in &told.changes {
            let outcome = outcomes.by.entry(*who).or_default();
            outcome.changes.insert(*change, 1.0);
        }
        let harmed = |outcome: &CombatantOutcome| {
            outcome.losses.keys().any(|lost| *lost > 0)
                || outcome.defeats > 0.0
                || outcome.kills > 0.0
                || outcome.changes.keys().any(|change| change.role.0 > 0)
        };
        let harms = outcomes.by.values().any(harmed);
        outcomes.works = f64::from(u8::from(!outcomes.by.is_empty()));
        outcomes.lands = f64::from(u8::from(harms));
        outcomes.backfires = f64::from(u8::from(harms && misses));
        outcomes
    }

    /// Leaves those out that the side which asks does not know of: nothing that is found by playing may depend on them,
    /// not even on how many they are. Those that the question is about stay.
    pub(crate) fn forget_unknown(&self, battle: &mut Battle, decision: &Decision) {
        let concerned = [decision.actor, decision.against];
        self.keep_only(battle, |battle, who| {
            concerned.contains(&Some(who)) || self.is_known(battle, who)
        });
    }

    /// Leaves out all combatants that do not stay.
    pub(super) fn keep_only(
        &self,
        battle: &mut Battle,
        stays: impl Fn(&Battle, CombatantId) -> bool,
    ) {
        for presence in &self.before {
            if stays(battle, presence.id) {
                continue;
            }
            let mut roster = battle.world.resource_mut::<Roster>();
            roster.leave_out(presence.id);
            let entity = roster.combatant(presence.id);
            if let Some(mut vitality) = battle.world.get_mut::<Vitality>(entity) {
                *vitality = Vitality::Left;
            }
        }
    }

    /// Whether the side that asks knew of somebody before the choice.
    pub(super) fn is_known(&self, battle: &Battle, who: CombatantId) -> bool {
        self.before.get(who.index()).is_none_or(|before| {
            !before.hidden
                || self
                    .asking
                    .is_none_or(|side| !battle.hostile(before.side, side))
        })
    }

    /// How good it is for the alliance of a side: harm of its enemies less its own.
    pub(super) fn worth(&self, battle: &Battle, outcomes: &Outcomes, side: SideId) -> f64 {
        let weighing = *battle.world.resource::<Weighing>();
        outcomes.worth(weighing, |who| {
            let known = self.before.get(who.index());
            known.map_or(Affected::UNKNOWN, |known| {
                known.affected(battle.hostile(known.side, side))
            })
        })
    }
}

/// Whether somebody may still fight.
const fn fights(vitality: Vitality) -> bool {
    matches!(vitality, Vitality::Active | Vitality::Surrendered)
}
