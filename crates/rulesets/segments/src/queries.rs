//! Answers to the window and to brains, by the code that plays.

use bevy_ecs::world::World;
use shieldwall_battle::{
    Allegiance, AttackEstimate, Board, Check, Choice, CombatantId, Condition, Decision, Flow,
    ItemId, Roster, Target, Threat, ThreatenedCell, Vantage,
    ruleset::{AttackPlaces, BandExtent, RangeBand},
    sealed::has_chosen,
    view::OrderEntry,
};
use shieldwall_grid::{Cell, Metres};

use crate::{
    combatant::{
        allowance,
        arms::{Arm, Reach},
        clock::Clock,
        field::{Combatant, Field, GearDataItem, with_field},
        plan::{How, PlannedAction, Weapon},
        wounds::WoundLevel,
    },
    content::spell::{Save, SpellEffect},
    magic::going_off,
    movement::ways::WALK,
    round::form::{self, Declares},
    strike::{
        chance::{Aim, chance},
        defence::defence_for,
        into_melee::risk,
        limits::Limits,
        loss,
    },
    terms::fields::GUARD,
    terms::words::{
        AIMING, ARM_WOUNDED, ATTACK, BADLY_WOUNDED, BLESSED, BLINDED, CASTING, DEFENDING,
        DESPERATE, DESPERATELY_WOUNDED, ENCUMBERED, FALLEN, GUARDING, HASTENED, HIDDEN,
        LEG_WOUNDED, NOT_ALERT, OFF_ARM_WOUNDED, OPEN_WOUND, OUT_OF_BREATH, STANDS_FAST,
        STRIKE_FREELY, STUCK, STUNNED, TAKEN_ABACK, VERY_BADLY_WOUNDED, WAITS_TO_CAST, WARDED,
    },
};

