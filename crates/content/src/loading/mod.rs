//! Libraries: all content of some folders, read together.

pub mod collection;
pub(crate) mod file_schema;
pub mod library;
pub(crate) mod loader;
