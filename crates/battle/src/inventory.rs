//! Items as entities: carried by a combatant or lying in a cell.

use std::sync::Arc;

use bevy_ecs::{
    prelude::{Component, Entity},
    system::EntityCommands,
};
use shieldwall_content::Item;
use shieldwall_grid::Cell;

/// What kind of item it is.
#[derive(Component, Clone, Debug)]
pub struct ItemKind(pub Arc<Item>);

impl ItemKind {
    /// Its name as it stands within a sentence: with small letters.
    #[must_use]
    pub fn in_sentence(&self) -> String {
        self.0.name.to_lowercase()
    }
}

/// The combatant that carries this item, in hand or stowed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = Carries)]
pub struct CarriedBy(pub Entity);

/// The items a combatant carries, in the order in which it got them.
#[derive(Component, Clone, Debug, Default)]
#[relationship_target(relationship = CarriedBy)]
pub struct Carries(Vec<Entity>);

impl Carries {
    /// The carried item entities.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.0
    }
}

/// An item that lies on the ground.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lying(pub Cell);

/// Lays an item on the ground.
pub fn lay_down(item: &mut EntityCommands<'_>, cell: Cell) {
    item.remove::<CarriedBy>().insert(Lying(cell));
}

/// Gives an item to somebody, from the ground or from another.
pub fn give(item: &mut EntityCommands<'_>, carrier: Entity) {
    item.remove::<Lying>().insert(CarriedBy(carrier));
}
