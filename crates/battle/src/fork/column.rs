//! One kind of component or resource in a copy of a battle's state.

use std::{
    any::Any,
    fmt::{Debug, Write as _},
    hash::Hash,
    sync::OnceLock,
};

use bevy_ecs::{change_detection::Tick, component::Mutable, prelude::*, query::QueryState};

use crate::{
    combatant::Roster,
    fork::key::{KeyHasher, StateKey},
    inventory::CarriedBy,
};

/// The values of one column at one moment. Snapshots between which it has not changed share them.
pub(super) struct Saved {
    /// Of a type that the column knows.
    values: Box<dyn Any + Send + Sync>,
    /// The number of values that are there.
    count: usize,
    hash: OnceLock<StateKey>,
}

impl Saved {
    fn of<T: Any + Send + Sync>(values: T, count: usize) -> Self {
        Self {
            values: Box::new(values),
            count,
            hash: OnceLock::new(),
        }
    }

    /// # Panics
    /// If another column has saved them.
    fn cells<T: 'static>(&self) -> &T {
        self.values
            .downcast_ref()
            .expect("a snapshot is used with the registry that made it")
    }

    /// The hash of the values, which are of this column.
    pub(super) fn hash(&self, column: &dyn Column) -> StateKey {
        *self.hash.get_or_init(|| {
            let mut hasher = KeyHasher::new();
            column.hash(self, &mut hasher);
            hasher.key()
        })
    }
}

/// One kind of component or resource that belongs to the state of a battle.
pub(super) trait Column: Send + Sync {
    /// Copies the values of a battle.
    fn save(&mut self, world: &mut World, roster: &Roster) -> Saved;

    /// True if values may have been written, added or removed after a tick at which they were these.
    fn may_differ(&mut self, world: &mut World, saved: &Saved, since: Tick) -> bool;

    /// True if a battle has other values than these.
    fn differs(&mut self, world: &mut World, roster: &Roster, saved: &Saved) -> bool;

    /// Puts copied values into a battle of the same set-up.
    fn load(&mut self, world: &mut World, roster: &Roster, saved: &Saved);

    /// Puts everything as it is at the beginning of a battle, before the ruleset deploys.
    fn begin(&mut self, _: &mut World) {}

    /// Hashes the values: the same hash for the same values.
    fn hash(&self, saved: &Saved, to: &mut KeyHasher);

