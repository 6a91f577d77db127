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

/// The numbers that the journal has told of in this round and that are not over.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct Timeline {
    round: u32,
    open: Vec<Told>,
    /// For each combatant how many numbers it has had.
    given: Vec<(CombatantId, u8)>,
}

/// A number of which the journal has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
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

/// Tells the journal of all numbers that are new, and of those that are over.
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
    let mut write = |told: Told, what: Action, state: DueState| {
        let event = Event::Due {
            who: told.who,
            nth: told.nth,
            what,
            target: None,
            at: told.at.into(),
            until: None,
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
        let mut held = if able { who.round.held.0 } else { 0 };
        let mut kept = Vec::new();
        for mut told in timeline.open.clone() {
            if told.who != id {
                kept.push(told);
            } else if told.held && held > 0 {
                held -= 1;
                kept.push(told);
            } else if let Some(place) = left.iter().position(|number| *number == told.at)
                && !told.held
            {
                left.remove(place);
                kept.push(told);
            } else if !told.held && held > waiting(&timeline.open, id) {
                told.held = true;
                held -= 1;
                write(told, what, DueState::Waits);
                kept.push(told);
            } else {
                let played = told.held && able || told.at == count.number;
                let state = if played {
                    DueState::Done
                } else {
                    DueState::Lost
                };
                write(told, what, state);
            }
        }
        timeline.open = kept;
        for at in left {
            let nth = timeline.next(id);
            let told = Told {
                who: id,
                nth,
                at,
                held: false,
            };
            write(told, what, DueState::Planned);
            timeline.open.push(told);
        }
    }
}

/// The numbers of a combatant that it has held, as told.
fn waiting(open: &[Told], who: CombatantId) -> u8 {
    let held = open.iter().filter(|told| told.who == who && told.held);
    u8::try_from(held.count()).unwrap_or(u8::MAX)
}
