//! Things that change hands, fall and are used up (ZON-024, ZON-025, ZON-088, ZON-089, ZON-117).

use shieldwall_battle::{CombatantId, Event, ItemId, RuleId, Writer, inventory, terms::ItemMove};

use crate::{
    context::{
        read::ReadContext,
        views::{FighterView, GearView},
        write::WriteContext,
    },
    items::gear::Place,
    terms::words,
};

impl ReadContext<'_, '_> {
    /// What lies within reach of a character: in its own cells or nearby ones with a free line
    /// (ZON-R82), in id order.
    #[must_use]
    pub fn within_reach(&self, fighter: &FighterView<'_, '_>) -> Vec<ItemId> {
        let cells = self.cells(fighter);
        self.all_gear()
            .filter(GearView::is_usable)
            .filter(|gear| {
                gear.lying.is_some_and(|lying| {
                    let there = crate::movement::cells::Cells::one(lying.0);
                    cells.contains(&lying.0) || self.near(&cells, &there)
                })
            })
            .map(|gear| *gear.id)
            .collect()
    }
}

/// Writes what has become of an item; what a concealed character does without a name.
fn write_moved(
    ctx: &mut WriteContext,
    who: CombatantId,
    item: ItemId,
    how: ItemMove,
    cell: Option<shieldwall_grid::Cell>,
    rules: &[RuleId],
) {
    let read = ctx.read();
    let name = read.gear(item).map(|gear| gear.kind.0.name.clone());
    ctx.item(who, (item, name.unwrap_or_default()), how, cell, rules);
}

/// Takes something carried in hand.
pub fn ready(ctx: &mut WriteContext, who: CombatantId, item: ItemId, rules: &[RuleId]) {
    *ctx.gear_mut(item).place = Place::Held;
    write_moved(ctx, who, item, words::READIED, None, rules);
}

/// Puts something in hand away.
pub fn stow(ctx: &mut WriteContext, who: CombatantId, item: ItemId, rules: &[RuleId]) {
    *ctx.gear_mut(item).place = Place::Stowed;
    write_moved(ctx, who, item, words::STOWED, None, rules);
}

/// Lets something fall into the cell of the one who has it.
pub fn drop(ctx: &mut WriteContext, who: CombatantId, item: ItemId, rules: &[RuleId]) {
    let cell = ctx.read().fighter(who).cell();
    *ctx.gear_mut(item).place = Place::Away;
    let entity = ctx.roster.item(item);
    inventory::lay_down(&mut ctx.commands.entity(entity), cell);
    write_moved(ctx, who, item, words::DROPPED, Some(cell), rules);
}

/// Takes something up from the ground: into the hands if they are free, otherwise into the pack.
pub fn pick_up(ctx: &mut WriteContext, who: CombatantId, item: ItemId, rules: &[RuleId]) {
    take(ctx, who, item, words::PICKED_UP, rules);
}

/// Takes something out of somebody's hand (ZON-089).
pub fn snatch(ctx: &mut WriteContext, who: CombatantId, item: ItemId, rules: &[RuleId]) {
    take(ctx, who, item, words::SNATCHED, rules);
}

fn take(ctx: &mut WriteContext, who: CombatantId, item: ItemId, how: ItemMove, rules: &[RuleId]) {
    let fits = {
        let read = ctx.read();
        let free = read.free_hands(&read.fighter(who));
        let needed = read.gear(item).map_or(0, |gear| gear.gear.0.hands);
        needed > 0 && needed <= free
    };
    *ctx.gear_mut(item).place = if fits { Place::Held } else { Place::Stowed };
    let carrier = ctx.roster.combatant(who);
    let entity = ctx.roster.item(item);
    inventory::give(&mut ctx.commands.entity(entity), carrier);
    write_moved(ctx, who, item, how, None, rules);
}

/// Uses up one of an item; gone when none is left.
pub fn use_up(ctx: &mut WriteContext, who: CombatantId, item: ItemId, rules: &[RuleId]) {
    let (left, name) = {
        let mut gear = ctx.gear_mut(item);
        let Some(stock) = gear.stock.as_mut() else {
            return;
        };
        stock.0 = stock.0.saturating_sub(1);
        let left = stock.0;
        if left == 0 && *gear.place == Place::Held {
            *gear.place = Place::Stowed;
        }
        (left, gear.kind.0.name.clone())
    };
    let event = Event::Ammunition {
        who,
        item,
        name,
        left,
        reloaded: false,
    };
    ctx.write(event, rules);
}

/// Lets fall everything in hand that is a weapon or a shield (ZON-117).
pub fn drop_arms(ctx: &mut WriteContext, who: CombatantId, rules: &[RuleId]) {
    let arms: Vec<ItemId> = {
        let read = ctx.read();
        let held = read.held(&read.fighter(who));
        held.iter()
            .filter(|gear| gear.is_arm())
            .map(|gear| *gear.id)
            .collect()
    };
    for item in arms {
        drop(ctx, who, item, rules);
    }
}

/// Changes how an item is, and writes it.
pub fn set_state(
    ctx: &mut WriteContext,
    owner: CombatantId,
    item: ItemId,
    state: crate::content::blocks::GearState,
    rules: &[RuleId],
) {
    use crate::content::blocks::GearState;
    let name = {
        let mut gear = ctx.gear_mut(item);
        gear.wear.state = state;
        gear.kind.0.name.clone()
    };
    let word = match state {
        GearState::Destroyed => words::DESTROYED,
        GearState::Damaged | GearState::Sound => words::DAMAGED,
    };
    let event = Event::ItemState {
        item,
        name,
        owner,
        state: word,
    };
    ctx.write(event, rules);
    if state == GearState::Destroyed {
        let worn = ctx.fighter_mut(owner).worn.0 == Some(item);
        if worn {
            ctx.fighter_mut(owner).worn.0 = None;
        }
        let mut gear = ctx.gear_mut(item);
        if *gear.place == Place::Held || *gear.place == Place::Worn {
            *gear.place = Place::Away;
        }
    }
}
