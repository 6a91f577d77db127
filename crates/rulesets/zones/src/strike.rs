//! The stages of an attack from its declaration to its end: the save to hit, the bargain, the blows,
//! grips, and what comes after.

use shieldwall_battle::{
    Choice, CombatantId, Decision, Event, Offer, RuleId, Vitality, flow::Question, journal::Rolled,
};
use shieldwall_content::zones::GearState;
use shieldwall_dice::{Dice, Face};

use crate::{
    aiming::Motion,
    arms::{Aim, Arm, GripKind},
    attack::{Attack, PendingGrip, Reply},
    exchange::{DamageRoll, First, State, Upshot},
    field::Fray,
    gear_moves, grips, harm,
    harm::Harm,
    holds,
    rules::{
        R019, R033, R034, R035, R036, R037, R039, R051, R053, R054, R055, R056, R061, R062, R067,
        R068, R072, R077, R078, R079, R080, R082, R084, R107, R109, R126, R127, R128, R131, R132,
        R152, RR06, RR08, RR20, RR22, RR24, RR25, RR26, RR36, RR37, RR39, RR61, RR62, RR63, RR85,
    },
    save, stages, stealth,
    stunts::{self, Bargain},
    verbs, words,
};

/// Begins an attack: ends holds that it does not allow, uses up what it uses up, and announces it.
pub fn begin(fray: &mut Fray, attack: Attack) {
    let (attacker, aim) = (attack.attacker, attack.aim);
    let keeps = fray.field().leaves_a_hand(aim.arm());
    let first = attack.targets.first().map(|target| target.now);
    holds::loosen(fray, attacker, |held| match aim {
        Aim::Harm(_) | Aim::Kill(_) => keeps && !attack.is_blast(),
        Aim::Grip(kind) => kind == GripKind::Disarm && first == Some(held),
    });
    match aim.arm() {
        Some(Arm::Item(item)) => {
            let consumable = fray
                .field()
                .gear(item)
                .and_then(|gear| gear.gear.0.attack.as_ref().map(|row| row.consumable))
                .unwrap_or(false);
            fray.gear_mut(item).wear.used_by = Some(attacker);
            if consumable {
                gear_moves::use_up(fray, attacker, item, &[RR85]);
            }
        }
        Some(Arm::Power(item)) => gear_moves::use_up(fray, attacker, item, &[RR22]),
        Some(Arm::Unarmed | Arm::Natural(_)) | None => {}
    }
    let item = aim.arm().and_then(Arm::item);
    match attack.aimed_zone {
        Some(zone) => {
            let event = Event::Blast {
                who: attacker,
                item,
                with: attack.with.clone(),
                aimed: zone,
                zone: None,
                missile: attack.ranged,
            };
            fray.journal.write(event, &[R072]);
        }
        None => {
            let mut rules = vec![R019];
            rules.extend(match aim {
                Aim::Grip(_) => [R084],
                Aim::Kill(_) => [R036],
                Aim::Harm(Arm::Unarmed) => [R033],
                Aim::Harm(_) => [R034],
            });
            if attack.held_back {
                rules.push(R035);
            }
            for target in &attack.targets {
                let event = Event::Attacked {
                    who: attacker,
                    target: target.now,
                    item,
                    with: attack.with.clone(),
                    missile: attack.ranged,
                };
                fray.journal.write(event, &rules);
            }
        }
    }
    let mut turn = fray.fighter_mut(attacker).turn;
    turn.deeds = true;
    if attack.ranged && attack.motion == Motion::Steady && !attack.opportunity {
        turn.steady = true;
    }
    fray.plan.attack = Some(attack);
    fray.flow.push(stages::attack_hit());
}

