//! Whether a file has the shape of its type: keys, kinds of values, lengths and ranges.
//!
//! The shape is the JSON Schema that is generated from the Rust type which reads the file, so that
//! the types alone say what a file may hold. Unlike deserialising, checking does not stop at the
//! first problem: wrong values are replaced by stand-ins ([`Report::spoil`]), and the rest of the
//! file is read and checked for its meaning in the same run.

use std::{
    any::TypeId,
    collections::{BTreeMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use jsonschema::{Draft, Keyword, ValidationError, Validator, error::ValidationErrorKind};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    diagnostics::plain_text::{self, Lines},
    schemas::{
        flat_schema::{LINE, LINES, WRITTEN_WHOLE, flat_schema_for},
        schema_words::Schema,
        shape_words::ShapeWords,
    },
    source::{
        document::Document,
        json_value,
        key_path::{KeyPath, Step},
        quantity::{self, DiceUse},
        report::Report,
    },
    units::ruleset_tables::Rulesets,
};

/// Most times that what is wrong is replaced; a stand-in may lack what another part asks for.
const MAX_ROUNDS: usize = 4;

/// Reads a file as a `T`, reporting everything in it that does not have the shape of one.
///
/// Gives a value, with stand-ins for what was wrong, unless so little of the file could be parsed
/// that looking for more would find problems that are not there.
pub(crate) fn read<T: DeserializeOwned + JsonSchema + 'static>(
    rulesets: &Rulesets,
    document: &Document<'_>,
    report: &mut Report,
) -> Option<T> {
    let top = KeyPath::default();
    for error in &document.syntax_errors {
        report
            .error_at(&top, error.span.clone(), error.message.clone())
            .help(error.help.clone());
    }
    let mould = mould_of::<T>(rulesets);
    let mut words = ShapeWords::new(document, report, Schema(&mould.schema));
    let is_whole = words.is_whole();
    let mut value = json_value::of(document.root().get_ref());
    for round in 0..MAX_ROUNDS {
        if mould.validator.is_valid(&value) {
            break;
        }
        let mut faults: Vec<_> = mould.validator.iter_errors(&value).collect();
        faults.sort_by_cached_key(rank);
        let (mut wrong, mut mends) = (HashSet::new(), Vec::new());
        for fault in &faults {
            let pointer = fault.instance_path().as_str();
            let mut above = pointer.rmatch_indices('/').map(|(end, _)| &pointer[..end]);
            if above.any(|above| wrong.contains(above)) {
                continue;
            }
            let part = mould.part(fault);
            if round == 0 {
                words.tell(&path_of(fault, &value), part, fault.kind());
            }
            if add_mends(fault, part, &mut mends) {
                wrong.insert(pointer);
            }
        }
        drop(faults);
        for found in mends {
            mend(&mut value, found);
        }
    }
    if !is_whole {
        return None;
    }
    match serde_json::from_value(value) {
        Ok(read) => Some(read),
        Err(error) => {
            report.error_at(&top, 0..0, format!("this file cannot be read: {error}"));
            None
        }
    }
}

/// What files of a type are held against.
struct Mould {
    schema: Value,
    validator: Validator,
}

/// The mould of a type with the tables of these rulesets, which takes longer to make than most files
/// take to read.
fn mould_of<T: JsonSchema + 'static>(rulesets: &Rulesets) -> Arc<Mould> {
    type Made = BTreeMap<(TypeId, Vec<TypeId>), Arc<Mould>>;
    static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let mould = made
        .entry((TypeId::of::<T>(), rulesets.types()))
        .or_insert_with(|| Arc::new(Mould::new(flat_schema_for::<T>(rulesets))));
    Arc::clone(mould)
}

impl Mould {
    fn new(schema: Value) -> Self {
        let has_only = |lines| move |text: &str| plain_text::refused(text, lines).is_none();
        let mut options = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .with_format(LINE, has_only(Lines::One))
            .with_format(LINES, has_only(Lines::Many));
        for (dice_use, format) in DiceUse::FORMATS {
            let is_right = move |text: &str| quantity::fault(text, dice_use).is_none();
            options = options.with_format(format, is_right);
        }
        let validator = options
            .with_keyword(WRITTEN_WHOLE, |_, _, _| Ok(Box::new(WrittenWhole)))
            .build(&schema)
            .expect("a generated schema is one");
        Self { schema, validator }
    }

