//! Copies of the state of a battle: taken in microseconds, put back in the same battle or in a twin of it.
//!
//! Whatever changes in a battle is registered once, by the engine and by its ruleset ([`RegisterState`]):
//! components of combatants and of items, resources, and entities that come and go. What never changes (stat
//! blocks, rules of items, settings) is registered as constant and shared. A test looks for components and
//! resources that are neither.

mod column;
mod key;
mod registry;
mod snapshot;

pub use key::StateKey;
pub(crate) use registry::engine_state;
pub use registry::{RegisterState, StateRegistry};
pub use snapshot::Snapshot;
