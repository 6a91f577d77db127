//! Lessons.

pub mod lesson;
pub(crate) mod lesson_file;
