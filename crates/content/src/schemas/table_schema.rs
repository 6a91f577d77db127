//! Schemas of files in which rulesets have tables.
//!
//! The type that reads such a file has a mark in its schema (`rulesetTables`) in place of those tables;
//! here the tables of all rulesets take its place. Ids of rulesets have a mark too (`rulesetId`).

use schemars::{
    JsonSchema, Schema, SchemaGenerator,
    transform::{Transform, transform_subschemas},
};
use serde_json::{Value, json};

use crate::{
    levels::level_goals::OwnGoalsEntry,
    units::ruleset_tables::{AnyTables, Rulesets, TableKind},
};

/// The mark of a table in which rulesets have tables, with their kind.
const TABLES: &str = "rulesetTables";
/// The mark of a text that is the id of a ruleset.
const ID: &str = "rulesetId";

/// The schema of a type, with the tables of rulesets in it.
pub(crate) fn schema_of<T: JsonSchema>(
    mut generator: SchemaGenerator,
    rulesets: &Rulesets,
) -> Schema {
    let mut root = generator.root_schema_for::<T>();
    let mut insert = Insert {
        rulesets,
        generator: &mut generator,
    };
    insert.transform(&mut root);
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty()
        && let Some(root) = root.as_object_mut()
    {
        let known = root.entry("$defs").or_insert_with(|| json!({}));
        if let Some(known) = known.as_object_mut() {
            for (name, schema) in definitions {
                known.entry(name).or_insert(schema);
            }
        }
    }
    root
}

/// Puts the tables of rulesets where the marks are.
struct Insert<'r> {
    rulesets: &'r Rulesets,
    generator: &'r mut SchemaGenerator,
}

impl Transform for Insert<'_> {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        if object.remove(ID).is_some() {
            object.insert("enum".to_owned(), self.rulesets.ids().collect());
        }
        let mark = object.remove(TABLES);
        let mark = mark.as_ref().and_then(Value::as_str);
        let Some(kind) = mark.and_then(TableKind::of_mark) else {
            return;
        };
        let properties = object.entry("properties").or_insert_with(|| json!({}));
        for tables in self.rulesets.all() {
            let table = self.table(tables, kind);
            properties[tables.id()] = table.to_value();
        }
        object.insert("additionalProperties".to_owned(), false.into());
    }
}

impl Insert<'_> {
    fn table(&mut self, tables: &dyn AnyTables, kind: TableKind) -> Schema {
        let mut table = tables.schema(kind, self.generator);
        table.remove("title");
        table.insert("description".to_owned(), kind.described(tables.id()).into());
        // A table that has another one's keys among its own.
        if table.remove("unevaluatedProperties").is_some() {
            table.insert("additionalProperties".to_owned(), false.into());
        }
        if matches!(kind, TableKind::Level | TableKind::Settings) {
            let common = OwnGoalsEntry::json_schema(self.generator);
            let common = common.get("properties").and_then(Value::as_object);
            let own = table.ensure_object().entry("properties");
            let own = own.or_insert_with(|| json!({})).as_object_mut();
            if let (Some(own), Some(common)) = (own, common) {
                own.extend(common.clone());
                // The combatants of a case stand one by one.
                if kind == TableKind::Settings {
                    own.remove("warband");
                }
            }
        }
        table
    }
}
