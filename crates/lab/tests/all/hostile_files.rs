//! Whatever records of battles, parts of simulations, settings, folders of autosaves, cases and command
//! lines hold, there is an answer, and nothing is lost.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use crate::recording;
use std::{fs, path::Path, sync::OnceLock};

use crate::fixture::mutation::{Mutation, mutation, piece};
use crate::scrutiny::{
    autosaves::scrutinise_autosaves,
    command_line::scrutinise_command_line,
    playing::scrutinise_case_play,
    sample_settings::{SampleSettings, set_another, set_one},
    scrutinise_part, scrutinise_record,
    settings::scrutinise_settings,
};
use proptest::{collection, prelude::*, sample};
use shieldwall_ai::BrainKind;
use shieldwall_content::{Case, ContentPlaces, ContentRoot};
use shieldwall_lab::{Shard, SimPlan, record::RecordedCommander};

/// The record of a short battle.
fn record() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let setup = battlefield::setup("duel-ring", 3);
        let mut battle = recording::recorded(setup, &[RecordedCommander::Human; 2], 3, 25);
        battle.closed_record().to_text()
    })
}

/// The whole of a short simulation, and a part of it.
fn parts() -> &'static [String; 2] {
    static TEXTS: OnceLock<[String; 2]> = OnceLock::new();
    TEXTS.get_or_init(|| {
        [None, Some(Shard { part: 2, of: 2 })].map(|shard| {
            let plan = SimPlan {
                setup: battlefield::setup("duel-ring", 1),
                ruleset: shieldwall_rulesets::by_id("percentile").unwrap(),
                battles: 2,
                seed: 7,
                brains: vec![BrainKind::Random.into(); 2],
                mirrored: true,
                shard,
                rows: false,
                jobs: 1,
            };
            plan.run().unwrap().result.to_json().unwrap()
        })
    })
}

/// The cases of the rules.
fn cases() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
        let (files, _) = Case::find(&folder);
        let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
        texts.collect()
    })
}

/// The game's own content, without mods.
fn places() -> ContentPlaces {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    ContentPlaces::without_mods([ContentRoot::at(folder)])
}

/// Names that autosaves have, and others like them.
fn autosave_name() -> impl Strategy<Value = String> {
    let number = prop_oneof![0..9_u64, Just(u64::MAX)];
    let stem = sample::select(vec!["autosave", "damaged", "save", "autosaves"]);
    let extension = sample::select(vec!["battle", "lock"]);
    (stem, prop::option::of(number), extension).prop_map(|(stem, number, extension)| {
        let number = number.map_or(String::new(), |number| format!("-{number}"));
        format!("{stem}{number}.{extension}")
    })
}

/// What may be in them.
fn autosave_contents() -> impl Strategy<Value = Vec<u8>> {
    let record = (
        0..3_u8,
        0..9_u8,
        any::<bool>(),
        collection::vec(any::<u8>(), 0..9),
    );
    prop_oneof![
        1 => Just(b"held".to_vec()),
        1 => collection::vec(any::<u8>(), 0..20),
        4 => record.prop_map(|(seed, choices, closed, edits)| {
            let end = if closed { "closed" } else { "open" };
            let mut bytes = format!("record {seed} {choices} {end}\n").into_bytes();
            bytes.extend(edits);
            bytes
        }),
    ]
}

fn spoilt(text: &str, mutations: &[Mutation]) -> Vec<u8> {
    let bytes = text.as_bytes().to_vec();
    mutations
        .iter()
        .fold(bytes, |bytes, mutation| mutation.apply(bytes))
}

#[test]
fn the_files_that_are_spoilt_here_are_good() {
    scrutinise_record(record().as_bytes(), battlefield::library());
    for part in parts() {
        scrutinise_part(part.as_bytes());
    }
}

proptest! {
    #[test]
    fn random_bytes(bytes in collection::vec(any::<u8>(), 0..400)) {
        scrutinise_record(&bytes, battlefield::library());
        scrutinise_part(&bytes);
    }

    #[test]
    fn random_pieces(pieces in collection::vec(piece(), 0..60)) {
        let text = pieces.concat();
        scrutinise_record(text.as_bytes(), battlefield::library());
        scrutinise_part(text.as_bytes());
    }

    #[test]
    fn records_spoilt(mutations in collection::vec(mutation(), 1..4)) {
        scrutinise_record(&spoilt(record(), &mutations), battlefield::library());
    }

    /// The set-up is a small part of a record, and the richest.
    #[test]
    fn set_ups_spoilt(mutations in collection::vec(mutation(), 1..4)) {
        let (first, others) = record().split_once('\n').unwrap();
        let mut bytes = spoilt(first, &mutations);
        bytes.push(b'\n');
        bytes.extend(others.as_bytes());
        scrutinise_record(&bytes, battlefield::library());
    }

    #[test]
    fn parts_spoilt(whole: bool, mutations in collection::vec(mutation(), 1..4)) {
        scrutinise_part(&spoilt(&parts()[usize::from(whole)], &mutations));
    }

    #[test]
    fn settings_spoilt(pieces in collection::vec(piece(), 0..20), keep in any::<bool>(), mutations in collection::vec(mutation(), 0..4)) {
        let good = "fullscreen = true\nwidth = 1600\n[keys]\nConfirm = [\"Enter\"]\n[last_battle]\nlevel = \"a\"\n";
        let text = if keep { good.to_owned() } else { pieces.concat() };
        scrutinise_settings::<SampleSettings>(&spoilt(&text, &mutations), set_one, set_another);
    }

    #[test]
    fn folders_of_autosaves_of_any_kind(
        seed in 0..3_u8,
        choices in 0..9_u8,
        files in collection::vec((autosave_name(), autosave_contents()), 0..14),
    ) {
        let mut bytes = format!("{seed} {choices}").into_bytes();
        for (name, contents) in files {
            bytes.extend(format!("\n--\n{name}\n").into_bytes());
            bytes.extend(contents);
        }
        scrutinise_autosaves(&bytes);
    }

    #[test]
    fn cases_spoilt_and_played(case: sample::Index, mutations in collection::vec(mutation(), 0..3)) {
        let case = case.get(cases());
        scrutinise_case_play(&spoilt(case, &mutations), battlefield::library());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Few, as most of them read all content.
    #[test]
    fn command_lines_of_any_words(
        words in collection::vec(
            sample::select(vec![
                "check", "test", "rules", "schema", "sim", "odds", "mods", "--json", "--search", "--ruleset",
                "zones", "percentile", "PCT-001", "ZON-R0\u{1b}", "level", "journal", "--coverage", "--content",
                "x", "-v", "--journal", "-", "--", "", "--help", "--version", "--battles", "-1", "\u{202e}",
            ]),
            0..6,
        ),
        case: sample::Index,
    ) {
        let bytes = format!("{}\n--\n{}", words.join("\n"), case.get(cases()));
        scrutinise_command_line(bytes.as_bytes(), &places());
    }
}
