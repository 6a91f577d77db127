//! The moments of the timeline on which the actions of a combatant may be due after a choice.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use shieldwall_dice::{EnumeratingDice, Enumerator, SharedDice};

use super::playing_on::Lookahead;
use crate::{
    choice::Choice,
    driver::Battle,
    event::Event,
    flow::Flow,
    fork::Snapshot,
    ids::CombatantId,
    journal::Journal,
    roll::DiceCup,
    target::Target,
    terms::{Action, DueState},
};

/// Runs of stages that are looked at for one answer, at most.
const MOST_RUNS: usize = 20_000;

/// A moment on which an action may be due, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DueChance {
    /// The number of the action among those of its combatant, from 1.
    pub nth: u8,
    /// The action.
    pub what: Action,
    /// The moment.
    pub at: i32,
    /// True if it is lost there.
    pub lost: bool,
    /// From 0 to 1.
    pub probability: f64,
}

/// Finds where on the timeline dice can put the actions of one combatant.
struct Search<'a> {
    actor: CombatantId,
    dice: SharedDice<EnumeratingDice>,
    stop: &'a AtomicBool,
    runs: usize,
    found: Vec<DueChance>,
}

impl Battle {
    /// The moments on which the actions of the deciding combatant may be due after a choice that answers the open
    /// decision: played with its own dice, as if only itself and its target were there. It is empty if dice put none of
    /// its actions on the timeline, and `None` if the choice is illegal, if there are too many ways to look at, or if
    /// another thread sets `stop`. The battle is as before afterwards.
    pub fn due_after(&mut self, choice: &Choice, stop: &Arc<AtomicBool>) -> Option<Vec<DueChance>> {
        self.check(choice).ok()?;
        let decision = self.open_decision()?;
        let actor = decision.actor?;
        let target = choice.target.and_then(Target::combatant);
        let before = self.snapshot();
        let mut search = Search {
            actor,
            dice: SharedDice::default(),
            stop,
            runs: 0,
            found: Vec::new(),
        };
        let lent = Box::new(search.dice.clone());
        let cup = std::mem::replace(&mut self.world.resource_mut::<DiceCup>().0, lent);
        let all = Lookahead::knowing(self, decision.side);
        all.keep_only(self, |_, who| who == actor || Some(who) == target);
        let mut flow = self.world.resource_mut::<Flow>();
        flow.unseal();
        flow.answer(choice.clone());
        let complete = search.play_on(self, 1.0);
        self.restore(&before);
        self.world.resource_mut::<DiceCup>().0 = cup;
        let mut found = search.found;
        found.sort_by_key(|chance| (chance.nth, std::cmp::Reverse(chance.at)));
        complete.then_some(found)
    }
}

impl Search<'_> {
    /// Plays on until the actions of the combatant have their moments, or the count begins. Returns false if it was
    /// given up.
    fn play_on(&mut self, battle: &mut Battle, probability: f64) -> bool {
        loop {
            if battle.world.resource::<Flow>().ending().is_some() {
                return true;
            }
            let flow = battle.world.resource::<Flow>();
            if flow.decision().is_some() && !flow.answered() {
                let Some(least) = battle.least() else {
                    return true;
                };
                battle.world.resource_mut::<Flow>().answer(least);
            }
            let Some(stage) = battle.world.resource::<Flow>().top() else {
                return true;
            };
            let before = battle.snapshot();
            let since = battle.world.resource::<Journal>().total();
            let mut ways: Vec<(Snapshot, f64)> = Vec::new();
            let mut goes_on = false;
            let mut complete = true;
            let mut first = true;
            Enumerator::new().for_each(
                |open| {
                    self.runs += 1;
                    if self.runs > MOST_RUNS || self.stop.load(Ordering::Relaxed) {
                        // A run without a roll ends the enumeration.
                        complete = false;
                        return;
                    }
                    if !first {
                        battle.restore(&before);
                    }
                    first = false;
                    *self.dice.dice() = std::mem::take(open);
                    battle.world.run_schedule(stage.label);
                    *open = std::mem::take(&mut *self.dice.dice());
                    let rolled = open.has_rolled();
                    let chance = if rolled { open.probability() } else { 1.0 };
                    if !self.hear(battle, since, probability * chance) {
                        if rolled {
                            ways.push((battle.snapshot(), probability * chance));
                        } else {
                            goes_on = true;
                        }
                    }
                },
                |(), _| {},
            );
            if !complete {
                return false;
            }
            if goes_on {
                continue;
            }
            return ways.into_iter().all(|(state, probability)| {
                battle.restore(&state);
                self.play_on(battle, probability)
            });
        }
    }

    /// Takes down what has become known since an entry: whether that is all there is to know.
    fn hear(&mut self, battle: &Battle, since: usize, probability: f64) -> bool {
        let mut is_over = false;
        for entry in battle.world.resource::<Journal>().since(since) {
            match &entry.event {
                Event::Due {
                    who,
                    nth,
                    what,
                    at,
                    state,
                    ..
                } if *who == self.actor => {
                    self.add(DueChance {
                        nth: *nth,
                        what: *what,
                        at: *at,
                        lost: *state == DueState::Lost,
                        probability,
                    });
                    is_over = true;
                }
                Event::Moment { .. } | Event::RoundBegan => is_over = true,
                _ => {}
            }
        }
        is_over
    }

    fn add(&mut self, new: DueChance) {
        let same = |known: &&mut DueChance| {
            known.nth == new.nth
                && known.at == new.at
                && known.lost == new.lost
                && known.what.is(new.what)
        };
        if let Some(known) = self.found.iter_mut().find(same) {
            known.probability += new.probability;
        } else {
            self.found.push(new);
        }
    }
}
