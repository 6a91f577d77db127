//! Movement bands: what is left to do after a move.

/// Names of the movement bands, best first.
pub const BANDS: [&str; 4] = [
    "full DEX rank",
    "half DEX rank",
    "quarter DEX rank",
    "no action",
];
