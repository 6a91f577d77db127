//! Blows into a cell where an enemy may stand that nobody has detected: they always miss (D20-089).

use shieldwall_battle::{Footing, Offer, Target, Targets};
use shieldwall_grid::Cell;

use crate::{
    figure::battlefield::{Battlefield, Figure},
    terms::{actions::STRIKE_AT, rules::R089},
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
        offer.detail = "Never hits, and does not tell whether anybody is there.".to_owned();
        offer.item = arm.item();
        offer.targets = Targets::AnyOf(cells);
        offer.aside = Some("guess");
        (offer.target_count() > 0).then_some(offer)
    });
    offers.collect()
}
