//! What brains, board and cards ask: estimates, reach, threats, order.

use bevy_ecs::{entity::Entity, world::World};
use shieldwall_battle::{
    AttackEstimate, BandExtent, CellOption, Check, Choice, CombatantId, Condition, Decision, Flow,
    Footing, ItemId, Target, Threat, ThreatenedCell,
    ruleset::{AttackPlaces, RangeBand},
    sealed::has_chosen,
    view::{OrderEntry, TrackState},
};
use shieldwall_grid::{Cell, Metres};

use crate::{
    attack::{
        acts::NumberAction,
        legality::may_strike,
        to_hit::{self, Aim, ByThen},
    },
    content::item_block::Reload,
    figure::{
        Gear, Loading,
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        count::Count,
        round::Intent,
    },
    terms::{
        actions::{CLOSE_RANKS, MARCH, STAND},
        conditions::{
            ASKEW, ASLEEP, BROKEN, CASTING, CHARGING, CLOSING, DEFENDING, EXPOSED, FLESH_WOUND,
            HIDDEN, HOLDING, KEPT_OFF, LOCKED, LODGED, PARALYSED, PINNED, PRONE, SEES_UNSEEN,
            SINGLING, STRAINED, STUNNED, SURPRISED, UNSEEN, WARDED, WEAKENED,
        },
        words::{CON, STAMINA},
    },
};

/// A place of somebody who would stand in a cell: where it stands now, if that is the cell.
fn standing(who: &Figure<'_, '_>, cell: Cell) -> Footing {
    if cell == who.cell() {
        who.footing()
    } else {
        Footing::in_cell(cell)
    }
}

/// The check of an arm from one cell to another, with the share of the bonus that lies on attacks.
fn check_of(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    arm: &Arm,
    target: CombatantId,
    (from, at): (Footing, Footing),
    share: i32,
) -> Check {
    let aim = Aim {
        who,
        from,
        arm,
        target,
        at,
        share,
        two_weapons: None,
        guard: None,
        by_then: ByThen::default(),
    };
    to_hit::check(field, &aim)
}

/// What the best attack from one cell on another is worth.
#[must_use]
pub fn attack_estimate(
    field: &Battlefield<'_, '_>,
    attacker: CombatantId,
    AttackPlaces { from, target, at }: AttackPlaces,
) -> Option<AttackEstimate> {
    let (who, target) = (field.figure(attacker), field.figure(target));
    let places = (standing(&who, from), standing(&target, at));
    let bonus = who.stats().combat_bonus();
    let share = if who.round.numbers.0.is_empty() && who.round.exertion.attacks == 0 {
        bonus
    } else {
        who.round.division.attack
    };
    let arms = field.arms(&who).into_iter();
    let usable =
        arms.filter(|arm| may_strike(field, &who, places.0, arm, &target, places.1).is_ok());
    let estimates = usable.map(|arm| {
        let (expected_loss, defeats) = promise(field, &who, &arm, &target, places, share);
        let mut estimate = AttackEstimate {
            item: arm.item(),
            missile: arm.is_missile(),
            disarms: field.disarms(&who, &arm),
            expected_loss,
            defeats,
            blast: false,
            others: 0.0,
        };
        if arm.is_missile() {
            among_all_in_combat(field, &who, &target, &mut estimate);
        }
        estimate
    });
    let worth = |estimate: &AttackEstimate| {
        weight(&target, estimate.expected_loss, estimate.defeats) + estimate.others
    };
    // The last weapon is thrown only where nothing else reaches, and of equals a blow keeps the weapon in hand.
    let better = |a: &AttackEstimate, b: &AttackEstimate| {
        let keeps = b.disarms.cmp(&a.disarms);
        let by_worth = worth(a).total_cmp(&worth(b));
        keeps.then(by_worth).then(b.missile.cmp(&a.missile))
    };
    estimates.max_by(better)
}

