//! The form of a declaration: what a combatant may state (SEG-094 to SEG-101, SEG-R87).

mod attacks;
mod free;
mod help;
mod moves;
mod plan;
mod spells;

pub use self::plan::{aims, allowance, check, how, plan, route};
pub use self::spells::cast;
use self::{
    attacks::{attack, hands},
    free::free_action,
    help::{first_aid, picking_up, potions},
    moves::{defences, sprint},
    spells::spells,
};

use shieldwall_battle::{
    Candidates, CellOption, Field as FormField, FieldOption, ItemId, Offer, RuleId, Target, Targets,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        field::{Combatant, Field, GearDataItem},
        handling::{self},
        plan::Weapon,
    },
    movement::ways,
    terms::{
        fields::{AS_IT_IS, GEAR},
        reasons,
        rules::{
            R001, R051, R076, R077, R078, R079, R106, R107, R127, RR17, RR32, RR40, RR41, RR43,
            RR64, RR87,
        },
        words::{DECLARED, DODGE, HANDLE, IN_THE_ROUND, MOVE, STAND_UP, WAIT},
    },
};

/// The meaning of an offer of the declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declares {
    /// An attack with a weapon.
    Attack(Weapon),
    /// A move.
    Move,
    /// Full Defense.
    FullDefence,
    /// Desperate Defense.
    DesperateDefence,
    /// Standing up, and nothing else.
    StandUp,
    /// A weapon is picked up.
    PickUp(ItemId),
    /// A spell.
    Cast(ItemId),
    /// A spell that has waited.
    GoOn(ItemId),
    /// A sprint.
    Sprint,
    /// A move that dodges missiles.
    Dodge,
    /// First Aid.
    FirstAid,
    /// A potion is drunk, and nothing else.
    Drink(ItemId),
    /// A weapon is drawn, or a shield readied, and nothing else.
    Handle(ItemId),
    /// A device is worked for the whole round, by its place in the level.
    Work(usize),
    /// Nothing.
    Nothing,
}

/// Everything that a combatant may declare.
pub fn candidates(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    all.bar_all(&IN_THE_ROUND, &reasons::DECLARES_FIRST);
    if who.senses.ambushed == Some(2) {
        one_attack(field, who, all);
        return;
    }
    let mut cells = field.cell_options(who);
    if field.is_winded(who) {
        cells.retain(|option| option.band <= ways::WALK);
    }
    let is_near = |band: u8| cells.iter().filter(move |option| option.band <= band);
    let places: Vec<Cell> = is_near(ways::WALK).map(|option| option.cell).collect();
    let attacks = who.stats().attacks;
    let main = field.main_arm(who);
    for arm in field.arms(who).into_iter().chain(field.stowed_arms(who)) {
        if attacks == 0 {
            let action = arm.weapon.action();
            all.bar_with(action, arm.item(), &arm.name, &reasons::NOT_ATTACKING);
            continue;
        }
        if !arm.in_hand && field.ways_with(who, &arm).is_empty() {
            let action = arm.weapon.action();
            all.bar_with(action, arm.item(), &arm.name, &reasons::HANDS_FULL);
            continue;
        }
        let mut offer = attack(field, (&arm, &field.main_arm(who)), &places, who);
        if arm.in_off_hand {
            let ambidextrous = who.stats().ambidextrous;
            offer.rules.push(if ambidextrous { R107 } else { R106 });
        }
        if arm == main
            && let Some(off) = field.off_arm(who, &arm)
        {
            hands(&mut offer, &arm, &off);
        }
        offer.fields.extend(gear(
            &mut offer.rules,
            field.ways_with(who, &arm),
            arm.in_hand,
        ));
        free_action(&mut offer, field.free_ways(who));
        let targets = targets(field, who, all, &offer);
        all.aim(offer, &arm.name, targets);
    }
    let mut walk = Offer::new(MOVE, "Move", &[R001, RR40, RR87]).to_do(Declares::Move);
    walk.detail = "Walk up to TMR, or run up to twice as far.".to_owned();
    let beside = field.changes_beside(who, None);
    walk.fields.extend(gear(&mut walk.rules, beside, true));
    free_action(&mut walk, field.free_ways(who));
    let cells = if who.fallen.0 {
        walk.detail = "Stand up, then walk up to half of TMR from segment 5 on.".to_owned();
        walk.rules.push(RR17);
        is_near(ways::HALF_MOVE).copied().collect()
    } else {
        cells
    };
    let has_room = !cells.is_empty();
    let reachable = cells.clone();
    walk.targets = Targets::Cells(cells);
    let rides = field.mount_of(who).is_some();
    let bars = if rides {
        &reasons::RIDES
    } else {
        &reasons::NO_ROOM
    };
    all.add(MOVE, has_room.then_some(walk).ok_or(bars));
    sprint(field, who, all);
    let mut dodge = Offer::new(DODGE, "Dodge", &[R127, RR64]).to_do(Declares::Dodge);
    dodge.detail = "A walk up to TMR. Missiles at it have SC -20. No help in melee.".to_owned();
    let beside = field.changes_beside(who, None);
    dodge.fields.extend(gear(&mut dodge.rules, beside, true));
    free_action(&mut dodge, field.free_ways(who));
    let near = reachable.iter().filter(|option| option.band <= ways::WALK);
    let here = CellOption::plain(who.cell(), ways::told(0));
    dodge.targets = Targets::Cells(near.copied().chain([here]).collect());
    if rides {
        all.bar_with(DODGE, None, "", &reasons::RIDES);
    } else if who.fallen.0 {
        all.bar_with(DODGE, None, "", &reasons::LIES);
    } else {
        all.offer(dodge);
    }
    spells(field, who, &places, all);
    first_aid(field, who, all);
    let mut stand = Offer::new(STAND_UP, "Stand up", &[RR17]).to_do(Declares::StandUp);
    stand.detail = "It stands from segment 6 on.".to_owned();
    let lies = who.fallen.0;
    all.add(STAND_UP, lies.then_some(stand).ok_or(&reasons::STANDS));
    for item in field.carried(who).filter(|item| !item.readied.0) {
        let ways = ways_to_handle(field, who, &item);
        if ways.is_empty() {
            continue;
        }
        let name = item.kind.in_sentence();
        let offer = Offer::new(HANDLE, format!("Take {name} in hand"), &[R076, RR41, RR43]);
        let mut offer = offer.to_do(Declares::Handle(*item.id));
        offer.item = Some(*item.id);
        offer.detail = "It is in hand from segment 5 on.".to_owned();
        offer.fields.extend(gear(&mut offer.rules, ways, false));
        all.offer(offer);
    }
    picking_up(field, who, all);
    potions(field, who, all);
    defences(field, who, all);
    free::devices(field, who, all);
    let mut wait = Offer::new(WAIT, "Wait", &[R001]).to_do(Declares::Nothing);
    free_action(&mut wait, field.free_ways_alone(who));
    all.offer(wait);
}

