//! Props of a level: boulders to push, ropes to swing on (D20-029, D20-R87).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::Table;
use shieldwall_dice::DiceExpr;
use shieldwall_grid::{Cell, Grid};

use crate::content::{spell::SpellSave, stat_block::StatBlock};

/// Something in a level that one can do a feat with (D20-029).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prop {
    /// What it is called: `Boulder`.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// What one does with it: `Push the boulder`.
    #[schemars(length(min = 1, max = 60))]
    pub action: String,
    /// Column and row of its cell, from 0 at the top left.
    pub at: [u16; 2],
    /// Cells of 1.5 m from which it can be used.
    #[serde(default = "beside")]
    #[schemars(range(min = 0, max = 10))]
    pub reach: u32,
    /// The ability that is tested; no test if left out.
    #[serde(default)]
    pub test: Option<TestedAbility>,
    /// Added to that ability.
    #[serde(default)]
    #[schemars(range(min = -20, max = 20))]
    pub modifier: i32,
    /// Whether it works only once.
    #[serde(default)]
    pub once: bool,
    /// The cell in which the one who uses it ends.
    #[serde(default)]
    pub to: Option<[u16; 2]>,
    /// The damage that it does, as dice: `2d6`.
    #[serde(default)]
    pub damage: Option<String>,
    /// The cells in which it does that.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub area: Vec<[u16; 2]>,
    /// What a saving throw does against it.
    #[serde(default)]
    pub save: SpellSave,
}

/// An ability that a prop tests: the d20 may not be above it (D20-R87).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestedAbility {
    /// Dexterity.
    Dex,
    /// Strength.
    Str,
}

const fn beside() -> u32 {
    1
}

impl TestedAbility {
    /// What players call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dex => "DEX",
            Self::Str => "STR",
        }
    }

    /// The score of somebody.
    #[must_use]
    pub const fn score(self, stats: &StatBlock) -> i32 {
        match self {
            Self::Dex => stats.dexterity,
            Self::Str => stats.strength,
        }
    }
}

impl Prop {
    /// The cell that it lies in.
    #[must_use]
    pub fn cell(&self, grid: &Grid) -> Option<Cell> {
        grid.cell(self.at[0], self.at[1])
    }

    /// The cell in which its user ends, if it takes it elsewhere.
    #[must_use]
    pub fn end(&self, grid: &Grid) -> Option<Cell> {
        self.to.and_then(|[x, y]| grid.cell(x, y))
    }

    /// The cells that it strikes.
    #[must_use]
    pub fn struck(&self, grid: &Grid) -> Vec<Cell> {
        let cells = self.area.iter();
        cells.filter_map(|[x, y]| grid.cell(*x, *y)).collect()
    }

    /// The dice of its damage.
    #[must_use]
    pub fn dice(&self) -> Option<DiceExpr> {
        self.damage.as_ref()?.parse().ok()
    }

    /// Reports what makes no sense.
    pub(super) fn check(&self, place: usize, grid: &Grid, table: &mut Table<'_, '_>) {
        let path = table.path.join("prop").join(place);
        let mut error = |at: &shieldwall_content::reading::KeyPath, message: String, help: &str| {
            let report = table.report.error(table.document, at, message);
            report.help(help.to_owned());
        };
        let ends = self.to.iter().map(|cell| (cell, path.join("to")));
        let own = std::iter::once((&self.at, path.join("at")));
        let area = self.area.iter().enumerate();
        let area = area.map(|(number, cell)| (cell, path.join("area").join(number)));
        for ([x, y], at) in own.chain(ends).chain(area) {
            if grid.cell(*x, *y).is_none() {
                let (width, height) = (grid.width() - 1, grid.height() - 1);
                error(
                    &at,
                    format!("column {x}, row {y} is off the map"),
                    &format!("columns go from 0 to {width}, rows from 0 to {height}"),
                );
            }
        }
        let dice = self.damage.as_ref().map(|dice| dice.parse::<DiceExpr>());
        if let Some(Err(why)) = &dice {
            error(
                &path.join("damage"),
                why.to_string(),
                "dice are written like `2d6` or `1d8+1`",
            );
        }
        if self.damage.is_some() == self.area.is_empty() {
            error(
                &path,
                "damage and the cells that it is done in belong together".to_owned(),
                "write both `damage` and `area`, or neither",
            );
        }
        if self.damage.is_none() && self.to.is_none() {
            error(
                &path,
                "the prop does nothing".to_owned(),
                "add `to`, or `damage` and `area`",
            );
        }
    }
}
