//! Values of TOML files as JSON.

use serde_json::{Number, Value};
use toml::de::DeValue;

/// A value of a file as JSON; what JSON does not have is nothing.
pub(crate) fn of(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix());
            number.map_or(Value::Null, Value::from)
        }
        DeValue::Float(float) => {
            let number = float.as_str().parse().ok().and_then(Number::from_f64);
            number.map_or(Value::Null, Value::Number)
        }
        DeValue::Boolean(truth) => (*truth).into(),
        DeValue::Datetime(_) => Value::Null,
        DeValue::Array(entries) => entries.iter().map(|entry| of(entry.get_ref())).collect(),
        DeValue::Table(table) => {
            let entries = table.iter();
            entries
                .map(|(key, entry)| (key.get_ref().to_string(), of(entry.get_ref())))
                .collect()
        }
    }
}
