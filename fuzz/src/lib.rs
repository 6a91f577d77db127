//! What the fuzz targets share: the small good content and the scrutiny of the property tests, so
//! that both ask the same of every answer.

#[path = "../../crates/lab/tests/battlefield/mod.rs"]
mod battlefield;
#[path = "../../crates/content/tests/fixture/mod.rs"]
mod fixture;
#[path = "../../crates/lab/tests/recording/mod.rs"]
mod recording;
#[path = "../../crates/lab/tests/scrutiny/mod.rs"]
mod scrutiny;

use scrutiny::{recipes::prepared, sample_settings};
use shieldwall_content::{ContentPlaces, ContentRoot};

/// The level of the small good content.
pub const LEVEL: &str = fixture::FIELD;
/// Its unit.
pub const UNIT: &str = fixture::FIGHTER;
/// Its items.
pub const ITEM: &str = fixture::ITEMS;
/// Its terrains.
pub const TERRAIN: &str = fixture::TERRAIN;
/// Its rulebook.
pub const RULEBOOK: &str = fixture::RULEBOOK;

/// Puts contents in the place of a file of the small good content, and looks at what is said.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise(file: &str, bytes: &[u8]) {
    let _ = fixture::scrutiny::scrutinise(file, bytes);
}

/// Reads contents as a case without any content to refer to, and looks at what is said.
///
/// # Panics
/// If an error has no place.
pub fn scrutinise_case(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let file = std::path::Path::new("case.toml");
    let library = shieldwall_content::Library {
        rulesets: shieldwall_rulesets::content().clone(),
        ..shieldwall_content::Library::default()
    };
    if let Err(diagnostics) = shieldwall_content::Case::parse(file, text, &library) {
        for diagnostic in diagnostics {
            assert!(diagnostic.line() > 0, "{diagnostic}");
        }
    }
}

/// Reads contents as the manifest of a mod, and looks at what is said.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_mod_manifest(bytes: &[u8]) {
    fixture::mod_scrutiny::scrutinise_manifest(bytes);
}

/// Reads contents as the file that says which mods are off, and switches one off in it.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_mod_switches(bytes: &[u8]) {
    fixture::mod_scrutiny::scrutinise_switches(bytes);
}

/// Reads contents as a drawing, and draws it if nothing keeps it from being drawn.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_art(bytes: &[u8]) {
    fixture::drawing_scrutiny::scrutinise_drawing(bytes);
}

/// Reads contents as a case on the shipped content, and plays it.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_case_play(bytes: &[u8]) {
    scrutiny::playing::scrutinise_case_play(bytes, battlefield::library());
}

/// Reads contents as a settings file, and writes over it from several windows.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_settings(bytes: &[u8]) {
    use sample_settings::{SampleSettings, set_another, set_one};
    scrutiny::settings::scrutinise_settings::<SampleSettings>(bytes, set_one, set_another);
}

/// Fills a folder with files, and saves battles there.
///
/// # Panics
/// If a file is lost that must not be.
pub fn scrutinise_autosaves(bytes: &[u8]) {
    scrutiny::autosaves::scrutinise_autosaves(bytes);
}

/// Reads contents as arguments of the headless program and a file that they are about, with the small
/// good content.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_command_line(bytes: &[u8]) {
    thread_local! {
        static CONTENT: fixture::Content = fixture::Content::good();
    }
    CONTENT.with(|content| {
        let root = ContentRoot::at(content.folder());
        scrutiny::command_line::scrutinise_command_line(
            bytes,
            &ContentPlaces::without_mods([root]),
        );
    });
}

/// Reads contents as a record of a battle on the shipped content and plays it again: as it is, and
/// as if all check values were right, which no fuzzer would guess.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_record(bytes: &[u8]) {
    scrutiny::scrutinise_record(&prepared(bytes), battlefield::library());
}

/// Merges contents as the only part of a simulation.
///
/// # Panics
/// If an answer is not as it must be.
pub fn scrutinise_sim_part(bytes: &[u8]) {
    scrutiny::scrutinise_part(&prepared(bytes));
}
