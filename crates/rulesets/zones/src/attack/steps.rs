//! The stages of an attack from its declaration to its end: the save to hit, the bargain, the blows,
//! grips, and what comes after.

use shieldwall_battle::{
    Area, Choice, CombatantId, Decision, Event, Offer, RuleId,
    event::Rolled,
    flow::Question,
    terms::{AttackEffect, Defence, RollLevel},
};
use shieldwall_dice::{Dice, Face};

use crate::{
    attack::{
        arm::{Aim, Arm, GripKind},
        bargain::Bargain,
        damage::{apply, write_rolls},
        exchange::ExchangeResult,
        grips, save,
        state::{Attack, Motion, PendingGrip},
        stunts,
        wear::wear_out,
    },
    character::{holds, stealth},
    context::{read::ReadContext, write::WriteContext},
    items::moves,
    stages,
    terms::{
        actions, decisions,
        rules::{
            R019, R033, R034, R035, R036, R039, R072, R077, R078, R079, R080, R082, R084, R107,
            R109, RR22, RR36, RR85,
        },
        words,
    },
};

impl ReadContext<'_, '_> {
    /// Whether an attack allows its attacker to keep hold of somebody (ZON-097 to ZON-099).
    #[must_use]
    pub fn attack_keeps(&self, attack: &Attack, held: CombatantId) -> bool {
        match attack.aim {
            Aim::Harm(_) | Aim::Kill(_) => {
                self.leaves_a_hand(attack.aim.arm()) && !attack.is_blast()
            }
            Aim::Grip(kind) => {
                let first = attack.targets.first().map(|target| target.now);
                kind == GripKind::Disarm && first == Some(held)
            }
        }
    }
}

/// Begins an attack: ends holds that it does not allow, uses up what it uses up, and announces it.
pub fn begin(ctx: &mut WriteContext, attack: Attack) {
    let (attacker, aim) = (attack.attacker, attack.aim);
    let kept: Vec<CombatantId> = {
        let read = ctx.read();
        let holds = read.fighter(attacker).grip.holds.iter().copied();
        holds
            .filter(|held| read.attack_keeps(&attack, *held))
            .collect()
    };
    holds::loosen(ctx, attacker, |held| kept.contains(&held));
    match aim.arm() {
        Some(Arm::Item(item)) => {
            let consumable = ctx
                .read()
                .gear(item)
                .and_then(|gear| gear.gear.0.attack.as_ref().map(|row| row.consumable))
                .unwrap_or(false);
            ctx.gear_mut(item).wear.used_by = Some(attacker);
            if consumable {
                moves::use_up(ctx, attacker, item, &[RR85]);
            }
        }
        Some(Arm::Power(item)) => moves::use_up(ctx, attacker, item, &[RR22]),
        Some(Arm::Unarmed | Arm::Natural(_)) | None => {}
    }
    let item = aim.arm().and_then(Arm::item);
    match attack.aimed_zone {
        Some(zone) => {
            let event = Event::Blast {
                who: attacker,
                item,
                with: attack.with.clone(),
                aimed: Area::Zone(zone),
                struck: None,
                missile: attack.ranged,
            };
            ctx.journal.write(event, &[R072]);
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
                ctx.journal.write(event, &rules);
            }
        }
    }
    let mut turn = ctx.fighter_mut(attacker).turn;
    turn.began = true;
    if attack.ranged && attack.motion == Motion::Steady && !attack.opportunity {
        turn.steady = true;
    }
    ctx.plan.attack = Some(attack);
    ctx.flow.push(stages::attack_hit());
}

