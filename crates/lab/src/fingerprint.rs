//! Fingerprints of content: whether what a battle was fought with is still the same.
//!
//! Records keep those of everything one by one, so that a replay can say what has changed; plans of
//! simulations keep one of all.

use std::collections::BTreeMap;

use serde::Serialize;
use shieldwall_battle::{Battle, ItemKind, Roster};
use shieldwall_content::{
    Blocks, Item, Level, Terrain,
    level::{Device, DeviceTime, LevelSide, Victory},
};
use shieldwall_grid::{Border, Cell, Ground, Layout, Metres, Side};

/// Everything of a level that a battle depends on; settings of a ruleset under its id.
#[derive(Serialize)]
struct LevelForm<'a> {
    id: &'a str,
    name: &'a str,
    layout: Layout,
    width: u16,
    height: u16,
    cell_size: Metres,
    elevation_step: Metres,
    ground: Vec<Ground>,
    borders: Vec<(Cell, Side, Border)>,
    terrain: Vec<&'a str>,
    zone_map: Vec<(&'a str, &'a [Cell])>,
    sides: &'a [LevelSide],
    exits: &'a [Cell],
    devices: Vec<DeviceForm<'a>>,
    things: Vec<(Cell, &'a str)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    planted: Vec<(Cell, Side, &'a str)>,
    victory: &'a Victory,
    turn_limit: u32,
    winner_at_limit: Option<usize>,
    #[serde(flatten)]
    settings: &'a Blocks,
}

/// Everything of a device that a battle depends on.
#[derive(Serialize)]
struct DeviceForm<'a> {
    name: &'a str,
    cell: Cell,
    action: &'a str,
    takes: DeviceTime,
    once: bool,
    doors: &'a [(Cell, Side)],
    ground: Vec<(Cell, &'a str)>,
}

impl<'a> LevelForm<'a> {
    fn of(level: &'a Level) -> Self {
        let grid = level.map.grid();
        Self {
            id: &level.id,
            name: &level.name,
            layout: grid.layout(),
            width: grid.width(),
            height: grid.height(),
            cell_size: grid.cell_size(),
            elevation_step: level.map.elevation_step(),
            ground: grid.cells().map(|cell| level.map.ground(cell)).collect(),
            borders: level.map.borders().collect(),
            terrain: level.terrain.iter().map(|terrain| &*terrain.id).collect(),
            zone_map: level
                .zones
                .ids()
                .map(|zone| (level.zones.name(zone), level.zones.cells_of(zone)))
                .collect(),
            sides: &level.sides,
            exits: &level.exits,
            devices: level.devices.iter().map(DeviceForm::of).collect(),
            things: level
                .things
                .iter()
                .map(|(cell, item)| (*cell, &*item.id))
                .collect(),
            planted: level
                .planted
                .iter()
                .map(|shield| (shield.cell, shield.side, &*shield.item.id))
                .collect(),
            victory: &level.victory,
            turn_limit: level.turn_limit,
            winner_at_limit: level.winner_at_limit,
            settings: &level.settings,
        }
    }
}

impl<'a> DeviceForm<'a> {
    fn of(device: &'a Device) -> Self {
        Self {
            name: &device.name,
            cell: device.cell,
            action: &device.action,
            takes: device.takes,
            once: device.once,
            doors: &device.doors,
            ground: device
                .ground
                .iter()
                .map(|(cell, terrain)| (*cell, &*terrain.id))
                .collect(),
        }
    }
}

/// The fingerprints of everything that a battle uses, by kind and id: "level reed-ford",
/// "terrain reeds", "unit archer", "item broad-sword". Art, descriptions and what belongs to other
/// rulesets do not count.
#[must_use]
pub fn fingerprints(battle: &Battle) -> BTreeMap<String, String> {
    let setup = battle.setup();
    let rulesets = shieldwall_rulesets::all();
    let others: Vec<&str> = rulesets
        .iter()
        .map(|ruleset| ruleset.id())
        .filter(|id| *id != battle.ruleset().id())
        .collect();
    let mut all = BTreeMap::new();
    let mut add = |kind: &str, id: &str, value: &dyn Fn() -> serde_json::Value| {
        all.entry(format!("{kind} {id}")).or_insert_with(|| {
            let mut value = value();
            if let Some(table) = value.as_object_mut() {
                for other in &others {
                    table.remove(*other);
                }
            }
            short_hash(value.to_string().as_bytes())
        });
    };
    add("level", &setup.level.id, &|| {
        form(&LevelForm::of(&setup.level))
    });
    let changing = setup.level.devices.iter().flat_map(|device| &device.ground);
    let terrains: BTreeMap<&str, &Terrain> = setup
        .level
        .terrain
        .iter()
        .chain(changing.map(|(_, terrain)| terrain))
        .map(|terrain| (&*terrain.id, &**terrain))
        .collect();
    for (id, terrain) in terrains {
        add("terrain", id, &|| form(terrain));
    }
    for unit_entry in setup.sides.iter().flat_map(|side| &side.warband) {
        add("unit", &unit_entry.unit.id, &|| form(&*unit_entry.unit));
    }
    let world = battle.world();
    let carried = world.resource::<Roster>().items.iter();
    let carried = carried.filter_map(|&entity| Some(&*world.get::<ItemKind>(entity)?.0));
    let lying = setup.level.things.iter().map(|(_, item)| &**item);
    let planted = setup.level.planted.iter().map(|shield| &*shield.item);
    let lying = lying.chain(planted);
    let items: BTreeMap<&str, &Item> = carried.chain(lying).map(|item| (&*item.id, item)).collect();
    for (id, item) in items {
        add("item", id, &|| form(item));
    }
    all
}

/// One fingerprint of all these.
pub(crate) fn of_all(fingerprints: &BTreeMap<String, String>) -> String {
    short_hash(form(fingerprints).to_string().as_bytes())
}

/// Content as JSON, keys in order. The types hold nothing that JSON cannot.
fn form(content: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(content).unwrap_or_default()
}

/// The first 16 hexadecimal digits of a hash.
fn short_hash(bytes: &[u8]) -> String {
    shorten(&blake3::hash(bytes))
}

/// The first 16 hexadecimal digits of a hash that has been worked out: enough to tell things apart
/// that nobody has forged.
pub(crate) fn shorten(hash: &blake3::Hash) -> String {
    hash.to_hex()[..16].to_owned()
}