    /// The part of the schema that finds fault with a value.
    fn part(&self, fault: &ValidationError<'_>) -> Schema<'_> {
        Schema(self.schema.pointer(part_of(fault)).unwrap_or(&self.schema))
    }
}

/// The JSON pointer to the part of the schema that finds fault with a value.
fn part_of<'f>(fault: &'f ValidationError<'_>) -> &'f str {
    let keyword = fault.schema_path().as_str();
    keyword.rsplit_once('/').unwrap_or_default().0
}

/// The key whose value a part of the schema is about; none if it is about entries or any key.
fn known_key(part: &str) -> Option<&str> {
    let (above, step) = part.rsplit_once('/')?;
    match step {
        "then" => known_key(above.rsplit_once("/allOf/")?.0),
        key => above.ends_with("/properties").then_some(key),
    }
}

/// A whole number has to be written as one.
struct WrittenWhole;

impl<'i> Keyword<'i> for WrittenWhole {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        let valid = Keyword::is_valid(self, instance);
        valid
            .then_some(())
            .ok_or_else(|| ValidationError::custom(WRITTEN_WHOLE))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        !instance.is_f64()
    }
}

/// In which order faults are told, since of a wrong value only one is told: what is wrong with it as a
/// whole before what is wrong with its parts, the choice before one of the shapes to choose from, and
/// unknown keys before the keys that they may mean.
fn rank(fault: &ValidationError<'_>) -> (usize, u8, usize) {
    let depth = fault.instance_path().as_str().matches('/').count();
    let kind = match fault.kind() {
        ValidationErrorKind::Required { .. } => 2,
        ValidationErrorKind::MinLength { .. } | ValidationErrorKind::MaxLength { .. } => 1,
        _ => 0,
    };
    (depth, kind, fault.schema_path().as_str().len())
}

/// The path of the value that is wrong. Its pointer does not tell the number of an entry from a key
/// that is a number.
fn path_of(fault: &ValidationError<'_>, root: &Value) -> KeyPath {
    let mut here = Some(root);
    let steps = fault.instance_path().as_str().split('/').skip(1);
    let steps = steps.map(|step| {
        if let Some(Value::Array(list)) = here {
            let index = step.parse().unwrap_or_default();
            here = list.get(index);
            return Step::Index(index);
        }
        let key = step.replace("~1", "/").replace("~0", "~");
        here = here.and_then(|table| table.get(&key));
        Step::Key(key)
    });
    KeyPath(steps.collect())
}

/// What to read on with in place of something wrong: at a JSON pointer or, in the table there, at a
/// key; nothing for what is to be left out.
type Mend = (String, Option<String>, Option<Value>);

/// Adds what mends a fault; whether that is a value as a whole.
fn add_mends(fault: &ValidationError<'_>, part: Schema<'_>, mends: &mut Vec<Mend>) -> bool {
    let pointer = fault.instance_path().as_str();
    let mut add = |pointer: &str, key: Option<&str>, stand_in| {
        mends.push((pointer.to_owned(), key.map(str::to_owned), stand_in));
    };
    match fault.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            for key in unexpected {
                add(pointer, Some(key), None);
            }
        }
        ValidationErrorKind::PropertyNames { error } => {
            add(pointer, error.instance().as_str(), None);
        }
        ValidationErrorKind::Required { property } => {
            let key = property.as_str().unwrap_or_default();
            add(pointer, Some(key), part.property(key).map(Schema::stand_in));
        }
        _ => {
            // The value of a known key is left out; the next round tells whether it is missed.
            match (known_key(part_of(fault)), pointer.rsplit_once('/')) {
                (Some(key), Some((table, _))) => add(table, Some(key), None),
                _ => add(pointer, None, Some(part.stand_in())),
            }
            return true;
        }
    }
    false
}

fn mend(root: &mut Value, (pointer, key, stand_in): Mend) {
    match (root.pointer_mut(&pointer), key, stand_in) {
        (Some(Value::Object(table)), Some(key), Some(stand_in)) => {
            table.insert(key, stand_in);
        }
        (Some(Value::Object(table)), Some(key), None) => drop(table.remove(&key)),
        (Some(value), None, Some(stand_in)) => *value = stand_in,
        _ => {}
    }
}
