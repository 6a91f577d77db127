//! The form of a declaration: what a combatant may state (SEG-094 to SEG-101, SEG-R87).

use shieldwall_battle::{
    Candidates, Choice, Decision, Field as FormField, FieldOption, Offer, Refusal, Target, Targets,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        allowance,
        arms::Arm,
        field::{Combatant, Field},
        plan::{How, Plan, PlannedAction, Weapon},
    },
    movement::ways,
    terms::{
        fields::{GUARD, HALF_MOVE, HOW, PLACE, RUN, STAND},
        reasons,
        rules::{R001, R061, R071, R094, R095, R098, R099, R101, RR40, RR87},
        words::{ATTACK, FORGO, FULL_DEFENCE, HOLD, LET_GO, MOVE, STRIKE, STRIKE_FREELY, WAIT},
    },
};

/// The meaning of an offer of the declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declares {
    /// An attack with a weapon.
    Attack(Weapon),
    /// A move.
    Move,
    /// Full Defense.
    FullDefence,
    /// Nothing.
    Nothing,
}

/// Everything that a combatant may declare.
pub fn candidates(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    all.bar_all(
        &[STRIKE, HOLD, LET_GO, STRIKE_FREELY, FORGO],
        &reasons::DECLARES_FIRST,
    );
    let cells = if who.fallen.0 {
        Vec::new()
    } else {
        field.cell_options(who)
    };
    if who.fallen.0 {
        all.bar_all(&[ATTACK, MOVE], &reasons::FALLEN);
    } else {
        let within = cells.iter().filter(|option| option.band <= ways::WALK);
        let places: Vec<Cell> = within.map(|option| option.cell).collect();
        let attacks = who.stats().attacks;
        for arm in field.arms(who) {
            if attacks == 0 {
                all.bar_with(ATTACK, arm.item(), &arm.name, &reasons::NOT_ATTACKING);
                continue;
            }
            let offer = attack(&arm, &places);
            let targets = targets(field, who, all, &offer);
            all.aim(offer, &arm.name, targets);
        }
        let mut walk = Offer::new(MOVE, "Move", &[R001, RR40, RR87]).to_do(Declares::Move);
        walk.detail = "Walk up to TMR, or run up to twice as far.".to_owned();
        let has_room = !cells.is_empty();
        walk.targets = Targets::Cells(cells);
        all.add(MOVE, has_room.then_some(walk).ok_or(&reasons::NO_ROOM));
    }
    let rules = [R098, R099, R101];
    let mut defend = Offer::new(FULL_DEFENCE, "Full defence", &rules).to_do(Declares::FullDefence);
    let bonus = field.main_arm(who).full_defence();
    defend.detail = format!("DEF +{bonus} against melee. No attacks. Follows this enemy.");
    let enemies = targets(field, who, all, &defend);
    all.aim(defend, "", enemies);
    all.offer(Offer::new(WAIT, "Wait", &[R001]).to_do(Declares::Nothing));
}

/// All combatants, each with the reason why it may not be named.
fn targets(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    all: &mut Candidates,
    offer: &Offer,
) -> Vec<(Target, Result<(), &'static shieldwall_battle::Reason>)> {
    if all.asks_why() {
        for (body, _) in field.combatants.iter() {
            let target = Target::Combatant(*body.id);
            if !body.is_active() {
                all.bar_target(offer, target, &reasons::OUT_OF_ACTION);
            } else if !field.combatants.board.hostile(who.side(), body.side()) {
                all.bar_target(offer, target, &reasons::FRIEND);
            }
        }
    }
    let enemies = field.enemies(who.side());
    enemies
        .map(|enemy| (Target::Combatant(enemy.id()), Ok(())))
        .collect()
}