/// Expected hit points lost by the target of a blow or shot, and the probability that it drops out of the fight.
fn promise(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    arm: &Arm,
    target: &Figure<'_, '_>,
    places: (Footing, Footing),
    share: i32,
) -> (f64, f64) {
    let check = check_of(field, *who.id, arm, *target.id, places, share);
    let hits = f64::from(check.chance) / 100.0;
    let steps = field.steps(places.0, places.1);
    let damage = arm.damage_at(steps, who.stats().strength_modifier());
    let (least, most) = (damage.min().max(1), damage.max().max(1));
    let left = target.points.current.max(1);
    // The dice are taken as evenly spread: it is a quick number for brains.
    let spread = f64::from(most - least + 1);
    let defeating = f64::from((most - left + 1).clamp(0, most - least + 1)) / spread;
    (hits * f64::from(least + most) / 2.0, hits * defeating)
}

/// If the target is in combat, shares a shot among all the figures that it may strike, where they stand now (D20-107,
/// D20-R54). All are taken to be as hard to hit as the target.
fn among_all_in_combat(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
    estimate: &mut AttackEstimate,
) {
    let hostile = |other: &Figure<'_, '_>| field.board.hostile(who.side(), other.side());
    let is_known = |other: &Figure<'_, '_>| !hostile(other) || who.knows_of(other);
    let pool = field.melee_among(who, target, is_known);
    let Some(part) = u32::try_from(pool.len()).ok().filter(|count| *count > 1) else {
        return;
    };
    let part = 1.0 / f64::from(part);
    for other in pool.iter().filter(|other| *other != target.id) {
        let other = field.figure(*other);
        let harm = part * weight(&other, estimate.expected_loss, estimate.defeats);
        estimate.others += if hostile(&other) { harm } else { -harm };
    }
    estimate.expected_loss *= part;
    estimate.defeats *= part;
}

/// What a loss of hit points and a chance to drop out count for; 1 is one combatant out of the fight.
fn weight(target: &Figure<'_, '_>, loss: f64, defeats: f64) -> f64 {
    defeats + 0.5 * (loss / f64::from(target.points.max.max(1))) * (1.0 - defeats)
}

/// The check of what a choice rolls first.
#[must_use]
pub fn chance_of(
    field: &Battlefield<'_, '_>,
    decision: &Decision,
    choice: &Choice,
) -> Option<Check> {
    let who = field.figure(decision.actor?);
    let Some(Target::Combatant(target)) = choice.target else {
        return None;
    };
    let arm = decision.act::<NumberAction>(choice)?.arm(field, &who)?;
    let target = field.figure(target);
    let places = (who.footing(), target.footing());
    let share = who.round.division.attack;
    Some(check_of(field, *who.id, &arm, *target.id, places, share))
}

/// How much of the harm to be expected the shields of neighbours keep off somebody, once it has closed ranks or while it
/// stays among them: by what they add to its Armour Class, and by its DEX, which serves nobody in close order.
#[must_use]
pub fn shelter(field: &Battlefield<'_, '_>, decision: &Decision, choice: &Choice) -> f64 {
    let Some(who) = decision.actor.map(|who| field.figure(who)) else {
        return 0.0;
    };
    let dexterity = who.stats().dexterity_modifier().max(0);
    let gained = match (choice.action, choice.target) {
        // Only shields lock with shields.
        (CLOSE_RANKS, Some(Target::Edge(cell, side))) if field.shield(&who) > 0 => {
            let slot = Footing {
                astride: Some(side),
                ..Footing::in_cell(cell)
            };
            let beside = field.friends(&who).filter(|friend| {
                friend.facing.0 == who.facing.0
                    && friend.astride.0.is_none()
                    && slot.covers(field.grid(), friend.cell())
            });
            beside.map(|friend| field.shield(&friend)).sum::<i32>() - dexterity
        }
        (STAND | MARCH, _) if field.can_lock(&who) => field.wall_shields(&who) - field.shield(&who),
        _ => return 0.0,
    };
    let near = |enemy: &Figure<'_, '_>| (field.steps(who.footing(), enemy.footing()), *enemy.id);
    let Some(enemy) = field.enemies_known_to(&who).min_by_key(near) else {
        return 0.0;
    };
    let arms = field.arms(&enemy).into_iter();
    let places = (enemy.footing(), who.footing());
    let share = enemy.stats().combat_bonus();
    let chances = arms.map(|arm| check_of(field, *enemy.id, &arm, *who.id, places, share).chance);
    let hits = chances.max().unwrap_or(0);
    // One point of Armour Class is one face of the d20. What keeps off blows already is in the chance.
    let without = match choice.action {
        CLOSE_RANKS => hits,
        _ => hits + 5 * gained,
    };
    f64::from(5 * gained) / f64::from(without.max(5))
}

