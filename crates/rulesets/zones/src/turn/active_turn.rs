//! The turn of an active character or a mounted team: it does one thing after the other until it ends
//! (ZON-012 to ZON-028, ZON-093 to ZON-095, ZON-117, ZON-R21, ZON-R72).

use crate::{
    attack::{
        arm::Arm,
        offers::{Occasion, target_of},
        sharing::{share, sharing_question, strike_shared},
        steps,
    },
    character::{harm, holds, state::TurnState, stealth, threats::forget_threats},
    content::blocks::{Breaking, PowerEffect},
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    items::moves,
    movement::{cells::Cells, riding, walking},
    stages,
    terms::{
        actions, conditions, decisions,
        rules::{R003, R013, R020, R109, R149, RR11, RR22, RR47, RR57, RR59, RR72},
        words,
    },
    turn::{
        other_actions::{bonus, break_free, main_action, operate, surrender},
        round::{Boarding, Departure, Sharing},
        victory,
    },
};
use shieldwall_battle::{
    Action, Choice, CombatantId, Decision, Event, Offer, Target, Vitality, Writer, flow::Question,
};

/// Lets the active character do one thing after the other.
pub fn take_turn(mut ctx: WriteContext) {
    if let Some((decision, choice)) = ctx.flow.take_answer() {
        take_in(&mut ctx, &decision, &choice);
        // Whatever was begun or asked comes first, and things must have changed hands.
        return;
    }
    if !ctx.plan.pending_effects.is_empty() {
        ctx.flow.push(stages::pending_effects());
        return;
    }
    if victory::check(&mut ctx) {
        return;
    }
    if ctx.plan.sharing.is_some() {
        let question = sharing_question(&ctx.read());
        match question {
            Some(question) => ctx.ask(question),
            None => strike_shared(&mut ctx),
        }
        return;
    }
    let Some(actor) = next_actor(&mut ctx) else {
        end_team(&mut ctx);
        return;
    };
    let offers = ctx.read().turn_offers(actor);
    if offers.iter().all(|offer| offer.action == actions::END) {
        // The stage runs again, with the next of the team or without anybody.
        finish_member(&mut ctx, actor);
        return;
    }
    let read = ctx.read();
    let fighter = read.fighter(actor);
    let question = Question {
        side: fighter.side(),
        actor: Some(actor),
        kind: decisions::TURN,
        prompt: format!(
            "{}: {} left",
            fighter.name(),
            what_is_left(&read, &fighter, &offers)
        ),
        against: None,
        sealed: false,
        offers,
    };
    ctx.ask(question);
}

