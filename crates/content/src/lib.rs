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

pub mod reading;

mod cases;
mod checks;
mod diagnostics;
mod files;
mod lessons;
mod levels;
mod loading;
mod media;
mod modding;
mod rulebooks;
mod schemas;
mod source;
mod units;

pub use cases::case;
pub use checks::check;
pub use diagnostics::{diagnostic, printable};
pub use files::{content_root, plain_file, user_folders, whole_file};
pub use lessons::lesson;
pub use levels::{level, level_goals, terrain};
pub use loading::{collection, library};
pub use modding::{content_places, mod_manifest, mod_switches, mods};
pub use rulebooks::rulebook;
pub use schemas::published_schema;
pub use source::file_kind;
pub use units::{block, item, level_part, named_units, ruleset_tables, unit};

pub use cases::case::Case;
pub use cases::check_cases::Judge;
pub use checks::check::{check_paths_in, check_places, check_places_with};
pub use checks::check_contents::check_contents;
pub use diagnostics::diagnostic::{Diagnostic, Diagnostics, Place, Severity};
pub use files::content_root::{CONTENT_VARIABLE, ContentRoot, NoContent, find_content_roots};
pub use files::folder_walk::{MAX_DEPTH, MAX_ENTRIES};
pub use files::user_folders::{CONFIG_VARIABLE, MODS_VARIABLE, config_folder, mods_folder};
pub use lessons::lesson::Lesson;
pub use levels::level::Level;
pub use levels::map_layer::{MAX_SIDE, MIN_SIDE};
pub use levels::terrain::Terrain;
pub use loading::collection::{Collection, Conflict};
pub use loading::library::{BrokenFile, Contribution, Library, Override, Replaced};
pub use media::drawing::{Drawing, check_drawing};
pub use media::named_media::{BroughtMedia, Media, MediaFile, MediaKind};
pub use media::sound::Sound;
pub use modding::content_places::{ContentPlaces, WrongPlace};
pub use modding::mod_manifest::Manifest;
pub use modding::mod_switches::ModSwitches;
pub use modding::mods::{MAX_MODS, Mod, ModState, Mods};
pub use modding::mods_around::mod_around;
pub use rulebooks::rule_links::Passage;
pub use rulebooks::rulebook::{Rule, Rulebook, Section};
pub use source::file_kind::FileKind;
pub use source::nesting::MAX_NESTING;
pub use source::source_text::MAX_FILE_BYTES;
pub use units::block::{Block, BlockValue, Blocks};
pub use units::entry_tables::EntryTables;
pub use units::item::Item;
pub use units::level_part::LevelPart;
pub use units::ruleset_tables::{RulesetTables, Rulesets, TableType};
pub use units::unit::Unit;
