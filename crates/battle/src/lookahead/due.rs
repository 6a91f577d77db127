//! The moments of the timeline on which the actions of a combatant may be due after a choice.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::{
    branches::{Branching, Onward},
    playing_on::Lookahead,
};
use crate::{
    choice::Choice,
    driver::Battle,
    event::Event,
    flow::Flow,
    ids::CombatantId,
    journal::{Entry, Journal},
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
        let all = Lookahead::knowing(self, decision.side);
        all.keep_only(self, |_, who| who == actor || Some(who) == target);
        let mut flow = self.world.resource_mut::<Flow>();
        flow.unseal();
        flow.answer(choice.clone());
        let mut found = Vec::new();
        let (mut runs, mut complete) = (0, true);
        Branching::new().explore(self, (), |battle, at, ()| {
            runs += 1;
            complete &= runs <= MOST_RUNS && !stop.load(Ordering::Relaxed);
            let entries = battle.world.resource::<Journal>().since(at.since);
            let known = hear(entries, actor, at.probability, &mut found);
            if !complete {
                Onward::Stop
            } else if !known && answers(battle) {
                Onward::GoOn
            } else {
                Onward::End
            }
        });
        self.restore(&before);
        found.sort_by_key(|chance| (chance.nth, std::cmp::Reverse(chance.at)));
        complete.then_some(found)
    }
}

/// Gives the least answer to what is asked. Returns false if the battle is over, or no answer is legal.
fn answers(battle: &mut Battle) -> bool {
    let flow = battle.world.resource::<Flow>();
    if flow.ending().is_some() {
        return false;
    }
    if flow.decision().is_some() && !flow.answered() {
        let Some(least) = battle.least() else {
            return false;
        };
        battle.world.resource_mut::<Flow>().answer(least);
    }
    true
}

/// Takes down which moments of a combatant have become known. Returns true if no more can.
fn hear(
    entries: &[Entry],
    actor: CombatantId,
    probability: f64,
    found: &mut Vec<DueChance>,
) -> bool {
    let mut is_over = false;
    for entry in entries {
        match &entry.event {
            Event::Due {
                who,
                nth,
                what,
                at,
                state,
                ..
            } if *who == actor => {
                add(
                    found,
                    DueChance {
                        nth: *nth,
                        what: *what,
                        at: *at,
                        lost: *state == DueState::Lost,
                        probability,
                    },
                );
                is_over = true;
            }
            Event::Moment { .. } | Event::RoundBegan => is_over = true,
            _ => {}
        }
    }
    is_over
}

fn add(found: &mut Vec<DueChance>, new: DueChance) {
    let same = |known: &&mut DueChance| {
        known.nth == new.nth
            && known.at == new.at
            && known.lost == new.lost
            && known.what.is(new.what)
    };
    if let Some(known) = found.iter_mut().find(same) {
        known.probability += new.probability;
    } else {
        found.push(new);
    }
}
