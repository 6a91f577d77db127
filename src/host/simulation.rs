//! The simulation itself: it advances the battle, lets brains and people decide, and answers.

use std::{sync::Arc, time::Duration};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, TryRecvError};
use shieldwall_ai::{Brain, brain};
use shieldwall_battle::{Battle, Decision, Progress, SideId, Vantage};
use shieldwall_grid::Map;

use super::{BattlePlan, Commander, Reply, Request, Standstill, Update};

/// The window has gone.
struct Abandoned;

/// The battle with everything around it, on its own thread.
pub(super) struct Simulation {
    battle: Battle,
    brains: [Option<Box<dyn Brain>>; 2],
    requests: Receiver<Request>,
    replies: Sender<Reply>,
    map: Arc<Map>,
    entries_sent: usize,
}

impl Simulation {
    /// Begins a battle.
    ///
    /// # Errors
    /// If the set-up does not hold.
    pub(super) fn new(
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

    /// Plays until the window goes.
    pub(super) fn run(&mut self) {
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
            Request::Vantage { decision, choice } => {
                let vantage = if open == Some(decision) {
                    self.battle.vantage(&choice)
                } else {
                    Vantage::Beyond
                };
                Reply::Vantage {
                    decision,
                    choice,
                    vantage,
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
        let state = Box::new(Standstill {
            side_views: SideId::ALL.map(|side| self.battle.view(Some(side))),
            full_view,
            sheets,
            map: Arc::clone(&self.map),
            decision,
            ending: self.battle.ending().cloned(),
        });
        self.send(Reply::Update(Update { entries, state }))
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
