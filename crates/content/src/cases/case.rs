//! Cases: small battles with loaded dice, and what must come of them.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use serde_json::Value;
use shieldwall_dice::Face;
use shieldwall_grid::Cell;

use crate::{
    Diagnostics, Level, Library, Unit,
    cases::{case_file::CaseFile, case_reader, check_cases},
    schemas::published_schema,
    units::ruleset_tables::Rulesets,
};

pub use crate::{
    cases::case_expectation::{
        AfterEntry, AfterItem, CellOrWord, ExpectEntry, NumberOrWord, OneOrMore,
    },
    cases::case_file::DefaultName as DefaultAnswer,
    cases::case_odds::Countable,
};

/// A case, read and checked.
#[derive(Clone, Debug)]
pub struct Case {
    /// File it was read from.
    pub file: PathBuf,
    /// What it shows.
    pub title: String,
    /// Id of the ruleset.
    pub ruleset: &'static str,
    /// Ids of the rules it proves.
    pub proves: Vec<String>,
    /// Where it is fought.
    pub level: Arc<Level>,
    /// Who fights: red by letter, then blue by letter and so on, so that a combatant's place here is its id.
    pub combatants: Vec<CaseCombatant>,
    /// The dice, in the order in which they are rolled.
    pub dice: Vec<Face>,
    /// What is decided.
    pub choices: Vec<CaseChoice>,
    /// Who answers the other decisions.
    pub default: DefaultAnswer,
    /// Rounds to play in full; `None` to stop when the choices are used up.
    pub rounds: Option<u32>,
    /// Entries that the journal must have, in this order.
    pub expect: Vec<Expected>,
    /// Entries that it must not have.
    pub never: Vec<Expected>,
    /// How combatants must be in the end, by letter.
    pub after: BTreeMap<String, AfterEntry>,
    /// What odds count; `None` for everything that may come out in more ways than one.
    pub count: Option<Vec<CaseCount>>,
}

/// One thing that odds count.
#[derive(Clone, Debug)]
pub enum CaseCount {
    /// Something that all combatants have.
    What(Countable),
    /// Whether the journal has an entry.
    Entry(Box<Expected>),
}

/// A combatant of a case.
#[derive(Clone, Debug)]
pub struct CaseCombatant {
    /// Its letter, which is its name in the battle.
    pub letter: String,
    /// Index of its side.
    pub side: usize,
    /// What it is.
    pub unit: Arc<Unit>,
    /// Where it begins; `None` for the next free deployment cell of a level.
    pub cell: Option<Cell>,
    /// How it begins under the ruleset of the case, as that writes it.
    pub start: Value,
    /// The ids of the items that it brings, in the order in which they get their numbers.
    pub brings: Vec<String>,
}

/// What one combatant decides.
#[derive(Clone, Debug)]
pub struct CaseChoice {
    /// Line of the file, from 1.
    pub line: usize,
    /// Who decides: a letter, or a side (`red`) as a whole.
    pub by: String,
    /// What is done: the first of these that can be; empty for the least one can do.
    pub actions: Vec<CaseAction>,
    /// The kind of decision; `None` for any.
    pub when: Option<String>,
    /// The round; `None` for any.
    pub round: Option<u32>,
    /// Whether it must be refused.
    pub refused: bool,
    /// Why: words of the ruleset, ids of rules, or words that the reason has in it.
    pub because: Vec<String>,
    /// Actions that must be on offer.
    pub offered: Vec<String>,
    /// Actions that must not be on offer.
    pub not_offered: Vec<String>,
}

/// What is done, with what, and to whom.
#[derive(Clone, Debug)]
pub struct CaseAction {
    /// Line of the file, from 1.
    pub line: usize,
    /// The action.
    pub action: String,
    /// The item: its id, or `B.dagger`.
    pub item: Option<String>,
    /// In which way.
    pub mode: Option<String>,
    /// What it is aimed at.
    pub target: Option<CaseTarget>,
    /// The number of the target's injury.
    pub injury: Option<u16>,
    /// What is chosen in its fields.
    pub fields: BTreeMap<String, CaseValue>,
    /// Cells to walk through.
    pub path: Vec<Cell>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseValue {
    /// A number.
    Number(i32),
    /// An option; or a second target, where the field wants one.
    WordOrTarget(CaseTarget),
}

/// What a choice is aimed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseTarget {
    /// A letter, a direction, a side of a cell or of the battle, an item, or `zone:` and its name.
    Name(String),
    /// A cell.
    Cell(Cell),
}

/// An expected entry with its place in the file.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Line of the file, from 1.
    pub line: usize,
    /// What is expected.
    pub entry: ExpectEntry,
}

impl Case {
    /// Reads a case; what it refers to is looked for in the library.
    ///
    /// # Errors
    /// Everything that is wrong with the file, with places.
    pub fn read(path: &std::path::Path, library: &Library) -> Result<Self, Diagnostics> {
        case_reader::read(path, library)
    }

    /// Reads a case from its text; `path` is what messages call it.
    ///
    /// # Errors
    /// Everything that is wrong with the text, with places.
    pub fn parse(
        path: &std::path::Path,
        text: &str,
        library: &Library,
    ) -> Result<Self, Diagnostics> {
        case_reader::parse(path, text, library)
    }

    /// The cases in a folder and the folders in it, by name, and what kept the search from being
    /// complete. Files whose names begin with an underscore are none.
    #[must_use]
    pub fn find(folder: &std::path::Path) -> (Vec<PathBuf>, Diagnostics) {
        let (files, diagnostics) = check_cases::in_folder(folder, folder);
        (files, diagnostics.into_iter().collect())
    }

    /// The JSON Schema of cases, generated from the types that read them.
    #[must_use]
    pub fn schema(rulesets: &Rulesets) -> Value {
        published_schema::published::<CaseFile>(rulesets)
    }
}
