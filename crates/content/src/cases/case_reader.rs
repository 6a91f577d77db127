//! From the file of a case to the case.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use shieldwall_dice::Face;
use shieldwall_grid::{Cell, Grid};

use crate::{
    Diagnostics, Level, Library, Unit,
    cases::{
        case::{Case, CaseCombatant, CaseCount, Countable, Expected, OneOrMore},
        case_file::{CaseFile, ChoiceEntry, CombatantEntry},
        case_odds::{CountEntry, OddsEntry},
    },
    diagnostics::{
        diagnostic::Diagnostic,
        suggestion::{self, list, quote},
    },
    levels::level::SideName,
    schemas::shape,
    source::{
        catalogue::Catalogue, document::Document, key_path::KeyPath, report::Report,
        source_text::SourceText,
    },
    units::{
        block::Blocks,
        level_part::LevelPart,
        named_units::NamedUnits,
        ruleset_tables::{AnyTables, CombatantContext, Table},
    },
};

/// Most combatants of a case: one for each letter.
const MAX_COMBATANTS: usize = 26;

/// How what a mod brings comes to be known.
pub(crate) const OF_MOD: &str = "name its folder: `--mod FOLDER`";

/// Reads a case from a file.
pub(crate) fn read(path: &Path, library: &Library) -> Result<Case, Diagnostics> {
    let source = SourceText::read(path, path.to_owned()).map_err(|diagnostic| one(*diagnostic))?;
    of_source(&source, path, library)
}

/// Reads a case from its text.
pub(crate) fn parse(path: &Path, text: &str, library: &Library) -> Result<Case, Diagnostics> {
    let source = SourceText::from_bytes(path.to_owned(), text.as_bytes().to_vec())
        .map_err(|diagnostic| one(*diagnostic))?;
    of_source(&source, path, library)
}

fn one(diagnostic: Diagnostic) -> Diagnostics {
    std::iter::once(diagnostic).collect()
}

fn of_source(source: &SourceText, path: &Path, library: &Library) -> Result<Case, Diagnostics> {
    let document = Document::parse(source).map_err(|diagnostic| one(*diagnostic))?;
    let mut report = Report::default();
    let file: Option<CaseFile> = shape::read(&library.rulesets, &document, &mut report);
    let case = file.and_then(|file| {
        let mut reader = CaseReader {
            library,
            document: &document,
            report: &mut report,
        };
        reader.case(file, path)
    });
    match case {
        Some(case) if report.is_sound() => Ok(case),
        _ => Err(report.diagnostics(&document).into_iter().collect()),
    }
}

pub(crate) struct CaseReader<'r> {
    pub(crate) library: &'r Library,
    pub(crate) document: &'r Document<'r>,
    pub(crate) report: &'r mut Report,
}

