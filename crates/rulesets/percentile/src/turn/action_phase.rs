//! The Actions phase: the countdown of DEX ranks, step by step (PCT-019 to PCT-024, PCT-R11,
//! PCT-R15).

use crate::{
    attack::in_progress::{Attack, begin_attack},
    combatant::state::{Plan, Statement, Task},
    content::blocks::Statements,
    context::read::{FighterView, ReadContext, WriteContext},
    items::moves::{drop_item, plant, ready, take_up},
    movement::bands::Pace,
    stages,
    terms::{
        actions::{DROP, PASS},
        decisions::{ACTION, DECLARATION},
        rules::{R002, R009, R010, R011, R019, R020, RR11, RR12, RR30},
        stages::ACTIONS,
    },
    turn::{
        order_key::{self, OrderKey},
        plans::Moment,
        round::Aftermath,
    },
};
use bevy_ecs::prelude::*;
use shieldwall_battle::{
    Choice, CombatantId, Event, Offer, Target, Writer, flow::Question, terms::DecisionKind,
};

/// Opens the phase: full-round tasks begin, and with spoken statements the whole order is known
/// (PCT-R10, PCT-R11).
pub fn open_actions(mut ctx: WriteContext) {
    if ctx.plan.opened {
        return;
    }
    ctx.plan.opened = true;
    ctx.write(Event::StageBegan { stage: ACTIONS }, &[R002]);
    if ctx.rules.0.statement == Statements::Skipped {
        return;
    }
    let (steps, tasks) = {
        let read = ctx.read();
        let entries: Vec<(CombatantId, OrderKey)> = read
            .all()
            .filter(FighterView::is_able)
            .filter_map(|fighter| Some((*fighter.id, fighter.turn.place?)))
            .collect();
        let tasks: Vec<(CombatantId, Task)> = entries
            .iter()
            .filter_map(|&(who, _)| {
                let fighter = read.fighter(who);
                let task = task_of(fighter.turn.statement?.plan)?;
                fighter.turn.allows_full_round_task().then_some((who, task))
            })
            .collect();
        (order_key::steps(entries), tasks)
    };
    write_order(&mut ctx, &steps);
    ctx.plan.steps = steps;
    for (who, task) in tasks {
        begin_task(&mut ctx, who, task);
    }
}

/// The task that a plan is.
const fn task_of(plan: Plan) -> Option<Task> {
    match plan {
        Plan::Reload(item) => Some(Task::Reload(item)),
        Plan::FirstAid => Some(Task::FirstAid),
        _ => None,
    }
}

fn begin_task(ctx: &mut WriteContext, who: CombatantId, task: Task) {
    ctx.fighter_mut(who).turn.task = Some(task);
    ctx.write_task(who, task, true);
}

/// Writes the order; where somebody is hidden, each alliance learns of those it can see.
fn write_order(ctx: &mut WriteContext, steps: &[Vec<CombatantId>]) {
    const RULES: &[shieldwall_battle::RuleId] = &[R019, R020, R009, R010, R011, RR11, RR12];
    let steps = steps.to_vec();
    ctx.write(Event::Ordered { steps }, RULES);
}

/// With skipped statements: lets all on the next rank choose, in the order in which they move, then
/// puts them in steps (PCT-R03).
pub fn call_rank(mut ctx: WriteContext) {
    if ctx.rules.0.statement == Statements::Spoken || ctx.plan.current().is_some() {
        return;
    }
    if ctx.plan.step_opened {
        // The last step still waits for its attacks to land.
        return;
    }
    if ctx.plan.rank.is_none() {
        let next = {
            let read = ctx.read();
            read.all()
                .filter(|fighter| fighter.is_able() && fighter.turn.statement.is_none())
                .filter_map(|fighter| Some(fighter.turn.place?.rank))
                .max()
        };
        let Some(rank) = next else { return };
        let order = {
            let read = ctx.read();
            let entries: Vec<_> = read
                .all()
                .filter(|fighter| {
                    fighter.is_able()
                        && fighter.turn.statement.is_none()
                        && fighter.turn.place.is_some_and(|place| place.rank == rank)
                })
                .map(|fighter| (*fighter.id, read.readied_key(&fighter)))
                .collect();
            order_key::one_by_one(entries, read.roster, read.round)
        };
        ctx.plan.rank = Some(rank);
        ctx.plan.declaring = order;
        ctx.plan.declared = 0;
    }
    if let Some((who, _, choice)) = ctx.take_answer() {
        if choice.action == DROP {
            drop_item(&mut ctx, who, choice.item);
            return;
        }
        declare(&mut ctx, who, &choice);
        return;
    }
    match ctx.plan.declaring.get(ctx.plan.declared).copied() {
        Some(who) => {
            let question = {
                let read = ctx.read();
                let fighter = read.fighter(who);
                let offers = read.plan_offers(&fighter, Moment::Now);
                question(&fighter, DECLARATION, offers)
            };
            if question.offers.len() == 1 {
                declare(&mut ctx, who, &Choice::of(PASS));
            } else {
                ctx.ask(question);
            }
        }
        None => open_rank(&mut ctx),
    }
}

