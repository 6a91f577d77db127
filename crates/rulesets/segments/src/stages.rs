//! The stages of a round, each a schedule (SEG-018).

use bevy_ecs::schedule::ScheduleLabel;
use shieldwall_battle::stage::Stage;

use crate::terms::words::stages as names;

/// The battle or a round begins, or the battle ends.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoundStart;

/// Attackers spring out of hiding (SEG-048).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ambush;

/// All state an action in secret (SEG-001).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Declaration;

/// The initiative dice (SEG-009).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Initiative;

/// The count from segment to segment (SEG-002).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Countdown;

/// The movement step of a segment (SEG-020).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Movement;

/// The action step of a segment.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action;

/// Attackers drive desperate defenders back (SEG-104).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Driving;

/// Attackers that move after their attacks set out (SEG-065).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MovingOff;

/// Free attacks on a combatant that withdraws (SEG-110).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FreeAttacks;

/// The round ends.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoundEnd;

/// The stage in which a round begins.
#[must_use]
pub fn round_start() -> Stage {
    Stage::new(RoundStart, names::DECLARATION)
}

/// An ambush.
#[must_use]
pub fn ambush() -> Stage {
    Stage::new(Ambush, names::AMBUSH)
}

/// The declarations.
#[must_use]
pub fn declaration() -> Stage {
    Stage::new(Declaration, names::DECLARATION)
}

/// The initiative dice.
#[must_use]
pub fn initiative() -> Stage {
    Stage::new(Initiative, names::INITIATIVE)
}

/// The count.
#[must_use]
pub fn countdown() -> Stage {
    Stage::new(Countdown, names::BEFORE_MOVEMENT)
}

/// The movement step of a segment.
#[must_use]
pub fn movement() -> Stage {
    Stage::new(Movement, names::MOVEMENT)
}

/// The action step of a segment.
#[must_use]
pub fn action(segment: i32) -> Stage {
    Stage::new(Action, part_of_round(segment))
}

/// Drives on a segment.
#[must_use]
pub fn driving(segment: i32) -> Stage {
    Stage::new(Driving, part_of_round(segment))
}

/// Attackers move off on a segment.
#[must_use]
pub fn moving_off(segment: i32) -> Stage {
    Stage::new(MovingOff, part_of_round(segment))
}

/// Free attacks.
#[must_use]
pub fn free_attacks() -> Stage {
    Stage::new(FreeAttacks, names::MOVEMENT)
}

/// The end of the round.
#[must_use]
pub fn round_end() -> Stage {
    Stage::new(RoundEnd, names::ROUND_END)
}

/// The part of the round to which a segment belongs (SEG-018, SEG-019, SEG-021).
#[must_use]
pub const fn part_of_round(segment: i32) -> &'static str {
    match segment {
        11.. => names::BEFORE_MOVEMENT,
        1..=10 => names::MOVEMENT,
        _ => names::AFTER_MOVEMENT,
    }
}
