//! The meaning of offers on a number, and the attacks that they become (D20-028, D20-101, D20-106).

use shieldwall_battle::{Choice, CombatantId, ItemId, Target};

use crate::{
    attack::{Aiming, Manner, assassination, spawning::Announced},
    content::blocks::Weapon,
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
        contrivances::Contrivance,
    },
    terms::fields::{AFTER, FOLLOW, PURPOSE, SUBDUE, VITALS},
};

/// An action on a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberAction {
    /// A blow, a brawl among them (D20-101, D20-162).
    Strike {
        /// The weapon.
        weapon: Weapon,
        /// Choice of the target.
        aiming: Aiming,
    },
    /// A throw of a weapon (D20-106).
    Throw(Weapon),
    /// A shot (D20-106).
    Shoot(Weapon),
    /// A blow into a cell where an enemy may be (D20-089).
    StrikeAir(Weapon),
    /// An attempt to wrestle an enemy down (D20-166).
    Wrestle,
    /// An attempt to push an enemy back (D20-167).
    Push,
    /// An attempt to get free (D20-R82).
    Struggle,
    /// The end of a hold (D20-R82).
    Release,
    /// A spell or a scroll (D20-093, D20-099).
    Cast(ItemId),
    /// A wand (D20-168).
    UseWand(ItemId),
    /// A prop or a device (D20-029).
    Use(Contrivance),
    /// Help with a missile that sticks (D20-072).
    Extract,
    /// A helmet put right (D20-081).
    Adjust,
    /// Nothing.
    Pass,
}

impl NumberAction {
    /// The arm that it uses; `None` if it uses none.
    #[must_use]
    pub fn arm(self, field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Option<Arm> {
        match self {
            Self::Strike { weapon, .. } | Self::StrikeAir(weapon) => field.arm(who, weapon, false),
            Self::Throw(weapon) | Self::Shoot(weapon) => field.arm(who, weapon, true),
            _ => None,
        }
    }

    /// The attack that it becomes with a choice; `None` if it is none.
    #[must_use]
    pub fn attack(
        self,
        field: &Battlefield<'_, '_>,
        who: CombatantId,
        choice: &Choice,
    ) -> Option<Announced> {
        let figure = field.figure(who);
        let target = choice.target.and_then(Target::combatant);
        let grip = |manner, target| Announced {
            who,
            target,
            weapon: Weapon::Fist,
            missile: false,
            aiming: Aiming::Plain,
            manner,
        };
        let follow = choice.fields.option(AFTER) == Some(FOLLOW);
        let aiming = match self {
            Self::Wrestle => return Some(grip(Manner::Wrestle, target?)),
            Self::Push => return Some(grip(Manner::Push { follow }, target?)),
            Self::Struggle => return Some(grip(Manner::Struggle, figure.pinned.0?)),
            Self::Strike { aiming, .. } => aiming,
            Self::Throw(_) | Self::Shoot(_) => Aiming::Plain,
            _ => return None,
        };
        let arm = self.arm(field, &figure)?;
        let knows_vitals = |target| assassination::knows_vitals(&figure, &field.figure(target));
        let manner = match choice.fields.option(PURPOSE) {
            Some(SUBDUE) => Manner::Subdue,
            Some(VITALS) if target.is_some_and(knows_vitals) => Manner::Vitals,
            _ => Manner::Kill,
        };
        let target = match aiming {
            Aiming::Chance => *field.candidates(&figure, &arm).first()?,
            Aiming::Plain | Aiming::SinglesOut => target?,
        };
        Some(Announced {
            who,
            target,
            weapon: arm.weapon,
            missile: arm.is_missile(),
            aiming,
            manner,
        })
    }
}