/// The actions and the movement left in a turn, in words, from what is on offer (ZON-012, ZON-014, ZON-015,
/// ZON-093, ZON-R57).
fn what_is_left(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    offers: &[Offer],
) -> String {
    let offered = |action: Action| offers.iter().any(|offer| offer.action == action);
    let walks = offered(actions::MOVE);
    let sprints = offered(actions::SPRINT);
    if fighter.is_grabbed() || read.breaking(fighter).is_some() {
        let left = if offered(actions::BREAK_FREE) {
            "only breaking free"
        } else if offered(actions::SURRENDER) {
            "only giving up"
        } else if walks || sprints || offered(actions::DOOR) {
            "only fleeing"
        } else {
            "nothing"
        };
        return left.to_owned();
    }
    let turn = &fighter.turn;
    let acts = read.may_act(fighter);
    let actions = match (turn.may_main(), turn.may_bonus()) {
        _ if !acts => "no action",
        (true, true) if turn.bonus == 0 => "main and bonus action",
        (true, _) => "main or second bonus action",
        (false, true) => "bonus action",
        (false, false) => "no action",
    };
    let legs = read.legs(fighter, false);
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
fn next_actor(ctx: &mut WriteContext) -> Option<CombatantId> {
    let able = |ctx: &WriteContext, who: CombatantId| {
        let read = ctx.read();
        let fighter = read.fighter(who);
        fighter.is_fighting() && fighter.turn.state == TurnState::Acting
    };
    if let Some(actor) = ctx.plan.actor.filter(|who| able(ctx, *who)) {
        return Some(actor);
    }
    let team = ctx.plan.team.clone();
    let next = team.into_iter().find(|who| able(ctx, *who));
    ctx.plan.actor = next;
    next
}

/// Begins the turn of a character, or of its whole team (ZON-148, ZON-R72).
pub fn begin(ctx: &mut WriteContext, who: CombatantId) {
    let team: Vec<CombatantId> = {
        let read = ctx.read();
        read.team(who)
            .into_iter()
            .filter(|member| read.fighter(*member).is_ready())
            // Nobody else acts in the bonus round (ZON-R50).
            .filter(|member| !read.plan.bonus || read.fighter(*member).mind.ambusher)
            .collect()
    };
    for &member in &team {
        let mut fighter = ctx.fighter_mut(member);
        fighter.turn.state = TurnState::Acting;
        let event = Event::Turn {
            who: member,
            state: words::ACTING,
        };
        ctx.write(event, &[R003]);
    }
    ctx.plan.actor = Some(who);
    ctx.plan.team = team;
    ctx.flow.push(stages::turn());
}

fn take_in(ctx: &mut WriteContext, decision: &Decision, choice: &Choice) {
    let Some(actor) = decision.actor else { return };
    match decision.kind {
        decisions::SHARING => {
            share(ctx, choice);
            return;
        }
        decisions::LEAVING => {
            leave_or_stay(ctx, actor, choice);
            return;
        }
        _ => {}
    }
    match choice.action {
        actions::END => finish_member(ctx, actor),
        actions::SWITCH => ctx.plan.actor = target_of(choice),
        actions::MOVE | actions::SPRINT => set_out(ctx, actor, choice),
        actions::MOUNT | actions::DISMOUNT => get_on_or_off(ctx, actor, choice),
        actions::LET_GO => {
            if let Some(held) = target_of(choice) {
                holds::release(ctx, actor, held, &[RR47]);
            }
        }
        actions::BREAK_FREE => break_free(ctx, actor),
        actions::SURRENDER => surrender(ctx, actor),
        actions::SHARE_OUT => {
            let arm = Arm::of_choice(&ctx.read(), choice);
            ctx.plan.sharing = arm.map(|arm| Sharing {
                attacker: actor,
                arm,
                shares: Vec::new(),
            });
        }
        actions::PICK_UP
        | actions::PUT_DOWN
        | actions::READY
        | actions::STOW
        | actions::SPEAK
        | actions::DOOR => bonus(ctx, actor, choice),
        actions::OPERATE => operate(ctx, actor, choice),
        actions::USE
        | actions::HIDE
        | actions::FREE_ALLY
        | actions::DISTRACT
        | actions::INTIMIDATE
        | actions::TAUNT => main_action(ctx, actor, choice),
        _ => attack(ctx, actor, choice),
    }
}

/// Attacks and powers.
fn attack(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice) {
    let (attack, power) = {
        let read = ctx.read();
        let fighter = read.fighter(actor);
        let power = (choice.action == actions::INVOKE)
            .then(|| read.gear(choice.item?)?.gear.0.power.clone())
            .flatten();
        (read.attack_of(&fighter, choice, Occasion::Turn), power)
    };
    if let Some(out) = attack.as_ref().and_then(|attack| attack.leans) {
        // As on foot, nothing is spent on a cell in which somebody turns out to be.
        let side = ctx.read().fighter(actor).side();
        if stealth::bump(ctx, &Cells::one(out), side) {
            ctx.fighter_mut(actor).turn.began = true;
            return;
        }
    }
    ctx.fighter_mut(actor).turn.main = true;
    ctx.fighter_mut(actor).turn.began = true;
    if let Some(attack) = attack {
        steps::begin(ctx, attack);
        return;
    }
    let (Some(power), Some(item)) = (power, choice.item) else {
        return;
    };
    holds::loosen(ctx, actor, |_| false);
    moves::use_up(ctx, actor, item, &[R020, RR22]);
    match power.effect {
        PowerEffect::Veil => {
            stealth::conceal(ctx, actor, &[R020, RR22]);
            // Wherever it stands, until its next step.
            ctx.fighter_mut(actor).mind.veiled = true;
        }
        PowerEffect::Mend { health, .. } => {
            if let Some(ally) = target_of(choice) {
                let rolled = harm::roll_healing(ctx, ally, &health);
                ctx.sum(actor, "mending", &rolled, &[R020, RR22]);
                harm::heal(
                    ctx,
                    ally,
                    rolled.total,
                    words::MENDING,
                    actor,
                    &[R020, RR22],
                );
            }
            stealth::reveal(ctx, actor, &[R109]);
        }
        PowerEffect::Attack(_) => {}
    }
}

/// Begins a walk, and a sprint if that was chosen.
fn set_out(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice) {
    let Some(Target::Cell(to)) = choice.target else {
        return;
    };
    if choice.action == actions::SPRINT {
        let mut fighter = ctx.fighter_mut(actor);
        fighter.turn.sprinting = true;
        fighter.stamina.sprints = fighter.stamina.sprints.saturating_sub(1);
        ctx.condition(actor, conditions::SPRINTING, true, &[R013, RR11]);
        riding::gauge_speed(ctx, actor);
    }
    let path = if choice.path.is_empty() {
        let read = ctx.read();
        let fighter = read.fighter(actor);
        let legs = read.legs(&fighter, false);
        read.ways(&fighter, legs, Some(fighter.side())).path(to)
    } else {
        choice.path.clone()
    };
    walking::begin(ctx, actor, path);
}

fn get_on_or_off(ctx: &mut WriteContext, actor: CombatantId, choice: &Choice) {
    let mount = match choice.target {
        Some(Target::Combatant(mount)) => Some(mount),
        _ => ctx.read().fighter(actor).riding.0,
    };
    let Some(mount) = mount else { return };
    let to = match choice.target {
        Some(Target::Cell(cell)) => Boarding::Off(cell),
        _ => Boarding::On(mount),
    };
    walking::board(ctx, actor, to);
}

/// Ends the part of one member of the team: on an exit it may leave the map first (ZON-R57,
/// ZON-R59).
pub(crate) fn finish_member(ctx: &mut WriteContext, who: CombatantId) {
    let (on_exit, may_leave, retreats, rides) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        (
            read.stands_on_exit(who),
            fighter.mind.caught_in != Some(read.round)
                && fighter.is_fighting()
                && !fighter.is_grabbed()
                && !read.plan.bonus,
            read.breaking(&fighter) == Some(Breaking::Retreat),
            fighter.riding.0.is_some(),
        )
    };
    // A rider leaves with its mount.
    if on_exit && may_leave && !rides {
        if retreats {
            depart(ctx, who);
            return;
        }
        let read = ctx.read();
        let fighter = read.fighter(who);
        let question = Question {
            side: fighter.side(),
            actor: Some(who),
            kind: decisions::LEAVING,
            prompt: format!(
                "{} stands at an exit. Does it leave the map?",
                fighter.name()
            ),
            against: None,
            sealed: false,
            offers: vec![
                Offer::new(actions::STAY, "Stay", &[RR59]),
                Offer::new(actions::LEAVE, "Leave the map", &[RR59]),
            ],
        };
        ctx.ask(question);
        return;
    }
    end_turn_of(ctx, who);
}

