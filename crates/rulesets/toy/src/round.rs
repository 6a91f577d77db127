//! The round (TOY-001 to TOY-003): lots, then turns by number, and the blows of those who act together.

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{
    Candidates, Choice, CombatantId, Event, Flow, Journal, Position, Roster, Target,
    event::Rolled,
    flow::{Ending, Question},
    goals,
    narration::name_of,
    narration::write_choice,
    roll::DiceCup,
    stage::{Stage, add_stage},
    terms::DecisionKind,
};
use shieldwall_content::Level;
use shieldwall_dice::{Dice, DiceExpr};
use shieldwall_grid::Cell;

use crate::{
    attack::{self, Attack, TurnAction},
    combatant::{BREATHS, Breath, Facing, Guard, State, Stun},
    movement,
    rules::rule,
    tables::Settings,
    terms::{DAZED, DOING, GOING, STAGES},
};

/// Schedule of the lots (TOY-001).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lots;

/// Schedule of the turns (TOY-002, TOY-003).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turns;

/// Schedule of the blows (TOY-003 to TOY-008).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blows;

/// The stage of the lots.
#[must_use]
pub fn lots() -> Stage {
    Stage::new(Lots, STAGES[0])
}

/// The steps of a blow, in order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Answers,
    Rolls,
    Effects,
    End,
}

/// Where the round is.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Those who act together, first ones first, with their number.
    pub order: Vec<(i32, Vec<CombatantId>)>,
    /// Who acts now: a place in `order`.
    pub place: usize,
    /// How many of them have moved.
    pub moved: usize,
    /// Those of them who lose this turn, and catch their breath (TOY-007).
    pub resting: Vec<CombatantId>,
}

impl Round {
    /// Those who act now.
    #[must_use]
    pub fn together(&self) -> &[CombatantId] {
        self.order.get(self.place).map_or(&[], |(_, who)| who)
    }
}

/// Adds the stages.
pub fn plugin(app: &mut App) {
    add_stage(app, Lots);
    add_stage(app, Turns);
    add_stage(app, Blows);
    app.add_systems(Lots, draw_lots);
    app.add_systems(Turns, take_turns);
    app.configure_sets(
        Blows,
        (Step::Answers, Step::Rolls, Step::Effects, Step::End).chain(),
    );
    let settled = attack::all_answered;
    app.add_systems(
        Blows,
        (
            attack::answers.in_set(Step::Answers),
            attack::rolls.in_set(Step::Rolls).run_if(settled),
            attack::effects
                .in_set(Step::Effects)
                .run_if(attack::all_rolled),
            end_blows.in_set(Step::End).run_if(no_attacks),
        ),
    );
}

/// Begins a round. Its dice are rolled by the next run: a battle may be over before.
fn begin_round(world: &mut World) {
    let mut flow = world.resource_mut::<Flow>();
    flow.round += 1;
    let round = flow.round;
    let mut journal = world.resource_mut::<Journal>();
    journal.set_round(round);
    journal.write(Event::RoundBegan, &[rule(1)]);
    journal.write(Event::StageBegan { stage: STAGES[0] }, &[rule(1)]);
}

/// Who acts when (TOY-001).
fn draw_lots(world: &mut World) {
    if world.resource::<Flow>().round == 0 {
        begin_round(world);
    }
    let state = State::of(world);
    let mut order: Vec<(i32, Vec<CombatantId>)> = Vec::new();
    for figure in state.figures.iter().filter(|figure| figure.is_up()) {
        let die = world.resource_mut::<DiceCup>().sum(&DiceExpr::dice(1, 6));
        let event = Event::Rolled(Rolled {
            who: figure.id,
            purpose: "lot".to_owned(),
            dice: die.faces,
            chance: None,
            total: Some(die.total),
            outcome: None,
        });
        world.resource_mut::<Journal>().write(event, &[rule(1)]);
        match order.iter_mut().find(|(number, _)| *number == die.total) {
            Some((_, together)) => together.push(figure.id),
            None => order.push((die.total, vec![figure.id])),
        }
        let entity = world.resource::<Roster>().combatant(figure.id);
        world.entity_mut(entity).insert(Guard(true));
    }
    order.sort_by_key(|(number, _)| -number);
    let steps = order.iter().map(|(_, together)| together.clone()).collect();
    let mut journal = world.resource_mut::<Journal>();
    journal.write(Event::Ordered { steps }, &[rule(1)]);
    journal.write(Event::StageBegan { stage: STAGES[1] }, &[rule(2)]);
    *world.resource_mut::<Round>() = Round {
        order,
        ..Round::default()
    };
    let turns = Stage::new(Turns, STAGES[1]);
    world.resource_mut::<Flow>().replace(turns);
}

