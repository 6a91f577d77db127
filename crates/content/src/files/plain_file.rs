//! Reading files that anybody may have made.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::Path,
};

use thiserror::Error;

/// Why a file was not read.
#[derive(Debug, Error)]
pub enum ReadFault {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// A folder.
    #[error("it is a folder")]
    Folder,
    /// A device, or a pipe, which may never end.
    #[error("it is not a plain file")]
    NotPlain,
    /// It is larger than it may be.
    #[error("it has {bytes} bytes, more than {limit}")]
    TooLarge {
        /// Its size, or what was read of it.
        bytes: u64,
        /// The largest size.
        limit: u64,
    },
}

/// All of a plain file of at most so many bytes.
///
/// # Errors
/// If it is something else, which is decided before anything of it is read.
pub fn read(file: &Path, limit: u64) -> Result<Vec<u8>, ReadFault> {
    let metadata = fs::metadata(file)?;
    if metadata.is_dir() {
        return Err(ReadFault::Folder);
    }
    if !metadata.is_file() {
        return Err(ReadFault::NotPlain);
    }
    let too_large = |bytes| ReadFault::TooLarge { bytes, limit };
    if metadata.len() > limit {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    // A file may grow between the two looks at it, so the reading is limited as well.
    File::open(file)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn only_plain_files_within_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("four");
        fs::write(&file, "four").unwrap();
        assert_eq!(read(&file, 4).unwrap(), b"four");
        let why = |file: &Path, limit| read(file, limit).unwrap_err().to_string();
        assert_eq!(why(&file, 3), "it has 4 bytes, more than 3");
        assert_eq!(why(folder.path(), 9), "it is a folder");
        let missing = why(&folder.path().join("none"), 9);
        assert!(missing.starts_with("it cannot be read: "), "{missing}");
    }
}
