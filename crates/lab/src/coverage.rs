//! Which rules of a rulebook are proved, and by what.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use serde::Serialize;
use shieldwall_content::{ContentRoot, Rule, Rulebook};

use crate::{
    LabError,
    proof_files::{Proof, ProofKind, Proofs},
};

/// Proofs of one example of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExampleCoverage {
    /// Its id: `PCT-034/2`.
    pub id: String,
    /// The line of the rulebook.
    pub text: String,
    /// Its proofs.
    pub proofs: Vec<Proof>,
}

/// What proves one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleCoverage {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its topic.
    pub topic: String,
    /// Proofs of it or of one of its examples: cases first, each by file.
    pub proofs: Vec<Proof>,
    /// Its examples, in order.
    pub examples: Vec<ExampleCoverage>,
    /// Why it cannot show in a battle, if the rulebook says so.
    pub cannot_show: Option<String>,
}

impl RuleCoverage {
    /// Whether it needs a proof and has none.
    #[must_use]
    pub fn is_unproved(&self) -> bool {
        self.proofs.is_empty() && self.cannot_show.is_none()
    }
}

/// What proves the rules of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// All rules in the order of the book.
    pub rules: Vec<RuleCoverage>,
    /// What is wrong with the proofs, a sentence each.
    pub problems: Vec<String>,
}

impl Coverage {
    /// Compares a rulebook with the cases and named tests that lie beside the content.
    ///
    /// # Errors
    /// If there is no folder of cases or named tests at all.
    pub fn of(book: &Rulebook, roots: &[ContentRoot]) -> Result<Self, LabError> {
        let folders = folders_with_proofs(roots);
        if folders.is_empty() {
            let beside = roots.first().map(|root| root.assets.clone());
            return Err(LabError::NoProofs(beside.unwrap_or_default()));
        }
        Ok(Self::from_proofs(
            book,
            Proofs::read(&folders, &book.ruleset),
        ))
    }

    fn from_proofs(book: &Rulebook, mut proofs: Proofs) -> Self {
        let rules: Vec<RuleCoverage> = book
            .rules
            .iter()
            .map(|rule| {
                let mut taken = |id: &str| proofs.of_rule.remove(id).unwrap_or_default();
                let lines = (1..).zip(&rule.examples);
                let examples: Vec<ExampleCoverage> = lines
                    .map(|(number, text)| {
                        let id = format!("{}/{number}", rule.id);
                        let (proofs, text) = (taken(&id), text.clone());
                        ExampleCoverage { id, text, proofs }
                    })
                    .collect();
                let mut all = taken(&rule.id);
                all.extend(examples.iter().flat_map(|line| line.proofs.iter().cloned()));
                all.sort_unstable();
                all.dedup();
                RuleCoverage {
                    id: rule.id.clone(),
                    title: rule.title.clone(),
                    topic: rule.topic.clone(),
                    proofs: all,
                    examples,
                    cannot_show: rule.cannot_show.clone(),
                }
            })
            .collect();
        let mut problems = proofs.problems;
        for rule in &rules {
            if let (Some(_), Some(proof)) = (&rule.cannot_show, rule.proofs.first()) {
                problems.push(format!(
                    "{}: {} is marked `cannot_show` in the rulebook and needs no proof",
                    proof.file, rule.id
                ));
            }
        }
        // What is left names rules that the book does not have.
        for (id, proofs) in proofs.of_rule {
            for proof in proofs {
                problems.push(format!(
                    "{}: there is no rule or example `{id}` in the rulebook of {}",
                    proof.file, book.ruleset
                ));
            }
        }
        Self {
            ruleset: book.ruleset.clone(),
            rules,
            problems,
        }
    }

    /// The rules that need a proof and have none.
    pub fn unproved(&self) -> impl Iterator<Item = &RuleCoverage> {
        self.rules.iter().filter(|rule| rule.is_unproved())
    }

    /// The examples of all rules.
    pub fn examples(&self) -> impl Iterator<Item = &ExampleCoverage> {
        self.rules.iter().flat_map(|rule| &rule.examples)
    }

