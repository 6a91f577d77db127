//! Questions to a battle from outside its stages.

use std::sync::{Arc, Mutex, PoisonError};

use bevy_ecs::{
    prelude::{Resource, World},
    system::{ReadOnlySystemParam, SystemState},
};

use crate::fork::StateRegistry;

/// Keeps the queries of a system parameter, so that a question costs no set-up.
///
/// Behind a lock of its own: taking it out of the world and putting it back for every question would cost more than
/// most answers.
#[derive(Resource)]
struct Kept<P: ReadOnlySystemParam + 'static>(Arc<Mutex<SystemState<P>>>);

/// Answers a question with what a system with this parameter would get. It may not ask another one in its turn.
///
/// # Panics
/// If the world lacks a resource that the parameter needs.
pub fn with_param<P: ReadOnlySystemParam + 'static, T>(
    world: &mut World,
    ask: impl FnOnce(P::Item<'_, '_>) -> T,
) -> T {
    let kept = world
        .get_resource::<Kept<P>>()
        .map(|kept| Arc::clone(&kept.0));
    let kept = kept.unwrap_or_else(|| {
        let state = Arc::new(Mutex::new(SystemState::new(world)));
        world.insert_resource(Kept(Arc::clone(&state)));
        if let Some(mut registry) = world.get_resource_mut::<StateRegistry>() {
            registry.add_constant::<Kept<P>>();
        }
        state
    });
    let mut state = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let found = state
        .get(world)
        .expect("a battle has all resources of its ruleset");
    ask(found)
}
