//! Level, unit, item, terrain and rulebook files: read, checked and turned into validated types.
//!
//! Nothing here knows of Bevy. A [`Library`] holds everything that was read; every problem found on
//! the way is a [`Diagnostic`] with file, line, column and a way out, and one reading reports all of
//! them.
//!
//! Files are untrusted input. They are refused if they are larger than [`MAX_FILE_BYTES`], not
//! UTF-8 or nested deeper than [`MAX_NESTING`] levels, and everything in them is checked against
//! the types that read them before it is given a meaning. The types are also the source of the JSON
//! Schemas ([`FileKind::schema`]) with which editors check the same files.
//!
//! References run one way only, from levels to units and terrains and from units to items, so that
//! none can lead back to where it began.

pub mod case;
pub mod check;
pub mod content_root;
pub mod diagnostic;
pub mod file_kind;
pub mod item;
pub mod level;
pub mod library;
pub mod percentile;
pub mod published_schema;
pub mod rulebook;
pub mod terrain;
pub mod unit;

mod art;
mod case_combatant;
mod case_expectation;
mod case_file;
mod case_reader;
mod catalogue;
mod check_contents;
mod document;
mod folder_walk;
mod identifier;
mod item_file;
mod key_path;
mod level_file;
mod level_ground;
mod level_reader;
mod level_zones;
mod loader;
mod map_layer;
mod nesting;
mod quantity;
mod report;
mod rule_links;
mod rule_search;
mod rulebook_file;
mod schema_words;
mod shape;
#[cfg(test)]
mod shape_agreement;
mod source_text;
mod stat_block;
mod string_place;
mod suggestion;
mod syntax_error;
mod terrain_file;
mod unit_file;

pub use case::Case;
pub use check::{check_paths, check_paths_in};
pub use check_contents::check_contents;
pub use content_root::{CONTENT_VARIABLE, ContentRoot, NoContent, find_content_roots};
pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity};
pub use file_kind::FileKind;
pub use folder_walk::{MAX_DEPTH, MAX_ENTRIES};
pub use item::Item;
pub use level::Level;
pub use library::{BrokenFile, Library, Override};
pub use map_layer::{MAX_SIDE, MIN_SIDE};
pub use nesting::MAX_NESTING;
pub use rule_links::Passage;
pub use rulebook::{Rule, Rulebook};
pub use source_text::MAX_FILE_BYTES;
pub use terrain::Terrain;
pub use unit::Unit;
