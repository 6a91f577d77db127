//! The plan that a choice declares, and the choices that are refused (SEG-R11, SEG-R39, SEG-R40, SEG-R87).

use super::{Declares, free, ways_to_handle};
use shieldwall_battle::{Choice, Decision, Refusal, Target};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        allowance::{self, AFTER_STANDING, Allowance},
        field::{Combatant, Field},
        handling::{Drink, Handling},
        plan::{CastWhen, How, Pace, Plan, PlannedAction},
    },
    terms::{
        fields::{
            AIM, ATTACK_THEN_MOVE, BOTH_IN_TURN, CAREFUL_AIM, DOUBLE_SHOTS, FOE, GEAR, GUARD,
            HALF_MOVE, HANDS, HOW, NEXT_ROUND, PLACE, ROOTED, RUN, SHOTS,
            STAND_UP as STAND_UP_FIRST, WHEN,
        },
        rules::{R061, R071, RR39, RR40, RR45},
    },
};

/// The plan that a choice declares.
#[must_use]
pub fn plan(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    does: Declares,
    choice: &Choice,
) -> Plan {
    let enemy = choice.target.and_then(Target::combatant);
    let how = how(choice);
    let place = match choice.fields.target(PLACE) {
        Some(Target::Cell(cell)) => Some(cell),
        _ => None,
    };
    let action = match (does, choice.target, enemy) {
        (Declares::Attack(weapon), _, Some(target)) => PlannedAction::Attack {
            target,
            weapon,
            second: match choice.fields.option(HANDS) {
                Some(BOTH_IN_TURN) => field
                    .arm(who, weapon)
                    .and_then(|main| field.off_arm(who, &main))
                    .map(|arm| arm.weapon),
                _ => None,
            },
            how,
            place,
        },
        (Declares::Move, Some(Target::Cell(to)), _) => PlannedAction::Move {
            to,
            pace: pace(field, who, to, &choice.path),
        },
        (Declares::Cast(spell), ..) => PlannedAction::Cast {
            spell,
            target: enemy,
            how,
            place: place.filter(|_| how == How::HalfMove),
            when: match choice.fields.option(WHEN) {
                Some(NEXT_ROUND) => CastWhen::NextRound,
                _ => CastWhen::Rolled,
            },
        },
        (Declares::GoOn(spell), ..) => PlannedAction::Cast {
            spell,
            target: enemy,
            how: How::Stand,
            place: None,
            when: CastWhen::Waited,
        },
        (Declares::Sprint, Some(Target::Cell(to)), _) => PlannedAction::Move {
            to,
            pace: sprint_pace(field, who, to, &choice.path).unwrap_or(Pace::Sprint),
        },
        (Declares::Dodge, Some(Target::Cell(to)), _) => PlannedAction::Dodge { to },
        (Declares::FirstAid, _, Some(patient)) => PlannedAction::FirstAid { patient },
        (Declares::FullDefence, _, Some(against)) => PlannedAction::FullDefence { against },
        (Declares::DesperateDefence, ..) => PlannedAction::DesperateDefence,
        (Declares::StandUp, ..) => PlannedAction::StandUp,
        (Declares::Work(device), ..) if free::takes_a_round(field, device) => {
            PlannedAction::Work { device }
        }
        (Declares::PickUp(item), ..) => PlannedAction::PickUp {
            item,
            target: match choice.fields.target(FOE) {
                Some(Target::Combatant(enemy)) => Some(enemy),
                _ => field.nearest_enemy(who),
            },
            level: None,
        },
        _ => PlannedAction::None,
    };
    let near = |enemy: Cell| {
        let cells = allowance::whole(who.tmr(), field.grid()) / allowance::CELL;
        field.grid().steps(who.cell(), enemy) <= u32::from(cells)
    };
    Plan {
        action,
        guard: choice.fields.amount(GUARD).unwrap_or(0),
        aims: aims(choice),
        double_shots: choice.fields.option(SHOTS) == Some(DOUBLE_SHOTS),
        was_near: enemy.is_some_and(|enemy| near(field.combatant(enemy).cell())),
        handling: chosen_gear(field, who, does, choice),
        free: free::chosen(field, who, does, choice),
        stands_up: who.fallen.0
            && matches!(
                does,
                Declares::Attack(_) | Declares::Cast(_) | Declares::Move | Declares::StandUp
            ),
    }
}

/// The change of what is in hand that a choice declares.
fn chosen_gear(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    does: Declares,
    choice: &Choice,
) -> Handling {
    let ways = match does {
        Declares::Attack(weapon) => field.arm(who, weapon).map(|arm| field.ways_with(who, &arm)),
        Declares::Move | Declares::Sprint | Declares::Dodge => {
            Some(field.changes_beside(who, None))
        }
        Declares::Handle(item) => {
            let mut carried = field.carried(who);
            let item = carried.find(|gear| *gear.id == item);
            item.map(|item| ways_to_handle(field, who, &item))
        }
        Declares::Drink(potion) => {
            let drinks = Some(Drink {
                potion,
                costs_attacks: false,
            });
            return Handling {
                drinks,
                ..Handling::default()
            };
        }
        Declares::Cast(_)
        | Declares::GoOn(_)
        | Declares::FullDefence
        | Declares::DesperateDefence
        | Declares::StandUp
        | Declares::FirstAid
        | Declares::Work(_)
        | Declares::PickUp(_)
        | Declares::Nothing => None,
    };
    let key = choice.fields.option(GEAR);
    let mut ways = ways.unwrap_or_default().into_iter();
    let way = ways.find(|way| Some(way.key) == key);
    way.map_or_else(Handling::default, |way| way.handling)
}

