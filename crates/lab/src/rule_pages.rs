//! Rules as text for a terminal.

use std::fmt::Write;

use shieldwall_content::{Rule, Rulebook};

use crate::{
    Coverage,
    proof_files::{Proof, ProofKind},
};

/// Longest lines that read well.
const MAX_WIDTH: usize = 100;
/// Columns of the ids.
const ID: usize = 9;

/// Columns to write in: those of the terminal, or 80 if there is none, and never so many that lines
/// are hard to read.
pub(crate) fn terminal_width() -> usize {
    textwrap::termwidth().clamp(30, MAX_WIDTH)
}

/// A rulebook and the columns to write it in.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) width: usize,
}

impl Page<'_> {
    /// What the book is about, and its topics.
    pub(crate) fn contents(self) -> String {
        let book = self.book;
        let mut text = format!("{}: {}\n\n", book.title, count(book.rules.len(), "rule"));
        text.push_str(&textwrap::fill(&book.summary, self.width));
        text.push_str("\n\n");
        for section in &book.how_to_play {
            let _ = writeln!(text, "{}", section.title);
            let body = textwrap::Options::new(self.width)
                .initial_indent("  ")
                .subsequent_indent("  ");
            text.push_str(&textwrap::fill(&section.text, body));
            text.push_str("\n\n");
        }
        for (topic, rules) in book.topics() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {topic:<12}{rules:>3}");
        }
        text.push('\n');
        let way_on = "`rules TOPIC` lists the rules of a topic, `rules PCT-034` shows one in full, \
                      `rules --search WORDS` finds them.";
        let example = book.rules.first().map_or("ID", |rule| rule.id.as_str());
        text.push_str(&textwrap::fill(
            &way_on.replace("PCT-034", example),
            self.width,
        ));
        text
    }

    /// Rules, with their texts.
    pub(crate) fn list(self, rules: &[&Rule]) -> String {
        let pages: Vec<String> = rules
            .iter()
            .map(|rule| format!("{}\n{}", self.head(rule), self.body(&rule.text)))
            .collect();
        pages.join("\n\n")
    }

    /// A rule with everything that is known of it.
    pub(crate) fn rule(self, rule: &Rule, proofs: &[Proof]) -> String {
        let mut text = format!(
            "{}\n{}\n\n{}\n",
            self.head(rule),
            self.body(&format!("Topic: {}", rule.topic)),
            self.body(&rule.text)
        );
        if !rule.examples.is_empty() {
            text.push_str("\nExamples:\n");
            for (number, example) in (1..).zip(&rule.examples) {
                let indent = format!("{:<ID$}", format!("/{number}"));
                let hanging = " ".repeat(ID);
                let options = textwrap::Options::new(self.width)
                    .initial_indent(&indent)
                    .subsequent_indent(&hanging);
                text.push_str(&textwrap::fill(example, options));
                text.push('\n');
            }
        }
        let relatives = [
            ("Mentions", self.book.mentioned_in(rule)),
            ("Mentioned by", self.book.mentioning(rule)),
        ];
        for (heading, relatives) in relatives {
            if relatives.is_empty() {
                continue;
            }
            let _ = write!(text, "\n{heading}:\n");
            for relative in relatives {
                text.push_str(&self.head(relative));
                text.push('\n');
            }
        }
        if let Some(reason) = &rule.cannot_show {
            let _ = write!(text, "\nCannot show in a battle:\n{}\n", self.body(reason));
        }
        if !proofs.is_empty() {
            text.push_str("\nProved by:\n");
            for proof in proofs {
                // On one line, for people to copy.
                let _ = writeln!(text, "{:<ID$}{}", "", told(proof));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Id and title.
    fn head(self, rule: &Rule) -> String {
        let hanging = " ".repeat(ID);
        let options = textwrap::Options::new(self.width).subsequent_indent(&hanging);
        textwrap::fill(&format!("{:<ID$}{}", rule.id, rule.title), options)
    }

    /// A paragraph under a title.
    fn body(self, text: &str) -> String {
        let indent = " ".repeat(ID);
        let options = textwrap::Options::new(self.width)
            .initial_indent(&indent)
            .subsequent_indent(&indent);
        textwrap::fill(text, options)
    }
}

/// What proves each rule, and a line that sums it up.
pub(crate) fn coverage(coverage: &Coverage) -> String {
    let indent = " ".repeat(ID);
    let mut text = String::new();
    for rule in &coverage.rules {
        let _ = writeln!(text, "{:<ID$}{}", rule.id, rule.title);
        for proof in &rule.proofs {
            let _ = writeln!(text, "{indent}{}", told(proof));
        }
        for example in rule.examples.iter().filter(|line| line.proofs.is_empty()) {
            let _ = writeln!(text, "{indent}no proof of {}: {}", example.id, example.text);
        }
        if let Some(reason) = &rule.cannot_show {
            let _ = writeln!(text, "{indent}cannot show: {reason}");
        } else if rule.is_unproved() {
            let _ = writeln!(text, "{indent}NO PROOF");
        }
    }
    text.push('\n');
    for problem in &coverage.problems {
        let _ = writeln!(text, "problem: {problem}");
    }
    let unproved: Vec<_> = coverage.unproved().collect();
    let marked = coverage
        .rules
        .iter()
        .filter(|rule| rule.cannot_show.is_some())
        .count();
    let _ = write!(
        text,
        "{}: {} proved by {} and {}, {marked} cannot show, {} without proof",
        count(coverage.rules.len(), "rule"),
        coverage.rules.len() - marked - unproved.len(),
        count(coverage.count(ProofKind::Case), "case"),
        count(coverage.count(ProofKind::Test), "test"),
        unproved.len(),
    );
    let examples = coverage.examples().count();
    let open = coverage.examples().filter(|line| line.proofs.is_empty());
    let open = open.count();
    if examples > 0 {
        let _ = write!(
            text,
            "; {}: {} proved, {open} not",
            count(examples, "example"),
            examples - open,
        );
    }
    if !unproved.is_empty() {
        text.push(':');
        for rule in unproved {
            let _ = write!(text, "\n{:<ID$}{}", rule.id, rule.title);
        }
    }
    text
}

fn told(proof: &Proof) -> String {
    match proof.kind {
        ProofKind::Case if proof.name.is_empty() => format!("case {}", proof.file),
        ProofKind::Case => format!("case {}: {}", proof.file, proof.name),
        ProofKind::Test => format!("test {}: {}", proof.file, proof.name),
    }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 {
        format!("1 {what}")
    } else {
        format!("{number} {what}s")
    }
}
