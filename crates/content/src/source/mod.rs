//! TOML sources: parsed with their places, and the report of what is wrong in them.

pub(crate) mod catalogue;
pub(crate) mod document;
pub mod file_kind;
pub(crate) mod identifier;
pub(crate) mod json_value;
pub(crate) mod key_path;
pub(crate) mod nesting;
pub(crate) mod quantity;
pub(crate) mod report;
pub(crate) mod source_text;
pub(crate) mod string_place;
pub(crate) mod syntax_error;
pub(crate) mod unclosed_text;
