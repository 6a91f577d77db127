//! Mods: manifests, their order, and the places that content comes from.

pub mod content_places;
pub(crate) mod mod_layout;
pub mod mod_manifest;
pub(crate) mod mod_order;
pub mod mod_switches;
pub mod mods;
pub(crate) mod mods_around;
