//! JSON Schemas of content files, for editors and for checking the shape of a file.

pub(crate) mod flat_schema;
pub(crate) mod former_keys;
pub mod published_schema;
pub(crate) mod schema_words;
pub(crate) mod shape;
pub(crate) mod shape_words;
pub(crate) mod table_schema;
