//! Problems found in content files, each with its place, the line itself and a way out.

use std::{
    fmt::{self, Write as _},
    path::PathBuf,
};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostics::printable::printable;

/// Columns that an excerpt may take; longer lines are cut around the place.
const SHOWN_COLUMNS: usize = 120;
/// Most characters of a line that are marked, so that a line with a long mark is cut too.
const MARKED_CHARACTERS: usize = 90;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The content cannot be used.
    Error,
    /// The content can be used, but something in it is probably not meant so.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A stretch of one line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Characters meant, at least 1, all on this line.
    pub width: usize,
    /// The line without its line break; of a very long one, the part around the place.
    pub line_text: String,
    /// Column of the first character of `line_text`, from 1.
    pub text_column: usize,
}

/// One problem of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file, as it was named or found.
    pub file: PathBuf,
    /// Where in the file; `None` if the file as a whole is meant.
    pub place: Option<Place>,
    /// Error or warning.
    pub severity: Severity,
    /// What was found, and what was expected.
    pub message: String,
    /// A way out: "did you mean `turn_limit`?".
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error about a file as a whole.
    #[must_use]
    pub fn about_file(file: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            place: None,
            severity: Severity::Error,
            message: message.into(),
            help: None,
        }
    }

    /// An error about a line of a file, whose text is given.
    #[must_use]
    pub fn about_line(
        file: impl Into<PathBuf>,
        line: usize,
        line_text: &str,
        message: impl Into<String>,
    ) -> Self {
        let text = line_text.trim_end();
        let width = text.trim_start().chars().count();
        Self {
            place: Some(Place {
                line,
                column: text.chars().count() - width + 1,
                width: width.max(1),
                line_text: text.to_owned(),
                text_column: 1,
            }),
            ..Self::about_file(file, message)
        }
    }

    /// The same with a way out.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line from 1, or 0 if the file as a whole is meant.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.as_ref().map_or(0, |place| place.line)
    }

    /// Column in characters from 1, or 0 if the file as a whole is meant.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.as_ref().map_or(0, |place| place.column)
    }
}

impl fmt::Display for Diagnostic {
    /// Writes `levels/x.toml:12:5: error: …`, the line itself with a caret under the place, and the
    /// way out, all without colours. Control characters of the file are shown as `�`, so that a file
    /// cannot drive the terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", printable(&self.file.to_string_lossy()))?;
        if let Some(place) = &self.place {
            write!(f, "{}:{}:", place.line, place.column)?;
        }
        write!(f, " {}: {}", self.severity, printable(&self.message))?;
        let excerpt = self.place.as_ref().map(excerpt);
        let help = self.help.as_deref().map(printable);
        let below = Group::with_level(Level::ERROR)
            .elements(excerpt)
            .elements(help.map(|help| Level::HELP.message(help)));
        if below.is_empty() {
            return Ok(());
        }
        let renderer = Renderer::plain().term_width(SHOWN_COLUMNS);
        write!(f, "\n{}", renderer.render(&[below]))
    }
}

/// The line of a place with a mark.
fn excerpt(place: &Place) -> Snippet<'static, Annotation<'static>> {
    let line = printable(&place.line_text);
    let byte_of = |character| {
        let found = line.char_indices().nth(character);
        found.map_or(line.len(), |(byte, _)| byte)
    };
    let before = place.column.saturating_sub(place.text_column);
    let marked = byte_of(before)..byte_of(before + place.width.min(MARKED_CHARACTERS));
    Snippet::source(line)
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(marked))
}

