//! The Statement of Intent: everyone says what it means to do, the quick first (PCT-005 to PCT-012).

use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{CombatantId, Event, SideSet, driver::write_choice, flow::Question};
use shieldwall_content::percentile::Statements;

use crate::{
    convalescence::{Convalescence, recover},
    field::{Field, FighterView, Fray},
    fighter::Statement,
    gear_moves::drop_item,
    movement_bands::Pace,
    muster::announce,
    order_key,
    plans::Moment,
    rules::{R001, R002},
    stages,
    verbs::{DROP, STATEMENT},
};

/// Begins a round, and the phase with its order (PCT-006, PCT-R02). Skipped statements leave it at
/// that (PCT-012).
pub fn open_round(mut fray: Fray, resting: Query<(&CombatantId, &Convalescence)>) {
    if fray.plan.opened {
        return;
    }
    fray.plan.opened = true;
    fray.flow.round += 1;
    let round = fray.flow.round;
    fray.journal.set_round(round);
    fray.journal.write(Event::RoundBegan, &[R001]);
    if round == 1 {
        let starts: Vec<(CombatantId, SideSet, bool, bool)> = fray
            .field()
            .all()
            .map(|fighter| {
                (
                    *fighter.id,
                    fray.board.camp(fighter.side()),
                    fighter.is_unseen(),
                    fighter.surprised,
                )
            })
            .collect();
        announce(&mut fray.journal, &starts);
        recover(&mut fray, &resting);
    }
    fray.journal.write(
        Event::StageBegan {
            stage: stages::STATEMENT,
        },
        &[R002],
    );
    if fray.rules.0.statement == Statements::Skipped {
        return;
    }
    let steps = {
        let field = fray.field();
        order_key::steps(
            field
                .all()
                .filter(FighterView::is_able)
                .map(|fighter| (*fighter.id, field.readied_key(&fighter))),
        )
    };
    fray.plan.steps = steps;
}

/// Hears the next combatant: asks it, or notes its answer.
pub fn state_next(mut fray: Fray) {
    if let Some((who, decision, choice)) = fray.take_answer() {
        if choice.verb == DROP {
            drop_item(&mut fray, who, choice.item);
            return;
        }
        let sealed = decision.sealed;
        let plan = {
            let field = fray.field();
            field.plan_of(&field.fighter(who), &choice)
        };
        let pace = choice
            .selection
            .and_then(Pace::from_key)
            .unwrap_or(Pace::Hold);
        let mut fighter = fray.fighter_mut(who);
        fighter.turn.statement = Some(Statement { pace, plan });
        fighter.turn.revealed = !sealed;
        if sealed {
            fray.plan.sealed.push((decision, choice));
        }
        let step = fray.plan.step;
        fray.plan.next();
        if fray.plan.step != step && !fray.plan.sealed.is_empty() {
            unseal(&mut fray);
        }
        return;
    }
    let Some(who) = fray.plan.current() else {
        fray.plan.close();
        fray.flow.replace(stages::movement());
        return;
    };
    let question = {
        let field = fray.field();
        let step = &fray.plan.steps[fray.plan.step];
        statement_question(&field, who, step)
    };
    fray.ask(question);
}

/// Reveals the sealed statements of a group together (PCT-R02).
fn unseal(fray: &mut Fray) {
    let sealed = std::mem::take(&mut fray.plan.sealed);
    for who in sealed.iter().filter_map(|(decision, _)| decision.actor) {
        fray.fighter_mut(who).turn.revealed = true;
    }
    fray.commands.queue(move |world: &mut World| {
        for (decision, choice) in &sealed {
            write_choice(world, decision, choice);
        }
    });
}

fn statement_question(field: &Field<'_, '_>, who: CombatantId, step: &[CombatantId]) -> Question {
    let fighter = field.fighter(who);
    let side = fighter.side();
    // From allies too: the rule seals them from other factions, not from other alliances (PCT-R02).
    let sealed = step
        .iter()
        .any(|&other| field.fighter(other).side() != side);
    Question {
        side,
        actor: Some(who),
        kind: STATEMENT,
        prompt: format!("What does {} mean to do?", fighter.name()),
        against: None,
        sealed,
        offers: field.plan_offers(&fighter, Moment::Statement),
    }
}
