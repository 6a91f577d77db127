//! Files good and bad, read as the game reads them.

mod bad_files;
mod bad_lessons;
mod bad_levels;
mod bad_shape;
mod bad_units_and_items;
mod drawings;
mod fixture;
mod heavy_drawings;
mod hostile_files;
mod mod_files;
mod mods;
mod published_schemas;
mod shipped_content;
