//! The Resolution phase: hazards, full-round tasks, death, waking, the end (PCT-R71, PCT-R72).

use shieldwall_battle::{
    CombatantId, Event, SideId, SideSet, Vitality, Writer, flow::Ending, goals,
};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    combatant::{
        first_aid,
        state::{Surprised, Task, Turn},
        wounds,
    },
    context::read::{FighterView, WriteContext},
    items::reload::finish_reload,
    movement::ground::flames,
    stages,
    terms::{
        conditions,
        rules::{R002, R003, R141, R143, RR17, RR65, RR70, RR71, RR72, RR77, RR88},
        stages::RESOLUTION,
        words,
    },
    turn::order_key::OrderKey,
};

/// Opens the phase; fire and lava injure those who stood in them, in roster order (PCT-R77).
pub fn burn(mut ctx: WriteContext) {
    if ctx.plan.opened {
        return;
    }
    ctx.plan.opened = true;
    ctx.write(Event::StageBegan { stage: RESOLUTION }, &[R002]);
    let burnt: Vec<(CombatantId, (u16, &'static str))> = {
        let read = ctx.read();
        read.all()
            .filter(FighterView::is_alive)
            .filter_map(|fighter| {
                let cells = fighter.turn.passed.iter().copied();
                let flames = cells
                    .chain([fighter.cell()])
                    .filter_map(|cell| flames(read.board, cell));
                Some((*fighter.id, flames.max_by_key(|(count, _)| *count)?))
            })
            .collect()
    };
    for (who, (count, name)) in burnt {
        let before = *ctx.read().fighter(who).vitality;
        let roll = ctx.dice.sum(&DiceExpr::dice(count, 6));
        ctx.sum(who, name, &roll, &[RR77]);
        ctx.write(
            Event::Damage {
                target: who,
                fixed: 0,
                rolled: roll.total,
                armour: 0,
                lost: roll.total,
            },
            &[RR77],
        );
        ctx.lose(who, roll.total, words::HAZARD, None, &[RR71, RR77]);
        ctx.settle(who, before);
    }
    let mut helpers: Vec<(Option<OrderKey>, CombatantId)> = {
        let read = ctx.read();
        read.all()
            .filter(|fighter| fighter.is_active() && fighter.turn.task.is_some())
            .map(|fighter| (fighter.turn.place, *fighter.id))
            .collect()
    };
    // The next one last; those without a place come after all others.
    helpers.sort_unstable_by_key(|&(place, who)| std::cmp::Reverse((place.is_none(), place, who)));
    ctx.plan.helpers = helpers.into_iter().map(|(_, who)| who).collect();
}

/// Finishes full-round tasks in the order of the Actions phase (PCT-R10, PCT-R71).
pub fn finish_tasks(mut ctx: WriteContext) {
    if let Some((helper, _, choice)) = ctx.take_answer() {
        first_aid::treat(&mut ctx, helper, choice.target);
        finish_task(&mut ctx, helper);
    }
    while let Some(&who) = ctx.plan.helpers.last() {
        let (task, able) = {
            let read = ctx.read();
            let fighter = read.fighter(who);
            (fighter.turn.task, fighter.is_active())
        };
        match task.filter(|_| able) {
            Some(Task::Reload(item)) => finish_reload(&mut ctx, who, item),
            Some(Task::FirstAid) => {
                let question = first_aid::question(&ctx.read(), who);
                if let Some(question) = question {
                    ctx.ask(question);
                    return;
                }
            }
            None => {}
        }
        finish_task(&mut ctx, who);
    }
}

fn finish_task(ctx: &mut WriteContext, who: CombatantId) {
    if let Some(task) = ctx.fighter_mut(who).turn.task.take() {
        ctx.write_task(who, task, false);
    }
    ctx.plan.helpers.retain(|&other| other != who);
}

/// The rest of the phase: the dying die, sleepers wake, the battle ends or the next round begins
/// (PCT-143, PCT-R65, PCT-R70 to PCT-R72).
pub fn end_round(mut ctx: WriteContext) {
    if !ctx.plan.opened || !ctx.plan.helpers.is_empty() {
        return;
    }
    bury(&mut ctx);
    rouse(&mut ctx);
    hold_objective(&mut ctx);
    if let Some(ending) = ending(&ctx) {
        goals::end(&mut ctx.journal, &mut ctx.flow, ending, &[RR72]);
        return;
    }
    clear_counters(&mut ctx);
    ctx.plan.close();
    ctx.flow.replace(stages::statement_of_intent());
}

fn bury(ctx: &mut WriteContext) {
    let dying: Vec<CombatantId> = ctx
        .read()
        .all()
        .filter(|fighter| wounds::dies(*fighter.vitality, fighter.hit_points.current))
        .map(|fighter| *fighter.id)
        .collect();
    for who in dying {
        let mut fighter = ctx.fighter_mut(who);
        let from = *fighter.vitality;
        *fighter.vitality = Vitality::Dead;
        ctx.write(
            Event::Vitality {
                who,
                from,
                to: Vitality::Dead,
            },
            &[R143, RR65],
        );
    }
}

/// Sleepers whose hours are over wake, unless a conscious combatant stands in their cell.
fn rouse(ctx: &mut WriteContext) {
    let round = ctx.flow.round;
    let sleepers: Vec<CombatantId> = {
        let read = ctx.read();
        read.all()
            .filter(|fighter| {
                *fighter.vitality == Vitality::Unconscious
                    && fighter
                        .sleep_timer
                        .until
                        .is_some_and(|until| until <= round)
                    && !read
                        .all()
                        .any(|other| other.is_active() && other.cell() == fighter.cell())
            })
            .map(|fighter| *fighter.id)
            .collect()
    };
    for who in sleepers {
        // Two sleepers in one cell cannot both stand up in it.
        let taken = {
            let read = ctx.read();
            let cell = read.fighter(who).cell();
            read.all()
                .any(|other| other.is_active() && other.cell() == cell)
        };
        if taken {
            continue;
        }
        let mut fighter = ctx.fighter_mut(who);
        *fighter.vitality = Vitality::Active;
        fighter.sleep_timer.until = None;
        ctx.write(
            Event::Vitality {
                who,
                from: Vitality::Unconscious,
                to: Vitality::Active,
            },
            &[R141, RR70],
        );
    }
}

/// Counts for how many rounds in a row an alliance has held the objective alone.
fn hold_objective(ctx: &mut WriteContext) {
    let level = std::sync::Arc::clone(&ctx.board.level);
    let cells = goals::objective(&level);
    let there: SideSet = {
        let read = ctx.read();
        // Or it would show where somebody hidden is (PCT-R88).
        let counts = |fighter: &FighterView<'_, '_>| fighter.is_active() && !fighter.is_unseen();
        let there = read.all().filter(counts);
        let there = there.filter(|fighter| cells.contains(&fighter.cell()));
        there.map(|fighter| fighter.side()).collect()
    };
    let rules = [RR72, RR88];
    ctx.plan.held.count(&level, there, &mut ctx.journal, &rules);
}

/// Whether the battle is over: the escape is tested before anything else, since those who have left
/// no longer count among the standing (PCT-R72).
fn ending(ctx: &WriteContext) -> Option<Ending> {
    let read = ctx.read();
    let level = &read.board.level;
    let won = |side: SideId, reason: String| Ending {
        winner: Some(goals::leader(level, side)),
        reason,
    };
    let left = |fighter: &FighterView<'_, '_>| *fighter.vitality == Vitality::Left;
    let all = read.all().map(|fighter| (fighter.side(), left(&fighter)));
    if let Some(side) = goals::escaped(level, all) {
        let name = goals::names(level, [side], "and");
        return Some(won(side, format!("most of {name} got away")));
    }
    let active = read.all().filter(FighterView::is_active);
    let standing = active.map(|fighter| fighter.side()).collect();
    match goals::alliances_of(level, standing)[..] {
        [leader] => {
            let enemies = goals::sides(level).filter(|&side| read.board.hostile(leader, side));
            let names = goals::names(level, enemies, "or");
            return Some(won(leader, format!("all of {names} are down")));
        }
        [] => {
            return Some(Ending {
                winner: None,
                reason: "all are down".to_owned(),
            });
        }
        _ => {}
    }
    if let Some(ending) = ctx.plan.held.ending(level) {
        return Some(ending);
    }
    let limit = goals::last_round(level, read.rules.round_limit)?;
    (read.round >= limit).then(|| Ending {
        winner: goals::winner_at_limit(level),
        reason: format!("round {limit} is over"),
    })
}

/// Clears what counts by the round (PCT-003, PCT-R71); surprise is over (PCT-R17).
fn clear_counters(ctx: &mut WriteContext) {
    let ids: Vec<CombatantId> = ctx.roster.combatant_ids().collect();
    for who in ids {
        let mut fighter = ctx.fighter_mut(who);
        *fighter.turn = Turn::default();
        let surprised = fighter.surprised;
        let entity = fighter.entity;
        if surprised {
            ctx.commands.entity(entity).remove::<Surprised>();
            ctx.condition(who, conditions::SURPRISED, false, &[RR17, R003]);
        }
    }
}