    /// Writes the values as text: the same text for the same values.
    fn describe(&self, saved: &Saved, to: &mut String);
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

/// True if one of so many values was written after a tick, or if they are not so many any more.
fn written<'v, T: 'v>(
    mut values: impl Iterator<Item = Ref<'v, T>>,
    count: usize,
    since: Tick,
    now: Tick,
) -> bool {
    let mut found = 0;
    let newer = values.any(|value| {
        found += 1;
        value.last_changed().is_newer_than(since, now)
    });
    newer || found != count
}

/// Looks when the components of one kind were written.
struct Watch<C: Component>(Option<QueryState<Ref<'static, C>>>);

impl<C: Component> Watch<C> {
    /// True if one of so many has been written after a tick, or if they are not so many any more.
    fn sees_change(&mut self, world: &mut World, count: usize, since: Tick) -> bool {
        let now = world.change_tick();
        let state = self.0.get_or_insert_with(|| QueryState::new(world));
        written(state.iter(world), count, since, now)
    }
}

fn write_debug(to: &mut String, values: &impl Debug) {
    let written = write!(to, "{values:?}");
    debug_assert!(written.is_ok(), "a string takes everything");
}

/// A component of every combatant or item, or of some of them.
pub(super) struct Components<C: Component<Mutability = Mutable>> {
    bearers: Bearers,
    read: Option<QueryState<&'static C>>,
    watch: Watch<C>,
    write: Option<QueryState<&'static mut C>>,
}

impl<C: Component<Mutability = Mutable>> Components<C> {
    pub(super) const fn of(bearers: Bearers) -> Self {
        Self {
            bearers,
            read: None,
            watch: Watch(None),
            write: None,
        }
    }
}

impl<C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug> Column
    for Components<C>
{
    fn save(&mut self, world: &mut World, roster: &Roster) -> Saved {
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let query = state.query(world);
        let entities = self.bearers.entities(roster).iter();
        let all: Vec<Option<C>> = entities.map(|one| query.get(*one).ok().cloned()).collect();
        let count = all.iter().flatten().count();
        Saved::of(all, count)
    }

    fn may_differ(&mut self, world: &mut World, saved: &Saved, since: Tick) -> bool {
        self.watch.sees_change(world, saved.count, since)
    }

    fn differs(&mut self, world: &mut World, roster: &Roster, saved: &Saved) -> bool {
        let saved = saved.cells::<Vec<Option<C>>>().iter().map(Option::as_ref);
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let query = state.query(world);
        let entities = self.bearers.entities(roster).iter();
        !entities.map(|one| query.get(*one).ok()).eq(saved)
    }

    fn load(&mut self, world: &mut World, roster: &Roster, saved: &Saved) {
        let saved: &Vec<Option<C>> = saved.cells();
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

    fn hash(&self, saved: &Saved, to: &mut KeyHasher) {
        saved.cells::<Vec<Option<C>>>().hash(to);
    }

    fn describe(&self, saved: &Saved, to: &mut String) {
        write_debug(to, saved.cells::<Vec<Option<C>>>());
    }
}

/// The combatants that carry the items, by their places in the roster.
pub(super) struct Carriers {
    read: Option<QueryState<&'static CarriedBy>>,
    watch: Watch<CarriedBy>,
}

impl Carriers {
    pub(super) const fn new() -> Self {
        Self {
            read: None,
            watch: Watch(None),
        }
    }

    /// The place of the carrier of each item.
    fn places(&mut self, world: &mut World, roster: &Roster) -> Vec<Option<usize>> {
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let query = state.query(world);
        let place = |item: &Entity| {
            let carrier = query.get(*item).ok()?.0;
            roster.combatants.iter().position(|other| *other == carrier)
        };
        roster.items.iter().map(place).collect()
    }
}

impl Column for Carriers {
    fn save(&mut self, world: &mut World, roster: &Roster) -> Saved {
        let places = self.places(world, roster);
        let count = places.iter().flatten().count();
        Saved::of(places, count)
    }

    fn may_differ(&mut self, world: &mut World, saved: &Saved, since: Tick) -> bool {
        self.watch.sees_change(world, saved.count, since)
    }

    fn differs(&mut self, world: &mut World, roster: &Roster, saved: &Saved) -> bool {
        self.places(world, roster) != *saved.cells::<Vec<Option<usize>>>()
    }

    fn load(&mut self, world: &mut World, roster: &Roster, saved: &Saved) {
        let now = self.places(world, roster);
        let saved = saved.cells::<Vec<Option<usize>>>().iter().zip(now);
        for ((wanted, now), &item) in saved.zip(&roster.items) {
            if *wanted == now {
                continue;
            }
            let mut item = world.entity_mut(item);
            match wanted.and_then(|place| roster.combatants.get(place)) {
                Some(carrier) => item.insert(CarriedBy(*carrier)),
                None => item.remove::<CarriedBy>(),
            };
        }
    }

    fn hash(&self, saved: &Saved, to: &mut KeyHasher) {
        saved.cells::<Vec<Option<usize>>>().hash(to);
    }

    fn describe(&self, saved: &Saved, to: &mut String) {
        write_debug(to, saved.cells::<Vec<Option<usize>>>());
    }
}

/// Entities with one component that come and go, such as attacks under way.
pub(super) struct Pool<C: Component<Mutability = Mutable>> {
    read: Option<QueryState<&'static C>>,
    watch: Watch<C>,
    write: Option<QueryState<(Entity, &'static mut C)>>,
}

impl<C: Component<Mutability = Mutable>> Pool<C> {
    pub(super) const fn new() -> Self {
        Self {
            read: None,
            watch: Watch(None),
            write: None,
        }
    }
}

impl<C: Component<Mutability = Mutable> + Clone + PartialEq + Hash + Debug> Column for Pool<C> {
    fn save(&mut self, world: &mut World, _: &Roster) -> Saved {
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        let all: Vec<C> = state.iter(world).cloned().collect();
        let count = all.len();
        Saved::of(all, count)
    }

    fn may_differ(&mut self, world: &mut World, saved: &Saved, since: Tick) -> bool {
        self.watch.sees_change(world, saved.count, since)
    }

    fn differs(&mut self, world: &mut World, _: &Roster, saved: &Saved) -> bool {
        let state = self.read.get_or_insert_with(|| QueryState::new(world));
        !state.iter(world).eq(saved.cells::<Vec<C>>())
    }

    fn load(&mut self, world: &mut World, _: &Roster, saved: &Saved) {
        let mut left = saved.cells::<Vec<C>>().iter();
        let state = self.write.get_or_insert_with(|| QueryState::new(world));
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

    fn hash(&self, saved: &Saved, to: &mut KeyHasher) {
        saved.cells::<Vec<C>>().hash(to);
    }

    fn describe(&self, saved: &Saved, to: &mut String) {
        write_debug(to, saved.cells::<Vec<C>>());
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
    fn save(&mut self, world: &mut World, _: &Roster) -> Saved {
        let value = world.get_resource::<R>().cloned();
        let count = usize::from(value.is_some());
        Saved::of(value, count)
    }

    fn may_differ(&mut self, world: &mut World, saved: &Saved, since: Tick) -> bool {
        let value = world.get_resource_ref::<R>();
        written(
            value.into_iter(),
            saved.count,
            since,
            world.read_change_tick(),
        )
    }

    fn differs(&mut self, world: &mut World, _: &Roster, saved: &Saved) -> bool {
        world.get_resource::<R>() != saved.cells::<Option<R>>().as_ref()
    }

    fn load(&mut self, world: &mut World, _: &Roster, saved: &Saved) {
        let Some(saved) = saved.cells::<Option<R>>() else {
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

    fn hash(&self, saved: &Saved, to: &mut KeyHasher) {
        saved.cells::<Option<R>>().hash(to);
    }

    fn describe(&self, saved: &Saved, to: &mut String) {
        write_debug(to, saved.cells::<Option<R>>());
    }
}
