//! Why a choice is refused.

use crate::ids::RuleId;

/// Why a choice was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    /// In plain words.
    pub reason: String,
    /// The rules that forbid it.
    pub rules: Vec<RuleId>,
    /// The same in words of the ruleset ([`Terms::refusals`](crate::Terms::refusals));
    /// empty where there is none for it.
    pub words: Vec<&'static str>,
    /// The texts of the reasons, each once; empty where there are none.
    pub texts: Vec<&'static str>,
}

/// One reason for which a ruleset does not allow something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Its word in files: "range". Several reasons may share one.
    pub word: &'static str,
    /// In plain words, after what it is about: "is out of range".
    pub text: &'static str,
    /// The rules behind it.
    pub rules: &'static [RuleId],
}

impl Reason {
    /// The words of some reasons, each once, in order.
    #[must_use]
    pub fn words(reasons: &[&Self]) -> Vec<&'static str> {
        let mut words: Vec<&str> = reasons.iter().map(|reason| reason.word).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// Declares the reasons of a ruleset, one constant each (name, word, text, rules), and `ALL` with them all.
#[macro_export]
macro_rules! reasons {
    ($($name:ident $word:literal $text:literal [$($rule:ident),*])*) => {
        $(
            #[doc = concat!("`", $word, "`: ", $text, ".")]
            pub static $name: $crate::Reason = $crate::Reason {
                word: $word,
                text: $text,
                rules: &[$($rule),*],
            };
        )*

        /// All of them.
        pub static ALL: &[&$crate::Reason] = &[$(&$name),*];
    };
}

impl Refusal {
    /// A refusal without a rule.
    #[must_use]
    pub fn new(reason: String) -> Self {
        Self {
            reason,
            rules: Vec::new(),
            words: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// A refusal by rules.
    #[must_use]
    pub fn with_rules(reason: String, rules: &[RuleId]) -> Self {
        Self {
            reason,
            rules: rules.to_vec(),
            words: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// A refusal for a reason; `about` is who or what the reason speaks of.
    #[must_use]
    pub fn because(about: &str, reason: &Reason) -> Self {
        Self {
            reason: format!("{about} {}", reason.text),
            rules: reason.rules.to_vec(),
            words: vec![reason.word],
            texts: vec![reason.text],
        }
    }

    /// Adds another refusal, unless the same has been said. What is refused for one reason with several
    /// things ("sword: Guard is out of range") is told once for them all.
    pub fn add(&mut self, other: Self) {
        if self.reason.is_empty() {
            self.reason = other.reason;
        } else if !self.shares_clause(&other.reason) && !self.reason.contains(&other.reason) {
            self.reason.push_str("; ");
            self.reason.push_str(&other.reason);
        }
        for rule in other.rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
        for text in other.texts {
            if !self.texts.contains(&text) {
                self.texts.push(text);
            }
        }
        for word in other.words {
            if !self.words.contains(&word) {
                self.words.push(word);
            }
        }
    }

    /// A short version. If several targets have the same reason, only the first is named: "sword: Guard (and 2 more) is
    /// out of reach".
    #[must_use]
    pub fn brief(&self) -> String {
        let clauses: Vec<&str> = self.reason.split("; ").collect();
        let told = self.texts.iter().filter_map(|text| {
            let about = clauses
                .iter()
                .filter_map(|clause| clause.strip_suffix(text));
            let about: Vec<&str> = about.map(str::trim_end).collect();
            Some(match *about.as_slice() {
                [] => return None,
                [only] => format!("{only} {text}"),
                [first, ref others @ ..] => format!("{first} (and {} more) {text}", others.len()),
            })
        });
        let told: Vec<String> = told.collect();
        if told.is_empty() {
            self.reason.clone()
        } else {
            told.join("; ")
        }
    }

    /// Puts what another reason begins with before the clause that gives the same reason, if there is
    /// one and it is not there yet; whether there is one.
    fn shares_clause(&mut self, other: &str) -> bool {
        let Some((thing, why)) = other.split_once(": ") else {
            return false;
        };
        let mut clauses: Vec<String> = self.reason.split("; ").map(str::to_owned).collect();
        for clause in &mut clauses {
            if let Some((things, same)) = clause.split_once(": ")
                && same == why
            {
                if !things.split(", ").any(|known| known == thing) {
                    *clause = format!("{things}, {thing}: {why}");
                }
                self.reason = clauses.join("; ");
                return true;
            }
        }
        false
    }

    /// All of these refusals in one; `None` if there are none.
    #[must_use]
    pub fn all(refusals: impl IntoIterator<Item = Self>) -> Option<Self> {
        refusals.into_iter().reduce(|mut all, other| {
            all.add(other);
            all
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_few_words_those_with_the_same_reason_are_counted() {
        let far = Reason {
            word: "range",
            text: "is out of reach",
            rules: &[],
        };
        let gone = Reason {
            word: "gone",
            text: "is gone",
            rules: &[],
        };
        let told = [("Guard", &far), ("Archer", &far), ("Scout", &gone)];
        let things = ["sword", "bow"];
        let refused = things.iter().flat_map(|thing| {
            told.map(|(who, reason)| Refusal::because(&format!("{thing}: {who}"), reason))
        });
        let all = Refusal::all(refused).map(|refusal| refusal.brief());
        let expected = "sword, bow: Guard (and 1 more) is out of reach; sword, bow: Scout is gone";
        assert_eq!(all.as_deref(), Some(expected));
        let plain = Refusal::new("no; really".to_owned());
        assert_eq!(plain.brief(), "no; really");
    }

    #[test]
    fn one_reason_for_several_things_is_told_once() {
        let refused = ["sword: Guard is out of reach", "bow: Guard is unseen"]
            .into_iter()
            .chain([
                "shield: Guard is out of reach",
                "sword: Guard is out of reach",
            ])
            .chain(["Guard is far", "bow: Guard is unseen"]);
        let all = Refusal::all(refused.map(|reason| Refusal::new(reason.to_owned())));
        let reason = all.map(|refusal| refusal.reason);
        assert_eq!(
            reason.as_deref(),
            Some("sword, shield: Guard is out of reach; bow: Guard is unseen; Guard is far")
        );
    }
}
