//! The round (TOY-001 to TOY-003): lots, then turns by number, and the blows of combatants that act together.

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{
    Candidates, CombatantId, Combatants, Event, Flow, Scribe, Target, Writer, add_stage,
    flow::{Ending, Question},
    goals,
    roll::DiceCup,
    sealed::{self, Revealed, has_chosen, is_revealed},
    stage::Stage,
    terms::DecisionKind,
};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    attack::{self, Attack, TurnAction},
    combatant::{Able, BREATHS, Breath, Facing, Guard, Stun},
    movement,
    order::Round,
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

/// The steps of a turn, in order. Each run of the schedule goes through all of them.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TurnStep {
    /// Takes the answer to the last question.
    Answer,
    /// Ends the battle or the round, and passes over combatants that lose their turn.
    Next,
    /// Asks the next question.
    Ask,
    /// Reveals what was chosen in secret, once all have chosen, and begins the blows.
    Strike,
}

/// The steps of a blow, in order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BlowStep {
    /// Asks the targets, and takes their answers.
    Guard,
    /// Rolls one attack.
    Roll,
    /// Lets all take effect.
    Effect,
    /// Ends the stage.
    End,
}

/// The stage of the lots.
#[must_use]
pub fn lots() -> Stage {
    Stage::new(Lots, STAGES[0])
}

/// Adds the stages.
pub fn plugin(app: &mut App) {
    add_stage(app, Lots);
    add_stage(app, Turns);
    add_stage(app, Blows);
    app.add_systems(Lots, draw_lots);
    let steps = (
        TurnStep::Answer,
        TurnStep::Next,
        TurnStep::Ask,
        TurnStep::Strike,
    );
    app.configure_sets(Turns, steps.chain());
    app.add_systems(
        Turns,
        (
            (sealed::keep, movement::walk)
                .chain()
                .in_set(TurnStep::Answer),
            (judge, recover).chain().in_set(TurnStep::Next),
            ask.in_set(TurnStep::Ask).run_if(goes_on),
            (sealed::reveal, declare.run_if(is_revealed), pass_on)
                .chain()
                .in_set(TurnStep::Strike)
                .run_if(all_have_chosen),
        ),
    );
    let steps = (
        BlowStep::Guard,
        BlowStep::Roll,
        BlowStep::Effect,
        BlowStep::End,
    );
    app.configure_sets(Blows, steps.chain());
    app.add_systems(
        Blows,
        (
            attack::ask.in_set(BlowStep::Guard),
            attack::roll
                .in_set(BlowStep::Roll)
                .run_if(attack::all_answered),
            attack::take_effect
                .in_set(BlowStep::Effect)
                .run_if(attack::all_rolled),
            end_blows.in_set(BlowStep::End).run_if(no_attacks),
        ),
    );
}

/// Begins a round. Its dice are rolled by the next run: a battle may be over before.
fn begin_round(flow: &mut Flow, scribe: &mut Scribe<'_, '_>) {
    flow.round += 1;
    scribe.journal.set_round(flow.round);
    scribe.write(Event::RoundBegan, &[rule(1)]);
    let stage = STAGES[0];
    scribe.write(Event::StageBegan { stage }, &[rule(1)]);
}

/// Rolls for the order of turns (TOY-001).
fn draw_lots(
    combatants: Combatants,
    mut guards: Query<&mut Guard>,
    mut round: ResMut<Round>,
    mut cup: ResMut<DiceCup>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
) {
    if flow.round == 0 {
        begin_round(&mut flow, &mut scribe);
    }
    let mut order: Vec<(i32, Vec<CombatantId>)> = Vec::new();
    for (body, ()) in combatants.active() {
        let die = cup.sum(&DiceExpr::dice(1, 6));
        scribe.sum(*body.id, "lot", &die, &[rule(1)]);
        match order.iter_mut().find(|(number, _)| *number == die.total) {
            Some((_, together)) => together.push(*body.id),
            None => order.push((die.total, vec![*body.id])),
        }
        if let Ok(mut guard) = guards.get_mut(body.entity) {
            guard.0 = true;
        }
    }
    order.sort_by_key(|(number, _)| -number);
    let steps = order.iter().map(|(_, together)| together.clone()).collect();
    scribe.write(Event::Ordered { steps }, &[rule(1)]);
    let stage = STAGES[1];
    scribe.write(Event::StageBegan { stage }, &[rule(2)]);
    *round = Round {
        order,
        ..Round::default()
    };
    flow.replace(Stage::new(Turns, stage));
}

/// Ends the battle, for good or after the last round (TOY-011), or begins the next round.
fn judge(combatants: Combatants, round: Res<Round>, mut flow: ResMut<Flow>, mut scribe: Scribe) {
    let level = &combatants.board.level;
    let sides = combatants.active().map(|(body, ())| body.side());
    let left = goals::alliances_of(level, sides.collect());
    let is_over = round.together().is_empty();
    let settings = level.settings.get::<Settings>().copied();
    let limit = goals::last_round(level, settings.unwrap_or_default().rounds);
    let (winner, reason) = if left.len() < 2 {
        let reason = "nobody else is on their feet".to_owned();
        (left.first().copied(), reason)
    } else if let Some(limit) = limit.filter(|limit| is_over && flow.round >= *limit) {
        (None, format!("{limit} rounds are over"))
    } else {
        if is_over {
            begin_round(&mut flow, &mut scribe);
            flow.replace(lots());
        }
        return;
    };
    let ending = Ending { winner, reason };
    goals::end(&mut scribe.journal, &mut flow, ending, &[rule(11)]);
}

