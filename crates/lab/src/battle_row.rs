//! One row of a table for each battle.

use serde::Serialize;
use shieldwall_battle::SideId;

use crate::{LabError, battle_reader::BattleFigures};

/// What came of one battle. "Red", "blue" and so on are the commanders, who in mirrored battles start
/// from each other's sides in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleRow {
    /// Its number, from 0.
    pub battle: u64,
    /// Its seed.
    pub seed: u64,
    /// Whether commanders and warbands started from each other's sides: moved on by one place in the
    /// second battle of a seed, by two in the third.
    pub exchanged: bool,
    /// "red", "blue", "green", "yellow" or "draw"; of allies the first.
    pub winner: &'static str,
    /// Rounds fought.
    pub rounds: u32,
    /// Decisions that all brains took.
    pub decisions: u32,
    /// How many of each commander's were still in the fight at the end, red's first.
    pub survivors: Vec<u32>,
    /// Hit points that the attacks of each commander's cost others.
    pub damage: Vec<u64>,
    /// Hit points that each commander's lost, whatever the cause.
    pub taken: Vec<u64>,
}

impl BattleRow {
    pub(crate) fn of(
        battle: u64,
        seed: u64,
        exchanged: bool,
        decisions: u32,
        figures: &BattleFigures,
    ) -> Self {
        let sides = figures.sides.min(SideId::MOST);
        Self {
            battle,
            seed,
            exchanged,
            winner: figures.winner.map_or("draw", SideId::key),
            rounds: figures.rounds,
            decisions,
            survivors: figures.survivors[..sides].to_vec(),
            damage: figures.damage[..sides].to_vec(),
            taken: figures.taken[..sides].to_vec(),
        }
    }
}

/// Rows as comma-separated values, with a line of titles even if there are none.
pub(crate) fn table<T: Serialize>(
    titles: &[impl AsRef<[u8]>],
    rows: &[T],
) -> Result<Vec<u8>, LabError> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.write_record(titles)?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer
        .into_inner()
        .map_err(|error| LabError::Csv(error.into_error().into()))
}

/// The titles of [`BattleRow`]s of so many sides, in the order of their fields.
pub(crate) fn titles(sides: usize) -> Vec<String> {
    let of_battle = [
        "battle",
        "seed",
        "exchanged",
        "winner",
        "rounds",
        "decisions",
    ];
    let mut titles = of_battle.map(str::to_owned).to_vec();
    for what in ["survivors", "damage", "taken"] {
        let sides = SideId::first(sides);
        titles.extend(sides.map(|side| format!("{}_{what}", side.key())));
    }
    titles
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn titles_are_those_of_the_fields() {
        let figures = BattleFigures {
            sides: 3,
            winner: Some(SideId::GREEN),
            rounds: 4,
            survivors: [5, 6, 7, 0],
            damage: [8, 9, 10, 0],
            taken: [11, 12, 13, 0],
        };
        let row = BattleRow::of(1, 2, true, 3, &figures);
        let text = String::from_utf8(table(&titles(3), &[row]).unwrap()).unwrap();
        assert_eq!(
            text,
            "battle,seed,exchanged,winner,rounds,decisions,\
             red_survivors,blue_survivors,green_survivors,\
             red_damage,blue_damage,green_damage,red_taken,blue_taken,green_taken\n\
             1,2,true,green,4,3,5,6,7,8,9,10,11,12,13\n"
        );
        let empty = table::<BattleRow>(&titles(2), &[]).unwrap();
        assert_eq!(empty, [titles(2).join(",").as_bytes(), b"\n"].concat());
    }
}
