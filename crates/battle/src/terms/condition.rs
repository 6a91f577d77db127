//! Conditions: what is true of a combatant for a while.

use super::Word;

/// What is true of a combatant for a while: `grabbed`, `kneeling`.
pub type Condition = Word<ConditionRole>;

/// What a condition is to everything that knows no rules, the most pressing first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionRole {
    /// Its enemies do not know where it is.
    Hidden,
    /// In a low stance behind something.
    Low,
    /// Standing upright: nothing that has to be shown.
    Upright,
    /// Held fast by somebody.
    Held,
    /// Holds somebody.
    Holding,
    /// Keeps losing health.
    Poisoned,
    /// Hurt for good.
    Injured,
    /// Out of courage: it flees or gives up.
    Broken,
    /// Cannot be frightened any more.
    Steady,
    /// Can do nothing for a while.
    Stunned,
    /// Lies on the ground.
    Prone,
    /// Frightened: it attacks worse.
    Afraid,
    /// Worse at something, or bound to something, for a while.
    Hindered,
    /// Better at something for a while.
    Strengthened,
    /// Taken unawares.
    Surprised,
    /// Busy with a power that takes effect later.
    Casting,
    /// Busy with somebody's wounds.
    Helping,
    /// Busy with a weapon, or has one that is not ready.
    Unloaded,
    /// Has nothing left to shoot.
    OutOfAmmunition,
    /// Has something broken in hand.
    BrokenItem,
    /// On a mount or vehicle.
    Mounted,
    /// Has done what it could in this round.
    TurnSpent,
    /// Can still answer others in this round.
    CanReact,
    /// Something that nobody has to see at a glance.
    Minor,
}

impl ConditionRole {
    /// True if it says what a combatant does in a round: that it is over with the round goes without saying.
    #[must_use]
    pub const fn ends_by_itself(self) -> bool {
        matches!(
            self,
            Self::Hindered | Self::Strengthened | Self::Holding | Self::Casting
        )
    }

    /// True if it is done to a combatant and soon over: what an attack may come to, but nothing of how it comes out of
    /// the battle.
    #[must_use]
    pub const fn is_setback(self) -> bool {
        matches!(
            self,
            Self::Stunned | Self::Prone | Self::Afraid | Self::Hindered | Self::Surprised
        )
    }

    /// Whether it says what a combatant does or may do just now, and nothing of how it comes out of the
    /// battle.
    #[must_use]
    pub const fn is_momentary(self) -> bool {
        match self {
            Self::Low
            | Self::Upright
            | Self::Holding
            | Self::Steady
            | Self::Stunned
            | Self::Prone
            | Self::Afraid
            | Self::Hindered
            | Self::Strengthened
            | Self::Surprised
            | Self::Casting
            | Self::Helping
            | Self::Unloaded
            | Self::Mounted
            | Self::TurnSpent
            | Self::CanReact
            | Self::Minor => true,
            Self::Hidden
            | Self::Held
            | Self::Poisoned
            | Self::Injured
            | Self::Broken
            | Self::OutOfAmmunition
            | Self::BrokenItem => false,
        }
    }
}

/// What may become of somebody besides lost hit points: `grabbed`, `disarmed`.
pub type Change = Word<Harm>;

/// How bad a change is for the one it happens to, in percent of being taken out of the fight; below 0 if it
/// is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Harm(pub i8);
