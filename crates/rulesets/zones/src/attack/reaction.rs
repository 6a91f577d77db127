//! The reaction window: dodge, counter, hide behind somebody, guard (ZON-045 to ZON-064, ZON-R17,
//! ZON-R23 to ZON-R30).

use shieldwall_battle::{
    Choice, CombatantId, Decision, Event, Offer, SideId, Target, Writer, flow::Question,
};

use crate::{
    attack::{
        answers::Response,
        arm::{Aim, GripKind},
        state::{Asking, Attack, Reply},
    },
    character::{holds, state::TurnState, stealth},
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    movement::riding,
    stages,
    terms::{
        actions, decisions,
        rules::{R017, R018, R049, R050, R058, R060, R063, R098, R109, RR29},
        words,
    },
};

/// Asks for answers to the attack, target by target, and takes them in.
pub fn answer_attack(mut ctx: WriteContext) {
    let answer = ctx.flow.take_answer();
    let Some(mut attack) = ctx.plan.attack.take() else {
        ctx.flow.pop();
        return;
    };
    if let Some((decision, choice)) = answer {
        take_in(&mut ctx, &mut attack, &decision, &choice);
    }
    let question = next_question(&mut ctx, &mut attack);
    ctx.plan.attack = Some(attack);
    match question {
        Some(question) => ctx.ask(question),
        None => ctx.flow.replace(stages::attack_resolve()),
    }
}

/// The next question of the window; `None` when everybody has answered.
fn next_question(ctx: &mut WriteContext, attack: &mut Attack) -> Option<Question> {
    while attack.asked < attack.targets.len() {
        let place = attack.asked;
        let question = {
            let read = ctx.read();
            match attack.targets[place].asking.clone() {
                Asking::Target => ask_target(&read, attack, place),
                Asking::Willing(ally) => Some(ask_willing(&read, attack, place, ally)),
                Asking::Guards(sides) => ask_guards(&read, attack, place, sides),
                Asking::AsGuard => Some(ask_guard_reply(&read, attack, place)),
                Asking::Done => None,
            }
        };
        if question.is_some() {
            return question;
        }
        attack.asked += 1;
    }
    None
}

/// The question to a target and the guards of its side, or straight to the next guards if there is
/// nothing to choose.
fn ask_target(read: &ReadContext<'_, '_>, attack: &mut Attack, place: usize) -> Option<Question> {
    let target = attack.targets[place].now;
    let fighter = read.fighter(target);
    let responses = read.responses(attack, place);
    if responses.len() <= 1 {
        let sides = other_sides(read, &fighter);
        attack.targets[place].asking = Asking::Guards(sides.clone());
        return ask_guards(read, attack, place, sides);
    }
    let attacker = read.fighter(attack.attacker);
    let what = if attack.is_blast() {
        "is caught in"
    } else {
        "is attacked with"
    };
    let alone = responses
        .iter()
        .all(|response| matches!(response, Response::None | Response::Guard(_)));
    let question = if alone {
        "Who guards?"
    } else {
        "What is the answer?"
    };
    Some(Question {
        side: fighter.side(),
        actor: Some(target),
        kind: decisions::REACTION,
        prompt: format!(
            "{} {what} {} by {}. {question}",
            fighter.name(),
            attack.with,
            attacker.name()
        ),
        against: Some(attack.attacker),
        sealed: false,
        offers: responses
            .iter()
            .map(|response| response.offer(read))
            .collect(),
    })
}

/// The allied sides whose guards are asked after the target's own, the next one last.
fn other_sides(read: &ReadContext<'_, '_>, target: &FighterView<'_, '_>) -> Vec<SideId> {
    let mut sides: Vec<SideId> = read
        .sides_after(target.side())
        .into_iter()
        .filter(|side| *side != target.side() && !read.hostile(*side, target.side()))
        .collect();
    sides.reverse();
    sides
}