    /// True if every rule is proved or cannot show, and nothing is wrong with the proofs. Examples without a proof are
    /// counted, and do not matter here.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unproved().next().is_none() && self.problems.is_empty()
    }

    /// How many different cases or tests prove something.
    #[must_use]
    pub fn count(&self, kind: ProofKind) -> usize {
        let all = self.rules.iter().flat_map(|rule| &rule.proofs);
        let of_kind: BTreeSet<&Proof> = all.filter(|proof| proof.kind == kind).collect();
        of_kind.len()
    }
}

/// What proves one rule or an example of it, as far as there are cases and named tests.
pub(crate) fn proofs_of(rule: &Rule, ruleset: &str, roots: &[ContentRoot]) -> Vec<Proof> {
    let proofs = Proofs::read(&folders_with_proofs(roots), ruleset);
    let of_rule = proofs.of_rule.into_iter();
    let named = of_rule.filter(|(id, _)| rule.is_named(id));
    let mut all: Vec<Proof> = named.flat_map(|(_, proofs)| proofs).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The folders beside the content that hold cases or named tests.
fn folders_with_proofs(roots: &[ContentRoot]) -> Vec<PathBuf> {
    roots
        .iter()
        .filter_map(|root| root.assets.parent())
        .filter(|folder| Proofs::may_be_in(folder))
        .map(Path::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        let rule = |id: &str, cannot_show: Option<&str>| Rule {
            id: id.to_owned(),
            title: "Title".to_owned(),
            topic: "topic".to_owned(),
            text: "Text.".to_owned(),
            examples: vec!["One.".to_owned(), "Two.".to_owned()],
            cannot_show: cannot_show.map(str::to_owned),
        };
        Rulebook {
            ruleset: "percentile".to_owned(),
            rules: vec![
                rule("PCT-001", None),
                rule("PCT-002", Some("It is advice.")),
                rule("PCT-003", None),
            ],
            ..Rulebook::default()
        }
    }

    fn proofs(rules: &[&str]) -> Proofs {
        let proof = Proof {
            kind: ProofKind::Case,
            file: "a.toml".to_owned(),
            name: "A".to_owned(),
        };
        Proofs {
            of_rule: rules
                .iter()
                .map(|rule| ((*rule).to_owned(), vec![proof.clone()]))
                .collect(),
            problems: Vec::new(),
        }
    }

    #[test]
    fn a_rule_is_proved_or_cannot_show_or_is_missed() {
        let coverage = Coverage::from_proofs(&book(), proofs(&["PCT-001"]));
        let unproved: Vec<&str> = coverage.unproved().map(|rule| &*rule.id).collect();
        assert_eq!(unproved, ["PCT-003"]);
        assert!(!coverage.is_complete());
        assert_eq!(coverage.count(ProofKind::Case), 1);
        assert_eq!(coverage.count(ProofKind::Test), 0);
        let coverage = Coverage::from_proofs(&book(), proofs(&["PCT-001", "PCT-003"]));
        assert!(coverage.is_complete());
    }

    #[test]
    fn examples_are_proved_by_their_numbers_and_prove_their_rule() {
        let coverage = Coverage::from_proofs(&book(), proofs(&["PCT-001/2", "PCT-003"]));
        assert!(coverage.is_complete());
        let proved: Vec<&str> = coverage
            .examples()
            .filter(|line| !line.proofs.is_empty())
            .map(|line| &*line.id)
            .collect();
        assert_eq!(proved, ["PCT-001/2"]);
        assert_eq!(coverage.rules[0].proofs.len(), 1);
        let coverage = Coverage::from_proofs(&book(), proofs(&["PCT-001/3", "PCT-003"]));
        assert_eq!(coverage.unproved().count(), 1);
        assert!(coverage.problems[0].contains("`PCT-001/3`"));
    }

    #[test]
    fn proofs_of_what_cannot_show_or_does_not_exist_are_problems() {
        for (rule, said) in [
            ("PCT-002", "cannot_show"),
            ("PCT-009", "no rule or example `PCT-009`"),
        ] {
            let all = ["PCT-001", "PCT-003", rule];
            let coverage = Coverage::from_proofs(&book(), proofs(&all));
            assert!(!coverage.is_complete());
            assert!(
                coverage.problems[0].contains(said),
                "{:?}",
                coverage.problems
            );
        }
    }
}