/// The WIT save to hit, where one is needed, and where a blast goes that misses (ZON-038 to ZON-044,
/// ZON-074, ZON-077).
pub fn roll_to_hit(mut fray: Fray) {
    let Some(mut attack) = fray.plan.attack.take() else {
        fray.flow.pop();
        return;
    };
    let save = fray.field().save_to_hit(&attack);
    let rolled = save.map(|save| (save, save.roll(&mut *fray.dice)));
    if let Some((save, rolled)) = rolled {
        let mut rules = vec![R039];
        rules.extend(&attack.hard);
        let event = Event::Rolled(Rolled {
            who: attack.attacker,
            purpose: format!("hitting with {}", attack.with),
            dice: rolled.die(),
            chance: Some(save.breakdown(save::WIT)),
            total: None,
            outcome: Some(rolled.outcome()),
        });
        fray.journal.write(event, &rules);
    }
    let hit = rolled.is_none_or(|(_, rolled)| rolled.passed);
    let next = match attack.aimed_zone {
        Some(aimed) => {
            let zone = if hit {
                Some(aimed)
            } else {
                stray(&mut fray, &attack, aimed)
            };
            let event = Event::Blast {
                who: attack.attacker,
                item: attack.aim.arm().and_then(Arm::item),
                with: attack.with.clone(),
                aimed,
                zone,
                missile: attack.ranged,
            };
            let rules: &[RuleId] = if hit { &[R072] } else { &[R077, RR36] };
            fray.journal.write(event, rules);
            if let Some(zone) = zone {
                fray.field().take_targets(&mut attack, zone);
            }
            if attack.targets.is_empty() {
                stages::attack_after()
            } else {
                stages::attack_react()
            }
        }
        None if hit => stages::attack_stunt(),
        None => {
            for target in &attack.targets {
                let event = resolved(
                    &attack,
                    target.now,
                    words::FAILURE,
                    words::NONE,
                    words::NONE,
                );
                fray.journal.write(event, &[R039]);
            }
            stages::attack_after()
        }
    };
    fray.plan.attack = Some(attack);
    fray.flow.replace(next);
}

/// The zone that a blast hits instead, if there is one (ZON-078).
fn stray(
    fray: &mut Fray,
    attack: &Attack,
    aimed: shieldwall_grid::ZoneId,
) -> Option<shieldwall_grid::ZoneId> {
    let strays = fray.field().stray_zones(aimed);
    if strays.is_empty() {
        return None;
    }
    let place = fray.dice.one_of(strays.len());
    let number = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    let event = Event::Rolled(Rolled {
        who: attack.attacker,
        purpose: "where it strays".to_owned(),
        dice: vec![Face {
            sides: number(strays.len()),
            face: number(place + 1),
        }],
        chance: None,
        total: None,
        outcome: None,
    });
    fray.journal.write(event, &[R077, R078, RR36]);
    strays.get(place).copied()
}

/// The bargain, if the attacker wants one (ZON-079 to ZON-083).
pub fn bargain(mut fray: Fray) {
    let answer = fray.flow.take_answer();
    let Some(attack) = fray.plan.attack.clone() else {
        fray.flow.pop();
        return;
    };
    let next = match answer {
        None if attack.bargains => {
            let question = offer_question(&fray, &attack);
            match question {
                Some(question) => {
                    fray.flow.ask(question);
                    return;
                }
                None => stages::attack_react(),
            }
        }
        None => stages::attack_react(),
        Some((decision, choice)) => match settle(&mut fray, &attack, &decision, &choice) {
            Some(question) => {
                fray.flow.ask(question);
                return;
            }
            None if choice.verb == verbs::ACCEPT => stages::attack_after(),
            None => stages::attack_react(),
        },
    };
    fray.flow.replace(next);
}

fn offer_question(fray: &Fray, attack: &Attack) -> Option<Question> {
    let field = fray.field();
    let mut offers = field.bargains(attack);
    if offers.is_empty() {
        return None;
    }
    offers.push(Offer::new(verbs::NONE, "Offer nothing", &[R079]));
    let attacker = field.fighter(attack.attacker);
    let target = field.fighter(attack.targets[0].now);
    Some(Question {
        side: attacker.side(),
        actor: Some(attack.attacker),
        kind: verbs::STUNT_DECISION,
        prompt: format!(
            "What does {} offer {} instead of the blow?",
            attacker.name(),
            target.name()
        ),
        against: None,
        sealed: false,
        offers,
    })
}

