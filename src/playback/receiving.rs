//! What the simulation has sent is taken in: entries are queued, answers are put where the panels
//! look for them.

use bevy::prelude::*;
use shieldwall_battle::{Approach, CombatantId, Refusal};

use crate::{
    host::{Reply, Retold, Update as Report},
    playback::{Course, CourseParts},
    session::{Approaches, Beat},
};

/// Beats that may wait; the simulation then waits too.
const MOST_BEATS: usize = 1200;

/// Takes in what has arrived.
pub(super) fn receive(mut parts: CourseParts) {
    // While it jumps, what comes is of no use, but in the way of what is waited for.
    while parts.playback.jumping || parts.playback.queue.len() < MOST_BEATS {
        // Look before writing, so that frames without news leave everything unchanged.
        let Some(reply) = parts.host.bypass_change_detection().poll() else {
            return;
        };
        parts.work(|course| course.take(reply));
    }
}

impl Course<'_> {
    /// Takes in one reply.
    pub(crate) fn take(&mut self, reply: Reply) {
        let told = matches!(
            reply,
            Reply::Forecast { .. }
                | Reply::Vantage { .. }
                | Reply::Order { .. }
                | Reply::Due { .. }
                | Reply::Missing { .. }
                | Reply::Approaches { .. }
                | Reply::Reach { .. }
                | Reply::Ranges(..)
                | Reply::Path(..)
                | Reply::DrawnWay { .. }
        );
        self.answered |= told;
        self.changed |= !told;
        match reply {
            Reply::Failed(reason) => self.session.failure = Some(reason),
            Reply::Update(_) if self.playback.jumping => {}
            Reply::Update(report) => self.take_report(report),
            Reply::Retold(retold) => self.take_retold(*retold),
            Reply::Saving(saving) => {
                self.saving.not_saved = saving.failure;
                self.saving.set_aside.extend(saving.set_aside);
            }
            Reply::Refused(refusal) => {
                self.session.waiting = false;
                self.session.refusal = Some(refusal);
            }
            Reply::Forecast {
                decision,
                choice,
                forecast,
            } => {
                if self.is_open(decision) {
                    let forecast = forecast.map(|forecast| *forecast);
                    self.asked.forecasts.take(choice, forecast);
                }
            }
            Reply::Vantage {
                decision,
                choice,
                vantage,
            } => {
                if self.is_open(decision) {
                    self.asked.vantages.take(choice, vantage);
                }
            }
            Reply::WhyNot {
                decision,
                who,
                refusal,
            } => {
                if self.is_open(decision) && !self.session.waiting {
                    self.session.refusal = Some(refusal.unwrap_or_else(|| self.beyond_attack(who)));
                }
            }
            Reply::Order {
                decision,
                choice,
                order,
            } => {
                if self.is_open(decision) {
                    self.asked.orders.take(choice, order);
                }
            }
            Reply::Due {
                decision,
                choice,
                due,
            } => {
                if self.is_open(decision) {
                    self.asked.due.take(choice, due);
                }
            }
            Reply::Missing { decision, actions } => {
                if self.is_open(decision) {
                    self.asked.missing = actions;
                }
            }
            Reply::Approaches {
                decision,
                who,
                first,
                approaches: all,
                forecast,
            } => {
                if self.is_open(decision) {
                    if let (Some(nearest), Some(mut forecast)) = (all.first(), forecast) {
                        forecast.notes.splice(0..0, approach_notes(nearest));
                        let attack = nearest.attack.clone();
                        self.asked.forecasts.take(attack, Some(*forecast));
                    }
                    self.asked.approaches.insert(who, Approaches { first, all });
                }
            }
            Reply::Reach {
                who,
                reachable,
                threatened,
            } => {
                self.asked.reach.insert(who, (reachable, threatened));
            }
            Reply::Ranges(item, bands) => {
                self.asked.ranges.insert(item, bands);
            }
            Reply::Path(who, to, path) => {
                self.asked.paths.insert((who, to), path);
            }
            Reply::DrawnWay {
                decision,
                choice,
                way,
            } => {
                if self.is_open(decision) {
                    self.asked.drawn_ways.take(choice, way);
                }
            }
        }
    }

    /// Everything anew: what was shown, and what waited to be, is no longer so.
    fn take_retold(&mut self, retold: Retold) {
        self.session.waiting = false;
        self.playback.jumping = false;
        self.playback.watch.jumped();
        self.session.refusal = None;
        self.session.decision = None;
        self.session.ending = None;
        self.playback.playing = None;
        self.playback.queue.clear();
        let seated = self.playback.state.seated;
        self.session.shown = retold.shown;
        self.playback.state = retold.playback;
        self.playback.state.seated = seated;
        self.playback
            .queue
            .push_back(Beat::Settled(Box::new(retold.state)));
    }

    fn take_report(&mut self, report: Report) {
        self.session.waiting = false;
        self.session.refusal = None;
        // The battle has gone on, so whatever was open has been answered.
        self.session.decision = None;
        let entries = report.entries.into_iter();
        self.playback
            .queue
            .extend(entries.map(|entry| Beat::Entry(Box::new(entry))));
        self.playback.queue.push_back(Beat::Settled(report.state));
    }

    /// What is said of an enemy who cannot be attacked where the ruleset gives no reason.
    fn beyond_attack(&self, who: CombatantId) -> Refusal {
        let figure = self.session.shown.figures.get(who.index());
        let name = figure.and_then(|figure| Some(figure.as_ref()?.name.as_str()));
        let name = name.unwrap_or("This enemy");
        // Most often something else is asked first: where to move, say.
        let question = self
            .session
            .decision
            .as_ref()
            .map_or("", |open| &open.prompt);
        let reason = format!("{name} cannot be attacked now. {question}");
        Refusal::new(reason.trim_end().to_owned())
    }

    /// Whether the decision with this number is the open one.
    fn is_open(&self, number: u32) -> bool {
        self.session
            .decision
            .as_ref()
            .is_some_and(|open| open.number == number)
    }
}

