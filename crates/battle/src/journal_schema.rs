//! The JSON Schema of the journal, generated from the types that are written.

use schemars::generate::SchemaSettings;
use serde_json::Value;
use shieldwall_content::published_schema::publish;

use crate::journal::Entry;

/// The JSON Schema (2020-12) of one line of a journal that was written as JSON lines.
///
/// It is closed: it knows every key of every entry of this version
/// ([`Journal::FORMAT`](crate::Journal::FORMAT)).
#[must_use]
pub fn journal_schema() -> Value {
    let generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    publish(generator.into_root_schema_for::<Entry>())
}
