//! Where a case is fought: its own map, an open field, or a level.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use serde_json::Value;
use shieldwall_grid::{Cell, Grid, ZoneDistances};

use crate::{
    Level, LevelPart,
    cases::{
        case_file::{CaseFile, CaseGrid, CombatantEntry},
        case_reader::CaseReader,
    },
    diagnostics::suggestion::{self, list, quote},
    levels::{
        level::{LevelSide, SideName, Victory},
        level_device,
        level_file::{GridName, LevelFile, SideEntry, SidesEntry, VictoryEntry},
        level_goals::{self, OwnGoals, OwnGoalsEntry},
        level_ground, level_reader,
        map_layer::{MAX_SIDE, MIN_SIDE, MapLayer},
    },
    source::{catalogue::Catalogue, key_path::KeyPath},
    units::{block::Blocks, named_units::NamedUnits, ruleset_tables::SettingsContext},
};

/// Keys of a case that draw its map: a level has all that already.
const OF_A_MAP: [&str; 10] = [
    "grid",
    "legend",
    "floor",
    "cell_m",
    "elevation_step_m",
    "elevation",
    "light",
    "objective",
    "ally",
    "border",
];

/// The tables of a case's settings by ruleset, and the units that they may name.
pub(crate) type GivenSettings<'c> = (BTreeMap<String, Value>, &'c NamedUnits<'c>);

