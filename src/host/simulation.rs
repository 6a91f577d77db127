//! The simulation itself: it advances the battle, lets brains and people decide, and answers.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, SendTimeoutError, Sender};
use shieldwall_ai::{Brain, Haste, brain};
use shieldwall_battle::{Choice, Decision, Event, Progress, Refusal, SideId, Target, Vantage};
use shieldwall_grid::Map;
use shieldwall_lab::{
    autosaves::Autosaves,
    commander_seed,
    record::{Fault, RecordedBattle, RecordedCommander},
};

use super::{
    Reply, Request, Retold, Standstill, Undoing, Update,
    autosaving::{Autosave, Shown},
    queue::{Abandoned, Queue},
    shared_record::SharedRecord,
};
use crate::{
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    shown::retell,
    waking::Waker,
};

/// How often the autosave is looked to while nothing is asked but something may have to be written.
const LOOK: Duration = Duration::from_millis(500);

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
    shared_record: SharedRecord,
    /// Those who decide for the sides, red's first; `None` for a person.
    brains: Vec<Option<Box<dyn Brain>>>,
    queue: Queue,
    replies: Sender<Reply>,
    waker: Waker,
    map: Arc<Map>,
    entries_sent: usize,
    /// Whether the window wants them to decide at once.
    haste: Haste,
    /// Whether the window has to be told everything anew, as the battle stands elsewhere than it
    /// was shown, and to which side.
    retell: Option<Option<SideId>>,
}

