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
}

/// The rules of one ruleset, in the order of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// Title of the ruleset.
    pub title: String,
    /// What it is like to play, in a few sentences.
    pub summary: String,
    /// All rules.
    pub rules: Vec<Rule>,
}

impl Rulebook {
    /// The rule with this id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }
}
