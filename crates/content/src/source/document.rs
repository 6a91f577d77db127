//! A content file as a tree of values that know where they stand in the text.

use std::ops::Range;

use serde_spanned::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{
    diagnostics::diagnostic::{Diagnostic, Severity},
    source::{
        key_path::{KeyPath, Step},
        nesting::{self, MAX_NESTING},
        source_text::SourceText,
        string_place,
        syntax_error::{self, SyntaxError},
    },
};

/// The parsed file.
#[derive(Clone, Debug)]
pub struct Document<'s> {
    pub(crate) source: &'s SourceText,
    root: Spanned<DeValue<'s>>,
    /// What the parser could not understand; the tree holds the rest.
    pub(crate) syntax_errors: Vec<SyntaxError>,
}

impl<'s> Document<'s> {
    /// Parses a text, as far as it can be understood.
    ///
    /// # Errors
    ///
    /// One diagnostic if it nests too deep to be looked at.
    pub(crate) fn parse(source: &'s SourceText) -> Result<Self, Box<Diagnostic>> {
        if let Some(span) = nesting::too_deep(source.text()) {
            return Err(Box::new(Diagnostic {
                file: source.file.clone(),
                place: Some(source.place(span)),
                severity: Severity::Error,
                message: format!("nested more than {MAX_NESTING} levels deep"),
                help: Some("no content file needs more than 6 levels".to_owned()),
            }));
        }
        let (table, errors) = DeTable::parse_recoverable(source.text());
        let syntax_errors = syntax_error::gather(source, errors);
        Ok(Self {
            root: Spanned::new(0..0, DeValue::Table(table.into_inner())),
            source,
            syntax_errors,
        })
    }

    /// The whole file as a value.
    pub(crate) fn root(&self) -> &Spanned<DeValue<'s>> {
        &self.root
    }

    /// The value at a path.
    pub fn get(&self, path: &KeyPath) -> Option<&Spanned<DeValue<'s>>> {
        let mut value = &self.root;
        for step in &path.0 {
            value = match step {
                Step::Key(key) => value.get_ref().get(key.as_str())?,
                Step::Index(index) => value.get_ref().get(*index)?,
            };
        }
        Some(value)
    }

    /// The text at a path, if a string stands there.
    pub(crate) fn text_at(&self, path: &KeyPath) -> Option<&str> {
        self.get(path)?.get_ref().as_str()
    }

    /// Where the value at a path stands; of its nearest ancestor in the file if it is not there.
    pub(crate) fn span(&self, path: &KeyPath) -> Range<usize> {
        let mut path = path.clone();
        loop {
            if let Some(value) = self.get(&path) {
                return value.span();
            }
            if path.0.pop().is_none() {
                return 0..0;
            }
        }
    }

    /// Where the key at the end of a path stands.
    pub(crate) fn key_span(&self, path: &KeyPath) -> Range<usize> {
        let mut parent = path.clone();
        let Some(Step::Key(wanted)) = parent.0.pop() else {
            return self.span(path);
        };
        self.get(&parent)
            .and_then(|table| table.get_ref().as_table()?.get_key_value(wanted.as_str()))
            .map_or_else(|| self.span(path), |(key, _)| key.span())
    }

    /// Where a stretch of the decoded string at a path stands in the text.
    pub(crate) fn span_in_string(&self, path: &KeyPath, decoded: Range<usize>) -> Range<usize> {
        let whole = self.span(path);
        let Some(raw) = self.source.text().get(whole.clone()) else {
            return whole;
        };
        let start = whole.start + string_place::raw_offset(raw, decoded.start);
        let end = whole.start + string_place::raw_offset(raw, decoded.end);
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::path::PathBuf;

    use super::*;

    fn source(text: &str) -> SourceText {
        SourceText::new(PathBuf::from("a.toml"), text.to_owned())
    }

    fn slice(document: &Document<'_>, span: Range<usize>) -> String {
        document.source.text()[span].to_owned()
    }

    #[test]
    fn values_and_keys_know_their_place() {
        let source = source("a = 1\n[[item]]\nid = \"x\"\nlist = [1, 22]\n");
        let document = Document::parse(&source).unwrap();
        let item = KeyPath::from(["item"]).join(0);
        assert_eq!(slice(&document, document.span(&item)), "[[item]]");
        let id = item.join("id");
        assert_eq!(slice(&document, document.span(&id)), "\"x\"");
        assert_eq!(slice(&document, document.key_span(&id)), "id");
        assert_eq!(
            slice(&document, document.span(&item.join("list").join(1))),
            "22"
        );
        // What is not there is looked for at its nearest ancestor.
        assert_eq!(
            slice(&document, document.span(&item.join("name"))),
            "[[item]]"
        );
    }

    #[test]
    fn positions_inside_strings_follow_escapes() {
        let source = source("a = \"x\\u00e9y\"\n");
        let document = Document::parse(&source).unwrap();
        let a = KeyPath::from(["a"]);
        assert_eq!(slice(&document, document.span_in_string(&a, 3..4)), "y");
        assert_eq!(
            slice(&document, document.span_in_string(&a, 1..3)),
            "\\u00e9"
        );
    }
}