/// Takes in an offer or its answer; the question to the target, if there is one.
fn settle(
    fray: &mut Fray,
    attack: &Attack,
    decision: &Decision,
    choice: &Choice,
) -> Option<Question> {
    let target = attack.targets[0].now;
    if decision.kind == verbs::STUNT_DECISION {
        let bargain = Bargain::of_choice(choice).filter(|_| choice.verb == verbs::OFFER)?;
        fray.plan.bargain = Some(bargain);
        let field = fray.field();
        let (attacker, fighter) = (field.fighter(attack.attacker), field.fighter(target));
        return Some(Question {
            side: fighter.side(),
            actor: Some(target),
            kind: verbs::STUNT_ANSWER_DECISION,
            prompt: format!(
                "{} strikes at {} with {}, or lets it: {}.",
                attacker.name(),
                fighter.name(),
                attack.with,
                bargain.words(&field)
            ),
            against: Some(attack.attacker),
            sealed: false,
            offers: vec![
                Offer::new(verbs::ACCEPT, "Accept", &[R082]),
                Offer::new(verbs::REFUSE, "Refuse", &[R082, R080]),
            ],
        });
    }
    let bargain = fray.plan.bargain.take();
    if choice.verb == verbs::ACCEPT
        && let Some(bargain) = bargain
    {
        let event = resolved(attack, target, words::SUCCESS, words::STUNT, words::NONE);
        fray.journal.write(event, &[R082]);
        stunts::carry_out(fray, attack.attacker, target, bargain);
    }
    None
}

/// Rolls dodges, counter and damage, and does what they do; grips wait (ZON-051 to ZON-056, ZON-061
/// to ZON-068, ZON-086).
pub fn resolve(mut fray: Fray) {
    let Some(mut attack) = fray.plan.attack.take() else {
        fray.flow.pop();
        return;
    };
    let exchange = fray.field().exchange(&attack);
    let upshot = exchange.resolve(&mut *fray.dice);
    write_rolls(&mut fray, &attack, &upshot);
    apply(&mut fray, &attack, &upshot);
    attack.grips = grips_of(&attack, &upshot);
    attack.upshot = Some(upshot);
    let next = if attack.grips.is_empty() {
        stages::attack_after()
    } else {
        stages::attack_grips()
    };
    fray.plan.attack = Some(attack);
    fray.flow.replace(next);
}

/// The non-lethal attacks that are resolved after all damage: the attack's before the counter's
/// (ZON-086, ZON-087).
fn grips_of(attack: &Attack, upshot: &Upshot) -> Vec<PendingGrip> {
    let mut grips = Vec::new();
    if let Aim::Grip(kind) = attack.aim {
        for (place, target) in attack.targets.iter().enumerate() {
            let dodged = upshot.dodges[place].is_some_and(|dodge| dodge.passed);
            if !dodged {
                grips.push(PendingGrip {
                    by: attack.attacker,
                    on: target.now,
                    kind,
                    counters: false,
                    works: false,
                });
            }
        }
    }
    if let Some(counter) = attack.counter
        && let Aim::Grip(kind) = counter.aim
        && upshot.riposte_save.is_none_or(|save| save.passed)
    {
        grips.push(PendingGrip {
            by: counter.by,
            on: attack.attacker,
            kind,
            counters: true,
            works: false,
        });
    }
    // Reversed: the next one last.
    grips.reverse();
    grips
}

/// The end of an attack on one target, for the journal.
fn resolved(
    attack: &Attack,
    target: CombatantId,
    hit: &'static str,
    defence: &'static str,
    effect: &'static str,
) -> Event {
    Event::AttackResolved {
        who: attack.attacker,
        target,
        attack: hit,
        defence,
        defence_level: if defence == words::NONE {
            words::FAILURE
        } else {
            words::SUCCESS
        },
        effect,
    }
}

