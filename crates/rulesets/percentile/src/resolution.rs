//! The Resolution phase: hazards, full-round tasks, death, waking, the end (PCT-R71, PCT-R72).

use shieldwall_battle::{CombatantId, Event, SideId, Vitality, flow::Ending};
use shieldwall_content::{level::Victory, terrain::Hazard};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    field::{FighterView, Fray},
    fighter::Task,
    fighter::{Surprised, Turn},
    first_aid,
    order_key::OrderKey,
    reload::finish_reload,
    rules::{R002, R003, R141, R143, RR17, RR65, RR70, RR71, RR72, RR77},
    stages, words, wounds,
};

/// Opens the phase; fire and lava injure those who stood in them, in roster order (PCT-R77).
pub fn burn(mut fray: Fray) {
    if fray.plan.opened {
        return;
    }
    fray.plan.opened = true;
    fray.journal.write(
        Event::StageBegan {
            stage: stages::RESOLUTION,
        },
        &[R002],
    );
    let burnt: Vec<(CombatantId, Hazard)> = {
        let field = fray.field();
        field
            .all()
            .filter(FighterView::is_alive)
            .filter_map(|fighter| {
                let cells = fighter.turn.passed.iter().copied();
                let hazards = cells
                    .chain([fighter.cell()])
                    .filter_map(|cell| field.board.terrain(cell).hazard);
                let worst = hazards.max_by_key(|hazard| *hazard == Hazard::Lava)?;
                Some((*fighter.id, worst))
            })
            .collect()
    };
    for (who, hazard) in burnt {
        let (dice, name) = match hazard {
            Hazard::Fire => (DiceExpr::dice(1, 6), "fire"),
            Hazard::Lava => (DiceExpr::dice(2, 6), "lava"),
        };
        let before = *fray.field().fighter(who).vitality;
        let roll = fray.dice.sum(&dice);
        fray.write_sum(who, name, &roll, &[RR77]);
        fray.write_about(
            who,
            Event::Damage {
                target: who,
                fixed: 0,
                rolled: roll.total,
                armour: 0,
                lost: roll.total,
            },
            &[RR77],
        );
        fray.lose(who, roll.total, words::HAZARD, None, &[RR71, RR77]);
        fray.settle(who, before);
    }
    let mut helpers: Vec<(Option<OrderKey>, CombatantId)> = {
        let field = fray.field();
        field
            .all()
            .filter(|fighter| fighter.is_active() && fighter.turn.task.is_some())
            .map(|fighter| (fighter.turn.place, *fighter.id))
            .collect()
    };
    // The next one last; those without a place come after all others.
    helpers.sort_unstable_by_key(|&(place, who)| std::cmp::Reverse((place.is_none(), place, who)));
    fray.plan.helpers = helpers.into_iter().map(|(_, who)| who).collect();
}

/// Finishes full-round tasks in the order of the Actions phase (PCT-R10, PCT-R71).
pub fn finish_tasks(mut fray: Fray) {
    if let Some((decision, choice)) = fray.flow.take_answer() {
        first_aid::treat(&mut fray, decision.actor, choice.target);
        finish_task(&mut fray, decision.actor);
    }
    while let Some(&who) = fray.plan.helpers.last() {
        let (task, able) = {
            let field = fray.field();
            let fighter = field.fighter(who);
            (fighter.turn.task, fighter.is_active())
        };
        match task.filter(|_| able) {
            Some(Task::Reload(item)) => finish_reload(&mut fray, who, item),
            Some(Task::FirstAid) => {
                let question = first_aid::question(&fray.field(), who);
                if let Some(question) = question {
                    fray.flow.ask(question);
                    return;
                }
            }
            None => {}
        }
        finish_task(&mut fray, who);
    }
}

fn finish_task(fray: &mut Fray, who: CombatantId) {
    if let Some(task) = fray.fighter_mut(who).turn.task.take() {
        fray.write_task(who, task, false);
    }
    fray.plan.helpers.retain(|&other| other != who);
}

/// The rest of the phase: the dying die, sleepers wake, the battle ends or the next round begins
/// (PCT-143, PCT-R65, PCT-R70 to PCT-R72).
pub fn end_round(mut fray: Fray) {
    if !fray.plan.opened || !fray.plan.helpers.is_empty() {
        return;
    }
    bury(&mut fray);
    rouse(&mut fray);
    hold_objective(&mut fray);
    if let Some(ending) = ending(&fray) {
        fray.journal.write(
            Event::Ended {
                winner: ending.winner,
                reason: ending.reason.clone(),
            },
            &[RR72],
        );
        fray.flow.end(ending);
        return;
    }
    clear_counters(&mut fray);
    fray.plan.close();
    fray.flow.replace(stages::statement_of_intent());
}

