//! The window is built in layers: each folder of `src` uses only those below it.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeSet, fs, path::Path, str::FromStr};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use walkdir::WalkDir;

/// The modules of the crate, lowest first.
const LAYERS: [&str; 31] = [
    // What needs nothing of the game.
    "display",
    "frame_clock",
    "waking",
    "prose",
    "app_systems",
    "screen",
    "main_camera",
    "controls",
    // What is played, set and drawn with.
    "battle_plan",
    "settings",
    "art",
    "content",
    "palette",
    "theme",
    // The battle: as it was shown, as it is simulated, as the player knows it.
    "shown",
    "host",
    "saves",
    "session",
    "launch",
    "content_loading",
    "input",
    "playback",
    "sound",
    "lesson",
    // What the player does, and what they see.
    "decide",
    "board",
    "hud",
    "screens",
    // What holds it together.
    "progress_log",
    "app",
    "cli",
];

/// Modules for tests only.
const FOR_TESTS: [&str; 1] = ["sample_terms"];

/// The modules of the crate that a source file names, those in tests left out.
fn named(stream: TokenStream, named_modules: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let is = |index: usize, text: &str| {
        tokens
            .get(index)
            .is_some_and(|token| token.to_string() == text)
    };
    let mut index = 0;
    while index < tokens.len() {
        let for_tests = is(index, "#") && is(index + 1, "[cfg (test)]");
        if for_tests {
            // Up to the end of what the attribute is on.
            while index < tokens.len() {
                let ends = match &tokens[index] {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    token => token.to_string() == ";",
                };
                index += 1;
                if ends {
                    break;
                }
            }
            continue;
        }
        if is(index, "crate") && is(index + 1, ":") && is(index + 2, ":") {
            match &tokens[index + 3] {
                TokenTree::Ident(name) => {
                    named_modules.insert(name.to_string());
                }
                TokenTree::Group(group) => {
                    let mut begins = true;
                    for token in group.stream() {
                        if begins && let TokenTree::Ident(name) = &token {
                            named_modules.insert(name.to_string());
                        }
                        begins = token.to_string() == ",";
                    }
                }
                _ => {}
            }
        }
        if let TokenTree::Group(group) = &tokens[index] {
            named(group.stream(), named_modules);
        }
        index += 1;
    }
}

#[test]
fn every_module_uses_only_those_below() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let mut used = 0;
    for entry in WalkDir::new(&root) {
        let path = entry.unwrap().into_path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let below = path.strip_prefix(&root).unwrap().with_extension("");
        let parts: Vec<&str> = below.iter().map(|part| part.to_str().unwrap()).collect();
        let tests = |part: &&str| part.ends_with("tests") || FOR_TESTS.contains(part);
        let samples = ["samples", "hostile", "several_windows"];
        if parts
            .iter()
            .any(|part| tests(part) || samples.contains(part))
            || ["main", "lib"].contains(&parts[0])
        {
            continue;
        }
        let own = layer(parts[0]).unwrap_or_else(|| panic!("{} is in no layer", parts[0]));
        let mut modules = BTreeSet::new();
        let text = fs::read_to_string(&path).unwrap();
        named(TokenStream::from_str(&text).unwrap(), &mut modules);
        for module in modules {
            let other =
                layer(&module).unwrap_or_else(|| panic!("{}: no layer {module}", path.display()));
            assert!(
                other <= own,
                "{} uses {module}, which is above it",
                path.display()
            );
            used += usize::from(other < own);
        }
    }
    assert!(used > 300, "only {used} uses of other modules were found");
}
