//! Identifiers of items, terrains, units and levels.

use crate::{
    diagnostics::suggestion::quote,
    source::{document::Document, key_path::KeyPath, report::Report},
};

/// Reports an identifier that is not a small letter followed by small letters, digits, `_` or `-`.
pub(crate) fn check(id: &str, document: &Document<'_>, path: &KeyPath, report: &mut Report) {
    let allowed = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || "_-".contains(character)
    };
    let bad = id.char_indices().find(|(index, character)| {
        !allowed(*character) || (*index == 0 && !character.is_ascii_lowercase())
    });
    if let Some((index, character)) = bad {
        let stretch = index..index + character.len_utf8();
        report
            .string_error(
                document,
                path,
                stretch,
                format!("{} is no identifier", quote(id)),
            )
            .help(Some(match like(id) {
                Some(like) => format!("such as `{like}`"),
                None => {
                    "a small letter, then small letters, digits, `_` or `-`: `long_bow`".to_owned()
                }
            }));
    }
}

/// The nearest thing to a text that is an identifier.
fn like(text: &str) -> Option<String> {
    let like: String = text
        .trim()
        .to_lowercase()
        .chars()
        .map(|character| if character == ' ' { '_' } else { character })
        .filter(|character| {
            character.is_ascii_lowercase()
                || character.is_ascii_digit()
                || "_-".contains(*character)
        })
        .skip_while(|character| !character.is_ascii_lowercase())
        .collect();
    (!like.is_empty()).then_some(like)
}
