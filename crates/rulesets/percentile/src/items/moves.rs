//! Taking things in hand, putting them away, dropping, planting and taking them up (PCT-R09,
//! PCT-R46, PCT-R59).

use crate::{
    combatant::state::{Posture, Readying},
    content::blocks::ShieldKind,
    context::read::WriteContext,
    items::gear::{Planted, Readied},
    terms::{
        rules::{R129, RR09, RR46, RR59},
        words,
    },
};
use shieldwall_battle::{
    CombatantId, ItemId, RuleId, Writer,
    inventory::{self, CarriedBy},
    terms::ItemMove,
};
use shieldwall_grid::{Cell, Side};

/// Drops a held thing in the own cell, which is free.
pub fn drop_item(ctx: &mut WriteContext, who: CombatantId, item: Option<ItemId>) {
    let Some(item) = item else { return };
    let cell = ctx.read().fighter(who).cell();
    let entity = ctx.roster.item(item);
    let mut item_entity = ctx.commands.entity(entity);
    inventory::lay_down(item_entity.remove::<Readied>(), cell);
    write_moved(ctx, who, item, words::DROPPED, Some(cell), &[RR09]);
    lose_cover(ctx, who, item);
}

/// Fills hands as an action (PCT-R09).
pub fn ready(ctx: &mut WriteContext, who: CombatantId, readying: Readying) {
    let taken: Vec<ItemId> = match readying {
        Readying::Take(item) => vec![item],
        Readying::Pair(first, second) => vec![first, second],
        Readying::PutAway(item) => {
            put_away(ctx, who, item);
            return;
        }
    };
    let (carrier, away, lying) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let gear: Vec<_> = taken.iter().filter_map(|&item| read.gear(item)).collect();
        let away = read.in_the_way(&fighter, &gear.iter().collect::<Vec<_>>());
        let lying: Vec<bool> = gear.iter().map(|gear| gear.lying.is_some()).collect();
        (fighter.entity, away, lying)
    };
    for item in away {
        put_away(ctx, who, item);
    }
    for (item, picked_up) in taken.into_iter().zip(lying) {
        let entity = ctx.roster.item(item);
        let mut item_entity = ctx.commands.entity(entity);
        inventory::give(item_entity.insert(Readied), carrier);
        if picked_up {
            write_moved(ctx, who, item, words::PICKED_UP, None, &[RR09]);
        }
        write_moved(ctx, who, item, words::READIED, None, &[RR09, RR46]);
    }
}

fn put_away(ctx: &mut WriteContext, who: CombatantId, item: ItemId) {
    let entity = ctx.roster.item(item);
    ctx.commands.entity(entity).remove::<Readied>();
    write_moved(ctx, who, item, words::STOWED, None, &[RR09]);
    lose_cover(ctx, who, item);
}

/// Plants a held shield on a side of a cell (PCT-129, PCT-R59).
pub fn plant(ctx: &mut WriteContext, who: CombatantId, item: ItemId, cell: Cell, side: Side) {
    let entity = ctx.roster.item(item);
    ctx.commands
        .entity(entity)
        .remove::<(Readied, CarriedBy)>()
        .insert(Planted { cell, side });
    write_moved(ctx, who, item, words::PLANTED, Some(cell), &[R129, RR59]);
    lose_cover(ctx, who, item);
}

/// Takes up a planted shield; what is in its way is put away.
pub fn take_up(ctx: &mut WriteContext, who: CombatantId, item: ItemId) {
    let (carrier, away) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let away = read
            .gear(item)
            .map(|gear| read.in_the_way(&fighter, &[&gear]))
            .unwrap_or_default();
        (fighter.entity, away)
    };
    for other in away {
        put_away(ctx, who, other);
    }
    let entity = ctx.roster.item(item);
    ctx.commands
        .entity(entity)
        .remove::<Planted>()
        .insert((Readied, CarriedBy(carrier)));
    write_moved(ctx, who, item, words::TAKEN_UP, None, &[RR09, RR59]);
    let behind: Vec<CombatantId> = ctx
        .read()
        .all()
        .filter(|other| *other.posture == Posture::KneelingBehind(item))
        .map(|other| *other.id)
        .collect();
    for other in behind {
        ctx.stand_up(other);
    }
}

/// Anyone who kneels behind a held shield stands up when it loses the last large one (PCT-R35).
pub fn lose_cover(ctx: &mut WriteContext, who: CombatantId, item: ItemId) {
    let exposed = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        matches!(*fighter.posture, Posture::Kneeling(_))
            && !read.held(&fighter).iter().any(|gear| {
                *gear.id != item
                    && gear.gear.shield() == Some(ShieldKind::Large)
                    && read.can_use(&fighter, gear)
            })
    };
    if exposed {
        ctx.stand_up(who);
    }
}

/// Writes where an item went.
pub fn write_moved(
    ctx: &mut WriteContext,
    who: CombatantId,
    item: ItemId,
    how: ItemMove,
    cell: Option<Cell>,
    rules: &[RuleId],
) {
    let read = ctx.read();
    let name = read.gear(item).map(|gear| gear.kind.0.name.clone());
    ctx.item(who, (item, name.unwrap_or_default()), how, cell, rules);
}
