//! What the fuzz targets share: the small good content and the scrutiny of the property tests, so
//! that both ask the same of every answer.

#[path = "../../crates/content/tests/fixture/mod.rs"]
mod fixture;

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
    let library = shieldwall_content::Library::default();
    if let Err(diagnostics) = shieldwall_content::Case::parse(file, text, &library) {
        for diagnostic in diagnostics {
            assert!(diagnostic.line() > 0, "{diagnostic}");
        }
    }
}
