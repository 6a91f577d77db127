//! The end of a round: missiles in wounds, what has lasted long enough, nerves, objectives, and whether it was the last (D20-032, D20-111, D20-R56, D20-R90).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{Event, Flow, RegisterState, Scribe, SideSet, Writer, add_stage, goals};

use crate::{
    attack::reload,
    figure::battlefield::{Battlefield, Figure},
    harm::hazards,
    spells::disruption,
    stages::{self, RoundEnd},
    terms::{
        rules::{R032, RR90},
        stages::ROUND_END,
    },
    turn::{
        ending::{self, Hold},
        lodged, morale,
        surprise::Segments,
        timers,
    },
};

/// The steps of the end, in order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Missiles,
    Timers,
    Morale,
    Goals,
    Close,
}

pub(super) fn plugin(app: &mut App) {
    add_stage(app, RoundEnd);
    app.resource_state::<Hold>();
    app.resource_state::<morale::Nerve>();
    app.configure_sets(
        RoundEnd,
        (
            Step::Missiles,
            Step::Timers,
            Step::Morale,
            Step::Goals,
            Step::Close,
        )
            .chain(),
    );
    app.add_systems(
        RoundEnd,
        (
            announce.before(Step::Missiles),
            (
                lodged::treat.run_if(is_round),
                hazards::in_fire.pipe(hazards::suffer_all),
            )
                .chain()
                .in_set(Step::Missiles),
            (
                disruption::at_round_end,
                timers::run_out,
                timers::recover.run_if(is_round),
                timers::fade,
                reload::load,
            )
                .chain()
                .in_set(Step::Timers),
            morale::check.run_if(is_round).in_set(Step::Morale),
            hold_objective.in_set(Step::Goals),
            close.in_set(Step::Close),
        ),
    );
}

/// Whether this is a round: neither missiles nor morale are looked at in segments of surprise (D20-R18).
fn is_round(segments: Res<Segments>) -> bool {
    !segments.is_played()
}

fn announce(mut scribe: Scribe) {
    let stage = ROUND_END;
    scribe.write(Event::StageBegan { stage }, &[R032]);
}

/// Counts for how long an alliance has held the objective alone.
fn hold_objective(field: Battlefield, mut hold: ResMut<Hold>, mut scribe: Scribe) {
    let level = &field.board.level;
    let cells = goals::objective(level);
    let stands = |who: &Figure<'_, '_>| {
        let footing = who.footing();
        who.is_able() && cells.iter().any(|cell| footing.covers(field.grid(), *cell))
    };
    let there: SideSet = field.all().filter(stands).map(|who| who.side()).collect();
    hold.0.count(level, there, &mut scribe.journal, &[RR90]);
}

/// Ends the battle, or begins the next round.
fn close(field: Battlefield, hold: Res<Hold>, mut flow: ResMut<Flow>, mut scribe: Scribe) {
    let ending = ending::decided(&field, &hold).or_else(|| ending::at_limit(&field, flow.round));
    match ending {
        Some(ending) => ending::end(&mut scribe, &mut flow, ending),
        None => flow.replace(stages::newcomers()),
    }
}
