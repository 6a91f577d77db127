//! The simulation itself: it advances the battle, lets brains and people decide, and answers.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, TryRecvError};
use shieldwall_ai::{Brain, brain};
use shieldwall_battle::{Choice, Decision, Event, Progress, Refusal, SideId, Vantage};
use shieldwall_grid::Map;
use shieldwall_lab::record::{RecordedBattle, RecordedCommander};

use super::{
    BattlePlan, Commander, Course, Reply, Request, Retold, Standstill, Undoing, Update,
    autosaving::Autosave, course::Ledger,
};
use crate::playback::retell;

/// The window has gone.
struct Abandoned;

/// What an answered request means for the course of the battle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Nothing has changed.
    Nothing,
    /// It goes on: a choice was made, or the battle stands elsewhere.
    GoOn,
}

/// The battle with everything around it, on its own thread.
pub(super) struct Simulation {
    plan: BattlePlan,
    course: RecordedBattle,
    autosave: Autosave,
    ledger: Ledger,
    /// Those who decide for the sides, red's first; `None` for a person.
    brains: Vec<Option<Box<dyn Brain>>>,
    requests: Receiver<Request>,
    replies: Sender<Reply>,
    map: Arc<Map>,
    entries_sent: usize,
    /// Whether the window has to be told everything anew, as the battle stands elsewhere than it
    /// was shown, and through whose eyes.
    retell: Option<Option<SideId>>,
}

