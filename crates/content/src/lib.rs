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
//! Content comes from [`ContentPlaces`]: the game's own folder, and mods, which add to it and override
//! it by id. A [`Collection`] is all of it, read together: a mod that cannot be used is left out and
//! says why, and nothing that has errors takes the place of something that has none.
//!
//! References run one way only, from levels to units and terrains and from units to items, so that
//! none can lead back to where it began. Units that ride others name them, and nothing is read by
//! that.

pub mod block;
pub mod case;
pub mod check;
pub mod collection;
pub mod content_places;
pub mod content_root;
pub mod diagnostic;
pub mod file_kind;
pub mod item;
pub mod lesson;
pub mod level;
pub mod level_goals;
pub mod level_part;
pub mod library;
pub mod mod_manifest;
pub mod mod_switches;
pub mod mods;
pub mod named_units;
pub mod plain_file;
pub mod printable;
pub mod published_schema;
pub mod reading;
pub mod rulebook;
pub mod ruleset_tables;
pub mod terrain;
pub mod unit;
pub mod user_folders;
pub mod whole_file;

mod art;
mod case_choices;
mod case_expectation;
mod case_file;
mod case_ground;
mod case_odds;
mod case_reader;
mod catalogue;
mod check_cases;
mod check_contents;
mod document;
mod drawing;
mod flat_schema;
mod folder_walk;
mod former_keys;
mod identifier;
mod item_file;
mod key_path;
mod lesson_file;
mod level_device;
mod level_file;
mod level_ground;
mod level_reader;
mod level_zones;
mod loader;
mod map_layer;
mod media;
mod mod_layout;
mod mod_order;
mod mods_around;
mod nesting;
mod plain_text;
mod quantity;
mod report;
mod rule_links;
mod rule_search;
mod rulebook_file;
#[cfg(test)]
mod sample_tables;
mod schema_words;
mod shape;
#[cfg(test)]
mod shape_agreement;
mod shape_words;
mod shown_path;
mod sound;
mod source_text;
mod steeds;
mod string_place;
mod suggestion;
mod syntax_error;
mod table_schema;
mod terrain_file;
mod unclosed_text;
mod unit_file;

pub use block::{Block, BlockValue, Blocks};
pub use case::Case;
pub use check::{check_paths_in, check_places, check_places_with};
pub use check_cases::Judge;
pub use check_contents::check_contents;
pub use collection::{Collection, Conflict};
pub use content_places::{ContentPlaces, WrongPlace};
pub use content_root::{CONTENT_VARIABLE, ContentRoot, NoContent, find_content_roots};
pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity};
pub use drawing::{Drawing, check_drawing};
pub use file_kind::FileKind;
pub use folder_walk::{MAX_DEPTH, MAX_ENTRIES};
pub use item::Item;
pub use lesson::Lesson;
pub use level::Level;
pub use level_part::LevelPart;
pub use library::{BrokenFile, Contribution, Library, Override, Replaced};
pub use map_layer::{MAX_SIDE, MIN_SIDE};
pub use media::{BroughtMedia, Media, MediaFile, MediaKind};
pub use mod_manifest::Manifest;
pub use mod_switches::ModSwitches;
pub use mods::{MAX_MODS, Mod, ModState, Mods};
pub use mods_around::mod_around;
pub use nesting::MAX_NESTING;
pub use rule_links::Passage;
pub use rulebook::{Rule, Rulebook, Section};
pub use ruleset_tables::{RulesetTables, Rulesets};
pub use sound::Sound;
pub use source_text::MAX_FILE_BYTES;
pub use terrain::Terrain;
pub use unit::Unit;
pub use user_folders::{CONFIG_VARIABLE, MODS_VARIABLE, config_folder, mods_folder};