/// Writes the dice of an attack, for everybody: whoever strikes from concealment cannot hide its
/// blow.
fn write_rolls(fray: &mut Fray, attack: &Attack, upshot: &Upshot) {
    for (target, dodge) in attack.targets.iter().zip(&upshot.dodges) {
        let Some(dodge) = dodge else { continue };
        let save = {
            let field = fray.field();
            field.save(field.fighter(target.now).build.0.agility)
        };
        let event = Event::Rolled(Rolled {
            who: target.now,
            purpose: format!("dodging {}", attack.with),
            dice: dodge.die(),
            chance: Some(save.breakdown(save::AGI)),
            total: None,
            outcome: Some(dodge.outcome()),
        });
        fray.journal.write(event, &[R051]);
    }
    if let (Some(counter), Some(rolled)) = (attack.counter, upshot.riposte_save) {
        let (save, with) = {
            let field = fray.field();
            let by = field.fighter(counter.by);
            (field.save(by.build.0.wit), field.aim_name(&by, counter.aim))
        };
        let event = Event::Rolled(Rolled {
            who: counter.by,
            purpose: format!("hitting with {with}"),
            dice: rolled.die(),
            chance: Some(save.breakdown(save::WIT)),
            total: None,
            outcome: Some(rolled.outcome()),
        });
        fray.journal.write(event, &[R039, RR24]);
    }
    let mut written = false;
    for roll in upshot.rolls.iter().flatten() {
        if attack.is_blast() && written {
            break;
        }
        written = true;
        let mut rules = vec![R053, RR08];
        if attack.is_blast() {
            rules.push(RR37);
        }
        write_damage_roll(fray, attack.attacker, &attack.with, roll, rules);
    }
    if let (Some(counter), Some(roll)) = (attack.counter, &upshot.riposte_roll) {
        let with = {
            let field = fray.field();
            field.aim_name(&field.fighter(counter.by), counter.aim)
        };
        write_damage_roll(fray, counter.by, &with, roll, vec![R053, RR24, RR08]);
    }
}

fn write_damage_roll(
    fray: &mut Fray,
    who: CombatantId,
    with: &str,
    roll: &DamageRoll,
    mut rules: Vec<RuleId>,
) {
    let impaired = roll.totals.len() > 1;
    if impaired {
        rules.push(RR06);
        let riding = fray.field().fighter(who).riding.0.is_some();
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
        fray.journal.write(event, &rules);
    }
}

/// Does what the blows do, the greater suffering first (ZON-054 to ZON-056, ZON-R25, ZON-R26).
fn apply(fray: &mut Fray, attack: &Attack, upshot: &Upshot) {
    let rules: &[RuleId] = match upshot.first {
        Some(First::Together) => &[R056],
        Some(_) => &[R054, RR25, RR26],
        None => &[],
    };
    // Damage comes before grips, and of two blows the greater comes first.
    let counter_first = upshot.first == Some(First::Attacker)
        || (upshot.riposte_wound.is_some() && matches!(attack.aim, Aim::Grip(_)));
    if counter_first {
        hit_back(fray, attack, upshot, rules);
    }
    for (place, target) in attack.targets.iter().enumerate() {
        hit(fray, attack, upshot, place, rules);
        // A death blow kills without a roll, if nobody has stepped in (ZON-036, ZON-R20).
        if matches!(attack.aim, Aim::Kill(_)) && target.now == target.aimed_at {
            let cited = [R036, RR20];
            let event = resolved(
                attack,
                target.now,
                words::SUCCESS,
                words::NONE,
                words::NORMAL,
            );
            fray.journal.write(event, &cited);
            harm::fell(fray, target.now, Vitality::Dead, &cited);
        }
    }
    if !counter_first {
        hit_back(fray, attack, upshot, rules);
    }
}

