//! The turn of an active character or a mounted team: it does one thing after the other until it ends
//! (ZON-012 to ZON-028, ZON-093 to ZON-095, ZON-117, ZON-R21, ZON-R72).

use shieldwall_battle::{
    Choice, CombatantId, Decision, Event, Offer, Target, Targets, Vitality, flow::Question,
    journal::Rolled,
};
use shieldwall_content::{
    level::DeviceTime,
    zones::{Breaking, PowerEffect, Remedy},
};
use shieldwall_dice::Dice;
use shieldwall_grid::Door;

use crate::{
    arms::Arm,
    attack_offers::{Occasion, target_of},
    character::TurnState,
    devices,
    field::{Field, Fray},
    gear_moves, harm, holds,
    round::{Boarding, Departure, Sharing},
    rules::{
        R003, R013, R020, R021, R022, R024, R025, R026, R027, R093, R094, R095, R109, R117, R118,
        R133, R134, R149, RR11, RR21, RR22, RR39, RR47, RR49, RR57, RR58, RR59, RR72, RR82,
    },
    save, shove, size_effects, stages, stealth, strike, verbs, victory, walking, words,
};

/// Lets the active character do one thing after the other.
pub fn take_turn(mut fray: Fray) {
    if let Some((decision, choice)) = fray.flow.take_answer() {
        take_in(&mut fray, &decision, &choice);
        // Whatever was begun or asked comes first, and things must have changed hands.
        return;
    }
    if !fray.plan.chores.is_empty() {
        fray.flow.push(stages::chores());
        return;
    }
    if victory::check(&mut fray) {
        return;
    }
    if fray.plan.sharing.is_some() {
        let question = sharing_question(&fray.field());
        match question {
            Some(question) => fray.flow.ask(question),
            None => strike_shared(&mut fray),
        }
        return;
    }
    let Some(actor) = next_actor(&mut fray) else {
        end_team(&mut fray);
        return;
    };
    let offers = fray.field().turn_offers(actor);
    if offers.iter().all(|offer| offer.verb == verbs::END) {
        // The stage runs again, with the next of the team or without anybody.
        finish_member(&mut fray, actor);
        return;
    }
    let field = fray.field();
    let fighter = field.fighter(actor);
    let question = Question {
        side: fighter.side(),
        actor: Some(actor),
        kind: verbs::TURN_DECISION,
        prompt: format!("What does {} do?", fighter.name()),
        against: None,
        sealed: false,
        offers,
    };
    fray.flow.ask(question);
}

/// Who of the team acts now: the one chosen last, while it can, else the next.
fn next_actor(fray: &mut Fray) -> Option<CombatantId> {
    let able = |fray: &Fray, who: CombatantId| {
        let field = fray.field();
        let fighter = field.fighter(who);
        fighter.is_fighting() && fighter.turn.state == TurnState::Acting
    };
    if let Some(actor) = fray.plan.actor.filter(|who| able(fray, *who)) {
        return Some(actor);
    }
    let team = fray.plan.team.clone();
    let next = team.into_iter().find(|who| able(fray, *who));
    fray.plan.actor = next;
    next
}

/// Begins the turn of a character, or of its whole team (ZON-148, ZON-R72).
pub fn begin(fray: &mut Fray, who: CombatantId) {
    let team: Vec<CombatantId> = {
        let field = fray.field();
        field
            .team(who)
            .into_iter()
            .filter(|member| field.fighter(*member).is_ready())
            // Nobody else acts in the bonus round (ZON-R50).
            .filter(|member| !field.plan.bonus || field.fighter(*member).mind.ambusher)
            .collect()
    };
    for &member in &team {
        let mut fighter = fray.fighter_mut(member);
        fighter.turn.state = TurnState::Acting;
        let event = Event::Turn {
            who: member,
            state: words::ACTING,
        };
        fray.write_about(member, event, &[R003]);
    }
    fray.plan.actor = Some(who);
    fray.plan.team = team;
    fray.flow.push(stages::turn());
}

