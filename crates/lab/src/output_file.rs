//! Files that are asked for on the command line: looked at before the work, written as a whole after
//! it.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use shieldwall_content::whole_file::{self, WholeFile};

use crate::{JournalArgs, LabError, page::GENERATOR};

/// What kind of result a file is for. A file that is there already is replaced only by a result of
/// its kind, so that a slip of the hand costs nobody a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultKind {
    /// Rows of battles or pairings as comma-separated values.
    Table,
    /// A page with plots.
    Page,
    /// What became of cases, as `JUnit` XML.
    CaseReport,
    /// Journals as JSON lines.
    Journal,
}

impl ResultKind {
    /// Within how many bytes from the beginning a file shows its kind.
    const SHOWN_WITHIN: u64 = 512;

    /// Whether a file that begins like this is an earlier result of this kind, or has nothing in it.
    fn is_earlier(self, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        text.trim().is_empty()
            || match self {
                Self::Table => text.starts_with("battle,seed,") || text.starts_with("a,b,battles,"),
                Self::Page => text.contains(&format!("content=\"{GENERATOR}\"")),
                Self::CaseReport => text.contains("<testsuites name=\"shieldwall\""),
                Self::Journal => text.starts_with("{\"number\":"),
            }
    }

    /// What it is called.
    const fn name(self) -> &'static str {
        match self {
            Self::Table => "an earlier table of battles",
            Self::Page => "an earlier page of results",
            Self::CaseReport => "an earlier report of cases",
            Self::Journal => "an earlier journal",
        }
    }

    /// Makes sure that an ordinary file, if there is one, may be replaced.
    ///
    /// # Errors
    /// If it holds something else, or cannot be read.
    pub(crate) fn may_replace(self, file: &Path) -> Result<(), LabError> {
        if !file.is_file() {
            return Ok(());
        }
        let mut beginning = Vec::new();
        fs::File::open(file)
            .and_then(|open| open.take(Self::SHOWN_WITHIN).read_to_end(&mut beginning))
            .map_err(|error| LabError::file(file, &error))?;
        if self.is_earlier(&beginning) {
            return Ok(());
        }
        Err(LabError::Unwritable {
            file: file.display().to_string(),
            reason: format!(
                "there is a file of that name, and it is not {}; name another file, or delete that one first",
                self.name()
            ),
        })
    }
}

/// The name that stands for standard output.
const STDOUT: &str = "-";

/// A file that can be written when its text is there.
#[derive(Clone, Debug)]
pub(crate) struct OutputFile {
    /// As it was given.
    given: PathBuf,
    /// Where it is in truth, past all links.
    place: PathBuf,
}

impl OutputFile {
    /// Checks that a file can be written, and that it holds nothing but an earlier result of the kind.
    ///
    /// # Errors
    /// If it cannot, with the reason.
    pub(crate) fn check(file: &Path, kind: ResultKind) -> Result<Self, LabError> {
        let wrong = |reason: String| LabError::Unwritable {
            file: file.display().to_string(),
            reason,
        };
        // Standard output, pipes and devices take whatever comes.
        let special = |found: &fs::Metadata| !found.is_file() && !found.is_dir();
        if file == Path::new(STDOUT) || fs::metadata(file).as_ref().is_ok_and(special) {
            return Ok(Self {
                given: file.to_path_buf(),
                place: file.to_path_buf(),
            });
        }
        // A link is followed, so that what it leads to is replaced rather than the link.
        let place = if file.exists() {
            fs::canonicalize(file).map_err(|error| wrong(error.to_string()))?
        } else {
            file.to_path_buf()
        };
        if place.is_dir() {
            return Err(wrong("it is a folder; name a file in it".to_owned()));
        }
        if place.exists() {
            fs::OpenOptions::new()
                .append(true)
                .open(&place)
                .map_err(|error| wrong(error.to_string()))?;
            kind.may_replace(file)?;
        }
        let Some(name) = place.file_name() else {
            return Err(wrong("it names no file".to_owned()));
        };
        let folder = folder_of(&place);
        if !folder.is_dir() {
            return Err(wrong(format!(
                "there is no folder `{}`; make it first",
                folder.display()
            )));
        }
        // The file that is written in the end is a new one in the same folder.
        WholeFile::begin(&place).map_err(|error| wrong(error.to_string()))?;
        let place = folder.join(name);
        Ok(Self {
            given: file.to_path_buf(),
            place,
        })
    }

    /// True for standard output: then everything else must go elsewhere.
    pub(crate) fn is_stdout(&self) -> bool {
        self.given == Path::new(STDOUT)
    }

    /// A file that may be anything.
    fn named(file: &Path) -> Self {
        Self {
            given: file.to_path_buf(),
            place: fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf()),
        }
    }

    /// An error if it is one of these under the same or another name.
    fn differs_from(&self, others: &[Self]) -> Result<(), LabError> {
        if others.iter().any(|other| self.is_same(other)) {
            return Err(LabError::SameFile {
                file: self.given.display().to_string(),
            });
        }
        Ok(())
    }

    /// Whether two names mean one file.
    fn is_same(&self, other: &Self) -> bool {
        let true_place = |place: &Path| {
            let folder = fs::canonicalize(folder_of(place)).unwrap_or_default();
            folder.join(place.file_name().unwrap_or_default())
        };
        true_place(&self.place) == true_place(&other.place)
    }

    /// Writes it, as a whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), LabError> {
        let written = if self.is_stdout() {
            let mut stdout = io::stdout().lock();
            match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
                // The reader has closed it and wants no more.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                written => written,
            }
        } else {
            whole_file::replace(&self.place, bytes)
        };
        written.map_err(|error| LabError::Unwritable {
            file: self.given.display().to_string(),
            reason: error.to_string(),
        })
    }
}

