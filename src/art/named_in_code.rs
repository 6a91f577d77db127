//! Tests that every picture that the code of the window names is there. Names that are put together
//! are tested where that is done.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::GameArt;

/// The Rust files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The texts in quotes in a piece of code.
fn quoted(code: &str) -> impl Iterator<Item = &str> {
    code.split('"').skip(1).step_by(2)
}

/// The arguments of a call, from behind its opening bracket.
fn arguments(code: &str) -> &str {
    let mut depth = 1;
    let end = code.find(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    code.get(..end.unwrap_or(code.len())).unwrap_or_default()
}

/// The pictures that a piece of code names.
fn named(code: &str) -> Vec<String> {
    let whole = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let paths = whole.flat_map(quoted).filter(|text| {
        let path = text.starts_with("board/") || text.starts_with("icons/");
        // What ends so is a folder, or put together.
        path && !text.ends_with('/') && !text.contains('{')
    });
    let calls = [".icon(", "Icon("];
    let icons = calls.iter().flat_map(|call| {
        let behind = code.match_indices(call).map(|(at, call)| at + call.len());
        behind.flat_map(|at| quoted(arguments(&code[at..])))
    });
    let icons = icons.map(|name| format!("icons/{name}"));
    paths.map(str::to_owned).chain(icons).collect()
}

#[test]
fn every_picture_that_is_named_in_code_is_there() {
    let art = GameArt::of_the_game();
    let mut count = 0;
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        if file.ends_with(file!()) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        // Tests name some that are not there.
        let code = text.split("#[cfg(test)]").next().unwrap();
        for name in named(code) {
            count += 1;
            for variant in art.variants(&name) {
                let there = art.names().any(|known| known == variant);
                assert!(there, "{}: {name}", file.display());
            }
        }
    }
    assert!(count > 50, "only {count} found");
}

#[test]
fn names_are_found_in_code() {
    let code = "let a = icons.icon(\n    ui.ctx(), \"log\", 16.0);\n// \"board/not\"\n\
                draw(\"board/badge\", format!(\"board/{name}\"), \"icons/\")";
    assert_eq!(named(code), ["board/badge", "icons/log"]);
}
