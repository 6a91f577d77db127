//! What has to be seen to before the battle goes on: falls from mounts, the harmed who had
//! surrendered, the broken (ZON-114, ZON-119, ZON-154, ZON-R57, ZON-R58, ZON-R74, ZON-R75).

use crate::{
    attack::shove,
    character::{harm, holds, stealth},
    content::blocks::Breaking,
    context::{read::ReadContext, write::WriteContext},
    movement::{cells::Cells, riding, ways::HALF_ZONES},
    terms::{
        actions, decisions,
        rules::{R114, R119, R154, RR57, RR58, RR74, RR75},
        words,
    },
    turn::round::PendingEffect,
};
use shieldwall_battle::{
    CellOption, Choice, CombatantId, Decision, MoveCost, Offer, Target, Targets, Vitality,
    flow::Question,
};
use shieldwall_grid::Cell;

/// Sees to one thing after the other.
pub fn see_to(mut ctx: WriteContext) {
    if let Some((decision, choice)) = ctx.flow.take_answer() {
        let pending = ctx.plan.pending_effects.pop();
        take_in(&mut ctx, pending, &decision, &choice);
    }
    while let Some(&pending) = ctx.plan.pending_effects.last() {
        if let PendingEffect::ComesOff { who, in_motion } = pending {
            ctx.plan.pending_effects.pop();
            let riding = ctx.read().fighter(who).riding.0.is_some();
            if !riding {
                continue;
            }
            let falls = in_motion && !riding::keeps_balance(&mut ctx, who);
            let mount = ctx.read().fighter(who).bearer();
            ctx.plan.pending_effects.push(if falls {
                PendingEffect::Falls { who, mount }
            } else {
                PendingEffect::Lands(who)
            });
            continue;
        }
        let question = question(&ctx.read(), pending);
        match question {
            Some(question) => {
                ctx.ask(question);
                return;
            }
            None => {
                ctx.plan.pending_effects.pop();
                without_choice(&mut ctx, pending);
            }
        }
    }
    ctx.flow.pop();
}

/// The cells beside a mount into which somebody can come down from it, or short of it.
fn landing_cells(read: &ReadContext<'_, '_>, pending: PendingEffect) -> Vec<Cell> {
    let (who, mount) = match pending {
        PendingEffect::Falls { who, mount } => (who, mount),
        PendingEffect::Lands(who) => (who, read.fighter(who).bearer()),
        _ => return Vec::new(),
    };
    read.cells_beside(who, &read.cells(&read.fighter(mount)))
}

fn question(read: &ReadContext<'_, '_>, pending: PendingEffect) -> Option<Question> {
    match pending {
        PendingEffect::ComesOff { .. } => None,
        PendingEffect::Falls { who, .. } | PendingEffect::Lands(who) => {
            let fighter = read.fighter(who);
            let cells = landing_cells(read, pending);
            if cells.len() < 2 || !fighter.is_alive() {
                return None;
            }
            let falls = matches!(pending, PendingEffect::Falls { .. });
            let what = if falls { "falls" } else { "gets clear" };
            let mut offer = Offer::new(actions::FALL, "Here", &[R154, RR74, RR75]);
            offer.targets = Targets::Cells(
                cells
                    .into_iter()
                    .map(|cell| CellOption::plain(cell, MoveCost::count(0, HALF_ZONES)))
                    .collect(),
            );
            Some(Question {
                side: fighter.side(),
                actor: Some(who),
                kind: decisions::FALLING,
                prompt: format!("{} {what}. Into which cell?", fighter.name()),
                against: None,
                sealed: false,
                offers: vec![offer],
            })
        }
        PendingEffect::Resumes(who) => {
            let fighter = read.fighter(who);
            if *fighter.vitality != Vitality::Surrendered {
                return None;
            }
            Some(Question {
                side: fighter.side(),
                actor: Some(who),
                kind: decisions::RESUMING,
                prompt: format!("{} was harmed although it had surrendered.", fighter.name()),
                against: None,
                sealed: false,
                offers: vec![
                    Offer::new(actions::FIGHT_ON, "Fight again", &[R119, RR58]),
                    Offer::new(actions::STAY, "Stay surrendered", &[R119]),
                ],
            })
        }
        PendingEffect::Breaks(who) => {
            let fighter = read.fighter(who);
            if !fighter.is_fighting() || !read.can_flee(&fighter) {
                return None;
            }
            Some(Question {
                side: fighter.side(),
                actor: Some(who),
                kind: decisions::BREAKING,
                prompt: format!("{} loses heart.", fighter.name()),
                against: None,
                sealed: false,
                offers: vec![
                    Offer::new(actions::RETREAT, "Retreat", &[R114, RR57]),
                    Offer {
                        grave: true,
                        ..Offer::new(actions::SURRENDER, "Surrender", &[R114, RR57])
                    },
                ],
            })
        }
    }
}

fn take_in(
    ctx: &mut WriteContext,
    pending: Option<PendingEffect>,
    decision: &Decision,
    choice: &Choice,
) {
    let Some(who) = decision.actor else { return };
    match decision.kind {
        decisions::FALLING => {
            if let Some(Target::Cell(cell)) = choice.target {
                come_down(ctx, who, cell, pending);
            }
        }
        decisions::RESUMING if choice.action == actions::FIGHT_ON => harm::resume(ctx, who),
        decisions::BREAKING => {
            let breaking = if choice.action == actions::RETREAT {
                Breaking::Retreat
            } else {
                Breaking::Surrender
            };
            ctx.fighter_mut(who).mind.broken = Some(breaking);
        }
        _ => {}
    }
}

/// Puts a rider who falls or gets clear into a cell; a fall hurts. Anyone who stands there unknown to its
/// side is found instead, and it still has to come down somewhere (ZON-R53).
fn come_down(ctx: &mut WriteContext, who: CombatantId, cell: Cell, pending: Option<PendingEffect>) {
    let side = ctx.read().fighter(who).side();
    if stealth::bump(ctx, &Cells::one(cell), side) {
        ctx.plan.pending_effects.extend(pending);
        return;
    }
    // Anyone who fails to get on was never up.
    let rides = ctx.read().fighter(who).riding.0.is_some();
    if rides {
        riding::get_off(ctx, who, cell, &[R154, RR74, RR75]);
    } else {
        shove::place(ctx, who, cell, words::FALLS_DOWN, &[R154, RR74]);
    }
    holds::break_distant(ctx);
    if matches!(pending, Some(PendingEffect::Falls { .. })) {
        riding::hurt_by_fall(ctx, who);
    }
}

/// What happens where there is nothing to choose.
fn without_choice(ctx: &mut WriteContext, pending: PendingEffect) {
    match pending {
        PendingEffect::Falls { who, .. } | PendingEffect::Lands(who) => {
            let cell = {
                let read = ctx.read();
                let cells = landing_cells(&read, pending);
                cells.first().copied().unwrap_or(read.fighter(who).cell())
            };
            come_down(ctx, who, cell, Some(pending));
        }
        PendingEffect::Breaks(who) => {
            let fighting = ctx.read().fighter(who).is_fighting();
            if fighting {
                ctx.fighter_mut(who).mind.broken = Some(Breaking::Surrender);
            }
        }
        PendingEffect::ComesOff { .. } | PendingEffect::Resumes(_) => {}
    }
}