/// The WIT save to hit, where one is needed, and where a blast goes that misses (ZON-038 to ZON-044,
/// ZON-074, ZON-077).
pub fn roll_to_hit(mut ctx: WriteContext) {
    let Some(mut attack) = ctx.plan.attack.take() else {
        ctx.flow.pop();
        return;
    };
    let save = ctx.read().save_to_hit(&attack);
    let rolled = save.map(|save| (save, save.roll(&mut *ctx.dice)));
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
        ctx.journal.write(event, &rules);
    }
    let hit = rolled.is_none_or(|(_, rolled)| rolled.passed);
    let next = match attack.aimed_zone {
        Some(aimed) => {
            let zone = if hit {
                Some(aimed)
            } else {
                stray(&mut ctx, &attack, aimed)
            };
            let event = Event::Blast {
                who: attack.attacker,
                item: attack.aim.arm().and_then(Arm::item),
                with: attack.with.clone(),
                aimed: Area::Zone(aimed),
                struck: zone.map(Area::Zone),
                missile: attack.ranged,
            };
            let rules: &[RuleId] = if hit { &[R072] } else { &[R077, RR36] };
            ctx.journal.write(event, rules);
            if let Some(zone) = zone {
                ctx.read().take_targets(&mut attack, zone);
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
                    words::UNANSWERED,
                    words::NO_EFFECT,
                );
                ctx.journal.write(event, &[R039]);
            }
            stages::attack_after()
        }
    };
    ctx.plan.attack = Some(attack);
    ctx.flow.replace(next);
}

/// The zone that a blast hits instead, if there is one (ZON-078).
fn stray(
    ctx: &mut WriteContext,
    attack: &Attack,
    aimed: shieldwall_grid::ZoneId,
) -> Option<shieldwall_grid::ZoneId> {
    let strays = ctx.read().stray_zones(aimed);
    if strays.is_empty() {
        return None;
    }
    let place = ctx.dice.one_of(strays.len());
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
    ctx.journal.write(event, &[R077, R078, RR36]);
    strays.get(place).copied()
}

/// The bargain, if the attacker wants one (ZON-079 to ZON-083).
pub fn bargain(mut ctx: WriteContext) {
    let answer = ctx.flow.take_answer();
    let Some(attack) = ctx.plan.attack.clone() else {
        ctx.flow.pop();
        return;
    };
    let next = match answer {
        None if attack.bargains => {
            let question = offer_question(&ctx, &attack);
            match question {
                Some(question) => {
                    ctx.ask(question);
                    return;
                }
                None => stages::attack_react(),
            }
        }
        None => stages::attack_react(),
        Some((decision, choice)) => match settle(&mut ctx, &attack, &decision, &choice) {
            Some(question) => {
                ctx.ask(question);
                return;
            }
            None if choice.action == actions::ACCEPT => stages::attack_after(),
            None => stages::attack_react(),
        },
    };
    ctx.flow.replace(next);
}