/// Takes an answer, or asks the next one (TOY-002, TOY-003).
fn take_turns(world: &mut World) {
    if let Some((decision, choice)) = world.resource_mut::<Flow>().take_answer() {
        let Some(who) = decision.actor else { return };
        if decision.kind == GOING {
            walk(world, who, &choice);
            world.resource_mut::<Round>().moved += 1;
        } else {
            world.resource_mut::<Flow>().seal(decision, choice);
        }
        return;
    }
    let state = State::of(world);
    let round = world.resource::<Round>().clone();
    let together = round.together();
    let number = world.resource::<Flow>().round;
    if let Some(ending) = ending(&state, number, together.is_empty()) {
        world.resource_scope(|world, mut journal: Mut<Journal>| {
            goals::end(
                &mut journal,
                &mut world.resource_mut::<Flow>(),
                ending,
                &[rule(11)],
            );
        });
        return;
    }
    if together.is_empty() {
        begin_round(world);
        world.resource_mut::<Flow>().replace(lots());
        return;
    }
    if let Some(who) = together.get(round.moved) {
        if !state.figure(*who).is_up() || recovers(world, &state, *who) {
            world.resource_mut::<Round>().moved += 1;
            return;
        }
        ask(world, &state, *who, (GOING, false));
        return;
    }
    let waits = |who: &&CombatantId| {
        let acts = state.figure(**who).is_up() && !round.resting.contains(*who);
        acts && !has_chosen(world.resource::<Flow>(), **who)
    };
    if let Some(who) = together.iter().find(waits) {
        ask(world, &state, *who, (DOING, true));
        return;
    }
    reveal(world, &state);
}

/// Whether somebody has chosen in secret what to do.
pub fn has_chosen(flow: &Flow, who: CombatantId) -> bool {
    let mut sealed = flow.sealed().iter();
    sealed.any(|(decision, _)| decision.actor == Some(who))
}

/// Everything that a combatant might do when it is asked.
pub fn candidates(state: &State, who: CombatantId, kind: DecisionKind, all: &mut Candidates) {
    match kind {
        GOING => movement::candidates(state, who, all),
        DOING => attack::candidates(state, who, all),
        _ => {}
    }
}

fn ask(world: &mut World, state: &State, who: CombatantId, (kind, sealed): (DecisionKind, bool)) {
    let mut all = Candidates::offers_alone();
    candidates(state, who, kind, &mut all);
    let side = state.figure(who).side;
    let prompt = name_of(world, who);
    world.resource_mut::<Flow>().ask(Question {
        side,
        actor: Some(who),
        kind,
        prompt,
        against: None,
        sealed,
        offers: all.into_offers(),
    });
}

/// Whether somebody was stunned, and loses this turn by it (TOY-007).
fn recovers(world: &mut World, state: &State, who: CombatantId) -> bool {
    if !state.figure(who).stunned {
        return false;
    }
    let event = Event::Condition {
        who,
        condition: DAZED,
        on: false,
    };
    world.resource_mut::<Journal>().write(event, &[rule(7)]);
    let entity = world.resource::<Roster>().combatant(who);
    world.entity_mut(entity).insert(Stun(false));
    world.entity_mut(entity).insert(Breath(BREATHS));
    world.resource_mut::<Round>().resting.push(who);
    true
}

