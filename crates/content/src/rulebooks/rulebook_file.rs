//! Rulebooks: `assets/rules/<ruleset>/rulebook.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Rule, Rulebook, Section,
    diagnostics::suggestion::quote,
    source::{document::Document, identifier, key_path::KeyPath, report::Report},
};

/// The rules of one ruleset.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Rulebook")]
pub(crate) struct RulebookFile {
    /// Identifier of the ruleset; the name of the folder.
    #[schemars(length(min = 1, max = 64), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    ruleset: String,
    /// Title of the ruleset.
    #[schemars(length(min = 1, max = 80))]
    title: String,
    /// Summary of play, in two or three sentences; the screen "New battle" shows them.
    #[schemars(length(min = 1, max = 400))]
    #[schemars(extend("format" = "lines"))]
    summary: String,
    /// The first page of the book, "How to play", in sections: a round, an attack, wounds, and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 12))]
    how_to_play: Vec<SectionEntry>,
    /// The rules, in the order of the book.
    #[schemars(length(min = 1, max = 2000))]
    rule: Vec<RuleEntry>,
}

/// A section of the page "How to play".
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SectionEntry {
    /// Title.
    #[schemars(length(min = 1, max = 80))]
    title: String,
    /// A few sentences. The id of a rule becomes a link to it.
    #[schemars(length(min = 1, max = 1000))]
    #[schemars(extend("format" = "lines"))]
    text: String,
}

/// One numbered rule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    /// Number: `PCT-034`, or `PCT-R12` for a ruling.
    #[schemars(
        length(min = 1, max = 16),
        regex(pattern = r"^[A-Z][A-Z0-9]{1,3}-([0-9]{3}|R[0-9]{2,3})$")
    )]
    id: String,
    /// Short title.
    #[schemars(length(min = 1, max = 120))]
    title: String,
    /// Topic it is filed under.
    #[schemars(length(min = 1, max = 40))]
    topic: String,
    /// The rule in full.
    #[schemars(length(min = 1, max = 6000))]
    #[schemars(extend("format" = "lines"))]
    text: String,
    /// The rule at work, a line each: what is rolled or tried, and what becomes of it. Cases and tests prove them by
    /// their numbers: `PCT-034/2` is the second line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20), inner(length(min = 1, max = 400)))]
    examples: Vec<String>,
    /// For a rule that cannot show in a battle, such as advice or a note on the book: why. It then
    /// needs no case and no test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 300))]
    #[schemars(extend("format" = "lines"))]
    cannot_show: Option<String>,
}

/// The rulebook of a file; `folder` is the ruleset that the file's folder says it is for.
pub(crate) fn validate(
    file: RulebookFile,
    folder: Option<&str>,
    document: &Document<'_>,
    report: &mut Report,
) -> Rulebook {
    let ruleset = KeyPath::from(["ruleset"]);
    identifier::check(&file.ruleset, document, &ruleset, report);
    if let Some(folder) = folder.filter(|folder| *folder != file.ruleset) {
        report
            .error(
                document,
                &ruleset,
                format!(
                    "`ruleset` is {}, but the file lies in the folder {}",
                    quote(&file.ruleset),
                    quote(folder)
                ),
            )
            .help(format!("ruleset = \"{folder}\", or move the file"));
    }
    let list = KeyPath::from(["rule"]);
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    let mut book: Option<&str> = None;
    for (index, rule) in file.rule.iter().enumerate() {
        let path = list.join(index).join("id");
        if report.is_spoilt(&path) {
            continue;
        }
        let line = document.source.line_of(document.span(&path).start) + 1;
        if let Some(first) = lines.insert(&rule.id, line) {
            report
                .error(
                    document,
                    &path,
                    format!("rule {} is already on line {first}", quote(&rule.id)),
                )
                .help("every rule has a number of its own".to_owned());
        }
        let Some(prefix) = prefix(&rule.id) else {
            report
                .error(
                    document,
                    &path,
                    format!("{} is no rule number", quote(&rule.id)),
                )
                .help(
                    "two to four capitals or digits, `-`, and three digits: `PCT-034`; rulings `PCT-R12`"
                        .to_owned(),
                );
            continue;
        };
        let expected = *book.get_or_insert(prefix);
        if prefix != expected {
            report
                .error(
                    document,
                    &path,
                    format!("rule {} is not of this book", quote(&rule.id)),
                )
                .help(format!("the first rule begins with `{expected}-`"));
        }
    }
    Rulebook {
        ruleset: file.ruleset,
        title: file.title,
        summary: file.summary,
        how_to_play: file
            .how_to_play
            .into_iter()
            .map(|section| Section {
                title: section.title,
                text: section.text,
            })
            .collect(),
        rules: file
            .rule
            .into_iter()
            .map(|rule| Rule {
                id: rule.id,
                title: rule.title,
                topic: rule.topic,
                text: rule.text,
                examples: rule.examples,
                cannot_show: rule.cannot_show,
            })
            .collect(),
    }
}

/// The letters of a well-formed rule number: a capital, then capitals or digits.
fn prefix(id: &str) -> Option<&str> {
    let (letters, number) = id.split_once('-')?;
    let digits = number.strip_prefix('R').unwrap_or(number);
    let ruling = digits.len() < number.len();
    let fits = (2..=4).contains(&letters.len())
        && letters.starts_with(|first: char| first.is_ascii_uppercase())
        && letters
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && if ruling {
            (2..=3).contains(&digits.len())
        } else {
            digits.len() == 3
        };
    fits.then_some(letters)
}
