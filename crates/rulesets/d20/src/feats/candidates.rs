//! Use of the things of the level on one's number (D20-029, D20-R87).

use shieldwall_battle::{Candidates, Offer, Target, Targets, devices};
use shieldwall_content::level::DeviceTime;
use shieldwall_grid::Cell;

use crate::{
    attack::acts::NumberAction,
    content::prop::Prop,
    figure::{
        battlefield::{Battlefield, Figure},
        contrivances::Contrivance,
    },
    terms::{
        actions::USE_PROP,
        rules::{R029, RR87},
    },
};

/// Use of the things of the level on one's number.
pub fn candidates(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    let near = |cell: Cell, reach: u32| {
        let own = who.footing().cells(field.grid());
        let mut own = own.into_iter();
        own.any(|own| {
            field.grid().steps(own, cell) <= field.cells_of(reach)
                && field.board.map.sight(own, cell).visible
        })
    };
    for (place, prop) in field.rules.0.prop.iter().enumerate() {
        let Some(cell) = prop.cell(field.grid()) else {
            continue;
        };
        let thing = Contrivance::Prop(place);
        let used = field.used_up.0.contains(&place);
        let end = prop.end(field.grid());
        // Its movement, if the prop takes it elsewhere, it may have only once.
        let moves_twice = prop.to.is_some() && who.round.exertion.is_settled();
        let barred = moves_twice || end.is_some_and(|end| lands_on_another(field, who, end));
        if used || barred || !near(cell, prop.reach) {
            continue;
        }
        let mut offer = Offer::new(USE_PROP, prop.action.clone(), &[R029, RR87])
            .to_do(NumberAction::Use(thing));
        offer.detail = described(prop);
        offer.targets = Targets::AnyOf(vec![Target::Cell(cell)]);
        all.offer(offer);
    }
    for (place, device) in field.board.level.devices.iter().enumerate() {
        let exertion = who.round.exertion;
        let too_late =
            device.takes == DeviceTime::Round && (exertion.is_settled() || exertion.attacks > 0);
        let thing = Contrivance::Device(place);
        let used = devices::is_worn_out(&field.board, place);
        let is_taken = |cell| {
            let mut living = field.all().filter(|who| who.vitality.is_alive_here());
            living.any(|who| who.footing().covers(field.grid(), cell))
        };
        let shuts_in = devices::shuts_in(device, &field.board, is_taken);
        if used || too_late || !near(device.cell, 1) || shuts_in {
            continue;
        }
        let label = format!("{}: {}", device.action, device.name);
        let mut offer = Offer::new(USE_PROP, label, &[R029, RR87]).to_do(NumberAction::Use(thing));
        if device.takes == DeviceTime::Round {
            offer.detail = "Takes the whole round.".to_owned();
        }
        offer.targets = Targets::AnyOf(vec![devices::target(place, device)]);
        all.offer(offer);
    }
}

/// What a prop does, for its button.
fn described(prop: &Prop) -> String {
    let test = prop.test.map(|ability| {
        let signed = match prop.modifier {
            0 => String::new(),
            modifier => format!(" {modifier:+}"),
        };
        format!("1d20 not above {}{signed}.", ability.name())
    });
    let damage = prop.damage.as_ref();
    let damage = damage.map(|dice| format!("{dice} to everybody in its way."));
    let to = prop.to.map(|_| "It takes you elsewhere.".to_owned());
    let parts = test.into_iter().chain(damage).chain(to);
    parts.collect::<Vec<_>>().join(" ")
}

/// True if another combatant stands in the cell in which the user of a prop would end.
pub(super) fn lands_on_another(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    to: Cell,
) -> bool {
    let taken = |other: &Figure<'_, '_>| other.footing().covers(field.grid(), to);
    field
        .all()
        .any(|other| other.is_able() && other.id != who.id && taken(&other))
}
