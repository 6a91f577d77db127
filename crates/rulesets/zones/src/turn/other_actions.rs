//! What somebody does in its turn besides walking and striking: breaking free, giving up, main and bonus
//! actions, devices, remedies and words.

use crate::{
    attack::{offers::target_of, save, shove},
    character::{harm, holds, stealth},
    content::blocks::Remedy,
    context::write::WriteContext,
    items::moves,
    terms::{
        actions, conditions,
        rules::{
            R021, R022, R024, R025, R026, R027, R093, R094, R095, R109, R117, R118, RR21, RR39,
            RR49, RR58, RR82, RR83,
        },
        words,
    },
    turn::{active_turn::end_turn_of, devices},
};
use shieldwall_battle::{Choice, CombatantId, Event, Target, Vitality, Writer};
use shieldwall_content::level::DeviceTime;
use shieldwall_grid::Door;

/// One attempt takes the whole turn (ZON-093, ZON-094).
pub(crate) fn break_free(ctx: &mut WriteContext, actor: CombatantId) {
    let (save, holder) = {
        let read = ctx.read();
        let fighter = read.fighter(actor);
        (read.save(fighter.build.0.strength), fighter.grip.held_by)
    };
    let rolled = save.roll(&mut *ctx.dice);
    ctx.saved(
        actor,
        "breaking free",
        (&save, save::STR, rolled),
        &[R093, R094],
    );
    if let Some(holder) = holder.filter(|_| rolled.passed) {
        holds::release(ctx, holder, actor, &[R093]);
    }
    let mut fighter = ctx.fighter_mut(actor);
    fighter.turn.began = true;
    fighter.turn.rooted = true;
    fighter.turn.main = true;
    fighter.turn.bonus = 2;
    // It does nothing further, not even leave the map (ZON-R88).
    end_turn_of(ctx, actor);
}

/// Gives up: weapons fall, and the turn is over (ZON-117, ZON-118, ZON-R58).
pub(crate) fn surrender(ctx: &mut WriteContext, actor: CombatantId) {
    ctx.fighter_mut(actor).turn.began = true;
    stealth::reveal(ctx, actor, &[R109]);
    moves::drop_arms(ctx, actor, &[R117, RR58]);
    holds::release_all(ctx, actor);
    harm::set_vitality(ctx, actor, Vitality::Surrendered, &[R117, R118, RR58]);
    // A broken rider takes its mount along (ZON-R54).
    let mount = ctx.read().fighter(actor).riding.0;
    if let Some(mount) = mount {
        let alone = ctx
            .read()
            .riders(mount)
            .into_iter()
            .all(|rider| !ctx.read().fighter(rider).is_fighting());
        if alone {
            holds::release_all(ctx, mount);
            harm::set_vitality(ctx, mount, Vitality::Surrendered, &[RR58]);
        }
    }
    end_turn_of(ctx, actor);
}

pub(crate) fn bonus(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice) {
    holds::loosen(ctx, actor, |_| false);
    let mut fighter = ctx.fighter_mut(actor);
    fighter.turn.bonus += 1;
    fighter.turn.began = true;
    match (choice.action, choice.item, choice.target) {
        (actions::READY, Some(item), _) => moves::ready(ctx, actor, item, &[R025, RR82]),
        (actions::STOW, Some(item), _) => moves::stow(ctx, actor, item, &[R025, RR82]),
        (actions::PUT_DOWN, Some(item), _) => moves::drop(ctx, actor, item, &[R024, RR82]),
        (actions::PICK_UP, _, Some(Target::Item(item))) => {
            moves::pick_up(ctx, actor, item, &[R024, RR82]);
        }
        (actions::DOOR, _, Some(Target::Edge(cell, side))) => {
            let border = ctx.board.map.border(cell, side);
            let open = border.is_shut();
            let door = if open { Door::Open } else { Door::Closed };
            ctx.board.map_mut().set_door(cell, side, door);
            let seen = !ctx.read().fighter(actor).is_concealed();
            ctx.write(
                Event::Door {
                    who: seen.then_some(actor),
                    cell,
                    side,
                    open,
                },
                &[R026],
            );
            after_change(ctx);
        }
        (actions::SPEAK, ..) => {
            let text = "says a few words".to_owned();
            let event = Event::Note {
                who: actor,
                text,
                unforeseen: false,
            };
            ctx.write(event, &[R027]);
            stealth::reveal(ctx, actor, &[R109, R027]);
        }
        _ => {}
    }
}

