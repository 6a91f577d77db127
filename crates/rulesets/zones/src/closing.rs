//! The end of a round, in the order of the rulebook: lava and poison, chases, morale, conditions, and
//! whether the battle is over (ZON-008, ZON-110 to ZON-116, ZON-121, ZON-R39, ZON-R59, ZON-R77,
//! ZON-R79).

use shieldwall_battle::{CombatantId, Event, Offer, SideId, flow::Question};

use crate::{
    chase,
    fray::Fray,
    harm::Harm,
    hazards::{self, Danger},
    morale,
    round::Closing,
    rules::{R008, RR21, RR39, RR77, RR79},
    stages, verbs, victory, words,
};

/// Closes the round step by step.
pub fn close_round(mut fray: Fray) {
    if let Some((decision, choice)) = fray.flow.take_answer() {
        match decision.kind {
            verbs::PURSUIT_DECISION => chase::take_in(&mut fray, &decision, &choice),
            verbs::LETTING_GO_DECISION => {
                if choice.verb == verbs::LET_THEM_GO {
                    let reason = "the broken are let go".to_owned();
                    victory::decide(&mut fray, Some(decision.side), reason);
                    return;
                }
                fray.plan.closing = Closing::Limits;
            }
            _ => {}
        }
    }
    if !fray.plan.opened {
        fray.plan.opened = true;
        fray.plan.closing = Closing::Burning;
        let stage = stages::ROUND_END;
        fray.journal.write(Event::StageBegan { stage }, &[R008]);
    }
    loop {
        if !fray.plan.chores.is_empty() {
            fray.flow.push(stages::chores());
            return;
        }
        match fray.plan.closing {
            Closing::Burning => {
                fray.plan.closing = Closing::Chases;
                burn(&mut fray);
            }
            Closing::Chases => match chase::next_question(&mut fray) {
                Some(question) => {
                    fray.ask(question);
                    return;
                }
                None => fray.plan.closing = Closing::Morale,
            },
            Closing::Morale => {
                fray.plan.closing = Closing::Breaking;
                morale::check_all(&mut fray);
            }
            Closing::Breaking => {
                fray.plan.closing = Closing::Judging;
                forget(&mut fray);
            }
            Closing::Judging => {
                if judge(&mut fray) {
                    return;
                }
            }
            Closing::Limits => {
                fray.plan.closing = Closing::Over;
                if !fray.plan.bonus && victory::check_limits(&mut fray) {
                    return;
                }
            }
            Closing::Over => break,
        }
    }
    fray.plan.opened = false;
    fray.flow.replace(stages::round_start());
}

/// Lava, fire and poison (ZON-R39, ZON-R77).
fn burn(fray: &mut Fray) {
    let ids: Vec<CombatantId> = fray.roster.combatant_ids().collect();
    for who in ids {
        let (danger, poisoned) = {
            let field = fray.field();
            let fighter = field.fighter(who);
            if !fighter.is_alive() {
                continue;
            }
            let cells = field.cells(&fighter);
            let danger = cells.iter().find_map(|cell| match field.hazard(*cell) {
                Some(danger @ (Danger::Lava | Danger::Fire)) => Some(danger),
                _ => None,
            });
            (
                danger.filter(|_| fighter.riding.0.is_none()),
                fighter.mind.poisoned,
            )
        };
        if let Some(danger) = danger {
            hazards::burn(fray, who, danger, &[RR77]);
        }
        if poisoned {
            let harm = Harm {
                suffered: 1,
                cause: words::POISON,
                by: None,
            };
            harm.inflict(fray, who, &[RR39]);
        }
    }
}

/// Ends conditions that last until the end of the round.
fn forget(fray: &mut Fray) {
    let ids: Vec<CombatantId> = fray.roster.combatant_ids().collect();
    let kept = std::mem::take(&mut fray.plan.distracted_at_start);
    for who in ids.into_iter().filter(|who| !kept.contains(who)) {
        let distracted = std::mem::take(&mut fray.fighter_mut(who).mind.distracted);
        if distracted {
            fray.set_condition(who, words::DISTRACTED, false, &[RR21]);
        }
    }
}

/// Whether the battle ends with the round by what has been achieved in it; true if it does, or if
/// somebody has to decide whether it does (ZON-R79).
fn judge(fray: &mut Fray) -> bool {
    if victory::check(fray) || victory::check_objectives(fray) {
        return true;
    }
    if fray.plan.bonus {
        fray.plan.closing = Closing::Over;
        return false;
    }
    fray.plan.idle_rounds = if fray.plan.activated {
        0
    } else {
        fray.plan.idle_rounds + 1
    };
    match victor(fray) {
        Some(side) => {
            let offers = vec![
                Offer::new(verbs::LET_THEM_GO, "Let them go, and win", &[RR79]),
                Offer::new(verbs::GO_ON, "Fight on", &[RR79]),
            ];
            fray.ask(Question {
                side,
                actor: None,
                kind: verbs::LETTING_GO_DECISION,
                prompt: "Only your side still stands unbroken. Let the others go?".to_owned(),
                against: None,
                sealed: false,
                offers,
            });
            true
        }
        None => {
            fray.plan.closing = Closing::Limits;
            false
        }
    }
}

/// The first side of the only camp with unbroken characters in the fight, if there is just one and
/// others are still in the fight (ZON-R79).
fn victor(fray: &Fray) -> Option<SideId> {
    let field = fray.field();
    let mut unbroken: Option<SideId> = None;
    for fighter in field.all() {
        if !fighter.is_fighting() || fighter.mind.broken.is_some() || fighter.carries_riders() {
            continue;
        }
        match unbroken {
            None => unbroken = Some(fighter.side()),
            Some(side) if field.hostile(side, fighter.side()) => return None,
            Some(side) if fighter.side() < side => unbroken = Some(fighter.side()),
            Some(_) => {}
        }
    }
    unbroken
}