fn hit(fray: &mut Fray, attack: &Attack, upshot: &Upshot, place: usize, order: &[RuleId]) {
    let target = &attack.targets[place];
    let defence = match target.reply {
        Reply::Dodge => words::DODGE,
        Reply::Counter => words::COUNTER,
        Reply::None if target.guarded => words::GUARD,
        Reply::None if target.now != target.aimed_at => words::HIDE_BEHIND,
        Reply::None => words::NONE,
    };
    let dodged = upshot.dodges[place].is_some_and(|dodge| dodge.passed);
    let missed = upshot.riposte_save.is_some_and(|save| !save.passed);
    // Whoever falls first takes no grip any more (ZON-101).
    let felled = upshot.wounds[place].is_some_and(|wound| wound.state != State::Standing);
    let grips = attack
        .counter
        .is_some_and(|counter| counter.aim.grip().is_some());
    let level = match (target.reply, dodged) {
        (Reply::Dodge, false) => words::FAILURE,
        (Reply::Counter, _) if missed || upshot.riposte_stopped || (grips && felled) => {
            words::FAILURE
        }
        _ if defence == words::NONE => words::FAILURE,
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
        fray.journal.write(finish(words::NONE), &[R051]);
        return;
    }
    let Some(wound) = upshot.wounds[place] else {
        if upshot.attack_stopped {
            let mut rules = vec![R055];
            rules.extend(order);
            fray.journal.write(finish(words::NONE), &rules);
        }
        return;
    };
    // What armour takes off is said with the damage.
    fray.journal.write(finish(words::NORMAL), order);
    let exchange_rules = damage_rules(fray, attack.attacker, target.now, target.cover, wound);
    fray.journal.write(
        Event::Damage {
            target: target.now,
            fixed: 0,
            rolled: wound.before,
            armour: wound.armour,
            lost: wound.suffered,
        },
        &exchange_rules,
    );
    if wound.suffered > 0 {
        let harm = Harm {
            suffered: wound.suffered,
            cause: words::WOUND,
            by: Some(attack.attacker),
        };
        harm.inflict(fray, target.now, &[R037]);
        poison(fray, attack.attacker, attack.aim, target.now);
    }
}

/// What the counter does to the attacker.
fn hit_back(fray: &mut Fray, attack: &Attack, upshot: &Upshot, order: &[RuleId]) {
    let Some(counter) = attack.counter else {
        return;
    };
    let Some(wound) = upshot.riposte_wound else {
        return;
    };
    let rules = damage_rules(fray, counter.by, attack.attacker, counter.cover, wound);
    let mut cited = order.to_vec();
    cited.extend(&rules);
    fray.journal.write(
        Event::Damage {
            target: attack.attacker,
            fixed: 0,
            rolled: wound.before,
            armour: wound.armour,
            lost: wound.suffered,
        },
        &cited,
    );
    if wound.suffered > 0 {
        let harm = Harm {
            suffered: wound.suffered,
            cause: words::WOUND,
            by: Some(counter.by),
        };
        harm.inflict(fray, attack.attacker, &[R037]);
        poison(fray, counter.by, counter.aim, attack.attacker);
    }
}

/// The rules by which damage was changed on its way.
fn damage_rules(
    fray: &Fray,
    attacker: CombatantId,
    target: CombatantId,
    cover: Option<i32>,
    wound: crate::exchange::Wound,
) -> Vec<RuleId> {
    let field = fray.field();
    let (attacker, target) = (field.fighter(attacker), field.fighter(target));
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
    if field.plain_armour(&target) + i32::from(cover.is_some()) > crate::exchange::MOST_ARMOUR {
        rules.push(R062);
    }
    rules
}

/// Poisons whoever suffers from a poisonous attack (ZON-R39).
fn poison(fray: &mut Fray, attacker: CombatantId, aim: Aim, target: CombatantId) {
    let poisons = {
        let field = fray.field();
        let attacker = field.fighter(attacker);
        let poisonous = aim
            .arm()
            .and_then(|arm| field.row(&attacker, arm).map(|row| row.poisonous))
            .unwrap_or(false);
        let target = field.fighter(target);
        poisonous && target.is_alive() && !target.mind.poisoned && !target.is_vehicle()
    };
    if poisons {
        fray.fighter_mut(target).mind.poisoned = true;
        fray.set_condition(target, words::POISONED, true, &[RR39]);
    }
}

/// Non-lethal effects, one after the other, each with its decisions (ZON-084 to ZON-101).
pub fn grip(mut fray: Fray) {
    let answer = fray.flow.take_answer();
    let Some(mut attack) = fray.plan.attack.take() else {
        fray.flow.pop();
        return;
    };
    let question = grips::next(&mut fray, &mut attack, answer);
    fray.plan.attack = Some(attack);
    match question {
        Some(question) => fray.flow.ask(question),
        None => fray.flow.replace(stages::attack_after()),
    }
}

