//! Levers and winches of a level, and things that lie about.

use std::sync::Arc;

use shieldwall_grid::{Cell, Grid, Map};

use crate::{
    Item, Terrain,
    diagnostics::suggestion::{self, quote},
    levels::{
        level::{Device, PlantedShield},
        level_file::{DeviceEntry, PlantedEntry, ThingEntry},
    },
    source::{catalogue::Catalogue, document::Document, key_path::KeyPath, report::Report},
    units::{level_part::LevelPart, ruleset_tables::Rulesets},
};

/// The devices of a level, as far as they make sense; what does not is reported.
pub(crate) fn devices(
    entries: Vec<DeviceEntry>,
    map: &Map,
    terrains: &Catalogue<Terrain>,
    document: &Document<'_>,
    report: &mut Report,
) -> Vec<Device> {
    let list = KeyPath::from(["device"]);
    let grid = map.grid();
    let mut devices = Vec::with_capacity(entries.len());
    for (index, entry) in entries.into_iter().enumerate() {
        let path = list.join(index);
        let cell = cell_at(entry.at, grid, document, &path.join("at"), report);
        let mut doors = Vec::new();
        for (number, door) in entry.doors.iter().enumerate() {
            let at = path.join("doors").join(number);
            let cell = cell_at(door.at, grid, document, &at.join("at"), report);
            let side = grid.layout().side_named(&door.side);
            if side.is_none() {
                let known = grid.layout().side_names().iter().copied();
                report
                    .error(
                        document,
                        &at.join("side"),
                        format!("cells have no side {}", quote(&door.side)),
                    )
                    .help(suggestion::help(&door.side, known, "sides of these cells"));
            }
            let Some((cell, side)) = cell.zip(side) else {
                continue;
            };
            if map.border(cell, side).door.is_none() {
                report
                    .error(document, &at, "there is no door on this side of the cell")
                    .help("doors stand in `[[border]]` entries".to_owned());
            }
            doors.push((cell, side));
        }
        let mut ground = Vec::new();
        for (number, change) in entry.ground.iter().enumerate() {
            let at = path.join("ground").join(number);
            let terrain = terrains.resolve(&change.to, document, &at.join("to"), report);
            for (place, cell) in change.cells.iter().enumerate() {
                let at = at.join("cells").join(place);
                if let Some(cell) = cell_at(*cell, grid, document, &at, report)
                    && let Some(terrain) = terrain
                {
                    ground.push((cell, Arc::clone(terrain)));
                }
            }
        }
        if entry.doors.is_empty() && entry.ground.is_empty() && !report.has_spoilt_parts(&path) {
            report
                .error(document, &path, "the device does nothing")
                .help("add `doors` or `ground`".to_owned());
        }
        if let Some(cell) = cell {
            devices.push(Device {
                name: entry.name,
                cell,
                action: entry.action,
                takes: entry.takes,
                once: entry.once,
                doors,
                ground,
            });
        }
    }
    devices
}

/// The things that lie about on a level.
pub(crate) fn things(
    entries: &[ThingEntry],
    map: &Map,
    rulesets: &Rulesets,
    items: &Catalogue<Item>,
    document: &Document<'_>,
    report: &mut Report,
) -> Vec<(Cell, Arc<Item>)> {
    let list = KeyPath::from(["thing"]);
    let mut things = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let path = list.join(index);
        let cell = cell_at(entry.at, map.grid(), document, &path.join("at"), report);
        let item = items.resolve(&entry.item, document, &path.join("item"), report);
        let Some((cell, item)) = cell.zip(item) else {
            continue;
        };
        let under = using(LevelPart::Things, rulesets);
        if !under.iter().any(|id| item.blocks.has(id)) {
            let message = format!("{} will not be there", quote(&entry.item));
            let help = format!(
                "things lie about under {}: name an item with {}",
                under.join(" and "),
                tables(&under)
            );
            report
                .warning(document, &path.join("item"), message)
                .help(help);
        }
        if !map.ground(cell).passable {
            report
                .error(
                    document,
                    &path.join("at"),
                    "no combatant can enter this cell",
                )
                .help("put it where a combatant can pick it up".to_owned());
        }
        things.push((cell, Arc::clone(item)));
    }
    things
}

/// The shields that a level has planted on sides of cells.
pub(crate) fn planted(
    entries: &[PlantedEntry],
    map: &Map,
    rulesets: &Rulesets,
    items: &Catalogue<Item>,
    document: &Document<'_>,
    report: &mut Report,
) -> Vec<PlantedShield> {
    let list = KeyPath::from(["planted"]);
    let mut planted = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let path = list.join(index);
        let cell = cell_at(entry.at, map.grid(), document, &path.join("at"), report);
        let layout = map.grid().layout();
        let side = layout.side_named(&entry.side);
        if side.is_none() {
            let known = layout.side_names().iter().copied();
            report
                .error(
                    document,
                    &path.join("side"),
                    format!("cells have no side {}", quote(&entry.side)),
                )
                .help(suggestion::help(&entry.side, known, "sides of these cells"));
        }
        let item = items.resolve(&entry.item, document, &path.join("item"), report);
        let (Some(cell), Some(side), Some(item)) = (cell, side, item) else {
            continue;
        };
        if !rulesets.all().any(|tables| tables.can_be_planted(item)) {
            let message = format!("{} is no shield that can be planted", quote(&entry.item));
            let under = using(LevelPart::PlantedShields, rulesets);
            report
                .error(document, &path.join("item"), message)
                .help(format!("name a shield with {}", tables(&under)));
            continue;
        }
        if !map.ground(cell).passable {
            report
                .error(
                    document,
                    &path.join("at"),
                    "no combatant can enter this cell",
                )
                .help("plant it where it shelters a combatant".to_owned());
        }
        planted.push(PlantedShield {
            cell,
            side,
            item: Arc::clone(item),
        });
    }
    planted
}

/// The ids of the rulesets under which a part of levels means something.
fn using(part: LevelPart, rulesets: &Rulesets) -> Vec<&'static str> {
    let ids = rulesets.ids();
    ids.filter(|id| rulesets.uses(id, part)).collect()
}

/// The tables of items under rulesets: "`[item.a]` or `[item.b]`".
fn tables(rulesets: &[&str]) -> String {
    let tables: Vec<String> = rulesets.iter().map(|id| format!("`[item.{id}]`")).collect();
    tables.join(" or ")
}

/// The cell in a column and row; reports one that is off the map.
fn cell_at(
    [column, row]: [i32; 2],
    grid: &Grid,
    document: &Document<'_>,
    path: &KeyPath,
    report: &mut Report,
) -> Option<Cell> {
    let number = |number: i32| u16::try_from(number).ok();
    let cell = number(column)
        .zip(number(row))
        .and_then(|(column, row)| grid.cell(column, row));
    if cell.is_none() {
        report
            .error(
                document,
                path,
                format!("column {column}, row {row} is off the map"),
            )
            .help(format!(
                "columns go from 0 to {}, rows from 0 to {}",
                grid.width() - 1,
                grid.height() - 1
            ));
    }
    cell
}
