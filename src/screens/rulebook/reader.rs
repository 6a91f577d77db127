//! What the reader of the rulebook has open: book, place and search.

use bevy::prelude::*;
use shieldwall_content::{Library, Rulebook};

use super::places::{Place, Places};

/// The rulebook as it lies open, or as it was when it was closed.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Reader {
    open: bool,
    /// The ruleset whose book it is.
    pub(super) ruleset: String,
    pub(super) places: Places,
    /// What is searched for; while there is something, the list shows what was found.
    pub(super) search: String,
    /// Ids of the rules found, the best first.
    pub(super) found: Vec<String>,
    /// Whether another rule was opened; drawn in the next frame.
    pub(super) turned: bool,
    /// Whether this frame is the first that shows it: the list scrolls to it and the text begins at
    /// its top.
    pub(super) fresh: bool,
    /// Where the keys shall be in the next frame.
    pub(super) focus: Option<Focus>,
    /// Id of the rule whose line in the list the keys are at.
    pub(super) keys_at: Option<String>,
}

/// Where keys can be sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// The search field.
    Search,
    /// The rule that is open, in the list, or the first one.
    List,
}

impl Reader {
    /// Whether it lies over the screen.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Opens the book of a ruleset, at a rule if one is named; else where it was closed.
    pub(super) fn open(&mut self, library: &Library, ruleset: &str, rule: Option<&str>) {
        self.open = true;
        if self.ruleset != ruleset {
            *self = Self {
                open: true,
                ruleset: ruleset.to_owned(),
                ..Self::default()
            };
        }
        let Some(book) = library.rulebooks.get(ruleset) else {
            return;
        };
        if let Some(id) = rule {
            self.search.clear();
            self.go_to_rule(book, id);
        }
        // Rules may have been read again since.
        self.look_up(book);
        self.turn();
        if self.places.here().rule.is_none() {
            self.focus = Some(Focus::Search);
        }
    }

    pub(super) fn close(&mut self) {
        self.open = false;
    }

    /// To a rule, with its topic listed beside it. An id that is not in the book is left alone.
    pub(super) fn go_to_rule(&mut self, book: &Rulebook, id: &str) {
        if let Some(place) = place_of(book, id) {
            self.places.go(place);
            self.turn();
        }
    }

    /// To the next rule of the list.
    pub(super) fn walk_to_rule(&mut self, book: &Rulebook, id: &str) {
        if let Some(place) = place_of(book, id) {
            self.places.walk(place);
            self.turned = true;
        }
    }

    /// To a topic, at its first rule.
    pub(super) fn go_to_topic(&mut self, book: &Rulebook, topic: &str) {
        self.search.clear();
        self.places.go(Place {
            topic: Some(topic.to_owned()),
            rule: book.of_topic(topic).next().map(|rule| rule.id.clone()),
        });
        self.turned = true;
    }

    /// To the first page.
    pub(super) fn go_to_first_page(&mut self) {
        self.search.clear();
        self.places.go(Place::default());
        self.turned = true;
    }

    /// True if the first page is open.
    pub(super) fn is_at_first_page(&self) -> bool {
        *self.places.here() == Place::default()
    }

    /// To the place before; whether there was one.
    pub(super) fn back(&mut self) -> bool {
        let moved = self.places.back();
        if moved {
            self.turn();
        }
        moved
    }

    /// To the place that one came back from; whether there was one.
    pub(super) fn forward(&mut self) -> bool {
        let moved = self.places.forward();
        if moved {
            self.turn();
        }
        moved
    }

    /// Another rule lies open: the list must hold it, and keys go to it.
    fn turn(&mut self) {
        self.turned = true;
        let Some(rule) = &self.places.here().rule else {
            return;
        };
        if self.is_searching() && !self.found.contains(rule) {
            self.search.clear();
        }
        self.focus = Some(Focus::List);
    }

    /// Lists the topic of the open rule again instead of what was found.
    pub(super) fn give_up_search(&mut self) {
        self.search.clear();
        self.turned = true;
        self.focus = Some(Focus::Search);
    }

    /// Searches for what stands in the search field.
    pub(super) fn look_up(&mut self, book: &Rulebook) {
        let found = book.search(&self.search).into_iter();
        self.found = found.map(|rule| rule.id.clone()).collect();
    }

