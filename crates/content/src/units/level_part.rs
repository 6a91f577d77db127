//! Parts of a level that matter under some rulesets and not under others.

/// A part of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelPart {
    /// Zones.
    Zones,
    /// Marked exits: somebody can leave the map by them at any time.
    Exits,
    /// Levers, winches and the like.
    Devices,
    /// Things that lie about when the battle begins.
    Things,
    /// Shields that stand planted when the battle begins.
    PlantedShields,
}

impl LevelPart {
    /// All of them, each with its key in files.
    pub(crate) const KEYS: [(Self, &str); 5] = [
        (Self::Zones, "zone_map"),
        (Self::Exits, "exits"),
        (Self::Devices, "device"),
        (Self::Things, "thing"),
        (Self::PlantedShields, "planted"),
    ];
}