/// The one attack of a combatant that has noticed an ambush as it began (SEG-051, SEG-R32).
fn one_attack(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    all.bar_all(&DECLARED, &reasons::ONE_ATTACK);
    if who.stats().attacks > 0 && !who.fallen.0 {
        for arm in field.arms(who) {
            let mut offer = Offer::new(arm.weapon.action(), arm.name.clone(), &[R051, RR32]);
            offer.label = format!("One attack with {}", arm.name);
            offer.item = arm.item();
            let offer = offer.to_do(Declares::Attack(arm.weapon));
            let targets = targets(field, who, all, &offer);
            all.aim(offer, &arm.name, targets);
        }
    }
    all.offer(Offer::new(WAIT, "Wait", &[R001]).to_do(Declares::Nothing));
}

/// The ways to take an item in hand that is carried.
pub(super) fn ways_to_handle(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    item: &GearDataItem<'_, '_>,
) -> Vec<handling::Way> {
    if item.gear.0.is_weapon() {
        return field.ways_to_draw(who, item);
    }
    let mut ways = field.changes_beside(who, None);
    ways.retain(|way| way.handling.readies == Some(*item.id));
    ways
}

/// The field for changes of what is in hand; `None` where none is possible.
pub(super) fn gear(
    rules: &mut Vec<RuleId>,
    ways: Vec<handling::Way>,
    may_leave: bool,
) -> Option<FormField> {
    if ways.is_empty() {
        return None;
    }
    rules.extend([R076, R077, R078, R079]);
    let mut options = Vec::new();
    if may_leave {
        let mut as_it_is = FieldOption::new(AS_IT_IS, "as it is");
        as_it_is.unsaid = true;
        options.push(as_it_is);
    }
    options.extend(
        ways.into_iter()
            .map(|way| FieldOption::new(way.key, way.label)),
    );
    Some(FormField::one_of(GEAR, "Gear", options))
}

/// All combatants, each with the reason why it may not be named.
pub(super) fn targets(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    all: &mut Candidates,
    offer: &Offer,
) -> Vec<(Target, Result<(), &'static shieldwall_battle::Reason>)> {
    if all.asks_why() {
        for (body, _) in field.combatants.iter() {
            let target = Target::Combatant(*body.id);
            if !body.is_active() {
                all.bar_target(offer, target, &reasons::OUT_OF_ACTION);
            } else if !field.combatants.board.hostile(who.side(), body.side()) {
                all.bar_target(offer, target, &reasons::FRIEND);
            }
        }
    }
    // A cell that is not known is no target, and the name would give its presence away.
    let enemies = field.located_enemies(who.side());
    let known = |enemy: &Combatant<'_, '_>| {
        let known = field.knows(who.side(), enemy);
        known.then_some(()).ok_or(&reasons::UNKNOWN)
    };
    enemies
        .map(|enemy| (Target::Combatant(enemy.id()), known(&enemy)))
        .collect()
}
