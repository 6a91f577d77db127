//! Files that are asked for on the command line: looked at before the work, written as a whole after
//! it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use shieldwall_content::whole_file::{self, WholeFile};

use crate::LabError;

/// A file that can be written when its text is there.
#[derive(Clone, Debug)]
pub(crate) struct OutputFile {
    /// As it was given.
    given: PathBuf,
    /// Where it is in truth, past all links.
    place: PathBuf,
}

impl OutputFile {
    /// Checks that a file can be written.
    ///
    /// # Errors
    /// If it cannot, with the reason.
    pub(crate) fn check(file: &Path) -> Result<Self, LabError> {
        let wrong = |reason: String| LabError::Unwritable {
            file: file.display().to_string(),
            reason,
        };
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
            if !place.is_file() {
                return Err(wrong("it is no ordinary file".to_owned()));
            }
            fs::OpenOptions::new()
                .append(true)
                .open(&place)
                .map_err(|error| wrong(error.to_string()))?;
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
        whole_file::replace(&self.place, bytes).map_err(|error| LabError::Unwritable {
            file: self.given.display().to_string(),
            reason: error.to_string(),
        })
    }
}

/// Checks that files can be written and that no name stands for two kinds of results, that of the
/// journals included.
///
/// # Errors
/// If not.
pub(crate) fn output_files<const N: usize>(
    files: [&Option<PathBuf>; N],
    journal: Option<&Path>,
) -> Result<[Option<OutputFile>; N], LabError> {
    let mut seen: Vec<OutputFile> = Vec::new();
    let mut checked = [const { None }; N];
    for (place, file) in checked.iter_mut().zip(files) {
        let Some(file) = file else { continue };
        let file = OutputFile::check(file)?;
        file.differs_from(&seen)?;
        seen.push(file.clone());
        *place = Some(file);
    }
    // Journals may go to what is no ordinary file; that is looked at when they are opened.
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
        let file = OutputFile::check(&path).unwrap();
        assert!(!path.exists(), "a check writes nothing");
        file.write(b"one").unwrap();
        OutputFile::check(&path).unwrap().write(b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let why = |path: &Path| OutputFile::check(path).unwrap_err().to_string();
        assert!(why(folder.path()).contains("it is a folder"));
        let lost = folder.path().join("no/such/file.csv");
        assert!(why(&lost).contains("there is no folder"), "{}", why(&lost));
        #[cfg(unix)]
        assert!(why(Path::new("/dev/null")).contains("no ordinary file"));
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(why(&file.join("in-a-file.csv")).contains("there is no folder"));
    }

    #[test]
    fn two_names_of_one_file_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let one = OutputFile::check(&folder.path().join("a.csv")).unwrap();
        let dotted = folder.path().join(".").join("a.csv");
        assert!(one.is_same(&OutputFile::check(&dotted).unwrap()));
        let other = OutputFile::check(&folder.path().join("b.csv")).unwrap();
        assert!(!one.is_same(&other));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real");
        fs::write(&real, "old").unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&real, &link).unwrap();
        OutputFile::check(&link).unwrap().write(b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
    }
}