/// The value of the best attack from one cell on a target in another.
#[must_use]
pub fn attack_estimate(
    field: &Field<'_, '_>,
    attacker: CombatantId,
    AttackPlaces { from, target, at }: AttackPlaces,
    declared: &[(CombatantId, CombatantId)],
) -> Option<AttackEstimate> {
    let (who, enemy) = (field.combatant(attacker), field.combatant(target));
    let stowed = field.stowed_arms(&who).into_iter();
    let stowed = stowed.filter(|arm| !field.ways_with(&who, arm).is_empty());
    let arms = field.arms(&who).into_iter().chain(stowed);
    // In the very cell of the target all weapons count: so brains ask for the best attack in contact.
    let usable = arms.filter(|arm| from == at || field.strikes_at(from, at, arm.reach));
    let how = way_to_strike(field, &who, from);
    let estimates = usable.map(|arm| {
        let aim = Aim {
            from,
            at,
            how,
            guard: 0,
            friends: declared
                .iter()
                .filter(|(who, at)| *who != attacker && *at == target)
                .count(),
            ..Aim::of(&who, &arm, &enemy)
        };
        let (expected_loss, defeats) = promise(field, &aim, &enemy);
        let attacks = f64::from(how.attacks_left(who.stats().attacks).max(1));
        let attacks = attacks * readiness(field, &who, &arm);
        let mut estimate = AttackEstimate {
            item: arm.item(),
            missile: arm.missile.is_some(),
            disarms: disarms(field, &who, &arm),
            expected_loss: expected_loss * attacks,
            defeats: 1.0 - (1.0 - defeats).powf(attacks),
            blast: false,
            others: 0.0,
        };
        share_with_friends(field, &aim, &enemy, &mut estimate);
        estimate
    });
    let worth = |estimate: &AttackEstimate| estimate.expected_loss + ESTEEM * estimate.others;
    let spells = spell_estimates(field, &who, &enemy, [from, at]);
    estimates
        .chain(spells)
        .max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

/// The share that is left of spells: casters are struck before they go off, or lose sight.
const UNBROKEN: f64 = 0.7;

/// The values of all harmful spells from one cell on a target in another.
fn spell_estimates(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    target: &Combatant<'_, '_>,
    [from, at]: [Cell; 2],
) -> Vec<AttackEstimate> {
    let known = field.carried(who);
    let value = |gear: GearDataItem<'_, '_>| {
        let spell = gear.gear.0.spell.as_ref()?;
        let skill = who.stats().spells.get(&gear.kind.0.id)?;
        let dice = spell.dice.as_ref()?;
        let cells = allowance::whole(2 * spell.range_ft, field.grid()) / allowance::CELL;
        let near = from == at || field.strikes_at(from, at, Reach::Missile(cells.into()));
        if spell.effect != SpellEffect::Harm || spell.energy > who.energy.0 || !near {
            return None;
        }
        let succeeds = going_off::chance(who, "", skill.chance).chance;
        let saves = f64::from(target.stats().luck.clamp(0, 100)) / 100.0;
        let left = match spell.save {
            None => 1.0,
            Some(Save::Halves) => 1.0 - saves / 2.0,
            Some(Save::Negates) => 1.0 - saves,
        };
        let share = UNBROKEN * f64::from(succeeds) / 100.0;
        let mut defeats = 0.0;
        for (damage, probability) in dice.distribution().iter() {
            if damage >= target.points.current {
                defeats += probability;
            }
        }
        Some(AttackEstimate {
            item: Some(*gear.id),
            missile: true,
            disarms: false,
            expected_loss: share * left * dice.distribution().mean(),
            defeats: share * defeats * (1.0 - saves),
            blast: false,
            others: 0.0,
        })
    };
    known.filter_map(value).collect()
}

/// Hit points for which a whole friend counts, beside the expected loss of an enemy.
const ESTEEM: f64 = 40.0;

/// The share that is left of attacks with a weapon that is drawn first: they come late, and what fills the hands is put
/// away or dropped.
fn readiness(field: &Field<'_, '_>, who: &Combatant<'_, '_>, arm: &Arm) -> f64 {
    let gear = arm.item().and_then(|item| field.item(item));
    match gear {
        Some(gear) if !arm.in_hand && gear.gear.0.hands > field.free_hands(who) => {
            let strikes = |held: GearDataItem<'_, '_>| held.gear.0.melee.is_some();
            let gives_up = arm.missile.is_some() && field.in_hand(who).any(strikes);
            // A weapon for melee is not put away for one throw.
            if gives_up { 0.0 } else { 0.55 }
        }
        Some(_) if !arm.in_hand => 0.8,
        _ => 1.0,
    }
}

/// True if a throw lets go of the only weapon for melee in hand.
fn disarms(field: &Field<'_, '_>, who: &Combatant<'_, '_>, arm: &Arm) -> bool {
    let Some(item) = arm.item().filter(|_| arm.missile.is_some()) else {
        return false;
    };
    let strikes = |gear: &GearDataItem<'_, '_>| gear.gear.0.melee.is_some();
    let is_thrown = arm.missile.is_some_and(|missile| missile.thrown);
    is_thrown
        && field.item(item).is_some_and(|gear| strikes(&gear))
        && !field
            .in_hand(who)
            .any(|gear| *gear.id != item && strikes(&gear))
}

/// A missile into melee goes at friends of its shooter in part (SEG-149). All are taken to be as hard to hit as the target.
fn share_with_friends(
    field: &Field<'_, '_>,
    aim: &Aim<'_>,
    target: &Combatant<'_, '_>,
    estimate: &mut AttackEstimate,
) {
    let who = field.combatant(aim.who);
    let missile = aim.arm.missile;
    let risk = missile.and_then(|missile| risk(field, &who, target, (aim.arm, missile)));
    let Some(risk) = risk else {
        return;
    };
    let astray = f64::from(risk.limit.clamp(0, 100)) / 100.0;
    let points = |friend: &CombatantId| {
        let left = field.combatant(*friend).points.current;
        1.0 / f64::from(left.max(1))
    };
    let worth: f64 = risk.friends.iter().map(points).sum();
    let friends = i32::try_from(risk.friends.len()).unwrap_or(i32::MAX);
    estimate.others = -(astray * estimate.expected_loss * worth / f64::from(friends)).min(1.0);
    estimate.expected_loss *= 1.0 - astray;
    estimate.defeats *= 1.0 - astray;
}

/// The attacks in melee that friends of an attacker have declared in secret, with their targets: known to the side that decides
/// now, and to no other.
#[must_use]
pub fn declared_attacks(world: &World, attacker: CombatantId) -> Vec<(CombatantId, CombatantId)> {
    let (flow, board) = (world.resource::<Flow>(), world.resource::<Board>());
    let Some(deciding) = flow.decision().map(|open| open.side) else {
        return Vec::new();
    };
    let entity = world.resource::<Roster>().combatant(attacker);
    let side = world.get::<Allegiance>(entity).map(|side| side.0);
    if side.is_none_or(|side| board.hostile(side, deciding)) {
        return Vec::new();
    }
    let of_friends = flow.sealed().iter();
    let of_friends = of_friends.filter(|(decision, choice)| {
        !board.hostile(decision.side, deciding)
            && matches!(
                decision.act::<Declares>(choice),
                Some(Declares::Attack(weapon)) if weapon.action() == ATTACK
            )
    });
    of_friends
        .filter_map(|(decision, choice)| {
            Some((decision.actor?, choice.target.and_then(Target::combatant)?))
        })
        .collect()
}

/// The movement with which a combatant could strike from a cell, as the crow flies.
fn way_to_strike(field: &Field<'_, '_>, who: &Combatant<'_, '_>, from: Cell) -> How {
    let steps = field.grid().steps(who.cell(), from);
    let half = u32::from(allowance::whole(who.tmr(), field.grid()) / allowance::CELL);
    match steps {
        0 | 1 => How::Stand,
        _ if steps <= half => How::HalfMove,
        _ => How::Run,
    }
}

/// The expected loss of hit points by one strike, and the probability that it puts the target out of action.
fn promise(field: &Field<'_, '_>, aim: &Aim<'_>, target: &Combatant<'_, '_>) -> (f64, f64) {
    let limits = chance(field, aim).limits;
    let percent = |rolls: i32| f64::from(rolls) / 100.0;
    let doubled = percent(limits.critical.max(limits.grievous));
    let plain = percent(limits.hit) - doubled;
    let (mut expected, mut defeats) = (0.0, 0.0);
    for (damage, probability) in aim.arm.damage.distribution().iter() {
        for (is_doubled, share) in [(true, doubled), (false, plain)] {
            let lost = loss(damage, is_doubled, target.prot());
            expected += f64::from(lost) * share * probability;
            if lost >= target.points.current {
                defeats += share * probability;
            }
        }
    }
    (expected, defeats)
}

/// The check that is rolled first for a choice.
#[must_use]
pub fn chance_of(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Option<Check> {
    let who = field.combatant(decision.actor?);
    if let Some(Declares::Cast(spell) | Declares::GoOn(spell)) = decision.act(choice) {
        let gear = field.item(*spell)?;
        let skill = who.stats().spells.get(&gear.kind.0.id)?;
        return Some(going_off::chance(&who, &gear.kind.0.name, skill.chance));
    }
    let (target, arm, free) = match choice.target.and_then(Target::combatant) {
        Some(target) => (target, stated_arm(field, &who, decision, choice)?, false),
        None if choice.action == STRIKE_FREELY => (decision.against?, field.main_arm(&who), true),
        None => return None,
    };
    let mut aim = Aim {
        free,
        ..Aim::of(&who, &arm, &field.combatant(target))
    };
    if decision.act::<Declares>(choice).is_some() {
        aim.how = form::how(choice);
        aim.guard = choice.fields.amount(GUARD).unwrap_or(0);
        aim.aimed = form::aims(choice) || who.steady_aim.0;
    }
    Some(chance(field, &aim).check)
}

/// The share of the harm of melee attacks that a declared defence keeps off, by the chances of all enemies (SEG-094, SEG-098,
/// SEG-102).
#[must_use]
pub fn shelter(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> f64 {
    let Some((who, does)) = decision.actor.zip(decision.act::<Declares>(choice)) else {
        return 0.0;
    };
    let who = field.combatant(who);
    let gained = match does {
        Declares::FullDefence => field.main_arm(&who).full_defence(),
        Declares::DesperateDefence => field.main_arm(&who).desperate_defence(),
        Declares::Cast(spell) | Declares::GoOn(spell) => ward_of(field, &who, *spell),
        _ => defence_for(choice.fields.amount(GUARD).unwrap_or(0)),
    };
    if gained == 0 {
        return 0.0;
    }
    let (mut without, mut with) = (0, 0);
    for enemy in field.enemies(who.side()) {
        let arm = field.main_arm(&enemy);
        let modified = chance(field, &Aim::of(&enemy, &arm, &who)).modified;
        without += Limits::of(modified).hit;
        with += Limits::of(modified - gained).hit;
    }
    match without {
        0 => 0.0,
        _ => 1.0 - f64::from(with) / f64::from(without),
    }
}

/// DEF by a ward that a combatant may cast on itself; 0 while it has one.
fn ward_of(field: &Field<'_, '_>, who: &Combatant<'_, '_>, spell: ItemId) -> i32 {
    let gear = field.item(spell);
    let spell = gear.and_then(|gear| gear.gear.0.spell.as_ref());
    let ward = spell.filter(|spell| spell.effect == SpellEffect::Ward);
    let missing = who.ward.0.amount == 0;
    ward.filter(|_| missing).map_or(0, |ward| ward.amount)
}

/// The weapon of a choice: a declared one, or that of an attack that is due.
fn stated_arm(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    decision: &Decision,
    choice: &Choice,
) -> Option<Arm> {
    let declared = match decision.act::<Declares>(choice) {
        Some(Declares::Attack(weapon)) => Some(*weapon),
        Some(_) => return None,
        None => weapon_of(who),
    };
    field.arm(who, declared?)
}

fn weapon_of(who: &Combatant<'_, '_>) -> Option<Weapon> {
    match who.plan.action {
        PlannedAction::Attack { .. } => who
            .attacks
            .0
            .first()
            .and_then(|attack| who.plan.weapon_of(attack.number)),
        _ => None,
    }
}

/// The least movement that brings a target into reach of a declared attack: none, the free step, a half move or a run
/// (SEG-061, SEG-071).
#[must_use]
pub fn vantage(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Vantage {
    let Some(Declares::Attack(weapon)) = decision.act(choice).copied() else {
        return Vantage::Here;
    };
    let Some((who, target)) = decision
        .actor
        .zip(choice.target.and_then(Target::combatant))
    else {
        return Vantage::Beyond;
    };
    let (who, at) = (field.combatant(who), field.combatant(target).cell());
    let Some(arm) = field.arm(&who, weapon) else {
        return Vantage::Beyond;
    };
    if field.strikes_at(who.cell(), at, arm.reach) {
        return Vantage::Here;
    }
    let cells = field.cell_options(&who).into_iter();
    let open = cells.filter(|option| option.band <= WALK);
    let near = open.filter(|option| field.strikes_at(option.cell, at, arm.reach));
    let narrowest = near.map(|option| option.band).min();
    narrowest.map_or(Vantage::Beyond, Vantage::Band)
}

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

/// The conditions of a combatant, the most pressing first.
#[must_use]
pub fn conditions(who: &Combatant<'_, '_>) -> Vec<Condition> {
    let level = who.wound_level();
    let all = [
        (who.concealment.is_unseen(), HIDDEN),
        (who.is_taken_aback(), TAKEN_ABACK),
        (who.senses.unwary, NOT_ALERT),
        (who.senses.blinded > 0, BLINDED),
        (who.stunned.0, STUNNED),
        (who.fallen.0, FALLEN),
        (level == WoundLevel::Desperately, DESPERATELY_WOUNDED),
        (level == WoundLevel::VeryBadly, VERY_BADLY_WOUNDED),
        (level == WoundLevel::Badly, BADLY_WOUNDED),
        (who.plan.is_full_defence(), DEFENDING),
        (who.plan.is_desperate(), DESPERATE),
        (who.plan.is_rooted(), STANDS_FAST),
        (who.plan.guard > 0, GUARDING),
        (who.haste.rounds > 0, HASTENED),
        (who.aims(), AIMING),
        (!who.stuck.0.is_empty(), STUCK),
        (who.casting.is_under_way(), CASTING),
        (who.casting.waits(), WAITS_TO_CAST),
        (who.ward.0.amount > 0, WARDED),
        (who.blessing.0.amount > 0, BLESSED),
        (!who.wounds.bleeding.is_empty(), OPEN_WOUND),
        (who.wounds.leg, LEG_WOUNDED),
        (who.wounds.main_arm, ARM_WOUNDED),
        (who.wounds.off_arm, OFF_ARM_WOUNDED),
        (who.winded.0, OUT_OF_BREATH),
        (who.is_encumbered(), ENCUMBERED),
    ];
    let so = all.into_iter().filter(|(is_so, _)| *is_so);
    so.map(|(_, condition)| condition).collect()
}

/// The chance of an attack that is due on a segment, as things stand.
fn next_chance(field: &Field<'_, '_>, who: &Combatant<'_, '_>, segment: i32) -> Option<i32> {
    let mut attacks = who.attacks.0.iter();
    let attack = attacks.find(|attack| attack.segment == segment)?;
    let weapon = who.plan.weapon_of(attack.number)?;
    let target = field.combatant(who.plan.target()?);
    if !target.body.is_active() {
        return None;
    }
    let arm = field.arm(who, weapon)?;
    Some(chance(field, &Aim::of(who, &arm, &target)).check.chance)
}

/// The attacks that are still to come, by segment.
#[must_use]
pub fn order(world: &mut World) -> Vec<OrderEntry> {
    let clock = *world.resource::<Clock>();
    let sealed: Vec<CombatantId> = {
        let flow = world.resource::<Flow>();
        let all = world.resource::<Roster>().combatant_ids();
        all.filter(|who| has_chosen(flow, *who)).collect()
    };
    with_field(world, |field| {
        let mut entries: Vec<(i32, Combatant<'_, '_>, bool)> = Vec::new();
        for who in field.active() {
            let attacks = who.attacks.0.clone();
            for attack in attacks {
                entries.push((attack.segment, field.combatant(who.id()), attack.waits));
            }
        }
        entries.sort_by_key(|(segment, who, _)| (std::cmp::Reverse(*segment), who.precedence()));
        let mut before = None;
        let told = entries.into_iter().map(|(segment, who, waits)| {
            let with_previous = before == Some(segment);
            before = Some(segment);
            OrderEntry {
                who: who.id(),
                rank: Some(segment),
                ready: true,
                note: waits.then_some("waits"),
                chance: next_chance(field, &who, segment),
                reactions: 0,
                acted: sealed.contains(&who.id()),
                done: false,
                now: clock.segment == Some(segment),
                with_previous,
            }
        });
        told.collect()
    })
}