/// The movement that an attack declares.
#[must_use]
pub fn how(choice: &Choice) -> How {
    match choice.fields.option(HOW) {
        Some(HALF_MOVE) => How::HalfMove,
        Some(RUN) => How::Run,
        Some(ROOTED) => How::Rooted,
        Some(ATTACK_THEN_MOVE) => How::AttackThenMove,
        Some(STAND_UP_FIRST) => How::StandUp,
        _ => How::Stand,
    }
}

/// True if an attack declares careful aim.
#[must_use]
pub fn aims(choice: &Choice) -> bool {
    choice.fields.option(AIM) == Some(CAREFUL_AIM)
}

/// The pace of a sprint to a cell; `None` if it does not get there over open ground.
fn sprint_pace(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    to: Cell,
    drawn: &[Cell],
) -> Option<Pace> {
    let cost = if drawn.is_empty() {
        field.sprint_ways(who).to(to)?.cost
    } else {
        field.cost_of_sprint(who, drawn)?
    };
    field.sprint_pace(who, cost)
}

/// The way of a choice: a sprint keeps to the one that it looked for.
#[must_use]
pub fn route(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    does: Declares,
    choice: &Choice,
) -> Vec<Cell> {
    match (does, choice.target) {
        (Declares::Sprint, Some(Target::Cell(to))) if choice.path.is_empty() => {
            field.sprint_ways(who).path(to).unwrap_or_default()
        }
        _ => choice.path.clone(),
    }
}

/// The slowest pace that gets to a cell (SEG-R40).
fn pace(field: &Field<'_, '_>, who: &Combatant<'_, '_>, to: Cell, drawn: &[Cell]) -> Pace {
    if who.fallen.0 {
        return Pace::Walk;
    }
    let walk = allowance::whole(2 * who.tmr(), field.grid());
    let cost = if drawn.is_empty() {
        let ways = field.ways(who, allowance::whole(4 * who.tmr(), field.grid()));
        ways.to(to).map(|toll| toll.cost)
    } else {
        field.cost_along(who, drawn)
    };
    if cost.is_some_and(|cost| cost <= walk) {
        Pace::Walk
    } else {
        Pace::Run
    }
}

/// The movement of a plan at this TMR (SEG-R11). One that moves after its attacks does not know yet when.
#[must_use]
pub fn allowance(plan: &Plan, tmr: i32) -> Allowance {
    // A potion may cost half of it (SEG-081).
    let price = if plan.handling.costs_movement() { 2 } else { 1 };
    match plan.action {
        PlannedAction::Attack { how, .. } | PlannedAction::Cast { how, .. } => match how {
            How::Stand | How::Rooted | How::StandUp | How::PickUp => Allowance::of(0),
            How::HalfMove => Allowance::of(tmr / price),
            How::Run => Allowance::of(2 * tmr / price),
            How::AttackThenMove => Allowance {
                over: true,
                ..Allowance::of(tmr)
            },
        },
        // The other half of TMR once it stands (SEG-R17).
        PlannedAction::Move { .. } if plan.stands_up => {
            Allowance::from(2 * tmr / price, AFTER_STANDING)
        }
        PlannedAction::FullDefence { .. } => Allowance::of(2 * tmr),
        PlannedAction::Dodge { .. } => Allowance::of(2 * tmr / price),
        PlannedAction::Move { pace, .. } => {
            let whole = 2 * pace.times() * tmr;
            // A shield costs half of the movement as well (SEG-R43).
            let halves = plan.handling.takes_half_a_round();
            Allowance::of(if halves { whole / 2 } else { whole })
        }
        PlannedAction::None
        | PlannedAction::DesperateDefence
        | PlannedAction::StandUp
        | PlannedAction::FirstAid { .. }
        | PlannedAction::Work { .. }
        | PlannedAction::PickUp { .. } => Allowance::of(0),
    }
}

/// Refuses a way or a place that the declared movement does not reach.
///
/// # Errors
/// The reason.
pub fn check(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Result<(), Refusal> {
    let (Some(does), Some(who)) = (decision.act::<Declares>(choice), decision.actor) else {
        return Ok(());
    };
    let who = &field.combatant(who);
    let plan = plan(field, who, *does, choice);
    let half_feet = match plan.action {
        PlannedAction::Move { .. } if plan.stands_up => who.tmr(),
        _ => allowance(&plan, who.tmr()).half_feet,
    };
    let most = allowance::whole(half_feet, field.grid());
    let how = plan.how();
    if how == How::AttackThenMove && plan.handling.takes_half_a_round() {
        let reason = "a move after the attacks leaves no time for that".to_owned();
        return Err(Refusal::with_rules(reason, &[RR39]));
    }
    if how == How::Rooted && plan.handling.costs_movement() {
        let reason = "a rooted combatant has no movement to pay with".to_owned();
        return Err(Refusal::with_rules(reason, &[RR45]));
    }
    if *does == Declares::Sprint
        && !choice.path.is_empty()
        && field.cost_of_sprint(who, &choice.path).is_none()
    {
        let reason = "the way is not open".to_owned();
        return Err(Refusal::with_rules(reason, &[RR40]));
    }
    if !choice.path.is_empty() {
        let ends = choice.path.last().copied().map(Target::Cell) == choice.target;
        let cost = field.cost_along(who, &choice.path);
        if !ends || cost.is_none_or(|cost| cost > most) {
            let reason = "there is no such way: it is blocked or too long".to_owned();
            return Err(Refusal::with_rules(reason, &[RR40]));
        }
    }
    if let Some(place) = plan.place()
        && field.ways(who, most).to(place).is_none()
    {
        let reason = "the place to fight from is farther than this movement goes".to_owned();
        return Err(Refusal::with_rules(reason, &[R061, R071]));
    }
    Ok(())
}
