//! Moving after the attacks: the segment on which it begins is a matter of the last attack and of a DEX roll (SEG-065 to
//! SEG-070, SEG-R39).

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, Event, Flow, Offer, RegisterState, Scribe, Writer,
    add_stage, flow::Question,
};

use crate::{
    combatant::multiples,
    combatant::{
        allowance::{Allowance, FIRST, LAST},
        clock::Clock,
        field::{Combatant, Field},
        plan::Attacks,
    },
    stages::MovingOff,
    terms::{
        rules::{R065, R066, R067, R068, R069, R070, RR39},
        words::{GIVE_UP, KEEP, MOVING_OFF},
    },
};

/// Combatants that have struck on this segment and mean to move afterwards, the next one last.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Movers(pub Vec<CombatantId>);

/// The answer of a combatant that has attacks left: true to give them up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct GivesUp(bool);

pub(super) fn plugin(app: &mut App) {
    add_stage(app, MovingOff);
    app.resource_state::<Movers>();
    app.add_systems(MovingOff, (answer.pipe(set_out), ask).chain());
}

/// Asks the next combatant that has attacks left.
fn ask(field: Field, movers: Res<Movers>, mut flow: ResMut<Flow>) {
    if flow.decision().is_some() {
        return;
    }
    let Some(who) = movers.0.last() else {
        flow.pop();
        return;
    };
    let who = field.combatant(*who);
    if !is_asked(&who) {
        return;
    }
    let left = who.attacks.0.len();
    let attacks = if left == 1 {
        "attack".to_owned()
    } else {
        format!("{left} attacks")
    };
    let label = format!("Give up the last {attacks} and move");
    let gives_up = Offer::new(GIVE_UP, label, &[R065, R070]).to_do(GivesUp(true));
    let keeps = Offer::new(KEEP, "Keep attacking", &[R065]).to_do(GivesUp(false));
    let prompt = format!("Does {} go on attacking?", who.name());
    let offers = vec![keeps, gives_up];
    flow.ask(Question::new(
        who.side(),
        who.id(),
        MOVING_OFF,
        prompt,
        offers,
    ));
}

/// True if a combatant may choose between its last attacks and its move.
fn is_asked(who: &Combatant<'_, '_>) -> bool {
    who.can_act() && !who.attacks.0.is_empty() && who.plan.place().is_some()
}

/// Finds the next combatant that sets out: one whose attacks are over, or that gives up the others.
fn answer(field: Field, mut movers: ResMut<Movers>, mut flow: ResMut<Flow>) -> Option<CombatantId> {
    if let Some((decision, choice)) = flow.take_answer() {
        let who = movers.0.pop()?;
        return (decision.act(&choice) == Some(&GivesUp(true))).then_some(who);
    }
    if flow.decision().is_some() {
        return None;
    }
    let who = field.combatant(*movers.0.last()?);
    if is_asked(&who) {
        return None;
    }
    movers.0.pop();
    let goes = who.can_act() && who.attacks.0.is_empty() && who.plan.place().is_some();
    goes.then(|| who.id())
}

/// Lets a combatant set out, on the segment that its last attack and its DEX roll give.
fn set_out(
    In(who): In<Option<CombatantId>>,
    field: Field,
    clock: Res<Clock>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let Some(who) = who else { return };
    let who = field.combatant(who);
    let (id, entity) = (who.id(), who.body.entity);
    let mut attacks = who.attacks.clone();
    if !attacks.0.is_empty() {
        attacks.lose(id, who.plan.target(), &mut scribe, &[R070]);
        commands.change(entity, |attacks: &mut Attacks| attacks.0.clear());
    }
    let segment = clock.segment.unwrap_or_default();
    let (first, rule) = if segment > FIRST {
        (Some(FIRST), R066)
    } else if segment <= LAST {
        (None, R069)
    } else {
        scribe.journal.open_group();
        let level = multiples::dex(&who, "DEX to move off", R067, &mut cup, &mut scribe);
        let level = i32::from(level);
        scribe.journal.close_group();
        let first = segment - level;
        match level {
            5.. => (None, R068),
            _ if first < LAST => (None, R069),
            _ => (Some(first), R067),
        }
    };
    let text = match first {
        Some(first) => format!("moves off from segment {first} on"),
        None => "is too late to move off".to_owned(),
    };
    let event = Event::Note {
        who: id,
        text,
        unforeseen: false,
    };
    scribe.write(event, &[rule, RR39]);
    if let Some(first) = first {
        commands.change(entity, move |allowance: &mut Allowance| {
            allowance.first = first;
            allowance.over = false;
        });
    }
}
