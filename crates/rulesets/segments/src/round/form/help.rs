//! Things to pick up and to drink, and First Aid (SEG-080, SEG-108, SEG-148, SEG-R59, SEG-R71).

use super::Declares;
use shieldwall_battle::{Candidates, Field as FormField, Offer, Target, Targets};

use crate::{
    combatant::field::{Combatant, Field},
    harm::bleeding,
    terms::{
        fields::FOE,
        reasons,
        rules::{R080, R108, R109, R148, RR44, RR45, RR59, RR71},
        words::{DRINK, FIRST_AID, PICK_UP},
    },
};

/// First Aid for itself, or for an ally beside it (SEG-148, SEG-R71).
pub(super) fn first_aid(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    let mut offer = Offer::new(FIRST_AID, "First Aid", &[R148, RR71]).to_do(Declares::FirstAid);
    let check = bleeding::skill(who);
    offer.detail = format!(
        "At the end of the round, {} %: the worst missile is removed, or wound bound.",
        check.chance
    );
    let patients = field.combatants.active().filter_map(|(body, data)| {
        let friend = !field.combatants.board.hostile(who.side(), body.side());
        let beside = body.cell() == who.cell()
            || field
                .grid()
                .direction_between(who.cell(), body.cell())
                .is_some();
        let needs = bleeding::is_treatable(data.stuck, data.wounds);
        (friend && beside && needs).then_some(Target::Combatant(*body.id))
    });
    let patients: Vec<Target> = patients.collect();
    if patients.is_empty() {
        all.bar(FIRST_AID, &reasons::NO_PATIENT);
    } else if who.fallen.0 {
        all.bar(FIRST_AID, &reasons::LIES);
    } else if field.is_engaged(who) {
        all.bar(FIRST_AID, &reasons::ENGAGED);
    } else {
        offer.targets = Targets::AnyOf(patients);
        all.offer(offer);
    }
}

/// Weapons at its feet (SEG-108, SEG-109, SEG-R59).
pub(super) fn picking_up(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    if who.hands() == 0 {
        return;
    }
    let free = field.free_hands(who);
    for item in field.lying_at(who.cell()) {
        if !item.gear.0.is_weapon() {
            continue;
        }
        let name = item.kind.in_sentence();
        let mut offer = Offer::new(PICK_UP, format!("Pick up {name}"), &[R108, R109, RR59])
            .to_do(Declares::PickUp(*item.id));
        offer.item = Some(*item.id);
        offer.detail = "A roll against 4x DEX, and DEF -15 for the round. Within DEX it is in hand at once, for one attack at initiative -5; else at the end of the round."
            .to_owned();
        let enemies: Vec<Target> = field
            .located_enemies(who.side())
            .map(|enemy| Target::Combatant(enemy.id()))
            .collect();
        if !enemies.is_empty() && who.stats().attacks > 0 {
            let foe = FormField::at(FOE, "Then strike", enemies, "the nearest enemy");
            offer.fields.push(foe);
        }
        if who.fallen.0 {
            all.bar_with(PICK_UP, offer.item, &name, &reasons::LIES);
        } else if item.gear.0.hands > free {
            all.bar_with(PICK_UP, offer.item, &name, &reasons::HANDS_FULL);
        } else {
            all.offer(offer);
        }
    }
}

/// Potions at hand (SEG-080, SEG-R44, SEG-R45).
pub(super) fn potions(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    let potions = field
        .carried(who)
        .filter(|gear| gear.gear.0.potion.is_some());
    for potion in potions {
        let name = potion.kind.in_sentence();
        let mut offer = Offer::new(DRINK, format!("Drink {name}"), &[R080, RR44, RR45])
            .to_do(Declares::Drink(*potion.id));
        offer.item = Some(*potion.id);
        offer.detail = "It works from segment 5 on.".to_owned();
        if field.is_engaged(who) {
            all.bar_with(DRINK, offer.item, &name, &reasons::ENGAGED);
        } else if field.free_hands(who) == 0 {
            all.bar_with(DRINK, offer.item, &name, &reasons::HANDS_FULL);
        } else {
            all.offer(offer);
        }
    }
}
