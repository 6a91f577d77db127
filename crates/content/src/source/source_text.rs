//! The text of one content file, read within limits, and its lines.

use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use crate::{
    diagnostics::diagnostic::{Diagnostic, Place, Severity},
    files::plain_file::{self, ReadFault},
};

/// Largest content file in bytes: 1 MiB. The largest level allowed has less than a tenth of it.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// Most characters of a line that a diagnostic keeps; there can be many of one very long line.
const KEPT_CHARACTERS: usize = 400;

/// The text of a file with the starts of its lines.
#[derive(Clone, Debug)]
pub(crate) struct SourceText {
    pub(crate) file: PathBuf,
    text: String,
    line_starts: Vec<usize>,
}

impl SourceText {
    /// Reads a file; `shown` is what messages call it.
    ///
    /// # Errors
    ///
    /// One diagnostic if there is no such file, if it is not a plain file, if it is larger than
    /// [`MAX_FILE_BYTES`] (decided before anything of it is read) or if it is not UTF-8.
    pub(crate) fn read(file: &Path, shown: PathBuf) -> Result<Self, Box<Diagnostic>> {
        let bytes = bytes_of(file, &shown)?;
        Self::from_bytes(shown, bytes)
    }

    /// Takes bytes for the contents of a file.
    ///
    /// # Errors
    ///
    /// One diagnostic if there are more than [`MAX_FILE_BYTES`], or at the first byte that is not
    /// UTF-8.
    pub(crate) fn from_bytes(file: PathBuf, bytes: Vec<u8>) -> Result<Self, Box<Diagnostic>> {
        let read = bytes.len() as u64;
        if read > MAX_FILE_BYTES {
            return Err(too_large(&file, read, MAX_FILE_BYTES));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(file, text)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bad = error.as_bytes().get(good).copied().unwrap_or_default();
                // Up to the first bad byte the lossy text is the same as the file.
                let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let source = Self::new(file, lossy);
                Err(Box::new(Diagnostic {
                    place: Some(source.place(good..good)),
                    file: source.file,
                    severity: Severity::Error,
                    message: format!(
                        "not UTF-8: byte 0x{bad:02x}, number {} of the file",
                        good + 1
                    ),
                    help: Some("save the file as UTF-8 in your editor".to_owned()),
                }))
            }
        }
    }

    pub(crate) fn new(file: PathBuf, text: String) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(byte, _)| byte + 1))
            .collect();
        Self {
            file,
            text,
            line_starts,
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Number of the line, from 0, on which a byte lies.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.line_starts
            .partition_point(|start| *start <= byte)
            .saturating_sub(1)
    }

    /// The bytes of a line counted from 0, without its line break.
    pub(crate) fn line_span(&self, line: usize) -> Range<usize> {
        let start = self.line_starts.get(line).copied();
        let start = start.unwrap_or(self.text.len());
        let rest = self.text.get(start..).unwrap_or_default();
        start..start + rest.find('\n').unwrap_or(rest.len())
    }

    /// The place of a stretch of bytes, cut at the end of its first line.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        let start = self.character_at_or_before(span.start);
        let line = self.line_of(start);
        let line_start = self.line_starts.get(line).copied().unwrap_or_default();
        let rest = self.text.get(line_start..).unwrap_or_default();
        let line_text = rest.split('\n').next().unwrap_or_default();
        let line_text = line_text.strip_suffix('\r').unwrap_or(line_text);
        let before = line_text
            .get(..start - line_start)
            .map_or(line_text.chars().count(), |text| text.chars().count());
        let end = self
            .character_at_or_before(span.end.max(start))
            .min(line_start + line_text.len());
        let width = self
            .text
            .get(start..end)
            .map_or(1, |text| text.chars().count().max(1));
        // A byte order mark is no character of the line.
        let (line_text, before) = match line_text.strip_prefix('\u{feff}') {
            Some(without) if line == 0 => (without, before.saturating_sub(1)),
            _ => (line_text, before),
        };
        let skipped = if line_text.len() > KEPT_CHARACTERS {
            before.saturating_sub(KEPT_CHARACTERS / 2)
        } else {
            0
        };
        Place {
            line: line + 1,
            column: before + 1,
            width,
            line_text: line_text
                .chars()
                .skip(skipped)
                .take(KEPT_CHARACTERS)
                .collect(),
            text_column: skipped + 1,
        }
    }

    /// The nearest start of a character at or before a byte.
    fn character_at_or_before(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }
}

