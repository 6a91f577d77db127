//! Free actions and devices of a declaration (SEG-082, SEG-083, SEG-R46).

use super::Declares;
use shieldwall_battle::{
    Candidates, Choice, Field as FormField, FieldOption, Offer, Targets, devices,
};
use shieldwall_content::level::DeviceTime;

use crate::{
    combatant::{
        field::{Combatant, Field},
        free_action::{DueFreeAction, FreeAction, FreeWay},
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
    options.extend(ways.into_iter().map(|way| FieldOption {
        once: true,
        ..FieldOption::new(way.key, way.label)
    }));
    let field = FormField::one_of(FREE, "Free action", options);
    offer.fields.push(field);
}

/// The free action that a choice declares.
pub(super) fn chosen(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    does: Declares,
    choice: &Choice,
) -> Option<DueFreeAction> {
    let what = if let Declares::Work(device) = does {
        (!takes_a_round(field, device)).then_some(FreeAction::Device(device))?
    } else {
        let key = choice.fields.option(FREE)?;
        let mut ways = field.free_ways_alone(who).into_iter();
        ways.find(|way| way.key == key)?.what
    };
    Some(DueFreeAction {
        what,
        segment: None,
    })
}

/// True if a device takes the whole round.
pub(super) fn takes_a_round(field: &Field<'_, '_>, device: usize) -> bool {
    let device = field.combatants.board.level.devices.get(device);
    device.is_some_and(|device| device.takes == DeviceTime::Round)
}

/// Devices at hand: those that take the round, and the others for a combatant that does nothing else.
pub(super) fn devices(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    if who.hands() == 0 || who.fallen.0 {
        return;
    }
    let level = &field.combatants.board.level;
    for (takes, detail) in [
        (DeviceTime::Round, "Takes the whole round."),
        (
            DeviceTime::Moment,
            "On its first initiative. Other actions can go with it.",
        ),
    ] {
        for place in field.devices_at_hand(who, takes) {
            let device = &level.devices[place];
            let label = format!("{}: {}", device.action, device.name);
            let mut offer = Offer::new(WORK, label, &[R082, RR46]).to_do(Declares::Work(place));
            offer.detail = detail.to_owned();
            offer.targets = Targets::AnyOf(vec![devices::target(place, device)]);
            all.offer(offer);
        }
    }
}
