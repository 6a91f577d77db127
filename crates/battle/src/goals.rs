//! What decides a battle: alliances that are left, objectives, escape and limits. A ruleset says who counts, and in
//! which order it asks.

use shieldwall_content::{Level, level::Victory};
use shieldwall_grid::Cell;

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

/// The cells by which a side leaves the map to escape; none unless the level asks it to.
#[must_use]
pub fn exits(level: &Level, side: SideId) -> &[Cell] {
    match &level.victory {
        Victory::Escape { side: who, cells } if *who == side.index() => cells,
        _ => &[],
    }
}

/// The side that has escaped: more than half of those who wanted to have got away. Takes all combatants, each with
/// its side and whether it has left the map for good.
#[must_use]
pub fn escaped(level: &Level, all: impl IntoIterator<Item = (SideId, bool)>) -> Option<SideId> {
    let Victory::Escape { side, .. } = level.victory else {
        return None;
    };
    let side = side_at(level, side)?;
    let (mut gone, mut count) = (0, 0);
    for (_, left) in all.into_iter().filter(|(of, _)| *of == side) {
        count += 1;
        gone += u32::from(left);
    }
    (2 * gone > count).then_some(side)
}

/// The cells that are to be held; none unless the level asks for it.
#[must_use]
pub fn objective(level: &Level) -> &[Cell] {
    match &level.victory {
        Victory::Hold { cells, .. } => cells,
        _ => &[],
    }
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

/// Tells if the end of the last round is good for a side: `Some(true)` if its alliance wins then, `Some(false)` if an enemy
/// does, `None` if none does or there is no last round.
#[must_use]
pub fn wins_by_time(level: &Level, side: SideId) -> Option<bool> {
    let winner = winner_at_limit(level).filter(|_| level.turn_limit > 0)?;
    Some(!board::hostile(level, winner, side))
}

/// Which alliance holds an objective, and for how many rounds in a row it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hold(Option<(SideId, u32)>);

impl Hold {
    /// Counts a round in which some sides stand on the [`objective`]: only those without enemies hold it. Writes
    /// who does.
    pub fn count(
        &mut self,
        level: &Level,
        there: SideSet,
        journal: &mut Journal,
        rules: &[RuleId],
    ) {
        let Victory::Hold { rounds: of, .. } = level.victory else {
            return;
        };
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
        if let Some((side, rounds)) = self.0 {
            journal.write(Event::Held { side, rounds, of }, rules);
        }
    }

    /// The end of a battle in which an alliance has held the objective for as long as the level asks.
    #[must_use]
    pub fn ending(self, level: &Level) -> Option<Ending> {
        let Victory::Hold { rounds: of, .. } = level.victory else {
            return None;
        };
        let (side, rounds) = self.0.filter(|(_, rounds)| *rounds >= of)?;
        let alliance = board::alliance(level, side);
        let unit = if rounds == 1 { "round" } else { "rounds" };
        let names = names(level, alliance.iter(), "and");
        Some(Ending {
            winner: Some(leader(level, side)),
            reason: format!("the objective has been held by {names} for {rounds} {unit}"),
        })
    }
}

/// The part that a combatant plays in the end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its side.
    pub side: SideId,
    /// True if it can still fight.
    pub fights: bool,
    /// True if it has left the map as it wanted to.
    pub escaped: bool,
}

/// The end of a battle that is decided: by escape, by the last alliance that can fight, or by an objective.
#[must_use]
pub fn decided(level: &Level, all: &[Standing], hold: Hold) -> Option<Ending> {
    let won = |winner, reason: String| Ending {
        winner: Some(leader(level, winner)),
        reason,
    };
    let left = all.iter().map(|one| (one.side, one.escaped));
    if let Some(side) = escaped(level, left) {
        let name = names(level, [side], "and");
        return Some(won(side, format!("most of {name} got away")));
    }
    let fighting = all.iter().filter(|one| one.fights);
    match alliances_of(level, fighting.map(|one| one.side).collect())[..] {
        [] => Some(Ending {
            winner: None,
            reason: "no side can fight on".to_owned(),
        }),
        [leader] => {
            let enemies = sides(level).filter(|side| board::hostile(level, leader, *side));
            let names = names(level, enemies, "or");
            Some(won(leader, format!("{names} cannot fight on")))
        }
        _ => hold.ending(level),
    }
}

/// The end of a battle whose last round is over, with the limit where the level has none.
#[must_use]
pub fn at_limit(level: &Level, otherwise: u32, round: u32) -> Option<Ending> {
    let limit = last_round(level, otherwise)?;
    (round >= limit).then(|| Ending {
        winner: winner_at_limit(level),
        reason: format!("round {limit} is over"),
    })
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
