//! Offers to a combatant whose number it is (D20-028, D20-101, D20-106).

use shieldwall_battle::Offer;

use crate::{
    attack::{blind_blows, offers as attack, offers::Done},
    feats,
    figure::{
        battlefield::{Battlefield, Figure},
        round::Intent,
    },
    spells::casting,
    terms::{
        actions::{PASS, RELEASE, STRUGGLE},
        rules::{R028, R166, RR82},
    },
};

/// Offers to a combatant whose number it is, after what it has done.
#[must_use]
pub fn offers(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, done: &Done) -> Vec<Offer> {
    let mut offers = Vec::new();
    if who.may_struggle() {
        return vec![
            Offer::new(STRUGGLE, "Struggle free", &[R166, RR82]),
            Offer::new(PASS, "Lie still", &[R028]),
        ];
    }
    if *who.round.intent == Intent::Cast {
        return casting::offers(field, who);
    }
    let held = field.pinned_by(who);
    if held.is_some() {
        // Hands are full: one may strike the one on the ground, or let it go (D20-R82).
        offers.extend(attack::brawls(field, who));
        offers.push(Offer::new(RELEASE, "Let go", &[RR82]));
    } else if attack::may_attack(who, done) {
        offers.extend(attack::with_arms(field, who, done));
        if done.leaves_attacks(who) {
            let wands = casting::wand_offers(field, who).into_iter();
            let used = |offer: &Offer| offer.item.is_some_and(|item| done.has_used(item));
            offers.extend(wands.filter(|offer| !used(offer)));
            offers.extend(blind_blows::offers(field, who));
            offers.extend(attack::finishing(field, who));
            offers.extend(attack::brawls(field, who));
            if !done.contrives() {
                offers.extend(feats::offers::offers(field, who));
            }
            if !done.has_attacked() {
                offers.extend(attack::tasks(field, who));
            }
        }
    }
    offers.push(Offer::new(PASS, "Do nothing", &[R028]));
    offers
}