/// What has changed on the map may come between a holder and its captive, and may bring somebody into view.
pub(crate) fn after_change(ctx: &mut WriteContext) {
    holds::break_distant(ctx);
    if stealth::anybody_concealed(ctx) {
        stealth::test_all(ctx);
    }
    stealth::note_sightings(ctx);
}

pub(crate) fn operate(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice) {
    let Some(Target::Device(_, id)) = choice.target else {
        return;
    };
    let device = ctx.board.level.devices.get(id.index());
    let Some(takes) = device.map(|device| device.takes) else {
        return;
    };
    holds::loosen(ctx, actor, |_| false);
    let mut fighter = ctx.fighter_mut(actor);
    fighter.turn.began = true;
    match takes {
        DeviceTime::Moment => fighter.turn.bonus += 1,
        DeviceTime::Round => fighter.turn.main = true,
    }
    devices::operate(ctx, actor, id.index());
    after_change(ctx);
}

pub(crate) fn main_action(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice) {
    holds::loosen(ctx, actor, |_| false);
    let mut fighter = ctx.fighter_mut(actor);
    fighter.turn.main = true;
    fighter.turn.began = true;
    let target = target_of(choice);
    match (choice.action, target) {
        (actions::HIDE, _) => stealth::hide(ctx, actor),
        (actions::USE, Some(patient)) => remedy(ctx, actor, choice, patient),
        (actions::FREE_ALLY, Some(ally)) => free_ally(ctx, actor, ally),
        (actions::DISTRACT | actions::INTIMIDATE | actions::TAUNT, Some(enemy)) => {
            words_at(ctx, actor, choice, enemy);
        }
        _ => {}
    }
}

fn remedy(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice, patient: CombatantId) {
    let Some(item) = choice.item else { return };
    let remedy = ctx
        .read()
        .gear(item)
        .and_then(|gear| gear.gear.0.remedy.clone());
    moves::use_up(ctx, actor, item, &[R022, RR39]);
    match remedy {
        Some(Remedy::Medicine(dice)) => {
            let rolled = harm::roll_healing(ctx, patient, &dice);
            ctx.sum(actor, "medicine", &rolled, &[R022, RR39]);
            harm::heal(ctx, patient, rolled.total, words::MEDICINE, actor, &[RR39]);
            let wakes = {
                let read = ctx.read();
                let fighter = read.fighter(patient);
                fighter.is_down() && !fighter.mind.knocked_out
            };
            if wakes {
                harm::set_vitality(ctx, patient, Vitality::Active, &[RR39]);
                shove::find_room(ctx, patient, words::GETS_UP, &[RR39, RR83]);
            }
        }
        Some(Remedy::Antidote) => {
            ctx.fighter_mut(patient).mind.poisoned = false;
            ctx.condition(patient, conditions::POISONED, false, &[RR39]);
        }
        None => {}
    }
}

fn free_ally(ctx: &mut WriteContext, actor: CombatantId, ally: CombatantId) {
    let (save, holder) = {
        let read = ctx.read();
        (
            read.save(read.fighter(actor).build.0.strength),
            read.fighter(ally).grip.held_by,
        )
    };
    let rolled = save.roll(&mut *ctx.dice);
    ctx.saved(
        actor,
        "freeing an ally",
        (&save, save::STR, rolled),
        &[R095, RR49],
    );
    if let Some(holder) = holder.filter(|_| rolled.passed) {
        holds::release(ctx, holder, ally, &[R095]);
    }
}

/// Distracting, intimidating, taunting (ZON-021, ZON-R21).
fn words_at(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice, enemy: CombatantId) {
    let save = {
        let read = ctx.read();
        read.save(read.fighter(enemy).build.0.wit)
    };
    let rolled = save.roll(&mut *ctx.dice);
    let purpose = match choice.action {
        actions::DISTRACT => "not being distracted",
        actions::INTIMIDATE => "not being intimidated",
        _ => "not being taunted",
    };
    ctx.saved(enemy, purpose, (&save, save::WIT, rolled), &[R021, RR21]);
    if rolled.passed {
        return;
    }
    let mut mind = ctx.fighter_mut(enemy).mind;
    let condition = match choice.action {
        actions::DISTRACT => {
            mind.distracted = true;
            conditions::DISTRACTED
        }
        actions::INTIMIDATE => {
            mind.intimidated = true;
            conditions::INTIMIDATED
        }
        _ => {
            mind.taunted = Some(actor);
            conditions::TAUNTED
        }
    };
    ctx.condition(enemy, condition, true, &[R021, RR21]);
}
