//! The schedules of attacks under way, and their steps.

use bevy_ecs::{prelude::*, schedule::ScheduleLabel};

/// Schedule of the dice of attacks under way (D20-001 to D20-003).
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blows;

/// Schedule of what attacks come to, all of one number together (D20-024, D20-064). It is a stage of its own: so
/// forecasts add up what the dice of an attack come to before they go through those that follow.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlowResults;

/// The steps of an attack, in order. The first four roll the dice of one attack in each run; the others follow when
/// all have been rolled.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The target, where chance chooses it (D20-104, D20-107).
    Target,
    /// The d20 (D20-001).
    ToHit,
    /// The dice of damage.
    Damage,
    /// Mighty Blows: effects of a natural 20 on heroes (D20-054).
    MightyBlow,
    /// Hit points and CON are lost, and some are stunned.
    Effects,
    /// Throws against death (D20-064).
    DeathSaves,
    /// Flesh wounds, lodged missiles, singled-out enemies, and grips that take hold.
    Wounds,
    /// Spells that attacks disrupt (D20-094).
    Disruption,
    /// Enemies that are kept off or thrown back (D20-117, D20-135), and attackers that are noticed.
    Aftermath,
    /// Attacks are over.
    End,
}
