//! What the cells of a level are made of, and what stands between them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use shieldwall_grid::{Border, Cell, Grid, Layout, Light, Map, Metres, Side, Zones};

use crate::{
    Terrain,
    diagnostics::suggestion::{self, quote},
    levels::{
        level_file::{BorderEntry, BorderName, LevelFile},
        map_layer::{MAX_SIDE, MIN_SIDE, MapLayer, also_at, known_characters, named},
    },
    source::{
        catalogue::Catalogue, document::Document, key_path::KeyPath, quantity, report::Report,
    },
};

/// Most characters that a legend may explain.
const MAX_LEGEND: usize = 200;

/// The ground of a level.
pub(crate) struct LevelGround {
    pub(crate) map: Map,
    pub(crate) terrain: Vec<Arc<Terrain>>,
    pub(crate) zones: Zones,
}

/// The terrains that the characters of the map stand for.
fn legend(
    file: &LevelFile,
    terrains: &Catalogue<Terrain>,
    document: &Document<'_>,
    report: &mut Report,
) -> BTreeMap<char, Arc<Terrain>> {
    let path = KeyPath::from(["legend"]);
    if file.legend.len() > MAX_LEGEND {
        let message = format!(
            "the legend has {} entries, expected at most {MAX_LEGEND}",
            file.legend.len()
        );
        report.error(document, &path, message).help(None);
    }
    let mut legend = BTreeMap::new();
    for (key, id) in file.legend.iter().take(MAX_LEGEND) {
        let at = path.join(key.as_str());
        let mut characters = key.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            report
                .key_error(
                    document,
                    &at,
                    format!(
                        "{} has {} characters, expected 1",
                        quote(key),
                        key.chars().count()
                    ),
                )
                .help(
                    "a key of the legend is one character of the map: \"#\" = \"wall\"".to_owned(),
                );
            continue;
        };
        if let Some(terrain) = terrains.resolve(id, document, &at, report) {
            legend.insert(character, Arc::clone(terrain));
        }
    }
    legend
}

