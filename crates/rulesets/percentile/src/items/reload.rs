//! Reloading crossbows, firearms and laser weapons (PCT-098 to PCT-100, PCT-R52, PCT-R53).

use crate::{
    content::blocks::{SkillFamily, Supply},
    context::read::{GearView, WriteContext},
    terms::rules::{R098, R099, R100, RR10, RR53},
};
use shieldwall_battle::{CombatantId, Event, ItemId, RuleId, Writer};

/// The rules by which a weapon is reloaded: a bolt, a magazine or a power cell.
#[must_use]
pub fn rules(gear: &GearView<'_, '_>) -> &'static [RuleId] {
    let energy = gear
        .gear
        .0
        .missile
        .as_ref()
        .is_some_and(|row| row.family == SkillFamily::EnergyWeapon);
    match gear.gear.supply() {
        Some(Supply::Magazine(_)) if energy => &[R100, RR10, RR53],
        Some(Supply::Magazine(_)) => &[R099, RR10, RR53],
        _ => &[R098, RR10, RR53],
    }
}

/// Ends a reload at the end of the round in which it was made.
pub fn finish_reload(ctx: &mut WriteContext, who: CombatantId, item: ItemId) {
    let mut gear = ctx.gear_mut(item);
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
    let cited = ctx
        .read()
        .gear(item)
        .map_or(&[] as &[_], |gear| rules(&gear));
    ctx.write(
        Event::Ammunition {
            who,
            item,
            name,
            left: reloaded.loaded,
            reloaded: true,
        },
        cited,
    );
}
