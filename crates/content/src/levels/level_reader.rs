//! From the file of a level to the level.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use shieldwall_grid::{Cell, Grid, ZoneDistances};

use crate::{
    Item, Level, Terrain,
    diagnostics::suggestion::quote,
    levels::{
        level::{LevelSide, SideName},
        level_device,
        level_file::{LevelFile, SideEntry, VictoryEntry},
        level_goals::{self, OwnGoals, OwnGoalsEntry},
        level_ground::{self, LevelGround},
        map_layer::{MapLayer, also_at, known_characters},
    },
    source::{
        catalogue::Catalogue, document::Document, identifier, key_path::KeyPath, report::Report,
    },
    units::{
        named_units::NamedUnits,
        ruleset_tables::{Rulesets, SettingsContext, Table},
    },
};

/// Most cells of a deployment area that distances are measured to, when cells are put in order.
const MEASURED: usize = 200;

/// A warband of a file: where it stands, whose it is, and its units.
type Warband<'f> = (KeyPath, SideName, &'f [String]);

/// What levels refer to.
pub(crate) struct LevelContext<'c> {
    pub(crate) rulesets: &'c Rulesets,
    pub(crate) terrains: &'c Catalogue<Terrain>,
    pub(crate) units: &'c NamedUnits<'c>,
    pub(crate) items: &'c Catalogue<Item>,
}