/// The size of the map in columns and rows, unless it is absurd, which is reported.
pub(crate) fn size(
    map: &mut MapLayer,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<(usize, usize)> {
    let (width, height) = (map.width(), map.height());
    let allowed = MIN_SIDE..=MAX_SIDE;
    if report.is_spoilt(map.path()) {
        return None;
    }
    if !allowed.contains(&width) || !allowed.contains(&height) {
        report
            .key_error(
                document,
                map.path(),
                format!("the map is {width} cells wide and {height} high, expected {MIN_SIDE} to {MAX_SIDE} each"),
            )
            .help((width == 0 || height == 0).then(|| "draw it in `'''`, one row a line".to_owned()));
        return None;
    }
    map.check_rows(width, document, report);
    Some((width, height))
}

/// The ground as drawn; `None` if it could not be made, for reasons that have been reported.
pub(crate) fn build(
    file: &LevelFile,
    drawn: &MapLayer,
    (width, height): (usize, usize),
    terrains: &Catalogue<Terrain>,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<LevelGround> {
    let layout = Layout::from(file.grid);
    let legend = legend(file, terrains, document, report);
    check_legend(file, drawn, document, report);
    let layer = |text: &Option<String>, key: &str, report: &mut Report| {
        let path = KeyPath::from([key]);
        let text = text.as_deref().filter(|_| !report.is_spoilt(&path))?;
        let mut layer = MapLayer::new(text, path);
        layer
            .check_size(width, height, document, report)
            .then_some(layer)
    };
    let elevation = layer(&file.elevation, "elevation", report);
    if let Some(layer) = &elevation {
        let known = |character: char| character == '.' || character.is_ascii_digit();
        layer.check_characters(known, "expected a digit, or `.` for 0", document, report);
    }
    let light = layer(&file.light, "light", report);
    if let Some(layer) = &light {
        let help = format!("{}: bright, dim, dark", known_characters(&[".", "d", "D"]));
        layer.check_characters(
            |character| ".dD".contains(character),
            &help,
            document,
            report,
        );
    }
    let zone_layer = layer(&file.zone_map, "zone_map", report);

    let cell_path = KeyPath::from(["cell_m"]);
    let cell_size = quantity::metres(file.cell_m, document, &cell_path, report);
    let step_path = KeyPath::from(["elevation_step_m"]);
    let step = match file.elevation_step_m {
        Some(step) => quantity::metres(step, document, &step_path, report),
        None => cell_size,
    };
    let (columns, rows) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
    let grid = match Grid::new(layout, columns, rows, cell_size?) {
        Ok(grid) => grid,
        Err(error) => {
            report
                .error(document, &cell_path, error.to_string())
                .help(None);
            return None;
        }
    };
    check_borders(&file.border, &grid, document, report);
    let zones = crate::levels::level_zones::build(zone_layer.as_ref(), &grid, document, report);

    let mut terrain = Vec::with_capacity(grid.len());
    let mut ground = Vec::with_capacity(grid.len());
    for cell in grid.cells() {
        let (column, row) = grid.column_row(cell);
        let (column, row) = (usize::from(column), usize::from(row));
        let here = legend.get(&drawn.character(column, row)?)?;
        let height = elevation
            .as_ref()
            .and_then(|layer| layer.character(column, row)?.to_digit(10));
        let brightness = match light
            .as_ref()
            .and_then(|layer| layer.character(column, row))
        {
            Some('d') => Light::Dim,
            Some('D') => Light::Dark,
            _ => Light::Bright,
        };
        // A digit.
        ground.push(here.ground(height.unwrap_or_default() as i8, brightness));
        terrain.push(Arc::clone(here));
    }
    let mut map = new_map(grid, ground, step?, &step_path, document, report)?;
    for entry in &file.border {
        for (cell, side) in sides_of(entry, &grid) {
            map.set_border(cell, side, Border::from(entry.is));
        }
    }
    let zones = zones?;
    if let Some(layer) = &zone_layer {
        check_zoned(layer, &map, &zones, document, report);
    }
    Some(LevelGround {
        map,
        terrain,
        zones,
    })
}

/// Reports cells that one can enter and that lie in no zone of a drawn layer. Where something else
/// than none is drawn, what is wrong there has been said.
fn check_zoned(
    layer: &MapLayer,
    map: &Map,
    zones: &Zones,
    document: &Document<'_>,
    report: &mut Report,
) {
    let grid = map.grid();
    let is_bare = |cell: Cell| {
        let (column, row) = grid.column_row(cell);
        layer.character(column.into(), row.into()) == Some('.')
    };
    let homeless: Vec<Cell> = grid
        .cells()
        .filter(|cell| map.ground(*cell).passable && zones.zones_of(*cell).is_empty())
        .filter(|cell| is_bare(*cell))
        .collect();
    let places: Vec<(usize, usize)> = homeless
        .iter()
        .map(|cell| grid.column_row(*cell))
        .map(|(column, row)| (column.into(), row.into()))
        .collect();
    if let Some((column, row)) = places.first().copied() {
        report
            .string_error(
                document,
                layer.path(),
                layer.stretch(column, row),
                format!(
                    "a cell that one can enter is in no zone{}",
                    also_at(&places)
                ),
            )
            .help("give it the letter of a zone, or `+` on the border of several".to_owned());
    }
}

fn new_map(
    grid: Grid,
    ground: Vec<shieldwall_grid::Ground>,
    step: Metres,
    path: &KeyPath,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<Map> {
    match Map::new(grid, ground, step) {
        Ok(map) => Some(map),
        Err(error) => {
            report.error(document, path, error.to_string()).help(None);
            None
        }
    }
}

/// Reports characters of the map that the legend does not explain.
fn check_legend(file: &LevelFile, drawn: &MapLayer, document: &Document<'_>, report: &mut Report) {
    let legend = KeyPath::from(["legend"]);
    if report.is_spoilt(&legend) {
        return;
    }
    let known = |character: char| file.legend.contains_key(character.encode_utf8(&mut [0; 4]));
    for (character, places) in drawn.places_of(|character| !known(character)) {
        let name = named(character);
        let message = format!(
            "the map's character {name} is not in the legend{}",
            also_at(&places)
        );
        report
            .string_error(document, drawn.path(), drawn.stretch_of(&places), message)
            .help(match character {
                '\t' => "draw with one character a cell; a tab is none".to_owned(),
                _ => format!("add `\"{character}\" = \"…\"` to `[legend]`"),
            });
    }
}

/// Warns of characters of the legend that are not on the map.
pub(crate) fn check_use_of_legend(
    file: &LevelFile,
    drawn: &MapLayer,
    document: &Document<'_>,
    report: &mut Report,
) {
    let on_map: BTreeSet<char> = drawn.cells().map(|(_, _, character)| character).collect();
    for key in file.legend.keys() {
        let mut characters = key.chars();
        let single = characters.next().filter(|_| characters.next().is_none());
        if single.is_some_and(|character| !on_map.contains(&character)) {
            let path = KeyPath::from(["legend", key.as_str()]);
            report
                .key_warning(document, &path, format!("{} is not on the map", quote(key)))
                .help("take it out of the legend, or draw it".to_owned());
        }
    }
}

/// The sides of cells that an entry names, as far as they exist.
fn sides_of<'e>(
    entry: &'e BorderEntry,
    grid: &'e Grid,
) -> impl Iterator<Item = (Cell, Side)> + use<'e> {
    let cell = cell_at(entry, grid);
    entry
        .sides
        .iter()
        .filter_map(move |name| Some((cell?, grid.layout().side_named(name)?)))
}

fn cell_at(entry: &BorderEntry, grid: &Grid) -> Option<Cell> {
    let [column, row] = entry.at.map(|number| u16::try_from(number).ok());
    grid.cell(column?, row?)
}

/// Reports borders off the map, unknown sides, and sides on which two things stand.
fn check_borders(
    entries: &[BorderEntry],
    grid: &Grid,
    document: &Document<'_>,
    report: &mut Report,
) {
    let list = KeyPath::from(["border"]);
    let mut taken: BTreeMap<(Cell, Side), (BorderName, usize)> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let path = list.join(index);
        let [column, row] = entry.at;
        let cell = cell_at(entry, grid);
        if cell.is_none() {
            report
                .error(
                    document,
                    &path.join("at"),
                    format!("column {column}, row {row} is off the map"),
                )
                .help(format!(
                    "columns go from 0 to {}, rows from 0 to {}",
                    grid.width() - 1,
                    grid.height() - 1
                ));
        }
        for (number, name) in entry.sides.iter().enumerate() {
            let at = path.join("sides").join(number);
            let Some(side) = grid.layout().side_named(name) else {
                let known = grid.layout().side_names().iter().copied();
                report
                    .error(document, &at, format!("cells have no side {}", quote(name)))
                    .help(suggestion::help(name, known, "sides of these cells"));
                continue;
            };
            let Some(cell) = cell else { continue };
            let line = document.source.line_of(document.span(&at).start) + 1;
            // The same border, seen from the cell on the other side.
            let other = grid
                .across(cell, side)
                .map(|across| (across, grid.opposite_side(side)));
            let key = other.filter(|other| other.0 < cell).unwrap_or((cell, side));
            if let Some((standing, first)) = taken.insert(key, (entry.is, line))
                && standing != entry.is
            {
                report
                    .error(
                        document,
                        &at,
                        "something else already stands on this side".to_owned(),
                    )
                    .help(format!("see line {first}"));
            }
        }
    }
}