    pub(super) fn is_searching(&self) -> bool {
        !self.search.trim().is_empty()
    }

    /// Ids of the rules in the list.
    pub(super) fn listed<'a>(&'a self, book: &'a Rulebook) -> Vec<&'a str> {
        if self.is_searching() {
            return self.found.iter().map(String::as_str).collect();
        }
        let here = self.places.here();
        let first = || book.topics().first().map(|(topic, _)| *topic);
        let Some(topic) = here.topic.as_deref().or_else(first) else {
            return Vec::new();
        };
        book.of_topic(topic).map(|rule| rule.id.as_str()).collect()
    }
}

fn place_of(book: &Rulebook, id: &str) -> Option<Place> {
    let rule = book.rule(id)?;
    Some(Place {
        topic: Some(rule.topic.clone()),
        rule: Some(rule.id.clone()),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use shieldwall_content::Rule;

    use super::*;

    /// A book with three rules in two topics.
    pub(in super::super) fn library() -> Library {
        let rule = |id: &str, topic: &str, text: &str| Rule {
            id: id.to_owned(),
            title: format!("Title {id}"),
            topic: topic.to_owned(),
            text: text.to_owned(),
            examples: Vec::new(),
            cannot_show: None,
        };
        let book = Rulebook {
            ruleset: "percentile".to_owned(),
            title: "Percentile".to_owned(),
            summary: "What it is like.".to_owned(),
            how_to_play: Vec::new(),
            rules: vec![
                rule("PCT-001", "round", "One round. See PCT-003."),
                rule("PCT-002", "round", "Another round."),
                rule("PCT-003", "wound", "Blood."),
            ],
        };
        let mut library = Library::default();
        library
            .rulebooks
            .insert("percentile".to_owned(), Arc::new(book));
        library
    }

    fn reader() -> (Reader, Arc<Rulebook>) {
        let library = library();
        let mut reader = Reader::default();
        reader.open(&library, "percentile", None);
        (reader, Arc::clone(&library.rulebooks["percentile"]))
    }

    #[test]
    fn it_opens_at_a_rule_or_where_it_was_closed() {
        let (mut reader, book) = reader();
        assert!(reader.is_open());
        assert_eq!(reader.listed(&book), ["PCT-001", "PCT-002"]);
        assert_eq!(reader.focus, Some(Focus::Search));
        reader.open(&library(), "percentile", Some("PCT-003"));
        assert_eq!(reader.listed(&book), ["PCT-003"]);
        assert_eq!(reader.focus, Some(Focus::List));
        reader.close();
        assert!(!reader.is_open());
        reader.open(&library(), "percentile", None);
        assert_eq!(reader.places.here().rule.as_deref(), Some("PCT-003"));
        assert!(reader.back());
        assert_eq!(reader.places.here().rule, None);
    }

    #[test]
    fn what_is_not_there_changes_nothing() {
        let (mut reader, book) = reader();
        reader.go_to_rule(&book, "PCT-999");
        assert!(!reader.places.can_go_back());
        reader.open(&library(), "zones", Some("ZON-001"));
        assert!(reader.is_open() && !reader.places.can_go_back());
    }

    #[test]
    fn a_search_lists_what_was_found_until_a_topic_is_picked() {
        let (mut reader, book) = reader();
        reader.search = "round".to_owned();
        reader.look_up(&book);
        assert_eq!(reader.listed(&book), ["PCT-001", "PCT-002"]);
        reader.search = "blood".to_owned();
        reader.look_up(&book);
        assert_eq!(reader.listed(&book), ["PCT-003"]);
        // A rule that was not found ends the search; one that was does not.
        reader.go_to_rule(&book, "PCT-003");
        assert!(reader.is_searching());
        reader.go_to_rule(&book, "PCT-002");
        assert!(!reader.is_searching());
        assert_eq!(reader.listed(&book), ["PCT-001", "PCT-002"]);
        reader.search = "blood".to_owned();
        reader.go_to_topic(&book, "round");
        assert_eq!(reader.listed(&book), ["PCT-001", "PCT-002"]);
        assert_eq!(reader.places.here().rule.as_deref(), Some("PCT-001"));
        assert!(reader.back() && reader.forward() && !reader.forward());
    }
}
