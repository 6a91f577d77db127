//! Rulebooks: the numbered rules of a ruleset, for the log and the rulebook screen.

/// One numbered rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Identifier, such as `PCT-034`.
    pub id: String,
    /// Short title.
    pub title: String,
    /// Topic it is filed under.
    pub topic: String,
    /// The rule in full.
    pub text: String,
    /// The rule at work, a line each; a case or a test proves one by its number: `PCT-034/2`.
    pub examples: Vec<String>,
    /// Why it cannot show in a battle, and so needs no proof; `None` for nearly all rules.
    pub cannot_show: Option<String>,
}

/// A part of the page "How to play".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Title.
    pub title: String,
    /// A few sentences, with the ids of the rules they sum up.
    pub text: String,
}

/// The rules of one ruleset, in the order of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// Title of the ruleset.
    pub title: String,
    /// Summary of play, in two or three sentences.
    pub summary: String,
    /// The first page, "How to play"; empty if the book has none.
    pub how_to_play: Vec<Section>,
    /// All rules.
    pub rules: Vec<Rule>,
}

impl Rule {
    /// True if this is the id of the rule, or of one of its examples: `PCT-034`, `PCT-034/2`.
    #[must_use]
    pub fn is_named(&self, id: &str) -> bool {
        match id.split_once('/') {
            None => id == self.id,
            Some((rule, number)) => {
                let known = |index: usize| number == (index + 1).to_string();
                rule == self.id && (0..self.examples.len()).any(known)
            }
        }
    }
}

impl Rulebook {
    /// The rule with this id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// The topics in the order in which they first come up, with the number of their rules.
    #[must_use]
    pub fn topics(&self) -> Vec<(&str, usize)> {
        let mut topics: Vec<(&str, usize)> = Vec::new();
        for rule in &self.rules {
            match topics.iter_mut().find(|(topic, _)| *topic == rule.topic) {
                Some((_, count)) => *count += 1,
                None => topics.push((&rule.topic, 1)),
            }
        }
        topics
    }

    /// The rules of a topic, in the order of the book.
    pub fn of_topic<'a>(&'a self, topic: &'a str) -> impl Iterator<Item = &'a Rule> {
        self.rules.iter().filter(move |rule| rule.topic == topic)
    }
}