/// The bytes of a file; `shown` is what messages call it.
///
/// # Errors
///
/// One diagnostic if there is no such file, if it is not a plain file, or if it is larger than
/// [`MAX_FILE_BYTES`], which is decided before anything of it is read.
pub(crate) fn bytes_of(file: &Path, shown: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
    bytes_within(file, shown, MAX_FILE_BYTES)
}

/// The same with another limit.
pub(crate) fn bytes_within(
    file: &Path,
    shown: &Path,
    limit: u64,
) -> Result<Vec<u8>, Box<Diagnostic>> {
    plain_file::read(file, limit).map_err(|fault| {
        let message = match fault {
            ReadFault::Unreadable(error) => match error.kind() {
                io::ErrorKind::NotFound => "there is no such file".to_owned(),
                io::ErrorKind::PermissionDenied => "no permission to read this file".to_owned(),
                _ => format!("this file cannot be read: {error}"),
            },
            ReadFault::Folder | ReadFault::NotPlain => "this is not a plain file".to_owned(),
            ReadFault::TooLarge { bytes, limit } => return too_large(shown, bytes, limit),
        };
        Box::new(Diagnostic::about_file(shown, message))
    })
}

fn too_large(file: &Path, bytes: u64, limit: u64) -> Box<Diagnostic> {
    let mebibytes = limit / (1024 * 1024);
    let diagnostic = Diagnostic::about_file(
        file,
        format!("the file has {bytes} bytes, expected at most {limit} ({mebibytes} MiB)"),
    )
    .with_help("make it smaller or split it, or is it a different kind of file?");
    Box::new(diagnostic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> SourceText {
        SourceText::new(PathBuf::from("a.toml"), text.to_owned())
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        let place = source("one\nüü = 1\r\n").place(9..11);
        assert_eq!((place.line, place.column, place.width), (2, 4, 2));
        assert_eq!(place.line_text, "üü = 1");
    }

    #[test]
    fn places_at_and_beyond_the_end_are_harmless() {
        let place = source("a\n").place(2..2);
        assert_eq!((place.line, place.column), (2, 1));
        let place = source("").place(7..9);
        assert_eq!((place.line, place.column, place.width), (1, 1, 1));
    }

    #[test]
    fn of_very_long_lines_the_part_around_the_place_is_kept() {
        let line = format!("{}bad{}", "é".repeat(5000), "é".repeat(5000));
        let place = source(&line).place(10_000..10_003);
        assert_eq!((place.line, place.column, place.width), (1, 5001, 3));
        assert_eq!(place.line_text.chars().count(), 400);
        let bad: String = place
            .line_text
            .chars()
            .skip(5001 - place.text_column)
            .take(3)
            .collect();
        assert_eq!(bad, "bad");
    }

    #[test]
    fn a_byte_order_mark_is_not_a_column() {
        let place = source("\u{feff}id = 1").place(3..5);
        assert_eq!((place.line, place.column), (1, 1));
        assert_eq!(place.line_text, "id = 1");
    }

    #[test]
    fn the_first_byte_that_is_not_utf8_is_named() {
        let error = SourceText::from_bytes(PathBuf::from("a.toml"), b"ok = 1\nna\xffme".to_vec());
        let error = error.expect_err("not UTF-8");
        assert_eq!((error.line(), error.column()), (2, 3));
        assert_eq!(error.message, "not UTF-8: byte 0xff, number 10 of the file");
    }
}
