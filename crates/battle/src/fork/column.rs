//! One kind of component or resource in a copy of a battle's state.

use std::{
    any::Any,
    fmt::{Debug, Write as _},
    hash::Hash,
};

use bevy_ecs::{component::Mutable, prelude::*, query::QueryState};

use crate::{combatant::Roster, fork::key::KeyHasher, inventory::CarriedBy};

/// The copied values of one column, of a type that the column knows.
pub(super) type Values = Box<dyn Any + Send + Sync>;

/// One kind of component or resource that belongs to the state of a battle.
pub(super) trait Column: Send + Sync {
    /// No values yet.
    fn empty(&self) -> Values;

    /// Copies the values of a battle. `values` are of this column. Returns true if they were others before.
    fn save(&mut self, world: &mut World, roster: &Roster, values: &mut Values) -> bool;

    /// Puts copied values into a battle of the same set-up. `carriers` are the combatants of the battle
    /// that was copied.
    fn load(&mut self, world: &mut World, roster: &Roster, carriers: &[Entity], values: &Values);

    /// Puts everything as it is at the beginning of a battle, before the ruleset deploys.
    fn begin(&mut self, _: &mut World) {}

    /// Hashes the values: the same hash for the same values. `carriers` are the combatants of the battle that was
    /// copied.
    fn hash(&self, values: &Values, carriers: &[Entity], to: &mut KeyHasher);

    /// Writes the values as text: the same text for the same values. `carriers` are the combatants of the battle that
    /// was copied.
    fn describe(&self, values: &Values, carriers: &[Entity], to: &mut String);
}

/// Whose components they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bearers {
    Combatants,
    Items,
}

impl Bearers {
    fn entities(self, roster: &Roster) -> &[Entity] {
        match self {
            Self::Combatants => &roster.combatants,
            Self::Items => &roster.items,
        }
    }
}

fn cells<T: 'static>(values: &Values) -> &T {
    values
        .downcast_ref()
        .expect("a snapshot is used with the registry that made it")
}

fn cells_mut<T: 'static>(values: &mut Values) -> &mut T {
    values
        .downcast_mut()
        .expect("a snapshot is used with the registry that made it")
}

fn write_debug(to: &mut String, values: &impl Debug) {
    let written = write!(to, "{values:?}");
    debug_assert!(written.is_ok(), "a string takes everything");
}

/// A component of every combatant or item, or of some of them.
pub(super) struct Components<C: Component<Mutability = Mutable>> {
    bearers: Bearers,
    read: Option<QueryState<&'static C>>,
    write: Option<QueryState<&'static mut C>>,
}

impl<C: Component<Mutability = Mutable>> Components<C> {
    pub(super) const fn of(bearers: Bearers) -> Self {
        Self {
            bearers,
            read: None,
            write: None,
        }
    }
}

impl<C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug> Column
    for Components<C>
{
    fn empty(&self) -> Values {
        Box::new(Vec::<Option<C>>::new())
    }

    fn save(&mut self, world: &mut World, roster: &Roster, values: &mut Values) -> bool {
        let saved: &mut Vec<Option<C>> = cells_mut(values);
        let entities = self.bearers.entities(roster);
        let mut changed = saved.len() != entities.len();
        saved.resize_with(entities.len(), || None);
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let query = state.query(world);
        for (saved, &entity) in saved.iter_mut().zip(entities) {
            match (query.get(entity), saved.as_mut()) {
                (Ok(now), Some(saved)) if saved == now => continue,
                (Err(_), None) => continue,
                (Ok(now), Some(saved)) => saved.clone_from(now),
                (Ok(now), None) => *saved = Some(now.clone()),
                (Err(_), Some(_)) => *saved = None,
            }
            changed = true;
        }
        changed
    }

    fn load(&mut self, world: &mut World, roster: &Roster, _: &[Entity], values: &Values) {
        let saved: &Vec<Option<C>> = cells(values);
        let entities = self.bearers.entities(roster);
        let state = self.write.get_or_insert_with(|| QueryState::new(world));
        let mut query = state.query_mut(world);
        // What comes or goes changes the shape of its entity: that is slower, and rare.
        let mut moved = Vec::new();
        for (saved, &entity) in saved.iter().zip(entities) {
            match (query.get_mut(entity), saved) {
                (Ok(mut now), Some(saved)) => {
                    if *now != *saved {
                        now.clone_from(saved);
                    }
                }
                (Err(_), None) => {}
                _ => moved.push((entity, saved)),
            }
        }
        for (entity, saved) in moved {
            let mut entity = world.entity_mut(entity);
            match saved {
                Some(saved) => entity.insert(saved.clone()),
                None => entity.remove::<C>(),
            };
        }
    }

    fn hash(&self, values: &Values, _: &[Entity], to: &mut KeyHasher) {
        cells::<Vec<Option<C>>>(values).hash(to);
    }

    fn describe(&self, values: &Values, _: &[Entity], to: &mut String) {
        write_debug(to, cells::<Vec<Option<C>>>(values));
    }
}

/// The places of the carriers of all items among the combatants.
fn places(values: &Values, carriers: &[Entity]) -> impl Iterator<Item = Option<usize>> {
    let place = |carrier: Entity| carriers.iter().position(|other| *other == carrier);
    let saved = cells::<Vec<Option<Entity>>>(values).iter();
    saved.map(move |carrier| carrier.and_then(place))
}

/// Who carries each item.
pub(super) struct Carriers {
    read: Option<QueryState<&'static CarriedBy>>,
}

impl Carriers {
    pub(super) const fn new() -> Self {
        Self { read: None }
    }
}

impl Column for Carriers {
    fn empty(&self) -> Values {
        Box::new(Vec::<Option<Entity>>::new())
    }