fn ask_guards(
    read: &ReadContext<'_, '_>,
    attack: &mut Attack,
    place: usize,
    mut sides: Vec<SideId>,
) -> Option<Question> {
    while let Some(&side) = sides.last() {
        let guards = read.guards(attack, place, side);
        if guards.is_empty() {
            sides.pop();
            continue;
        }
        attack.targets[place].asking = Asking::Guards(sides);
        let target = read.fighter(attack.targets[place].now);
        let attacker = read.fighter(attack.attacker);
        let mut offers = vec![Response::None.offer(read)];
        offers.extend(
            guards
                .into_iter()
                .map(|guard| Response::Guard(guard).offer(read)),
        );
        return Some(Question {
            side,
            actor: None,
            kind: decisions::GUARDING,
            prompt: format!(
                "{} is attacked with {} by {}. Who guards?",
                target.name(),
                attack.with,
                attacker.name()
            ),
            against: Some(attack.attacker),
            sealed: false,
            offers,
        });
    }
    attack.targets[place].asking = Asking::Done;
    None
}

/// The question to a guard that may do more than guard (ZON-R30).
fn ask_guard_reply(read: &ReadContext<'_, '_>, attack: &Attack, place: usize) -> Question {
    let guard = attack.targets[place].now;
    let fighter = read.fighter(guard);
    Question {
        side: fighter.side(),
        actor: Some(guard),
        kind: decisions::REACTION,
        prompt: format!("{} guards. What else does it do?", fighter.name()),
        against: Some(attack.attacker),
        sealed: false,
        offers: read
            .guard_replies(attack, place)
            .into_iter()
            .map(|response| response.offer(read))
            .collect(),
    }
}

fn ask_willing(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    place: usize,
    ally: CombatantId,
) -> Question {
    let shelter = read.fighter(ally);
    let hider = read.fighter(attack.targets[place].now);
    Question {
        side: shelter.side(),
        actor: Some(ally),
        kind: decisions::WILLING,
        prompt: format!(
            "{} wants to hide behind {} from {}. Is it willing?",
            hider.name(),
            shelter.name(),
            attack.with
        ),
        against: Some(attack.attacker),
        sealed: false,
        offers: vec![
            Offer::new(actions::ACCEPT, "Take the place", &[R060]),
            Offer::new(actions::REFUSE, "Refuse", &[R060]),
        ],
    }
}

fn take_in(ctx: &mut WriteContext, attack: &mut Attack, decision: &Decision, choice: &Choice) {
    let place = attack.asked;
    let target = attack.targets[place].now;
    match decision.kind {
        decisions::WILLING => {
            if let Asking::Willing(ally) = attack.targets[place].asking {
                if choice.action == actions::ACCEPT {
                    exchange_places(ctx, attack, place, ally);
                } else {
                    // It may still do something else.
                    attack.refused.push(ally);
                    attack.targets[place].asking = Asking::Target;
                }
            }
        }
        decisions::GUARDING => match choice.target {
            Some(Target::Combatant(guard)) if choice.action == actions::GUARD => {
                step_in(ctx, attack, place, guard);
            }
            _ => {
                if let Asking::Guards(sides) = &mut attack.targets[place].asking {
                    sides.pop();
                }
            }
        },
        _ => {
            let response = {
                let read = ctx.read();
                let among = match attack.targets[place].asking {
                    Asking::AsGuard => read.guard_replies(attack, place),
                    _ => read.responses(attack, place),
                };
                Response::chosen(choice, &among, &read)
            };
            if attack.targets[place].asking == Asking::AsGuard {
                reply_as_guard(attack, place, response);
            } else {
                respond(ctx, attack, place, target, response);
            }
        }
    }
}

/// Takes the answer that a guard gives besides guarding (ZON-R30).
fn reply_as_guard(attack: &mut Attack, place: usize, response: Response) {
    let target = &mut attack.targets[place];
    target.asking = Asking::Done;
    match response {
        Response::Dodge => target.reply = Reply::Dodge,
        Response::Counter(counter) => {
            target.reply = Reply::Counter;
            attack.counter = Some(counter);
        }
        _ => {}
    }
}

