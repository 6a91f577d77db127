//! Reloading crossbows, firearms and laser weapons (PCT-098 to PCT-100, PCT-R52, PCT-R53).

use shieldwall_battle::{CombatantId, Event, ItemId};

use crate::{
    field::Fray,
    rules::{R098, RR10, RR53},
};

/// Ends a reload at the end of the round in which it was made.
pub fn finish_reload(fray: &mut Fray, who: CombatantId, item: ItemId) {
    let mut gear = fray.gear_mut(item);
    let reloaded = gear
        .gear
        .supply()
        .zip(gear.ammunition.as_deref().copied())
        .and_then(|(supply, ammunition)| ammunition.reloaded(supply));
    let Some(reloaded) = reloaded else { return };
    if let Some(ammunition) = gear.ammunition.as_mut() {
        **ammunition = reloaded;
    }
    let name = gear.kind.0.name.clone();
    fray.write_about(
        who,
        Event::Ammunition {
            who,
            item,
            name,
            left: reloaded.loaded,
            reloaded: true,
        },
        &[R098, RR10, RR53],
    );
}
