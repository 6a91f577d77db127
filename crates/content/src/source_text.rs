//! The text of one content file, read within limits, and its lines.

use std::{
    fs::File,
    io::{self, Read as _},
    ops::Range,
    path::{Path, PathBuf},
};

use crate::diagnostic::{Diagnostic, Place, Severity};

/// Largest content file in bytes: 1 MiB. The largest level allowed has less than a tenth of it.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The text of a file with the starts of its lines.
#[derive(Clone, Debug)]
pub(crate) struct SourceText {
    pub(crate) file: PathBuf,
    text: String,
    line_starts: Vec<usize>,
}

impl SourceText {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// One diagnostic if there is no such file, if it is not a plain file, if it is larger than
    /// [`MAX_FILE_BYTES`] (decided before anything of it is read) or if it is not UTF-8.
    pub(crate) fn read(file: &Path) -> Result<Self, Diagnostic> {
        let refuse = |error: io::Error| {
            let message = match error.kind() {
                io::ErrorKind::NotFound => "there is no such file".to_owned(),
                io::ErrorKind::PermissionDenied => "no permission to read this file".to_owned(),
                _ => format!("this file cannot be read: {error}"),
            };
            Diagnostic::about_file(file, message)
        };
        let metadata = std::fs::metadata(file).map_err(refuse)?;
        if !metadata.is_file() {
            return Err(Diagnostic::about_file(file, "this is not a plain file"));
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(too_large(file, metadata.len()));
        }
        let mut bytes = Vec::new();
        // A file may grow between the two looks at it, so the reading is limited as well.
        File::open(file)
            .and_then(|opened| opened.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
            .map_err(refuse)?;
        let read = bytes.len() as u64;
        if read > MAX_FILE_BYTES {
            return Err(too_large(file, read));
        }
        Self::from_bytes(file, bytes)
    }

    /// Takes bytes for the contents of a file.
    ///
    /// # Errors
    ///
    /// One diagnostic at the first byte that is not UTF-8.
    pub(crate) fn from_bytes(file: &Path, bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(file, text)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bad = error.as_bytes().get(good).copied().unwrap_or_default();
                // Up to the first bad byte the lossy text is the same as the file.
                let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let source = Self::new(file, lossy);
                Err(Diagnostic {
                    file: file.to_owned(),
                    place: Some(source.place(good..good)),
                    severity: Severity::Error,
                    message: format!("not UTF-8: byte 0x{bad:02x}, number {} of the file", good + 1),
                    help: Some("save the file as UTF-8 in your editor".to_owned()),
                })
            }
        }
    }

    pub(crate) fn new(file: &Path, text: String) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(byte, _)| byte + 1))
            .collect();
        Self {
            file: file.to_owned(),
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
        let mut line_text = line_text;
        if line == 0 {
            // A byte order mark is no character of the line.
            if let Some(without) = line_text.strip_prefix('\u{feff}') {
                line_text = without;
                return Place {
                    line: 1,
                    column: before.max(1),
                    width,
                    line_text: line_text.to_owned(),
                };
            }
        }
        Place {
            line: line + 1,
            column: before + 1,
            width,
            line_text: line_text.to_owned(),
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

fn too_large(file: &Path, bytes: u64) -> Diagnostic {
    Diagnostic::about_file(
        file,
        format!("the file has {bytes} bytes, expected at most {MAX_FILE_BYTES} (1 MiB)"),
    )
    .with_help("split it into several files, or is it a different kind of file?")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> SourceText {
        SourceText::new(Path::new("a.toml"), text.to_owned())
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
    fn a_byte_order_mark_is_not_a_column() {
        let place = source("\u{feff}id = 1").place(3..5);
        assert_eq!((place.line, place.column), (1, 1));
        assert_eq!(place.line_text, "id = 1");
    }

    #[test]
    fn the_first_byte_that_is_not_utf8_is_named() {
        let error = SourceText::from_bytes(Path::new("a.toml"), b"ok = 1\nna\xffme".to_vec());
        let error = error.expect_err("not UTF-8");
        assert_eq!((error.line(), error.column()), (2, 3));
        assert_eq!(error.message, "not UTF-8: byte 0xff, number 10 of the file");
    }
}
