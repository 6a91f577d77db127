//! The stages of a round, each a schedule (D20-009).

use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{Flow, stage::Stage};

use crate::terms::stages as names;

/// Who is caught unawares (D20-010).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Surprise;

/// Offers are made and answered (D20-119).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parley;

/// Those in hiding come out, or are found (D20-016).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrivals;

/// A round begins.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoundStart;

/// Everybody says what they mean to do (D20-007, D20-009).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Declaration;

/// The dice of initiative (D20-019).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Initiative;

/// The count from the highest number down, and the held step after it (D20-026, D20-023).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Countdown;

/// Movement on a number before the attacks (D20-031).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Movement;

/// Attacks on a number (D20-028).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action;

/// Movement on a number after the attacks (D20-031).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct LateMovement;

/// The round ends.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoundEnd;

/// Surprise, before the first round.
#[must_use]
pub fn surprise() -> Stage {
    Stage::new(Surprise, names::DECLARATION)
}

/// Offers, before the battle and before a declaration.
#[must_use]
pub fn parley() -> Stage {
    Stage::new(Parley, names::DECLARATION)
}

/// Before a round: those in hiding.
#[must_use]
pub fn newcomers() -> Stage {
    Stage::new(Arrivals, names::DECLARATION)
}

/// The stage in which a round begins.
#[must_use]
pub fn round_start() -> Stage {
    Stage::new(RoundStart, names::DECLARATION)
}

/// The declaration.
#[must_use]
pub fn declaration() -> Stage {
    Stage::new(Declaration, names::DECLARATION)
}

/// Initiative.
#[must_use]
pub fn initiative() -> Stage {
    Stage::new(Initiative, names::INITIATIVE)
}

/// The count.
#[must_use]
pub fn countdown() -> Stage {
    Stage::new(Countdown, names::COUNTDOWN)
}

/// Movement before the attacks.
#[must_use]
pub fn movement() -> Stage {
    Stage::new(Movement, names::COUNTDOWN)
}

/// Attacks.
#[must_use]
pub fn action() -> Stage {
    Stage::new(Action, names::COUNTDOWN)
}

/// Movement after the attacks.
#[must_use]
pub fn late_movement() -> Stage {
    Stage::new(LateMovement, names::COUNTDOWN)
}

/// The end of the round.
#[must_use]
pub fn round_end() -> Stage {
    Stage::new(RoundEnd, names::ROUND_END)
}

/// Whether the stage that runs is still the one that is to run next, and nobody is asked: what was pushed on it in
/// this run comes first.
pub fn is_undisturbed(stage: Stage) -> impl Fn(Res<Flow>) -> bool + Clone {
    move |flow: Res<Flow>| flow.top() == Some(stage) && flow.decision().is_none()
}

/// Whether everybody who was to be asked in secret has answered.
pub fn is_sealed(flow: Res<Flow>) -> bool {
    flow.decision().is_none() && !flow.answered() && !flow.sealed().is_empty()
}
