//! What every combatant has under every ruleset.

use std::sync::Arc;

use bevy_ecs::prelude::{Component, Entity, Resource};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::Unit;
use shieldwall_grid::{Cell, Side};

use crate::ids::{CombatantId, ItemId, SideId};

/// The side a combatant fights for.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allegiance(pub SideId);

/// The unit a combatant was recruited as, and its name in this battle.
#[derive(Component, Clone, Debug)]
pub struct Profile {
    /// Its unit.
    pub unit: Arc<Unit>,
    /// Its name, unique in the battle: "Spearman 2".
    pub name: String,
}

/// The cell a combatant stands or lies in.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position(pub Cell);

/// How many cells a combatant is across: 1, 2 or 3 ([`shieldwall_grid::Grid::footprint`]). Its
/// [`Position`] is the anchor of its cells.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Across(pub u8);

/// The side of its home cell on which a combatant stands, with one foot in the cell beyond: as the middle one of
/// three who are shoulder to shoulder on two cells. `None` for all who stand in a cell. Its [`Position`] is the
/// home cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Astride(pub Option<Side>);

/// The mount or vehicle that a combatant is on: it shares its cells.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Riding(pub Option<CombatantId>);

/// Hit points, which may go below zero.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HitPoints {
    /// Hit points left.
    pub current: i32,
    /// Hit points when unhurt.
    pub max: i32,
}

/// Whether a combatant is still in the fight.
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Vitality {
    /// Conscious.
    Active,
    /// Out of the fight, alive.
    Unconscious,
    /// Will die unless helped.
    Dying,
    /// Dead.
    Dead,
    /// Has given itself up: conscious, and out of the fight.
    Surrendered,
    /// Has left the map alive.
    Left,
}

impl Vitality {
    /// Whether it is still on the map alive and may yet matter, conscious or not.
    #[must_use]
    pub const fn is_alive_here(self) -> bool {
        !matches!(self, Self::Dead | Self::Left)
    }
}

/// Whether a combatant's enemies have noticed it.
///
/// A component that every combatant has, not a marker that comes and goes: what is written next
/// depends on it, so it must change at once and not when commands are applied.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Concealment {
    /// Everyone sees it.
    #[default]
    Open,
    /// Its enemies know nothing of it.
    Hidden,
    /// It has just given itself away: everyone sees it, but what happens together with that still
    /// treats it as hidden.
    Exposed,
}

impl Concealment {
    /// Whether enemies see nothing of it.
    #[must_use]
    pub const fn is_unseen(self) -> bool {
        matches!(self, Self::Hidden)
    }

    /// Whether rules still treat it as hidden.
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        !matches!(self, Self::Open)
    }
}

/// All combatants and items of the battle by their stable ids.
#[derive(Resource, Clone, Debug, Default)]
pub struct Roster {
    /// Combatant entities by [`CombatantId`].
    pub combatants: Vec<Entity>,
    /// Item entities by [`ItemId`].
    pub items: Vec<Entity>,
    /// The place of each combatant among those who must go one after the other though they are
    /// equals, by [`CombatantId`]; see [`Self::take_turns`].
    places: Vec<u16>,
    /// Whether each combatant is left out of the battle as a side imagines it, by [`CombatantId`]; nobody is where it
    /// is empty.
    pub(crate) left_out: Vec<bool>,
}

impl Roster {
    /// The entities of all combatants that there are, in the order of their ids. In a battle that a side imagines there
    /// are none of those that it does not know of, so whatever counts combatants has to go by this.
    pub fn present(&self) -> impl Iterator<Item = Entity> {
        let left_out = |number: usize| self.left_out.get(number).copied().unwrap_or(false);
        let all = self.combatants.iter().copied().enumerate();
        all.filter(move |(number, _)| !left_out(*number))
            .map(|(_, entity)| entity)
    }

    /// Leaves a combatant out of the battle, for as long as that is in this state.
    pub(crate) fn leave_out(&mut self, id: CombatantId) {
        self.left_out.resize(self.combatants.len(), false);
        self.left_out[id.index()] = true;
    }

    /// The entity of a combatant.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn combatant(&self, id: CombatantId) -> Entity {
        self.combatants[id.index()]
    }

    /// The entity of an item.
    ///
    /// # Panics
    /// If the id is of another battle.
    #[must_use]
    pub fn item(&self, id: ItemId) -> Entity {
        self.items[id.index()]
    }

    /// Gives everyone its place among equals: the sides' combatants in rows, first with first and
    /// second with second. Of two sides red goes before blue in half of the rows, by the Thue-Morse
    /// sequence (red, blue, blue, red, blue, red, red, blue); of more, each row begins with another
    /// side. So no side always has the last word against its like.
    pub fn take_turns(&mut self, sides: &[SideId]) {
        let mut counts = [0_u16; SideId::MOST];
        let there = sides.iter().map(|side| u16::from(side.0) + 1).max();
        let there = there.unwrap_or(1).max(2);
        self.places = sides
            .iter()
            .map(|side| {
                let row = counts[side.index()];
                counts[side.index()] += 1;
                let shift = match there {
                    2 => u16::try_from(row.count_ones() % 2).unwrap_or(0),
                    _ => row % there,
                };
                there * row + (u16::from(side.0) + there - shift) % there
            })
            .collect();
    }

    /// The place of a combatant among equals, the first being the least.
    #[must_use]
    pub fn place(&self, id: CombatantId) -> (u16, CombatantId) {
        (self.places.get(id.index()).copied().unwrap_or(0), id)
    }

    /// All combatant ids in order.
    pub fn combatant_ids(&self) -> impl Iterator<Item = CombatantId> + use<> {
        (0..u16::try_from(self.combatants.len()).unwrap_or(u16::MAX)).map(CombatantId)
    }

    /// All item ids in order.
    pub fn item_ids(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..u16::try_from(self.items.len()).unwrap_or(u16::MAX)).map(ItemId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(sides: &[SideId]) -> Vec<u16> {
        let mut roster = Roster::default();
        roster.take_turns(sides);
        let count = u16::try_from(sides.len()).unwrap_or(u16::MAX);
        let mut ids: Vec<CombatantId> = (0..count).map(CombatantId).collect();
        ids.sort_unstable_by_key(|&id| roster.place(id));
        ids.into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn equals_of_both_sides_take_turns() {
        use SideId as S;
        assert_eq!(order(&[S::RED, S::RED, S::BLUE, S::BLUE]), [0, 2, 3, 1]);
        assert_eq!(order(&[S::RED, S::RED, S::RED, S::BLUE]), [0, 3, 1, 2]);
        assert_eq!(order(&[S::RED, S::BLUE]), [0, 1]);
    }
}
