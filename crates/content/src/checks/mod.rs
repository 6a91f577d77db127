//! Checks of files and folders without playing.

pub mod check;
pub(crate) mod check_contents;

#[cfg(test)]
mod shape_agreement;
