//! What is wrong with the shape of a file, in plain words and with its place.

use std::{collections::BTreeSet, ops::Range};

use jsonschema::error::ValidationErrorKind;
use serde_spanned::Spanned;
use toml::de::DeValue;

use crate::{
    diagnostics::{
        plain_text::{self, Lines},
        suggestion::{self, quote},
    },
    schemas::{flat_schema::LINES, former_keys, schema_words::Schema},
    source::{
        document::Document,
        key_path::{KeyPath, Step},
        quantity::{self, DiceUse},
        report::Report,
        syntax_error::Harm,
    },
};

/// The keys of files that are drawn.
const LAYERS: [&str; 7] = [
    "map",
    "elevation",
    "light",
    "deployment",
    "objective",
    "exits",
    "zone_map",
];

/// Tells what is wrong with the shape of one file.
pub(crate) struct ShapeWords<'a> {
    document: &'a Document<'a>,
    report: &'a mut Report,
    top: Schema<'a>,
    /// Whether the parser understood everything, so that what is missing is really missing.
    whole: bool,
    /// From which byte on the parser took one thing for another.
    lost_from: usize,
    /// Keys that were probably meant by unknown ones.
    meant: BTreeSet<KeyPath>,
}

impl<'a> ShapeWords<'a> {
    /// Begins with a file that should have the shape of a schema.
    pub(crate) fn new(document: &'a Document<'a>, report: &'a mut Report, top: Schema<'a>) -> Self {
        let harm = |wanted: Harm| {
            let errors = document.syntax_errors.iter();
            errors.filter(move |error| error.harm == wanted)
        };
        let lost_from = harm(Harm::Swallows).map(|error| error.span.start).min();
        Self {
            document,
            report,
            top,
            whole: lost_from.is_none() && harm(Harm::Gap).next().is_none(),
            lost_from: lost_from.unwrap_or(usize::MAX),
            meant: BTreeSet::new(),
        }
    }

