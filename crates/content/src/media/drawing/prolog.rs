//! What can be wrong with a drawing before it is read as XML.

use std::collections::BTreeSet;

use super::flaw::Flaw;

/// Most attributes and names of spaces of one element. The reader compares each with all others.
pub(super) const MAX_ATTRIBUTES: usize = 300;

/// Most different prefixes of name spaces. The reader compares each with all others in every element.
pub(super) const MAX_PREFIXES: usize = 50;

/// What keeps a text from being read as XML, if anything does.
pub(super) fn flaw(text: &str) -> Option<Flaw> {
    document_type(text)
        .or_else(|| crowded(text))
        .or_else(|| many_prefixes(text))
}

/// A document type that says more than which language this is: parts of it stand for other texts or
/// files then.
fn document_type(text: &str) -> Option<Flaw> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let skipped = rest.len()
            - rest
                .trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
                .len();
        at += skipped;
        let rest = text.get(at..)?;
        if rest.starts_with("<?") {
            at += rest.find("?>")? + 2;
        } else if rest.starts_with("<!--") {
            at += rest.find("-->")? + 3;
        } else if rest.starts_with("<!DOCTYPE") {
            let end = rest.find(['[', '>']).unwrap_or(rest.len());
            let declared = rest.get(..end).unwrap_or(rest);
            let span = at..at + "<!DOCTYPE".len();
            let help = "leave out everything from `<!DOCTYPE` to the `<svg` that follows";
            if rest.get(end..).is_some_and(|rest| rest.starts_with('[')) {
                let message = "declarations inside of `<!DOCTYPE` are not allowed in a drawing";
                return Some(Flaw::error(span, message, help));
            }
            // `PUBLIC` names a language, which is not read; `SYSTEM` alone names a file.
            let names_a_file = declared
                .split_ascii_whitespace()
                .nth(2)
                .is_some_and(|word| word == "SYSTEM");
            return names_a_file.then(|| {
                Flaw::error(
                    span,
                    "`<!DOCTYPE` refers to another file, and a drawing may not",
                    help,
                )
            });
        } else {
            return None;
        }
    }
}

/// An element with far too many attributes.
fn crowded(text: &str) -> Option<Flaw> {
    let mut at = 0;
    for piece in text.split('<') {
        let quotes = piece.bytes().filter(|byte| matches!(byte, b'"' | b'\''));
        if !piece.starts_with('!') && quotes.count() > 2 * MAX_ATTRIBUTES {
            let start = at.max(1) - 1;
            return Some(Flaw::error(
                start..start + 1,
                format!("more than {MAX_ATTRIBUTES} attributes in one element"),
                "save the drawing again from a drawing program as plain SVG",
            ));
        }
        at += piece.len() + 1;
    }
    None
}

/// The prefix that is one too many.
fn many_prefixes(text: &str) -> Option<Flaw> {
    let mut prefixes = BTreeSet::new();
    for (at, declared) in text.match_indices("xmlns:") {
        let name = text.get(at + declared.len()..)?;
        let name = name.split(|c: char| c == '=' || c.is_whitespace()).next();
        prefixes.insert(name.unwrap_or_default());
        if prefixes.len() > MAX_PREFIXES {
            return Some(Flaw::error(
                at..at + declared.len(),
                format!("more than {MAX_PREFIXES} prefixes of name spaces (`xmlns:`)"),
                "save the drawing again from a drawing program as plain SVG",
            ));
        }
    }
    None
}
