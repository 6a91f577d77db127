//! One row of a table for each battle.

use serde::Serialize;

use crate::{LabError, battle_reader::BattleFigures};

/// What came of one battle. "Red" and "blue" are the commanders, who in every other mirrored battle
/// start from the other's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BattleRow {
    /// Its number, from 0.
    pub battle: u64,
    /// Its seed.
    pub seed: u64,
    /// Whether commanders and warbands were exchanged.
    pub exchanged: bool,
    /// "red", "blue" or "draw".
    pub winner: &'static str,
    /// Rounds fought.
    pub rounds: u32,
    /// Decisions that both brains took.
    pub decisions: u32,
    /// Red's that were still in the fight at the end.
    pub red_survivors: u32,
    /// Blue's that were still in the fight at the end.
    pub blue_survivors: u32,
    /// Hit points that red's attacks cost others.
    pub red_damage: u64,
    /// Hit points that blue's attacks cost others.
    pub blue_damage: u64,
    /// Hit points that red's lost, whatever the cause.
    pub red_taken: u64,
    /// Hit points that blue's lost, whatever the cause.
    pub blue_taken: u64,
}

impl BattleRow {
    pub(crate) const fn of(
        battle: u64,
        seed: u64,
        exchanged: bool,
        decisions: u32,
        figures: &BattleFigures,
    ) -> Self {
        let [red_survivors, blue_survivors] = figures.survivors;
        let [red_damage, blue_damage] = figures.damage;
        let [red_taken, blue_taken] = figures.taken;
        Self {
            battle,
            seed,
            exchanged,
            winner: match figures.winner {
                Some(0) => "red",
                Some(_) => "blue",
                None => "draw",
            },
            rounds: figures.rounds,
            decisions,
            red_survivors,
            blue_survivors,
            red_damage,
            blue_damage,
            red_taken,
            blue_taken,
        }
    }
}

/// Rows as comma-separated values, with a line of titles even if there are none.
pub(crate) fn table<T: Serialize>(titles: &[&str], rows: &[T]) -> Result<Vec<u8>, LabError> {
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

/// The titles of [`BattleRow`]s, in the order of their fields.
pub(crate) const TITLES: [&str; 12] = [
    "battle",
    "seed",
    "exchanged",
    "winner",
    "rounds",
    "decisions",
    "red_survivors",
    "blue_survivors",
    "red_damage",
    "blue_damage",
    "red_taken",
    "blue_taken",
];

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn titles_are_those_of_the_fields() {
        let row = BattleRow::of(1, 2, true, 3, &BattleFigures::default());
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).unwrap();
        let named = writer.into_inner().unwrap();
        assert_eq!(named, table(&TITLES, &[row]).unwrap());
        let empty = table::<BattleRow>(&TITLES, &[]).unwrap();
        assert_eq!(empty, [TITLES.join(",").as_bytes(), b"\n"].concat());
    }
}
