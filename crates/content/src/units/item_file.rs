//! Files of items: `assets/items/*.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Item,
    source::{document::Document, identifier, key_path::KeyPath, report::Report},
    units::{
        block::Blocks,
        ruleset_tables::{Rulesets, Table},
    },
};

/// A file of items.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Items")]
pub(crate) struct ItemFile {
    /// The items.
    #[schemars(length(min = 1, max = 500))]
    item: Vec<ItemEntry>,
}

/// One item.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("rulesetTables" = "item"))]
struct ItemEntry {
    /// Identifier, unique among items: small letters, digits, `_` and `-`.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    id: String,
    /// Name shown to players.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// One sentence for tooltips.
    #[schemars(length(min = 1, max = 600))]
    #[schemars(extend("format" = "lines"))]
    description: String,
    /// What it is under the rulesets, by their ids.
    #[serde(flatten)]
    #[schemars(skip)]
    tables: BTreeMap<String, Value>,
}

/// The items of a file, each with the path of its entry.
pub(crate) fn validate(
    file: ItemFile,
    rulesets: &Rulesets,
    document: &Document<'_>,
    report: &mut Report,
) -> Vec<(KeyPath, Item)> {
    let list = KeyPath::from(["item"]);
    let mut items = Vec::with_capacity(file.item.len());
    for (index, mut entry) in file.item.into_iter().enumerate() {
        let path = list.join(index);
        identifier::check(&entry.id, document, &path.join("id"), report);
        let mut blocks = Blocks::default();
        for tables in rulesets.all() {
            let Some(value) = entry.tables.remove(tables.id()) else {
                continue;
            };
            let mut table = Table {
                document,
                path: path.join(tables.id()),
                report: &mut *report,
            };
            if let Some(block) = tables.item(value, &mut table) {
                blocks.insert(tables.id(), block);
            }
        }
        let item = Item {
            id: entry.id,
            name: entry.name,
            description: entry.description,
            blocks,
        };
        items.push((path, item));
    }
    items
}
