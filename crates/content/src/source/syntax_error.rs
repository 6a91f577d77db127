//! Text that is not TOML, all of it in one run.

use std::{collections::BTreeSet, ops::Range};

use toml::de::{DeTable, Error};

use crate::{
    diagnostics::suggestion::quote,
    source::{
        report::MAX_PROBLEMS,
        source_text::SourceText,
        unclosed_text::{self, UnclosedText},
    },
};

/// Most times a text is parsed anew with wrong lines left out.
const MAX_ROUNDS: usize = 8;
/// Larger files are parsed once; nobody wrote them by hand.
const MAX_REPARSED: usize = 128 * 1024;

/// A piece of text that is not TOML.
#[derive(Clone, Debug)]
pub(crate) struct SyntaxError {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) harm: Harm,
}

/// What a syntax error does to the tree of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    /// Nothing: a key is given twice.
    None,
    /// Something may be missing or only guessed at.
    Gap,
    /// What follows has been taken for parts of a list or of a text that was not closed.
    Swallows,
}

/// The errors of a text, in order, at most one a line.
///
/// The parser gives up after some errors, so the text is parsed again without the lines that are
/// known to be wrong, until nothing new is found. What comes after a text that was not closed is not
/// looked at: nobody can say what of it was meant.
pub(crate) fn gather(source: &SourceText, first: Vec<Error>) -> Vec<SyntaxError> {
    if first.is_empty() {
        return Vec::new();
    }
    let unclosed = unclosed_text::first(source.text());
    let end = unclosed
        .as_ref()
        .map_or(usize::MAX, |unclosed| unclosed.opening.start);
    let mut gathered: Vec<SyntaxError> = Vec::new();
    let mut lines = BTreeSet::new();
    let mut last_line = None;
    let mut found = first;
    let mut text = source.text().to_owned();
    for _ in 0..MAX_ROUNDS {
        found.retain(|error| error.span().unwrap_or_default().start < end);
        found.sort_by_key(|error| error.span().unwrap_or_default().start);
        let mut cut = false;
        for error in found {
            let error = understood(source, &error);
            let line = source.line_of(error.span.start);
            // The parser stumbles several times over one mistake; the first time says most.
            if !lines.insert(line) {
                continue;
            }
            if error.harm == Harm::Gap {
                cut |= leave_out(&mut text, source.line_span(line));
            }
            // That an unclosed list goes on and on is one mistake too.
            let same = error.harm == Harm::Swallows
                && gathered
                    .last()
                    .is_some_and(|last| last.harm == Harm::Swallows);
            let goes_on = same && last_line.is_some_and(|last| last + 1 == line);
            last_line = Some(line);
            if goes_on {
                continue;
            }
            if gathered.len() >= MAX_PROBLEMS {
                return gathered;
            }
            gathered.push(error);
        }
        if !cut || text.len() > MAX_REPARSED {
            break;
        }
        found = DeTable::parse_recoverable(&text).1;
    }
    gathered.extend(unclosed.map(|unclosed| not_closed(source, unclosed)));
    gathered.sort_by_key(|error| error.span.start);
    gathered
}

/// What is said of a text that was not closed.
fn not_closed(source: &SourceText, unclosed: UnclosedText) -> SyntaxError {
    let quotes = source.text().get(unclosed.opening.clone());
    let quotes = quotes.unwrap_or("\"\"\"");
    let help = match unclosed.swallowed {
        Some(byte) => {
            let line = source.line_of(byte) + 1;
            format!("close it with `{quotes}` on a line of its own before line {line}")
        }
        None => format!("close it with `{quotes}` on a line of its own behind its last line"),
    };
    SyntaxError {
        span: unclosed.opening,
        message: format!("the text that these `{quotes}` open is not closed"),
        help: Some(help),
        harm: Harm::Swallows,
    }
}

/// Replaces a line by spaces, if what is on other lines cannot depend on it.
fn leave_out(text: &mut String, line: Range<usize>) -> bool {
    let Some(old) = text.get(line.clone()) else {
        return false;
    };
    let reaches_out =
        old.contains(['[', ']', '{', '}']) || old.contains("\"\"\"") || old.contains("'''");
    if reaches_out || old.trim().is_empty() {
        return false;
    }
    let blank = " ".repeat(old.len());
    text.replace_range(line, &blank);
    true
}

/// The parser's error in our words.
fn understood(source: &SourceText, error: &Error) -> SyntaxError {
    let span = error.span().unwrap_or_default();
    let text = source.text().get(span.clone()).unwrap_or_default();
    let message = error.message();
    let (message, help, harm) = if message == "duplicate key" {
        let message = format!("{} is given twice", quote(text));
        (message, Some("remove one of the two"), Harm::None)
    } else if message.starts_with("missing comma") || message.starts_with("unclosed array") {
        let help = "is a `,` or a `]` missing before this?";
        (message.to_owned(), Some(help), Harm::Swallows)
    } else if message.starts_with("string values must be quoted") {
        let message = if text.is_empty() {
            "the value is missing".to_owned()
        } else {
            format!("{} is no value", quote(text))
        };
        (message, Some("text goes in quotes: \"…\""), Harm::Gap)
    } else if message.starts_with("key with no value") {
        let help = "write `key = value`; text goes in quotes: \"…\"";
        (message.to_owned(), Some(help), Harm::Gap)
    } else {
        (message.to_owned(), None, Harm::Gap)
    };
    SyntaxError {
        span,
        message,
        help: help.map(str::to_owned),
        harm,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let source = SourceText::new(PathBuf::from("a.toml"), text.to_owned());
        let (_, errors) = DeTable::parse_recoverable(source.text());
        gather(&source, errors)
            .into_iter()
            .map(|error| source.place(error.span).line)
            .collect()
    }

    #[test]
    fn several_errors_are_found_in_one_run() {
        assert_eq!(lines("a = \nb = 2\nc = ]\nd = 1\nd = 2\n"), [1, 3, 5]);
        assert_eq!(lines("a \"x\"\nb = \nc = x\nd = 1 2\n"), [1, 2, 3, 4]);
        assert_eq!(lines("a = 1\n"), [0; 0]);
    }

    #[test]
    fn an_unclosed_text_is_one_error_at_its_opening_quotes() {
        let rows = "....\n".repeat(40);
        let text = format!("a = \nmap = \"\"\"\n{rows}deployment = \"\"\"\n{rows}\"\"\"\nb = 1\n");
        assert_eq!(lines(&text), [1, 2]);
        assert_eq!(lines(&format!("a = 1\nmap = \'\'\'\n{rows}")), [2]);
    }

    #[test]
    fn an_unclosed_list_is_one_error() {
        assert_eq!(lines("a = [1\nb = 2\nc = 3\nd = 4\n").len(), 1);
    }
}