fn declare(ctx: &mut WriteContext, who: CombatantId, choice: &Choice) {
    let (plan, place) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let plan = read.plan_of(&fighter, choice);
        let rank = fighter.turn.place.map_or(0, |place| place.rank);
        (plan, read.plan_key(&fighter, rank, plan))
    };
    let side = match choice.target {
        Some(Target::Edge(_, side)) => Some(side),
        _ => None,
    };
    let mut fighter = ctx.fighter_mut(who);
    fighter.turn.statement = Some(Statement {
        pace: Pace::Hold,
        plan,
    });
    fighter.turn.revealed = true;
    fighter.turn.side = side;
    fighter.turn.place = Some(place);
    ctx.plan.declared += 1;
}

fn open_rank(ctx: &mut WriteContext) {
    let declaring = std::mem::take(&mut ctx.plan.declaring);
    ctx.plan.rank = None;
    let (steps, tasks) = {
        let read = ctx.read();
        let steps = order_key::steps(
            declaring
                .iter()
                .filter_map(|&who| Some((who, read.fighter(who).turn.place?))),
        );
        let tasks: Vec<_> = declaring
            .iter()
            .filter_map(|&who| Some((who, task_of(read.fighter(who).turn.statement?.plan)?)))
            .collect();
        (steps, tasks)
    };
    write_order(ctx, &steps);
    ctx.plan.steps.extend(steps);
    for (who, task) in tasks {
        begin_task(ctx, who, task);
    }
}

fn question(fighter: &FighterView<'_, '_>, kind: DecisionKind, offers: Vec<Offer>) -> Question {
    Question {
        side: fighter.side(),
        actor: Some(*fighter.id),
        kind,
        prompt: format!("What does {} do?", fighter.name()),
        against: None,
        sealed: false,
        offers,
    }
}

/// Lets the next combatant of the step act: asks it, or carries out its answer. When the countdown
/// is over, hands over to Resolution.
pub fn act_next(mut ctx: WriteContext, attacks: Query<&Attack>) {
    if attacks.iter().any(|attack| !attack.has_landed()) {
        return;
    }
    if !ctx.plan.step_opened && !open_step(&mut ctx) {
        let deciding = ctx.plan.rank.is_some() || ctx.flow.decision().is_some();
        let undeclared = ctx.rules.0.statement == Statements::Skipped && {
            let read = ctx.read();
            read.all().any(|fighter| {
                fighter.is_able()
                    && fighter.turn.statement.is_none()
                    && fighter.turn.place.is_some()
            })
        };
        if !deciding && !undeclared {
            ctx.plan.close();
            ctx.flow.replace(stages::resolution());
        }
        return;
    }
    let Some(who) = ctx.plan.current() else {
        return;
    };
    if let Some((_, choice)) = ctx.flow.take_answer() {
        if choice.action == DROP {
            drop_item(&mut ctx, who, choice.item);
        } else {
            perform(&mut ctx, who, &choice);
        }
        return;
    }
    let (offers, needless, plan) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        let plan = fighter
            .turn
            .statement
            .map_or(Plan::Pass, |statement| statement.plan);
        let offers = read.action_offers(&fighter, plan);
        let needless = is_needless(&read, &fighter, plan, &offers);
        (offers, needless, plan)
    };
    if needless {
        carry_on(&mut ctx, who, plan, &offers);
        return;
    }
    let question = {
        let read = ctx.read();
        question(&read.fighter(who), ACTION, offers)
    };
    ctx.ask(question);
}

/// Opens the next step with those of its members who can still act; of those who act together it is
/// noted how they can defend themselves now (PCT-R15). False if there is no further step.
fn open_step(ctx: &mut WriteContext) -> bool {
    while let Some(members) = ctx.plan.steps.get(ctx.plan.step).cloned() {
        let able: Vec<CombatantId> = {
            let read = ctx.read();
            members
                .into_iter()
                .filter(|&who| read.fighter(who).is_able())
                .collect()
        };
        if able.is_empty() {
            ctx.plan.step += 1;
            continue;
        }
        if able.len() > 1 {
            for &who in &able {
                let guard = {
                    let read = ctx.read();
                    read.guard_of(&read.fighter(who))
                };
                ctx.fighter_mut(who).turn.guard = Some(guard);
            }
        }
        let step = ctx.plan.step;
        ctx.plan.steps[step] = able;
        ctx.plan.turn = 0;
        ctx.plan.step_opened = true;
        return true;
    }
    false
}

