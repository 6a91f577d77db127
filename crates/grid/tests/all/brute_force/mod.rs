//! The crate against slow and simple searches on random maps.

#![expect(clippy::unwrap_used, reason = "tests")]

mod geometry;
mod random_map;
mod reach;
mod sight;
