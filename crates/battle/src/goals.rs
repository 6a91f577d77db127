//! What decides a battle: alliances that are left, objectives, escape and limits. A ruleset says who counts, and in
//! which order it asks.

use shieldwall_content::Level;

use crate::{
    board,
    event::Event,
    flow::{Ending, Flow},
    ids::{RuleId, SideId, SideSet},
    journal::Journal,
};

/// All sides of a level, in order.
pub fn sides(level: &Level) -> impl Iterator<Item = SideId> + Clone {
    SideId::first(level.sides.len())
}

/// The side with this index in a level file.
#[must_use]
pub fn side_at(level: &Level, index: usize) -> Option<SideId> {
    sides(level).nth(index)
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

/// The alliances to which any of some sides belongs, by their leaders, in order.
#[must_use]
pub fn alliances_of(level: &Level, some: SideSet) -> Vec<SideId> {
    let has_one = |leader: &SideId| {
        some.iter()
            .any(|side| !board::hostile(level, *leader, side))
    };
    leaders(level).filter(has_one).collect()
}

/// Whether more than half have got away.
#[must_use]
pub const fn most(gone: usize, all: usize) -> bool {
    2 * gone > all
}

/// The last round of a level, with the limit where the level has none; `None` if there is no last one.
#[must_use]
pub fn last_round(level: &Level, otherwise: u32) -> Option<u32> {
    let limit = match level.turn_limit {
        0 => otherwise,
        limit => limit,
    };
    (limit > 0).then_some(limit)
}

/// The alliance that the level lets win after its last round, by its leader.
#[must_use]
pub fn winner_at_limit(level: &Level) -> Option<SideId> {
    let side = side_at(level, level.winner_at_limit?)?;
    Some(leader(level, side))
}

/// Which alliance holds an objective, and for how many rounds in a row it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold(Option<(SideId, u32)>);

impl Hold {
    /// Counts a round in which some sides stand there: only those without enemies hold it. Returns the side that
    /// holds it, with its rounds.
    pub fn count(&mut self, level: &Level, there: SideSet) -> Option<(SideId, u32)> {
        let alone = |side: &SideId| {
            !there
                .iter()
                .any(|other| board::hostile(level, *side, other))
        };
        let before = self.0;
        self.0 = there.iter().next().filter(alone).map(|side| {
            let so_far = before.filter(|(before, _)| !board::hostile(level, side, *before));
            (side, so_far.map_or(0, |(_, rounds)| rounds) + 1)
        });
        self.0
    }

    /// The side that has held it at the end of the last round, with its rounds.
    #[must_use]
    pub const fn held(self) -> Option<(SideId, u32)> {
        self.0
    }
}

/// Writes how the battle ends, and ends it.
pub fn end(journal: &mut Journal, flow: &mut Flow, ending: Ending, rules: &[RuleId]) {
    let event = Event::Ended {
        winner: ending.winner,
        reason: ending.reason.clone(),
    };
    journal.write(event, rules);
    flow.end(ending);
}
