//! Feats are done: the test, and then what the prop or the device does (D20-029, D20-R87).

use std::sync::Arc;

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Area, Astride, Board, ChangeLater, CombatantId, DiceCup, Event, Flow, Position, Scribe, Writer,
    devices,
};
use shieldwall_grid::Cell;

use crate::{
    content::prop::Prop,
    feats::{PendingFeats, candidates, reckoning},
    figure::{
        Locked,
        battlefield::{Battlefield, Figure},
        contrivances::{Contrivance, UsedUp},
        round::Exertion,
    },
    harm::{hazards::Plunge, rolls},
    spells::{effects::Volley, unleashing::Struck},
    terms::{
        conditions::LOCKED,
        rules::{R029, RR64, RR87},
        words::SWINGS,
    },
};

/// Says what somebody does.
fn announce(who: CombatantId, name: &str, action: &str, scribe: &mut Scribe<'_, '_>) {
    let event = Event::Device {
        who: Some(who),
        name: name.to_owned(),
        action: action.to_owned(),
    };
    scribe.write(event, &[R029, RR87]);
}

/// Rolls the test of a prop; whether it is made (D20-R87).
fn test(who: &Figure<'_, '_>, prop: &Prop, cup: &mut DiceCup, scribe: &mut Scribe<'_, '_>) -> bool {
    let Some((ability, limit)) = prop.test.zip(reckoning::limit(who, prop)) else {
        return true;
    };
    let by = (*who.id, &*format!("feat with {}", prop.name.to_lowercase()));
    let against = (ability.name(), limit);
    rolls::not_above(by, against, cup, (scribe, None), &[R029, RR87])
}

/// Notes a prop that works only once and has been used.
pub(super) fn use_up(mut feats: ResMut<PendingFeats>, mut used_up: ResMut<UsedUp>) {
    used_up.0.extend(feats.used_up.take());
}

/// Uses the next prop; when no feat is left, the count goes on. One in each run of the stage. What the prop does to
/// those in its way follows.
pub(super) fn use_prop(
    field: Battlefield,
    mut feats: ResMut<PendingFeats>,
    mut cup: ResMut<DiceCup>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) -> Option<(CombatantId, Volley)> {
    let Some((id, contrivance)) = feats.queue.front().copied() else {
        flow.pop();
        return None;
    };
    let Contrivance::Prop(place) = contrivance else {
        return None;
    };
    feats.queue.pop_front();
    let prop = field.rules.0.prop.get(place)?;
    // Two of one number may have wanted it.
    if field.used_up.0.contains(&place) {
        return None;
    }
    announce(id, &prop.name, &prop.action, &mut scribe);
    if !test(&field.figure(id), prop, &mut cup, &mut scribe) {
        return None;
    }
    if prop.once {
        feats.used_up = Some(place);
    }
    feats.carried = prop.end(field.grid()).map(|end| (id, end));
    let volley = reckoning::volley(&field, prop)?;
    Some((id, volley))
}

/// Lets what a prop does strike those in its way.
pub(super) fn strike(
    In(struck): In<Option<(CombatantId, Volley)>>,
    mut all: Struck,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some((who, volley)) = struck else { return };
    if let Some((centre, cells)) = volley.area.clone() {
        let area = Area::Cells { centre, cells };
        let event = Event::Blast {
            who,
            item: None,
            with: volley.name.clone(),
            aimed: area.clone(),
            struck: Some(area),
            missile: false,
        };
        scribe.write(event, &[R029, RR87]);
    }
    all.strike(&volley, (who, &[R029, RR87]), &[], &mut cup, &mut scribe);
}

/// Brings a combatant to where its feat takes it, which is its movement (D20-R87), and returns what it comes to there.
pub(super) fn carry(
    field: Battlefield,
    mut feats: ResMut<PendingFeats>,
    mut commands: Commands,
    mut scribe: Scribe,
) -> Vec<(CombatantId, Plunge)> {
    let Some((who, to)) = feats.carried.take() else {
        return Vec::new();
    };
    let figure = field.figure(who);
    if !figure.is_able() || candidates::lands_on_another(&field, &figure, to) {
        return Vec::new();
    }
    let entity = figure.entity;
    commands.change(entity, move |position: &mut Position| position.0 = to);
    commands.change(entity, |astride: &mut Astride| astride.0 = None);
    commands.change(entity, |exertion: &mut Exertion| {
        exertion.moved = true;
        exertion.exerted = true;
    });
    if figure.locked.0 {
        commands.change(entity, |locked: &mut Locked| locked.0 = false);
        scribe.condition(who, LOCKED, false, &[RR64]);
    }
    scribe.placed(who, (figure.cell(), to), SWINGS, &[R029, RR87]);
    let plunge = field.danger(to);
    plunge.map(|plunge| (who, plunge)).into_iter().collect()
}

/// Works the next device, if it is one that comes next: doors and ground change. Returns the cells whose ground did.
pub(super) fn operate(
    mut board: ResMut<Board>,
    mut feats: ResMut<PendingFeats>,
    mut scribe: Scribe,
) -> Vec<Cell> {
    let Some((who, Contrivance::Device(place))) = feats.queue.front().copied() else {
        return Vec::new();
    };
    feats.queue.pop_front();
    let level = Arc::clone(&board.level);
    let Some(device) = level.devices.get(place) else {
        return Vec::new();
    };
    if devices::is_worn_out(&board, place) {
        return Vec::new();
    }
    for event in devices::work(place, &mut board, Some(who)) {
        scribe.write(event, &[R029, RR87]);
    }
    device.ground.iter().map(|(cell, _)| *cell).collect()
}

/// The living that stand on what is now a pit or fire, in the order of equals.
pub(super) fn endangered(
    In(changed): In<Vec<Cell>>,
    field: Battlefield,
) -> Vec<(CombatantId, Plunge)> {
    let standing = field.all().filter(|who| {
        let here = |cell: &Cell| who.footing().covers(field.grid(), *cell);
        who.vitality.is_alive_here() && changed.iter().any(here)
    });
    let standing = field.in_order(standing.map(|who| *who.id)).into_iter();
    let danger = |who| Some((who, field.danger(field.figure(who).cell())?));
    standing.filter_map(danger).collect()
}
