//! The zones of a level, drawn or regular.

use std::collections::BTreeMap;

use shieldwall_grid::{Grid, ZoneError, ZoneId, Zones};

use crate::{
    diagnostics::suggestion::quote,
    levels::map_layer::MapLayer,
    source::{document::Document, key_path::KeyPath, report::Report},
};

/// The mark of a cell on the border of the zones around it.
const BORDER: char = '+';

/// The zones drawn in a layer, or the default lattice without one.
pub(crate) fn build(
    layer: Option<&MapLayer>,
    grid: &Grid,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<Zones> {
    let Some(layer) = layer else {
        let lattice = Zones::lattice(grid, Zones::default_spacing(grid.layout()));
        return lattice
            .map_err(|error| {
                let map = KeyPath::from(["map"]);
                report
                    .key_error(document, &map, error.to_string())
                    .help("draw the zones in a layer `zone_map`".to_owned());
            })
            .ok();
    };
    let known = |character: char| character.is_alphabetic() || ".+".contains(character);
    layer.check_characters(
        known,
        "expected a letter for each zone, `+` for their borders, `.` for none",
        document,
        report,
    );
    let letters: BTreeMap<char, ZoneId> = layer
        .places_of(char::is_alphabetic)
        .into_keys()
        .zip((0..).map(ZoneId))
        .collect();
    let mark = |column: u16, row: u16| layer.character(column.into(), row.into());
    let mut zones_of_cells: Vec<Vec<ZoneId>> = Vec::with_capacity(grid.len());
    for cell in grid.cells() {
        let (column, row) = grid.column_row(cell);
        let zones = match mark(column, row) {
            Some(BORDER) => {
                let mut around: Vec<ZoneId> = grid
                    .neighbours(cell)
                    .filter_map(|(_, near)| {
                        let (column, row) = grid.column_row(near);
                        letters.get(&mark(column, row)?).copied()
                    })
                    .collect();
                around.sort_unstable();
                around.dedup();
                if around.len() < 2 {
                    report
                        .string_error(
                            document,
                            layer.path(),
                            layer.stretch(column.into(), row.into()),
                            format!(
                                "a border touches {} zones, expected 2 or more",
                                around.len()
                            ),
                        )
                        .help("`+` belongs to the zones of the letters next to it".to_owned());
                }
                around
            }
            Some(letter) => letters.get(&letter).copied().into_iter().collect(),
            None => Vec::new(),
        };
        zones_of_cells.push(zones);
    }
    let names = letters.keys().map(char::to_string).collect();
    match Zones::authored(grid, names, &zones_of_cells) {
        Ok(zones) => Some(zones),
        Err(error) => {
            let message = match error {
                ZoneError::NoCore { name } => {
                    format!("zone {} has no cell of its own", quote(&name))
                }
                other => other.to_string(),
            };
            report.key_error(document, layer.path(), message).help(None);
            None
        }
    }
}
