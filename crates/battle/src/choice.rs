//! Choices: the answers to decisions.

use schemars::JsonSchema;
use serde::Serialize;
use shieldwall_grid::Cell;

use crate::{
    field::{FieldValue, Fields},
    ids::ItemId,
    target::Target,
    terms::{Action, Mode},
};

/// The answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Choice {
    /// What is done.
    pub action: Action,
    /// The item it is done with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// In which way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// What it is aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What is chosen in the fields.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub fields: Fields,
    /// Cells to walk through, without the first and with the last; empty for the cheapest way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
}

impl Choice {
    /// A choice of an action alone.
    #[must_use]
    pub const fn of(action: Action) -> Self {
        Self {
            action,
            item: None,
            mode: None,
            target: None,
            fields: Fields::NONE,
            path: Vec::new(),
        }
    }

    /// The same with something chosen in a field.
    #[must_use]
    pub fn with_field(mut self, key: &'static str, value: FieldValue) -> Self {
        self.fields.set(key, value);
        self
    }

    /// The first option that is chosen in a field.
    #[must_use]
    pub fn option(&self) -> Option<&'static str> {
        self.fields.iter().find_map(|(_, value)| match value {
            FieldValue::Option(option) => Some(option),
            FieldValue::Amount(_) | FieldValue::Target(_) => None,
        })
    }

    /// The same aimed at something.
    #[must_use]
    pub fn at(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// The same with an item.
    #[must_use]
    pub fn with(mut self, item: ItemId) -> Self {
        self.item = Some(item);
        self
    }
}
