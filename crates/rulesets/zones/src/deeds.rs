//! What somebody does in its turn besides walking and striking: breaking free, giving up, main and bonus
//! actions, devices, remedies and words.

use shieldwall_battle::{Choice, CombatantId, Event, Target, Vitality, journal::Rolled};
use shieldwall_content::{level::DeviceTime, zones::Remedy};
use shieldwall_grid::Door;

use crate::{
    attack_offers::target_of,
    devices,
    fray::Fray,
    gear_moves, harm, holds,
    rules::{
        R021, R022, R024, R025, R026, R027, R093, R094, R095, R109, R117, R118, RR21, RR39, RR49,
        RR58, RR82, RR83,
    },
    save, shove, stealth,
    turn::end_turn_of,
    verbs, words,
};

/// One attempt takes the whole turn (ZON-093, ZON-094).
pub(crate) fn break_free(fray: &mut Fray, actor: CombatantId) {
    let (save, holder) = {
        let field = fray.field();
        let fighter = field.fighter(actor);
        (field.save(fighter.build.0.strength), fighter.grip.held_by)
    };
    let rolled = save.roll(&mut *fray.dice);
    let event = Event::Rolled(Rolled {
        who: actor,
        purpose: "breaking free".to_owned(),
        dice: rolled.die(),
        chance: Some(save.breakdown(save::STR)),
        total: None,
        outcome: Some(rolled.outcome()),
    });
    fray.write_about(actor, event, &[R093, R094]);
    if let Some(holder) = holder.filter(|_| rolled.passed) {
        holds::release(fray, holder, actor, &[R093]);
    }
    let mut fighter = fray.fighter_mut(actor);
    fighter.turn.deeds = true;
    fighter.turn.rooted = true;
    fighter.turn.main = true;
    fighter.turn.bonus = 2;
    // It does nothing further, not even leave the map (ZON-R88).
    end_turn_of(fray, actor);
}

/// Gives up: weapons fall, and the turn is over (ZON-117, ZON-118, ZON-R58).
pub(crate) fn surrender(fray: &mut Fray, actor: CombatantId) {
    fray.fighter_mut(actor).turn.deeds = true;
    stealth::reveal(fray, actor, &[R109]);
    gear_moves::drop_arms(fray, actor, &[R117, RR58]);
    holds::release_all(fray, actor);
    harm::set_vitality(fray, actor, Vitality::Surrendered, &[R117, R118, RR58]);
    // A broken rider takes its mount along (ZON-R54).
    let mount = fray.field().fighter(actor).riding.0;
    if let Some(mount) = mount {
        let alone = fray
            .field()
            .riders(mount)
            .into_iter()
            .all(|rider| !fray.field().fighter(rider).is_fighting());
        if alone {
            holds::release_all(fray, mount);
            harm::set_vitality(fray, mount, Vitality::Surrendered, &[RR58]);
        }
    }
    end_turn_of(fray, actor);
}

pub(crate) fn bonus(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
    holds::loosen(fray, actor, |_| false);
    let mut fighter = fray.fighter_mut(actor);
    fighter.turn.bonus += 1;
    fighter.turn.deeds = true;
    match (choice.verb, choice.item, choice.target) {
        (verbs::READY, Some(item), _) => gear_moves::ready(fray, actor, item, &[R025, RR82]),
        (verbs::STOW, Some(item), _) => gear_moves::stow(fray, actor, item, &[R025, RR82]),
        (verbs::PUT_DOWN, Some(item), _) => gear_moves::drop(fray, actor, item, &[R024, RR82]),
        (verbs::PICK_UP, _, Some(Target::Item(item))) => {
            gear_moves::pick_up(fray, actor, item, &[R024, RR82]);
        }
        (verbs::DOOR, _, Some(Target::Side(cell, side))) => {
            let border = fray.board.map.border(cell, side);
            let open = border.is_shut();
            let door = if open { Door::Open } else { Door::Closed };
            fray.board.map.set_door(cell, side, door);
            let seen = !fray.field().fighter(actor).is_concealed();
            fray.journal.write(
                Event::Door {
                    who: seen.then_some(actor),
                    cell,
                    side,
                    open,
                },
                &[R026],
            );
            after_change(fray);
        }
        (verbs::SPEAK, ..) => {
            let text = "says a few words".to_owned();
            let event = Event::Note {
                who: actor,
                text,
                unforeseen: false,
            };
            fray.write_about(actor, event, &[R027]);
            stealth::reveal(fray, actor, &[R109, R027]);
        }
        _ => {}
    }
}

/// What has changed on the map may come between a holder and its captive, and may bring somebody into view.
pub(crate) fn after_change(fray: &mut Fray) {
    holds::break_distant(fray);
    if stealth::anybody_concealed(fray) {
        stealth::test_all(fray);
    }
    stealth::note_sightings(fray);
}

