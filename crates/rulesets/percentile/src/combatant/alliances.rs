//! Alliances: one faction together with those the level declares its allies. They win and lose
//! together (PCT-R72).

use shieldwall_battle::{SideId, board};
use shieldwall_content::Level;

/// All sides of a level, in order.
pub fn sides(level: &Level) -> impl Iterator<Item = SideId> + Clone {
    SideId::first(level.sides.len())
}

/// The first side of an alliance, which stands for all of it.
#[must_use]
pub fn leader(level: &Level, side: SideId) -> SideId {
    board::alliance(level, side).iter().next().unwrap_or(side)
}

/// The first side of each alliance, in order.
pub fn leaders(level: &Level) -> impl Iterator<Item = SideId> {
    sides(level).filter(|&side| leader(level, side) == side)
}

/// What some sides are called: "Red", "Red and Blue", "Red, Blue and Green".
#[must_use]
pub fn names(level: &Level, sides: impl IntoIterator<Item = SideId>, joint: &str) -> String {
    let mut names: Vec<&str> = sides
        .into_iter()
        .map(|side| level.sides[side.index()].name.as_str())
        .collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        return last.to_owned();
    }
    format!("{} {joint} {last}", names.join(", "))
}