/// Whether there is nothing to ask: only one thing can be done, or statements are skipped and what
/// was chosen when the rank was called can still be done (PCT-R03). Dropping things is worth a
/// question only if it can make an attack possible; it is on offer again with the next statement.
fn is_needless(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    plan: Plan,
    offers: &[Offer],
) -> bool {
    let attacks = matches!(plan, Plan::Attack(..));
    let worth_asking = |offer: &&Offer| attacks || offer.action != DROP;
    offers.iter().filter(worth_asking).count() == 1
        || read.rules.statement == Statements::Skipped
            && (plan == Plan::Pass
                || fighter.turn.task.is_some()
                || stated_choice(read, fighter, plan, offers).is_some())
}

/// The choice that does what was planned, if it is on offer.
fn stated_choice(
    read: &ReadContext<'_, '_>,
    fighter: &FighterView<'_, '_>,
    plan: Plan,
    offers: &[Offer],
) -> Option<Choice> {
    let offer = offers.first()?;
    let target = match plan {
        Plan::Attack(_, target) | Plan::Wake(target) => Some(Target::Combatant(target)),
        Plan::Plant(_) => Some(Target::Edge(fighter.cell(), fighter.turn.side?)),
        // Offers of other plans are narrowed down to the one target they mean, if any.
        _ => offer.target(0),
    };
    let choice = offer.choice(target, None);
    let legal = match (&offer.targets, target) {
        (shieldwall_battle::Targets::None, None) => true,
        (shieldwall_battle::Targets::AnyOf(targets), Some(target)) => targets.contains(&target),
        _ => false,
    };
    (legal && read.plan_of(fighter, &choice) == plan).then_some(choice)
}

/// Goes on without asking.
fn carry_on(ctx: &mut WriteContext, who: CombatantId, plan: Plan, offers: &[Offer]) {
    let task = ctx.read().fighter(who).turn.task;
    if task.is_some() {
        finish_turn(ctx, who);
        return;
    }
    let choice = {
        let read = ctx.read();
        stated_choice(&read, &read.fighter(who), plan, offers)
    };
    match choice {
        Some(choice) if plan != Plan::Pass => perform(ctx, who, &choice),
        _ => {
            if plan != Plan::Pass {
                ctx.write(
                    Event::Note {
                        who,
                        text: "can no longer do what it stated".to_owned(),
                        unforeseen: false,
                    },
                    &[crate::terms::rules::RR01],
                );
            }
            finish_turn(ctx, who);
        }
    }
}

fn finish_turn(ctx: &mut WriteContext, who: CombatantId) {
    ctx.fighter_mut(who).turn.acted = true;
    ctx.plan.turn += 1;
}

/// Does what was chosen.
fn perform(ctx: &mut WriteContext, who: CombatantId, choice: &Choice) {
    let (plan, task) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        (read.plan_of(&fighter, choice), fighter.turn.task)
    };
    // Anyone who does anything else gives its task up.
    if let Some(task) = task
        && task_of(plan) != Some(task)
    {
        ctx.fighter_mut(who).turn.task = None;
        ctx.write_task(who, task, false);
    }
    match plan {
        Plan::Attack(arm, target) => {
            let number = ctx.plan.turn;
            begin_attack(ctx, number, who, arm, target);
        }
        Plan::Ready(readying) => ready(ctx, who, readying),
        Plan::Reload(_) | Plan::FirstAid => {
            if let Some(new) = task_of(plan)
                && task != Some(new)
            {
                begin_task(ctx, who, new);
            }
        }
        Plan::Wake(sleeper) => ctx
            .plan
            .aftermath
            .push(Aftermath::Wakes { by: who, sleeper }),
        Plan::Plant(item) => {
            if let Some(Target::Edge(cell, side)) = choice.target {
                plant(ctx, who, item, cell, side);
            }
        }
        Plan::TakeUp(item) => take_up(ctx, who, item),
        Plan::Hide => hide(ctx, who),
        Plan::Pass => {}
    }
    finish_turn(ctx, who);
}

/// Tries to hide; a success takes effect when the step ends (PCT-R15, PCT-R30).
fn hide(ctx: &mut WriteContext, who: CombatantId) {
    if ctx.roll_skill(who, "Hide", &[RR30]) {
        ctx.plan.aftermath.push(Aftermath::Hides(who));
    }
}
