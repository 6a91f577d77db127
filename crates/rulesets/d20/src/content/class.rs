//! Classes of characters, and what monsters have instead (D20-004, D20-005, D20-R04, D20-R20).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content::spell::Caster;

/// What a character has learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Fights.
    Fighter,
    /// Fights in the wild.
    Ranger,
    /// Steals.
    Thief,
    /// Prays.
    Cleric,
    /// Fights and casts spells.
    FighterMage,
    /// Casts spells.
    MagicUser,
}

/// The highest level of the table.
pub const HIGHEST: i32 = 10;

impl Class {
    /// The Base Combat Bonus by level, from 1 (D20-R04).
    const fn bonuses(self) -> [i32; 10] {
        match self {
            Self::Fighter | Self::Ranger => [0, 1, 1, 2, 2, 3, 4, 4, 5, 5],
            Self::Thief | Self::Cleric | Self::FighterMage => [0, 0, 1, 1, 2, 2, 3, 3, 3, 4],
            Self::MagicUser => [0, 0, 0, 1, 1, 1, 2, 2, 2, 2],
        }
    }

    /// The Base Combat Bonus of a level (D20-004).
    #[must_use]
    pub fn combat_bonus(self, level: i32) -> i32 {
        let place = usize::try_from(level.clamp(1, HIGHEST) - 1).unwrap_or(0);
        self.bonuses()[place]
    }

    /// The saving throw of a level: what must be rolled (D20-R20).
    #[must_use]
    pub const fn save(self, level: i32) -> i32 {
        let first = match self {
            Self::Fighter | Self::Ranger | Self::Cleric => 14,
            Self::Thief | Self::FighterMage | Self::MagicUser => 15,
        };
        first - (level - 1)
    }

    /// The sides of its die of surprise (D20-152, D20-R16).
    #[must_use]
    pub const fn surprise_die(self) -> u16 {
        match self {
            Self::Ranger | Self::Thief => 8,
            _ => 6,
        }
    }

    /// What the dice of its weapons are multiplied by in an attack by surprise (D20-037, D20-R42).
    #[must_use]
    pub const fn surprise_multiplier(self, level: i32) -> i32 {
        match (self, level) {
            (Self::Thief, ..=4) => 2,
            (Self::Thief, 5..=8) => 3,
            (Self::Thief, 9..) => 4,
            _ => 1,
        }
    }

    /// In what it may cast (D20-141, D20-142, D20-R76).
    #[must_use]
    pub const fn caster(self) -> Caster {
        match self {
            Self::Fighter | Self::Ranger | Self::Thief => Caster::None,
            Self::Cleric => Caster::Free,
            Self::FighterMage => Caster::FighterMage,
            Self::MagicUser => Caster::MagicUser,
        }
    }

    /// The sides of its hit die.
    #[must_use]
    pub const fn hit_die(self) -> i32 {
        match self {
            Self::Fighter | Self::Ranger => 8,
            Self::Thief | Self::Cleric | Self::FighterMage => 6,
            Self::MagicUser => 4,
        }
    }
}

/// The Base Combat Bonus of a monster: its whole hit dice, at most 15 (D20-005, D20-006, D20-R05).
#[must_use]
pub fn monster_combat_bonus(hit_dice: i32) -> i32 {
    hit_dice.clamp(0, 15)
}

/// The saving throw of a monster.
#[must_use]
pub fn monster_save(hit_dice: i32) -> i32 {
    (18 - hit_dice).max(3)
}

/// Hit points of so many dice at their average, rounded down: at least 1.
#[must_use]
pub fn average_hit_points(dice: i32, sides: i32) -> i32 {
    (dice * (sides + 1) / 2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-004: a fighter of level 7 has +4.
    #[test]
    fn d20_004_the_bonus_of_a_character_goes_by_class_and_level() {
        assert_eq!(Class::Fighter.combat_bonus(7), 4);
        assert_eq!(Class::MagicUser.combat_bonus(3), 0);
        assert_eq!([Class::Fighter.save(1), Class::MagicUser.save(6)], [14, 10]);
    }

    /// D20-005, D20-006 and D20-E02.
    #[test]
    fn d20_005_the_bonus_of_a_monster_is_its_hit_dice() {
        assert_eq!(
            [0, 2, 3, 15, 16, 20].map(monster_combat_bonus),
            [0, 2, 3, 15, 15, 15]
        );
        assert_eq!([0, 1, 3, 20].map(monster_save), [18, 17, 15, 3]);
        assert_eq!(
            [(1, 8), (0, 8), (7, 8)].map(|(dice, die)| average_hit_points(dice, die)),
            [4, 1, 31]
        );
    }
}
