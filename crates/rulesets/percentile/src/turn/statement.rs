//! The Statement of Intent: everyone says what it means to do, the quick first (PCT-005 to PCT-012).

use crate::{
    combatant::{
        convalescence::{Convalescence, recover},
        state::Statement,
    },
    content::{blocks::Statements, deploy::announce},
    context::read::{FighterView, ReadContext, WriteContext},
    items::moves::drop_item,
    movement::bands::Pace,
    stages,
    terms::{
        actions::DROP,
        decisions::STATEMENT,
        rules::{R001, R002},
        stages as stage_names,
    },
    turn::{order_key, plans::Moment},
};
use bevy_ecs::{prelude::*, world::World};
use shieldwall_battle::{
    CombatantId, Event, SideSet, Writer, choice_entry::write_choice, flow::Question,
};

/// Begins a round, and the phase with its order (PCT-006, PCT-R02). Skipped statements leave it at
/// that (PCT-012).
pub fn open_round(mut ctx: WriteContext, resting: Query<(&CombatantId, &Convalescence)>) {
    if ctx.plan.opened {
        return;
    }
    ctx.plan.opened = true;
    ctx.flow.round += 1;
    let round = ctx.flow.round;
    ctx.journal.set_round(round);
    ctx.write(Event::RoundBegan, &[R001]);
    if round == 1 {
        let starts: Vec<(CombatantId, SideSet, bool, bool)> = ctx
            .read()
            .all()
            .map(|fighter| {
                (
                    *fighter.id,
                    ctx.board.alliance(fighter.side()),
                    fighter.is_unseen(),
                    fighter.surprised,
                )
            })
            .collect();
        announce(&mut ctx.journal, &starts);
        recover(&mut ctx, &resting);
    }
    ctx.write(
        Event::StageBegan {
            stage: stage_names::STATEMENT,
        },
        &[R002],
    );
    if ctx.rules.0.statement == Statements::Skipped {
        return;
    }
    let steps = {
        let read = ctx.read();
        order_key::steps(
            read.all()
                .filter(FighterView::is_able)
                .map(|fighter| (*fighter.id, read.readied_key(&fighter))),
        )
    };
    ctx.plan.steps = steps;
}

/// Hears the next combatant: asks it, or notes its answer.
pub fn state_next(mut ctx: WriteContext) {
    if let Some((who, decision, choice)) = ctx.take_answer() {
        if choice.action == DROP {
            drop_item(&mut ctx, who, choice.item);
            return;
        }
        let sealed = decision.sealed;
        let plan = {
            let read = ctx.read();
            read.plan_of(&read.fighter(who), &choice)
        };
        let pace = choice
            .fields
            .option(Pace::FIELD)
            .and_then(Pace::from_key)
            .unwrap_or(Pace::Hold);
        let mut fighter = ctx.fighter_mut(who);
        fighter.turn.statement = Some(Statement { pace, plan });
        fighter.turn.revealed = !sealed;
        if sealed {
            ctx.flow.seal(decision, choice);
        }
        let step = ctx.plan.step;
        ctx.plan.next();
        if ctx.plan.step != step && !ctx.flow.sealed().is_empty() {
            unseal(&mut ctx);
        }
        return;
    }
    let Some(who) = ctx.plan.current() else {
        ctx.plan.close();
        ctx.flow.replace(stages::movement());
        return;
    };
    let question = {
        let read = ctx.read();
        let step = &ctx.plan.steps[ctx.plan.step];
        statement_question(&read, who, step)
    };
    ctx.ask(question);
}

/// Reveals the sealed statements of a group together (PCT-R02).
fn unseal(ctx: &mut WriteContext) {
    let sealed = ctx.flow.unseal();
    for who in sealed.iter().filter_map(|(decision, _)| decision.actor) {
        ctx.fighter_mut(who).turn.revealed = true;
    }
    ctx.commands.queue(move |world: &mut World| {
        for (decision, choice) in &sealed {
            write_choice(world, decision, choice);
        }
    });
}

fn statement_question(
    read: &ReadContext<'_, '_>,
    who: CombatantId,
    step: &[CombatantId],
) -> Question {
    let fighter = read.fighter(who);
    let side = fighter.side();
    // From allies too: the rule seals them from other factions, not from other alliances (PCT-R02).
    // An enemy in hiding does not count: a seal would show that there is one.
    let sealed = step.iter().map(|&other| read.fighter(other)).any(|other| {
        let unseen = other.is_unseen() && read.board.hostile(side, other.side());
        other.side() != side && !unseen
    });
    Question {
        side,
        actor: Some(who),
        kind: STATEMENT,
        prompt: format!("What will {} do?", fighter.name()),
        against: None,
        sealed,
        offers: read.plan_offers(&fighter, Moment::Statement),
    }
}
