//! The simulation thread: it owns the battle, lets the brains think, and answers questions.
//!
//! The window never touches a battle. It sends [`Request`]s and receives [`Reply`]s, so that no
//! frame ever waits for rules, odds or brains.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, TryRecvError, bounded, unbounded};
use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{
    Battle, BattleSetup, BattleView, CellOption, Choice, CombatantId, Decision, Entry, Forecast,
    ItemId, Progress, Refusal, Ruleset, Sheet, SideId, ThreatenedCell, flow::Ending,
    ruleset::RangeBand,
};
use shieldwall_grid::Map;

/// Updates that may wait unread before the simulation pauses; keeps brains from running far ahead.
const UPDATES_AHEAD: usize = 64;

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Commander {
    /// A person at this computer.
    Human,
    /// A brain.
    Ai(BrainKind),
}

/// Everything needed to begin a battle.
#[derive(Clone)]
pub(crate) struct BattlePlan {
    /// The ruleset.
    pub(crate) ruleset: Arc<dyn Ruleset>,
    /// Level, warbands, options and seed.
    pub(crate) setup: BattleSetup,
    /// Who decides, red first.
    pub(crate) commanders: [Commander; 2],
}

impl std::fmt::Debug for BattlePlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BattlePlan")
            .field("ruleset", &self.ruleset.id())
            .field("level", &self.setup.level.id)
            .field("commanders", &self.commanders)
            .finish_non_exhaustive()
    }
}

/// What the window asks of the simulation.
#[derive(Debug)]
pub(crate) enum Request {
    /// Answer the open decision.
    Choose {
        /// Number of the decision that is answered.
        decision: u32,
        /// The answer.
        choice: Choice,
    },
    /// What a choice may lead to; answered by [`Reply::Forecast`].
    Forecast {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
    },
    /// Where a combatant could go and what it threatens; answered by [`Reply::Reach`].
    Reach(CombatantId),
    /// Range bands of a weapon; answered by [`Reply::Ranges`].
    Ranges(ItemId),
    /// Way a combatant would take to a cell; answered by [`Reply::Path`].
    Path(CombatantId, shieldwall_grid::Cell),
}

/// What the simulation tells the window.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The battle could not begin.
    Failed(String),
    /// The battle went on.
    Update(Box<Update>),
    /// A choice was refused; the decision is still open.
    Refused(Refusal),
    /// Answer to [`Request::Forecast`].
    Forecast {
        /// Number of the decision it would answer.
        decision: u32,
        /// The choice.
        choice: Choice,
        /// `None` if there is nothing to foretell.
        forecast: Option<Box<Forecast>>,
    },
    /// Answer to [`Request::Reach`].
    Reach {
        /// Who.
        who: CombatantId,
        /// Where it could go.
        reachable: Vec<CellOption>,
        /// What it threatens.
        threatened: Vec<ThreatenedCell>,
    },
    /// Answer to [`Request::Ranges`].
    Ranges(ItemId, Vec<RangeBand>),
    /// Answer to [`Request::Path`].
    Path(
        CombatantId,
        shieldwall_grid::Cell,
        Vec<shieldwall_grid::Cell>,
    ),
}

/// The state of the battle after some new journal entries.
#[derive(Debug)]
pub(crate) struct Update {
    /// New journal entries, unfiltered; the session shows what the viewer may see.
    pub(crate) entries: Vec<Entry>,
    /// What each side may see now, red first.
    pub(crate) side_views: [BattleView; 2],
    /// Everything, for spectators.
    pub(crate) full_view: BattleView,
    /// Cards of all combatants by id.
    pub(crate) sheets: Vec<Sheet>,
    /// The map with doors as they are now.
    pub(crate) map: Arc<Map>,
    /// The decision that waits for a person.
    pub(crate) decision: Option<Arc<Decision>>,
    /// How the battle ended, if it has.
    pub(crate) ending: Option<Ending>,
}

/// The window's end of the simulation thread. Dropping it ends the thread.
#[derive(Debug)]
pub(crate) struct Host {
    requests: Option<Sender<Request>>,
    replies: Receiver<Reply>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    /// Starts a battle on a thread of its own.
    #[must_use]
    pub(crate) fn start(plan: BattlePlan) -> Self {
        let (request_sender, request_receiver) = unbounded();
        let (reply_sender, reply_receiver) = bounded(UPDATES_AHEAD);
        let thread = thread::Builder::new()
            .name("simulation".to_owned())
            .spawn(move || {
                let failures = reply_sender.clone();
                match Simulation::new(plan, request_receiver, reply_sender) {
                    Ok(mut simulation) => simulation.run(),
                    // The window may be gone already; then nobody needs the message.
                    Err(error) => drop(failures.send(Reply::Failed(error.to_string()))),
                }
            })
            .ok();
        Self {
            requests: Some(request_sender),
            replies: reply_receiver,
            thread,
        }
    }

    /// A host without a simulation, for tests.
    #[cfg(test)]
    pub(crate) fn unconnected() -> Self {
        Self {
            requests: None,
            replies: unbounded().1,
            thread: None,
        }
    }