fn bury(fray: &mut Fray) {
    let dying: Vec<CombatantId> = fray
        .field()
        .all()
        .filter(|fighter| wounds::dies(*fighter.vitality, fighter.hit_points.current))
        .map(|fighter| *fighter.id)
        .collect();
    for who in dying {
        let mut fighter = fray.fighter_mut(who);
        let from = *fighter.vitality;
        *fighter.vitality = Vitality::Dead;
        fray.write_about(
            who,
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
fn rouse(fray: &mut Fray) {
    let round = fray.flow.round;
    let sleepers: Vec<CombatantId> = {
        let field = fray.field();
        field
            .all()
            .filter(|fighter| {
                *fighter.vitality == Vitality::Unconscious
                    && fighter.slumber.until.is_some_and(|until| until <= round)
                    && !field
                        .all()
                        .any(|other| other.is_active() && other.cell() == fighter.cell())
            })
            .map(|fighter| *fighter.id)
            .collect()
    };
    for who in sleepers {
        // Two sleepers in one cell cannot both stand up in it.
        let taken = {
            let field = fray.field();
            let cell = field.fighter(who).cell();
            field
                .all()
                .any(|other| other.is_active() && other.cell() == cell)
        };
        if taken {
            continue;
        }
        let mut fighter = fray.fighter_mut(who);
        *fighter.vitality = Vitality::Active;
        fighter.slumber.until = None;
        fray.write_about(
            who,
            Event::Vitality {
                who,
                from: Vitality::Unconscious,
                to: Vitality::Active,
            },
            &[R141, RR70],
        );
    }
}

/// Counts for how many rounds in a row a side has held the objective alone.
fn hold_objective(fray: &mut Fray) {
    let level = std::sync::Arc::clone(&fray.board.level);
    let Victory::Hold { cells, rounds } = &level.victory else {
        return;
    };
    let holders: Vec<SideId> = {
        let field = fray.field();
        SideId::ALL
            .into_iter()
            .filter(|&side| {
                field.all().any(|fighter| {
                    fighter.side() == side && fighter.is_active() && cells.contains(&fighter.cell())
                })
            })
            .collect()
    };
    fray.plan.held = match (holders.as_slice(), fray.plan.held) {
        (&[side], Some((before, count))) if side == before => Some((side, count + 1)),
        (&[side], _) => Some((side, 1)),
        _ => None,
    };
    if let Some((side, count)) = fray.plan.held {
        fray.journal.write(
            Event::Held {
                side,
                rounds: count,
                of: *rounds,
            },
            &[RR72],
        );
    }
}

/// Whether the battle is over: the escape is tested before anything else, since those who have left
/// no longer count among the standing (PCT-R72).
fn ending(fray: &Fray) -> Option<Ending> {
    let field = fray.field();
    let level = &field.board.level;
    let name = |side: SideId| level.sides[side.index()].name.clone();
    let won = |side: SideId, reason: String| Ending {
        winner: Some(side),
        reason,
    };
    if let Victory::Escape { side: who, .. } = &level.victory {
        let side = if *who == 0 { SideId::RED } else { SideId::BLUE };
        let all = field.all().filter(|fighter| fighter.side() == side).count();
        let left = field
            .all()
            .filter(|fighter| fighter.side() == side && *fighter.vitality == Vitality::Left)
            .count();
        if left * 2 > all {
            return Some(won(side, format!("{} has broken out", name(side))));
        }
    }
    let standing = SideId::ALL.map(|side| {
        field
            .all()
            .any(|fighter| fighter.side() == side && fighter.is_active())
    });
    match standing {
        [true, false] => {
            let reason = format!("nobody of {} is left standing", name(SideId::BLUE));
            return Some(won(SideId::RED, reason));
        }
        [false, true] => {
            let reason = format!("nobody of {} is left standing", name(SideId::RED));
            return Some(won(SideId::BLUE, reason));
        }
        [false, false] => {
            return Some(Ending {
                winner: None,
                reason: "nobody is left standing".to_owned(),
            });
        }
        [true, true] => {}
    }
    if let (Victory::Hold { rounds, .. }, Some((side, count))) = (&level.victory, fray.plan.held)
        && count >= *rounds
    {
        let reason = format!("{} has held the objective for {count} rounds", name(side));
        return Some(won(side, reason));
    }
    let limit = match level.turn_limit {
        0 => field.rules.round_limit,
        limit => limit,
    };
    if limit != 0 && field.round >= limit {
        let winner = level
            .winner_at_limit
            .map(|side| if side == 0 { SideId::RED } else { SideId::BLUE });
        return Some(Ending {
            winner,
            reason: format!("round {limit} is over"),
        });
    }
    None
}

/// Clears what counts by the round (PCT-003, PCT-R71); surprise is over (PCT-R17).
fn clear_counters(fray: &mut Fray) {
    let ids: Vec<CombatantId> = fray.roster.combatant_ids().collect();
    for who in ids {
        let mut fighter = fray.fighter_mut(who);
        *fighter.turn = Turn::default();
        let surprised = fighter.surprised;
        let entity = fighter.entity;
        if surprised {
            fray.commands.entity(entity).remove::<Surprised>();
            fray.write_about(
                who,
                Event::Condition {
                    who,
                    condition: words::SURPRISED,
                    on: false,
                },
                &[RR17, R003],
            );
        }
    }
}
