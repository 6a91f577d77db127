//! The simulation thread: it owns the battle, lets the brains think, and answers questions.
//!
//! The window never touches a battle. It sends [`Request`]s and receives [`Reply`]s, so that no
//! frame ever waits for rules, odds or brains.

mod autosaving;
mod messages;
mod queue;
mod shared_record;
mod simulation;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use bevy::prelude::Resource;
use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};
use shieldwall_ai::Haste;
use shieldwall_lab::autosaves::Autosaves;

pub(crate) use autosaving::Saving;
pub(crate) use messages::{Reply, Request, Retold, Standstill, Undoing, Update};
pub(crate) use shared_record::SharedRecord;

use autosaving::Shown;
use simulation::Simulation;

use crate::{battle_plan::BattlePlan, waking::Waker};

/// Updates that may wait unread before the simulation pauses; keeps brains from running far ahead.
const UPDATES_AHEAD: usize = 64;

/// The window's end of the simulation thread. Dropping it ends the thread.
#[derive(Resource, Debug)]
pub(crate) struct Host {
    requests: Option<Sender<Request>>,
    replies: Receiver<Reply>,
    thread: Option<JoinHandle<()>>,
    shared_record: SharedRecord,
    shown: Shown,
    haste: Haste,
    /// Breaks off the forecast that the simulation is working out.
    stop: Arc<AtomicBool>,
}

impl Host {
    /// Starts a battle on a thread of its own; an autosave follows it, if there is a folder for it. Replies
    /// wake the window.
    #[must_use]
    pub(crate) fn start(plan: BattlePlan, autosaves: Option<Autosaves>, waker: Waker) -> Self {
        let (request_sender, request_receiver) = unbounded();
        let (reply_sender, reply_receiver) = bounded(UPDATES_AHEAD);
        let shared_record = SharedRecord::default();
        let shown = Shown::default();
        let kept = (shared_record.clone(), shown.clone());
        let haste = Haste::default();
        let stop = Arc::new(AtomicBool::new(false));
        let heeded = (haste.clone(), Arc::clone(&stop));
        let thread = thread::Builder::new()
            .name("simulation".to_owned())
            .spawn(move || {
                let failures = reply_sender.clone();
                let replies = (reply_sender, waker.clone());
                match Simulation::new(plan, autosaves, kept, request_receiver, replies, heeded) {
                    Ok(mut simulation) => simulation.run(),
                    // The window may be gone already; then nobody needs the message.
                    Err(reason) => drop(failures.send(Reply::Failed(reason))),
                }
                // The end may be a failure too.
                waker.wake();
            })
            .ok();
        Self {
            requests: Some(request_sender),
            replies: reply_receiver,
            thread,
            shared_record,
            shown,
            haste,
            stop,
        }
    }

    /// A host without a simulation, for tests.
    #[cfg(test)]
    pub(crate) fn unconnected() -> Self {
        Self {
            requests: None,
            replies: unbounded().1,
            thread: None,
            shared_record: SharedRecord::default(),
            shown: Shown::default(),
            haste: Haste::default(),
            stop: Arc::default(),
        }
    }

    /// A host with somebody who hears the requests but does not answer, for tests.
    #[cfg(test)]
    pub(crate) fn overheard() -> (Self, Receiver<Request>) {
        let (sender, receiver) = unbounded();
        let host = Self {
            requests: Some(sender),
            replies: unbounded().1,
            thread: None,
            shared_record: SharedRecord::default(),
            shown: Shown::default(),
            haste: Haste::default(),
            stop: Arc::default(),
        };
        (host, receiver)
    }

    /// The record of the battle as far as the simulation has got.
    pub(crate) const fn shared_record(&self) -> &SharedRecord {
        &self.shared_record
    }

    /// Says how much of the battle has been shown: so many choices, and its end or not.
    pub(crate) fn has_shown(&self, choices: usize, ended: bool) {
        self.shown.set(choices, ended);
    }

    /// Lets the computer decide at once until a person is asked; where nobody is, for the decision that is open.
    pub(crate) fn hurry(&self) {
        self.haste.ask();
    }

    /// Sends a request; lost if the battle could not begin.
    pub(crate) fn send(&self, request: Request) {
        if let Some(requests) = &self.requests {
            // A closed channel means that the simulation has ended; there is nothing to answer.
            drop(requests.send(request));
            // After it, so that a forecast which is broken off finds it.
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The next reply that has arrived, without waiting. A simulation that has died says so once.
    #[must_use]
    pub(crate) fn poll(&mut self) -> Option<Reply> {
        match self.replies.try_recv() {
            Ok(reply) => Some(reply),
            Err(TryRecvError::Empty) => None,
            // While the window is here, the simulation ends only by a failure of its own.
            Err(TryRecvError::Disconnected) => self.requests.take().map(|_| {
                Reply::Failed("the simulation has stopped by an error of the game".to_owned())
            }),
        }
    }
}

#[cfg(test)]
impl Host {
    /// The next reply, waited for.
    pub(crate) fn next(&self) -> Reply {
        self.replies.recv().expect("the simulation has ended")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.requests = None;
        self.haste.ask();
        self.stop.store(true, Ordering::Relaxed);
        // The thread notices the closed channel at its next step; nobody waits for it.
        drop(self.thread.take());
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod why_not_tests;

#[cfg(test)]
mod vantage_tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::{Battle, BattleSetup, Target, Targets, Vantage};
    use shieldwall_content::ContentRoot;

    use super::*;
    use crate::{
        battle_plan::{BattleOrigin, Commander},
        content::Content,
    };

    /// A battle between two people on one of the game's levels.
    fn plan() -> BattlePlan {
        let content = Content::read(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))]);
        BattlePlan {
            ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
            setup: BattleSetup::of_level(&content.library, "duel-ring", "percentile", 7).unwrap(),
            commanders: vec![Commander::Human; 2],
            origin: BattleOrigin::Fresh,
        }
    }

    #[test]
    fn vantages_are_the_battles_own_and_for_the_open_decision_only() {
        let host = Host::start(plan(), None, Waker::default());
        let Ok(Reply::Update(update)) = host.replies.recv() else {
            panic!("the battle does not begin");
        };
        let decision = update.state.decision.unwrap();
        let mut battle = Battle::new(plan().ruleset, plan().setup).unwrap();
        battle.advance();
        let mut asked = 0;
        for offer in &decision.offers {
            let Targets::AnyOf(targets) = &offer.targets else {
                continue;
            };
            let enemies = targets
                .iter()
                .filter(|target| matches!(target, Target::Combatant(_)));
            for target in enemies {
                let choice = offer.choice(Some(*target), None);
                for number in [decision.number, decision.number + 1] {
                    host.send(Request::Vantage {
                        decision: number,
                        choice: choice.clone(),
                    });
                    let Ok(Reply::Vantage {
                        decision: answered,
                        choice: about,
                        vantage,
                    }) = host.replies.recv()
                    else {
                        panic!("no answer about {choice:?}");
                    };
                    assert_eq!((answered, &about), (number, &choice));
                    let expected = if number == decision.number {
                        battle.vantage(&choice)
                    } else {
                        Vantage::Beyond
                    };
                    assert_eq!(vantage, expected, "{choice:?}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 0, "nobody can be aimed at");
    }
}