/// Passes over the dead, and over stunned combatants, which lose this turn (TOY-007).
fn recover(
    combatants: Combatants,
    mut stunned: Query<(&mut Stun, &mut Breath)>,
    mut round: ResMut<Round>,
    mut scribe: Scribe,
) {
    while let Some(who) = round.next_mover() {
        let body = combatants.body(who);
        if let Ok((mut stun, mut breath)) = stunned.get_mut(body.entity)
            && body.is_active()
        {
            if !std::mem::take(&mut stun.0) {
                return;
            }
            scribe.condition(who, DAZED, false, &[rule(7)]);
            breath.0 = BREATHS;
            round.resting.push(who);
        }
        round.moved += 1;
    }
}

/// Asks the next combatant that moves (TOY-002), or the next that chooses an action in secret (TOY-003).
fn ask(able: Able, round: Res<Round>, mut flow: ResMut<Flow>) {
    let chooses = |who: &CombatantId| {
        let acts = able.body(*who).is_active() && !round.resting.contains(who);
        acts && !has_chosen(&flow, *who)
    };
    let (who, kind) = match round.next_mover() {
        Some(who) => (who, GOING),
        None => match round.together().iter().copied().find(chooses) {
            Some(who) => (who, DOING),
            None => return,
        },
    };
    let mut all = Candidates::offers_alone();
    candidates(&able, who, kind, &mut all);
    let body = able.body(who);
    let question = Question::new(body.side(), who, kind, body.name(), all.into_offers());
    flow.ask(if kind == DOING {
        question.sealed()
    } else {
        question
    });
}

/// Everything that a combatant might do when it is asked.
pub fn candidates(able: &Able<'_, '_>, who: CombatantId, kind: DecisionKind, all: &mut Candidates) {
    match kind {
        GOING => {
            let from = able.body(who).cell();
            let reach = movement::reach(&able.board, from, &able.taken_but_for(who));
            movement::candidates(&reach, all);
        }
        DOING => attack::candidates(able, who, all),
        _ => {}
    }
}

fn goes_on(flow: Res<Flow>) -> bool {
    flow.ending().is_none()
}

/// True once all that act together have chosen.
fn all_have_chosen(flow: Res<Flow>, round: Res<Round>) -> bool {
    flow.ending().is_none() && flow.decision().is_none() && !round.together().is_empty()
}

/// Declares what was revealed: blows take breath, and combatants turn to their targets (TOY-003, TOY-008, TOY-009).
fn declare(
    combatants: Combatants,
    mut attackers: Query<(&mut Breath, &mut Facing)>,
    mut revealed: ResMut<Revealed>,
    mut flow: ResMut<Flow>,
    mut scribe: Scribe,
    mut commands: Commands,
) {
    let board = &combatants.board;
    let mut attacks = Vec::new();
    for (decision, choice) in std::mem::take(&mut revealed.0) {
        let (Some(who), Some(action)) = (decision.actor, decision.act(&choice)) else {
            continue;
        };
        let effort = choice.fields.amount(attack::EFFORT).unwrap_or(0);
        if let Ok((mut breath, _)) = attackers.get_mut(combatants.body(who).entity) {
            match action {
                TurnAction::Blow => breath.0 -= 1 + effort,
                TurnAction::Rest => breath.0 = BREATHS,
                TurnAction::Shot => {}
            }
        }
        let Some(target) = choice.target.and_then(Target::combatant) else {
            continue;
        };
        let enemy = combatants.body(target);
        let facing = attackers.get(enemy.entity).map(|(_, facing)| *facing);
        let from = combatants.body(who).cell();
        attacks.push(Attack {
            number: attacks.len(),
            who,
            target,
            missile: *action == TurnAction::Shot,
            effort,
            behind: facing
                .is_ok_and(|facing| facing.is_behind(board.map.grid(), enemy.cell(), from)),
            guarded: None,
            harm: None,
        });
    }
    if attacks.len() > 1 {
        scribe.journal.open_group();
    }
    if !attacks.is_empty() {
        flow.push(Stage::new(Blows, STAGES[2]));
    }
    // All attacks are as they stood before any of them turned.
    for attack in attacks {
        let event = Event::Attacked {
            who: attack.who,
            target: attack.target,
            item: None,
            with: if attack.missile { "bow" } else { "fists" }.to_owned(),
            missile: attack.missile,
        };
        scribe.write(event, &[rule(3)]);
        let [body, enemy] = [attack.who, attack.target].map(|who| combatants.body(who));
        if let Ok((_, mut facing)) = attackers.get_mut(body.entity) {
            let way = (&**board, body.cell(), enemy.cell());
            movement::turn(attack.who, &mut facing, way, &mut scribe);
        }
        commands.spawn(attack);
    }
}

/// Goes on to the combatants with the next number.
fn pass_on(mut round: ResMut<Round>) {
    round.place += 1;
    round.moved = 0;
    round.resting.clear();
}

fn no_attacks(attacks: Query<&Attack>) -> bool {
    attacks.is_empty()
}

fn end_blows(mut flow: ResMut<Flow>, mut scribe: Scribe) {
    scribe.journal.close_group();
    flow.pop();
}
