//! The turn of an active character or a mounted team: it does one thing after the other until it ends
//! (ZON-012 to ZON-028, ZON-093 to ZON-095, ZON-117, ZON-R21, ZON-R72).

use shieldwall_battle::{
    Choice, CombatantId, Decision, Event, Offer, Target, Verb, Vitality, flow::Question,
    journal::Rolled,
};
use shieldwall_content::zones::{Breaking, PowerEffect};

use crate::{
    arms::Arm,
    attack_offers::{Occasion, target_of},
    cells::Cells,
    character::TurnState,
    deeds::{bonus, break_free, main_action, operate, surrender},
    field::Field,
    fray::Fray,
    gear_moves, harm, holds, riding,
    round::{Boarding, Departure, Sharing},
    rules::{R003, R013, R020, R109, R149, RR11, RR21, RR22, RR47, RR57, RR59, RR72},
    sharing::{share, sharing_question, strike_shared},
    stages, stealth, strike, verbs, victory,
    views::FighterView,
    walking, words,
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
            Some(question) => fray.ask(question),
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
        prompt: format!(
            "What does {} do? Left: {}",
            fighter.name(),
            what_is_left(&field, &fighter, &offers)
        ),
        against: None,
        sealed: false,
        offers,
    };
    fray.ask(question);
}

/// The actions and the movement left in a turn, in words, from what is on offer (ZON-012, ZON-014, ZON-015,
/// ZON-093, ZON-R57).
fn what_is_left(field: &Field<'_, '_>, fighter: &FighterView<'_, '_>, offers: &[Offer]) -> String {
    let offered = |verb: Verb| offers.iter().any(|offer| offer.verb == verb);
    let walks = offered(verbs::MOVE);
    let sprints = offered(verbs::SPRINT);
    if fighter.is_grabbed() || field.breaking(fighter).is_some() {
        let left = if offered(verbs::BREAK_FREE) {
            "nothing but to break free"
        } else if offered(verbs::SURRENDER) {
            "nothing but to give up"
        } else if walks || sprints || offered(verbs::DOOR) {
            "nothing but flight"
        } else {
            "nothing"
        };
        return left.to_owned();
    }
    let turn = &fighter.turn;
    let acts = field.may_act(fighter);
    let actions = match (turn.may_main(), turn.may_bonus()) {
        _ if !acts => "no action",
        (true, true) if turn.bonus == 0 => "main and bonus action",
        (true, _) => "main or second bonus action",
        (false, true) => "bonus action",
        (false, false) => "no action",
    };
    let legs = field.legs(fighter, false);
    let count = |steps: u16| match steps {
        1 => "1 half zone".to_owned(),
        steps => format!("{steps} half zones"),
    };
    match legs.whole {
        _ if fighter.riding.0.is_some() => actions.to_owned(),
        0 if sprints => format!("{actions}, a sprint"),
        _ if !walks => format!("{actions}, no movement"),
        whole if acts && legs.act < whole => {
            format!("{actions}, {} ({} if it acts)", count(whole), legs.act)
        }
        whole => format!("{actions}, {}", count(whole)),
    }
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
    if let Some(out) = attack.as_ref().and_then(|attack| attack.leans) {
        // As on foot, nothing is spent on a cell in which somebody turns out to be.
        let side = fray.field().fighter(actor).side();
        if stealth::bump(fray, &Cells::one(out), side) {
            fray.fighter_mut(actor).turn.deeds = true;
            return;
        }
    }
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
            fray.fighter_mut(actor).mind.veiled = true;
        }
        PowerEffect::Mend { health, .. } => {
            if let Some(ally) = target_of(choice) {
                let rolled = harm::roll_healing(fray, ally, &health);
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
        riding::gauge_speed(fray, actor);
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

/// Ends the part of one member of the team: on an exit it may leave the map first (ZON-R57,
/// ZON-R59).
pub(crate) fn finish_member(fray: &mut Fray, who: CombatantId) {
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
        fray.ask(question);
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
        // A rider may be held by somebody beside its mount.
        holds::slip(fray, member);
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
pub(crate) fn end_turn_of(fray: &mut Fray, who: CombatantId) {
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
