//! Free actions and devices of a declaration (SEG-082, SEG-083, SEG-R46).

use super::Declares;
use shieldwall_battle::{
    Candidates, Choice, Field as FormField, FieldOption, Offer, Targets, devices,
};
use shieldwall_content::level::DeviceTime;

use crate::{
    combatant::{
        field::{Combatant, Field},
        free_action::{DueFreeAction, FreeWay},
    },
    terms::{
        fields::{FREE, NO_FREE_ACTION},
        rules::{R082, R083, RR46},
        words::WORK,
    },
};

/// Adds the field for a free action to an offer, where there is one.
pub(super) fn free_action(offer: &mut Offer, ways: Vec<FreeWay>) {
    if ways.is_empty() {
        return;
    }
    offer.rules.extend([R082, R083, RR46]);
    let mut none = FieldOption::new(NO_FREE_ACTION, "none");
    none.unsaid = true;
    let mut options = vec![none];
    let ways = ways.into_iter();
    options.extend(ways.map(|way| FieldOption::new(way.key, way.label)));
    let field = FormField::one_of(FREE, "Free action", options);
    offer.fields.push(field);
}

/// The free action that a choice declares.
pub(super) fn chosen(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    choice: &Choice,
) -> Option<DueFreeAction> {
    let key = choice.fields.option(FREE)?;
    let mut ways = field.free_ways_alone(who).into_iter();
    let way = ways.find(|way| way.key == key)?;
    Some(DueFreeAction {
        what: way.what,
        segment: None,
    })
}

/// Devices at hand that take the round.
pub(super) fn devices(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    if who.hands() == 0 || who.fallen.0 {
        return;
    }
    let level = &field.combatants.board.level;
    for place in field.devices_at_hand(who, DeviceTime::Round) {
        let device = &level.devices[place];
        let label = format!("{}: {}", device.action, device.name);
        let mut offer = Offer::new(WORK, label, &[RR46]).to_do(Declares::Work(place));
        offer.detail = "Takes the whole round.".to_owned();
        offer.targets = Targets::AnyOf(vec![devices::target(place, device)]);
        all.offer(offer);
    }
}
