//! The declarations: all state an action in secret, before any die is rolled (SEG-001, SEG-097, SEG-R87).

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Candidates, Choice, CombatantId, Decision, Flow, Roster, Scribe, Writer, add_stage,
    flow::Question,
    sealed::{self, Revealed, has_chosen},
    terms::DueState,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::casting::{Cast, Casting},
    combatant::{
        Route,
        allowance::Allowance,
        field::{Combatant, Field},
        plan::Plan,
    },
    movement::riding,
    round::form::{self, Declares, candidates},
    stages::{self, Declaration},
    terms::{
        rules::{R014, R022, R024, R094, R098, R102, R129, RR14},
        words::{AIMING, DECLARATION, DEFENDING, DESPERATE, GUARDING, STANDS_FAST, WAITS_TO_CAST},
    },
};

pub(super) fn plugin(app: &mut App) {
    add_stage(app, Declaration);
    app.add_systems(
        Declaration,
        (
            sealed::keep,
            ask,
            sealed::reveal.run_if(all_have_declared),
            (read.pipe(commit), riding::follow)
                .chain()
                .run_if(all_have_declared),
        )
            .chain(),
    );
}

/// True for a combatant that still has to declare: those that are stunned or taken aback have no declaration (SEG-001,
/// SEG-R32).
fn is_asked(who: &Combatant<'_, '_>, flow: &Flow) -> bool {
    !who.stunned.0 && !who.is_taken_aback() && !has_chosen(flow, who.id())
}

fn all_have_declared(field: Field, flow: Res<Flow>, revealed: Res<Revealed>) -> bool {
    flow.decision().is_none()
        && (!revealed.0.is_empty() || field.active().all(|who| !is_asked(&who, &flow)))
}

/// Asks the next combatant.
fn ask(field: Field, mut flow: ResMut<Flow>) {
    let asked = field.active().find(|who| is_asked(who, &flow));
    let Some(who) = asked.filter(|_| flow.decision().is_none()) else {
        return;
    };
    let prompt = format!("What will {} do?", who.name());
    let mut all = Candidates::offers_alone();
    candidates(&field, &who, &mut all);
    let question = Question::new(who.side(), who.id(), DECLARATION, prompt, all.into_offers());
    flow.ask(question.sealed());
}

/// A declaration as it was read.
struct Declared {
    who: CombatantId,
    plan: Plan,
    allowance: Allowance,
    route: Vec<Cell>,
    cast: Option<Cast>,
}

/// Reads the declarations.
fn read(field: Field, mut revealed: ResMut<Revealed>) -> Vec<Declared> {
    let read = |(decision, choice): (Arc<Decision>, Choice)| {
        let who = field.combatant(decision.actor?);
        let does = decision.act::<Declares>(&choice)?;
        let plan = form::plan(&field, &who, *does, &choice);
        let cast = form::cast(&field, &who, &plan);
        Some(Declared {
            cast,
            who: who.id(),
            allowance: form::allowance(&plan, who.tmr()),
            plan,
            route: form::route(&field, &who, *does, &choice)
                .into_iter()
                .rev()
                .collect(),
        })
    };
    let declared = std::mem::take(&mut revealed.0).into_iter();
    declared.filter_map(read).collect()
}

/// The components that a declaration changes.
#[derive(QueryData)]
#[query_data(mutable)]
struct Declarer {
    plan: &'static mut Plan,
    allowance: &'static mut Allowance,
    route: &'static mut Route,
    casting: &'static mut Casting,
}

/// Lets all declarations stand.
fn commit(
    In(declared): In<Vec<Declared>>,
    mut declarers: Query<Declarer>,
    roster: Res<Roster>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    for declared in declared {
        let Ok(mut declarer) = declarers.get_mut(roster.combatant(declared.who)) else {
            continue;
        };
        *declarer.plan = declared.plan;
        declarer
            .casting
            .drop_waiting(declared.who, &mut scribe, &[RR14]);
        declarer.casting.0 = declared.cast;
        if let Some(cast) = declared.cast {
            if cast.waits {
                scribe.condition(declared.who, WAITS_TO_CAST, true, &[R024]);
            } else {
                cast.tell(declared.who, DueState::Planned, &mut scribe, &[R022, R024]);
            }
        }
        *declarer.allowance = declared.allowance;
        declarer.route.0 = declared.route;
        for (begins, condition, rule) in [
            (declared.plan.is_full_defence(), DEFENDING, R098),
            (declared.plan.is_desperate(), DESPERATE, R102),
            (declared.plan.is_rooted(), STANDS_FAST, R014),
            (declared.plan.guard > 0, GUARDING, R094),
            (declared.plan.aims, AIMING, R129),
        ] {
            if begins {
                scribe.condition(declared.who, condition, true, &[rule]);
            }
        }
    }
    flow.replace(stages::initiative());
}
