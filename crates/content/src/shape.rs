//! Whether a file has the shape of its type: keys, kinds of values, lengths and ranges.
//!
//! The shape is the JSON Schema that is generated from the Rust type which reads the file, so that
//! the types alone say what a file may hold. Unlike deserialising, checking does not stop at the
//! first problem: wrong values are replaced by stand-ins ([`Report::spoil`]), and the rest of the
//! file is read and checked for its meaning in the same run.

use std::{
    any::TypeId,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_spanned::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{
    document::Document,
    key_path::{KeyPath, Step},
    plain_text::{self, Lines},
    report::{Report, Reported},
    schema_words::Schema,
    suggestion::{self, list, quote},
    syntax_error::Harm,
};

/// Reads a file as a `T`, reporting everything in it that does not have the shape of one.
///
/// Gives a value, with stand-ins for what was wrong, unless so little of the file could be parsed
/// that looking for more would find problems that are not there.
pub(crate) fn read<T: DeserializeOwned + JsonSchema + 'static>(
    document: &Document<'_>,
    report: &mut Report,
) -> Option<T> {
    let top = KeyPath::default();
    for error in &document.syntax_errors {
        report
            .error_at(&top, error.span.clone(), error.message.clone())
            .help(error.help.clone());
    }
    let harm = |wanted: Harm| {
        let errors = document.syntax_errors.iter();
        errors.filter(move |error| error.harm == wanted)
    };
    let lost_from = harm(Harm::Swallows).map(|error| error.span.start).min();
    let whole = lost_from.is_none() && harm(Harm::Gap).next().is_none();
    let schema = schema_of::<T>();
    let mut shape = Shape {
        document,
        report,
        whole,
        lost_from: lost_from.unwrap_or(usize::MAX),
    };
    let value = shape.check(Schema::top(&schema), document.root(), &top)?;
    if !whole {
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

/// The schema of a type, which takes longer to make than most files take to read.
fn schema_of<T: JsonSchema + 'static>() -> Arc<Value> {
    static MADE: Mutex<BTreeMap<TypeId, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let schema = made
        .entry(TypeId::of::<T>())
        .or_insert_with(|| Arc::new(schemars::schema_for!(T).to_value()));
    Arc::clone(schema)
}

/// One run over a document.
struct Shape<'a> {
    document: &'a Document<'a>,
    report: &'a mut Report,
    /// Whether the parser understood everything, so that what is missing is really missing.
    whole: bool,
    /// From which byte on the parser took one thing for another.
    lost_from: usize,
}

