//! Finding rules by words.

use crate::{Rule, Rulebook};

/// Longest search that is looked at, in bytes; what is beyond is left out.
const MAX_SEARCH: usize = 400;

impl Rulebook {
    /// The rules that hold all of these words in their id, title, topic or text, whatever the case,
    /// the best first: those that hold them in the id or the title before those that hold them in
    /// the text, whole words before parts of words, and otherwise in the order of the book.
    ///
    /// Without any word there is nothing to find.
    #[must_use]
    pub fn search(&self, words: &str) -> Vec<&Rule> {
        let cut = words
            .char_indices()
            .map(|(at, _)| at)
            .find(|at| *at > MAX_SEARCH);
        let words = words[..cut.unwrap_or(words.len())].to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        if words.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(u32, &Rule)> = self
            .rules
            .iter()
            .filter_map(|rule| Some((fitness(rule, &words)?, rule)))
            .collect();
        found.sort_by_key(|(fitness, _)| std::cmp::Reverse(*fitness));
        found.into_iter().map(|(_, rule)| rule).collect()
    }

    /// The word of the book that is most like a word that is nowhere in it, for "did you mean".
    #[must_use]
    pub fn word_like(&self, word: &str) -> Option<String> {
        let word = word.to_lowercase();
        let mut all: Vec<String> = self
            .rules
            .iter()
            .flat_map(|rule| [&rule.title, &rule.topic, &rule.text])
            .flat_map(|text| text.split(|character: char| !character.is_alphanumeric()))
            .filter(|other| other.len() > 3)
            .map(str::to_lowercase)
            .collect();
        all.sort_unstable();
        all.dedup();
        crate::diagnostics::suggestion::nearest(&word, all.iter().map(String::as_str))
            .map(str::to_owned)
    }
}

/// How well a rule fits all words; `None` if it lacks one of them.
fn fitness(rule: &Rule, words: &[&str]) -> Option<u32> {
    let places = [
        (rule.id.to_lowercase(), 40),
        (rule.title.to_lowercase(), 20),
        (rule.topic.to_lowercase(), 8),
        (rule.text.to_lowercase(), 3),
    ];
    let mut sum = 0;
    for word in words {
        let best = places
            .iter()
            .filter_map(|(text, weight)| Some(weight * how_whole(text, word)?))
            .max()?;
        sum += best;
    }
    Some(sum)
}

/// 3 if a text holds a word as a whole, 2 as the beginning of a word, 1 inside of one.
fn how_whole(text: &str, word: &str) -> Option<u32> {
    text.match_indices(word)
        .map(|(at, _)| {
            let stands_alone =
                |neighbour: Option<char>| !neighbour.is_some_and(char::is_alphanumeric);
            let begins = stands_alone(text[..at].chars().next_back());
            let ends = stands_alone(text[at + word.len()..].chars().next());
            match (begins, ends) {
                (true, true) => 3,
                (true, false) => 2,
                _ => 1,
            }
        })
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        let rule = |id: &str, title: &str, topic: &str, text: &str| Rule {
            id: id.to_owned(),
            title: title.to_owned(),
            topic: topic.to_owned(),
            text: text.to_owned(),
            examples: Vec::new(),
            cannot_show: None,
        };
        Rulebook {
            rules: vec![
                rule("PCT-001", "Rounds", "round", "A sword may parry a sword."),
                rule("PCT-002", "Parrying", "defence", "Knock the weapon aside."),
                rule("PCT-003", "Parry and dodge", "defence", "With the SWORD."),
                rule("PCT-R12", "Order", "ruling", "Of swordsmen."),
            ],
            ..Rulebook::default()
        }
    }

    fn found(words: &str) -> Vec<String> {
        let book = book();
        let rules = book.search(words).into_iter();
        rules.map(|rule| rule.id.clone()).collect()
    }

    #[test]
    fn titles_come_before_texts_and_whole_words_before_parts() {
        assert_eq!(found("parry"), ["PCT-003", "PCT-002", "PCT-001"]);
        assert_eq!(found("sword"), ["PCT-001", "PCT-003", "PCT-R12"]);
        assert_eq!(found("Defence"), ["PCT-002", "PCT-003"]);
        assert_eq!(found("pct-r12"), ["PCT-R12"]);
    }

    #[test]
    fn all_words_must_be_there() {
        assert_eq!(found("sword parry"), ["PCT-003", "PCT-001"]);
        assert!(found("sword dragon").is_empty());
        assert!(found("  ").is_empty());
        assert!(found(&"é".repeat(10_000)).is_empty());
    }

    #[test]
    fn a_misspelt_word_has_one_like_it() {
        assert_eq!(book().word_like("parrry").as_deref(), Some("parry"));
        assert_eq!(book().word_like("xyzzy"), None);
    }
}