impl Simulation {
    /// Begins a battle.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub(super) fn new(
        plan: BattlePlan,
        autosave: Option<PathBuf>,
        ledger: Ledger,
        requests: Receiver<Request>,
        replies: Sender<Reply>,
    ) -> Result<Self, String> {
        let commanders: Vec<RecordedCommander> = match &plan.course {
            Course::Replay(record) => record.header.commanders(),
            _ => {
                let commanders = plan.commanders.iter().copied();
                commanders.map(RecordedCommander::from).collect()
            }
        };
        let mut course =
            RecordedBattle::begin(Arc::clone(&plan.ruleset), plan.setup.clone(), &commanders)
                .map_err(|error| error.to_string())?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        course.entitle("", now.map_or(0, |since| since.as_secs()));
        let mut retell = None;
        if let Some(record) = plan.course.resumed() {
            for choice in &record.choices {
                course
                    .repeat(choice, 0)
                    .map_err(|fault| format!("the saved battle does not hold: {fault}"))?;
            }
            retell = Some(crate::session_start::first_viewer(&plan.commanders));
        }
        // Watching changes nothing, so there is nothing to save.
        let watched = plan.course.replay().is_some();
        let autosave = Autosave::new(autosave.filter(|_| !watched));
        let map = Arc::new(course.battle().map().clone());
        let brains = brains(&plan);
        Ok(Self {
            plan,
            course,
            autosave,
            ledger,
            brains,
            requests,
            replies,
            map,
            entries_sent: 0,
            retell,
        })
    }

    /// Plays until the window goes.
    pub(super) fn run(&mut self) {
        self.ledger.set(self.course.record().clone());
        let failure = self.autosave.begin(self.course.record());
        // Ends when the window drops its end of the channels.
        let _: Result<(), Abandoned> = self.tell(failure).and_then(|()| self.play());
    }

    fn play(&mut self) -> Result<(), Abandoned> {
        loop {
            let progress = self.course.advance();
            let scripted = self.next_recorded();
            let open = match progress {
                Progress::Over => None,
                Progress::Decision => self.course.battle().decision().cloned(),
            };
            let human = open
                .as_ref()
                .is_some_and(|decision| self.brains[decision.side.index()].is_none());
            let shown = open.filter(|_| human).map(Arc::new);
            self.show(shown)?;
            match progress {
                Progress::Over => {
                    let record = self.course.closed_record();
                    let failure = self.autosave.close(&record);
                    self.ledger.set(record);
                    self.tell(failure)?;
                    self.wait()?;
                }
                Progress::Decision if human => self.wait()?,
                Progress::Decision if self.plan.course.replay().is_some() => {
                    if !scripted {
                        // The record goes no further.
                        self.wait()?;
                    } else if self.answer_waiting()? == After::Nothing {
                        self.follow_record()?;
                    }
                }
                Progress::Decision => {
                    if self.answer_waiting()? == After::Nothing && !self.think()? {
                        let failure = "the computer player found no legal choice".to_owned();
                        self.send(Reply::Failed(failure))?;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Whether the record that is watched has another choice.
    fn next_recorded(&self) -> bool {
        let made = self.course.record().choices.len();
        let record = self.plan.course.replay();
        record.is_some_and(|record| record.choices.len() > made)
    }

    /// Makes the next choice of the record that is watched.
    fn follow_record(&mut self) -> Result<(), Abandoned> {
        let made = self.course.record().choices.len();
        let record = self.plan.course.replay();
        let Some(choice) = record.and_then(|record| record.choices.get(made)) else {
            return Ok(());
        };
        if let Err(fault) = self.course.repeat(choice, 0) {
            self.send(Reply::Failed(fault.to_string()))?;
            self.wait()?;
        }
        Ok(())
    }

    /// Makes a choice, and has it on the disk before anything comes of it.
    fn choose(&mut self, choice: Choice) -> Result<Option<String>, Refusal> {
        let recorded = self.course.choose(choice)?.clone();
        let failure = self.autosave.add(&recorded, self.course.record());
        self.ledger.add(recorded);
        Ok(failure)
    }

    /// Lets the brain answer the open decision; false if no answer was accepted.
    fn think(&mut self) -> Result<bool, Abandoned> {
        let Some(side) = self
            .course
            .battle()
            .decision()
            .map(|decision| decision.side)
        else {
            return Ok(false);
        };
        let Some(brain) = &mut self.brains[side.index()] else {
            return Ok(false);
        };
        let choice = brain.choose(self.course.battle_mut());
        let mut made = self.choose(choice);
        if made.is_err() {
            // Brains promise legal choices; should one fail, the first legal one keeps play going.
            let open = self.course.battle().decision();
            if let Some(choice) = open.and_then(|decision| decision.choice_at(0)) {
                made = self.choose(choice);
            }
        }
        match made {
            Ok(failure) => self.tell(failure).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// Goes back or forth to where only the first so many choices have been made.
    fn go_to(&mut self, choices: usize, viewer: Option<SideId>) -> Result<(), Abandoned> {
        let before = self.course.record().choices.len();
        let mut gone = self.course.rewind(choices);
        while gone.is_ok() && self.course.record().choices.len() < choices && self.next_recorded() {
            let made = self.course.record().choices.len();
            if let Some(record) = self.plan.course.replay() {
                gone = self.course.repeat(&record.choices[made], 0);
            }
        }
        if let Err(fault) = gone {
            self.send(Reply::Failed(fault.to_string()))?;
        }
        if self.course.record().choices.len() < before {
            let failure = self.autosave.take_back(self.course.record());
            self.tell(failure)?;
        }
        self.ledger.set(self.course.record().clone());
        // What brains remember may not have happened.
        self.brains = brains(&self.plan);
        self.retell = Some(viewer);
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Abandoned> {
        loop {
            let request = self.requests.recv().map_err(|_| Abandoned)?;
            if self.answer(request)? == After::GoOn {
                return Ok(());
            }
        }
    }

    /// Answers what has been asked meanwhile, up to something that changes the battle.
    fn answer_waiting(&mut self) -> Result<After, Abandoned> {
        loop {
            match self.requests.try_recv() {
                Ok(request) => {
                    if self.answer(request)? == After::GoOn {
                        return Ok(After::GoOn);
                    }
                }
                Err(TryRecvError::Empty) => return Ok(After::Nothing),
                Err(TryRecvError::Disconnected) => return Err(Abandoned),
            }
        }
    }

    fn answer(&mut self, request: Request) -> Result<After, Abandoned> {
        let battle = self.course.battle_mut();
        let open = battle.decision().map(|decision| decision.number);
        let reply = match request {
            Request::Choose { decision, choice } => {
                if open != Some(decision) {
                    // The player clicked twice; the first click counted.
                    return Ok(After::Nothing);
                }
                match self.choose(choice) {
                    Ok(failure) => return self.tell(failure).map(|()| After::GoOn),
                    Err(refusal) => Reply::Refused(refusal),
                }
            }
            Request::Undo {
                decision,
                choices,
                viewer,
            } => {
                if open == Some(decision) {
                    self.go_to(choices, viewer)?;
                } else {
                    // It has been answered meanwhile; the window waits to hear how things stand.
                    self.retell = Some(viewer);
                }
                return Ok(After::GoOn);
            }
            Request::GoTo { choices } => {
                self.go_to(choices, None)?;
                return Ok(After::GoOn);
            }
            Request::Forecast { decision, choice } => {
                let forecast = if open == Some(decision) {
                    battle.forecast(&choice).map(Box::new)
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
                    battle.vantage(&choice)
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
                reachable: battle.reachable(who),
                threatened: battle.threatened(who),
            },
            Request::Ranges(item) => Reply::Ranges(item, battle.range_bands(item)),
            Request::Path(who, to) => Reply::Path(who, to, battle.path(who, to)),
        };
        self.send(reply)?;
        Ok(After::Nothing)
    }

    /// Shows how the battle stands: what is new, or everything anew.
    fn show(&mut self, decision: Option<Arc<Decision>>) -> Result<(), Abandoned> {
        if let Some(viewer) = self.retell.take() {
            self.map = Arc::new(self.course.battle().map().clone());
            let entries = self.course.battle().entries_from(0, None);
            self.entries_sent = entries.len();
            let state = self.standstill(decision);
            let (scene, playback) = retell(&self.plan, viewer, &entries, &state);
            return self.send(Reply::Retold(Box::new(Retold {
                scene,
                playback,
                state,
            })));
        }
        let entries = self.course.battle().entries_from(self.entries_sent, None);
        self.entries_sent += entries.len();
        let changed = |event: &Event| matches!(event, Event::Door { .. } | Event::Ground { .. });
        if entries.iter().any(|entry| changed(&entry.event)) {
            self.map = Arc::new(self.course.battle().map().clone());
        }
        let state = Box::new(self.standstill(decision));
        self.send(Reply::Update(Update { entries, state }))
    }

    fn standstill(&mut self, decision: Option<Arc<Decision>>) -> Standstill {
        let undoing = decision.as_ref().map(|decision| Undoing {
            fair: self.course.undo_reach(decision.side, false),
            free: self.course.undo_reach(decision.side, true),
        });
        let choices = self.course.record().choices.len();
        let battle = self.course.battle_mut();
        let sides: Vec<SideId> = battle.setup().side_ids().collect();
        let full_view = battle.view(None);
        let sheets = full_view
            .combatants
            .iter()
            .map(|combatant| battle.sheet(combatant.id))
            .collect();
        Standstill {
            side_views: sides.iter().map(|side| battle.view(Some(*side))).collect(),
            full_view,
            sheets,
            map: Arc::clone(&self.map),
            decision,
            undoing,
            choices,
            survivors: match battle.ending() {
                Some(_) => sides.iter().map(|side| battle.survivors(*side)).collect(),
                None => Vec::new(),
            },
            ending: battle.ending().cloned(),
        }
    }

    /// Tells the player what went wrong with the autosave, if anything did.
    fn tell(&mut self, failure: Option<String>) -> Result<(), Abandoned> {
        failure.map_or(Ok(()), |failure| self.send(Reply::NotSaved(failure)))
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

/// Brains that know nothing of the battle yet.
fn brains(plan: &BattlePlan) -> Vec<Option<Box<dyn Brain>>> {
    let seed = plan.setup.seed;
    (0..)
        .zip(&plan.commanders)
        .map(|(side, commander)| match commander {
            Commander::Human => None,
            Commander::Ai(kind) => Some(brain(*kind, seed.wrapping_add(side))),
        })
        .collect()
}