/// True if one of these files or the journals take standard output, so that the report must go elsewhere.
pub(crate) fn take_stdout<const N: usize>(
    files: [&Option<OutputFile>; N],
    journals: &JournalArgs,
) -> bool {
    let mut files = files.into_iter().flatten();
    journals.takes_stdout() || files.any(OutputFile::is_stdout)
}

/// Checks that files can be written and that no name stands for two kinds of results, that of the
/// journals included.
///
/// # Errors
/// If not.
pub(crate) fn output_files<const N: usize>(
    files: [(&Option<PathBuf>, ResultKind); N],
    journal: Option<&Path>,
) -> Result<[Option<OutputFile>; N], LabError> {
    let mut seen: Vec<OutputFile> = Vec::new();
    let mut checked = [const { None }; N];
    for (place, (file, kind)) in checked.iter_mut().zip(files) {
        let Some(file) = file else { continue };
        let file = OutputFile::check(file, kind)?;
        file.differs_from(&seen)?;
        seen.push(file.clone());
        *place = Some(file);
    }
    // That of the journals is looked at when it is opened.
    if let Some(journal) = journal
        && !seen.is_empty()
    {
        OutputFile::named(journal).differs_from(&seen)?;
    }
    Ok(checked)
}

/// Makes sure that a file that is read is not also written.
///
/// # Errors
/// If it is.
pub(crate) fn refuse_to_replace(read: &Path, written: &Path) -> Result<(), LabError> {
    if OutputFile::named(read).is_same(&OutputFile::named(written)) {
        return Err(LabError::Unwritable {
            file: written.display().to_string(),
            reason: "it is read too; name another file".to_owned(),
        });
    }
    Ok(())
}

fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_checked_file_is_written_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let file = OutputFile::check(&path, ResultKind::Table).unwrap();
        assert!(!path.exists(), "a check writes nothing");
        file.write(b"battle,seed,one").unwrap();
        OutputFile::check(&path, ResultKind::Table)
            .unwrap()
            .write(b"two")
            .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let why = |path: &Path| {
            OutputFile::check(path, ResultKind::Table)
                .unwrap_err()
                .to_string()
        };
        assert!(why(folder.path()).contains("it is a folder"));
        let lost = folder.path().join("no/such/file.csv");
        assert!(why(&lost).contains("there is no folder"), "{}", why(&lost));
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(why(&file.join("in-a-file.csv")).contains("there is no folder"));
    }

    #[test]
    fn only_an_earlier_result_of_its_kind_is_replaced() {
        use ResultKind::{CaseReport, Journal, Page, Table};
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let beginnings = [
            (Table, "battle,seed,exchanged\n"),
            (Table, "a,b,battles,battles\n"),
            (
                Page,
                "<!DOCTYPE html><meta name=\"generator\" content=\"Shieldwall\">",
            ),
            (
                CaseReport,
                "<?xml?>\n<testsuites name=\"shieldwall\" tests=\"1\">",
            ),
            (Journal, "{\"number\":0,\"round\":0}"),
        ];
        for kind in [Table, Page, CaseReport, Journal] {
            for (its, beginning) in beginnings {
                fs::write(&file, beginning).unwrap();
                assert_eq!(
                    OutputFile::check(&file, kind).is_ok(),
                    kind == its,
                    "{beginning}"
                );
            }
            fs::write(&file, "").unwrap();
            assert!(OutputFile::check(&file, kind).is_ok());
            fs::write(&file, "title = \"A level\"").unwrap();
            let refused = OutputFile::check(&file, kind).unwrap_err().to_string();
            assert!(
                refused.contains("name another file, or delete that one"),
                "{refused}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_plain_file_takes_whatever_comes() {
        for (file, stdout) in [("/dev/null", false), ("-", true)] {
            let file = OutputFile::check(Path::new(file), ResultKind::CaseReport).unwrap();
            assert_eq!(file.is_stdout(), stdout);
        }
        let null = OutputFile::check(Path::new("/dev/null"), ResultKind::Table).unwrap();
        null.write(b"battle").unwrap();
    }

    #[test]
    fn two_names_of_one_file_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let one = OutputFile::check(&folder.path().join("a.csv"), ResultKind::Table).unwrap();
        let dotted = folder.path().join(".").join("a.csv");
        assert!(one.is_same(&OutputFile::check(&dotted, ResultKind::Table).unwrap()));
        let other = OutputFile::check(&folder.path().join("b.csv"), ResultKind::Table).unwrap();
        assert!(!one.is_same(&other));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real");
        fs::write(&real, "battle,seed,old").unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&real, &link).unwrap();
        OutputFile::check(&link, ResultKind::Table)
            .unwrap()
            .write(b"new")
            .unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
    }
}
