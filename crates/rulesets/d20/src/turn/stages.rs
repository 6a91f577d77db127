//! The stages of a round, each a schedule (D20-009).

use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use shieldwall_battle::{Flow, stage::Stage};

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

/// Name of the declaration.
pub const DECLARATION: &str = "Declaration";
/// Name of initiative.
pub const INITIATIVE: &str = "Initiative";
/// Name of the count, and of all that happens on a number.
pub const COUNTDOWN: &str = "Countdown";
/// Name of attacks under way.
pub const BLOWS: &str = COUNTDOWN;
/// Name of the held step.
pub const HELD: &str = "Held actions";
/// Name of the end.
pub const ROUND_END: &str = "End of the round";

/// The names of all stages that the journal tells of, in order.
pub const NAMES: [&str; 5] = [DECLARATION, INITIATIVE, COUNTDOWN, HELD, ROUND_END];
/// The phases of a round, for the track.
pub const PHASES: [&str; 4] = [DECLARATION, INITIATIVE, COUNTDOWN, ROUND_END];

/// Surprise, before the first round.
#[must_use]
pub fn surprise() -> Stage {
    Stage::new(Surprise, DECLARATION)
}

/// Offers, before the battle and before a declaration.
#[must_use]
pub fn parley() -> Stage {
    Stage::new(Parley, DECLARATION)
}

/// Before a round: those in hiding.
#[must_use]
pub fn newcomers() -> Stage {
    Stage::new(Arrivals, DECLARATION)
}

/// The stage in which a round begins.
#[must_use]
pub fn round_start() -> Stage {
    Stage::new(RoundStart, DECLARATION)
}

/// The declaration.
#[must_use]
pub fn declaration() -> Stage {
    Stage::new(Declaration, DECLARATION)
}

/// Initiative.
#[must_use]
pub fn initiative() -> Stage {
    Stage::new(Initiative, INITIATIVE)
}

/// The count.
#[must_use]
pub fn countdown() -> Stage {
    Stage::new(Countdown, COUNTDOWN)
}

/// Movement before the attacks.
#[must_use]
pub fn movement() -> Stage {
    Stage::new(Movement, COUNTDOWN)
}

/// Attacks.
#[must_use]
pub fn action() -> Stage {
    Stage::new(Action, COUNTDOWN)
}

/// Movement after the attacks.
#[must_use]
pub fn late_movement() -> Stage {
    Stage::new(LateMovement, COUNTDOWN)
}

/// The end of the round.
#[must_use]
pub fn round_end() -> Stage {
    Stage::new(RoundEnd, ROUND_END)
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
