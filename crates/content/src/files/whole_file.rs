//! Files that are written as a whole or not at all.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::NamedTempFile;

/// The temporary files that are being written, and those that have been dropped since.
static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files that are being written, before this process goes without dropping anything.
pub fn give_up_all() {
    for file in std::mem::take(&mut *begun()) {
        // Nothing is left to say that it stays.
        let _ = fs::remove_file(file);
    }
}

/// A file being written: what was there before stays until [`Self::keep`] puts this in its place.
///
/// What is no plain file (a terminal, a pipe, `/dev/null`) is written to directly.
#[derive(Debug)]
pub enum WholeFile {
    /// To be put in the place of a file.
    New(NamedTempFile, PathBuf),
    /// Not a plain file.
    Direct(File),
}

impl WholeFile {
    /// Begins a file, in the folder in which it will be.
    ///
    /// # Errors
    /// If there is no such folder, it cannot be written to, or the name is that of a folder.
    pub fn begin(file: &Path) -> io::Result<Self> {
        let file = match fs::canonicalize(file) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => file.to_owned(),
            Err(error) => return Err(error),
        };
        match fs::metadata(&file) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Ok(metadata) if !metadata.is_file() => {
                return File::options().write(true).open(&file).map(Self::Direct);
            }
            _ => {}
        }
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        Ok(Self::New(new_in(folder)?, file))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is still there.
    pub fn keep(self) -> io::Result<()> {
        match self {
            Self::New(mut new, file) => {
                new.flush()?;
                new.as_file().sync_all()?;
                begun().remove(new.path());
                new.persist(file).map_err(|error| error.error)?;
                Ok(())
            }
            Self::Direct(mut file) => file.flush(),
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            // Its own words, without the name of a file that nobody has heard of.
            Self::New(new, _) => new.as_file_mut().write(bytes),
            Self::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::New(new, _) => new.as_file_mut().flush(),
            Self::Direct(file) => file.flush(),
        }
    }
}

/// A temporary file with the permissions that a new file has, not those of a secret one.
fn new_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let new = builder.prefix(".shieldwall-").make_in(folder, |path| {
        let mut begun = begun();
        let file = File::create_new(path)?;
        begun.insert(path.to_owned());
        Ok(file)
    });
    new.map_err(|error| {
        let kind = error.kind();
        let folder = folder.display();
        let reason = match kind {
            io::ErrorKind::NotFound => format!("there is no folder `{folder}`"),
            io::ErrorKind::NotADirectory => format!("`{folder}` is no folder"),
            io::ErrorKind::PermissionDenied => format!("no permission to write in `{folder}`"),
            // It names a file that nobody has heard of.
            _ => kind.to_string(),
        };
        io::Error::new(kind, reason)
    })
}

/// Replaces the contents of a file as a whole or not at all.
///
/// # Errors
/// If it cannot be written; what was there before is still there.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut whole = WholeFile::begin(file)?;
    whole.write_all(bytes)?;
    whole.keep()
}

/// The same, in a folder that is made if it is not there.
///
/// # Errors
/// If the folder cannot be made, or the file not written.
pub fn replace_in_new_folder(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    replace(file, bytes)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn what_is_not_kept_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        replace(&file, b"old").unwrap();
        let mut whole = WholeFile::begin(&file).unwrap();
        whole.write_all(b"new").unwrap();
        drop(whole);
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        replace(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[test]
    fn folders_and_files_in_folders_that_are_not_there_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(WholeFile::begin(folder.path()).is_err());
        assert!(WholeFile::begin(&folder.path().join("none/a.txt")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_what_they_may_read_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let metadata = fs::metadata(folder.path().join(name)).unwrap();
            metadata.permissions().mode() & 0o777
        };
        replace(&folder.path().join("a.txt"), b"").unwrap();
        fs::write(folder.path().join("b.txt"), b"").unwrap();
        assert_eq!(mode("a.txt"), mode("b.txt"));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_plain_file_is_written_to_directly() {
        replace(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
