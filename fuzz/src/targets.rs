//! What the fuzz targets do with bytes. They panic if an answer is not as it must be.

use shieldwall_content::{ContentPlaces, ContentRoot};
use shieldwall_dice::{DiceExpr, Face};

use crate::{
    battlefield, fixture,
    scrutiny::{self, recipes::prepared, sample_settings},
};

/// Something that takes any bytes.
pub(crate) type Target = fn(&[u8]);

/// All targets by name. Each has a folder of this name in the corpus.
pub(crate) const TARGETS: [(&str, Target); 16] = [
    ("art", scrutinise_art),
    ("autosaves", scrutinise_autosaves),
    ("case", scrutinise_case),
    ("case_play", scrutinise_case_play),
    ("command_line", scrutinise_command_line),
    ("dice", scrutinise_dice),
    ("item", |bytes| scrutinise(fixture::ITEMS, bytes)),
    ("level", |bytes| scrutinise(fixture::FIELD, bytes)),
    ("mod_manifest", fixture::mod_scrutiny::scrutinise_manifest),
    ("mod_switches", fixture::mod_scrutiny::scrutinise_switches),
    ("record", scrutinise_record),
    ("rulebook", |bytes| scrutinise(fixture::RULEBOOK, bytes)),
    ("settings", scrutinise_settings),
    ("sim_part", |bytes| {
        scrutiny::scrutinise_part(&prepared(bytes));
    }),
    ("terrain", |bytes| scrutinise(fixture::TERRAIN, bytes)),
    ("unit", |bytes| scrutinise(fixture::FIGHTER, bytes)),
];

/// Puts contents in the place of a file of the small good content, and looks at what is said.
fn scrutinise(file: &str, bytes: &[u8]) {
    let _ = fixture::scrutiny::scrutinise(file, bytes);
}

/// Reads contents as a case without any content to refer to, and looks at what is said.
fn scrutinise_case(bytes: &[u8]) {
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

/// Reads contents as a drawing, and draws it if nothing keeps it from being drawn.
fn scrutinise_art(bytes: &[u8]) {
    fixture::drawing_scrutiny::scrutinise_drawing(bytes);
}

/// Reads contents as a case on the shipped content, and plays it.
fn scrutinise_case_play(bytes: &[u8]) {
    scrutiny::playing::scrutinise_case_play(bytes, battlefield::library());
}

/// Reads contents as a settings file, and writes over it from several windows.
fn scrutinise_settings(bytes: &[u8]) {
    use sample_settings::{SampleSettings, set_another, set_one};
    scrutiny::settings::scrutinise_settings::<SampleSettings>(bytes, set_one, set_another);
}

/// Fills a folder with files, and saves battles there.
fn scrutinise_autosaves(bytes: &[u8]) {
    scrutiny::autosaves::scrutinise_autosaves(bytes);
}

/// Reads contents as arguments of the headless program and a file that they are about, with the small
/// good content.
fn scrutinise_command_line(bytes: &[u8]) {
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
fn scrutinise_record(bytes: &[u8]) {
    scrutiny::scrutinise_record(&prepared(bytes), battlefield::library());
}

/// Reads contents as a dice expression and as a face.
fn scrutinise_dice(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match text.parse::<DiceExpr>() {
        // What was read is printed so that it reads the same again.
        Ok(dice) => assert_eq!(dice.to_string().parse().as_ref(), Ok(&dice)),
        Err(error) => assert!(error.offset() <= text.len()),
    }
    match text.parse::<Face>() {
        Ok(face) => assert_eq!(face.to_string().parse(), Ok(face)),
        Err(error) => assert!(error.offset() <= text.len()),
    }
}
