//! Blows into a cell where an enemy may stand that nobody has detected: they always miss (D20-089).

use shieldwall_battle::{
    Candidates, CombatantId, DiceCup, Event, Footing, Offer, Scribe, Target, Writer, event::Rolled,
};
use shieldwall_dice::{Dice, Face};
use shieldwall_grid::Cell;

use crate::{
    attack::{Aiming, Manner, acts::NumberAction, spawning::Announced},
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

/// Blows into the air, where an unseen enemy may be (D20-089): for combatants that have lost sight of an enemy.
pub fn candidates(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    let lost = |enemy: Figure<'_, '_>| !enemy.hidden.0 && !who.knows_of(&enemy);
    if !field.enemies(who.side()).any(lost) {
        return;
    }
    let free = |cell: &Cell| {
        let taken = field
            .all()
            .any(|other| who.knows_of(&other) && other.footing().covers(field.grid(), *cell));
        !taken
    };
    for arm in field.arms(who).into_iter().filter(|arm| !arm.is_missile()) {
        let near = field.grid().neighbours(who.cell()).map(|(_, cell)| cell);
        let cells = near
            .filter(free)
            .filter(|cell| field.reaches(who, who.footing(), &arm, Footing::in_cell(*cell)))
            .map(|cell| (Target::Cell(cell), Ok(())));
        let label = format!("Strike into the air: {}", arm.name());
        let mut offer =
            Offer::new(STRIKE_AT, label, &[R089]).to_do(NumberAction::StrikeAir(arm.weapon));
        offer.detail = "Never hits, and does not show whether an enemy is there.".to_owned();
        offer.item = arm.item();
        offer.aside = Some("guess");
        all.aim(offer, "", cells);
    }
}

/// Rolls the d20 of a blow into a cell, which misses whatever it shows; the attack, if it is a fumble (D20-075).
pub fn strike(
    who: CombatantId,
    arm: &Arm,
    cup: &mut DiceCup,
    scribe: &mut Scribe<'_, '_>,
) -> Option<Announced> {
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
    scribe.write(Event::Rolled(rolled), &[R001, rule]);
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
