//! What the simulation has sent is taken in: entries are queued, answers are put where the panels
//! look for them.

use bevy::prelude::*;

use crate::{
    host::{Reply, Retold, Update as Report},
    session::{Beat, Session},
};

/// Beats that may wait; the simulation then waits too.
const MOST_BEATS: usize = 1200;

/// Takes in what has arrived.
pub(super) fn receive(mut session: ResMut<Session>) {
    // While it jumps, what comes is of no use, but in the way of what is waited for.
    while session.jumping || session.queue.len() < MOST_BEATS {
        // Look before writing, so that frames without news leave the session unchanged.
        let Some(reply) = session.bypass_change_detection().host.poll() else {
            return;
        };
        session.take(reply);
    }
}

impl Session {
    /// Takes in one reply.
    pub(super) fn take(&mut self, reply: Reply) {
        match reply {
            Reply::Failed(reason) => self.failure = Some(reason),
            Reply::Update(_) if self.jumping => {}
            Reply::Update(report) => self.take_report(report),
            Reply::Retold(retold) => self.take_retold(*retold),
            Reply::NotSaved(reason) => self.not_saved = Some(reason),
            Reply::Refused(refusal) => {
                self.waiting = false;
                self.refusal = Some(refusal);
            }
            Reply::Forecast {
                decision,
                choice,
                forecast,
            } => {
                if self.is_open(decision) {
                    let forecast = forecast.map(|forecast| *forecast);
                    self.forecasts.take(choice, forecast);
                }
            }
            Reply::Vantage {
                decision,
                choice,
                vantage,
            } => {
                if self.is_open(decision) {
                    self.vantages.take(choice, vantage);
                }
            }
            Reply::Reach {
                who,
                reachable,
                threatened,
            } => {
                self.reach.insert(who, (reachable, threatened));
            }
            Reply::Ranges(item, bands) => {
                self.ranges.insert(item, bands);
            }
            Reply::Path(who, to, path) => {
                self.paths.insert((who, to), path);
            }
        }
    }

    /// Everything anew: what was shown, and what waited to be, is no longer so.
    fn take_retold(&mut self, retold: Retold) {
        self.waiting = false;
        self.jumping = false;
        self.watch.jumped();
        self.refusal = None;
        self.decision = None;
        self.ending = None;
        self.playing = None;
        self.queue.clear();
        let seated = self.playback.seated;
        self.scene = retold.scene;
        self.playback = retold.playback;
        self.playback.seated = seated;
        self.queue.push_back(Beat::Settled(Box::new(retold.state)));
    }

    fn take_report(&mut self, report: Report) {
        self.waiting = false;
        self.refusal = None;
        // The battle has gone on, so whatever was open has been answered.
        self.decision = None;
        let entries = report.entries.into_iter();
        self.queue
            .extend(entries.map(|entry| Beat::Entry(Box::new(entry))));
        self.queue.push_back(Beat::Settled(report.state));
    }

    /// Whether the decision with this number is the open one.
    fn is_open(&self, number: u32) -> bool {
        self.decision
            .as_ref()
            .is_some_and(|open| open.number == number)
    }
}