    /// Whether the parser understood the whole file.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Tells what is wrong with the value at a path, of which a part of the schema says what it
    /// should be.
    pub(crate) fn tell(&mut self, path: &KeyPath, part: Schema<'_>, fault: &ValidationErrorKind) {
        match fault {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                for key in unexpected {
                    self.unknown_key(path, key, part);
                }
            }
            ValidationErrorKind::Required { property } => {
                if let Some(key) = property.as_str() {
                    self.missing_key(path, key, part);
                }
            }
            ValidationErrorKind::PropertyNames { error } => {
                if let Some(key) = error.instance().as_str() {
                    let path = path.join(key);
                    let span = self.document.key_span(&path);
                    let of = format!("the key {}", quote(key));
                    self.character(&path, &of, key, Lines::One, |_| span);
                }
            }
            ValidationErrorKind::Format { format } => {
                if let Some(dice_use) = DiceUse::of_format(format) {
                    return self.dice(path, dice_use);
                }
                let document = self.document;
                let lines = if format == LINES {
                    Lines::Many
                } else {
                    Lines::One
                };
                let text = document.text_at(path).unwrap_or_default();
                self.character(path, &path.name(), text, lines, |stretch| {
                    document.span_in_string(path, stretch)
                });
            }
            ValidationErrorKind::MinLength { .. }
            | ValidationErrorKind::MaxLength { .. }
            | ValidationErrorKind::MinItems { .. }
            | ValidationErrorKind::MaxItems { .. } => self.size(path, part),
            _ => self.value(path, part),
        }
    }

    /// Reports a wrong value and marks it as spoilt.
    fn wrong(&mut self, path: &KeyPath, message: String, help: Option<String>) {
        let span = self.document.span(path);
        if span.is_empty() || self.is_guess(span.start) {
            self.report.spoil(path);
        }
        self.report.error_and_spoil(path, span, message).help(help);
    }

    /// Whether the parser had lost its way at a byte, so that what it found there is only a guess.
    fn is_guess(&self, byte: usize) -> bool {
        let line = self.document.source.line_of(byte);
        !self.whole
            && (byte >= self.lost_from || self.report.has_problem_on_line(self.document, line))
    }

    /// Reports a text that holds no dice, or not such as are asked for.
    fn dice(&mut self, path: &KeyPath, dice_use: DiceUse) {
        let text = self.document.text_at(path).unwrap_or_default();
        let Some(fault) = quantity::fault(text, dice_use) else {
            return;
        };
        let span = match fault.bytes {
            Some(bytes) => self.document.span_in_string(path, bytes),
            None => self.document.span(path),
        };
        let reported = self.report.error_and_spoil(path, span, fault.message);
        reported.help(fault.help.to_owned());
    }

    fn value(&mut self, path: &KeyPath, part: Schema<'_>) {
        let Some(value) = self.document.get(path).map(Spanned::get_ref) else {
            return;
        };
        let words = part.words();
        let found = match value {
            DeValue::Integer(number) if part.allows("integer") || part.allows("number") => {
                number.to_string()
            }
            DeValue::Float(number) if part.allows("number") => number.as_str().to_owned(),
            DeValue::String(text) if words.is_some() => quote(text),
            _ => found(value),
        };
        let help = match words {
            Some(words) => value
                .as_str()
                .and_then(|text| suggestion::nearest(text, words))
                .map(|nearest| format!("did you mean `{nearest}`?")),
            None => layer_meant(part, value).or_else(|| brackets_meant(part, value, path)),
        };
        let message = format!("{} is {found}, expected {}", path.name(), part.expected());
        self.wrong(path, message, help);
    }

    fn size(&mut self, path: &KeyPath, part: Schema<'_>) {
        let value = self.document.get(path).map(Spanned::get_ref);
        let (size, of, (least, most)) = match value {
            Some(DeValue::Array(list)) => {
                (list.len(), "entries", part.limits("minItems", "maxItems"))
            }
            Some(DeValue::String(text)) => {
                let limits = part.limits("minLength", "maxLength");
                (text.chars().count(), "characters", limits)
            }
            _ => return,
        };
        let message = match (size, of, most) {
            (0, "characters", _) => format!("{} is empty, expected some text", path.name()),
            (_, _, u64::MAX) => {
                format!("{} has {size} {of}, expected at least {least}", path.name())
            }
            _ if most == least => format!("{} has {size} {of}, expected {most}", path.name()),
            _ => format!(
                "{} has {size} {of}, expected {least} to {most}",
                path.name()
            ),
        };
        self.wrong(path, message, None);
    }

    /// Reports a character that no text may have.
    fn character(
        &mut self,
        path: &KeyPath,
        of: &str,
        text: &str,
        lines: Lines,
        span: impl FnOnce(Range<usize>) -> Range<usize>,
    ) {
        let Some((byte, character)) = plain_text::refused(text, lines) else {
            return;
        };
        let blank = plain_text::is_blank(text);
        let message = if blank {
            format!("nothing can be seen of {of}")
        } else {
            format!("{of} has {} in it", plain_text::described(character))
        };
        let help = match lines {
            _ if blank => "write something",
            Lines::One => "take it out: this is a text of one line",
            Lines::Many => "take it out",
        };
        let span = span(byte..byte + character.len_utf8());
        let reported = self.report.error_and_spoil(path, span, message);
        reported.help(help.to_owned());
    }

    fn missing_key(&mut self, table: &KeyPath, key: &str, part: Schema<'_>) {
        let path = table.join(key);
        if self.whole && !self.meant.contains(&path) {
            let of = part.property(key);
            let expected = of.map(|of| format!("expected {}", of.expected()));
            let message = format!("missing key `{key}`");
            let reported = self.report.error(self.document, &path, message);
            reported.help(expected);
        }
        self.report.spoil(&path);
    }

    fn unknown_key(&mut self, table: &KeyPath, key: &str, part: Schema<'_>) {
        let path = table.join(key);
        let renamed = former_keys::now_called(key, part.keys());
        let inner = tables_with(key, table, part);
        let nearest = renamed.or_else(|| {
            let nearest = suggestion::nearest(key, part.keys());
            nearest.filter(|_| inner.is_empty())
        });
        let belongs_at_top = || {
            let given = self.document.get(&KeyPath::from([key])).is_some();
            self.top.property(key).is_some() && !given
        };
        let help = if let Some(new) = renamed {
            Some(format!("`{key}` is now called `{new}`"))
        } else if !inner.is_empty() {
            Some(format!("`{key}` belongs in {}", inner.join(" or ")))
        } else if let Some(place) = former_keys::now_elsewhere(key) {
            Some(place.to_owned())
        } else if nearest.is_none() && belongs_at_top() {
            Some(format!(
                "`{key}` belongs at the top of the file, before the first `[…]`"
            ))
        } else {
            suggestion::help(key, part.keys(), "the keys known here are")
        };
        self.meant
            .extend(nearest.map(|nearest| table.join(nearest)));
        let span = self.document.key_span(&path);
        if self.is_guess(span.start) {
            self.report.spoil(&path);
        }
        let message = format!("unknown key {}", quote(key));
        self.report.error_and_spoil(&path, span, message).help(help);
    }
}

/// Where a drawing belongs that stands in place of a table.
fn layer_meant(part: Schema<'_>, value: &DeValue<'_>) -> Option<String> {
    let is_drawing = value.as_str().is_some_and(|text| text.contains('\n'));
    (is_drawing && part.allows("object"))
        .then(|| format!("layers of the map are {}", suggestion::list(LAYERS)))
}

/// The tables inside a table that know a key: what rulesets read stands in tables of their own.
fn tables_with(key: &str, table: &KeyPath, part: Schema<'_>) -> Vec<String> {
    let knows = |name: &&str| {
        part.property(name)
            .is_some_and(|inner| inner.property(key).is_some())
    };
    let names = part.keys().filter(knows);
    let place = |name: &str| {
        let keys = table.join(name).0.into_iter().map(|step| match step {
            Step::Key(key) => Some(key),
            Step::Index(_) => None,
        });
        let keys: Option<Vec<String>> = keys.collect();
        keys.map_or_else(
            || format!("its table `{name}`"),
            |keys| format!("`[{}]`", keys.join(".")),
        )
    };
    names.map(place).collect()
}

/// The brackets that were meant, where a table stands in place of a list of tables or the reverse.
fn brackets_meant(part: Schema<'_>, value: &DeValue<'_>, path: &KeyPath) -> Option<String> {
    let keys = path.0.iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    let key = keys.collect::<Vec<_>>().join(".");
    match value {
        DeValue::Table(_) => part
            .entries()
            .is_some_and(|entry| entry.allows("object"))
            .then(|| format!("there may be several: write `[[{key}]]`, once for each")),
        DeValue::Array(entries) => {
            let are_tables =
                !entries.is_empty() && entries.iter().all(|entry| entry.get_ref().is_table());
            (are_tables && part.allows("object"))
                .then(|| format!("there is only one: write `[{key}]`"))
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
