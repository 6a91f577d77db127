//! A round begins: what was said and done in the last one is over (D20-032).

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{CombatantId, Event, Flow, Roster, RuleId, Scribe, Writer, add_stage};

use crate::{
    attack::detection,
    figure::{
        count::Count,
        magic::Casting,
        round::{
            Barred, Checked, Division, Exertion, Exposure, Fended, Held, Intent, KeptOff, Marches,
            Numbers, Task, TwoWeapons,
        },
    },
    stages::{self, RoundStart},
    terms::{
        conditions::{CASTING, CHARGING, CLOSING, DEFENDING, EXPOSED, HOLDING, KEPT_OFF},
        rules::{R007, R009, R010, R030, R032, R150, RR18},
        stages::DECLARATION,
    },
    turn::surprise::{self, Segments},
};

/// All of one round.
#[derive(QueryData)]
#[query_data(mutable)]
struct Past {
    id: &'static CombatantId,
    division: &'static mut Division,
    intent: &'static mut Intent,
    numbers: &'static mut Numbers,
    held: &'static mut Held,
    exertion: &'static mut Exertion,
    exposure: &'static mut Exposure,
    barred: &'static mut Barred,
    checked: &'static mut Checked,
    two_weapons: &'static mut TwoWeapons,
    task: &'static mut Task,
    kept_off: &'static mut KeptOff,
    fended: &'static mut Fended,
    marches: &'static mut Marches,
    casting: &'static mut Casting,
}

pub(super) fn plugin(app: &mut App) {
    add_stage(app, RoundStart);
    app.add_systems(
        RoundStart,
        (
            forget,
            surprise::next_segment,
            open,
            surprise::mark,
            detection::look,
            detection::conceal,
        )
            .chain(),
    );
}

/// Ends what lasted for a round.
fn forget(
    roster: Res<Roster>,
    segments: Res<Segments>,
    mut figures: Query<Past>,
    mut scribe: Scribe,
) {
    for entity in &roster.combatants {
        let Ok(mut past) = figures.get_mut(*entity) else {
            continue;
        };
        // A spell of the phase of surprise takes all of its segments (D20-151, D20-R18).
        let casts_on = past.casting.0.is_some() && segments.now > 0 && segments.now < segments.last;
        for (was, condition) in [
            (past.casting.0.is_some() && !casts_on, CASTING),
            (*past.intent == Intent::Close, CLOSING),
            (*past.intent == Intent::Charge, CHARGING),
            (!past.kept_off.0.is_empty(), KEPT_OFF),
            (*past.intent == Intent::FullDefence, DEFENDING),
            (past.exposure.0 > 0, EXPOSED),
            (past.held.0 > 0, HOLDING),
        ] {
            if was {
                scribe.condition(*past.id, condition, false, &[R032]);
            }
        }
        *past.division = Division::default();
        if !casts_on {
            *past.intent = Intent::default();
            past.casting.0 = None;
        }
        past.numbers.0.clear();
        *past.held = Held::default();
        *past.exertion = Exertion::default();
        *past.exposure = Exposure::default();
        past.barred.0.clear();
        past.checked.0.clear();
        *past.two_weapons = TwoWeapons::default();
        *past.task = Task::default();
        past.kept_off.0.clear();
        past.fended.0.clear();
        past.marches.0 = false;
    }
}

/// Counts the round.
fn open(
    segments: Res<Segments>,
    mut count: ResMut<Count>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    // The order of the last round is over.
    *count = Count::default();
    flow.round += 1;
    scribe.journal.set_round(flow.round);
    // A segment of surprise counts as a round (D20-150).
    let rules: &[RuleId] = if segments.is_played() {
        &[R010, R150, RR18]
    } else {
        &[R009, R030]
    };
    scribe.write(Event::RoundBegan, rules);
    let stage = DECLARATION;
    scribe.write(Event::StageBegan { stage }, &[R007]);
    // In a segment of surprise nobody talks.
    flow.replace(if segments.is_played() {
        stages::declaration()
    } else {
        stages::parley()
    });
}
