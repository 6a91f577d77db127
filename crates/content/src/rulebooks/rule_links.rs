//! Rules that speak of other rules.

use crate::{Rule, Rulebook};

/// A piece of a rule's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage<'a> {
    /// Words.
    Words(&'a str),
    /// The id of a rule of the same book.
    Link(&'a str),
}

impl Rulebook {
    /// A text cut into words and ids of rules of this book. Joined again, the pieces are the text.
    #[must_use]
    pub fn passages<'a>(&self, text: &'a str) -> Vec<Passage<'a>> {
        let in_id = |character: char| character.is_ascii_alphanumeric() || character == '-';
        let mut passages = Vec::new();
        let mut words = 0;
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let end = rest.find(|c| !in_id(c)).unwrap_or(rest.len());
            if end == 0 {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
            let id = &rest[..end];
            // Few words hold a digit, so the book is seldom searched.
            if id.ends_with(|c: char| c.is_ascii_digit()) && self.rule(id).is_some() {
                if words < at {
                    passages.push(Passage::Words(&text[words..at]));
                }
                passages.push(Passage::Link(id));
                words = at + end;
            }
            at += end;
        }
        if words < text.len() {
            passages.push(Passage::Words(&text[words..]));
        }
        passages
    }

    /// The other rules that the text of a rule mentions, in the order of the book.
    #[must_use]
    pub fn mentioned_in(&self, rule: &Rule) -> Vec<&Rule> {
        let passages = self.passages(&rule.text);
        let mentioned = |id: &str| passages.contains(&Passage::Link(id));
        let others = self.rules.iter().filter(|other| other.id != rule.id);
        others.filter(|other| mentioned(&other.id)).collect()
    }

    /// The other rules whose texts mention a rule, in the order of the book.
    #[must_use]
    pub fn mentioning(&self, rule: &Rule) -> Vec<&Rule> {
        let others = self.rules.iter().filter(|other| other.id != rule.id);
        others
            // Texts that do not hold the id at all need no cutting up.
            .filter(|other| other.text.contains(&rule.id))
            .filter(|other| {
                let passages = self.passages(&other.text);
                passages.contains(&Passage::Link(&rule.id))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        let rule = |id: &str, text: &str| Rule {
            id: id.to_owned(),
            title: format!("Title of {id}"),
            topic: "topic".to_owned(),
            text: text.to_owned(),
            examples: Vec::new(),
            cannot_show: None,
        };
        Rulebook {
            rules: vec![
                rule("PCT-001", "See PCT-002 (and PCT-R01, PCT-R012)."),
                rule("PCT-002", "PCT-002 mentions itself — and PCT-001"),
                rule("PCT-R01", "Nothing, not even PCT-999."),
            ],
            ..Rulebook::default()
        }
    }

    #[test]
    fn a_text_is_cut_at_ids_of_the_book_only() {
        use Passage::{Link, Words};
        let book = book();
        assert_eq!(
            book.passages(&book.rules[0].text),
            [
                Words("See "),
                Link("PCT-002"),
                Words(" (and "),
                Link("PCT-R01"),
                Words(", PCT-R012)."),
            ]
        );
        assert_eq!(book.passages("PCT-001"), [Link("PCT-001")]);
        assert_eq!(book.passages("½ of é—x"), [Words("½ of é—x")]);
        assert_eq!(book.passages(""), []);
    }

    #[test]
    fn rules_mention_others_and_are_mentioned() {
        let book = book();
        let ids = |rules: Vec<&Rule>| -> Vec<String> {
            rules.into_iter().map(|rule| rule.id.clone()).collect()
        };
        assert_eq!(
            ids(book.mentioned_in(&book.rules[0])),
            ["PCT-002", "PCT-R01"]
        );
        assert_eq!(ids(book.mentioned_in(&book.rules[1])), ["PCT-001"]);
        assert_eq!(ids(book.mentioning(&book.rules[0])), ["PCT-002"]);
        assert_eq!(ids(book.mentioning(&book.rules[2])), ["PCT-001"]);
        assert!(book.mentioned_in(&book.rules[2]).is_empty());
    }
}
