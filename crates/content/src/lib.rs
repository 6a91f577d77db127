//! Level, unit, item, terrain and rulebook files: read, checked and turned into validated types.
//!
//! Nothing here knows of Bevy. A [`Library`] holds everything that was read; every problem found on
//! the way is a [`Diagnostic`] with file, line, column and a way out, and one reading reports all of
//! them.

pub mod item;
pub mod level;
pub mod library;
pub mod percentile;
pub mod rulebook;
pub mod terrain;
pub mod unit;

pub use item::Item;
pub use level::Level;
pub use library::Library;
pub use rulebook::{Rule, Rulebook};
pub use terrain::Terrain;
pub use unit::Unit;