fn attack(arm: &Arm, places: &[Cell]) -> Offer {
    let label = format!("Attack with {}", arm.name);
    let mut offer =
        Offer::new(ATTACK, label, &[R001, RR87, R061, R071]).to_do(Declares::Attack(arm.weapon));
    offer.item = arm.item();
    offer.detail = "A half move first: initiative -5, and half of the attacks lost. A run: initiative -7, and SC -25."
        .to_owned();
    let mut stand = FieldOption::new(STAND, "stand");
    stand.shuts = vec![PLACE];
    stand.unsaid = true;
    stand.band = Some(ways::FREE_STEP);
    let mut half = FieldOption::new(HALF_MOVE, "half move");
    half.band = Some(ways::HALF_MOVE);
    half.costs = true;
    let mut run = FieldOption::new(RUN, "run");
    run.band = Some(ways::WALK);
    run.costs = true;
    run.shuts = vec![GUARD];
    offer.fields = vec![FormField::one_of(HOW, "Movement", vec![stand, half, run])];
    if !places.is_empty() {
        let targets = places.iter().map(|cell| Target::Cell(*cell)).collect();
        offer.fields.push(FormField::at(
            PLACE,
            "Fight from",
            targets,
            "the nearest cell in reach",
        ));
    }
    if arm.most_guard() > 0 {
        offer.rules.extend([R094, R095]);
        offer
            .fields
            .push(FormField::amount(GUARD, "Guard", [0, arm.most_guard()], 0));
    }
    offer
}

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
    let action = match (does, choice.target, enemy) {
        (Declares::Attack(weapon), _, Some(target)) => PlannedAction::Attack {
            target,
            weapon,
            how,
            place: match choice.fields.target(PLACE) {
                Some(Target::Cell(cell)) => Some(cell),
                _ => None,
            },
        },
        (Declares::Move, Some(Target::Cell(to)), _) => PlannedAction::Move {
            to,
            runs: runs(field, who, to, &choice.path),
        },
        (Declares::FullDefence, _, Some(against)) => PlannedAction::FullDefence { against },
        _ => PlannedAction::None,
    };
    let near = |enemy: Cell| {
        let cells = allowance::whole(who.tmr(), field.grid()) / allowance::CELL;
        field.grid().steps(who.cell(), enemy) <= u32::from(cells)
    };
    Plan {
        action,
        guard: choice.fields.amount(GUARD).unwrap_or(0),
        was_near: enemy.is_some_and(|enemy| near(field.combatant(enemy).cell())),
    }
}

/// The movement that an attack declares.
#[must_use]
pub fn how(choice: &Choice) -> How {
    match choice.fields.option(HOW) {
        Some(HALF_MOVE) => How::HalfMove,
        Some(RUN) => How::Run,
        _ => How::Stand,
    }
}

/// True if a walk does not get to a cell (SEG-R40).
fn runs(field: &Field<'_, '_>, who: &Combatant<'_, '_>, to: Cell, drawn: &[Cell]) -> bool {
    let walk = allowance::whole(2 * who.tmr(), field.grid());
    let cost = if drawn.is_empty() {
        let ways = field.ways(who, allowance::whole(4 * who.tmr(), field.grid()));
        ways.to(to).map(|toll| toll.cost)
    } else {
        field.cost_along(who, drawn)
    };
    cost.is_none_or(|cost| cost > walk)
}

/// Movement of a plan in half feet (SEG-R11).
#[must_use]
pub fn half_feet(plan: &Plan, tmr: i32) -> i32 {
    match plan.action {
        PlannedAction::None
        | PlannedAction::Attack {
            how: How::Stand, ..
        } => 0,
        PlannedAction::Attack {
            how: How::HalfMove, ..
        } => tmr,
        PlannedAction::Attack { how: How::Run, .. }
        | PlannedAction::FullDefence { .. }
        | PlannedAction::Move { runs: false, .. } => 2 * tmr,
        PlannedAction::Move { runs: true, .. } => 4 * tmr,
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
    let most = allowance::whole(half_feet(&plan, who.tmr()), field.grid());
    if !choice.path.is_empty() {
        let ends = choice.path.last().copied().map(Target::Cell) == choice.target;
        let cost = field.cost_along(who, &choice.path);
        if !ends || cost.is_none_or(|cost| cost > most) {
            let reason = "there is no such way: it is blocked or too long".to_owned();
            return Err(Refusal::with_rules(reason, &[RR40]));
        }
    }
    if let PlannedAction::Attack {
        place: Some(place), ..
    } = plan.action
        && field.ways(who, most).to(place).is_none()
    {
        let reason = "the place to fight from is farther than this movement goes".to_owned();
        return Err(Refusal::with_rules(reason, &[R061, R071]));
    }
    Ok(())
}
