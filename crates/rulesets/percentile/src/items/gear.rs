//! Items: how whole they are, what they are loaded with, and where they are held.

use std::sync::Arc;

use crate::content::blocks::{ItemBlock, ShieldKind, Supply};
use bevy_ecs::prelude::Component;
use shieldwall_grid::{Cell, Side};

/// What an item does under this ruleset. Never changes.
#[derive(Component, Clone, Debug)]
pub struct Gear(pub Arc<ItemBlock>);

impl Gear {
    /// The kind of shield it is, if it is one.
    #[must_use]
    pub fn shield(&self) -> Option<ShieldKind> {
        self.0.shield.as_ref().map(|row| row.kind)
    }

    /// How it is supplied with missiles, if it shoots or is thrown.
    #[must_use]
    pub fn supply(&self) -> Option<Supply> {
        self.0.missile.as_ref().map(|row| row.supply)
    }

    /// Whether it is fought with: anything but armour.
    #[must_use]
    pub fn is_arm(&self) -> bool {
        self.0.melee.is_some() || self.0.missile.is_some() || self.0.shield.is_some()
    }
}

/// Hit points of an item that can be damaged (PCT-062, PCT-128).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Soundness {
    /// Points left; broken at 0 or less (PCT-R38).
    pub left: i32,
    /// Points when whole.
    pub whole: i32,
}

/// What a missile weapon can still send (PCT-098 to PCT-100, PCT-R52 to PCT-R54).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ammunition {
    /// Shots it can make before it must be reloaded; for bows, slings and rocks all there are.
    pub loaded: u16,
    /// Missiles, magazines or cells left besides.
    pub spares: u16,
}

impl Ammunition {
    /// What a weapon of this supply begins with.
    #[must_use]
    pub fn full(supply: Supply, missiles: u16, spares: u16) -> Option<Self> {
        match supply {
            Supply::Thrown => None,
            Supply::ThrownAndLost | Supply::Missiles => Some(Self {
                loaded: missiles,
                spares: 0,
            }),
            Supply::Crossbow => Some(Self {
                loaded: missiles.min(1),
                spares: missiles.saturating_sub(1),
            }),
            Supply::Magazine(shots) => Some(Self {
                loaded: shots,
                spares,
            }),
        }
    }

    /// The same after a reload; `None` if there is nothing to reload or nothing to do it with.
    #[must_use]
    pub const fn reloaded(self, supply: Supply) -> Option<Self> {
        let full = match supply {
            Supply::Crossbow => 1,
            Supply::Magazine(shots) => shots,
            Supply::Thrown | Supply::ThrownAndLost | Supply::Missiles => return None,
        };
        if self.spares == 0 || self.loaded >= full {
            return None;
        }
        Some(Self {
            loaded: full,
            spares: self.spares - 1,
        })
    }

    /// In plain words: "14 left", "3 shots, 2 spares", "unloaded, 9 left".
    #[must_use]
    pub fn label(self, supply: Supply) -> String {
        let Self { loaded, spares } = self;
        match supply {
            Supply::Thrown => String::new(),
            Supply::ThrownAndLost | Supply::Missiles => format!("{loaded} left"),
            Supply::Crossbow if loaded == 0 => format!("unloaded, {spares} left"),
            Supply::Crossbow => format!("loaded, {spares} left"),
            Supply::Magazine(shots) => format!("{loaded} of {shots} shots, {spares} spares"),
        }
    }
}

/// An item in hand or on the arm.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Readied;

/// A shield planted on a side of a cell (PCT-R59).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Planted {
    /// The cell it shelters.
    pub cell: Cell,
    /// The side it stands on.
    pub side: Side,
}