    /// Sends a request; lost if the battle could not begin.
    pub(crate) fn send(&self, request: Request) {
        if let Some(requests) = &self.requests {
            // A closed channel means that the simulation has ended; there is nothing to answer.
            drop(requests.send(request));
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

impl Drop for Host {
    fn drop(&mut self) {
        self.requests = None;
        // The thread notices the closed channel at its next step; nobody waits for it.
        drop(self.thread.take());
    }
}

/// The window has gone.
struct Abandoned;

struct Simulation {
    battle: Battle,
    brains: [Option<Box<dyn Brain>>; 2],
    requests: Receiver<Request>,
    replies: Sender<Reply>,
    map: Arc<Map>,
    entries_sent: usize,
}

impl Simulation {
    fn new(
        plan: BattlePlan,
        requests: Receiver<Request>,
        replies: Sender<Reply>,
    ) -> Result<Self, shieldwall_battle::SetupError> {
        let seed = plan.setup.seed;
        let battle = Battle::new(plan.ruleset, plan.setup)?;
        let map = Arc::new(battle.map().clone());
        let brains = [0, 1].map(|side: usize| match plan.commanders[side] {
            Commander::Human => None,
            Commander::Ai(kind) => Some(brain(kind, seed.wrapping_add(side as u64))),
        });
        Ok(Self {
            battle,
            brains,
            requests,
            replies,
            map,
            entries_sent: 0,
        })
    }

    fn run(&mut self) {
        // Ends when the window drops its end of the channels.
        let _: Result<(), Abandoned> = self.play();
    }

    fn play(&mut self) -> Result<(), Abandoned> {
        loop {
            let progress = self.battle.advance();
            let open = match progress {
                Progress::Over => None,
                Progress::Decision => self.battle.decision().cloned(),
            };
            let human = open
                .as_ref()
                .is_some_and(|decision| self.brains[decision.side.index()].is_none());
            let shown = open.filter(|_| human).map(Arc::new);
            self.send_update(shown)?;
            match progress {
                Progress::Over => loop {
                    let request = self.requests.recv().map_err(|_| Abandoned)?;
                    self.answer(request)?;
                },
                Progress::Decision if human => self.wait_for_choice()?,
                Progress::Decision => {
                    self.answer_waiting()?;
                    if !self.think() {
                        let failure = "the computer player found no legal choice".to_owned();
                        self.send(Reply::Failed(failure))?;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Lets the brain answer the open decision; false if no answer was accepted.
    fn think(&mut self) -> bool {
        let Some(side) = self.battle.decision().map(|decision| decision.side) else {
            return false;
        };
        let Some(brain) = &mut self.brains[side.index()] else {
            return false;
        };
        let choice = brain.choose(&mut self.battle);
        if self.battle.choose(choice).is_ok() {
            return true;
        }
        // Brains promise legal choices; should one fail, the first legal one keeps play going.
        let fallback = self
            .battle
            .decision()
            .and_then(|decision| decision.choice_at(0));
        fallback.is_some_and(|choice| self.battle.choose(choice).is_ok())
    }

    fn wait_for_choice(&mut self) -> Result<(), Abandoned> {
        loop {
            let request = self.requests.recv().map_err(|_| Abandoned)?;
            if self.answer(request)? {
                return Ok(());
            }
        }
    }

    fn answer_waiting(&mut self) -> Result<(), Abandoned> {
        loop {
            match self.requests.try_recv() {
                Ok(request) => {
                    self.answer(request)?;
                }
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(Abandoned),
            }
        }
    }

    /// Answers a request; true if it was a choice that was accepted.
    fn answer(&mut self, request: Request) -> Result<bool, Abandoned> {
        let open = self.battle.decision().map(|decision| decision.number);
        let reply = match request {
            Request::Choose { decision, choice } => {
                if open != Some(decision) {
                    // The player clicked twice; the first click counted.
                    return Ok(false);
                }
                match self.battle.choose(choice) {
                    Ok(()) => return Ok(true),
                    Err(refusal) => Reply::Refused(refusal),
                }
            }
            Request::Forecast { decision, choice } => {
                let forecast = if open == Some(decision) {
                    self.battle.forecast(&choice).map(Box::new)
                } else {
                    None
                };
                Reply::Forecast {
                    decision,
                    choice,
                    forecast,
                }
            }
            Request::Reach(who) => Reply::Reach {
                who,
                reachable: self.battle.reachable(who),
                threatened: self.battle.threatened(who),
            },
            Request::Ranges(item) => Reply::Ranges(item, self.battle.range_bands(item)),
            Request::Path(who, to) => Reply::Path(who, to, self.battle.path(who, to)),
        };
        self.send(reply)?;
        Ok(false)
    }

    fn send_update(&mut self, decision: Option<Arc<Decision>>) -> Result<(), Abandoned> {
        let entries = self.battle.entries_from(self.entries_sent, None);
        self.entries_sent += entries.len();
        let doors_moved = entries
            .iter()
            .any(|entry| matches!(entry.event, shieldwall_battle::Event::Door { .. }));
        if doors_moved {
            self.map = Arc::new(self.battle.map().clone());
        }
        let full_view = self.battle.view(None);
        let sheets = full_view
            .combatants
            .iter()
            .map(|combatant| self.battle.sheet(combatant.id))
            .collect();
        let update = Update {
            entries,
            side_views: SideId::ALL.map(|side| self.battle.view(Some(side))),
            full_view,
            sheets,
            map: Arc::clone(&self.map),
            decision,
            ending: self.battle.ending().cloned(),
        };
        self.send(Reply::Update(Box::new(update)))
    }

    /// Sends a reply; while the window is busy it keeps an eye on whether the window still exists.
    fn send(&mut self, mut reply: Reply) -> Result<(), Abandoned> {
        loop {
            match self.replies.send_timeout(reply, Duration::from_millis(200)) {
                Ok(()) => return Ok(()),
                Err(SendTimeoutError::Timeout(unsent)) => reply = unsent,
                Err(SendTimeoutError::Disconnected(_)) => return Err(Abandoned),
            }
        }
    }
}
