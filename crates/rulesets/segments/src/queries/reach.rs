//! The cells that a combatant reaches with its attacks.

use shieldwall_battle::{
    CombatantId, ItemId, Threat, ThreatenedCell,
    ruleset::{BandExtent, RangeBand},
};
use shieldwall_grid::{Cell, Metres};

use crate::{
    combatant::{allowance, arms::Reach, field::Field},
    movement::ways::WALK,
};

/// The cells that a combatant could attack in the next round, moving first.
#[must_use]
pub fn threatened(field: &Field<'_, '_>, who: CombatantId) -> Vec<ThreatenedCell> {
    let who = field.combatant(who);
    let cells = field.cell_options(&who).into_iter();
    let within = cells.filter(|option| option.band <= WALK);
    let mut stands: Vec<Cell> = within.map(|option| option.cell).collect();
    stands.push(who.cell());
    let (map, reach) = (field.map(), field.longest_reach(&who));
    let mut threats: Vec<(Cell, Threat)> = Vec::new();
    let missiles = field.arms(&who).into_iter();
    let range = missiles.filter_map(|arm| match arm.reach {
        Reach::Missile(cells) => Some(cells),
        Reach::Melee(_) => None,
    });
    if let Some(range) = range.max() {
        let near = map.disc_in_sight(who.cell(), range).into_iter();
        let near = near.filter(|cell| *cell != who.cell());
        threats.extend(near.map(|cell| (cell, Threat::Missile)));
    }
    for from in stands {
        let near = map.disc_in_sight(from, reach).into_iter();
        let near = near.filter(|cell| field.reaches(from, *cell, reach));
        threats.extend(near.map(|cell| (cell, Threat::Blow)));
    }
    ThreatenedCell::all(threats)
}

/// The range of a weapon that is shot or thrown (SEG-R63).
#[must_use]
pub fn range_bands(field: &Field<'_, '_>, item: ItemId) -> Vec<RangeBand> {
    let feet = field
        .item(item)
        .and_then(|gear| gear.gear.0.missile.as_ref());
    let metres = feet.map(|missile| Metres::from_milli(allowance::FOOT * missile.range_ft));
    let band = |most| RangeBand {
        label: "range",
        extent: BandExtent::Within(most),
    };
    metres.map(band).into_iter().collect()
}