impl CaseReader<'_> {
    fn case(&mut self, mut file: CaseFile, path: &Path) -> Option<Case> {
        // A misspelt one has been reported; there is another in its place then.
        let library = self.library;
        let ruleset = library.rulesets.get(&file.ruleset)?;
        self.check_rules(&file);
        self.check_keys(&file, ruleset);
        let choices = std::mem::take(&mut file.choice);
        let expect = self.expected("expect", std::mem::take(&mut file.expect));
        let never = self.expected("never", std::mem::take(&mut file.never));
        let count = self.counted(file.odds.take());
        let dice = self.dice(&file.dice);
        let combatants = std::mem::take(&mut file.combatant);
        self.check_letters(&file, &combatants, &choices);
        let units = self.named_units(&combatants);
        let tables = std::mem::take(&mut file.tables);
        let (level, letters) = self.level(&file, &combatants, (tables, &units), path)?;
        self.check_sides(&level, &combatants, file.level.is_some());
        let grid = *level.map.grid();
        let places = (&letters, file.level.is_some());
        let combatants = self.combatants(combatants, places, &level, (ruleset, &units));
        let choices = choices
            .into_iter()
            .enumerate()
            .map(|(index, entry)| self.choice(entry, index, &grid))
            .collect();
        Some(Case {
            file: path.to_owned(),
            title: file.title,
            ruleset: ruleset.id(),
            proves: file.proves,
            level: Arc::new(level),
            combatants,
            dice,
            choices,
            default: file.default,
            rounds: file.rounds,
            expect,
            never,
            after: file.after,
            count,
        })
    }

    pub(crate) fn line(&self, path: &KeyPath) -> usize {
        self.document.source.line_of(self.document.span(path).start) + 1
    }

    pub(crate) fn error(
        &mut self,
        path: &KeyPath,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.report.error(self.document, path, message).help(help);
    }

    /// Reports rule ids that the ruleset's book does not have.
    fn check_rules(&mut self, file: &CaseFile) {
        let Some(book) = self.library.rulebooks.get(&file.ruleset) else {
            return;
        };
        let known = |id: &String| book.rules.iter().any(|rule| rule.is_named(id));
        let named = file
            .proves
            .iter()
            .enumerate()
            .map(|(index, id)| (KeyPath::from(["proves"]).join(index), id));
        let lists = [("expect", &file.expect), ("never", &file.never)];
        let cited = lists.into_iter().flat_map(|(key, entries)| {
            entries.iter().enumerate().flat_map(move |(index, entry)| {
                let list = KeyPath::from([key]).join(index).join("rules");
                entry
                    .rules
                    .iter()
                    .enumerate()
                    .map(move |(number, id)| (list.join(number), id))
            })
        });
        // Of reasons, those that are written like an id of this book.
        let prefix = book
            .rules
            .first()
            .and_then(|rule| rule.id.split('-').next());
        let like_id = |text: &str| {
            prefix
                .and_then(|prefix| text.strip_prefix(prefix)?.strip_prefix('-'))
                .is_some_and(|rest| rest.len() < 6 && !rest.contains(' '))
        };
        let reasons = file.choice.iter().enumerate().flat_map(|(index, choice)| {
            let list = KeyPath::from(["choice"]).join(index).join("because");
            let because = choice.because.as_ref().map_or(&[][..], OneOrMore::as_slice);
            let several = matches!(choice.because, Some(OneOrMore::Several(_)));
            because.iter().enumerate().map(move |(number, id)| {
                let path = if several {
                    list.join(number)
                } else {
                    list.clone()
                };
                (path, id)
            })
        });
        let reasons = reasons.filter(|(_, id)| like_id(id));
        let unknown: Vec<(KeyPath, String)> = named
            .chain(cited)
            .chain(reasons)
            .filter(|(_, id)| !known(id))
            .map(|(path, id)| (path, id.clone()))
            .collect();
        for (path, id) in unknown {
            if let Some((rule, number)) = id.split_once('/')
                && let Some(rule) = book.rule(rule)
            {
                let help = match rule.examples.len() {
                    0 => format!("it has none: name the rule itself, `{}`", rule.id),
                    count => {
                        format!("its examples are 1 to {count}; `shieldwall rules` shows them")
                    }
                };
                let message = format!("{} has no example {}", rule.id, quote(number));
                self.error(&path, message, help);
                continue;
            }
            let near = suggestion::nearest(&id, book.rules.iter().map(|rule| rule.id.as_str()));
            let help = near.map_or_else(
                || "`shieldwall rules` lists them".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            self.error(&path, format!("there is no rule {}", quote(&id)), help);
        }
    }

    /// Reports what only other rulesets than the case's own read: under it that would do nothing, and
    /// nobody would notice.
    fn check_keys(&mut self, file: &CaseFile, own: &dyn AnyTables) {
        // Nobody knows what a case is under if its ruleset is misspelt.
        if self.report.is_spoilt(&KeyPath::from(["ruleset"])) {
            return;
        }
        let ruleset = own.id();
        let mut wrong: Vec<(KeyPath, String, String)> = Vec::new();
        let others = || self.library.rulesets.ids().filter(|id| *id != ruleset);
        let of_other =
            |id: &str| format!("`{id}` is for {id} cases, and this one is under {ruleset}");
        for id in others().filter(|id| file.tables.contains_key(*id)) {
            let help = format!("settings of {ruleset} stand in `[{ruleset}]`");
            wrong.push((KeyPath::from([id]), of_other(id), help));
        }
        for (letter, entry) in &file.combatant {
            for id in others().filter(|id| entry.tables.contains_key(*id)) {
                let path = KeyPath::from(["combatant", letter.as_str(), id]);
                let help =
                    format!("what {ruleset} reads stands in `[combatant.{letter}.{ruleset}]`");
                wrong.push((path, of_other(id), help));
            }
        }
        for (part, key) in LevelPart::KEYS {
            let path = KeyPath::from([key]);
            if !own.uses(part) && self.document.get(&path).is_some() {
                let message = format!("`{key}` means nothing under {ruleset}");
                wrong.push((path, message, "leave it out".to_owned()));
            }
        }
        for (path, message, help) in wrong {
            self.report
                .key_error(self.document, &path, message)
                .help(help);
        }
    }

    /// The units that somebody in the case has.
    fn named_units(&self, combatants: &BTreeMap<String, CombatantEntry>) -> NamedUnits<'static> {
        let unit_of = |letter: &String| KeyPath::from(["combatant", letter.as_str(), "unit"]);
        if combatants
            .keys()
            .any(|letter| self.report.is_spoilt(&unit_of(letter)))
        {
            return NamedUnits::Unknown;
        }
        let units = combatants.iter().map(|(letter, entry)| {
            let unit = entry.unit.clone();
            unit.unwrap_or_else(|| letter.to_lowercase())
        });
        NamedUnits::OfCase(units.collect())
    }

    fn expected(
        &mut self,
        key: &str,
        entries: Vec<crate::cases::case_expectation::ExpectEntry>,
    ) -> Vec<Expected> {
        let list = KeyPath::from([key]);
        entries
            .into_iter()
            .enumerate()
            .map(|(index, entry)| Expected {
                line: self.line(&list.join(index)),
                entry,
            })
            .collect()
    }

    /// What odds count. Nobody can tell the faces of dice that fall in every way.
    fn counted(&mut self, odds: Option<OddsEntry>) -> Option<Vec<CaseCount>> {
        let list = KeyPath::from(["odds", "count"]);
        let mut counted = Vec::new();
        for (index, entry) in odds?.count?.into_iter().enumerate() {
            let path = list.join(index);
            match entry {
                CountEntry::What(name) => match Countable::named(&name) {
                    Some(what) => counted.push(CaseCount::What(what)),
                    None => {
                        let known = Countable::ALL.map(|(name, _)| name).join(", ");
                        let help = format!(
                            "what can be counted: {known}; or an entry of the journal, such as \
                             `{{ event = \"damage\" }}`"
                        );
                        self.error(&path, format!("nothing called `{name}` is counted"), help);
                    }
                },
                CountEntry::Entry(entry) => {
                    if entry.event == "rolled" || entry.dice.is_some() {
                        let help = "count what comes of the roll, such as \
                                    `{ event = \"attack_resolved\", attack = \"failure\" }`";
                        let message = "odds follow what dice mean, not what they show";
                        self.error(&path, message, help.to_owned());
                    }
                    counted.push(CaseCount::Entry(Box::new(Expected {
                        line: self.line(&path),
                        entry: *entry,
                    })));
                }
            }
        }
        Some(counted)
    }

    fn dice(&mut self, faces: &[String]) -> Vec<Face> {
        let list = KeyPath::from(["dice"]);
        let mut dice = Vec::with_capacity(faces.len());
        for (index, text) in faces.iter().enumerate() {
            match text.parse::<Face>() {
                Ok(face) if face.is_possible() => dice.push(face),
                Ok(face) => self.error(
                    &list.join(index),
                    format!("a d{} has no face {}", face.sides, face.face),
                    None,
                ),
                Err(error) => self.error(
                    &list.join(index),
                    error.to_string(),
                    "a die and what it shows, such as `d100=34`".to_owned(),
                ),
            }
        }
        dice
    }

    /// Reports letters that are none, or that no combatant has.
    fn check_letters(
        &mut self,
        file: &CaseFile,
        combatants: &BTreeMap<String, CombatantEntry>,
        choices: &[ChoiceEntry],
    ) {
        let table = KeyPath::from(["combatant"]);
        if combatants.len() > MAX_COMBATANTS {
            let message = format!(
                "{} combatants, expected at most {MAX_COMBATANTS}",
                combatants.len()
            );
            self.error(&table, message, None);
        }
        for letter in combatants.keys() {
            if !is_letter(letter) {
                self.report
                    .key_error(
                        self.document,
                        &table.join(letter.as_str()),
                        format!("{} is no letter for a combatant", quote(letter)),
                    )
                    .help("a capital letter: `[combatant.A]`".to_owned());
            }
        }
        let last = combatants.values().map(|combatant| combatant.side).max();
        let needed = last.map_or(1, SideName::index).max(1);
        for side in SideName::ALL.into_iter().take(needed + 1) {
            let key = side.key();
            if combatants.values().all(|combatant| combatant.side != side)
                && !self.report.has_spoilt_parts(&table)
            {
                self.error(
                    &table,
                    format!("the {key} side has no combatants"),
                    format!("one of them needs `side = \"{key}\"`"),
                );
            }
        }
        let mut used: Vec<(KeyPath, String)> = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            let path = KeyPath::from(["choice"]).join(index);
            // A side decides as a whole.
            if SideName::ALL.iter().all(|side| side.key() != choice.by) {
                used.push((path.join("by"), choice.by.clone()));
            }
        }
        for letter in file.after.keys() {
            used.push((KeyPath::from(["after", letter]), letter.clone()));
        }
        for (path, letter) in used {
            if !combatants.contains_key(&letter) && !self.report.is_spoilt(&path) {
                let known = list(combatants.keys().map(String::as_str));
                self.error(
                    &path,
                    format!("there is no combatant {}", quote(&letter)),
                    format!("there are {known}"),
                );
            }
        }
    }

    /// Reports sides that the level does not have, and a case in which nobody has an enemy.
    fn check_sides(
        &mut self,
        level: &Level,
        combatants: &BTreeMap<String, CombatantEntry>,
        of_library: bool,
    ) {
        let mut sides = BTreeSet::new();
        for (letter, combatant) in combatants {
            sides.insert(combatant.side);
            if combatant.side.index() >= level.sides.len() {
                let path = KeyPath::from(["combatant", letter.as_str(), "side"]);
                let message = format!("the level has no {} side", combatant.side.key());
                let last = SideName::ALL[level.sides.len().clamp(1, SideName::ALL.len()) - 1];
                self.error(&path, message, format!("its last one is {}", last.key()));
            }
        }
        let alliances: Option<BTreeSet<usize>> = sides
            .iter()
            .map(|side| Some(level.sides.get(side.index())?.alliance))
            .collect();
        if sides.len() > 1 && alliances.is_some_and(|alliances| alliances.len() == 1) {
            let key = if of_library { "level" } else { "ally" };
            self.report
                .key_error(
                    self.document,
                    &KeyPath::from([key]),
                    "all sides are allied with each other",
                )
                .help("at least one side must be an enemy".to_owned());
        }
    }

    fn combatants(
        &mut self,
        entries: BTreeMap<String, CombatantEntry>,
        (letters, of_library): (&BTreeMap<String, Cell>, bool),
        level: &Level,
        (ruleset, units): (&dyn AnyTables, &NamedUnits<'_>),
    ) -> Vec<CaseCombatant> {
        let grid = *level.map.grid();
        let items = Catalogue::of_sound("item", "items", &self.library.items);
        let mut by_side: Vec<(usize, &String)> = entries
            .iter()
            .map(|(letter, entry)| (entry.side.index(), letter))
            .collect();
        by_side.sort();
        let roster: Vec<String> = by_side
            .into_iter()
            .map(|(_, letter)| letter.clone())
            .collect();
        let mut combatants = Vec::with_capacity(entries.len());
        for (letter, mut entry) in entries {
            let path = KeyPath::from(["combatant", letter.as_str()]);
            let cell = match (entry.at, letters.get(&letter)) {
                (Some(_), Some(_)) => {
                    let message = format!("{} is on the map already", quote(&letter));
                    self.error(
                        &path.join("at"),
                        message,
                        "take its letter off the map, or leave out `at`".to_owned(),
                    );
                    None
                }
                (Some(at), None) => self.cell(at, &path.join("at"), &grid),
                (None, Some(cell)) => Some(*cell),
                (None, None) => {
                    if !of_library {
                        self.report
                            .key_error(
                                self.document,
                                &path,
                                format!("{} is nowhere", quote(&letter)),
                            )
                            .help(
                                "put its letter on the map, or give its cell: `at = [3, 1]`"
                                    .to_owned(),
                            );
                    }
                    None
                }
            };
            let side = entry.side.index();
            let base = self.base(&entry, ruleset.id(), &path);
            let context = CombatantContext {
                items: &items,
                grid: &grid,
                roster: &roster,
                units,
            };
            let mut table = Table {
                document: self.document,
                path: path.join(ruleset.id()),
                report: &mut *self.report,
            };
            let value = entry.tables.remove(ruleset.id());
            let read = ruleset.combatant(value, base.as_deref(), &context, &mut table);
            let Some(read) = read else { continue };
            let mut blocks = Blocks::default();
            blocks.insert(ruleset.id(), read.unit);
            let unit = Unit {
                id: base
                    .as_ref()
                    .map_or_else(|| letter.to_lowercase(), |base| base.id.clone()),
                name: letter.clone(),
                description: String::new(),
                art: PathBuf::new(),
                tags: Vec::new(),
                points: BTreeMap::new(),
                blocks,
            };
            combatants.push(CaseCombatant {
                letter,
                side,
                unit: Arc::new(unit),
                cell,
                start: read.start,
                brings: read.brings,
            });
        }
        combatants.sort_by_key(|combatant| combatant.side);
        combatants
    }

    /// The unit that a combatant is based on.
    fn base(&mut self, entry: &CombatantEntry, ruleset: &str, path: &KeyPath) -> Option<Arc<Unit>> {
        let id = entry.unit.as_ref()?;
        let path = path.join("unit");
        let Some(unit) = self.library.units.get(id) else {
            if let Some(broken) = self.library.broken_unit(id) {
                let at = broken.diagnostics.first().map_or_else(
                    || broken.path.display().to_string(),
                    |first| format!("{}:{}", first.file.display(), first.line()),
                );
                let message = format!("unit {} has errors of its own", quote(id));
                self.error(&path, message, format!("mend it first: see {at}"));
                return None;
            }
            let known = self.library.units.keys().map(String::as_str);
            let help = suggestion::help(id, known, "units")
                .unwrap_or_else(|| format!("is it of a mod? {OF_MOD}"));
            self.error(&path, format!("unknown unit {}", quote(id)), help);
            return None;
        };
        if !unit.supports(ruleset) {
            let message = format!("unit {} does not exist under this ruleset", quote(id));
            self.error(&path, message, None);
        }
        Some(Arc::clone(unit))
    }

    /// The cell in a column and row; reports one that is off the map.
    pub(crate) fn cell(&mut self, at: [i32; 2], path: &KeyPath, grid: &Grid) -> Option<Cell> {
        let [column, row] = at.map(|number| u16::try_from(number).ok());
        let cell = column
            .zip(row)
            .and_then(|(column, row)| grid.cell(column, row));
        if cell.is_none() {
            let message = format!("column {}, row {} is off the map", at[0], at[1]);
            let help = format!(
                "columns go from 0 to {}, rows from 0 to {}",
                grid.width() - 1,
                grid.height() - 1
            );
            self.error(path, message, help);
        }
        cell
    }
}

fn is_letter(text: &str) -> bool {
    let mut characters = text.chars();
    characters
        .next()
        .is_some_and(|first| first.is_ascii_uppercase())
        && characters.next().is_none()
}
