//! Wear on gear after the fight (ZON-124, ZON-125, ZON-R60, ZON-R61).

use crate::{
    content::blocks::GearState,
    context::{views::GearView, write::WriteContext},
    items::moves,
    terms::{
        rules::{R124, R125, RR60, RR61},
        stages::BATTLE_END,
        words,
    },
    turn::victory,
};
use shieldwall_battle::{CombatantId, Event, ItemId, Writer};
use shieldwall_dice::{Dice, Face};

/// Rolls for every weapon, shield and armour that was used, in unit and item order, and ends the
/// battle.
pub fn roll_durability(mut ctx: WriteContext) {
    let stage = BATTLE_END;
    let used = used_gear(&ctx);
    if !used.is_empty() {
        ctx.write(Event::StageBegan { stage }, &[R124]);
    }
    for (owner, item) in used {
        let (name, state, ammunition) = {
            let gear = ctx.gear_mut(item);
            let row = gear.gear.0.attack.as_ref();
            (
                gear.kind.0.name.clone(),
                gear.wear.state,
                row.is_some_and(|row| row.ammunition),
            )
        };
        let face = ctx.dice.band(6, &[1]);
        let die = Face {
            sides: 6,
            face: face.face,
        };
        ctx.die(
            owner,
            format!("durability of {}", name.to_lowercase()),
            die,
            &[R124, RR60, RR61],
        );
        if face.band != 0 {
            continue;
        }
        if ammunition {
            ctx.gear_mut(item).wear.spent = true;
            let event = Event::ItemState {
                item,
                name,
                owner,
                state: words::AMMUNITION_SPENT,
            };
            ctx.write(event, &[R125, RR60]);
        } else {
            let next = match state {
                GearState::Sound => GearState::Damaged,
                GearState::Damaged | GearState::Destroyed => GearState::Destroyed,
            };
            moves::set_state(&mut ctx, owner, item, next, &[R124, RR60]);
        }
    }
    victory::announce(&mut ctx);
}

/// Everything that was used and is still there, with the one who used it last: in unit order what they
/// carry, then what lies about.
fn used_gear(ctx: &WriteContext) -> Vec<(CombatantId, ItemId)> {
    let read = ctx.read();
    let wears = |gear: &GearView<'_, '_>| {
        let row = gear.gear.0.attack.as_ref();
        gear.wear.state != GearState::Destroyed
            && gear.gear.0.power.is_none()
            && !row.is_some_and(|row| row.consumable)
    };
    let mut used = Vec::new();
    for fighter in read.all() {
        for gear in read.carried(&fighter) {
            if gear.wear.used_by.is_some() && wears(&gear) {
                used.push((*fighter.id, *gear.id));
            }
        }
    }
    let lying = read.items.iter().filter(|gear| gear.lying.is_some());
    let mut lying: Vec<_> = lying
        .filter(|gear| wears(gear))
        .filter_map(|gear| Some((gear.wear.used_by?, *gear.id)))
        .collect();
    lying.sort_by_key(|(_, item)| *item);
    used.extend(lying);
    used
}
