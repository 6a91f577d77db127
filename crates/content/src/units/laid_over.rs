//! Tables of combatants of cases, laid over those of their units before they are read.

use schemars::Schema;
use serde_json::{Map, Value};

/// The key of the table that says how a combatant begins.
pub(super) const START: &str = "start";

/// The schema of a combatant's table: the keys of a stat block, none of which is needed, and how it begins. The stat block
/// stands in a table of its own if `stats` names one.
pub(super) fn schema(stats: Option<&str>, unit: Schema, start: Schema) -> Schema {
    let mut unit = unit.to_value();
    let mut start = start.to_value();
    for table in [&mut unit, &mut start] {
        if let Some(table) = table.as_object_mut() {
            for key in ["title", "description", "required", "$schema"] {
                table.remove(key);
            }
        }
    }
    // A key that is left out is as the unit has it.
    let keys = unit.get_mut("properties").and_then(Value::as_object_mut);
    for key in keys.into_iter().flat_map(Map::values_mut) {
        if let Some(key) = key.as_object_mut() {
            key.remove("default");
        }
    }
    start["description"] = "How it begins.".into();
    if let Some(key) = stats {
        unit["description"] = "Its stat block, as far as it is not its unit's.".into();
        let whole = serde_json::json!({
            "type": "object",
            "properties": { key: unit, START: start },
            "additionalProperties": false,
        });
        return Schema::try_from(whole).unwrap_or_default();
    }
    unit["properties"][START] = start;
    Schema::try_from(unit).unwrap_or_default()
}

/// The stat block and the start of a combatant's table.
pub(super) fn parts(stats: Option<&str>, table: Option<Value>) -> (Value, Value) {
    let empty = || Value::Object(Map::new());
    let Some(Value::Object(mut table)) = table else {
        return (empty(), empty());
    };
    let start = table.remove(START).unwrap_or_else(empty);
    let own = match stats {
        Some(key) => table.remove(key).unwrap_or_else(empty),
        None => Value::Object(table),
    };
    (own, start)
}

/// A table laid over another: its keys take the place of those of the other, and of those that they replace. Tables inside
/// are laid over each other in the same way; lists are taken whole.
pub(super) fn lay(replaces: &[(&str, &[&str])], under: Option<&Value>, over: Value) -> Value {
    let (Some(Value::Object(under)), Value::Object(over)) = (under, &over) else {
        return over;
    };
    let mut laid = under.clone();
    let given = replaces.iter().filter(|(key, _)| over.contains_key(*key));
    for key in given.flat_map(|(_, replaced)| *replaced) {
        laid.remove(*key);
    }
    for (key, value) in over {
        let below = laid.remove(key);
        laid.insert(key.clone(), lay(&[], below.as_ref(), value.clone()));
    }
    Value::Object(laid)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_takes_the_place_of_the_keys_it_gives_and_replaces() {
        let under = json!({ "hp": 7, "class": "thief", "scores": { "str": 9, "dex": 12 }, "items": ["dagger"] });
        let over = json!({ "hit_dice": 2, "scores": { "dex": 14 }, "items": [] });
        let laid = lay(&[("hit_dice", &["class"])], Some(&under), over);
        let expected =
            json!({ "hp": 7, "hit_dice": 2, "scores": { "str": 9, "dex": 14 }, "items": [] });
        assert_eq!(laid, expected);
        assert_eq!(lay(&[], None, json!({ "hp": 3 })), json!({ "hp": 3 }));
    }
}