fn take_in(fray: &mut Fray, decision: &Decision, choice: &Choice) {
    let Some(actor) = decision.actor else { return };
    match decision.kind {
        verbs::SHARING_DECISION => {
            share(fray, choice);
            return;
        }
        verbs::LEAVING_DECISION => {
            leave_or_stay(fray, actor, choice);
            return;
        }
        _ => {}
    }
    match choice.verb {
        verbs::END => finish_member(fray, actor),
        verbs::SWITCH => fray.plan.actor = target_of(choice),
        verbs::MOVE | verbs::SPRINT => set_out(fray, actor, choice),
        verbs::MOUNT | verbs::DISMOUNT => get_on_or_off(fray, actor, choice),
        verbs::LET_GO => {
            if let Some(held) = target_of(choice) {
                holds::release(fray, actor, held, &[RR47]);
            }
        }
        verbs::BREAK_FREE => break_free(fray, actor),
        verbs::SURRENDER => surrender(fray, actor),
        verbs::SHARE_OUT => {
            let arm = Arm::of_choice(&fray.field(), choice);
            fray.plan.sharing = arm.map(|arm| Sharing {
                attacker: actor,
                arm,
                shares: Vec::new(),
            });
        }
        verbs::PICK_UP
        | verbs::PUT_DOWN
        | verbs::READY
        | verbs::STOW
        | verbs::SPEAK
        | verbs::DOOR => bonus(fray, actor, choice),
        verbs::OPERATE => operate(fray, actor, choice),
        verbs::USE
        | verbs::HIDE
        | verbs::FREE_ALLY
        | verbs::DISTRACT
        | verbs::INTIMIDATE
        | verbs::TAUNT => main_action(fray, actor, choice),
        _ => attack(fray, actor, choice),
    }
}

/// Attacks and powers.
fn attack(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
    let (attack, power) = {
        let field = fray.field();
        let fighter = field.fighter(actor);
        let power = (choice.verb == verbs::INVOKE)
            .then(|| field.gear(choice.item?)?.gear.0.power.clone())
            .flatten();
        (field.attack_of(&fighter, choice, Occasion::Turn), power)
    };
    fray.fighter_mut(actor).turn.main = true;
    fray.fighter_mut(actor).turn.deeds = true;
    if let Some(attack) = attack {
        strike::begin(fray, attack);
        return;
    }
    let (Some(power), Some(item)) = (power, choice.item) else {
        return;
    };
    holds::loosen(fray, actor, |_| false);
    gear_moves::use_up(fray, actor, item, &[R020, RR22]);
    match power.effect {
        PowerEffect::Veil => {
            stealth::conceal(fray, actor, &[R020, RR22]);
            // Wherever it stands, until its next step.
            fray.fighter_mut(actor).mind.lurking = true;
        }
        PowerEffect::Mend { health, .. } => {
            if let Some(ally) = target_of(choice) {
                let rolled = fray.dice.sum(&health);
                let event = Event::Rolled(Rolled {
                    who: actor,
                    purpose: "mending".to_owned(),
                    dice: rolled.faces,
                    chance: None,
                    total: Some(rolled.total),
                    outcome: None,
                });
                fray.write_about(actor, event, &[R020, RR22]);
                harm::heal(
                    fray,
                    ally,
                    rolled.total,
                    words::MENDING,
                    actor,
                    &[R020, RR22],
                );
            }
            stealth::reveal(fray, actor, &[R109]);
        }
        PowerEffect::Attack(_) => {}
    }
}

/// Begins a walk, and a sprint if that was chosen.
fn set_out(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
    let Some(Target::Cell(to)) = choice.target else {
        return;
    };
    if choice.verb == verbs::SPRINT {
        let mut fighter = fray.fighter_mut(actor);
        fighter.turn.sprinting = true;
        fighter.stamina.sprints = fighter.stamina.sprints.saturating_sub(1);
        fray.set_condition(actor, words::SPRINTING, true, &[R013, RR11]);
    }
    let path = if choice.path.is_empty() {
        let field = fray.field();
        let fighter = field.fighter(actor);
        let legs = field.legs(&fighter, false);
        field.ways(&fighter, legs, Some(fighter.side())).path(to)
    } else {
        choice.path.clone()
    };
    walking::begin(fray, actor, path);
}

fn get_on_or_off(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
    let mount = match choice.target {
        Some(Target::Combatant(mount)) => Some(mount),
        _ => fray.field().fighter(actor).riding.0,
    };
    let Some(mount) = mount else { return };
    let to = match choice.target {
        Some(Target::Cell(cell)) => Boarding::Off(cell),
        _ => Boarding::On(mount),
    };
    walking::board(fray, actor, to);
}

/// One attempt takes the whole turn (ZON-093, ZON-094).
fn break_free(fray: &mut Fray, actor: CombatantId) {
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
    finish_member(fray, actor);
}

/// Gives up: weapons fall, and the turn is over (ZON-117, ZON-118, ZON-R58).
fn surrender(fray: &mut Fray, actor: CombatantId) {
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
            harm::set_vitality(fray, mount, Vitality::Surrendered, &[RR58]);
        }
    }
    end_turn_of(fray, actor);
}

