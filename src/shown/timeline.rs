//! The timeline of a round as far as it has been played: planned actions, what has become of them, and the moment.

use shieldwall_battle::{
    CombatantId, Event, Vitality,
    terms::{Action, DueState},
};

/// The timeline of the round that is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Timeline {
    /// Actions with a place on it, in the order in which they became known.
    pub(crate) due: Vec<Due>,
    /// The moment to which the count has come; `None` before the first.
    pub(crate) now: Option<i32>,
}

/// An action on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) who: CombatantId,
    /// Its number among the actions of its combatant, from 1.
    pub(crate) nth: u8,
    pub(crate) what: Action,
    pub(crate) target: Option<CombatantId>,
    /// The moment for which it is planned, or on which it was done.
    pub(crate) at: i32,
    /// The moment on which it ends, if it takes time.
    pub(crate) until: Option<i32>,
    /// The chance, in percent, with which a hit breaks it off until then.
    pub(crate) broken_by_hit: Option<u8>,
    pub(crate) state: DueState,
}

impl Timeline {
    /// Takes in an event.
    pub(super) fn tell(&mut self, event: &Event) {
        match event {
            Event::RoundBegan => *self = Self::default(),
            Event::Moment { at, .. } => self.now = Some(*at),
            Event::Due {
                who,
                nth,
                what,
                target,
                at,
                until,
                broken_by_hit,
                state,
            } => {
                let due = Due {
                    who: *who,
                    nth: *nth,
                    what: *what,
                    target: *target,
                    at: *at,
                    until: *until,
                    broken_by_hit: *broken_by_hit,
                    state: *state,
                };
                let same = |known: &&mut Due| known.who == due.who && known.nth == due.nth;
                match self.due.iter_mut().find(same) {
                    Some(known) => *known = due,
                    None => self.due.push(due),
                }
            }
            // It does nothing any more.
            Event::Vitality { who, to, .. } if *to != Vitality::Active => {
                let own = self.due.iter_mut().filter(|due| due.who == *who);
                for due in own.filter(|due| due.state != DueState::Done) {
                    due.state = DueState::Lost;
                }
            }
            _ => {}
        }
    }
}

impl Due {
    /// The moment at which it is to be seen: what waits goes along with the count.
    pub(crate) fn place(&self, now: Option<i32>) -> i32 {
        match (self.state, now) {
            (DueState::Waits, Some(now)) => self.at.min(now),
            _ => self.at,
        }
    }

    /// Whether it is still to come.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, DueState::Planned | DueState::Waits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_terms::action;

    fn due(nth: u8, at: i32, state: DueState) -> Event {
        Event::Due {
            who: CombatantId(1),
            nth,
            what: action("attack"),
            target: Some(CombatantId(2)),
            at,
            until: None,
            broken_by_hit: None,
            state,
        }
    }

    #[test]
    fn an_action_that_waits_goes_along_with_the_count_and_the_fallen_lose_theirs() {
        let mut timeline = Timeline::default();
        for event in [
            due(1, 8, DueState::Planned),
            due(2, 5, DueState::Planned),
            Event::Moment {
                counted: "segment",
                at: 8,
            },
            due(1, 8, DueState::Waits),
            Event::Moment {
                counted: "segment",
                at: 7,
            },
        ] {
            timeline.tell(&event);
        }
        let places = |timeline: &Timeline| {
            let all = timeline.due.iter();
            all.map(|due| due.place(timeline.now)).collect::<Vec<_>>()
        };
        assert_eq!(places(&timeline), [7, 5]);
        timeline.tell(&due(1, 7, DueState::Done));
        timeline.tell(&Event::Vitality {
            who: CombatantId(1),
            from: Vitality::Active,
            to: Vitality::Dying,
        });
        let states: Vec<DueState> = timeline.due.iter().map(|due| due.state).collect();
        assert_eq!(states, [DueState::Done, DueState::Lost]);
        timeline.tell(&Event::RoundBegan);
        assert_eq!(timeline, Timeline::default());
    }
}
