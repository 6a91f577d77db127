//! The Actions phase: the countdown of DEX ranks, step by step (PCT-019 to PCT-024, PCT-R11,
//! PCT-R15).

use bevy_ecs::prelude::*;
use shieldwall_battle::{Choice, CombatantId, Event, Offer, SideSet, Target, flow::Question};
use shieldwall_content::percentile::Statements;

use crate::{
    alliances,
    attack::{Attack, begin_attack},
    field::{Field, FighterView, Fray},
    fighter::{Plan, Statement, Task},
    gear_moves::{drop_item, plant, ready, take_up},
    movement_bands::Pace,
    order_key::{self, OrderKey},
    plans::Moment,
    round::Aftermath,
    rules::{R002, R009, R010, R011, R019, R020, RR11, RR12, RR30},
    stages,
    verbs::{ACTION, DECLARATION, DROP, PASS},
};

/// Opens the phase: full-round tasks begin, and with spoken statements the whole order is known
/// (PCT-R10, PCT-R11).
pub fn open_actions(mut fray: Fray) {
    if fray.plan.opened {
        return;
    }
    fray.plan.opened = true;
    fray.journal.write(
        Event::StageBegan {
            stage: stages::ACTIONS,
        },
        &[R002],
    );
    if fray.rules.0.statement == Statements::Skipped {
        return;
    }
    let (steps, tasks) = {
        let field = fray.field();
        let entries: Vec<(CombatantId, OrderKey)> = field
            .all()
            .filter(FighterView::is_able)
            .filter_map(|fighter| Some((*fighter.id, fighter.turn.place?)))
            .collect();
        let tasks: Vec<(CombatantId, Task)> = entries
            .iter()
            .filter_map(|&(who, _)| {
                let fighter = field.fighter(who);
                let task = task_of(fighter.turn.statement?.plan)?;
                fighter.turn.allows_full_round_task().then_some((who, task))
            })
            .collect();
        (order_key::steps(entries), tasks)
    };
    write_order(&mut fray, &steps);
    fray.plan.steps = steps;
    for (who, task) in tasks {
        begin_task(&mut fray, who, task);
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

fn begin_task(fray: &mut Fray, who: CombatantId, task: Task) {
    fray.fighter_mut(who).turn.task = Some(task);
    fray.write_task(who, task, true);
}

/// Writes the order; where somebody is hidden, each camp learns of those it can see.
fn write_order(fray: &mut Fray, steps: &[Vec<CombatantId>]) {
    const RULES: &[shieldwall_battle::RuleId] = &[R019, R020, R009, R010, R011, RR11, RR12];
    let versions: Vec<(Option<SideSet>, Vec<Vec<CombatantId>>)> = {
        let field = fray.field();
        let hidden = |who: CombatantId| field.fighter(who).is_unseen();
        if steps.iter().flatten().any(|&who| hidden(who)) {
            alliances::leaders(&field.board.level)
                .map(|leader| {
                    let camp = field.board.camp(leader);
                    let mut seen = steps.to_vec();
                    for step in &mut seen {
                        step.retain(|&who| {
                            !hidden(who) || camp.contains(field.fighter(who).side())
                        });
                    }
                    seen.retain(|step| !step.is_empty());
                    (Some(camp), seen)
                })
                // A camp is not told that the turn of an unknown combatant has come.
                .filter(|(_, seen)| !seen.is_empty())
                .collect()
        } else {
            vec![(None, steps.to_vec())]
        }
    };
    for (only_for, steps) in versions {
        fray.journal
            .write_for(Event::Ordered { steps }, RULES, only_for);
    }
}

/// With skipped statements: lets all on the next rank choose, in the order in which they move, then
/// puts them in steps (PCT-R03).
pub fn call_rank(mut fray: Fray) {
    if fray.rules.0.statement == Statements::Spoken || fray.plan.current().is_some() {
        return;
    }
    if fray.plan.step_opened {
        // The last step still waits for its attacks to land.
        return;
    }
    if fray.plan.rank.is_none() {
        let next = {
            let field = fray.field();
            field
                .all()
                .filter(|fighter| fighter.is_able() && fighter.turn.statement.is_none())
                .filter_map(|fighter| Some(fighter.turn.place?.rank))
                .max()
        };
        let Some(rank) = next else { return };
        let order = {
            let field = fray.field();
            let entries: Vec<_> = field
                .all()
                .filter(|fighter| {
                    fighter.is_able()
                        && fighter.turn.statement.is_none()
                        && fighter.turn.place.is_some_and(|place| place.rank == rank)
                })
                .map(|fighter| (*fighter.id, field.readied_key(&fighter)))
                .collect();
            order_key::one_by_one(entries, field.roster, field.round)
        };
        fray.plan.rank = Some(rank);
        fray.plan.declaring = order;
        fray.plan.declared = 0;
    }
    if let Some((who, _, choice)) = fray.take_answer() {
        if choice.verb == DROP {
            drop_item(&mut fray, who, choice.item);
            return;
        }
        declare(&mut fray, who, &choice);
        return;
    }
    match fray.plan.declaring.get(fray.plan.declared).copied() {
        Some(who) => {
            let question = {
                let field = fray.field();
                let fighter = field.fighter(who);
                let offers = field.plan_offers(&fighter, Moment::Now);
                question(&fighter, DECLARATION, offers)
            };
            if question.offers.len() == 1 {
                declare(&mut fray, who, &Choice::of(PASS));
            } else {
                fray.ask(question);
            }
        }
        None => open_rank(&mut fray),
    }
}

fn declare(fray: &mut Fray, who: CombatantId, choice: &Choice) {
    let (plan, place) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        let plan = field.plan_of(&fighter, choice);
        let rank = fighter.turn.place.map_or(0, |place| place.rank);
        (plan, field.plan_key(&fighter, rank, plan))
    };
    let side = match choice.target {
        Some(Target::Side(_, side)) => Some(side),
        _ => None,
    };
    let mut fighter = fray.fighter_mut(who);
    fighter.turn.statement = Some(Statement {
        pace: Pace::Hold,
        plan,
    });
    fighter.turn.revealed = true;
    fighter.turn.side = side;
    fighter.turn.place = Some(place);
    fray.plan.declared += 1;
}

fn open_rank(fray: &mut Fray) {
    let declaring = std::mem::take(&mut fray.plan.declaring);
    fray.plan.rank = None;
    let (steps, tasks) = {
        let field = fray.field();
        let steps = order_key::steps(
            declaring
                .iter()
                .filter_map(|&who| Some((who, field.fighter(who).turn.place?))),
        );
        let tasks: Vec<_> = declaring
            .iter()
            .filter_map(|&who| Some((who, task_of(field.fighter(who).turn.statement?.plan)?)))
            .collect();
        (steps, tasks)
    };
    write_order(fray, &steps);
    fray.plan.steps.extend(steps);
    for (who, task) in tasks {
        begin_task(fray, who, task);
    }
}

fn question(fighter: &FighterView<'_, '_>, kind: &'static str, offers: Vec<Offer>) -> Question {
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
pub fn act_next(mut fray: Fray, attacks: Query<&Attack>) {
    if attacks.iter().any(|attack| !attack.has_landed()) {
        return;
    }
    if !fray.plan.step_opened && !open_step(&mut fray) {
        let deciding = fray.plan.rank.is_some() || fray.flow.decision().is_some();
        let undeclared = fray.rules.0.statement == Statements::Skipped && {
            let field = fray.field();
            field.all().any(|fighter| {
                fighter.is_able()
                    && fighter.turn.statement.is_none()
                    && fighter.turn.place.is_some()
            })
        };
        if !deciding && !undeclared {
            fray.plan.close();
            fray.flow.replace(stages::resolution());
        }
        return;
    }
    let Some(who) = fray.plan.current() else {
        return;
    };
    if let Some((_, choice)) = fray.flow.take_answer() {
        if choice.verb == DROP {
            drop_item(&mut fray, who, choice.item);
        } else {
            perform(&mut fray, who, &choice);
        }
        return;
    }
    let (offers, needless, plan) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        let plan = fighter
            .turn
            .statement
            .map_or(Plan::Pass, |statement| statement.plan);
        let offers = field.action_offers(&fighter, plan);
        let needless = is_needless(&field, &fighter, plan, &offers);
        (offers, needless, plan)
    };
    if needless {
        carry_on(&mut fray, who, plan, &offers);
        return;
    }
    let question = {
        let field = fray.field();
        question(&field.fighter(who), ACTION, offers)
    };
    fray.ask(question);
}

/// Opens the next step with those of its members who can still act; of those who act together it is
/// noted how they can defend themselves now (PCT-R15). False if there is no further step.
fn open_step(fray: &mut Fray) -> bool {
    while let Some(members) = fray.plan.steps.get(fray.plan.step).cloned() {
        let able: Vec<CombatantId> = {
            let field = fray.field();
            members
                .into_iter()
                .filter(|&who| field.fighter(who).is_able())
                .collect()
        };
        if able.is_empty() {
            fray.plan.step += 1;
            continue;
        }
        if able.len() > 1 {
            for &who in &able {
                let guard = {
                    let field = fray.field();
                    field.guard_of(&field.fighter(who))
                };
                fray.fighter_mut(who).turn.guard = Some(guard);
            }
        }
        let step = fray.plan.step;
        fray.plan.steps[step] = able;
        fray.plan.turn = 0;
        fray.plan.step_opened = true;
        return true;
    }
    false
}

/// Whether there is nothing to ask: only one thing can be done, or statements are skipped and what
/// was chosen when the rank was called can still be done (PCT-R03). Dropping things is worth a
/// question only if it can make an attack possible; it is on offer again with the next statement.
fn is_needless(
    field: &Field<'_, '_>,
    fighter: &FighterView<'_, '_>,
    plan: Plan,
    offers: &[Offer],
) -> bool {
    let attacks = matches!(plan, Plan::Attack(..));
    let worth_asking = |offer: &&Offer| attacks || offer.verb != DROP;
    offers.iter().filter(worth_asking).count() == 1
        || field.rules.statement == Statements::Skipped
            && (plan == Plan::Pass
                || fighter.turn.task.is_some()
                || stated_choice(field, fighter, plan, offers).is_some())
}

/// The choice that does what was planned, if it is on offer.
fn stated_choice(
    field: &Field<'_, '_>,
    fighter: &FighterView<'_, '_>,
    plan: Plan,
    offers: &[Offer],
) -> Option<Choice> {
    let offer = offers.first()?;
    let target = match plan {
        Plan::Attack(_, target) | Plan::Wake(target) => Some(Target::Combatant(target)),
        Plan::Plant(_) => Some(Target::Side(fighter.cell(), fighter.turn.side?)),
        // Offers of other plans are narrowed down to the one target they mean, if any.
        _ => offer.target(0),
    };
    let choice = offer.choice(target, None);
    let legal = match (&offer.targets, target) {
        (shieldwall_battle::Targets::None, None) => true,
        (shieldwall_battle::Targets::AnyOf(targets), Some(target)) => targets.contains(&target),
        _ => false,
    };
    (legal && field.plan_of(fighter, &choice) == plan).then_some(choice)
}

/// Goes on without asking.
fn carry_on(fray: &mut Fray, who: CombatantId, plan: Plan, offers: &[Offer]) {
    let task = fray.field().fighter(who).turn.task;
    if task.is_some() {
        finish_turn(fray, who);
        return;
    }
    let choice = {
        let field = fray.field();
        stated_choice(&field, &field.fighter(who), plan, offers)
    };
    match choice {
        Some(choice) if plan != Plan::Pass => perform(fray, who, &choice),
        _ => {
            if plan != Plan::Pass {
                fray.write_about(
                    who,
                    Event::Note {
                        who,
                        text: "can no longer do what it meant to".to_owned(),
                        unforeseen: false,
                    },
                    &[crate::rules::RR01],
                );
            }
            finish_turn(fray, who);
        }
    }
}

fn finish_turn(fray: &mut Fray, who: CombatantId) {
    fray.fighter_mut(who).turn.acted = true;
    fray.plan.turn += 1;
}

/// Does what was chosen.
fn perform(fray: &mut Fray, who: CombatantId, choice: &Choice) {
    let (plan, task) = {
        let field = fray.field();
        let fighter = field.fighter(who);
        (field.plan_of(&fighter, choice), fighter.turn.task)
    };
    // Whoever does anything else gives its task up.
    if let Some(task) = task
        && task_of(plan) != Some(task)
    {
        fray.fighter_mut(who).turn.task = None;
        fray.write_task(who, task, false);
    }
    match plan {
        Plan::Attack(arm, target) => {
            let number = fray.plan.turn;
            begin_attack(fray, number, who, arm, target);
        }
        Plan::Ready(readying) => ready(fray, who, readying),
        Plan::Reload(_) | Plan::FirstAid => {
            if let Some(new) = task_of(plan)
                && task != Some(new)
            {
                begin_task(fray, who, new);
            }
        }
        Plan::Wake(sleeper) => fray
            .plan
            .aftermath
            .push(Aftermath::Wakes { by: who, sleeper }),
        Plan::Plant(item) => {
            if let Some(Target::Side(cell, side)) = choice.target {
                plant(fray, who, item, cell, side);
            }
        }
        Plan::TakeUp(item) => take_up(fray, who, item),
        Plan::Hide => hide(fray, who),
        Plan::Pass => {}
    }
    finish_turn(fray, who);
}

/// Tries to hide; a success takes effect when the step ends (PCT-R15, PCT-R30).
fn hide(fray: &mut Fray, who: CombatantId) {
    if fray.roll_skill(who, "Hide", &[RR30]) {
        fray.plan.aftermath.push(Aftermath::Hides(who));
    }
}
