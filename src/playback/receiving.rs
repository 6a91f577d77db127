//! What the simulation has sent is taken in: entries are queued, answers are put where the panels
//! look for them.

use bevy::prelude::*;

use crate::{
    host::{Reply, Update as Report},
    session::{Beat, Session, Settled},
};

/// Beats that may wait; the simulation then waits too.
const MOST_BEATS: usize = 1200;

/// Takes in what has arrived.
pub(super) fn receive(mut session: ResMut<Session>) {
    while session.queue.len() < MOST_BEATS {
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
            Reply::Update(report) => self.take_report(*report),
            Reply::Refused(refusal) => {
                self.waiting = false;
                self.refusal = Some(refusal.reason);
            }
            Reply::Forecast {
                decision,
                choice,
                forecast,
            } => {
                let open = self.decision.as_ref().map(|open| open.number);
                if open != Some(decision) {
                    return;
                }
                let forecast = forecast.map(|forecast| *forecast);
                match self
                    .forecasts
                    .iter_mut()
                    .find(|(asked, _)| *asked == choice)
                {
                    Some((_, answer)) => *answer = forecast,
                    None => self.forecasts.push((choice, forecast)),
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

    fn take_report(&mut self, report: Report) {
        self.waiting = false;
        self.refusal = None;
        // The battle has gone on, so whatever was open has been answered.
        self.decision = None;
        let entries = report.entries.into_iter();
        self.queue
            .extend(entries.map(|entry| Beat::Entry(Box::new(entry))));
        self.queue.push_back(Beat::Settled(Box::new(Settled {
            side_views: report.side_views,
            full_view: report.full_view,
            sheets: report.sheets,
            map: report.map,
            decision: report.decision,
            ending: report.ending,
        })));
    }
}
