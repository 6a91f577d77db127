//! Problems of files: place, words, and a way out.

pub mod diagnostic;
pub(crate) mod plain_text;
pub mod printable;
pub(crate) mod suggestion;
