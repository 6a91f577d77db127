//! What comes of everybody against everybody: who is how strong.

mod bradley_terry;
mod scores;

pub use bradley_terry::{Rating, ratings, strengths};
pub use scores::Pairing;
pub(crate) use scores::{Scores, pairs, rate};