fn leave_or_stay(ctx: &mut WriteContext, who: CombatantId, choice: &Choice) {
    if choice.action == actions::LEAVE {
        depart(ctx, who);
    } else {
        end_turn_of(ctx, who);
    }
}

/// Leaves the map, with all riders; a chase may follow at the end of the round (ZON-R59).
fn depart(ctx: &mut WriteContext, who: CombatantId) {
    let exit = ctx.read().fighter(who).cell();
    let riders = ctx.read().riders(who);
    stealth::reveal(ctx, who, &[RR59]);
    for member in std::iter::once(who).chain(riders) {
        let escaped = ctx.read().stands_on_escape(member);
        ctx.fighter_mut(member).mind.escaped = escaped;
        holds::release_all(ctx, member);
        // A rider may be held by somebody beside its mount.
        holds::slip(ctx, member);
        harm::set_vitality(ctx, member, Vitality::Left, &[RR57, RR59]);
        end_turn_of(ctx, member);
    }
    ctx.plan.departures.push(Departure {
        who,
        exit,
        asked: false,
        asking: Vec::new(),
        pursuers: Vec::new(),
    });
}

/// Ends the turn of one member.
pub(crate) fn end_turn_of(ctx: &mut WriteContext, who: CombatantId) {
    let shared = ctx.plan.team.len() > 1;
    let (kept, sprinting) = {
        let mut fighter = ctx.fighter_mut(who);
        let kept = shared && !fighter.turn.began;
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
        ctx.condition(who, conditions::SPRINTING, false, &[R013]);
    }
    let state = if kept { words::KEPT } else { words::SPENT };
    let rules: &[_] = if kept { &[R149, RR72] } else { &[R003] };
    ctx.write(Event::Turn { who, state }, rules);
    if !kept {
        forget_threats(ctx, who);
    }
    if stealth::anybody_concealed(ctx) {
        stealth::test_all(ctx);
    }
    stealth::note_sightings(ctx);
    if ctx.plan.actor == Some(who) {
        ctx.plan.actor = None;
    }
}

/// The turn of the whole team is over: the next side has its place.
fn end_team(ctx: &mut WriteContext) {
    ctx.plan.team.clear();
    ctx.plan.actor = None;
    ctx.flow.pop();
}
