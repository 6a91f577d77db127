//! Files and folders on the disk: read within limits, written whole, found and named.

pub mod content_root;
pub(crate) mod folder_walk;
pub mod plain_file;
pub(crate) mod shown_path;
pub mod user_folders;
pub mod whole_file;
