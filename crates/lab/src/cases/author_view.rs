//! Journal entries in the words of a case's author: letters, columns and rows, item ids, metres.

use serde_json::{Map, Value, json};
use shieldwall_battle::{CombatantId, Entry, ItemId};
use shieldwall_grid::{Cell, Direction, Grid};

use super::Cast;

/// An entry as an author would write it: the keys of [`shieldwall_content::case::ExpectEntry`].
#[must_use]
pub fn author_view(entry: &Entry, cast: &Cast, grid: &Grid) -> Map<String, Value> {
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
    for (key, value) in written {
        let value = match (key.as_str(), &value) {
            ("number", _) => continue,
            ("who" | "target" | "by" | "owner", _) => letter(&value, cast),
            ("item", _) => item(&value, cast),
            ("only_for", _) => side(&value),
            ("winner", _) => side(&value),
            // The side of a cell, on which a door is.
            ("side", _) if event == "door" => continue,
            ("side", _) => side(&value),
            ("cell", _) => cell(&value, grid),
            ("path", Value::Array(cells)) => {
                let cells: Vec<Value> = cells.iter().map(|value| cell(value, grid)).collect();
                if let Some(last) = cells.last() {
                    view.insert("end".to_owned(), last.clone());
                }
                Value::Array(cells)
            }
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
                    "verb".to_owned(),
                    choice.get("verb").cloned().unwrap_or_default(),
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
    json!(match value.as_u64() {
        Some(0) => "red",
        Some(_) => "blue",
        None => "none",
    })
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

/// An entry on one line: `rolled who=A chance=60 outcome="special success"`.
#[must_use]
pub fn one_line(view: &Map<String, Value>) -> String {
    let mut line = view
        .get("event")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    for (key, value) in view {
        let shown = match value {
            Value::String(text) if !text.contains([' ', '"']) => text.clone(),
            other => other.to_string(),
        };
        if key != "event" {
            line.push_str(&format!(" {key}={shown}"));
        }
    }
    line
}
