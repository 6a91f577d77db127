//! What a step of the Actions phase does to people and things, all at its end (PCT-R15).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, Concealment, Event, ItemId, RuleId, Vitality, Writer};

use crate::{
    attack::in_progress::{Attack, AttackState},
    context::read::WriteContext,
    items::moves::lose_cover,
    terms::{
        conditions,
        rules::{R041, R051, R053, R130, R142, RR15, RR30, RR38, RR39, RR60, RR64},
        words,
    },
    turn::round::Aftermath,
};

/// Ends the step once all its members have had their turn and all attacks have landed: injuries in
/// roster order of the injured, then items; then hidden attackers come to light, and sleepers wake
/// and hiders vanish.
pub fn close_step(mut ctx: WriteContext, attacks: Query<(Entity, &Attack)>) {
    let members = ctx.plan.steps.get(ctx.plan.step).map_or(0, Vec::len);
    let waiting = !ctx.plan.step_opened
        || ctx.plan.turn < members
        || attacks.iter().any(|(_, attack)| !attack.has_landed());
    if waiting {
        return;
    }
    let mut landed: Vec<&Attack> = attacks.iter().map(|(_, attack)| attack).collect();
    landed.sort_unstable_by_key(|attack| attack.number);
    injure(&mut ctx, &landed);
    wear(&mut ctx, &landed);
    for attack in &landed {
        ctx.reveal(attack.attacker);
    }
    for aftermath in std::mem::take(&mut ctx.plan.aftermath) {
        match aftermath {
            Aftermath::Wakes { by, sleeper } => wake(&mut ctx, by, sleeper),
            Aftermath::Hides(who) => vanish(&mut ctx, who),
        }
    }
    for who in ctx.plan.steps[ctx.plan.step].clone() {
        ctx.fighter_mut(who).turn.guard = None;
    }
    for (entity, _) in &attacks {
        ctx.commands.entity(entity).despawn();
    }
    ctx.plan.step += 1;
    ctx.plan.turn = 0;
    ctx.plan.step_opened = false;
}

/// Wakes a sleeper: it defends at once and acts from the next round (PCT-142, PCT-R64). Nothing
/// comes of it if the step has hurt the sleeper too much, or if an unseen enemy stands over it: that
/// enemy is found instead.
fn wake(ctx: &mut WriteContext, by: CombatantId, sleeper: CombatantId) {
    let (state, over) = {
        let read = ctx.read();
        let fighter = read.fighter(sleeper);
        let cell = fighter.cell();
        let over = read
            .all()
            .find(|other| *other.id != sleeper && other.is_active() && other.cell() == cell)
            .map(|other| (*other.id, read.is_enemy(fighter.side(), &other)));
        let state = (*fighter.vitality, fighter.hit_points.current);
        (state, over)
    };
    if let Some((other, is_enemy)) = over {
        if is_enemy {
            ctx.reveal(other);
        }
        let text = "cannot wake an ally that another combatant stands over".to_owned();
        ctx.write(
            Event::Note {
                who: by,
                text,
                unforeseen: is_enemy,
            },
            &[RR64],
        );
        return;
    }
    if state.0 != Vitality::Unconscious || state.1 < 1 {
        return;
    }
    let mut fighter = ctx.fighter_mut(sleeper);
    *fighter.vitality = Vitality::Active;
    fighter.sleep_timer.until = None;
    fighter.turn.woken = true;
    ctx.write(
        Event::Vitality {
            who: sleeper,
            from: Vitality::Unconscious,
            to: Vitality::Active,
        },
        &[R142, RR64],
    );
}

/// Hides somebody whose Hide roll has succeeded, unless it has fallen in the step or an enemy that
/// it does not see itself has it in view (PCT-R30).
fn vanish(ctx: &mut WriteContext, who: CombatantId) {
    let (active, watched, alliance) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let watched = read.is_watched(fighter.side(), fighter.cell());
        let alliance = read.board.alliance(fighter.side());
        (fighter.is_active(), watched, alliance)
    };
    if !active {
        return;
    }
    if watched {
        let text = "cannot hide: an enemy is watching".to_owned();
        let event = Event::Note {
            who,
            text,
            unforeseen: true,
        };
        ctx.journal.write_for(event, &[RR30], Some(alliance));
        return;
    }
    // All see that it hides; what it does from now on only its own alliance.
    ctx.condition(who, conditions::HIDDEN, true, &[RR30]);
    *ctx.fighter_mut(who).concealment = Concealment::Hidden;
    ctx.plan.secrets = true;
}

fn injure(ctx: &mut WriteContext, landed: &[&Attack]) {
    let mut targets: Vec<CombatantId> = landed.iter().map(|attack| attack.target).collect();
    targets.sort_unstable();
    targets.dedup();
    for target in targets {
        let before: Vitality = *ctx.read().fighter(target).vitality;
        for attack in landed.iter().filter(|attack| attack.target == target) {
            if let AttackState::Landed(_, _, closing) = &attack.state {
                ctx.lose(
                    target,
                    closing.lost,
                    words::WOUND,
                    Some(attack.attacker),
                    &[closing.row.rule, RR15],
                );
            }
        }
        ctx.settle(target, before);
    }
}

fn wear(ctx: &mut WriteContext, landed: &[&Attack]) {
    for attack in landed {
        let AttackState::Landed(_, answer, closing) = &attack.state else {
            continue;
        };
        let parrying = answer
            .and_then(|place| attack.blow.defences.get(place))
            .and_then(|defence| defence.item);
        let planted = attack.blow.coverage.and_then(|coverage| coverage.item);
        let losses: [(Option<ItemId>, i32, CombatantId, &[RuleId]); 3] = [
            (parrying, closing.parry_item_loses, attack.target, &[R051]),
            (
                attack.blow.attacker_item,
                closing.attacker_item_loses,
                attack.attacker,
                &[R053, RR39],
            ),
            (
                planted,
                closing.coverage_loses,
                attack.target,
                &[R130, RR60],
            ),
        ];
        for (item, loses, owner, rules) in losses {
            if let Some(item) = item {
                damage_item(ctx, item, loses, owner, rules);
            }
        }
    }
}

/// Takes points from an item; at 0 or less it is broken (PCT-041, PCT-R38).
fn damage_item(
    ctx: &mut WriteContext,
    item: ItemId,
    loses: i32,
    owner: CombatantId,
    rules: &[RuleId],
) {
    if loses == 0 {
        return;
    }
    let mut gear = ctx.gear_mut(item);
    let Some(soundness) = gear.soundness.as_mut() else {
        return;
    };
    let from = soundness.left;
    soundness.left -= loses;
    let to = soundness.left;
    let name = gear.kind.0.name.clone();
    let mut cited = rules.to_vec();
    if to <= 0 {
        cited.extend([R041, RR38]);
    }
    ctx.write(
        Event::ItemDamaged {
            item,
            name,
            owner,
            from,
            to,
        },
        &cited,
    );
    if to <= 0 && from > 0 {
        lose_cover(ctx, owner, item);
        let behind: Vec<CombatantId> = ctx
            .read()
            .all()
            .filter(|other| {
                *other.posture == crate::combatant::state::Posture::KneelingBehind(item)
            })
            .map(|other| *other.id)
            .collect();
        for other in behind {
            ctx.stand_up(other);
        }
    }
}
