//! The timeline of a round: the unit that is counted, and its stretches.

/// The timeline on which a ruleset puts the actions of a round, high moments first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// The unit that is counted: "segment".
    pub counted: &'static str,
    /// Its stretches, the highest first. Together they cover all usual moments.
    pub stretches: Vec<Stretch>,
}

/// Moments of the timeline that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its name.
    pub name: &'static str,
    /// Its first moment, the highest.
    pub first: i32,
    /// Its last moment, the lowest.
    pub last: i32,
}
