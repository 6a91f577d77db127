//! What rulesets have read of the tables that are theirs, kept by those who do not know its types.

use std::{any::Any, collections::BTreeMap, fmt::Debug, sync::Arc};

use serde::{Serialize, Serializer};
use serde_json::Value;

/// What can be made of a ruleset's table: everything that is data.
pub trait BlockValue: Any + Debug + PartialEq + Serialize + Send + Sync {}

impl<T: Any + Debug + PartialEq + Serialize + Send + Sync> BlockValue for T {}

/// What [`Block`] asks of a value whose type it does not know.
trait AnyBlock: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn to_json(&self) -> Value;
}

impl<T: BlockValue> AnyBlock for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }

    fn to_json(&self) -> Value {
        // What comes of a file holds nothing that JSON cannot.
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// One table of one ruleset, read and checked.
#[derive(Clone, Debug)]
pub struct Block {
    value: Arc<dyn AnyBlock>,
    /// The table that it was read from, for what is laid over it.
    table: Option<Arc<Value>>,
}

impl Block {
    /// Keeps a value.
    #[must_use]
    pub fn new(value: impl BlockValue) -> Self {
        Self {
            value: Arc::new(value),
            table: None,
        }
    }

    /// Keeps a value with the table that it was read from.
    pub(crate) fn of_table(value: impl BlockValue, table: Value) -> Self {
        Self {
            table: Some(Arc::new(table)),
            ..Self::new(value)
        }
    }

    /// The value, if it is of this type.
    #[must_use]
    pub fn get<T: BlockValue>(&self) -> Option<&T> {
        self.value.as_any().downcast_ref()
    }
}

impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        self.value.equals(other.value.as_any())
    }
}

impl Serialize for Block {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.to_json().serialize(serializer)
    }
}

/// The tables of all rulesets about one thing, by ruleset id. Written as JSON they are its keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Blocks(BTreeMap<&'static str, Block>);

impl Blocks {
    /// The table of the ruleset that reads it as a `T`.
    #[must_use]
    pub fn get<T: BlockValue>(&self) -> Option<&T> {
        self.0.values().find_map(Block::get)
    }

    /// The table that the block of a ruleset was read from, if it is kept.
    pub(crate) fn table(&self, ruleset: &str) -> Option<&Value> {
        self.0.get(ruleset)?.table.as_deref()
    }

    /// The block of a ruleset as JSON, if there is one.
    #[must_use]
    pub fn to_json(&self, ruleset: &str) -> Option<Value> {
        Some(self.0.get(ruleset)?.value.to_json())
    }

    /// Whether there is a table of the ruleset with this id.
    #[must_use]
    pub fn has(&self, ruleset: &str) -> bool {
        self.0.contains_key(ruleset)
    }

    /// Whether there is no table at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts a value in the place of what the ruleset with this id had.
    pub fn set(&mut self, ruleset: &'static str, value: impl BlockValue) {
        self.insert(ruleset, Block::new(value));
    }

    /// Changes the value of the ruleset with this id, if it has one.
    pub fn change<T: BlockValue + Clone>(
        &mut self,
        ruleset: &'static str,
        change: impl FnOnce(&mut T),
    ) {
        if let Some(mut value) = self.get::<T>().cloned() {
            change(&mut value);
            self.set(ruleset, value);
        }
    }

    pub(crate) fn insert(&mut self, ruleset: &'static str, block: Block) {
        self.0.insert(ruleset, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_found_by_its_type_and_equals_only_what_has_the_same_value() {
        let mut blocks = Blocks::default();
        blocks.set("a", 7_i32);
        blocks.set("b", "seven".to_owned());
        assert_eq!(blocks.get::<i32>(), Some(&7));
        assert_eq!(blocks.get::<String>().map(String::as_str), Some("seven"));
        assert_eq!(blocks.get::<u8>(), None);
        let same = blocks.clone();
        assert_eq!(blocks, same);
        blocks.set("a", 8_i32);
        assert_ne!(blocks, same);
        let json = serde_json::to_string(&blocks).unwrap_or_default();
        assert_eq!(json, r#"{"a":8,"b":"seven"}"#);
    }
}
