//! An attack under way: everything decided and rolled about it.

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, RuleId};

use crate::{
    attack::mighty_blow::MightyBlow,
    content::blocks::Weapon,
    figure::{arms::Arm, battlefield::Battlefield},
    harm::d20::D20,
};

/// An attack from its announcement to its effect.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Its place among those that are made together.
    pub number: usize,
    /// The attacker.
    pub who: CombatantId,
    /// The target: until chance has chosen it, the combatant that was aimed at.
    pub target: CombatantId,
    /// The combatant that was aimed at.
    pub aimed_at: CombatantId,
    /// With what.
    pub weapon: Weapon,
    /// True if something flies.
    pub missile: bool,
    /// Why it is made.
    pub occasion: Occasion,
    /// Choice of the target.
    pub aiming: Aiming,
    /// Its purpose.
    pub manner: Manner,
    /// The rules by which it is made.
    pub rules: &'static [RuleId],
    /// Result of the d20; `None` before it is rolled.
    pub roll: Option<D20>,
    /// True if the total came to the Armour Class.
    pub reaches: bool,
    /// Hit points that it costs; `None` before that is known.
    pub damage: Option<i32>,
    /// Hit points that it costs the striker (D20-165).
    pub recoil: i32,
    /// Points of CON that it costs instead of hit points (D20-036).
    pub constitution: Option<i32>,
    /// The Mighty Blow that it is.
    pub blow: Option<MightyBlow>,
    /// True if a throw has turned a Mighty Blow aside (D20-063).
    pub turned_aside: bool,
    /// Rounds for which it knocks out a target that was stunned already (D20-164).
    pub out_for: Option<u32>,
    /// True if all its dice are rolled.
    pub rolled: bool,
}

impl Attack {
    /// Its weapon; `None` if that is not in hand any more.
    #[must_use]
    pub fn arm(&self, field: &Battlefield<'_, '_>) -> Option<Arm> {
        let who = field.figure(self.who);
        if self.occasion == Occasion::Astray {
            return field.arm_astray(&who, self.weapon, self.missile);
        }
        field.arm(&who, self.weapon, self.missile)
    }

    /// True if it hits.
    #[must_use]
    pub fn hits(&self) -> bool {
        self.roll.is_some_and(D20::succeeds)
    }

    /// True if the die showed 20 (D20-052).
    #[must_use]
    pub fn is_natural_20(&self) -> bool {
        self.roll == Some(D20::Twenty)
    }

    /// True if it is a natural 20 that also reaches the Armour Class, and hurts (D20-054).
    #[must_use]
    pub fn is_mighty(&self) -> bool {
        // A brawl stuns instead, and a blow to subdue does neither (D20-R77, D20-R81).
        let kills = self.manner == Manner::Kill && !self.weapon.brawls();
        kills && self.is_natural_20() && self.reaches && self.damage > Some(0)
    }
}

/// Why an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// On one's own number.
    Number,
    /// A free attack on an enemy that passes (D20-115).
    Passing,
    /// A free attack on an enemy that stumbles, runs or fumbles (D20-076, D20-123, D20-124).
    Free,
    /// A long weapon against an enemy that comes near (D20-135).
    FendingOff,
    /// A blow that has gone astray, and hits (D20-079).
    Astray,
}

/// Choice of the target: by the attacker or by chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aiming {
    /// The target is the only one there is, or there is no choice.
    #[default]
    Plain,
    /// An enemy within reach, chosen by a die (D20-104).
    Chance,
    /// One of several is singled out (D20-105).
    SinglesOut,
}

/// Purpose of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Manner {
    /// To kill.
    #[default]
    Kill,
    /// To beat the target down: half of the damage does not kill (D20-143).
    Subdue,
    /// At the vitals of a helpless or unaware target (D20-036).
    Vitals,
    /// To wrestle it to the ground (D20-166).
    Wrestle,
    /// To push it back, and to follow it or not (D20-167).
    Push {
        /// True if the pusher takes its place.
        follow: bool,
    },
    /// To get free of the one that pins it down (D20-R82).
    Struggle,
}

impl Manner {
    /// True if it is an opposed roll that does no damage.
    #[must_use]
    pub const fn is_grip(self) -> bool {
        matches!(self, Self::Wrestle | Self::Push { .. } | Self::Struggle)
    }
}
