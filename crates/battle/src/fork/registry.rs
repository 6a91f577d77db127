//! What belongs to the state of a battle.

use std::{any::TypeId, fmt::Debug, hash::Hash};

use bevy_app::App;
use bevy_ecs::{component::Mutable, prelude::*};

use crate::{
    board::Board,
    combatant::{
        Across, Allegiance, Astride, Concealment, HitPoints, Position, Profile, Riding, Roster,
        Vitality,
    },
    flow::Flow,
    forecast::Weighing,
    fork::{
        column::{Bearers, Carriers, Column, Components, Pool, Resources},
        snapshot::Latest,
    },
    ids::{CombatantId, ItemId},
    inventory::{CarriedBy, Carries, ItemKind, Lying},
    journal::Journal,
    question::Kept,
    roll::DiceCup,
    scribe::Alliances,
    sealed::Revealed,
};

/// Everything that is copied with a battle, and everything that never changes in one.
#[derive(Resource, Default)]
pub struct StateRegistry {
    pub(super) columns: Vec<Box<dyn Column>>,
    known: Vec<TypeId>,
    pub(super) latest: Latest,
}

impl Debug for StateRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StateRegistry")
            .field("columns", &self.columns.len())
            .finish_non_exhaustive()
    }
}

impl StateRegistry {
    /// Puts everything as it is at the beginning of a battle, before the ruleset deploys.
    pub(crate) fn begin(&mut self, world: &mut World) {
        self.latest = Latest::default();
        for column in &mut self.columns {
            column.begin(world);
        }
    }

    /// Whether a component or resource was registered, as state or as constant.
    #[must_use]
    pub fn knows(&self, type_id: TypeId) -> bool {
        self.known.contains(&type_id)
    }

    fn add<T: 'static>(&mut self, column: impl Column + 'static) {
        if !self.knows(TypeId::of::<T>()) {
            self.known.push(TypeId::of::<T>());
            self.columns.push(Box::new(column));
        }
    }

    pub(crate) fn add_constant<T: 'static>(&mut self) {
        self.known.push(TypeId::of::<T>());
    }
}

/// Registers what a battle's state consists of.
pub trait RegisterState {
    /// A component that combatants may have.
    fn combatant_state<C>(&mut self) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug;

    /// A component that items may have.
    fn item_state<C>(&mut self) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug;

    /// Entities with this component, which come and go.
    fn pooled_state<C>(&mut self) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug;

    /// A resource. Every battle begins with its default, unless the ruleset puts another value there when it deploys.
    fn resource_state<R>(&mut self) -> &mut Self
    where
        R: Resource<Mutability = Mutable> + Clone + PartialEq + Hash + Debug + Default;

    /// A component or resource that never changes after a battle was set up, or that only keeps what can
    /// be found again.
    fn constant<T: 'static>(&mut self) -> &mut Self;
}

fn registry(app: &mut App) -> Mut<'_, StateRegistry> {
    app.world_mut().get_resource_or_init::<StateRegistry>()
}

impl RegisterState for App {
    fn combatant_state<C>(&mut self) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug,
    {
        registry(self).add::<C>(Components::<C>::of(Bearers::Combatants));
        self
    }

    fn item_state<C>(&mut self) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug,
    {
        registry(self).add::<C>(Components::<C>::of(Bearers::Items));
        self
    }

    fn pooled_state<C>(&mut self) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug,
    {
        registry(self).add::<C>(Pool::<C>::new());
        self
    }

    fn resource_state<R>(&mut self) -> &mut Self
    where
        R: Resource<Mutability = Mutable> + Clone + PartialEq + Hash + Debug + Default,
    {
        registry(self).add::<R>(Resources::<R>::beginning_with(R::default));
        self.init_resource::<R>();
        self
    }

    fn constant<T: 'static>(&mut self) -> &mut Self {
        registry(self).add_constant::<T>();
        self
    }
}

/// Registers what every battle has under every ruleset.
pub(crate) fn engine_state(app: &mut App) {
    app.combatant_state::<Position>()
        .combatant_state::<Astride>()
        .combatant_state::<Riding>()
        .combatant_state::<HitPoints>()
        .combatant_state::<Vitality>()
        .combatant_state::<Concealment>()
        .item_state::<Lying>()
        .resource_state::<Flow>()
        .resource_state::<Revealed>()
        .constant::<CombatantId>()
        .constant::<ItemId>()
        .constant::<Allegiance>()
        .constant::<Profile>()
        .constant::<Across>()
        .constant::<ItemKind>()
        .constant::<Carries>()
        .constant::<Roster>()
        // Both are handled by the snapshot itself.
        .constant::<Kept>()
        .constant::<Alliances>()
        .constant::<Journal>()
        .constant::<Weighing>()
        .constant::<DiceCup>();
    registry(app).add::<Board>(Resources::<Board>::new());
    registry(app).add::<CarriedBy>(Carriers::new());
}