/// What comes after an attack: what breaks, who is revealed, whose conditions end.
pub fn finish(mut fray: Fray) {
    let Some(attack) = fray.plan.attack.take() else {
        fray.flow.pop();
        return;
    };
    fray.plan.bargain = None;
    if let Some(upshot) = &attack.upshot {
        wear_out(&mut fray, &attack, upshot);
    }
    // Made from concealment, it gives the attacker away when it is over; a blast also those it has
    // caught (ZON-R52).
    stealth::reveal(&mut fray, attack.attacker, &[R109, R107]);
    if attack.is_blast() {
        for target in &attack.targets {
            stealth::reveal(&mut fray, target.now, &[R109]);
        }
    }
    // A reaction counts as the next turn (ZON-R21), for those who have reacted to this attack.
    let striker = attack.opportunity.then_some(attack.attacker);
    let reacted: Vec<CombatantId> = attack
        .past
        .iter()
        .copied()
        .chain(striker)
        .filter(|who| attack.reacted.contains(who) || Some(*who) == striker)
        .collect();
    for who in reacted {
        crate::turn::forget_threats(&mut fray, who);
    }
    fray.flow.pop();
    if !fray.plan.chores.is_empty() {
        fray.flow.push(stages::chores());
    }
}

/// Damaged things break (ZON-126 to ZON-128, ZON-R61 to ZON-R63).
fn wear_out(fray: &mut Fray, attack: &Attack, upshot: &Upshot) {
    let struck = upshot.wounds.iter().any(Option::is_some);
    if struck {
        let shows_one = upshot.rolls.iter().flatten().any(DamageRoll::shows_one);
        break_weapon(fray, attack.attacker, attack.aim, shows_one);
    }
    if let Some(counter) = attack.counter
        && upshot.riposte_wound.is_some()
    {
        let shows_one = upshot
            .riposte_roll
            .as_ref()
            .is_some_and(DamageRoll::shows_one);
        wear_weapon(fray, counter.by, counter.aim);
        break_weapon(fray, counter.by, counter.aim, shows_one);
    } else if let Some(counter) = attack.counter {
        wear_weapon(fray, counter.by, counter.aim);
    }
    for (target, wound) in attack.targets.iter().zip(&upshot.wounds) {
        if let Some(wound) = wound {
            wear_armour(fray, target.now, wound.before);
        }
    }
    if let Some(wound) = upshot.riposte_wound {
        wear_armour(fray, attack.attacker, wound.before);
    }
}

/// Notes a weapon as used.
fn wear_weapon(fray: &mut Fray, owner: CombatantId, aim: Aim) {
    if let Some(Arm::Item(item)) = aim.arm() {
        fray.gear_mut(item).wear.used_by = Some(owner);
    }
}

fn break_weapon(fray: &mut Fray, owner: CombatantId, aim: Aim, shows_one: bool) {
    let Some(Arm::Item(item)) = aim.arm() else {
        return;
    };
    let damaged = fray
        .field()
        .gear(item)
        .is_some_and(|gear| gear.wear.state == GearState::Damaged);
    if shows_one && damaged {
        gear_moves::set_state(fray, owner, item, GearState::Destroyed, &[R126, RR62]);
    }
}

/// Notes armour as used, and breaks it if it is damaged and the blow was strong (ZON-127, ZON-128).
fn wear_armour(fray: &mut Fray, who: CombatantId, before: i32) {
    const BREAKING: i32 = 8;
    if before < 1 {
        return;
    }
    let (shields, worn) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        let shields: Vec<_> = field
            .held(&fighter)
            .iter()
            .filter(|gear| gear.gear.0.shield.is_some())
            .map(|gear| (*gear.id, gear.wear.state))
            .collect();
        let worn = fighter.worn.0.and_then(|item| field.gear(item));
        (shields, worn.map(|gear| (*gear.id, gear.wear.state)))
    };
    for &(item, _) in shields.iter().chain(&worn) {
        fray.gear_mut(item).wear.used_by = Some(who);
    }
    if before < BREAKING {
        return;
    }
    let broken = shields
        .iter()
        .chain(&worn)
        .find(|(_, state)| *state == GearState::Damaged);
    if let Some(&(item, _)) = broken {
        let rules = [R127, R128, RR63, RR61];
        gear_moves::set_state(fray, who, item, GearState::Destroyed, &rules);
    }
}
