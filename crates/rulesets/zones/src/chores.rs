//! What has to be seen to before the battle goes on: falls from mounts, the harmed who had
//! surrendered, the broken (ZON-114, ZON-119, ZON-154, ZON-R57, ZON-R58, ZON-R74, ZON-R75).

use shieldwall_battle::{
    CellOption, Choice, CombatantId, Decision, MoveCost, Offer, Target, Targets, Vitality,
    flow::Question,
};
use shieldwall_content::zones::Breaking;
use shieldwall_grid::Cell;

use crate::{
    cells::Cells,
    field::Field,
    fray::Fray,
    harm, holds, riding,
    round::Chore,
    rules::{R114, R119, R154, RR57, RR58, RR74, RR75},
    shove, stealth, verbs,
    ways::HALF_ZONES,
    words,
};

/// Sees to one thing after the other.
pub fn see_to(mut fray: Fray) {
    if let Some((decision, choice)) = fray.flow.take_answer() {
        let chore = fray.plan.chores.pop();
        take_in(&mut fray, chore, &decision, &choice);
    }
    while let Some(&chore) = fray.plan.chores.last() {
        if let Chore::ComesOff { who, in_motion } = chore {
            fray.plan.chores.pop();
            let riding = fray.field().fighter(who).riding.0.is_some();
            if !riding {
                continue;
            }
            let falls = in_motion && !riding::keeps_balance(&mut fray, who);
            let mount = fray.field().fighter(who).bearer();
            fray.plan.chores.push(if falls {
                Chore::Falls { who, mount }
            } else {
                Chore::Lands(who)
            });
            continue;
        }
        let question = question(&fray.field(), chore);
        match question {
            Some(question) => {
                fray.ask(question);
                return;
            }
            None => {
                fray.plan.chores.pop();
                without_choice(&mut fray, chore);
            }
        }
    }
    fray.flow.pop();
}

/// The cells beside a mount into which somebody can come down from it, or short of it.
fn landing_cells(field: &Field<'_, '_>, chore: Chore) -> Vec<Cell> {
    let (who, mount) = match chore {
        Chore::Falls { who, mount } => (who, mount),
        Chore::Lands(who) => (who, field.fighter(who).bearer()),
        _ => return Vec::new(),
    };
    field.cells_beside(who, &field.cells(&field.fighter(mount)))
}

fn question(field: &Field<'_, '_>, chore: Chore) -> Option<Question> {
    match chore {
        Chore::ComesOff { .. } => None,
        Chore::Falls { who, .. } | Chore::Lands(who) => {
            let fighter = field.fighter(who);
            let cells = landing_cells(field, chore);
            if cells.len() < 2 || !fighter.is_alive() {
                return None;
            }
            let falls = matches!(chore, Chore::Falls { .. });
            let what = if falls { "falls" } else { "gets clear" };
            let mut offer = Offer::new(verbs::FALL, "Here", &[R154, RR74, RR75]);
            offer.targets = Targets::Cells(
                cells
                    .into_iter()
                    .map(|cell| CellOption::plain(cell, MoveCost::count(0, HALF_ZONES)))
                    .collect(),
            );
            Some(Question {
                side: fighter.side(),
                actor: Some(who),
                kind: verbs::FALLING_DECISION,
                prompt: format!("{} {what}. Into which cell?", fighter.name()),
                against: None,
                sealed: false,
                offers: vec![offer],
            })
        }
        Chore::Resumes(who) => {
            let fighter = field.fighter(who);
            if *fighter.vitality != Vitality::Surrendered {
                return None;
            }
            Some(Question {
                side: fighter.side(),
                actor: Some(who),
                kind: verbs::RESUMING_DECISION,
                prompt: format!("{} was harmed although it had surrendered.", fighter.name()),
                against: None,
                sealed: false,
                offers: vec![
                    Offer::new(verbs::FIGHT_ON, "Fight again", &[R119, RR58]),
                    Offer::new(verbs::STAY, "Stay surrendered", &[R119]),
                ],
            })
        }
        Chore::Breaks(who) => {
            let fighter = field.fighter(who);
            if !fighter.is_fighting() || !field.can_flee(&fighter) {
                return None;
            }
            Some(Question {
                side: fighter.side(),
                actor: Some(who),
                kind: verbs::BREAKING_DECISION,
                prompt: format!("{} loses heart.", fighter.name()),
                against: None,
                sealed: false,
                offers: vec![
                    Offer::new(verbs::RETREAT, "Retreat", &[R114, RR57]),
                    Offer {
                        grave: true,
                        ..Offer::new(verbs::SURRENDER, "Surrender", &[R114, RR57])
                    },
                ],
            })
        }
    }
}

fn take_in(fray: &mut Fray, chore: Option<Chore>, decision: &Decision, choice: &Choice) {
    let Some(who) = decision.actor else { return };
    match decision.kind {
        verbs::FALLING_DECISION => {
            if let Some(Target::Cell(cell)) = choice.target {
                come_down(fray, who, cell, chore);
            }
        }
        verbs::RESUMING_DECISION if choice.verb == verbs::FIGHT_ON => harm::resume(fray, who),
        verbs::BREAKING_DECISION => {
            let breaking = if choice.verb == verbs::RETREAT {
                Breaking::Retreat
            } else {
                Breaking::Surrender
            };
            fray.fighter_mut(who).mind.broken = Some(breaking);
        }
        _ => {}
    }
}

/// Puts a rider who falls or gets clear into a cell; a fall hurts. Whoever stands there unknown to its
/// side is found instead, and it still has to come down somewhere (ZON-R53).
fn come_down(fray: &mut Fray, who: CombatantId, cell: Cell, chore: Option<Chore>) {
    let side = fray.field().fighter(who).side();
    if stealth::bump(fray, &Cells::one(cell), side) {
        fray.plan.chores.extend(chore);
        return;
    }
    // Whoever fails to get on was never up.
    let rides = fray.field().fighter(who).riding.0.is_some();
    if rides {
        riding::get_off(fray, who, cell, &[R154, RR74, RR75]);
    } else {
        shove::place(fray, who, cell, words::FALLS_DOWN, &[R154, RR74]);
    }
    holds::break_distant(fray);
    if matches!(chore, Some(Chore::Falls { .. })) {
        riding::hurt_by_fall(fray, who);
    }
}

/// What happens where there is nothing to choose.
fn without_choice(fray: &mut Fray, chore: Chore) {
    match chore {
        Chore::Falls { who, .. } | Chore::Lands(who) => {
            let cell = {
                let field = fray.field();
                let cells = landing_cells(&field, chore);
                cells.first().copied().unwrap_or(field.fighter(who).cell())
            };
            come_down(fray, who, cell, Some(chore));
        }
        Chore::Breaks(who) => {
            let fighting = fray.field().fighter(who).is_fighting();
            if fighting {
                fray.fighter_mut(who).mind.broken = Some(Breaking::Surrender);
            }
        }
        Chore::ComesOff { .. } | Chore::Resumes(_) => {}
    }
}