impl Simulation {
    /// Begins a battle.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub(super) fn new(
        plan: BattlePlan,
        autosaves: Option<Autosaves>,
        (shared_record, shown): (SharedRecord, Shown),
        requests: Receiver<Request>,
        (replies, waker): (Sender<Reply>, Waker),
        (haste, stop): (Haste, Arc<AtomicBool>),
    ) -> Result<Self, String> {
        let commanders: Vec<RecordedCommander> = match &plan.origin {
            BattleOrigin::Replay { record, .. } => record.header.commanders(),
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
        if let Some(record) = plan.origin.resumed() {
            for choice in &record.choices {
                course
                    .repeat(choice, 0)
                    .map_err(|fault| format!("the saved battle does not hold: {fault}"))?;
            }
            retell = Some(plan.first_viewer());
        }
        // Watching changes nothing, so there is nothing to save.
        let watched = plan.origin.replay().is_some();
        let autosaves = autosaves.filter(|_| !watched);
        let played = plan.commanders.contains(&Commander::Human);
        let resumed = course.record().choices.len();
        let autosave = Autosave::new(autosaves, played, resumed, shown);
        let map = Arc::new(course.battle().map().clone());
        let brains = brains(&plan, &haste);
        Ok(Self {
            plan,
            course,
            autosave,
            shared_record,
            brains,
            haste,
            queue: Queue::new(requests, stop),
            replies,
            waker,
            map,
            entries_sent: 0,
            retell,
        })
    }

    /// Plays until the window goes.
    pub(super) fn run(&mut self) {
        self.shared_record.set(self.course.record().clone());
        self.autosave.save(&mut self.course);
        // Ends when the window drops its end of the channels.
        let _: Result<(), Abandoned> = self.play();
        // What was shown last.
        self.autosave.save(&mut self.course);
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
            if human {
                self.haste.forgo();
            }
            let answered = scripted || self.plan.origin.replay().is_none();
            let covert = open.as_ref().is_some_and(|decision| decision.covert);
            let quiet = covert && !human && answered && self.plan.first_viewer().is_some();
            let shown = open.filter(|_| human).map(Arc::new);
            self.autosave.save(&mut self.course);
            self.tell_saving()?;
            // Nothing stops on the board for what the player may not know to have been asked.
            if !quiet || self.retell.is_some() {
                self.show(shown)?;
            }
            match progress {
                Progress::Over => {
                    let record = self.course.closed_record();
                    self.shared_record.set(record);
                    self.wait()?;
                }
                Progress::Decision if human => self.wait()?,
                Progress::Decision if self.plan.origin.replay().is_some() => {
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
        let record = self.plan.origin.replay();
        record.is_some_and(|record| record.choices.len() > made)
    }

    /// Makes the next choice of the record that is watched.
    fn follow_record(&mut self) -> Result<(), Abandoned> {
        let made = self.course.record().choices.len();
        let record = self.plan.origin.replay();
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
    fn choose(&mut self, choice: Choice) -> Result<(), Refusal> {
        let recorded = self.course.choose(choice)?.clone();
        self.autosave.save(&mut self.course);
        self.shared_record.add(recorded);
        Ok(())
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
        if !self.plan.commanders.contains(&Commander::Human) {
            self.haste.forgo();
        }
        let mut made = self.choose(choice);
        if made.is_err() {
            // Brains promise legal choices; should one fail, the first legal one keeps play going.
            let open = self.course.battle().decision();
            if let Some(choice) = open.and_then(|decision| decision.choice_at(0)) {
                made = self.choose(choice);
            }
        }
        Ok(made.is_ok())
    }

    /// Goes back or forth to where only the first so many choices have been made. Where the viewer may
    /// not know what is asked there, it goes on in the same direction to where it may.
    fn go_to(&mut self, choices: usize, viewer: Option<SideId>) -> Result<(), Abandoned> {
        let forward = choices > self.course.record().choices.len();
        let mut gone = self.course.rewind(choices);
        while gone.is_ok() && self.course.record().choices.len() < choices && self.next_recorded() {
            gone = self.repeat_next();
        }
        // What is watched before it is over is not shown at what the viewer may not know to have been asked.
        while gone.is_ok() && viewer.is_some() && self.plan.origin.replay().is_some() {
            self.course.advance();
            let open = self.course.battle().decision();
            let made = self.course.record().choices.len();
            if !open.is_some_and(|decision| decision.covert) {
                break;
            }
            if forward && self.next_recorded() {
                gone = self.repeat_next();
            } else if made > 0 {
                gone = self.course.rewind(made - 1);
            } else {
                break;
            }
        }
        if let Err(fault) = gone {
            self.send(Reply::Failed(fault.to_string()))?;
        }
        self.autosave.save(&mut self.course);
        self.shared_record.set(self.course.record().clone());
        // What brains remember may not have happened.
        self.brains = brains(&self.plan, &self.haste);
        self.retell = Some(viewer);
        Ok(())
    }

    /// Makes the next choice of the record that is watched.
    fn repeat_next(&mut self) -> Result<(), Fault> {
        let made = self.course.record().choices.len();
        match self.plan.origin.replay() {
            Some(record) => self.course.repeat(&record.choices[made], 0),
            None => Ok(()),
        }
    }

    fn wait(&mut self) -> Result<(), Abandoned> {
        loop {
            if let Some(request) = self.queue.take()? {
                if self.answer(request)? == After::GoOn {
                    return Ok(());
                }
            } else if self.autosave.is_behind(&self.course) {
                match self.queue.requests().recv_timeout(LOOK) {
                    Ok(request) => self.queue.put(request),
                    Err(RecvTimeoutError::Timeout) => {
                        self.autosave.save(&mut self.course);
                        self.tell_saving()?;
                    }
                    Err(RecvTimeoutError::Disconnected) => return Err(Abandoned),
                }
            } else {
                let request = self.queue.requests().recv().map_err(|_| Abandoned)?;
                self.queue.put(request);
            }
        }
    }

    /// Answers what has been asked meanwhile, up to something that changes the battle.
    fn answer_waiting(&mut self) -> Result<After, Abandoned> {
        while let Some(request) = self.queue.take()? {
            if self.answer(request)? == After::GoOn {
                return Ok(After::GoOn);
            }
        }
        Ok(After::Nothing)
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
                    Ok(()) => return Ok(After::GoOn),
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
                self.go_to(choices, self.plan.first_viewer())?;
                return Ok(After::GoOn);
            }
            Request::Forecast { decision, choice } => {
                let forecast = if open == Some(decision) {
                    battle
                        .forecast_unless(&choice, self.queue.stop())
                        .map(Box::new)
                } else {
                    None
                };
                if forecast.is_none() && self.queue.stop().load(Ordering::Relaxed) {
                    // It was broken off, and its turn comes again.
                    self.queue.put(Request::Forecast { decision, choice });
                    return Ok(After::Nothing);
                }
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
            Request::WhyNot { decision, who } => {
                let wanted = Choice::of(battle.ruleset().terms().attack());
                let wanted = wanted.at(Target::Combatant(who));
                let asked = open == Some(decision);
                Reply::WhyNot {
                    decision,
                    who,
                    refusal: asked.then(|| battle.why_not(&wanted)).flatten(),
                }
            }
            Request::Order { decision, choice } => Reply::Order {
                decision,
                order: (open == Some(decision))
                    .then(|| battle.order_after(&choice))
                    .flatten(),
                choice,
            },
            Request::Due { decision, choice } => {
                let stop = self.queue.stop();
                let due = if open == Some(decision) {
                    battle.due_after(&choice, stop)
                } else {
                    None
                };
                if due.is_none() && stop.load(Ordering::Relaxed) {
                    self.queue.put(Request::Due { decision, choice });
                    return Ok(After::Nothing);
                }
                Reply::Due {
                    decision,
                    choice,
                    due: due.unwrap_or_default(),
                }
            }
            Request::Missing { decision } => Reply::Missing {
                decision,
                actions: if open == Some(decision) {
                    battle.missing()
                } else {
                    Vec::new()
                },
            },
            Request::Approaches {
                decision,
                who,
                first,
            } => {
                let (approaches, forecast) = if open == Some(decision) {
                    battle.approaches(who, first.as_ref())
                } else {
                    (Vec::new(), None)
                };
                Reply::Approaches {
                    decision,
                    who,
                    first,
                    approaches,
                    forecast: forecast.map(Box::new),
                }
            }
            Request::Reach(who) => {
                // Not as the computer knows it while that decides.
                let deciding = battle.decision().map(|decision| decision.side);
                let person = |side: &SideId| self.brains[side.index()].is_none();
                let asking = deciding.filter(person).or(self.plan.first_viewer());
                Reply::Reach {
                    who,
                    reachable: battle.reachable_as(who, asking),
                    threatened: battle.threatened_as(who, asking),
                }
            }
            Request::Ranges(item) => Reply::Ranges(item, battle.range_bands(item)),
            Request::Path(who, to) => Reply::Path(who, to, battle.path(who, to)),
            Request::DrawnWay { decision, choice } => Reply::DrawnWay {
                decision,
                way: if open == Some(decision) {
                    battle.drawn_way(&choice)
                } else {
                    Ok(None)
                },
                choice,
            },
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
            let (shown, playback) = retell(&self.plan, viewer, &entries, state.view(viewer));
            return self.send(Reply::Retold(Box::new(Retold {
                shown,
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
        let plans = decision.as_ref();
        let plans = plans.map(|decision| battle.secret_choices(decision.side));
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
            plans: plans.unwrap_or_default(),
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

    /// Tells the player how it stands with the autosave, if that is news.
    fn tell_saving(&mut self) -> Result<(), Abandoned> {
        let news = self.autosave.news();
        news.map_or(Ok(()), |news| self.send(Reply::Saving(news)))
    }

    /// Sends a reply; while the window is busy it keeps an eye on whether the window still exists.
    fn send(&mut self, mut reply: Reply) -> Result<(), Abandoned> {
        loop {
            match self.replies.send_timeout(reply, Duration::from_millis(200)) {
                Ok(()) => {
                    self.waker.wake();
                    return Ok(());
                }
                Err(SendTimeoutError::Timeout(unsent)) => {
                    reply = unsent;
                    // What has been shown meanwhile.
                    self.autosave.save(&mut self.course);
                }
                Err(SendTimeoutError::Disconnected(_)) => return Err(Abandoned),
            }
        }
    }
}

/// Brains that know nothing of the battle yet.
fn brains(plan: &BattlePlan, haste: &Haste) -> Vec<Option<Box<dyn Brain>>> {
    let seed = plan.setup.seed;
    SideId::first(SideId::MOST)
        .zip(&plan.commanders)
        .map(|(side, commander)| match commander {
            Commander::Human => None,
            Commander::Ai(kind) => {
                let mut brain = brain(*kind, commander_seed(seed, side));
                brain.heed(haste);
                Some(brain)
            }
        })
        .collect()
}
