//! The end of a round, in the order of the rulebook: lava and poison, chases, morale, conditions, and
//! whether the battle is over (ZON-008, ZON-110 to ZON-116, ZON-121, ZON-R39, ZON-R59, ZON-R77,
//! ZON-R79).

use shieldwall_battle::{CombatantId, Event, Offer, SideId, Writer, flow::Question};

use crate::{
    character::harm::Harm,
    context::write::WriteContext,
    movement::{chase, dangers::Danger, hazards},
    stages,
    terms::{
        actions, conditions, decisions,
        rules::{R008, RR21, RR39, RR77, RR79},
        stages::ROUND_END,
        words,
    },
    turn::{morale, round::Closing, victory},
};

/// Closes the round step by step.
pub fn close_round(mut ctx: WriteContext) {
    if let Some((decision, choice)) = ctx.flow.take_answer() {
        match decision.kind {
            decisions::PURSUIT => chase::take_in(&mut ctx, &decision, &choice),
            decisions::LETTING_GO => {
                if choice.action == actions::LET_THEM_GO {
                    let reason = "the fleeing enemies are let go".to_owned();
                    victory::decide(&mut ctx, Some(decision.side), reason);
                    return;
                }
                ctx.plan.closing = Closing::Limits;
            }
            _ => {}
        }
    }
    if !ctx.plan.opened {
        ctx.plan.opened = true;
        ctx.plan.closing = Closing::Burning;
        let stage = ROUND_END;
        ctx.write(Event::StageBegan { stage }, &[R008]);
    }
    loop {
        if !ctx.plan.pending_effects.is_empty() {
            ctx.flow.push(stages::pending_effects());
            return;
        }
        match ctx.plan.closing {
            Closing::Burning => {
                ctx.plan.closing = Closing::Chases;
                burn(&mut ctx);
            }
            Closing::Chases => match chase::next_question(&mut ctx) {
                Some(question) => {
                    ctx.ask(question);
                    return;
                }
                None => ctx.plan.closing = Closing::Morale,
            },
            Closing::Morale => {
                ctx.plan.closing = Closing::Breaking;
                morale::check_all(&mut ctx);
            }
            Closing::Breaking => {
                ctx.plan.closing = Closing::Judging;
                forget(&mut ctx);
            }
            Closing::Judging => {
                if judge(&mut ctx) {
                    return;
                }
            }
            Closing::Limits => {
                ctx.plan.closing = Closing::Over;
                if !ctx.plan.bonus && victory::check_limits(&mut ctx) {
                    return;
                }
            }
            Closing::Over => break,
        }
    }
    ctx.plan.opened = false;
    ctx.flow.replace(stages::round_start());
}

/// Lava, fire and poison (ZON-R39, ZON-R77).
fn burn(ctx: &mut WriteContext) {
    let ids: Vec<CombatantId> = ctx.roster.combatant_ids().collect();
    for who in ids {
        let (danger, poisoned) = {
            let read = ctx.read();
            let fighter = read.fighter(who);
            if !fighter.is_alive() {
                continue;
            }
            let cells = read.cells(&fighter);
            let danger = cells.iter().find_map(|cell| match read.hazard(*cell) {
                Some(danger @ (Danger::Lava | Danger::Fire)) => Some(danger),
                _ => None,
            });
            (
                danger.filter(|_| fighter.riding.0.is_none()),
                fighter.mind.poisoned,
            )
        };
        if let Some(danger) = danger {
            hazards::burn(ctx, who, danger, &[RR77]);
        }
        if poisoned {
            let harm = Harm {
                suffered: 1,
                cause: words::POISON,
                by: None,
            };
            harm.inflict(ctx, who, &[RR39]);
        }
    }
}

/// Ends conditions that last until the end of the round.
fn forget(ctx: &mut WriteContext) {
    let ids: Vec<CombatantId> = ctx.roster.combatant_ids().collect();
    let kept = std::mem::take(&mut ctx.plan.distracted_at_start);
    for who in ids.into_iter().filter(|who| !kept.contains(who)) {
        let distracted = std::mem::take(&mut ctx.fighter_mut(who).mind.distracted);
        if distracted {
            ctx.condition(who, conditions::DISTRACTED, false, &[RR21]);
        }
    }
}

/// Whether the battle ends with the round by what has been achieved in it; true if it does, or if
/// somebody has to decide whether it does (ZON-R79).
fn judge(ctx: &mut WriteContext) -> bool {
    if victory::check(ctx) || victory::check_objectives(ctx) {
        return true;
    }
    if ctx.plan.bonus {
        ctx.plan.closing = Closing::Over;
        return false;
    }
    ctx.plan.idle_rounds = if ctx.plan.activated {
        0
    } else {
        ctx.plan.idle_rounds + 1
    };
    match victor(ctx) {
        Some(side) => {
            let offers = vec![
                Offer::new(actions::LET_THEM_GO, "Let them go, and win", &[RR79]),
                Offer::new(actions::GO_ON, "Fight on", &[RR79]),
            ];
            ctx.ask(Question {
                side,
                actor: None,
                kind: decisions::LETTING_GO,
                prompt: "Only your side still stands unbroken. Let the others go?".to_owned(),
                against: None,
                sealed: false,
                offers,
            });
            true
        }
        None => {
            ctx.plan.closing = Closing::Limits;
            false
        }
    }
}

/// The first side of the only alliance with unbroken characters in the fight, if there is just one and
/// others are still in the fight (ZON-R79).
fn victor(ctx: &WriteContext) -> Option<SideId> {
    let read = ctx.read();
    let mut unbroken: Option<SideId> = None;
    for fighter in read.all() {
        if !fighter.is_fighting() || fighter.mind.broken.is_some() || fighter.carries_riders() {
            continue;
        }
        match unbroken {
            None => unbroken = Some(fighter.side()),
            Some(side) if read.hostile(side, fighter.side()) => return None,
            Some(side) if fighter.side() < side => unbroken = Some(fighter.side()),
            Some(_) => {}
        }
    }
    unbroken
}
