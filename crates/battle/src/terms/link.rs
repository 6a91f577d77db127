//! Links between two figures, and tracks beside the hit points.

use super::Word;

/// What links one figure to another: `holds`, `covers`. Its key follows the name of the one who does it, and so
/// do its words for the log when it begins.
pub type Link = Word<LinkRole>;

/// What a link is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkRole {
    /// The first one has the other in its grip.
    Hold,
    /// The first one's shield covers the other.
    Cover,
}

/// What somebody has besides hit points: `constitution`, `stamina`. It counts what is left.
pub type Track = Word<TrackRole>;

/// What it means to have nothing left of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrackRole {
    /// Death.
    Lethal,
    /// To be out of the fight alive.
    KnockOut,
    /// To be worse at something.
    Spent,
}
