//! What a combatant is under this ruleset: one idea a component.

pub mod arms;
pub mod battlefield;
pub mod contrivances;
pub mod count;
pub mod light;
pub mod magic;
pub mod round;
pub mod walk;
pub mod wounds;

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, RegisterState};
use shieldwall_grid::Direction;

use crate::content::{item_block::ItemBlock, stat_block::StatBlock};

/// The stat block. Never changes in a battle.
#[derive(Component, Clone, Debug)]
pub struct Build(pub Arc<StatBlock>);

/// What somebody wears. Never changes in a battle.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Armour {
    /// The names of the pieces.
    pub names: Vec<String>,
    /// What it adds to the Armour Class, hide and shell counted.
    pub points: i32,
    /// Its magic plus.
    pub magic: i32,
    /// The most cells a round in it; `None` if it does not hinder.
    pub speed: Option<u16>,
    /// Whether there is a helmet among it.
    pub helmet: bool,
    /// Whether it is rigid, like plate (D20-165).
    pub rigid: bool,
    /// Steps by which it lowers the die of surprise (D20-154).
    pub surprise_steps: u8,
    /// The magic plus of the body armour; `None` for those who wear none, magical bracers left out (D20-139).
    pub quality: Option<i32>,
}

/// The way somebody faces (D20-041, D20-R44).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facing(pub Direction);

/// Whether somebody lies on the ground (D20-R79).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Prone(pub bool);

/// Whether somebody still fights at 0 hit points or less, with -2 on its attacks (D20-065).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Weakened(pub bool);

/// Whether somebody has lost heart (D20-111).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Broken(pub bool);

/// Whether somebody has locked shields with its neighbours (D20-125).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locked(pub bool);

/// The one enemy that somebody has singled out in its last action, so that the others strike it as from behind
/// (D20-105, D20-R53).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Singling(pub Option<CombatantId>);

/// Segments of surprise that somebody loses (D20-149).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LostSegments(pub u32);

/// Whether somebody is surprised in this segment: it does nothing (D20-149).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surprised(pub bool);

/// Whether somebody lies in hiding: none of its enemies has noticed it in this battle, and it does nothing until it comes
/// out (D20-R19).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hidden(pub bool);

/// Whether somebody looks on while newcomers act in a segment of surprise (D20-R19).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LooksOn(pub bool);

/// Whether anybody has attacked somebody: from then on it is unaware no longer (D20-R40).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Warned(pub bool);

/// The one that pins somebody to the ground (D20-166).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pinned(pub Option<CombatantId>);

/// What an item does. Never changes in a battle.
#[derive(Component, Clone, Debug)]
pub struct Gear(pub Arc<ItemBlock>);

/// Whether an item is in hand.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Readied(pub bool);

/// Whether a weapon that must be loaded is, and the round in which it was shot last (D20-034).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loading {
    /// Whether it can be shot.
    pub loaded: bool,
    /// The round in which it was shot; 0 if it has not been.
    pub shot: u32,
}

impl Default for Loading {
    fn default() -> Self {
        Self {
            loaded: true,
            shot: 0,
        }
    }
}

/// Registers what changes.
pub fn plugin(app: &mut App) {
    app.combatant_state::<Facing>()
        .combatant_state::<Prone>()
        .combatant_state::<Weakened>()
        .combatant_state::<Broken>()
        .combatant_state::<Locked>()
        .combatant_state::<Singling>()
        .combatant_state::<Pinned>()
        .combatant_state::<LostSegments>()
        .combatant_state::<Surprised>()
        .combatant_state::<Hidden>()
        .combatant_state::<LooksOn>()
        .combatant_state::<Warned>()
        .item_state::<Readied>()
        .item_state::<Loading>()
        .constant::<Build>()
        .constant::<Armour>()
        .constant::<Gear>();
    magic::plugin(app);
    round::plugin(app);
    wounds::plugin(app);
}