/// The level of a file; `None` if it cannot be made, for reasons that have been reported.
pub(crate) fn validate(
    mut file: LevelFile,
    path: &Path,
    context: &LevelContext<'_>,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<Level> {
    identifier::check(&file.id, document, &KeyPath::from(["id"]), report);
    let mut tables = std::mem::take(&mut file.tables);
    let own = level_goals::take(&mut tables, context.rulesets, document, report);
    let sides = file.side.all();
    if file.side.yellow.is_some() && file.side.green.is_none() {
        report
            .key_error(
                document,
                &KeyPath::from(["side", "yellow"]),
                "there is a yellow side, but no green one",
            )
            .help("the third side is green: `[side.green]`".to_owned());
    }
    let alliances = alliances(&sides, document, report);
    let mut warbands: Vec<Warband<'_>> = Vec::new();
    for (name, side) in &sides {
        let path = KeyPath::from(["side", name.key(), "warband"]);
        warbands.push((path, *name, &side.warband));
    }
    for (id, goals) in &own {
        for (name, units) in goals.warband.given() {
            let path = KeyPath::from([id, "warband", name.key()]);
            warbands.push((path, name, units));
        }
        let limit = goals.winner_at_limit;
        let named = goals.warband.given().map(|(name, _)| (name, "warband"));
        for (name, key) in named.chain(limit.map(|name| (name, "winner_at_limit"))) {
            if name.index() >= sides.len() {
                let path = KeyPath::from([id, key]);
                let message = format!("there is no {} side here", name.key());
                report.error(document, &path, message).help(None);
            }
        }
    }
    for (path, _, units) in &warbands {
        for (index, unit) in units.iter().enumerate() {
            let mut table = Table {
                document,
                path: path.clone(),
                report: &mut *report,
            };
            context.units.check(unit, &path.join(index), &mut table);
        }
    }
    let mut drawn = MapLayer::new(&file.map, KeyPath::from(["map"]));
    let (width, height) = level_ground::size(&mut drawn, document, report)?;
    let size = (width, height);
    let deployment = read_deployment(&file, size, document, report);
    let objective = read_objective(&file, size, document, report);
    let ground = level_ground::build(&file, &drawn, size, context.terrains, document, report);
    level_ground::check_use_of_legend(&file, &drawn, document, report);
    if let Some(ground) = &ground {
        if let Some(layer) = &deployment {
            check_standing(
                layer,
                "rbgy",
                "no combatant can deploy in",
                ground,
                document,
                report,
            );
        }
        if let Some(layer) = &objective {
            check_standing(
                layer,
                "x",
                "no combatant can reach an objective in",
                ground,
                document,
                report,
            );
        }
    }
    if let Some(layer) = &deployment {
        for (path, name, units) in &warbands {
            check_room(layer, path, *name, units.len(), document, report);
        }
    }
    let exits = read_marks(file.exits.as_deref(), "exits", size, document, report);
    if let (Some(layer), Some(ground)) = (&exits, &ground) {
        let problem = "no combatant can leave by";
        check_standing(layer, "x", problem, ground, document, report);
        if !layer.cells().any(|(_, _, mark)| mark == 'x') {
            let path = KeyPath::from(["exits"]);
            report
                .key_warning(
                    document,
                    &path,
                    "no exits are marked, so all of the rim is one",
                )
                .help("mark some with `x`, or leave the layer out".to_owned());
        }
    }
    check_victories(&file, &own, objective.as_ref(), document, report);

    let ground = ground?;
    let grid = *ground.map.grid();
    let deployment = deployment?;
    let areas: Vec<Vec<Cell>> = sides
        .iter()
        .map(|(name, _)| marked(&deployment, letter(*name), &grid))
        .collect();
    let level_sides: Vec<LevelSide> = sides
        .iter()
        .map(|&(name, entry)| {
            let enemies: Vec<Cell> = (0..areas.len())
                .filter(|other| alliances[*other] != alliances[name.index()])
                .flat_map(|other| areas[other].iter().copied())
                .collect();
            let order = in_order(&areas[name.index()], &enemies, name, &grid);
            level_side(entry, name, alliances[name.index()], order)
        })
        .collect();
    let exits = exits.map_or_else(Vec::new, |layer| marked(&layer, 'x', &grid));
    let devices = level_device::devices(
        file.device.clone(),
        &ground.map,
        context.terrains,
        document,
        report,
    );
    let things = level_device::things(
        &file.thing,
        &ground.map,
        context.rulesets,
        context.items,
        document,
        report,
    );
    let planted = level_device::planted(
        &file.planted,
        &ground.map,
        context.rulesets,
        context.items,
        document,
        report,
    );
    let within = SettingsContext {
        sides: sides.len(),
        grid: &grid,
        units: context.units,
    };
    let settings = context
        .rulesets
        .settings(&mut tables, &within, document, report);
    let cells = objective.map(|layer| marked(&layer, 'x', &grid));
    let cells = cells.unwrap_or_default();
    let own = own.iter();
    let own_goals = own.map(|(id, goals)| (*id, OwnGoals::of(goals, &cells)));
    let own_goals = own_goals.collect();
    let victory = file.victory.with(cells);
    Some(Level {
        id: file.id,
        name: file.name,
        description: file.description,
        file: path.to_owned(),
        map: ground.map,
        terrain: ground.terrain,
        zone_distances: Arc::new(ZoneDistances::new(&grid, &ground.zones)),
        zones: ground.zones,
        sides: level_sides,
        exits,
        devices,
        things,
        planted,
        victory,
        turn_limit: file.turn_limit.unwrap_or(0),
        winner_at_limit: file.winner_at_limit.map(SideName::index),
        settings,
        own_goals,
    })
}

/// The alliance of each side: the index of the first of those it is allied with.
fn alliances(
    sides: &[(SideName, &SideEntry)],
    document: &Document<'_>,
    report: &mut Report,
) -> Vec<usize> {
    let mut alliances: Vec<usize> = Vec::with_capacity(sides.len());
    for (name, side) in sides {
        let index = name.index();
        let alliance = match side.ally {
            None => index,
            Some(ally) if ally.index() < index => alliances[ally.index()],
            Some(_) => {
                report
                    .error(
                        document,
                        &KeyPath::from(["side", name.key(), "ally"]),
                        "a side names as its ally one that comes before it",
                    )
                    .help("the order is red, blue, green, yellow".to_owned());
                index
            }
        };
        alliances.push(alliance);
    }
    if alliances.len() > 1 && alliances.iter().all(|alliance| *alliance == alliances[0]) {
        report
            .key_error(
                document,
                &KeyPath::from(["side"]),
                "all sides are allied with each other",
            )
            .help("at least one side must be an enemy".to_owned());
    }
    alliances
}