    fn save(&mut self, world: &mut World, roster: &Roster, values: &mut Values) -> bool {
        let saved: &mut Vec<Option<Entity>> = cells_mut(values);
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let query = state.query(world);
        let carrier = |item: &Entity| query.get(*item).ok().map(|by| by.0);
        let now = || roster.items.iter().map(carrier);
        let changed = !saved.iter().copied().eq(now());
        if changed {
            saved.clear();
            saved.extend(now());
        }
        changed
    }

    fn load(&mut self, world: &mut World, roster: &Roster, carriers: &[Entity], values: &Values) {
        let saved: &Vec<Option<Entity>> = cells(values);
        let same = carriers == roster.combatants;
        let here = |carrier: Entity| {
            if same {
                return Some(carrier);
            }
            let place = carriers.iter().position(|other| *other == carrier)?;
            roster.combatants.get(place).copied()
        };
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let query = state.query(world);
        let mut moved = Vec::new();
        for (saved, &item) in saved.iter().zip(&roster.items) {
            let wanted = saved.and_then(here);
            if query.get(item).ok().map(|by| by.0) != wanted {
                moved.push((item, wanted));
            }
        }
        for (item, carrier) in moved {
            let mut item = world.entity_mut(item);
            match carrier {
                Some(carrier) => item.insert(CarriedBy(carrier)),
                None => item.remove::<CarriedBy>(),
            };
        }
    }

    fn hash(&self, values: &Values, carriers: &[Entity], to: &mut KeyHasher) {
        places(values, carriers).for_each(|place| place.hash(to));
    }

    fn describe(&self, values: &Values, carriers: &[Entity], to: &mut String) {
        let carried: Vec<Option<usize>> = places(values, carriers).collect();
        write_debug(to, &carried);
    }
}

/// Entities with one component that come and go, such as attacks under way.
pub(super) struct Pool<C: Component<Mutability = Mutable>> {
    read: Option<QueryState<&'static C>>,
    write: Option<QueryState<(Entity, &'static mut C)>>,
}

impl<C: Component<Mutability = Mutable>> Pool<C> {
    pub(super) const fn new() -> Self {
        Self {
            read: None,
            write: None,
        }
    }
}

impl<C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug> Column for Pool<C> {
    fn empty(&self) -> Values {
        Box::new(Vec::<C>::new())
    }

    fn save(&mut self, world: &mut World, _: &Roster, values: &mut Values) -> bool {
        let saved: &mut Vec<C> = cells_mut(values);
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let query = state.query(world);
        let changed = !query.iter().eq(saved.iter());
        if changed {
            saved.clear();
            saved.extend(query.iter().cloned());
        }
        changed
    }

    fn load(&mut self, world: &mut World, _: &Roster, _: &[Entity], values: &Values) {
        let saved: &Vec<C> = cells(values);
        let state = self.write.get_or_insert_with(|| QueryState::new(world));
        let mut left = saved.iter();
        let mut idle = Vec::new();
        for (entity, mut now) in &mut state.query_mut(world) {
            match left.next() {
                Some(saved) => now.clone_from(saved),
                None => idle.push(entity),
            }
        }
        for entity in idle {
            world.despawn(entity);
        }
        for saved in left {
            world.spawn(saved.clone());
        }
    }

    fn begin(&mut self, world: &mut World) {
        let state = self.write.get_or_insert_with(|| QueryState::new(world));
        let leftover: Vec<Entity> = state.iter(world).map(|(entity, _)| entity).collect();
        for entity in leftover {
            world.despawn(entity);
        }
    }

    fn hash(&self, values: &Values, _: &[Entity], to: &mut KeyHasher) {
        cells::<Vec<C>>(values).hash(to);
    }

    fn describe(&self, values: &Values, _: &[Entity], to: &mut String) {
        write_debug(to, cells::<Vec<C>>(values));
    }
}

/// A resource.
pub(super) struct Resources<R> {
    /// Its value at the beginning of a battle; `None` if it is put there when a battle is set up.
    first: Option<fn() -> R>,
}

impl<R> Resources<R> {
    pub(super) const fn new() -> Self {
        Self { first: None }
    }

    pub(super) const fn beginning_with(first: fn() -> R) -> Self {
        Self { first: Some(first) }
    }
}

impl<R: Resource<Mutability = Mutable> + Clone + PartialEq + Hash + Debug> Column for Resources<R> {
    fn empty(&self) -> Values {
        Box::new(Option::<R>::None)
    }

    fn save(&mut self, world: &mut World, _: &Roster, values: &mut Values) -> bool {
        let saved: &mut Option<R> = cells_mut(values);
        match (world.get_resource::<R>(), saved.as_mut()) {
            (Some(now), Some(saved)) if saved == now => return false,
            (None, None) => return false,
            (Some(now), Some(saved)) => saved.clone_from(now),
            (now, _) => *saved = now.cloned(),
        }
        true
    }

    fn load(&mut self, world: &mut World, _: &Roster, _: &[Entity], values: &Values) {
        let Some(saved) = cells::<Option<R>>(values) else {
            world.remove_resource::<R>();
            return;
        };
        match world.get_resource_mut::<R>() {
            Some(mut now) => now.clone_from(saved),
            None => world.insert_resource(saved.clone()),
        }
    }

    fn begin(&mut self, world: &mut World) {
        if let Some(first) = self.first {
            world.insert_resource(first());
        }
    }

    fn hash(&self, values: &Values, _: &[Entity], to: &mut KeyHasher) {
        cells::<Option<R>>(values).hash(to);
    }

    fn describe(&self, values: &Values, _: &[Entity], to: &mut String) {
        write_debug(to, cells::<Option<R>>(values));
    }
}
