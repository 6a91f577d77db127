//! Taking things in hand, putting them away, dropping, planting and taking them up (PCT-R09,
//! PCT-R46, PCT-R59).

use shieldwall_battle::{CombatantId, Event, ItemId, Lying, RuleId, inventory::CarriedBy};
use shieldwall_content::percentile::ShieldKind;
use shieldwall_grid::{Cell, Side};

use crate::{
    field::Fray,
    fighter::{Posture, Readying},
    gear::{Planted, Readied},
    rules::{R129, RR09, RR46, RR59},
    words,
};

/// Drops a held thing in the own cell, which is free.
pub fn drop_item(fray: &mut Fray, who: CombatantId, item: Option<ItemId>) {
    let Some(item) = item else { return };
    let cell = fray.field().fighter(who).cell();
    let entity = fray.roster.item(item);
    fray.commands
        .entity(entity)
        .remove::<(Readied, CarriedBy)>()
        .insert(Lying(cell));
    write_moved(fray, who, item, words::DROPPED, Some(cell), &[RR09]);
    lose_cover(fray, who, item);
}

/// Fills hands as an action (PCT-R09).
pub fn ready(fray: &mut Fray, who: CombatantId, readying: Readying) {
    let taken: Vec<ItemId> = match readying {
        Readying::Take(item) => vec![item],
        Readying::Pair(first, second) => vec![first, second],
        Readying::PutAway(item) => {
            put_away(fray, who, item);
            return;
        }
    };
    let (carrier, away, lying) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        let gear: Vec<_> = taken.iter().filter_map(|&item| field.gear(item)).collect();
        let away = field.in_the_way(&fighter, &gear.iter().collect::<Vec<_>>());
        let lying: Vec<bool> = gear.iter().map(|gear| gear.lying.is_some()).collect();
        (fighter.entity, away, lying)
    };
    for item in away {
        put_away(fray, who, item);
    }
    for (item, picked_up) in taken.into_iter().zip(lying) {
        let entity = fray.roster.item(item);
        fray.commands
            .entity(entity)
            .remove::<Lying>()
            .insert((Readied, CarriedBy(carrier)));
        if picked_up {
            write_moved(fray, who, item, words::PICKED_UP, None, &[RR09]);
        }
        write_moved(fray, who, item, words::READIED, None, &[RR09, RR46]);
    }
}

fn put_away(fray: &mut Fray, who: CombatantId, item: ItemId) {
    let entity = fray.roster.item(item);
    fray.commands.entity(entity).remove::<Readied>();
    write_moved(fray, who, item, words::STOWED, None, &[RR09]);
    lose_cover(fray, who, item);
}

/// Plants a held shield on a side of a cell (PCT-129, PCT-R59).
pub fn plant(fray: &mut Fray, who: CombatantId, item: ItemId, cell: Cell, side: Side) {
    let entity = fray.roster.item(item);
    fray.commands
        .entity(entity)
        .remove::<(Readied, CarriedBy)>()
        .insert(Planted { cell, side });
    write_moved(fray, who, item, words::PLANTED, Some(cell), &[R129, RR59]);
    lose_cover(fray, who, item);
}

/// Takes up a planted shield; what is in its way is put away.
pub fn take_up(fray: &mut Fray, who: CombatantId, item: ItemId) {
    let (carrier, away) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        let away = field
            .gear(item)
            .map(|gear| field.in_the_way(&fighter, &[&gear]))
            .unwrap_or_default();
        (fighter.entity, away)
    };
    for other in away {
        put_away(fray, who, other);
    }
    let entity = fray.roster.item(item);
    fray.commands
        .entity(entity)
        .remove::<Planted>()
        .insert((Readied, CarriedBy(carrier)));
    write_moved(fray, who, item, words::TAKEN_UP, None, &[RR09, RR59]);
    let behind: Vec<CombatantId> = fray
        .field()
        .all()
        .filter(|other| *other.posture == Posture::KneelingBehind(item))
        .map(|other| *other.id)
        .collect();
    for other in behind {
        fray.stand_up(other);
    }
}

/// Whoever kneels behind a held shield stands up when it loses the last large one (PCT-R35).
pub fn lose_cover(fray: &mut Fray, who: CombatantId, item: ItemId) {
    let exposed = {
        let field = fray.field();
        let fighter = field.fighter(who);
        matches!(*fighter.posture, Posture::Kneeling(_))
            && !field.held(&fighter).iter().any(|gear| {
                *gear.id != item
                    && gear.gear.shield() == Some(ShieldKind::Large)
                    && field.can_use(&fighter, gear)
            })
    };
    if exposed {
        fray.stand_up(who);
    }
}

/// Writes where an item went. What lies or stands in the open is seen by all, even if a hidden
/// combatant left it there or took it away: then nobody is named.
pub fn write_moved(
    fray: &mut Fray,
    who: CombatantId,
    item: ItemId,
    how: &'static str,
    cell: Option<Cell>,
    rules: &[RuleId],
) {
    let (name, unseen, camp) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        let name = field
            .gear(item)
            .map_or_else(String::new, |gear| gear.kind.0.name.clone());
        let camp = field.board.camp(fighter.side());
        (name, fighter.is_unseen(), camp)
    };
    let open = !matches!(how, words::READIED | words::STOWED);
    fray.journal.write_for(
        Event::ItemMoved {
            item,
            name,
            who: (!unseen || !open).then_some(who),
            how,
            cell,
        },
        rules,
        (unseen && !open).then_some(camp),
    );
}
