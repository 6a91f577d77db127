//! Estimates of attacks for brains, which weigh many of them.

use bevy_ecs::world::World;
use shieldwall_battle::{
    Allegiance, AttackEstimate, Board, CombatantId, Flow, Roster, Target, ruleset::AttackPlaces,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        allowance,
        arms::{Arm, Reach},
        field::{Combatant, Field, GearDataItem},
        plan::How,
    },
    content::spell::{Save, SpellEffect},
    magic::going_off,
    round::form::Declares,
    strike::{
        chance::{Aim, chance},
        into_melee::risk,
        loss,
    },
    terms::words::ATTACK,
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