fn walk(world: &mut World, who: CombatantId, choice: &Choice) {
    let state = State::of(world);
    let path = movement::path(&state, who, choice.target, &choice.path).unwrap_or_default();
    let Some(end) = path.last().copied() else {
        return;
    };
    let from = state.figure(who).cell;
    let before = path.len().checked_sub(2).map_or(from, |last| path[last]);
    let mut whole = vec![from];
    whole.extend(&path);
    let steps = u16::try_from(path.len()).unwrap_or(u16::MAX);
    let event = Event::Moved {
        who,
        path: whole,
        cost: shieldwall_battle::MoveCost::count(steps, "cells"),
        stopped: None,
    };
    world.resource_mut::<Journal>().write(event, &[rule(2)]);
    let entity = world.resource::<Roster>().combatant(who);
    world.entity_mut(entity).insert(Position(end));
    face(world, &state, who, before, end);
}

/// Turns somebody from one cell towards another (TOY-009).
fn face(world: &mut World, state: &State, who: CombatantId, from: Cell, to: Cell) {
    let facing = state.board.map.grid().direction_towards(from, to);
    if facing == state.figure(who).facing || from == to {
        return;
    }
    let entity = world.resource::<Roster>().combatant(who);
    world.entity_mut(entity).insert(Facing(facing));
    let event = Event::Faced {
        who,
        facing: Some(facing),
    };
    world.resource_mut::<Journal>().write(event, &[rule(9)]);
}

/// Reveals what was chosen in secret, and begins the blows (TOY-003).
fn reveal(world: &mut World, state: &State) {
    let mut number = 0;
    let chosen = world.resource_mut::<Flow>().unseal();
    let attacks = chosen.iter().filter(|(_, choice)| choice.target.is_some());
    if attacks.count() > 1 {
        world.resource_mut::<Journal>().open_group();
    }
    for (decision, choice) in chosen {
        let Some(who) = decision.actor else { continue };
        write_choice(world, &decision, &choice);
        let figure = state.figure(who);
        let target = match choice.target {
            Some(Target::Combatant(target)) => Some(target),
            _ => None,
        };
        let action = decision.act(&choice).copied().unwrap_or(TurnAction::Rest);
        let missile = action == TurnAction::Shot;
        let entity = world.resource::<Roster>().combatant(who);
        let effort = choice.fields.amount(attack::EFFORT).unwrap_or(0);
        let breath = match action {
            TurnAction::Shot => figure.breath,
            TurnAction::Blow => figure.breath - 1 - effort,
            TurnAction::Rest => BREATHS,
        };
        world.entity_mut(entity).insert(Breath(breath));
        let Some(target) = target else { continue };
        let enemy = state.figure(target);
        let event = Event::Attacked {
            who,
            target,
            item: None,
            with: if missile { "bow" } else { "fists" }.to_owned(),
            missile,
        };
        world.resource_mut::<Journal>().write(event, &[rule(3)]);
        face(world, state, who, figure.cell, enemy.cell);
        world.spawn(Attack {
            number,
            who,
            target,
            missile,
            effort,
            behind: state.is_behind(enemy, figure.cell),
            guarded: None,
            harm: None,
        });
        number += 1;
    }
    let mut round = world.resource_mut::<Round>();
    round.place += 1;
    round.moved = 0;
    round.resting.clear();
    if number > 0 {
        world
            .resource_mut::<Flow>()
            .push(Stage::new(Blows, STAGES[2]));
    }
}

fn no_attacks(attacks: Query<&Attack>) -> bool {
    attacks.is_empty()
}

fn end_blows(mut flow: ResMut<Flow>, mut journal: ResMut<Journal>) {
    journal.close_group();
    flow.pop();
}

/// Whether the battle is over (TOY-011): for good, or after the last round.
fn ending(state: &State, round: u32, is_over: bool) -> Option<Ending> {
    let level: &Level = &state.board.level;
    let up = state.figures.iter().filter(|figure| figure.is_up());
    let left = goals::alliances_of(level, up.map(|figure| figure.side).collect());
    if left.len() < 2 {
        return Some(Ending {
            winner: left.first().copied(),
            reason: "nobody else is on their feet".to_owned(),
        });
    }
    let settings = level.settings.get::<Settings>().copied();
    let limit = goals::last_round(level, settings.unwrap_or_default().rounds)?;
    (round >= limit && is_over).then(|| Ending {
        winner: None,
        reason: format!("{limit} rounds are over"),
    })
}
