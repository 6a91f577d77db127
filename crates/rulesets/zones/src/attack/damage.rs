//! The blows of an attack, told and done: dice, who is hit first, damage, poison.

use shieldwall_battle::Writer;
use shieldwall_battle::{CombatantId, Event, RuleId, event::Rolled};

use crate::{
    attack::{
        arm::Aim,
        exchange::{DamageRoll, ExchangeResult, First, State, Wound},
        save,
        state::{Attack, Reply},
        steps::resolved,
    },
    character::harm::{self, Harm},
    context::write::WriteContext,
    terms::{
        conditions,
        rules::{
            R036, R037, R039, R051, R053, R054, R055, R056, R061, R062, R067, R068, R131, R132,
            R152, RR06, RR08, RR20, RR24, RR25, RR26, RR37, RR39,
        },
        words,
    },
};

/// Writes the dice of an attack, for everybody: the one who strikes from concealment cannot hide its
/// blow.
pub(crate) fn write_rolls(ctx: &mut WriteContext, attack: &Attack, result: &ExchangeResult) {
    for (target, dodge) in attack.targets.iter().zip(&result.dodges) {
        let Some(dodge) = dodge else { continue };
        let save = {
            let read = ctx.read();
            read.save(read.fighter(target.now).build.0.agility)
        };
        let event = Event::Rolled(Rolled {
            who: target.now,
            purpose: format!("dodging {}", attack.with),
            dice: dodge.die(),
            chance: Some(save.breakdown(save::AGI)),
            total: None,
            outcome: Some(dodge.outcome()),
        });
        ctx.journal.write(event, &[R051]);
    }
    if let (Some(counter), Some(rolled)) = (attack.counter, result.counter_save) {
        let (save, with) = {
            let read = ctx.read();
            let by = read.fighter(counter.by);
            (read.save(by.build.0.wit), read.aim_name(&by, counter.aim))
        };
        let event = Event::Rolled(Rolled {
            who: counter.by,
            purpose: format!("hitting with {with}"),
            dice: rolled.die(),
            chance: Some(save.breakdown(save::WIT)),
            total: None,
            outcome: Some(rolled.outcome()),
        });
        ctx.journal.write(event, &[R039, RR24]);
    }
    let mut written = false;
    for roll in result.rolls.iter().flatten() {
        if attack.is_blast() && written {
            break;
        }
        written = true;
        let mut rules = vec![R053, RR08];
        if attack.is_blast() {
            rules.push(RR37);
        }
        write_damage_roll(ctx, attack.attacker, &attack.with, roll, rules);
    }
    if let (Some(counter), Some(roll)) = (attack.counter, &result.counter_roll) {
        let with = {
            let read = ctx.read();
            read.aim_name(&read.fighter(counter.by), counter.aim)
        };
        write_damage_roll(ctx, counter.by, &with, roll, vec![R053, RR24, RR08]);
    }
}

fn write_damage_roll(
    ctx: &mut WriteContext,
    who: CombatantId,
    with: &str,
    roll: &DamageRoll,
    mut rules: Vec<RuleId>,
) {
    let impaired = roll.totals.len() > 1;
    if impaired {
        rules.push(RR06);
        let riding = ctx.read().fighter(who).riding.0.is_some();
        rules.extend(riding.then_some(R152));
    }
    for (place, (faces, total)) in roll.faces.iter().zip(&roll.totals).enumerate() {
        let what = match (impaired, place == roll.counts) {
            (false, _) => "",
            (true, true) => " (counts)",
            (true, false) => " (does not count)",
        };
        let event = Event::Rolled(Rolled {
            who,
            purpose: format!("damage with {with}{what}"),
            dice: faces.clone(),
            chance: None,
            total: Some(*total),
            outcome: None,
        });
        ctx.journal.write(event, &rules);
    }
}

/// Does what the blows do, the greater suffering first (ZON-054 to ZON-056, ZON-R25, ZON-R26).
pub(crate) fn apply(ctx: &mut WriteContext, attack: &Attack, result: &ExchangeResult) {
    let rules: &[RuleId] = match result.first {
        Some(First::Together) => &[R056],
        Some(_) => &[R054, RR25, RR26],
        None => &[],
    };
    // Damage comes before grips, and of two blows the greater comes first.
    let counter_first = result.first == Some(First::Attacker)
        || (result.counter_wound.is_some() && matches!(attack.aim, Aim::Grip(_)));
    if counter_first {
        hit_back(ctx, attack, result, rules);
    }
    for (place, target) in attack.targets.iter().enumerate() {
        hit(ctx, attack, result, place, rules);
        // A death blow kills without a roll, if nobody has stepped in (ZON-036, ZON-R20).
        if matches!(attack.aim, Aim::Kill(_)) && target.now == target.aimed_at {
            let cited = [R036, RR20];
            let event = resolved(
                attack,
                target.now,
                words::SUCCESS,
                words::UNANSWERED,
                words::NORMAL,
            );
            ctx.journal.write(event, &cited);
            harm::kill(ctx, target.now, attack.attacker, &cited);
        }
    }
    if !counter_first {
        hit_back(ctx, attack, result, rules);
    }
}

