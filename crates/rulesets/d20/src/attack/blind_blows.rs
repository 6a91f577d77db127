//! Blows into a cell where an enemy may stand that nobody has detected: they always miss (D20-089).

use shieldwall_battle::{
    Choice, CombatantId, DiceCup, Event, Footing, Journal, Offer, Target, Targets, event::Rolled,
};
use shieldwall_dice::{Dice, Face};
use shieldwall_grid::Cell;

use crate::{
    attack::{Aiming, Manner, spawning::Announced},
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    harm::d20::D20,
    terms::{
        actions::STRIKE_AT,
        rules::{R001, R075, R089},
    },
};

/// Blows into the air, where somebody unseen may be (D20-089): for those who have lost sight of an enemy.
#[must_use]
pub fn offers(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let lost = |enemy: Figure<'_, '_>| !enemy.hidden.0 && !who.knows_of(&enemy);
    if !field.enemies(who.side()).any(lost) {
        return Vec::new();
    }
    let free = |cell: &Cell| {
        let taken = field
            .all()
            .any(|other| who.knows_of(&other) && other.footing().covers(field.grid(), *cell));
        !taken
    };
    let arms = field.arms(who).into_iter().filter(|arm| !arm.is_missile());
    let offers = arms.filter_map(|arm| {
        let near = field.grid().neighbours(who.cell()).map(|(_, cell)| cell);
        let cells: Vec<Target> = near
            .filter(free)
            .filter(|cell| field.reaches(who, who.footing(), &arm, Footing::in_cell(*cell)))
            .map(Target::Cell)
            .collect();
        let mut offer = Offer::new(
            STRIKE_AT,
            format!("Strike into the air: {}", arm.name()),
            &[R089],
        );
        offer.detail = "Never hits, and does not show whether an enemy is there.".to_owned();
        offer.item = arm.item();
        offer.targets = Targets::AnyOf(cells);
        offer.aside = Some("guess");
        (offer.target_count() > 0).then_some(offer)
    });
    offers.collect()
}

/// Rolls the d20 of a blow into a cell, which misses whatever it shows; the attack, if it is a fumble (D20-075).
pub fn strike(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    choice: &Choice,
    cup: &mut DiceCup,
    journal: &mut Journal,
) -> Option<Announced> {
    let figure = field.figure(who);
    let mut arms = field.arms(&figure).into_iter();
    let arm: Arm = arms.find(|arm| !arm.is_missile() && arm.item() == choice.item)?;
    let roll = cup.band(20, &[1]);
    let fell = if roll.band == 0 {
        D20::One
    } else {
        D20::Failure
    };
    let rolled = Rolled {
        who,
        purpose: format!("strike into the air with {}", arm.name()),
        dice: vec![Face {
            sides: 20,
            face: roll.face,
        }],
        chance: None,
        total: None,
        outcome: Some(fell.outcome()),
    };
    let rule = if fell == D20::One { R075 } else { R089 };
    journal.write(Event::Rolled(rolled), &[R001, rule]);
    (fell == D20::One).then_some(Announced {
        who,
        // There is no target.
        target: who,
        weapon: arm.weapon,
        missile: false,
        aiming: Aiming::Plain,
        manner: Manner::Kill,
    })
}
