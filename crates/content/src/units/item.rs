//! Items: weapons, armour and shields as they lie in the world, with one block per ruleset.

use serde::Serialize;

use crate::{
    diagnostics::suggestion::quote,
    source::{catalogue::Catalogue, document::Document, key_path::KeyPath, report::Report},
    units::block::{BlockValue, Blocks},
};

/// One kind of object that a unit can carry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// Identifier, unique among items.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// One sentence for tooltips.
    #[serde(skip)]
    pub description: String,
    /// What it is under the rulesets in which it exists.
    #[serde(flatten)]
    pub blocks: Blocks,
}

impl Catalogue<Item> {
    /// The block of an item under a ruleset; reports an unknown item, or one that has none.
    pub fn block<B: BlockValue>(
        &self,
        id: &str,
        ruleset: &str,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> Option<&B> {
        let block = self.resolve(id, document, path, report)?.blocks.get();
        if block.is_none() {
            let message = format!("item {} does not exist under this ruleset", quote(id));
            report
                .error(document, path, message)
                .help(format!("give the item a `[item.{ruleset}]` block"));
        }
        block
    }
}
