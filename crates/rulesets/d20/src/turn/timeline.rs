//! The numbers of a round as the journal tells of them: when they are rolled, played, held or lost (D20-019, D20-022,
//! D20-023).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Action, CombatantId, Event, Flow, RegisterState, Scribe, Writer, terms::DueState,
};

use crate::{
    figure::{battlefield::Battlefield, count::Count, round::Intent},
    stages::Countdown,
    terms::{
        actions::{CAST, CHARGE, CLOSE, FULL_DEFENCE, STRIKE},
        rules::{R019, R022},
    },
    turn::countdown::next_number,
};

pub(super) fn plugin(app: &mut App) {
    app.resource_state::<Timeline>();
    app.add_systems(Countdown, tell.before(next_number));
}

/// The numbers of this round that stand in the journal and are not over.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Timeline {
    round: u32,
    open: Vec<Noted>,
    /// For each combatant how many numbers it has had.
    given: Vec<(CombatantId, u8)>,
}

/// A number that stands in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Noted {
    who: CombatantId,
    nth: u8,
    at: u16,
    held: bool,
}

/// The action that a combatant means to do on its numbers.
const fn action(intent: Intent) -> Action {
    match intent {
        Intent::Fight => STRIKE,
        Intent::Close => CLOSE,
        Intent::Charge => CHARGE,
        Intent::FullDefence => FULL_DEFENCE,
        Intent::Cast => CAST,
    }
}

impl Timeline {
    /// Counts the number that a combatant gets.
    fn next(&mut self, who: CombatantId) -> u8 {
        match self.given.iter_mut().find(|(known, _)| *known == who) {
            Some((_, given)) => {
                *given += 1;
                *given
            }
            None => {
                self.given.push((who, 1));
                1
            }
        }
    }
}

/// Writes all numbers that are new, and those that are over.
fn tell(
    field: Battlefield,
    count: Res<Count>,
    flow: Res<Flow>,
    mut timeline: ResMut<Timeline>,
    mut scribe: Scribe,
) {
    if timeline.round != flow.round {
        *timeline = Timeline {
            round: flow.round,
            ..Timeline::default()
        };
    }
    let mut write = |noted: Noted, what: Action, state: DueState| {
        let event = Event::Due {
            who: noted.who,
            nth: noted.nth,
            what,
            target: None,
            at: noted.at.into(),
            until: None,
            broken_by_hit: None,
            state,
        };
        let rule = if state == DueState::Waits { R022 } else { R019 };
        scribe.write(event, &[rule]);
    };
    for who in field.all() {
        let (id, what) = (*who.id, action(*who.round.intent));
        let able = who.has_numbers();
        let mut left: Vec<u16> = who
            .round
            .numbers
            .0
            .iter()
            .copied()
            .filter(|_| able)
            .collect();
        let held = if able { who.round.held.0 } else { 0 };
        let before = waiting(&timeline.open, id);
        let (mut still, mut newly) = (held.min(before), held.saturating_sub(before));
        let mut kept = Vec::new();
        for mut noted in timeline.open.clone() {
            if noted.who != id {
                kept.push(noted);
            } else if noted.held && still > 0 {
                still -= 1;
                kept.push(noted);
            } else if let Some(place) = left.iter().position(|number| *number == noted.at)
                && !noted.held
            {
                left.remove(place);
                kept.push(noted);
            } else if !noted.held && newly > 0 {
                noted.held = true;
                newly -= 1;
                write(noted, what, DueState::Waits);
                kept.push(noted);
            } else {
                let played = noted.held && able || noted.at == count.number;
                let state = if played {
                    DueState::Done
                } else {
                    DueState::Lost
                };
                write(noted, what, state);
            }
        }
        timeline.open = kept;
        for at in left {
            let nth = timeline.next(id);
            let noted = Noted {
                who: id,
                nth,
                at,
                held: false,
            };
            write(noted, what, DueState::Planned);
            timeline.open.push(noted);
        }
    }
}

/// The numbers that a combatant has held.
fn waiting(open: &[Noted], who: CombatantId) -> u8 {
    let held = open.iter().filter(|noted| noted.who == who && noted.held);
    u8::try_from(held.count()).unwrap_or(u8::MAX)
}
