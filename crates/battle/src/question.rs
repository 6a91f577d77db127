//! Questions to a battle from outside its stages.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use bevy_ecs::{
    prelude::{Component, Query, Resource, With, World},
    system::{ReadOnlySystemParam, SystemState},
};

/// The queries of system parameters, by the type of the parameter: so a question costs no set-up.
///
/// Each is behind a lock of its own: taking it out of the world and putting it back for every question would cost more
/// than most answers.
#[derive(Resource, Default)]
pub(crate) struct Kept(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

/// Answers a question with what a system with this parameter would get. It may not ask another one in its turn.
///
/// # Panics
/// If the world lacks a resource that the parameter needs.
pub fn with_param<P: ReadOnlySystemParam + 'static, T>(
    world: &mut World,
    ask: impl FnOnce(P::Item<'_, '_>) -> T,
) -> T {
    let kept = world.get_resource_or_init::<Kept>();
    let kept = kept.0.get(&TypeId::of::<P>()).map(Arc::clone);
    let kept = kept.and_then(|kept| kept.downcast::<Mutex<SystemState<P>>>().ok());
    let kept = kept.unwrap_or_else(|| {
        let state = Arc::new(Mutex::new(SystemState::<P>::new(world)));
        let mut all = world.get_resource_or_init::<Kept>();
        all.0.insert(TypeId::of::<P>(), Arc::clone(&state) as _);
        state
    });
    let mut state = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let found = state
        .get(world)
        .expect("a battle has all resources of its ruleset");
    ask(found)
}

/// True if any entity has this component, such as an attack under way.
pub fn has_any<C: Component>(world: &mut World) -> bool {
    with_param::<Query<'static, 'static, (), With<C>>, _>(world, |found| !found.is_empty())
}