/// Words on the move that comes before an attack.
fn approach_notes(approach: &Approach) -> Vec<String> {
    let (label, cost) = (&approach.label, approach.cost);
    let walks = (!label.is_empty()).then(|| format!("{label} first: {cost}"));
    let waits = approach.later.then(|| "Others may act before".to_owned());
    walks.into_iter().chain(waits).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shieldwall_battle::{Decision, Offer, SideId, Vitality};

    use super::*;
    use crate::{
        battle_plan::Commander,
        playback::samples::{figure, session},
    };

    #[test]
    fn why_an_enemy_cannot_be_attacked_is_said_if_only_in_general() {
        let mut session = session([Commander::Human; 2]);
        session.shown.figures = vec![None, Some(figure(1, 9, Vitality::Active))];
        session.decision = Some(Arc::new(Decision {
            number: 4,
            side: SideId::RED,
            actor: Some(CombatantId(0)),
            kind: crate::sample_terms::kind("action"),
            prompt: "Where to?".to_owned(),
            against: None,
            sealed: false,
            covert: false,
            offers: vec![Offer::new(crate::sample_terms::action("pass"), "Pass", &[])],
        }));
        let answer = |decision, refusal| Reply::WhyNot {
            decision,
            who: CombatantId(1),
            refusal,
        };
        session.take(answer(3, None));
        assert_eq!(session.refusal, None, "it was about another decision");
        session.take(answer(4, None));
        let said = session.refusal.take().map(|refusal| refusal.reason);
        assert_eq!(
            said.as_deref(),
            Some("Archer cannot be attacked now. Where to?")
        );
        let refusal = Refusal::new("spear: Archer is not within reach".to_owned());
        session.take(answer(4, Some(refusal.clone())));
        assert_eq!(session.refusal, Some(refusal));
    }
}