fn bonus(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
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
            fray.write_about(actor, Event::Note { who: actor, text }, &[R027]);
            stealth::reveal(fray, actor, &[R109, R027]);
        }
        _ => {}
    }
}

/// What has changed on the map may bring somebody into view.
fn after_change(fray: &mut Fray) {
    if stealth::anybody_concealed(fray) {
        stealth::test_all(fray);
    }
    stealth::note_sightings(fray);
}

fn operate(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
    let Some(Target::Cell(cell)) = choice.target else {
        return;
    };
    let place = {
        let level = &fray.board.level;
        level.devices.iter().position(|device| device.cell == cell)
    };
    let Some(place) = place else { return };
    holds::loosen(fray, actor, |_| false);
    let takes = fray.board.level.devices[place].takes;
    let mut fighter = fray.fighter_mut(actor);
    fighter.turn.deeds = true;
    match takes {
        DeviceTime::Moment => fighter.turn.bonus += 1,
        DeviceTime::Round => fighter.turn.main = true,
    }
    devices::operate(fray, actor, place);
    after_change(fray);
}

fn main_action(fray: &mut Fray, actor: CombatantId, choice: &Choice) {
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
            let rolled = fray.dice.sum(&dice);
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
                shove::find_room(fray, patient);
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

/// Ends what lasts until the end of a character's next turn (ZON-R21).
pub fn forget_threats(fray: &mut Fray, who: CombatantId) {
    let (intimidated, taunted) = {
        let mut fighter = fray.fighter_mut(who);
        (
            std::mem::take(&mut fighter.mind.intimidated),
            fighter.mind.taunted.take().is_some(),
        )
    };
    for (was, condition) in [(intimidated, words::INTIMIDATED), (taunted, words::TAUNTED)] {
        if was {
            fray.set_condition(who, condition, false, &[RR21]);
        }
    }
}

/// The next die of an attack that is shared out; `None` when nothing is left to share (ZON-134).
fn sharing_question(field: &Field<'_, '_>) -> Option<Question> {
    let sharing = field.plan.sharing.as_ref()?;
    let attacker = field.fighter(sharing.attacker);
    let row = field.row(&attacker, sharing.arm)?;
    let base = row.damage.dice_count();
    let size = attacker.build.size();
    let may_add = |shares: &[(CombatantId, u16)], who: CombatantId| {
        let mut shares = shares.to_vec();
        add_die(&mut shares, who);
        let sized: Vec<_> = shares
            .iter()
            .map(|(who, dice)| (field.fighter(*who).build.size(), *dice))
            .collect();
        size_effects::may_share(size, base, &sized)
    };
    let affordable: Vec<CombatantId> = field
        .sharers(&attacker, sharing.arm)
        .into_iter()
        .filter(|who| may_add(&sharing.shares, *who))
        .collect();
    if affordable.is_empty() {
        return None;
    }
    // Whoever is taunted must have the taunter among its targets where that is legal (ZON-R21).
    let owed = attacker.mind.taunted.filter(|taunter| {
        affordable.contains(taunter) && sharing.shares.iter().all(|(who, _)| who != taunter)
    });
    let aims = affordable.into_iter().filter(|who| {
        owed.is_none_or(|taunter| {
            let mut shares = sharing.shares.clone();
            add_die(&mut shares, *who);
            *who == taunter || may_add(&shares, taunter)
        })
    });
    let mut aim = Offer::new(verbs::AIM_DIE, "Aim a die", &[R133, R134]);
    aim.targets = Targets::AnyOf(aims.map(Target::Combatant).collect());
    let mut offers = vec![aim];
    if !sharing.shares.is_empty() && owed.is_none() {
        offers.push(Offer::new(verbs::STRIKE, "Strike", &[R133]));
    }
    let shares: Vec<String> = sharing
        .shares
        .iter()
        .map(|(who, dice)| format!("{dice} at {}", field.fighter(*who).name()))
        .collect();
    let so_far = if shares.is_empty() {
        String::new()
    } else {
        format!(" So far: {}.", shares.join(", "))
    };
    Some(Question {
        side: attacker.side(),
        actor: Some(sharing.attacker),
        kind: verbs::SHARING_DECISION,
        prompt: format!("At whom does {} aim the next die?{so_far}", attacker.name()),
        against: None,
        sealed: false,
        offers,
    })
}

fn add_die(shares: &mut Vec<(CombatantId, u16)>, who: CombatantId) {
    match shares.iter_mut().find(|(other, _)| *other == who) {
        Some((_, dice)) => *dice += 1,
        None => shares.push((who, 1)),
    }
}

fn share(fray: &mut Fray, choice: &Choice) {
    match target_of(choice) {
        Some(who) if choice.verb == verbs::AIM_DIE => {
            if let Some(sharing) = &mut fray.plan.sharing {
                add_die(&mut sharing.shares, who);
            }
        }
        _ => strike_shared(fray),
    }
}

fn strike_shared(fray: &mut Fray) {
    let Some(sharing) = fray.plan.sharing.take() else {
        return;
    };
    let attack = {
        let field = fray.field();
        let fighter = field.fighter(sharing.attacker);
        field.shared_attack(&fighter, sharing.arm, &sharing.shares)
    };
    let mut fighter = fray.fighter_mut(sharing.attacker);
    fighter.turn.main = true;
    fighter.turn.deeds = true;
    if let Some(attack) = attack {
        strike::begin(fray, attack);
    }
}

/// Ends the part of one member of the team: on an exit it may leave the map first (ZON-R57,
/// ZON-R59).
fn finish_member(fray: &mut Fray, who: CombatantId) {
    let (on_exit, may_leave, retreats, rides) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        (
            field.stands_on_exit(who),
            fighter.mind.caught_in != Some(field.round)
                && fighter.is_fighting()
                && !fighter.is_grabbed()
                && !field.plan.bonus,
            field.breaking(&fighter) == Some(Breaking::Retreat),
            fighter.riding.0.is_some(),
        )
    };
    // A rider leaves with its mount.
    if on_exit && may_leave && !rides {
        if retreats {
            depart(fray, who);
            return;
        }
        let field = fray.field();
        let fighter = field.fighter(who);
        let question = Question {
            side: fighter.side(),
            actor: Some(who),
            kind: verbs::LEAVING_DECISION,
            prompt: format!(
                "{} stands at an exit. Does it leave the map?",
                fighter.name()
            ),
            against: None,
            sealed: false,
            offers: vec![
                Offer::new(verbs::STAY, "Stay", &[RR59]),
                Offer::new(verbs::LEAVE, "Leave the map", &[RR59]),
            ],
        };
        fray.flow.ask(question);
        return;
    }
    end_turn_of(fray, who);
}

