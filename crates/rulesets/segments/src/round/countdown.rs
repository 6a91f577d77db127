//! The count: from the highest segment down to -5, with movement on 10 to 1 (SEG-002, SEG-018 to SEG-021).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Event, Flow, Scribe, Writer, add_stage};

use crate::{
    combatant::casting::END_OF_ROUND,
    combatant::{
        allowance::{FIRST, LAST, STANDS},
        clock::{Clock, LAST_SEGMENT},
        field::{Combatant, Field},
        plan::Attacks,
    },
    movement::riding,
    round::noticing,
    stages::{self, Countdown, part_of_round},
    terms::{
        rules::{R002, R018, RR84},
        words::SEGMENT,
    },
};

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Countdown);
    app.add_systems(
        Countdown,
        (
            riding::part,
            noticing::have_had_a_segment.pipe(noticing::notice),
            look.pipe(go_on),
        )
            .chain(),
    );
}

/// The next event of the count.
enum Next {
    /// A segment on which there is something to do.
    Segment(i32),
    /// The end of the round. Attacks that still wait are lost.
    End(Vec<(CombatantId, Option<CombatantId>, Attacks)>),
}

/// Finds the next segment on which something is due or movement is possible.
fn look(field: Field, clock: Res<Clock>) -> Next {
    let is_ahead = |segment: i32| clock.segment.is_none_or(|last| segment < last);
    let able = || field.active().filter(Combatant::will_act);
    let due = able().flat_map(|who| {
        let due = who.attacks.0.iter().filter(|attack| !attack.waits);
        let due: Vec<i32> = due.map(|attack| attack.segment).collect();
        due
    });
    let due = due.filter(|segment| is_ahead(*segment)).max();
    let moving = clock.segment.map_or(FIRST, |last| (last - 1).min(FIRST));
    let is_moving = moving >= LAST
        && able().any(|who| {
            field.may_still_move(&who) || who.attacks.0.iter().any(|attack| attack.waits)
        });
    // Free steps before attacks that come after all movement.
    let asks = field.asks_for_steps() && moving >= LAST;
    let is_moving = is_moving || asks;
    let late = is_ahead(LAST) && able().any(|who| field.free_step(&who, LAST).is_some());
    let moving = is_moving.then_some(moving).or(late.then_some(LAST));
    let casting = able().filter_map(|who| who.casting.0.filter(|cast| !cast.waits));
    let casting = casting.flat_map(|cast| [(!cast.begun).then_some(cast.start), Some(cast.done)]);
    let casting = casting.flatten().filter(|segment| is_ahead(*segment)).max();
    let rising = is_ahead(STANDS) && able().any(|who| who.rises());
    let rising = rising.then_some(STANDS);
    let handling = able().filter_map(|who| field.next_handling(&who));
    let handling = handling.map(|(segment, _)| segment);
    let handling = handling.filter(|segment| is_ahead(*segment)).max();
    let free = able().filter_map(|who| who.plan.free?.segment);
    let free = free.filter(|at| is_ahead(*at) && *at >= LAST_SEGMENT).max();
    let next = [moving, rising, handling, casting, free].into_iter();
    match next.fold(due, Option::max) {
        Some(segment) => Next::Segment(segment),
        None => Next::End(
            field
                .active()
                .map(|who| (who.id(), who.plan.target(), who.attacks.clone()))
                .collect(),
        ),
    }
}

fn go_on(In(next): In<Next>, mut clock: ResMut<Clock>, mut flow: ResMut<Flow>, mut scribe: Scribe) {
    match next {
        Next::Segment(segment) => {
            let stage = part_of_round(segment);
            if clock.segment.map(part_of_round) != Some(stage) {
                scribe.write(Event::StageBegan { stage }, &[R018]);
            }
            // One-round spells go off after all segments (SEG-R15).
            if segment > END_OF_ROUND {
                let event = Event::Moment {
                    counted: SEGMENT,
                    at: segment,
                };
                scribe.write(event, &[R002]);
            }
            clock.segment = Some(segment);
            flow.push(stages::action(segment));
            if (LAST..=FIRST).contains(&segment) {
                flow.push(stages::movement());
            }
        }
        Next::End(lost) => {
            for (who, target, mut attacks) in lost {
                attacks.lose(who, target, &mut scribe, &[RR84]);
            }
            flow.replace(stages::round_end());
        }
    }
}
