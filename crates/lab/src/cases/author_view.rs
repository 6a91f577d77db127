//! Journal entries in the words of a case's author: letters, columns and rows, item ids, metres,
//! names of zones and sides.

use serde_json::{Map, Value, json};
use shieldwall_battle::{CombatantId, Entry, ItemId, SideId};
use shieldwall_content::Level;
use shieldwall_grid::{Cell, Direction, Grid, Side, ZoneId};

use super::Cast;

/// Keys of events that are no words of authors, and what authors write instead or besides: where the
/// journal has one key for several kinds of things, authors have one for each. A door is known by its
/// cell alone.
pub(super) static RENAMED: [(&str, &[&str], &[&str]); 9] = [
    ("astride", &["side"], &["edge"]),
    // How the battle was set up is in the case itself.
    ("battle_began", &["format", "ruleset", "level", "seed"], &[]),
    ("blast", &[], &["zone"]),
    ("chosen", &["decision"], &[]),
    ("deployed", &["astride", "tracks"], &[]),
    ("door", &["side"], &[]),
    ("moved", &[], &["end"]),
    ("placed", &["from", "to"], &["path", "end"]),
    ("riding", &["on"], &["mount"]),
];

/// An entry as an author would write it: the keys of [`shieldwall_content::case::ExpectEntry`].
#[must_use]
pub fn author_view(entry: &Entry, cast: &Cast, level: &Level) -> Map<String, Value> {
    let grid = level.map.grid();
    // Entries have string keys only, so that they always become a table.
    let Ok(Value::Object(written)) = serde_json::to_value(entry) else {
        return Map::new();
    };
    let event = written
        .get("event")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let mut view = Map::new();
    if event == "placed" {
        let [from, to] = ["from", "to"].map(|key| written.get(key).unwrap_or(&Value::Null));
        let cells = [cell(from, grid), cell(to, grid)];
        view.insert("end".to_owned(), cells[1].clone());
        view.insert("path".to_owned(), json!(cells));
    }
    if event == "riding" {
        let mount = written
            .get("on")
            .map_or_else(|| json!("none"), |mount| letter(mount, cast));
        view.insert("mount".to_owned(), mount);
    }
    if event == "astride" {
        let edge = written.get("side").and_then(number::<u8>);
        let edge = edge.map_or("none", |side| grid.side_name(Side(side)));
        view.insert("edge".to_owned(), json!(edge));
    }
    let renamed = RENAMED.iter().find(|(renamed, ..)| *renamed == event);
    let dropped = renamed.map_or(&[][..], |(_, dropped, _)| *dropped);
    for (key, value) in written {
        let value = match (key.as_str(), &value) {
            ("number" | "group", _) => continue,
            (key, _) if dropped.contains(&key) => continue,
            ("who" | "target" | "by" | "owner" | "other", _) => letter(&value, cast),
            ("item", _) => item(&value, cast),
            ("only_for", Value::Array(sides)) => match &sides[..] {
                [only] => side(only),
                several => several.iter().map(side).collect(),
            },
            ("winner" | "side", _) => side(&value),
            ("aimed", _) => match value.get("cells") {
                Some(cells) => cell(&cells["centre"], grid),
                None => zone(&value["zone"], level),
            },
            ("struck", _) => match value.pointer("/cells/cells").and_then(Value::as_array) {
                Some(cells) => cells.iter().map(|value| cell(value, grid)).collect(),
                None => {
                    view.insert("zone".to_owned(), zone(&value["zone"], level));
                    continue;
                }
            },
            ("cell", _) => cell(&value, grid),
            ("path", Value::Array(cells)) => {
                let cells: Vec<Value> = cells.iter().map(|value| cell(value, grid)).collect();
                if let Some(last) = cells.last() {
                    view.insert("end".to_owned(), last.clone());
                }
                Value::Array(cells)
            }
            ("cost", Value::Object(units)) => units.get("count").cloned().unwrap_or_default(),
            ("cost", _) => value
                .as_f64()
                .map_or(Value::Null, |milli| json!(milli / 1000.0)),
            ("dice", Value::Array(faces)) => faces.iter().map(face).collect(),
            ("chance", Value::Object(chance)) => {
                for key in ["skill", "rating"] {
                    let part = chance.get(key).cloned().unwrap_or_default();
                    view.insert(key.to_owned(), part);
                }
                chance.get("chance").cloned().unwrap_or_default()
            }
            ("choice", Value::Object(choice)) => {
                view.insert(
                    "action".to_owned(),
                    choice.get("action").cloned().unwrap_or_default(),
                );
                continue;
            }
            ("steps", Value::Array(steps)) => steps
                .iter()
                .map(|step| {
                    let members = step.as_array().into_iter().flatten();
                    members.map(|who| letter(who, cast)).collect::<Value>()
                })
                .collect(),
            ("rank", Value::Null) => json!("none"),
            ("facing", _) => direction(&value, grid),
            _ => value,
        };
        view.insert(key, value);
    }
    view
}

fn number<T: TryFrom<u64>>(value: &Value) -> Option<T> {
    T::try_from(value.as_u64()?).ok()
}

fn letter(value: &Value, cast: &Cast) -> Value {
    number(value).map_or(Value::Null, |id| json!(cast.letter(CombatantId(id))))
}

fn item(value: &Value, cast: &Cast) -> Value {
    number(value).map_or(Value::Null, |id| json!(cast.item_name(ItemId(id))))
}

fn side(value: &Value) -> Value {
    number(value).map_or_else(|| json!("none"), |side| json!(SideId(side).key()))
}

fn zone(value: &Value, level: &Level) -> Value {
    let zone = number(value).map(ZoneId);
    zone.filter(|zone| zone.index() < level.zones.len())
        .map_or(Value::Null, |zone| json!(level.zones.name(zone)))
}

fn cell(value: &Value, grid: &Grid) -> Value {
    let Some(cell) = number(value).map(Cell).filter(|cell| grid.contains(*cell)) else {
        return Value::Null;
    };
    let (column, row) = grid.column_row(cell);
    json!([column, row])
}

fn face(value: &Value) -> Value {
    let part = |key| value.get(key).and_then(Value::as_u64).unwrap_or_default();
    json!(format!("d{}={}", part("sides"), part("face")))
}

fn direction(value: &Value, grid: &Grid) -> Value {
    serde_json::from_value::<Direction>(value.clone()).map_or(Value::Null, |direction| {
        json!(grid.direction_name(direction))
    })
}

/// An entry on one line, ready to stand in `expect = [ ... ]` of a case:
/// `{ event = "rolled", who = "A", chance = 60 }`.
#[must_use]
pub fn one_line(view: &Map<String, Value>) -> String {
    let event = view.get_key_value("event").into_iter();
    let others = view.iter().filter(|(key, _)| *key != "event");
    let pairs: Vec<String> = event
        .chain(others)
        .filter(|(_, value)| !value.is_null())
        .map(|(key, value)| format!("{key} = {}", written(value)))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// A value as it is written in a case.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => toml::Value::from(text.as_str()).to_string(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(written).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Object(table) => one_line(table),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