/// The cells that somebody could get to in a round.
#[must_use]
pub fn reachable(field: &Battlefield<'_, '_>, who: CombatantId) -> Vec<CellOption> {
    let who = field.figure(who);
    field.cell_options(&who, &field.ways(&who, field.fresh_legs(&who)))
}

/// The cells that somebody could attack in the next round, moving first, and those that it controls (D20-114).
#[must_use]
pub fn threatened(field: &Battlefield<'_, '_>, who: CombatantId) -> Vec<ThreatenedCell> {
    let who = field.figure(who);
    let legs = field.fresh_legs(&who);
    let ways = field.ways(&who, legs);
    let within_half = ways.iter().filter(|(_, toll)| toll.cost <= legs.act);
    let mut stands: Vec<Cell> = within_half.map(|(cell, _)| cell).collect();
    stands.push(who.cell());
    let (map, grid) = (&field.board.map, field.grid());
    let mut threats: Vec<(Cell, Threat)> = Vec::new();
    for arm in field.arms(&who) {
        match arm.usage {
            Usage::Melee(_, far) => {
                for from in &stands {
                    let near = map.disc_in_sight(*from, far).into_iter();
                    let near = near.filter(|cell| grid.steps(*from, *cell) > 0);
                    threats.extend(near.map(|cell| (cell, Threat::Blow)));
                }
            }
            Usage::Missile { increment, .. } => {
                let cells = map.disc_in_sight(who.cell(), 3 * increment).into_iter();
                threats.extend(cells.map(|cell| (cell, Threat::Missile)));
            }
        }
    }
    let own = who.footing().cells(grid).into_iter();
    let around = own.flat_map(|cell| grid.neighbours(cell).map(|(_, near)| near));
    let held = around.filter(|cell| field.controls(&who, *cell));
    threats.extend(held.map(|cell| (cell, Threat::Control)));
    ThreatenedCell::all(threats)
}

/// The range bands of a missile weapon.
#[must_use]
pub fn range_bands(field: &Battlefield<'_, '_>, item: ItemId) -> Vec<RangeBand> {
    let missile = field
        .item(item)
        .and_then(|gear| gear.gear.0.missile.clone());
    let Some(missile) = missile else {
        return Vec::new();
    };
    let size = field.grid().cell_size();
    let increment = i32::try_from(field.cells_of(missile.increment)).unwrap_or(i32::MAX);
    let within =
        |times: i32| BandExtent::Within(Metres::from_milli(size.milli() * increment * times));
    [("no penalty", 1), ("-2", 2), ("-4", 3)]
        .map(|(label, times)| RangeBand {
            label,
            extent: within(times),
        })
        .to_vec()
}

