//! Everything of one kind that was found, by identifier, with the place it came from.

use std::{collections::BTreeMap, fmt, path::PathBuf, sync::Arc};

use crate::{
    diagnostics::suggestion::{self, quote},
    source::{document::Document, key_path::KeyPath, report::Report},
};

/// Where something was defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Number of the content root, later ones overriding earlier ones.
    pub(crate) root: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file.display(), self.line, self.column)
    }
}

#[derive(Clone, Debug)]
struct Entry<T> {
    origin: Origin,
    /// `None` if it was found but has errors.
    value: Option<Arc<T>>,
    /// Numbers of all content roots that have something with this identifier.
    roots: Vec<usize>,
}

impl<T> Entry<T> {
    /// The mod that this is of, if no content that a file may refer to has it.
    fn out_of_reach(&self, report: &Report) -> Option<String> {
        let reached = |root: &usize| report.out_of_reach(*root).is_none();
        if self.roots.iter().any(reached) {
            return None;
        }
        report.out_of_reach(self.origin.root).map(str::to_owned)
    }
}

/// Things of one kind by identifier.
#[derive(Clone, Debug)]
pub struct Catalogue<T> {
    /// What they are called in messages, singular and plural.
    names: (&'static str, &'static str),
    entries: BTreeMap<String, Entry<T>>,
}

/// What became of something added to a catalogue.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// Its identifier is new.
    New,
    /// It takes the place of something from an earlier root.
    Overrides(Origin),
    /// It would take the place of something from an earlier root, but has errors: until it is mended
    /// the earlier one is used.
    Withheld(Origin),
    /// Its identifier is taken in the same root; it was not added.
    Duplicate(Origin),
}

impl<T> Catalogue<T> {
    pub(crate) fn new(singular: &'static str, plural: &'static str) -> Self {
        Self {
            names: (singular, plural),
            entries: BTreeMap::new(),
        }
    }

    /// Things that have been read before, without errors.
    pub(crate) fn of_sound(
        singular: &'static str,
        plural: &'static str,
        sound: &BTreeMap<String, Arc<T>>,
    ) -> Self {
        let entry = |value: &Arc<T>| Entry {
            origin: Origin {
                file: PathBuf::new(),
                line: 1,
                column: 1,
                root: 0,
            },
            value: Some(Arc::clone(value)),
            roots: vec![0],
        };
        Self {
            names: (singular, plural),
            entries: sound
                .iter()
                .map(|(id, value)| (id.clone(), entry(value)))
                .collect(),
        }
    }

    /// Adds something; `None` as a value says that it exists but has errors.
    pub(crate) fn add(&mut self, id: &str, origin: Origin, value: Option<T>) -> Added {
        let added = match self.entries.get(id) {
            None => Added::New,
            Some(known) if known.origin.root == origin.root => {
                return Added::Duplicate(known.origin.clone());
            }
            Some(known) if known.value.is_some() && value.is_none() => {
                return Added::Withheld(known.origin.clone());
            }
            Some(known) => Added::Overrides(known.origin.clone()),
        };
        let value = value.map(Arc::new);
        let mut roots = self
            .entries
            .remove(id)
            .map_or_else(Vec::new, |known| known.roots);
        roots.push(origin.root);
        let entry = Entry {
            origin,
            value,
            roots,
        };
        self.entries.insert(id.to_owned(), entry);
        added
    }

    /// The thing an identifier at a path refers to; reports it if there is none.
    pub fn resolve(
        &self,
        id: &str,
        document: &Document<'_>,
        path: &KeyPath,
        report: &mut Report,
    ) -> Option<&Arc<T>> {
        let (singular, plural) = self.names;
        let entry = self.entries.get(id);
        if let Some(owner) = entry.and_then(|entry| entry.out_of_reach(report)) {
            let message = format!("{singular} {} is of the mod {}", quote(id), quote(&owner));
            let help = format!("name that mod in `after` of `mod.toml`: after = [\"{owner}\"]");
            report.error(document, path, message).help(help);
            return None;
        }
        match entry {
            Some(Entry {
                value: Some(value), ..
            }) => Some(value),
            Some(Entry { origin, .. }) => {
                let message = format!("{singular} {} has errors of its own", quote(id));
                if report.mention(message.clone()) {
                    report
                        .error(document, path, message)
                        .help(format!("see {origin}"));
                }
                None
            }
            None => {
                let known = self.entries.keys().map(String::as_str);
                report
                    .error(document, path, format!("unknown {singular} {}", quote(id)))
                    .help(suggestion::help(id, known, plural));
                None
            }
        }
    }

    /// All without errors.
    pub fn values(&self) -> impl Iterator<Item = &Arc<T>> {
        self.entries
            .values()
            .filter_map(|entry| entry.value.as_ref())
    }

    /// Whether none has errors.
    pub fn is_sound(&self) -> bool {
        self.entries.values().all(|entry| entry.value.is_some())
    }

    /// All without errors, by identifier.
    pub(crate) fn into_sound(self) -> BTreeMap<String, Arc<T>> {
        self.entries
            .into_iter()
            .filter_map(|(id, entry)| Some((id, entry.value?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_roots_override_and_the_same_root_may_not_repeat() {
        let origin = |root| Origin {
            file: PathBuf::from("a.toml"),
            line: 1,
            column: 1,
            root,
        };
        let mut catalogue = Catalogue::new("unit", "units");
        assert_eq!(catalogue.add("archer", origin(0), Some(1)), Added::New);
        assert_eq!(
            catalogue.add("archer", origin(0), Some(2)),
            Added::Duplicate(origin(0))
        );
        assert_eq!(
            catalogue.add("archer", origin(1), Some(3)),
            Added::Overrides(origin(0))
        );
        assert_eq!(
            catalogue.add("archer", origin(2), None),
            Added::Withheld(origin(1))
        );
        let sound = catalogue.into_sound();
        assert_eq!(sound.get("archer").map(|value| **value), Some(3));
    }
}
