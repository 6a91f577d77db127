//! A combatant under this ruleset: one idea a component.

pub mod allowance;
pub mod arms;
pub mod boons;
pub mod casting;
pub mod clock;
pub mod field;
pub mod free_action;
pub mod handling;
pub mod injuries;
pub mod multiples;
pub mod percent_roll;
pub mod plan;
pub mod sight;
pub mod wounds;

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, RegisterState};

use crate::content::{item_block::ItemBlock, stat_block::StatBlock};

/// The stat block. Never changes in a battle.
#[derive(Component, Clone, Debug)]
pub struct Build(pub Arc<StatBlock>);

/// The armour that a combatant wears. Never changes in a battle.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Armour {
    /// The names of the pieces.
    pub names: Vec<String>,
    /// PROT of all of them.
    pub prot: i32,
    /// True if it, or anything that is carried, encumbers (SEG-R54).
    pub encumbers: bool,
}

/// PROT of the armour that grievous hits have spoilt (SEG-030).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spoilt(pub i32);

/// True if a combatant is stunned until the round ends (SEG-032).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stunned(pub bool);

/// True if a combatant lies on the ground (SEG-R17).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fallen(pub bool);

/// Things that a combatant has used up in this round.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exertion {
    /// True once it has left its cell.
    pub moved: bool,
    /// True once a hit has cost it hit points.
    pub hurt: bool,
    /// True once the free step is taken (SEG-064).
    pub stepped: bool,
    /// The segment on which it was asked last for the free step.
    pub asked_on: Option<i32>,
    /// The cell into which it takes the free step now.
    pub steps_to: Option<shieldwall_grid::Cell>,
    /// True once it has made a strike of its own (SEG-065).
    pub has_struck: bool,
    /// The withdrawing enemies on which it has made its free attacks (SEG-R61).
    pub free_attacks: Vec<CombatantId>,
    /// The desperate defenders that it could drive back already (SEG-R57).
    pub drives: Vec<CombatantId>,
}

/// An item as this ruleset knows it. Never changes in a battle.
#[derive(Component, Clone, Debug)]
pub struct Gear(pub Arc<ItemBlock>);

/// True if an item is in hand.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Readied(pub bool);

/// The cells of a way that was drawn, the next one last; empty for the shortest way.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Route(pub Vec<shieldwall_grid::Cell>);

/// The missiles that are left for a weapon; `None` if they are not counted (SEG-R63).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shots(pub Option<u16>);

/// True if an item has been used up.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UsedUp(pub bool);

/// Initiative that a potion adds for some rounds (SEG-R45).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Haste {
    /// Added to all initiative rolls.
    pub initiative: i32,
    /// Rounds for which it lasts.
    pub rounds: u8,
    /// True in the round in which it was drunk: its rounds begin with the next one.
    pub fresh: bool,
}

impl Haste {
    /// The initiative that it adds now.
    #[must_use]
    pub const fn now(self) -> i32 {
        if self.rounds > 0 && !self.fresh {
            self.initiative
        } else {
            0
        }
    }

    /// Counts a round. True if it was the last one.
    pub const fn end_round(&mut self) -> bool {
        if self.fresh || self.rounds == 0 {
            self.fresh = false;
            return false;
        }
        self.rounds -= 1;
        self.rounds == 0
    }
}

/// True if a combatant has kept its aim from the round before: its first shot has the bonus (SEG-132, SEG-R66).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SteadyAim(pub bool);

/// True in the round after a sprint (SEG-R40).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Winded(pub bool);

/// Registers what changes.
pub fn plugin(app: &mut App) {
    app.combatant_state::<Spoilt>()
        .combatant_state::<Stunned>()
        .combatant_state::<Fallen>()
        .combatant_state::<Exertion>()
        .combatant_state::<Route>()
        .combatant_state::<Haste>()
        .combatant_state::<Winded>()
        .combatant_state::<SteadyAim>()
        .combatant_state::<injuries::StuckMissiles>()
        .combatant_state::<injuries::GrievousWounds>()
        .combatant_state::<casting::Casting>()
        .combatant_state::<casting::Energy>()
        .combatant_state::<boons::Ward>()
        .combatant_state::<boons::Blessing>()
        .combatant_state::<sight::Stealth>()
        .combatant_state::<sight::Senses>()
        .resource_state::<sight::Fought>()
        .resource_state::<sight::Assaults>()
        .combatant_state::<plan::Plan>()
        .combatant_state::<plan::Attacks>()
        .combatant_state::<allowance::Allowance>()
        .item_state::<Readied>()
        .item_state::<UsedUp>()
        .item_state::<Shots>()
        .resource_state::<clock::Clock>()
        .constant::<field::HouseRules>()
        .constant::<field::Ambushers>()
        .constant::<Build>()
        .constant::<Armour>()
        .constant::<Gear>();
}
