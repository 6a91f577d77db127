//! Terrains and levels.

pub mod level;
pub(crate) mod level_device;
pub(crate) mod level_file;
pub mod level_goals;
pub(crate) mod level_ground;
pub(crate) mod level_reader;
pub(crate) mod level_zones;
pub(crate) mod map_layer;
pub mod terrain;
pub(crate) mod terrain_file;