impl CaseReader<'_> {
    /// Where it is fought, and where the letters of the map are.
    pub(crate) fn level(
        &mut self,
        file: &CaseFile,
        combatants: &BTreeMap<String, CombatantEntry>,
        mut settings: GivenSettings<'_>,
        path: &Path,
    ) -> Option<(Level, BTreeMap<String, Cell>)> {
        let rulesets = &self.library.rulesets;
        let own = level_goals::take(&mut settings.0, rulesets, self.document, self.report);
        let given = [
            ("map", file.map.is_some()),
            ("size", file.size.is_some()),
            ("level", file.level.is_some()),
        ];
        let given: Vec<&str> = given
            .iter()
            .filter(|(_, given)| *given)
            .map(|(key, _)| *key)
            .collect();
        match given[..] {
            [_] => {}
            [] => {
                let spoilt = ["map", "size", "level"]
                    .iter()
                    .any(|key| self.report.is_spoilt(&KeyPath::from([*key])));
                if !spoilt {
                    self.error(
                        &KeyPath::default(),
                        "the case says nowhere where it is fought",
                        "add a `map`, a `size` or a `level`".to_owned(),
                    );
                }
                return None;
            }
            [_, second, ..] => {
                self.report
                    .key_error(
                        self.document,
                        &KeyPath::from([second]),
                        format!("{} cannot be given together", list(given.iter().copied())),
                    )
                    .help("keep one of them".to_owned());
                return None;
            }
        }
        if let Some(id) = &file.level {
            let found = self.library.levels.get(id);
            let Some(level) = found else {
                let known = self.library.levels.keys().map(String::as_str);
                let help = suggestion::help(id, known, "levels");
                let message = format!("unknown level {}", quote(id));
                self.error(&KeyPath::from(["level"]), message, help);
                return None;
            };
            let level = self.given_level(file, level, settings, &own);
            return Some((level, BTreeMap::new()));
        }
        let (level, letters) = self.drawn_level(file, combatants, (settings, &own), path)?;
        Some((Level::clone(&Arc::new(level).under(&file.ruleset)), letters))
    }

    /// A level of the library, with what the case says otherwise.
    fn given_level(
        &mut self,
        file: &CaseFile,
        level: &Arc<Level>,
        settings: GivenSettings<'_>,
        own: &BTreeMap<&'static str, OwnGoalsEntry>,
    ) -> Level {
        let parts = LevelPart::KEYS.into_iter().map(|(_, key)| key);
        for key in OF_A_MAP.into_iter().chain(parts) {
            let path = KeyPath::from([key]);
            if self.document.get(&path).is_some() {
                self.report
                    .key_error(self.document, &path, format!("`{key}` is the level's own"))
                    .help("leave it out, or draw a `map` instead of the `level`".to_owned());
            }
        }
        let goals = OwnGoalsEntry {
            turn_limit: file.turn_limit,
            winner_at_limit: file.winner_at_limit,
            victory: self
                .document
                .get(&KeyPath::from(["victory"]))
                .map(|_| file.victory),
            ..OwnGoalsEntry::default()
        };
        let of_ruleset = own.get(file.ruleset.as_str()).cloned().unwrap_or_default();
        let own_victories = level.own_goals.values();
        let own_victories = own_victories.filter_map(|goals| goals.victory.as_ref());
        let mut victories = std::iter::once(&level.victory).chain(own_victories);
        let objective = victories.find_map(Victory::cells).unwrap_or_default();
        let mut level = Level::clone(&level.under(&file.ruleset));
        let said = [
            (KeyPath::default(), goals),
            (KeyPath::from([file.ruleset.as_str()]), of_ruleset),
        ];
        for (table, goals) in said {
            let wanted = goals.victory.filter(VictoryEntry::needs_objective);
            if wanted.is_some() && objective.is_empty() {
                let path = table.join("victory").join("kind");
                let help = "draw a `map` with an `objective` instead of the `level`".to_owned();
                self.error(&path, "the level has no objective", help);
            }
            self.check_winner(&goals, level.sides.len(), &table);
            OwnGoals::of(&goals, objective).apply(&mut level);
        }
        if settings.0.contains_key(&file.ruleset) {
            level.settings = self.settings(settings, level.sides.len(), level.map.grid());
        }
        level
    }

    /// Reports a winner at the limit that is no side of the case.
    fn check_winner(&mut self, goals: &OwnGoalsEntry, sides: usize, table: &KeyPath) {
        if let Some(name) = goals.winner_at_limit
            && name.index() >= sides
        {
            let message = format!("there is no {} side here", name.key());
            self.error(&table.join("winner_at_limit"), message, None);
        }
    }

    /// A level of the case's own map.
    fn drawn_level(
        &mut self,
        file: &CaseFile,
        combatants: &BTreeMap<String, CombatantEntry>,
        (settings, own): (GivenSettings<'_>, &BTreeMap<&'static str, OwnGoalsEntry>),
        path: &Path,
    ) -> Option<(Level, BTreeMap<String, Cell>)> {
        let text = self.map_text(file)?;
        let mut letters: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let mut drawn = MapLayer::new(&text, KeyPath::from(["map"]));
        let size = level_ground::size(&mut drawn, self.document, self.report)?;
        for (column, row, character) in drawn.cells() {
            let letter = character.to_string();
            if !combatants.contains_key(&letter) {
                continue;
            }
            if letters.insert(letter.clone(), (column, row)).is_some() {
                self.report
                    .string_error(
                        self.document,
                        drawn.path(),
                        drawn.stretch(column, row),
                        format!("{} is on the map twice", quote(&letter)),
                    )
                    .help("every combatant stands in one cell".to_owned());
            }
        }
        let is_mark = |character: char| combatants.contains_key(character.encode_utf8(&mut [0; 4]));
        let plain: String = text
            .chars()
            .map(|character| if is_mark(character) { '.' } else { character })
            .collect();
        let drawn = MapLayer::new(&plain, KeyPath::from(["map"]));
        let level_file = as_level_file(file, plain);
        let terrains = Catalogue::of_sound("terrain", "terrains", &self.library.terrains);
        self.check_floor(file, &terrains);
        let ground = level_ground::build(
            &level_file,
            &drawn,
            size,
            &terrains,
            self.document,
            self.report,
        )?;
        let objective = level_reader::read_objective(&level_file, size, self.document, self.report);
        level_reader::check_victories(
            &level_file,
            own,
            objective.as_ref(),
            self.document,
            self.report,
        );
        let grid = *ground.map.grid();
        let cells = objective.map(|layer| level_reader::marked(&layer, 'x', &grid));
        let cells = cells.unwrap_or_default();
        let own_goals = own.iter();
        let own_goals = own_goals.map(|(id, goals)| (*id, OwnGoals::of(goals, &cells)));
        let own_goals = own_goals.collect();
        let victory = file.victory.with(cells);
        let exits = file.exits.as_deref();
        let exits = level_reader::read_marks(exits, "exits", size, self.document, self.report);
        let exits = exits.map_or_else(Vec::new, |layer| level_reader::marked(&layer, 'x', &grid));
        let devices = level_device::devices(
            file.device.clone(),
            &ground.map,
            &terrains,
            self.document,
            self.report,
        );
        let items = Catalogue::of_sound("item", "items", &self.library.items);
        let things = level_device::things(
            &file.thing,
            &ground.map,
            &self.library.rulesets,
            &items,
            self.document,
            self.report,
        );
        let planted = level_device::planted(
            &file.planted,
            &ground.map,
            &self.library.rulesets,
            &items,
            self.document,
            self.report,
        );
        let last = combatants.values().map(|combatant| combatant.side.index());
        let count = last.max().unwrap_or(1).max(1) + 1;
        let settings = self.settings(settings, count, &grid);
        let sides = self.sides(file, count);
        let limits = OwnGoalsEntry {
            winner_at_limit: file.winner_at_limit,
            ..OwnGoalsEntry::default()
        };
        self.check_winner(&limits, count, &KeyPath::default());
        for (id, goals) in own {
            self.check_winner(goals, count, &KeyPath::from([*id]));
        }
        let level = Level {
            // Journals name the case by it.
            id: path
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
            name: file.title.clone(),
            description: String::new(),
            file: path.to_owned(),
            map: ground.map,
            terrain: ground.terrain,
            zone_distances: Arc::new(ZoneDistances::new(&grid, &ground.zones)),
            zones: ground.zones,
            sides,
            exits,
            devices,
            things,
            planted,
            victory,
            turn_limit: file.turn_limit.unwrap_or(0),
            winner_at_limit: file.winner_at_limit.map(SideName::index),
            settings,
            own_goals,
        };
        let letters = letters
            .into_iter()
            .filter_map(|(letter, (column, row))| {
                let cell = grid.cell(u16::try_from(column).ok()?, u16::try_from(row).ok()?)?;
                Some((letter, cell))
            })
            .collect();
        Some((level, letters))
    }

    /// The settings of all rulesets on a level with so many sides.
    fn settings(
        &mut self,
        (mut tables, units): GivenSettings<'_>,
        sides: usize,
        grid: &Grid,
    ) -> Blocks {
        let context = SettingsContext { sides, grid, units };
        let rulesets = &self.library.rulesets;
        rulesets.settings(&mut tables, &context, self.document, self.report)
    }

    /// So many sides, with their alliances.
    fn sides(&mut self, file: &CaseFile, count: usize) -> Vec<LevelSide> {
        let allies = [None, file.ally.blue, file.ally.green, file.ally.yellow];
        let mut sides: Vec<LevelSide> = Vec::with_capacity(count);
        for (name, ally) in SideName::ALL.into_iter().zip(allies).take(count) {
            let before = ally.filter(|ally| ally.index() < name.index());
            if ally.is_some() && before.is_none() {
                self.error(
                    &KeyPath::from(["ally", name.key()]),
                    "a side names as its ally one that comes before it",
                    "the order is red, blue, green, yellow".to_owned(),
                );
            }
            sides.push(LevelSide {
                name: name.title().to_owned(),
                alliance: before.map_or(name.index(), |ally| sides[ally.index()].alliance),
                deployment: Vec::new(),
                warband: Vec::new(),
                surprised: false,
                hidden: false,
            });
        }
        for (name, ally) in SideName::ALL.into_iter().zip(allies).skip(count) {
            if ally.is_some() {
                self.error(
                    &KeyPath::from(["ally", name.key()]),
                    format!("there is no {} side here", name.key()),
                    None,
                );
            }
        }
        sides
    }

    /// The map as text: drawn, or an open field.
    fn map_text(&mut self, file: &CaseFile) -> Option<String> {
        if let Some(map) = &file.map {
            return Some(map.clone());
        }
        let [columns, rows] = file
            .size?
            .map(|number| usize::try_from(number).unwrap_or(0));
        let allowed = MIN_SIDE..=MAX_SIDE;
        if !allowed.contains(&columns) || !allowed.contains(&rows) {
            self.error(
                &KeyPath::from(["size"]),
                format!("the size is {columns} columns and {rows} rows, expected {MIN_SIDE} to {MAX_SIDE} each"),
                None,
            );
            return None;
        }
        let row = format!("{}\n", ".".repeat(columns));
        Some(row.repeat(rows))
    }

    fn check_floor(&mut self, file: &CaseFile, terrains: &Catalogue<crate::Terrain>) {
        let path = KeyPath::from(["floor"]);
        if file.legend.contains_key(".") {
            return;
        }
        let found = terrains.resolve(&file.floor, self.document, &path, self.report);
        if found.is_none() {
            // The legend gets it too, and there is nothing more to say of it.
            self.report.spoil(&KeyPath::from(["legend", "."]));
        }
    }
}