fn leave_or_stay(fray: &mut Fray, who: CombatantId, choice: &Choice) {
    if choice.verb == verbs::LEAVE {
        depart(fray, who);
    } else {
        end_turn_of(fray, who);
    }
}

/// Leaves the map, with all riders; a chase may follow at the end of the round (ZON-R59).
fn depart(fray: &mut Fray, who: CombatantId) {
    let exit = fray.field().fighter(who).cell();
    let riders = fray.field().riders(who);
    stealth::reveal(fray, who, &[RR59]);
    for member in std::iter::once(who).chain(riders) {
        let escaped = fray.field().stands_on_escape(member);
        fray.fighter_mut(member).mind.escaped = escaped;
        holds::release_all(fray, member);
        harm::set_vitality(fray, member, Vitality::Left, &[RR57, RR59]);
        end_turn_of(fray, member);
    }
    fray.plan.departures.push(Departure {
        who,
        exit,
        asked: false,
        asking: Vec::new(),
        pursuers: Vec::new(),
    });
}

/// Ends the turn of one member.
fn end_turn_of(fray: &mut Fray, who: CombatantId) {
    let shared = fray.plan.team.len() > 1;
    let (kept, sprinting) = {
        let mut fighter = fray.fighter_mut(who);
        let kept = shared && !fighter.turn.deeds;
        fighter.turn.state = if kept {
            TurnState::Kept
        } else {
            TurnState::Spent
        };
        fighter.mind.seen = false;
        fighter.mind.seen_openly = false;
        (kept, std::mem::take(&mut fighter.turn.sprinting))
    };
    if sprinting {
        fray.set_condition(who, words::SPRINTING, false, &[R013]);
    }
    let state = if kept { words::KEPT } else { words::SPENT };
    let rules: &[_] = if kept { &[R149, RR72] } else { &[R003] };
    fray.write_about(who, Event::Turn { who, state }, rules);
    if !kept {
        forget_threats(fray, who);
    }
    if stealth::anybody_concealed(fray) {
        stealth::test_all(fray);
    }
    stealth::note_sightings(fray);
    if fray.plan.actor == Some(who) {
        fray.plan.actor = None;
    }
}

/// The turn of the whole team is over: the next side has its place.
fn end_team(fray: &mut Fray) {
    fray.plan.team.clear();
    fray.plan.actor = None;
    fray.flow.pop();
}
