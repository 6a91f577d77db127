//! Whatever a content file holds, reading it ends with an answer and not with a panic.

#![expect(clippy::unwrap_used, reason = "tests")]

mod fixture;

use fixture::{Content, FIELD, FIGHTER, ITEMS, RULEBOOK, TERRAIN};
use proptest::{collection, prelude::*, sample};
use shieldwall_content::{FileKind, check_paths_in};

/// Reads content with one file replaced, and prints what is said about it.
fn read(file: &str, bytes: &[u8]) -> (usize, String) {
    let content = Content::good();
    content.write(file, bytes);
    let (library, diagnostics) = content.load();
    let checked = check_paths_in(&[content.root()], &[content.path(file)]);
    assert!(checked.len() <= diagnostics.len());
    assert_eq!(diagnostics.has_errors(), !library.broken.is_empty());
    (diagnostics.len(), diagnostics.to_string())
}

fn any_file() -> impl Strategy<Value = &'static str> {
    sample::select(vec![ITEMS, TERRAIN, FIGHTER, FIELD, RULEBOOK])
}

/// Pieces that mean something to the parser or to the readers.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        sample::select(vec![
            "[",
            "]",
            "[[",
            "]]",
            "{",
            "}",
            "=",
            ".",
            ",",
            "\n",
            "\r\n",
            "\"",
            "\"\"\"",
            "'''",
            "'",
            "#",
            "-1",
            "0",
            "99999999999999999999",
            "1e999",
            "nan",
            "inf",
            "true",
            "1979-05-27",
            "\\u0041",
            "\\",
            "id = ",
            "[item.percentile]\n",
            "[side.red]\n",
            "map = \"\"\"\n",
            "\t",
            "\u{0}",
            "\u{feff}",
            "é",
            "\u{202e}",
            "2d6+db",
            "\"east\"",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(file in any_file(), bytes in collection::vec(any::<u8>(), 0..400)) {
        read(file, &bytes);
    }

    #[test]
    fn random_pieces(file in any_file(), pieces in collection::vec(piece(), 0..60)) {
        read(file, pieces.concat().as_bytes());
    }

    #[test]
    fn good_files_with_pieces_put_in_and_taken_out(
        file in any_file(),
        edits in collection::vec((any::<sample::Index>(), 0_usize..12, piece()), 1..5),
    ) {
        let mut text: Vec<char> = Content::good().read(file).chars().collect();
        for (place, taken, piece) in edits {
            let start = place.index(text.len() + 1);
            let end = (start + taken).min(text.len());
            text.splice(start..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        read(file, text.as_bytes());
    }

    #[test]
    fn good_files_with_lines_mixed_up(file in any_file(), seed in any::<u64>()) {
        let text = Content::good().read(file);
        let mut lines: Vec<&str> = text.lines().collect();
        let mut state = seed;
        for end in (1..lines.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            lines.swap(end, (state >> 33) as usize % (end + 1));
        }
        read(file, lines.join("\n").as_bytes());
    }
}

#[test]
fn the_schemas_are_closed_and_describe_every_kind() {
    for kind in FileKind::ALL {
        let schema = kind.schema();
        assert_eq!(schema["type"], "object", "{kind}");
        assert_eq!(schema["additionalProperties"], false, "{kind}");
        assert!(schema["title"].is_string(), "{kind}");
        let properties = schema["properties"].as_object().unwrap();
        for (key, property) in properties {
            assert!(property["description"].is_string(), "{kind}: {key}");
        }
    }
}