impl Shape<'_> {
    /// Checks a value and gives what to read in its place, or nothing if it was found wrong.
    fn check(
        &mut self,
        schema: Schema<'_>,
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
    ) -> Option<Value> {
        let options = schema.options();
        if let Some(words) = Schema::words(&options) {
            return self.check_word(&words, value, path);
        }
        if let (Some((tag, variants)), DeValue::Table(table)) =
            (Schema::tagged(&options), value.get_ref())
        {
            return self.check_tagged(tag, &variants, table, value, path);
        }
        let fitting = options
            .iter()
            .find(|option| option.takes(value.get_ref()))
            .copied();
        let Some(option) = fitting else {
            let expected: Vec<String> = options.iter().map(|option| option.expected()).collect();
            let message = format!(
                "{} is {}, expected {}",
                path.name(),
                found(value.get_ref()),
                expected.join(" or ")
            );
            let help = layer_meant(schema, value.get_ref(), path)
                .or_else(|| brackets_meant(&options, value.get_ref(), path));
            self.wrong(value, path, message).help(help);
            return None;
        };
        match value.get_ref() {
            DeValue::String(text) => self.check_text(option, text, value, path),
            DeValue::Integer(_) | DeValue::Float(_) => self.check_number(option, value, path),
            DeValue::Boolean(truth) => Some(Value::Bool(*truth)),
            DeValue::Array(_) => self.check_list(option, value, path),
            DeValue::Table(table) => Some(self.check_table(option, table, value, path)),
            DeValue::Datetime(_) => None,
        }
    }

    /// Reports a wrong value and marks it as spoilt.
    fn wrong(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
        message: String,
    ) -> Reported<'_> {
        if value.span().is_empty() || self.is_guess(value.span().start) {
            self.report.spoil(path);
        }
        self.report.error_and_spoil(path, value.span(), message)
    }

    /// Whether the parser had lost its way at a byte, so that what it found there is only a guess.
    fn is_guess(&self, byte: usize) -> bool {
        let line = self.document.source.line_of(byte);
        !self.whole
            && (byte >= self.lost_from || self.report.has_problem_on_line(self.document, line))
    }

    fn check_word(
        &mut self,
        words: &[&str],
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
    ) -> Option<Value> {
        let Some(text) = value.get_ref().as_str() else {
            let found = found(value.get_ref());
            let message = format!(
                "{} is {found}, expected one of {}",
                path.name(),
                list(words.iter().copied())
            );
            self.wrong(value, path, message);
            return None;
        };
        if words.contains(&text) {
            return Some(Value::String(text.to_owned()));
        }
        let message = format!(
            "{} is {}, expected one of {}",
            path.name(),
            quote(text),
            list(words.iter().copied())
        );
        let help = suggestion::nearest(text, words.iter().copied())
            .map(|nearest| format!("did you mean `{nearest}`?"));
        self.wrong(value, path, message).help(help);
        None
    }

    fn check_text(
        &mut self,
        schema: Schema<'_>,
        text: &str,
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
    ) -> Option<Value> {
        let lines = schema.text_lines();
        if let Some((byte, character)) = plain_text::refused(text, lines) {
            let end = byte + character.len_utf8();
            let span = self.document.span_in_string(path, byte..end);
            self.refuse_character(path, span, path.name(), character, lines);
            return None;
        }
        let length = text.chars().count() as u64;
        let (least, most) = schema.lengths("minLength", "maxLength");
        if length < least && length == 0 {
            self.wrong(
                value,
                path,
                format!("{} is empty, expected some text", path.name()),
            );
            return None;
        }
        if length < least || length > most {
            let message = format!(
                "{} has {length} characters, expected {least} to {most}",
                path.name()
            );
            self.wrong(value, path, message);
            return None;
        }
        Some(Value::String(text.to_owned()))
    }

    /// Reports a character that no text may have.
    fn refuse_character(
        &mut self,
        path: &KeyPath,
        span: std::ops::Range<usize>,
        of: impl std::fmt::Display,
        character: char,
        lines: Lines,
    ) {
        let message = format!("{of} has {} in it", plain_text::described(character));
        let help = match lines {
            Lines::One => "take it out: this is a text of one line",
            Lines::Many => "take it out",
        };
        let reported = self.report.error_and_spoil(path, span, message);
        reported.help(help.to_owned());
    }

    fn check_number(
        &mut self,
        schema: Schema<'_>,
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
    ) -> Option<Value> {
        let as_written = match value.get_ref() {
            DeValue::Integer(integer) => integer.to_string(),
            DeValue::Float(float) => float.as_str().to_owned(),
            _ => return None,
        };
        let number = match value.get_ref() {
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .ok()
                .map(serde_json::Number::from),
            DeValue::Float(float) => float
                .as_str()
                .parse()
                .ok()
                .and_then(serde_json::Number::from_f64),
            _ => None,
        };
        match number {
            Some(number) if schema.contains(&number) => Some(Value::Number(number)),
            _ => {
                let message = format!(
                    "{} is {as_written}, expected {}",
                    path.name(),
                    schema.expected()
                );
                self.wrong(value, path, message);
                None
            }
        }
    }

    fn check_list(
        &mut self,
        schema: Schema<'_>,
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
    ) -> Option<Value> {
        let entries = value.get_ref().as_array()?;
        let (least, most) = schema.lengths("minItems", "maxItems");
        let count = entries.len() as u64;
        if count < least || count > most {
            let message = if most == least {
                format!("{} has {count} entries, expected {most}", path.name())
            } else if most == u64::MAX {
                format!(
                    "{} has {count} entries, expected at least {least}",
                    path.name()
                )
            } else {
                format!(
                    "{} has {count} entries, expected {least} to {most}",
                    path.name()
                )
            };
            self.wrong(value, path, message);
            return None;
        }
        let Some(of) = schema.entries() else {
            return Some(Value::Array(Vec::new()));
        };
        let mut read = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let checked = self.check(of, entry, &path.join(index));
            read.push(checked.unwrap_or_else(|| of.stand_in()));
        }
        Some(Value::Array(read))
    }

    fn check_tagged(
        &mut self,
        tag: &str,
        variants: &[(&str, Schema<'_>)],
        table: &DeTable<'_>,
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
    ) -> Option<Value> {
        let Some(chosen) = table.get(tag) else {
            let kinds = list(variants.iter().map(|(word, _)| *word));
            self.wrong(
                value,
                path,
                format!("missing key `{tag}`, expected one of {kinds}"),
            );
            return None;
        };
        let words: Vec<&str> = variants.iter().map(|(word, _)| *word).collect();
        let word = self.check_word(&words, chosen, &path.join(tag))?;
        let (_, variant) = variants
            .iter()
            .find(|(name, _)| Some(*name) == word.as_str())?;
        Some(self.check_table(*variant, table, value, path))
    }

    fn check_table(
        &mut self,
        schema: Schema<'_>,
        table: &DeTable<'_>,
        value: &Spanned<DeValue<'_>>,
        path: &KeyPath,
    ) -> Value {
        let mut read = Map::new();
        let mut meant = BTreeSet::new();
        for (key, inner) in table {
            let name = key.get_ref().as_ref();
            let inner_path = path.join(name);
            if let Some(of) = schema.property(name).or_else(|| schema.other_values()) {
                if let Some((_, character)) = plain_text::refused(name, Lines::One) {
                    let named = format!("the key {}", quote(name));
                    self.refuse_character(&inner_path, key.span(), named, character, Lines::One);
                    continue;
                }
                match self.check(of, inner, &inner_path) {
                    Some(checked) => drop(read.insert(name.to_owned(), checked)),
                    None if schema.requires(name) || schema.property(name).is_none() => {
                        read.insert(name.to_owned(), of.stand_in());
                    }
                    None => {}
                }
            } else if schema.is_closed() {
                meant.extend(self.unknown_key(schema, key.span(), &inner_path));
            }
        }
        for name in schema.required() {
            if table.contains_key(name) {
                continue;
            }
            let missing = path.join(name);
            let of = schema.property(name);
            if self.whole && !meant.contains(name) {
                let expected = of.map(|of| format!("expected {}", of.expected_or_words()));
                self.report
                    .error_at(&missing, value.span(), format!("missing key `{name}`"))
                    .help(expected);
            }
            self.report.spoil(&missing);
            if let Some(of) = of {
                read.insert(name.to_owned(), of.stand_in());
            }
        }
        Value::Object(read)
    }

    /// Whether a key is given at the top of the file.
    fn is_given(&self, key: &str) -> bool {
        self.document.get(&KeyPath::from([key])).is_some()
    }

    /// Reports an unknown key and gives the key that was probably meant.
    fn unknown_key(
        &mut self,
        schema: Schema<'_>,
        span: std::ops::Range<usize>,
        path: &KeyPath,
    ) -> Option<String> {
        let Some(Step::Key(name)) = path.0.last() else {
            return None;
        };
        let nearest = suggestion::nearest(name, schema.keys());
        let help = match nearest {
            None if schema.is_key_of_top(name) && !self.is_given(name) => Some(format!(
                "`{name}` belongs at the top of the file, before the first `[…]`"
            )),
            _ => suggestion::help(name, schema.keys(), "the keys known here are"),
        };
        if self.is_guess(span.start) {
            self.report.spoil(path);
        }
        let message = format!("unknown key {}", quote(name));
        self.report.error_and_spoil(path, span, message).help(help);
        nearest.map(str::to_owned)
    }
}

/// Where a drawing of zones belongs that takes the place of their settings.
fn layer_meant(schema: Schema<'_>, value: &DeValue<'_>, path: &KeyPath) -> Option<String> {
    let is_drawing = value.as_str().is_some() && *path == KeyPath::from(["zones"]);
    (is_drawing && schema.is_key_of_top("zone_map"))
        .then(|| "zones are drawn in `zone_map`, and `[zones]` holds settings".to_owned())
}

/// The brackets that were meant, where a table stands in place of a list of tables or the reverse.
fn brackets_meant(options: &[Schema<'_>], value: &DeValue<'_>, path: &KeyPath) -> Option<String> {
    let one_table = DeValue::Table(DeTable::new());
    let keys: Vec<&str> = path
        .0
        .iter()
        .filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        })
        .collect();
    let key = keys.join(".");
    match value {
        DeValue::Table(_) => options
            .iter()
            .filter_map(|option| option.entries())
            .any(|entry| entry.options().iter().any(|of| of.takes(&one_table)))
            .then(|| format!("there may be several: write `[[{key}]]`, once for each")),
        DeValue::Array(entries) => {
            let are_tables =
                !entries.is_empty() && entries.iter().all(|entry| entry.get_ref().is_table());
            let wanted = options.iter().any(|option| option.takes(&one_table));
            (are_tables && wanted).then(|| format!("there is only one: write `[{key}]`"))
        }
        _ => None,
    }
}

/// What a value is, in plain words.
fn found(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) if text.contains('\n') => "a text of several lines".to_owned(),
        DeValue::String(text) => format!("the string {}", quote(text)),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {}", number.as_str()),
        DeValue::Boolean(truth) => format!("`{truth}`"),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