fn hit(
    ctx: &mut WriteContext,
    attack: &Attack,
    result: &ExchangeResult,
    place: usize,
    order: &[RuleId],
) {
    let target = &attack.targets[place];
    let defence = match target.reply {
        Reply::Dodge => words::DODGE,
        Reply::Counter => words::COUNTER,
        Reply::None if target.guarded => words::GUARD,
        Reply::None if target.now != target.aimed_at => words::HIDE_BEHIND,
        Reply::None => words::UNANSWERED,
    };
    let dodged = result.dodges[place].is_some_and(|dodge| dodge.passed);
    let missed = result.counter_save.is_some_and(|save| !save.passed);
    // Anyone who falls first takes no grip any more (ZON-101).
    let defeated = result.wounds[place].is_some_and(|wound| wound.state != State::Standing);
    let grips = attack
        .counter
        .is_some_and(|counter| counter.aim.grip().is_some());
    let level = match (target.reply, dodged) {
        (Reply::Dodge, false) => words::FAILURE,
        (Reply::Counter, _) if missed || result.counter_stopped || (grips && defeated) => {
            words::FAILURE
        }
        _ if defence == words::UNANSWERED => words::FAILURE,
        _ => words::SUCCESS,
    };
    let finish = |effect| Event::AttackResolved {
        who: attack.attacker,
        target: target.now,
        attack: words::SUCCESS,
        defence,
        defence_level: level,
        effect,
    };
    if matches!(attack.aim, Aim::Kill(_)) && target.now == target.aimed_at {
        return;
    }
    if dodged {
        ctx.journal.write(finish(words::NO_EFFECT), &[R051]);
        return;
    }
    let Some(wound) = result.wounds[place] else {
        if result.attack_stopped {
            let mut rules = vec![R055];
            rules.extend(order);
            ctx.journal.write(finish(words::NO_EFFECT), &rules);
        }
        return;
    };
    // What armour takes off is said with the damage.
    ctx.journal.write(finish(words::NORMAL), order);
    let rules = damage_rules(ctx, attack.attacker, target.now, target.cover, wound);
    land(
        ctx,
        (attack.attacker, attack.aim),
        target.now,
        wound,
        &rules,
    );
}

/// What the counter does to the attacker.
fn hit_back(ctx: &mut WriteContext, attack: &Attack, result: &ExchangeResult, order: &[RuleId]) {
    let Some(counter) = attack.counter else {
        return;
    };
    let Some(wound) = result.counter_wound else {
        return;
    };
    let rules = damage_rules(ctx, counter.by, attack.attacker, counter.cover, wound);
    let mut cited = order.to_vec();
    cited.extend(&rules);
    land(
        ctx,
        (counter.by, counter.aim),
        attack.attacker,
        wound,
        &cited,
    );
}

/// Takes off what a blow of somebody does to somebody else.
fn land(
    ctx: &mut WriteContext,
    (by, aim): (CombatantId, Aim),
    on: CombatantId,
    wound: Wound,
    rules: &[RuleId],
) {
    let event = Event::Damage {
        target: on,
        fixed: 0,
        rolled: wound.before,
        armour: wound.armour,
        lost: wound.suffered,
    };
    ctx.journal.write(event, rules);
    if wound.suffered > 0 {
        let harm = Harm {
            suffered: wound.suffered,
            cause: words::WOUND,
            by: Some(by),
        };
        harm.inflict(ctx, on, &[R037]);
        poison(ctx, by, aim, on);
    }
}

/// The rules by which damage was changed on its way.
pub(crate) fn damage_rules(
    ctx: &WriteContext,
    attacker: CombatantId,
    target: CombatantId,
    cover: Option<i32>,
    wound: crate::attack::exchange::Wound,
) -> Vec<RuleId> {
    let read = ctx.read();
    let (attacker, target) = (read.fighter(attacker), read.fighter(target));
    let mut rules = vec![R061, RR08];
    match attacker.build.size().above(target.build.size()) {
        1.. => rules.push(R132),
        0 => {}
        _ => rules.push(R131),
    }
    if let Some(penetration) = cover {
        let pierced = wound.before >= penetration;
        rules.push(if pierced { R068 } else { R067 });
    }
    if read.plain_armour(&target) + i32::from(cover.is_some())
        > crate::attack::exchange::MOST_ARMOUR
    {
        rules.push(R062);
    }
    rules
}

/// Poisons the one who suffers from a poisonous attack (ZON-R39).
pub(crate) fn poison(ctx: &mut WriteContext, attacker: CombatantId, aim: Aim, target: CombatantId) {
    let poisons = {
        let read = ctx.read();
        let attacker = read.fighter(attacker);
        let poisonous = aim
            .arm()
            .and_then(|arm| read.row(&attacker, arm).map(|row| row.poisonous))
            .unwrap_or(false);
        let target = read.fighter(target);
        poisonous && target.is_alive() && !target.mind.poisoned && !target.is_vehicle()
    };
    if poisons {
        ctx.fighter_mut(target).mind.poisoned = true;
        ctx.condition(target, conditions::POISONED, true, &[RR39]);
    }
}