/// The conditions of somebody, the most pressing first.
#[must_use]
pub fn conditions(who: &Figure<'_, '_>) -> Vec<Condition> {
    let round = &who.round;
    let magic = &who.magic;
    let bound = |asleep| {
        let held = magic
            .spellbound
            .0
            .is_some_and(|bound| bound.asleep == asleep);
        held && who.is_helpless()
    };
    let all = [
        (bound(true), ASLEEP),
        (bound(false), PARALYSED),
        (who.surprised.0, SURPRISED),
        (who.wounds.stunned.0 > 0, STUNNED),
        (who.pinned.0.is_some(), PINNED),
        (who.prone.0, PRONE),
        (who.broken.0, BROKEN),
        (who.weakened.0, WEAKENED),
        (!who.wounds.lodged.0.is_empty(), LODGED),
        (who.wounds.flesh.0, FLESH_WOUND),
        (who.wounds.askew.0 > 0, ASKEW),
        (who.wounds.strained.0, STRAINED),
        (round.exposure.0 > 0, EXPOSED),
        (who.singling.0.is_some(), SINGLING),
        (!round.kept_off.0.is_empty(), KEPT_OFF),
        (*round.intent == Intent::Charge, CHARGING),
        (*round.intent == Intent::Close, CLOSING),
        (magic.casting.0.is_some(), CASTING),
        (*round.intent == Intent::FullDefence, DEFENDING),
        (who.hidden.0, HIDDEN),
        (who.is_invisible(), UNSEEN),
        (magic.warded.bonus > 0, WARDED),
        (magic.sees_unseen.0 > 0, SEES_UNSEEN),
        (who.locked.0, LOCKED),
        (round.held.0 > 0, HOLDING),
    ];
    let so = all.into_iter().filter(|(is_so, _)| *is_so);
    so.map(|(_, condition)| condition).collect()
}

/// Shots left of a weapon that must be loaded, of how many; `None` for all others (D20-034).
#[must_use]
pub fn shots(world: &World, item: Entity) -> Option<(u16, u16)> {
    let gear = world.get::<Gear>(item)?;
    let missile = gear.0.missile.as_ref()?;
    let loading = world.get::<Loading>(item)?;
    (missile.reload != Reload::None).then_some((u16::from(loading.loaded), 1))
}

/// CON, where Mighty Blows may wear it down or have done so (D20-061).
#[must_use]
pub fn tracks(who: &Figure<'_, '_>) -> Vec<TrackState> {
    let max = who.stats().constitution;
    let left = who.constitution();
    let matters = who.stats().hero || left < max;
    let track = TrackState {
        track: CON,
        left,
        max,
    };
    let worn = who.wounds.subdual.0;
    let stamina = TrackState {
        track: STAMINA,
        left: (who.points.current - worn).max(0),
        max: who.points.max,
    };
    let stamina = (worn > 0).then_some(stamina);
    matters
        .then_some(track)
        .into_iter()
        .chain(stamina)
        .collect()
}

/// The order of the count: who acts on which number.
#[must_use]
pub fn order(world: &mut World) -> Vec<OrderEntry> {
    let count = world.resource::<Count>().clone();
    let sealed: Vec<CombatantId> = {
        let flow = world.resource::<Flow>();
        let acting = count.acting.iter();
        acting
            .copied()
            .filter(|who| has_chosen(flow, *who))
            .collect()
    };
    crate::figure::battlefield::with_battlefield(world, |field| {
        let mut entries: Vec<(u16, CombatantId, bool)> = Vec::new();
        for who in field.all().filter(Figure::can_act) {
            let numbers = who.round.numbers.0.iter();
            entries.extend(numbers.map(|number| (*number, *who.id, false)));
            if who.round.held.0 > 0 {
                entries.push((0, *who.id, false));
            }
        }
        let acting = count
            .acting
            .iter()
            .filter(|who| field.figure(**who).can_act());
        entries.extend(acting.map(|who| (count.number, *who, true)));
        entries.sort_by_key(|(number, who, _)| {
            (std::cmp::Reverse(*number), field.figure(*who).precedence())
        });
        let mut before = None;
        let told = entries.into_iter().map(|(number, who, now)| {
            let with_previous = before == Some((number, now));
            before = Some((number, now));
            OrderEntry {
                who,
                rank: (number > 0).then_some(i32::from(number)),
                ready: true,
                note: (number == 0).then_some("holds"),
                chance: None,
                reactions: 0,
                acted: now && sealed.contains(&who),
                done: false,
                now,
                with_previous,
            }
        });
        told.collect()
    })
}