/// The parts of a case that a level has too, under the same keys.
fn as_level_file(file: &CaseFile, map: String) -> LevelFile {
    let mut legend = file.legend.clone();
    legend
        .entry(".".to_owned())
        .or_insert_with(|| file.floor.clone());
    let side = || SideEntry {
        name: None,
        ally: None,
        warband: Vec::new(),
        surprised: false,
        hidden: false,
    };
    LevelFile {
        id: "case".to_owned(),
        name: file.title.clone(),
        description: String::new(),
        grid: match file.grid {
            CaseGrid::Hex | CaseGrid::HexPointy => GridName::HexPointy,
            CaseGrid::HexFlat => GridName::HexFlat,
            CaseGrid::Square => GridName::Square,
        },
        cell_m: file.cell_m,
        elevation_step_m: file.elevation_step_m,
        turn_limit: file.turn_limit,
        winner_at_limit: file.winner_at_limit,
        map,
        legend,
        elevation: file.elevation.clone(),
        light: file.light.clone(),
        deployment: String::new(),
        objective: file.objective.clone(),
        exits: None,
        zone_map: file.zone_map.clone(),
        border: file.border.clone(),
        device: Vec::new(),
        thing: Vec::new(),
        planted: Vec::new(),
        victory: file.victory,
        side: SidesEntry {
            red: side(),
            blue: side(),
            green: None,
            yellow: None,
        },
        tables: BTreeMap::new(),
    }
}