fn respond(
    ctx: &mut WriteContext,
    attack: &mut Attack,
    place: usize,
    target: CombatantId,
    response: Response,
) {
    match response {
        Response::None => {
            let sides = {
                let read = ctx.read();
                other_sides(&read, &read.fighter(target))
            };
            attack.targets[place].asking = Asking::Guards(sides);
        }
        Response::Dodge => {
            attack.reacted.push(target);
            spend(ctx, target);
            holds::loosen(ctx, target, |_| false);
            attack.targets[place].reply = Reply::Dodge;
            attack.targets[place].asking = Asking::Done;
        }
        Response::Counter(counter) => {
            attack.reacted.push(target);
            spend(ctx, target);
            let keeps = ctx.read().leaves_a_hand(counter.aim.arm());
            let attacker = attack.attacker;
            let disarms = counter.aim == Aim::Grip(GripKind::Disarm);
            holds::loosen(ctx, target, |held| {
                let grip = counter.aim.grip().is_some();
                if grip {
                    disarms && held == attacker
                } else {
                    keeps
                }
            });
            attack.counter = Some(counter);
            attack.targets[place].reply = Reply::Counter;
            attack.targets[place].asking = Asking::Done;
        }
        Response::HideBehind(other) => {
            let (ally, same_side) = {
                let read = ctx.read();
                let (hider, shelter) = (read.fighter(target), read.fighter(other));
                (
                    !read.hostile(hider.side(), shelter.side()),
                    hider.side() == shelter.side(),
                )
            };
            if ally && !same_side {
                attack.targets[place].asking = Asking::Willing(other);
            } else {
                exchange_places(ctx, attack, place, other);
            }
        }
        Response::Guard(guard) => step_in(ctx, attack, place, guard),
    }
}

/// Hides the target behind somebody (ZON-058, ZON-098, ZON-R29).
fn exchange_places(ctx: &mut WriteContext, attack: &mut Attack, place: usize, other: CombatantId) {
    let hider = attack.targets[place].now;
    if finds_somebody(ctx, hider, other) {
        attack.targets[place].asking = Asking::Target;
        return;
    }
    // So does the one who serves for hiding behind.
    stealth::reveal(ctx, other, &[R058, R109]);
    attack.reacted.push(hider);
    spend(ctx, hider);
    holds::loosen(ctx, hider, |held| held == other);
    let (from, to) = {
        let read = ctx.read();
        (read.fighter(hider).cell(), read.fighter(other).cell())
    };
    for (who, start, end) in [(hider, from, to), (other, to, from)] {
        riding::set_position(ctx, who, end);
        ctx.placed(
            who,
            (start, end),
            words::CHANGES_PLACES,
            &[R058, R098, RR29],
        );
    }
    holds::break_distant(ctx);
    attack.replace(place, other);
    attack.targets[place].asking = Asking::Target;
}

/// Whether somebody concealed is found where two would stand who exchange their places (ZON-R53).
fn finds_somebody(ctx: &mut WriteContext, hider: CombatantId, other: CombatantId) -> bool {
    let (side, grounds) = {
        let read = ctx.read();
        let [hider, other] = [hider, other].map(|who| read.fighter(who));
        let grounds = [
            read.footprint(&hider, other.cell()),
            read.footprint(&other, hider.cell()),
        ];
        (hider.side(), grounds)
    };
    let mut found = false;
    for cells in grounds.into_iter().flatten() {
        found |= stealth::bump(ctx, &cells, side);
    }
    found
}

/// Lets a guard take the blow (ZON-063, ZON-064, ZON-R30).
fn step_in(ctx: &mut WriteContext, attack: &mut Attack, place: usize, guard: CombatantId) {
    // Anyone who steps into a blow stands in the open.
    stealth::reveal(ctx, guard, &[R063, R109]);
    attack.reacted.push(guard);
    spend(ctx, guard);
    holds::loosen(ctx, guard, |_| false);
    attack.replace(place, guard);
    attack.targets[place].guarded = true;
    let counters = ctx.read().fighter(guard).build.0.guard_counters;
    attack.targets[place].asking = if counters {
        Asking::AsGuard
    } else {
        Asking::Done
    };
}

/// Spends a character's turn for a reaction (ZON-017, ZON-018, ZON-048, ZON-R86).
pub fn spend(ctx: &mut WriteContext, who: CombatantId) {
    let mut fighter = ctx.fighter_mut(who);
    fighter.turn.state = TurnState::Spent;
    fighter.turn.reacted = true;
    fighter.turn.reactions += 1;
    let event = Event::Turn {
        who,
        state: words::SPENT,
    };
    ctx.write(event, &[R017, R018, R049, R050]);
}