pub(crate) fn operate(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
    let Some(Target::Device(_, id)) = choice.target else {
        return;
    };
    let device = fray.board.level.devices.get(id.index());
    let Some(takes) = device.map(|device| device.takes) else {
        return;
    };
    holds::loosen(fray, actor, |_| false);
    let mut fighter = fray.fighter_mut(actor);
    fighter.turn.deeds = true;
    match takes {
        DeviceTime::Moment => fighter.turn.bonus += 1,
        DeviceTime::Round => fighter.turn.main = true,
    }
    devices::operate(fray, actor, id.index());
    after_change(fray);
}

pub(crate) fn main_action(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
    holds::loosen(fray, actor, |_| false);
    let mut fighter = fray.fighter_mut(actor);
    fighter.turn.main = true;
    fighter.turn.deeds = true;
    let target = target_of(choice);
    match (choice.verb, target) {
        (verbs::HIDE, _) => stealth::hide(fray, actor),
        (verbs::USE, Some(patient)) => remedy(fray, actor, choice, patient),
        (verbs::FREE_ALLY, Some(ally)) => free_ally(fray, actor, ally),
        (verbs::DISTRACT | verbs::INTIMIDATE | verbs::TAUNT, Some(enemy)) => {
            words_at(fray, actor, choice, enemy);
        }
        _ => {}
    }
}

fn remedy(fray: &mut Fray, actor: CombatantId, choice: &Choice, patient: CombatantId) {
    let Some(item) = choice.item else { return };
    let remedy = fray
        .field()
        .gear(item)
        .and_then(|gear| gear.gear.0.remedy.clone());
    gear_moves::use_up(fray, actor, item, &[R022, RR39]);
    match remedy {
        Some(Remedy::Medicine(dice)) => {
            let rolled = harm::roll_healing(fray, patient, &dice);
            let event = Event::Rolled(Rolled {
                who: actor,
                purpose: "medicine".to_owned(),
                dice: rolled.faces,
                chance: None,
                total: Some(rolled.total),
                outcome: None,
            });
            fray.write_about(actor, event, &[R022, RR39]);
            harm::heal(fray, patient, rolled.total, words::MEDICINE, actor, &[RR39]);
            let wakes = {
                let field = fray.field();
                let fighter = field.fighter(patient);
                fighter.is_down() && !fighter.mind.knocked_out
            };
            if wakes {
                harm::set_vitality(fray, patient, Vitality::Active, &[RR39]);
                shove::find_room(fray, patient, words::GETS_UP, &[RR39, RR83]);
            }
        }
        Some(Remedy::Antidote) => {
            fray.fighter_mut(patient).mind.poisoned = false;
            fray.set_condition(patient, words::POISONED, false, &[RR39]);
        }
        None => {}
    }
}

fn free_ally(fray: &mut Fray, actor: CombatantId, ally: CombatantId) {
    let (save, holder) = {
        let field = fray.field();
        (
            field.save(field.fighter(actor).build.0.strength),
            field.fighter(ally).grip.held_by,
        )
    };
    let rolled = save.roll(&mut *fray.dice);
    let event = Event::Rolled(Rolled {
        who: actor,
        purpose: "freeing an ally".to_owned(),
        dice: rolled.die(),
        chance: Some(save.breakdown(save::STR)),
        total: None,
        outcome: Some(rolled.outcome()),
    });
    fray.write_about(actor, event, &[R095, RR49]);
    if let Some(holder) = holder.filter(|_| rolled.passed) {
        holds::release(fray, holder, ally, &[R095]);
    }
}

/// Distracting, intimidating, taunting (ZON-021, ZON-R21).
fn words_at(fray: &mut Fray, actor: CombatantId, choice: &Choice, enemy: CombatantId) {
    let save = {
        let field = fray.field();
        field.save(field.fighter(enemy).build.0.wit)
    };
    let rolled = save.roll(&mut *fray.dice);
    let purpose = match choice.verb {
        verbs::DISTRACT => "not being distracted",
        verbs::INTIMIDATE => "not being intimidated",
        _ => "not being taunted",
    };
    let event = Event::Rolled(Rolled {
        who: enemy,
        purpose: purpose.to_owned(),
        dice: rolled.die(),
        chance: Some(save.breakdown(save::WIT)),
        total: None,
        outcome: Some(rolled.outcome()),
    });
    fray.write_about(enemy, event, &[R021, RR21]);
    if rolled.passed {
        return;
    }
    let mut mind = fray.fighter_mut(enemy).mind;
    let condition = match choice.verb {
        verbs::DISTRACT => {
            mind.distracted = true;
            words::DISTRACTED
        }
        verbs::INTIMIDATE => {
            mind.intimidated = true;
            words::INTIMIDATED
        }
        _ => {
            mind.taunted = Some(actor);
            words::TAUNTED
        }
    };
    fray.set_condition(enemy, condition, true, &[R021, RR21]);
}