fn offer_question(ctx: &WriteContext, attack: &Attack) -> Option<Question> {
    let read = ctx.read();
    let mut offers = read.bargains(attack);
    if offers.is_empty() {
        return None;
    }
    offers.push(Offer::new(actions::NONE, "Offer nothing", &[R079]));
    let attacker = read.fighter(attack.attacker);
    let target = read.fighter(attack.targets[0].now);
    Some(Question {
        side: attacker.side(),
        actor: Some(attack.attacker),
        kind: decisions::STUNT,
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
    ctx: &mut WriteContext,
    attack: &Attack,
    decision: &Decision,
    choice: &Choice,
) -> Option<Question> {
    let target = attack.targets[0].now;
    if decision.kind == decisions::STUNT {
        let bargain = Bargain::of_choice(choice).filter(|_| choice.action == actions::OFFER)?;
        ctx.plan.bargain = Some(bargain);
        let read = ctx.read();
        let (attacker, fighter) = (read.fighter(attack.attacker), read.fighter(target));
        return Some(Question {
            side: fighter.side(),
            actor: Some(target),
            kind: decisions::STUNT_ANSWER,
            prompt: format!(
                "{} strikes at {} with {}, or lets it: {}.",
                attacker.name(),
                fighter.name(),
                attack.with,
                bargain.words(&read)
            ),
            against: Some(attack.attacker),
            sealed: false,
            offers: vec![
                Offer::new(actions::ACCEPT, "Accept", &[R082]),
                Offer::new(actions::REFUSE, "Refuse", &[R082, R080]),
            ],
        });
    }
    let bargain = ctx.plan.bargain.take();
    if choice.action == actions::ACCEPT
        && let Some(bargain) = bargain
    {
        let event = resolved(
            attack,
            target,
            words::SUCCESS,
            words::BARGAIN,
            words::NO_EFFECT,
        );
        ctx.journal.write(event, &[R082]);
        stunts::carry_out(ctx, attack.attacker, target, bargain);
    }
    None
}

/// Rolls dodges, counter and damage, and does what they do; grips wait (ZON-051 to ZON-056, ZON-061
/// to ZON-068, ZON-086).
pub fn resolve(mut ctx: WriteContext) {
    let Some(mut attack) = ctx.plan.attack.take() else {
        ctx.flow.pop();
        return;
    };
    let exchange = ctx.read().exchange(&attack);
    let result = exchange.resolve(&mut *ctx.dice);
    write_rolls(&mut ctx, &attack, &result);
    apply(&mut ctx, &attack, &result);
    attack.grips = grips_of(&attack, &result);
    attack.result = Some(result);
    let next = if attack.grips.is_empty() {
        stages::attack_after()
    } else {
        stages::attack_grips()
    };
    ctx.plan.attack = Some(attack);
    ctx.flow.replace(next);
}

/// The non-lethal attacks that are resolved after all damage: the attack's before the counter's
/// (ZON-086, ZON-087).
fn grips_of(attack: &Attack, result: &ExchangeResult) -> Vec<PendingGrip> {
    let mut grips = Vec::new();
    if let Aim::Grip(kind) = attack.aim {
        for (place, target) in attack.targets.iter().enumerate() {
            let dodged = result.dodges[place].is_some_and(|dodge| dodge.passed);
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
        && result.counter_save.is_none_or(|save| save.passed)
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
pub(crate) fn resolved(
    attack: &Attack,
    target: CombatantId,
    hit: RollLevel,
    defence: Defence,
    effect: AttackEffect,
) -> Event {
    Event::AttackResolved {
        who: attack.attacker,
        target,
        attack: hit,
        defence,
        defence_level: if defence == words::UNANSWERED {
            words::FAILURE
        } else {
            words::SUCCESS
        },
        effect,
    }
}

/// Non-lethal effects, one after the other, each with its decisions (ZON-084 to ZON-101).
pub fn grip(mut ctx: WriteContext) {
    let answer = ctx.flow.take_answer();
    let Some(mut attack) = ctx.plan.attack.take() else {
        ctx.flow.pop();
        return;
    };
    let question = grips::next(&mut ctx, &mut attack, answer);
    ctx.plan.attack = Some(attack);
    match question {
        Some(question) => ctx.ask(question),
        None => ctx.flow.replace(stages::attack_after()),
    }
}

/// What comes after an attack: what breaks, who is revealed, whose conditions end.
pub fn finish(mut ctx: WriteContext) {
    let Some(attack) = ctx.plan.attack.take() else {
        ctx.flow.pop();
        return;
    };
    ctx.plan.bargain = None;
    if let Some(result) = &attack.result {
        wear_out(&mut ctx, &attack, result);
    }
    // Made from concealment, it gives the attacker away when it is over; a blast also those it has
    // caught (ZON-R52).
    stealth::reveal(&mut ctx, attack.attacker, &[R109, R107]);
    if attack.is_blast() {
        for target in &attack.targets {
            stealth::reveal(&mut ctx, target.now, &[R109]);
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
        crate::character::threats::forget_threats(&mut ctx, who);
    }
    ctx.flow.pop();
    if !ctx.plan.pending_effects.is_empty() {
        ctx.flow.push(stages::pending_effects());
    }
}
