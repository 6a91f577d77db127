//! Losing and regaining health (ZON-037, ZON-R03 to ZON-R05, ZON-R07).

use shieldwall_battle::{CombatantId, Event, HitPoints, RuleId, Vitality, Writer};
use shieldwall_dice::{Counted, Dice, DiceExpr, SumRoll};

use crate::{
    attack::exchange::{Body, State},
    character::{holds, stealth},
    context::write::WriteContext,
    terms::{
        rules::{R037, R119, RR03, RR04, RR05, RR75, RR91},
        words,
    },
    turn::round::PendingEffect,
};

/// Damage that somebody suffers, after reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harm {
    /// How much.
    pub suffered: i32,
    /// Why, in the words of the journal.
    pub cause: &'static str,
    /// Who did it.
    pub by: Option<CombatantId>,
}

impl Harm {
    /// Takes it off, and lets the one who is killed or incapacitated fall (ZON-R03, ZON-R04).
    pub fn inflict(self, ctx: &mut WriteContext, who: CombatantId, rules: &[RuleId]) -> State {
        let (wound, before, hostile) = {
            let read = ctx.read();
            let fighter = read.fighter(who);
            if !fighter.is_alive() {
                return State::Dead;
            }
            let body = Body {
                health: fighter.health.current,
                down: fighter.is_down(),
                armour: 0,
                cover: None,
            };
            let hostile = self
                .by
                .is_some_and(|by| read.hostile(read.fighter(by).side(), fighter.side()));
            (body.suffer(self.suffered), *fighter.health, hostile)
        };
        if wound.health != before.current {
            let mut cited = vec![R037, RR03];
            cited.extend_from_slice(rules);
            ctx.fighter_mut(who).health.current = wound.health;
            write_health(ctx, who, before, wound.health, self.cause, self.by, &cited);
        }
        match wound.state {
            State::Dead => fell(ctx, who, Vitality::Dead, &[RR03]),
            State::Incapacitated => {
                let conscious = ctx.read().fighter(who).is_standing();
                if conscious {
                    fell(ctx, who, Vitality::Unconscious, &[RR04, RR05]);
                }
            }
            State::Standing => {
                let surrendered = *ctx.read().fighter(who).vitality == Vitality::Surrendered;
                if surrendered && hostile && self.suffered >= 1 {
                    ctx.plan.pending_effects.push(PendingEffect::Resumes(who));
                }
            }
        }
        wound.state
    }
}

/// Writes a change of health.
fn write_health(
    ctx: &mut WriteContext,
    who: CombatantId,
    before: HitPoints,
    to: i32,
    cause: &'static str,
    by: Option<CombatantId>,
    rules: &[RuleId],
) {
    let event = Event::HitPoints {
        who,
        from: before.current,
        to,
        max: before.max,
        cause,
        by,
    };
    ctx.write(event, rules);
}

/// Kills somebody without a roll: no health is left (ZON-036, ZON-R03, ZON-R91).
pub fn kill(ctx: &mut WriteContext, who: CombatantId, by: CombatantId, rules: &[RuleId]) {
    let before = *ctx.read().fighter(who).health;
    if before.current > 0 {
        let mut cited = rules.to_vec();
        cited.extend([RR03, RR91]);
        ctx.fighter_mut(who).health.current = 0;
        write_health(ctx, who, before, 0, words::DEATH_BLOW, Some(by), &cited);
    }
    fell(ctx, who, Vitality::Dead, rules);
}

/// Rolls how much health somebody gets back; what goes beyond the maximum is all the same.
pub fn roll_healing(ctx: &mut WriteContext, who: CombatantId, dice: &DiceExpr) -> SumRoll {
    let health = *ctx.read().fighter(who).health;
    let healed = |total: i32| (health.current + total).min(health.max);
    let alike = |one, other| healed(one) == healed(other);
    let counted = Counted::of(dice).alike(&alike);
    ctx.dice.counted(counted).counting()
}

/// Gives health back, up to the maximum.
pub fn heal(
    ctx: &mut WriteContext,
    who: CombatantId,
    amount: i32,
    cause: &'static str,
    by: CombatantId,
    rules: &[RuleId],
) {
    let before = *ctx.read().fighter(who).health;
    let to = (before.current + amount).min(before.max);
    if to != before.current {
        ctx.fighter_mut(who).health.current = to;
        write_health(ctx, who, before, to, cause, Some(by), rules);
    }
}

/// Writes a change of state and makes it.
pub fn set_vitality(ctx: &mut WriteContext, who: CombatantId, to: Vitality, rules: &[RuleId]) {
    let from = *ctx.read().fighter(who).vitality;
    if from == to {
        return;
    }
    *ctx.fighter_mut(who).vitality = to;
    ctx.write(Event::Vitality { who, from, to }, rules);
}

/// Puts somebody out of the fight who falls: holds end, riders come off, nobody is concealed any
/// more (ZON-R05, ZON-R47, ZON-R75).
pub fn fell(ctx: &mut WriteContext, who: CombatantId, to: Vitality, rules: &[RuleId]) {
    stealth::reveal(ctx, who, rules);
    set_vitality(ctx, who, to, rules);
    holds::release_all(ctx, who);
    if to == Vitality::Dead {
        holds::slip(ctx, who);
    }
    let (riders, in_motion, rides) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        (
            read.riders(who),
            fighter.turn.motion > 0,
            fighter.riding.0.is_some(),
        )
    };
    if rides {
        // A body slides off where its mount stands.
        ctx.fighter_mut(who).riding.0 = None;
        let cell = ctx.read().fighter(who).cell();
        let event = Event::Riding {
            who,
            on: None,
            cell,
        };
        ctx.write(event, &[RR75]);
    }
    for rider in riders.into_iter().rev() {
        ctx.plan.pending_effects.push(PendingEffect::ComesOff {
            who: rider,
            in_motion,
        });
    }
}

/// Puts a character that had surrendered back into the fight (ZON-119, ZON-R58).
pub fn resume(ctx: &mut WriteContext, who: CombatantId) {
    set_vitality(ctx, who, Vitality::Active, &[R119]);
    let was_broken = ctx.fighter_mut(who).mind.broken.take().is_some();
    if was_broken {
        ctx.condition(who, crate::terms::conditions::BROKEN, false, &[R119]);
    }
}
