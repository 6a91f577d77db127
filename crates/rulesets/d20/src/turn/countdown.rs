//! The count: from the highest number down, equal ones together, and then those who have held (D20-021 to D20-027,
//! D20-R09, D20-R12, D20-R13).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, Event, Flow, RegisterState, Scribe, Writer, add_stage,
};

use crate::{
    figure::{
        Singling,
        battlefield::{Battlefield, Figure},
        count::Count,
        round::{Held, Numbers},
    },
    stages::{self, Countdown},
    terms::{
        conditions::SINGLING,
        rules::{R023, R026, RR53},
        stages::HELD,
        words::NUMBER,
    },
    turn::{
        ending::{self, Hold},
        surprise::Segments,
    },
};

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Countdown);
    app.resource_state::<Count>();
    app.add_systems(Countdown, next_number);
}

/// Those whose spell takes effect when the phase of surprise is over (D20-151, D20-R18).
fn surprise_casters(field: &Battlefield<'_, '_>, segments: Segments) -> Vec<CombatantId> {
    if !segments.is_played() || segments.now < segments.last {
        return Vec::new();
    }
    let casters = field
        .all()
        .filter(|who| who.can_act() && who.magic.casting.0.is_some());
    field.in_order(casters.map(|who| *who.id))
}

/// Goes on to the next number, to the held step, or to the end of the round.
pub(super) fn next_number(
    field: Battlefield,
    mut commands: Commands,
    hold: Res<Hold>,
    segments: Res<Segments>,
    mut count: ResMut<Count>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    if let Some(ending) = ending::decided(&field, &hold) {
        ending::end(&mut scribe, &mut flow, ending);
        return;
    }
    let able = || field.all().filter(Figure::has_numbers);
    let first = |who: &Figure<'_, '_>| who.round.numbers.0.first().copied();
    let highest = able().filter_map(|who| first(&who)).max();
    let held = highest.is_none();
    let acting = able().filter(|who| match highest {
        Some(number) => first(who) == Some(number),
        None => who.round.held.0 > 0,
    });
    let acting = field.in_order(acting.map(|who| *who.id));
    if acting.is_empty() {
        let casters = surprise_casters(&field, *segments);
        if casters.is_empty() || count.after_all {
            flow.replace(stages::round_end());
            return;
        }
        // What was cast in the phase of surprise takes effect after its last segment (D20-151).
        *count = Count {
            acting: casters.clone(),
            actors: casters,
            after_all: true,
            ..Count::default()
        };
        flow.push(stages::action());
        return;
    }
    let mut actors = Vec::new();
    for who in &acting {
        let figure = field.figure(*who);
        let entity = figure.entity;
        // Its next action: it minds all its enemies again (D20-R53).
        if figure.singling.0.is_some() {
            commands.change(entity, |singling: &mut Singling| singling.0 = None);
            scribe.condition(*who, SINGLING, false, &[RR53]);
        }
        if held {
            // Several that were held are made one after the other (D20-023).
            actors.push(*who);
            commands.change(entity, |held: &mut Held| held.0 -= 1);
        } else {
            // Equal numbers come together, those of one combatant too (D20-024, D20-027).
            let numbers = &figure.round.numbers.0;
            let equal = numbers.partition_point(|number| Some(*number) == highest);
            commands.change(entity, move |numbers: &mut Numbers| {
                numbers.0.drain(..equal);
            });
            actors.extend(std::iter::repeat_n(*who, equal));
        }
    }
    if let Some(number) = highest {
        let event = Event::Moment {
            counted: NUMBER,
            at: number.into(),
        };
        scribe.write(event, &[R026]);
    }
    if held && !count.held {
        let stage = HELD;
        scribe.write(Event::StageBegan { stage }, &[R023]);
    }
    *count = Count {
        number: highest.unwrap_or(0),
        held,
        movers: acting.clone(),
        actors,
        acting,
        late: Vec::new(),
        after_all: false,
    };
    flow.push(stages::late_movement());
    flow.push(stages::action());
    flow.push(stages::movement());
}