fn level_side(
    entry: &SideEntry,
    name: SideName,
    alliance: usize,
    deployment: Vec<Cell>,
) -> LevelSide {
    LevelSide {
        name: entry
            .name
            .clone()
            .unwrap_or_else(|| name.title().to_owned()),
        alliance,
        deployment,
        warband: entry.warband.clone(),
        surprised: entry.surprised,
        hidden: entry.hidden,
    }
}

/// The mark of a side in the deployment layer.
fn letter(name: SideName) -> char {
    match name {
        SideName::Red => 'r',
        SideName::Blue => 'b',
        SideName::Green => 'g',
        SideName::Yellow => 'y',
    }
}

fn read_deployment(
    file: &LevelFile,
    (width, height): (usize, usize),
    document: &Document<'_>,
    report: &mut Report,
) -> Option<MapLayer> {
    let path = KeyPath::from(["deployment"]);
    if report.is_spoilt(&path) {
        return None;
    }
    let mut layer = MapLayer::new(&file.deployment, path);
    if !layer.check_size(width, height, document, report) {
        return None;
    }
    let letters: Vec<char> = file
        .side
        .all()
        .into_iter()
        .map(|(name, _)| letter(name))
        .collect();
    let names: Vec<String> = letters.iter().map(char::to_string).collect();
    let mut known: Vec<&str> = names.iter().map(String::as_str).collect();
    known.push(".");
    let help = format!("{}: the sides, and none", known_characters(&known));
    layer.check_characters(
        |character| character == '.' || letters.contains(&character),
        &help,
        document,
        report,
    );
    Some(layer)
}

pub(crate) fn read_objective(
    file: &LevelFile,
    size: (usize, usize),
    document: &Document<'_>,
    report: &mut Report,
) -> Option<MapLayer> {
    read_marks(
        file.objective.as_deref(),
        "objective",
        size,
        document,
        report,
    )
}

/// A layer of `x` and `.`, if there is one.
pub(crate) fn read_marks(
    text: Option<&str>,
    key: &str,
    (width, height): (usize, usize),
    document: &Document<'_>,
    report: &mut Report,
) -> Option<MapLayer> {
    let path = KeyPath::from([key]);
    let text = text?;
    if report.is_spoilt(&path) {
        return None;
    }
    let mut layer = MapLayer::new(text, path);
    if !layer.check_size(width, height, document, report) {
        return None;
    }
    let help = known_characters(&["x", "."]);
    layer.check_characters(
        |character| "x.".contains(character),
        &help,
        document,
        report,
    );
    Some(layer)
}

/// The cells with a mark, in their order.
pub(crate) fn marked(layer: &MapLayer, mark: char, grid: &Grid) -> Vec<Cell> {
    layer
        .cells()
        .filter(|(_, _, character)| *character == mark)
        .filter_map(|(column, row, _)| {
            grid.cell(u16::try_from(column).ok()?, u16::try_from(row).ok()?)
        })
        .collect()
}

/// Reports marks on cells that nobody can enter, each kind of terrain once.
fn check_standing(
    layer: &MapLayer,
    marks: &str,
    problem: &str,
    ground: &LevelGround,
    document: &Document<'_>,
    report: &mut Report,
) {
    let grid = ground.map.grid();
    let mut found: Vec<(&str, Vec<(usize, usize)>)> = Vec::new();
    for (column, row, character) in layer.cells() {
        if !marks.contains(character) {
            continue;
        }
        let cell = u16::try_from(column)
            .ok()
            .zip(u16::try_from(row).ok())
            .and_then(|(column, row)| grid.cell(column, row));
        let terrain = cell.and_then(|cell| ground.terrain.get(cell.index()));
        let Some(terrain) = terrain.filter(|terrain| !terrain.passable) else {
            continue;
        };
        match found.iter_mut().find(|(id, ..)| *id == terrain.id) {
            Some((_, places)) => places.push((column, row)),
            None => found.push((&terrain.id, vec![(column, row)])),
        }
    }
    for (id, places) in found {
        let (column, row) = places.first().copied().unwrap_or_default();
        report
            .string_error(
                document,
                layer.path(),
                layer.stretch(column, row),
                format!("{problem} {}{}", quote(id), also_at(&places)),
            )
            .help(format!(
                "column {column}, row {row} of the map cannot be entered"
            ));
    }
}