/// All problems of one reading, sorted by file, line and column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many problems there are, warnings included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// How many of them are errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .count()
    }

    /// How many of them are warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.len() - self.errors()
    }

    /// Whether at least one error was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// The problems in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut sorted: Vec<_> = diagnostics.into_iter().collect();
        sorted.sort_by(|a, b| {
            (&a.file, &a.place, a.severity, &a.message)
                .cmp(&(&b.file, &b.place, b.severity, &b.message))
        });
        sorted.dedup();
        Self(sorted)
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    /// Writes every problem, with an empty line between two.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_char('\n')?;
            }
            writeln!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::diagnostics::plain_text::drives;

    fn unknown_key(line_text: &str, column: usize, width: usize) -> Diagnostic {
        Diagnostic {
            file: PathBuf::from("levels/x.toml"),
            place: Some(Place {
                line: 12,
                column,
                width,
                line_text: line_text.to_owned(),
                text_column: 1,
            }),
            severity: Severity::Error,
            message: "unknown key `turn_limt`".to_owned(),
            help: Some("did you mean `turn_limit`?".to_owned()),
        }
    }

    #[test]
    fn shows_place_line_caret_and_help() {
        assert_eq!(
            unknown_key("    turn_limt = 4", 5, 9).to_string(),
            "levels/x.toml:12:5: error: unknown key `turn_limt`\n\
             \x20  |\n\
             12 |     turn_limt = 4\n\
             \x20  |     ^^^^^^^^^\n\
             \x20  |\n\
             \x20  = help: did you mean `turn_limit`?"
        );
    }

    #[test]
    fn cuts_long_lines_around_the_place() {
        let line = format!("{}bad{}", "a".repeat(500), "b".repeat(500));
        let text = unknown_key(&line, 501, 3).to_string();
        let rows: Vec<&str> = text.lines().collect();
        assert!(rows[2].chars().count() < 130, "{}", rows[2]);
        let caret = rows[3]
            .find('^')
            .map(|byte| rows[3][..byte].chars().count());
        let bad = rows[2]
            .find("bad")
            .map(|byte| rows[2][..byte].chars().count());
        assert!(caret.is_some(), "{text}");
        assert_eq!(caret, bad);
    }

    #[test]
    fn lines_that_are_marked_from_end_to_end_are_cut_too() {
        let line = format!("a = \"{}\"", "é".repeat(500));
        for (column, width) in [(1, 506), (5, 502), (506, 1), (507, 1), (400, 107)] {
            let text = unknown_key(&line, column, width).to_string();
            let widest = text.lines().map(|row| row.chars().count()).max();
            assert!(
                text.contains('^') && widest <= Some(SHOWN_COLUMNS),
                "{text}"
            );
        }
    }

    #[test]
    fn a_character_that_is_two_columns_wide_gets_two_carets() {
        let text = unknown_key("名前 = \"盾\" 2", 6, 3).to_string();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(
            rows[2..4],
            ["12 | 名前 = \"盾\" 2", "   |        ^^^^"],
            "{text}"
        );
    }

    proptest! {
        #[test]
        fn any_place_of_any_line_can_be_shown(
            line_text in "(\\PC|[\u{0}-\u{20}é盾\u{200d}\u{301}\u{1f468}]){0,300}",
            (line, column, width) in (1..2_000_000_usize, 1..400_usize, 1..400_usize),
            text_column in 1..300_usize,
        ) {
            let mut shown = unknown_key(&line_text, column, width);
            shown.place.iter_mut().for_each(|place| {
                place.line = line;
                place.text_column = text_column;
            });
            let text = shown.to_string();
            let headline = format!("levels/x.toml:{line}:{column}: error: ");
            prop_assert!(text.starts_with(&headline));
            prop_assert!(text.ends_with("did you mean `turn_limit`?"));
            prop_assert!(text.contains('^'));
            prop_assert!(!text.contains(|c: char| c != '\n' && drives(c)));
        }
    }

    #[test]
    fn never_sends_control_characters_to_the_terminal() {
        let text = unknown_key("\u{1b}[31m\tred", 1, 1).to_string();
        assert!(!text.contains('\u{1b}') && !text.contains('\t'));
    }

    #[test]
    fn sorts_by_file_line_and_column_and_drops_repeats() {
        let mut second = unknown_key("x", 2, 1);
        second.file = PathBuf::from("levels/a.toml");
        let all: Diagnostics = [
            unknown_key("x", 9, 1),
            unknown_key("x", 1, 1),
            second,
            unknown_key("x", 1, 1),
        ]
        .into_iter()
        .collect();
        let columns: Vec<usize> = all.iter().map(Diagnostic::column).collect();
        assert_eq!(columns, [2, 1, 9]);
    }
}
