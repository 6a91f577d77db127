//! The matrix of attack and defence (PCT-049 to PCT-056).

use serde::Serialize;
use shieldwall_battle::{
    RuleId,
    terms::{AttackEffect, Defence},
};

use crate::{
    attack::success_level::SuccessLevel,
    terms::{
        rules::{R050, R051, R052, R053, R054, R055, R056},
        words,
    },
};

/// How an attack is answered (PCT-R27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DefenceKind {
    /// With a weapon, a shield or bare hands (PCT-033).
    Parry,
    /// By moving aside (PCT-042).
    Dodge,
}

impl DefenceKind {
    /// Its word in the journal.
    #[must_use]
    pub const fn word(self) -> Defence {
        match self {
            Self::Parry => words::PARRY,
            Self::Dodge => words::DODGE,
        }
    }
}

/// What damage an attack does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageKind {
    /// None at all.
    None,
    /// The dice of the weapon and the damage bonus (PCT-059).
    Normal,
    /// The highest the weapon can do on top of that (PCT-147).
    Special,
}

impl DamageKind {
    /// Its word in the journal.
    #[must_use]
    pub const fn word(self) -> AttackEffect {
        match self {
            Self::None => words::NO_EFFECT,
            Self::Normal => words::NORMAL,
            Self::Special => words::SPECIAL_DAMAGE,
        }
    }
}

/// One row of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The damage done.
    pub damage: DamageKind,
    /// Points that the parrying item loses (PCT-051); nothing reduces them (PCT-R36).
    pub parry_item_loses: i32,
    /// Points that the item striking in melee loses (PCT-053, PCT-R39).
    pub attacker_item_loses: i32,
    /// The rule of the row.
    pub rule: RuleId,
}

/// The row for an attack and its answer. No defence at all counts as a failed one (PCT-049).
///
/// `melee` says whether the attack is made in melee: only then can a parry hurt the attacker's
/// item (PCT-R39).
#[must_use]
pub const fn row(
    attack: SuccessLevel,
    defence: Option<(DefenceKind, SuccessLevel)>,
    melee: bool,
) -> Row {
    let (parried, answer) = match defence {
        Some((kind, level)) => (matches!(kind, DefenceKind::Parry), level),
        None => (false, SuccessLevel::Failure),
    };
    let (damage, parry_item_loses, attacker_item_loses, rule) = match (attack, answer) {
        (SuccessLevel::Failure, _) => (DamageKind::None, 0, 0, R056),
        (SuccessLevel::Success, SuccessLevel::Failure) => (DamageKind::Normal, 0, 0, R055),
        (SuccessLevel::Success, SuccessLevel::Success) => (DamageKind::None, 0, 0, R054),
        (SuccessLevel::Success, SuccessLevel::Special) => {
            let loses = if parried && melee { 1 } else { 0 };
            (DamageKind::None, 0, loses, R053)
        }
        (SuccessLevel::Special, SuccessLevel::Failure) => (DamageKind::Special, 0, 0, R052),
        (SuccessLevel::Special, SuccessLevel::Success) => {
            let loses = if parried { 2 } else { 0 };
            (DamageKind::Normal, loses, 0, R051)
        }
        (SuccessLevel::Special, SuccessLevel::Special) => (DamageKind::None, 0, 0, R050),
    };
    Row {
        damage,
        parry_item_loses,
        attacker_item_loses,
        rule,
    }
}
