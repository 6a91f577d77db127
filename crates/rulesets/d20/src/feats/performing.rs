//! Feats are done: the test, and then what the prop or the device does (D20-029, D20-R87).

use std::sync::Arc;

use bevy_ecs::{prelude::*, query::QueryData};
use shieldwall_battle::{
    Area, Astride, Board, CombatantId, DiceCup, Event, Flow, Position, Roster, Scribe, Writer,
};
use shieldwall_content::level::Device;
use shieldwall_grid::{Cell, Door};

use crate::{
    content::prop::Prop,
    feats::{PendingFeats, candidates::next_terrain, reckoning},
    figure::{
        Locked,
        battlefield::{Battlefield, Figure},
        contrivances::{Contrivance, UsedUp},
        round::Exertion,
    },
    harm::{
        hazards::{self, Plunge},
        rolls,
        victim::Victim,
    },
    spells::{
        disruption::Means,
        unleashing::{self, Enchanted},
    },
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
    let by = (*who.id, &*prop.action.to_lowercase());
    let against = (ability.name(), limit);
    rolls::not_above(by, against, cup, (scribe, None), &[R029, RR87])
}

/// Notes what works only once and has been used.
pub(super) fn use_up(mut feats: ResMut<PendingFeats>, mut used_up: ResMut<UsedUp>) {
    used_up.0.extend(feats.worn_out.take());
}

/// Uses the next prop; when no feat is left, the count goes on. One in each run of the stage.
pub(super) fn use_prop(
    mut figures: ParamSet<(Battlefield, Query<Victim>, Query<Enchanted>, Means)>,
    roster: Res<Roster>,
    mut feats: ResMut<PendingFeats>,
    mut cup: ResMut<DiceCup>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    let Some((id, contrivance)) = feats.queue.front().copied() else {
        flow.pop();
        return;
    };
    let Contrivance::Prop(place) = contrivance else {
        return;
    };
    feats.queue.pop_front();
    let field = figures.p0();
    let Some(prop) = field.rules.0.prop.get(place).cloned() else {
        return;
    };
    // Two of one number may have wanted it.
    if field.used_up.0.contains(&contrivance) {
        return;
    }
    announce(id, &prop.name, &prop.action, &mut scribe);
    let (grid, who) = (*field.grid(), field.figure(id));
    if !test(&who, &prop, &mut cup, &mut scribe) {
        return;
    }
    if prop.once {
        feats.worn_out = Some(contrivance);
    }
    let volley = reckoning::volley(&field, &prop);
    feats.carried = prop
        .to
        .and_then(|[x, y]| grid.cell(x, y))
        .map(|to| (id, to));
    if let Some(volley) = volley {
        let area = volley.area.as_ref();
        if let Some((centre, cells)) = area {
            let area = Area::Cells {
                centre: *centre,
                cells: cells.clone(),
            };
            let event = Event::Blast {
                who: id,
                item: None,
                with: volley.name.clone(),
                aimed: area.clone(),
                struck: Some(area),
                missile: false,
            };
            scribe.write(event, &[R029, RR87]);
        }
        let by = (id, &[R029, RR87] as &[_]);
        unleashing::strike(
            &volley,
            by,
            &[],
            &mut figures,
            &roster,
            &mut cup,
            &mut scribe,
        );
    }
}

/// Where somebody stands, and what it has done.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Carried {
    position: &'static mut Position,
    astride: &'static mut Astride,
    exertion: &'static mut Exertion,
    locked: &'static mut Locked,
}

/// Brings somebody to where its feat takes it: that is its movement (D20-R87).
pub(super) fn carry(
    mut figures: ParamSet<(Battlefield, Query<Carried>, Query<Victim>)>,
    roster: Res<Roster>,
    mut feats: ResMut<PendingFeats>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some((who, to)) = feats.carried.take() else {
        return;
    };
    let field = figures.p0();
    let figure = field.figure(who);
    let stands = |other: &Figure<'_, '_>| other.is_able() && other.id != figure.id;
    let taken = |other: &Figure<'_, '_>| other.footing().covers(field.grid(), to);
    if !figure.is_able() || field.all().any(|other| stands(&other) && taken(&other)) {
        return;
    }
    let from = figure.cell();
    let plunge = field.danger(to);
    if let Ok(mut carried) = figures.p1().get_mut(roster.combatant(who)) {
        carried.position.0 = to;
        carried.astride.0 = None;
        carried.exertion.moved = true;
        carried.exertion.exerted = true;
        if std::mem::take(&mut carried.locked.0) {
            scribe.condition(who, LOCKED, false, &[RR64]);
        }
    }
    let event = Event::Placed {
        who,
        from,
        to,
        how: SWINGS,
    };
    scribe.write(event, &[R029, RR87]);
    if let Some(plunge) = plunge {
        let victims = &mut figures.p2();
        hazards::suffer(who, plunge, &roster, victims, &mut cup, &mut scribe);
    }
}

/// Works the next device, if it is one that comes next: doors and ground change, and those who stand on what is now a
/// pit or fire come to harm.
pub(super) fn operate(
    mut figures: ParamSet<(Battlefield, ResMut<Board>, Query<Victim>)>,
    roster: Res<Roster>,
    mut feats: ResMut<PendingFeats>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let Some((who, contrivance @ Contrivance::Device(place))) = feats.queue.front().copied() else {
        return;
    };
    feats.queue.pop_front();
    let field = figures.p0();
    let level = Arc::clone(&field.board.level);
    let Some(device) = level.devices.get(place) else {
        return;
    };
    if field.used_up.0.contains(&contrivance) {
        return;
    }
    if device.once {
        feats.worn_out = Some(contrivance);
    }
    announce(who, &device.name, &device.action, &mut scribe);
    change(device, &mut figures.p1(), who, &mut scribe);
    let field = figures.p0();
    let changed: Vec<Cell> = device.ground.iter().map(|(cell, _)| *cell).collect();
    let standing = field.all().filter(|who| {
        let here = changed
            .iter()
            .any(|cell| who.footing().covers(field.grid(), *cell));
        here && who.vitality.is_alive_here()
    });
    let endangered: Vec<(CombatantId, Plunge)> = field
        .in_order(standing.map(|who| *who.id))
        .into_iter()
        .filter_map(|who| Some((who, field.danger(field.figure(who).cell())?)))
        .collect();
    for (who, plunge) in endangered {
        let victims = &mut figures.p2();
        hazards::suffer(who, plunge, &roster, victims, &mut cup, &mut scribe);
    }
}

/// Changes doors and ground.
fn change(device: &Device, board: &mut Board, who: CombatantId, scribe: &mut Scribe<'_, '_>) {
    for &(cell, side) in &device.doors {
        let open = board.map.border(cell, side).is_shut();
        let door = if open { Door::Open } else { Door::Locked };
        board.map_mut().set_door(cell, side, door);
        let event = Event::Door {
            who: Some(who),
            cell,
            side,
            open,
        };
        scribe.write(event, &[R029, RR87]);
    }
    for (cell, other) in &device.ground {
        let next = next_terrain(board, *cell, other);
        let terrain = next.id.clone();
        board.set_terrain(*cell, next);
        let event = Event::Ground {
            cell: *cell,
            terrain,
        };
        scribe.write(event, &[R029, RR87]);
    }
}