/// Reports a deployment area with fewer cells than a warband of its side has units.
fn check_room(
    layer: &MapLayer,
    warband: &KeyPath,
    name: SideName,
    units: usize,
    document: &Document<'_>,
    report: &mut Report,
) {
    let (key, letter) = (name.key(), letter(name));
    let cells = layer
        .cells()
        .filter(|(_, _, character)| *character == letter)
        .count();
    let spoilt = report.is_spoilt(&KeyPath::from(["side", key])) || report.is_spoilt(warband);
    if cells >= units.max(1) || spoilt {
        return;
    }
    report
        .key_error(
            document,
            layer.path(),
            format!("{key} has {cells} deployment cells for a warband of {units}"),
        )
        .help(format!("mark more cells with `{letter}`"));
}

/// Reports victories that need an objective which is not there, and the other way round.
pub(crate) fn check_victories(
    file: &LevelFile,
    own: &BTreeMap<&'static str, OwnGoalsEntry>,
    objective: Option<&MapLayer>,
    document: &Document<'_>,
    report: &mut Report,
) {
    let mut is_used = false;
    for (id, goals) in own {
        let Some(victory) = &goals.victory else {
            continue;
        };
        let path = KeyPath::from([*id, "victory"]);
        is_used |= needs_objective(victory, &path, objective, document, report);
    }
    if !is_used {
        check_victory(file, objective, document, report);
    } else {
        let path = KeyPath::from(["victory"]);
        needs_objective(&file.victory, &path, objective, document, report);
    }
}

/// Reports a victory that needs an objective which is not there, or an objective that nothing uses.
fn check_victory(
    file: &LevelFile,
    objective: Option<&MapLayer>,
    document: &Document<'_>,
    report: &mut Report,
) {
    let victory = KeyPath::from(["victory"]);
    let path = KeyPath::from(["objective"]);
    let is_used = needs_objective(&file.victory, &victory, objective, document, report);
    if objective.is_some() && !is_used && !report.has_spoilt_parts(&victory) {
        report
            .key_warning(document, &path, "nothing uses the objective")
            .help("`[victory]` kind `hold` or `escape` does".to_owned());
    }
}

/// Whether a victory needs an objective; reports one that is not there.
fn needs_objective(
    victory: &VictoryEntry,
    at: &KeyPath,
    objective: Option<&MapLayer>,
    document: &Document<'_>,
    report: &mut Report,
) -> bool {
    let kind = match victory {
        VictoryEntry::LastStanding => return false,
        VictoryEntry::Hold { .. } => "hold",
        VictoryEntry::Escape { .. } => "escape",
    };
    let spoilt = report.has_spoilt_parts(at) || report.is_spoilt(&KeyPath::from(["objective"]));
    let marked = objective.is_some_and(|layer| layer.cells().any(|(_, _, mark)| mark == 'x'));
    if !marked && !spoilt {
        report
            .error(
                document,
                &at.join("kind"),
                format!("victory by `{kind}` needs an objective"),
            )
            .help("mark its cells with `x` in a layer `objective`".to_owned());
    }
    true
}

/// A deployment area in the order in which it is filled: nearest to the enemy's area first, and of
/// equally near cells those in the middle of the own area.
///
/// Last of all the cell's number decides, counted from the other end for blue, so that a level that
/// half a turn maps onto itself gives both sides the same places.
fn in_order(own: &[Cell], enemy: &[Cell], name: SideName, grid: &Grid) -> Vec<Cell> {
    let distance = |cell: Cell, others: &[Cell]| -> i64 {
        let step = others.len().div_ceil(MEASURED).max(1);
        others
            .iter()
            .step_by(step)
            .map(|other| i64::from(grid.distance(cell, *other).milli()))
            .sum()
    };
    let mut order: Vec<(i64, i64, i32, Cell)> = own
        .iter()
        .map(|cell| {
            let number = i32::from(cell.0);
            let last = match name {
                SideName::Red | SideName::Green => number,
                SideName::Blue | SideName::Yellow => -number,
            };
            (distance(*cell, enemy), distance(*cell, own), last, *cell)
        })
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(.., cell)| cell).collect()
}
