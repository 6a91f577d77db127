//! A way to strike (PCT-020 to PCT-024).

use shieldwall_battle::{ItemId, terms::Mode};

use crate::{content::blocks::WeaponClass, terms::modes};

/// In which way an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// With the melee row of an item, in one of its classes.
    Melee(WeaponClass),
    /// By throwing the item.
    Thrown,
    /// By shooting with the item.
    Shot,
    /// By striking with a shield (PCT-127).
    Bash,
    /// With bare hands (PCT-070).
    Brawl,
    /// With a natural weapon, by its number (PCT-R83).
    Natural(u8),
}

/// One way to strike that a combatant has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arm {
    /// The item; `None` for bare hands and natural weapons.
    pub item: Option<ItemId>,
    /// How.
    pub manner: Manner,
}

impl Manner {
    /// Its mode.
    #[must_use]
    pub fn mode(self) -> Mode {
        match self {
            Self::Melee(WeaponClass::Long) => modes::LONG,
            Self::Melee(WeaponClass::Short) => modes::SHORT,
            Self::Melee(_) => modes::MEDIUM,
            Self::Thrown => modes::THROWN,
            Self::Shot => modes::SHOT,
            Self::Bash => modes::BASH,
            Self::Brawl => modes::BRAWL,
            Self::Natural(number) => {
                let last = modes::NATURAL.len() - 1;
                modes::NATURAL[usize::from(number).min(last)]
            }
        }
    }

    /// All of them, each with its own mode.
    pub fn all() -> impl Iterator<Item = Self> {
        let melee = [WeaponClass::Long, WeaponClass::Medium, WeaponClass::Short].map(Self::Melee);
        let others = [Self::Thrown, Self::Shot, Self::Bash, Self::Brawl];
        let natural = (0..).take(modes::NATURAL.len()).map(Self::Natural);
        melee.into_iter().chain(others).chain(natural)
    }

    /// True if something flies: then range, cover and sight count (PCT-R31).
    #[must_use]
    pub const fn is_missile(self) -> bool {
        matches!(self, Self::Thrown | Self::Shot)
    }
}

impl Arm {
    /// Bare hands.
    pub const BRAWL: Self = Self {
        item: None,
        manner: Manner::Brawl,
    };
}
