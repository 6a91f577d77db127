//! The `rules` command: the rulebook in the terminal, and what proves its rules.

use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use shieldwall_battle::Ruleset;
use shieldwall_content::{ContentPlaces, ContentRoot, FileKind, Library, Rule, Rulebook};

use crate::{
    Coverage, LabError,
    content_args::read_content,
    coverage::proofs_of,
    named_content::default_ruleset,
    proof_files::Proof,
    rule_pages::{self, Page},
};

/// Read the rulebook, or list what proves its rules.
#[derive(Args, Clone, Debug)]
pub struct RulesArgs {
    /// Rule to read, such as `PCT-034`, or topic to list; the topics if none is given
    #[arg(value_name = "ID|TOPIC")]
    pub what: Option<String>,
    /// Find the rules that hold all of these words, the best first
    #[arg(long, value_name = "WORDS", num_args = 1.., conflicts_with = "what")]
    pub search: Vec<String>,
    /// Ruleset whose book to read
    #[arg(long, value_name = "RULESET", default_value_t = default_ruleset())]
    pub ruleset: String,
    /// List the cases and tests that prove each rule; fails if a rule has none
    #[arg(long, conflicts_with_all = ["what", "search"])]
    pub coverage: bool,
    /// List the rulesets: id, title and the phases of a round, with bars between them
    #[arg(long, conflicts_with_all = ["what", "search", "coverage", "json"])]
    pub rulesets: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// What the command has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesReport {
    /// What was asked for, without a line break at its end.
    pub text: String,
    /// Whether all is well: only a list of what proves rules can say no.
    pub fine: bool,
}

/// Looks up rules, or lists what proves them.
///
/// # Errors
/// If there is no content, or what was asked for does not exist.
pub fn run_rules(args: &RulesArgs, places: &ContentPlaces) -> Result<RulesReport, LabError> {
    let content = read_content(places)?;
    if args.rulesets {
        return Ok(RulesReport {
            text: rulesets(&content.library),
            fine: true,
        });
    }
    let book = book(&content.library, &args.ruleset)?;
    report(args, book, &content.roots, rule_pages::terminal_width())
}

/// A line for each ruleset.
fn rulesets(library: &Library) -> String {
    let line = |ruleset: &Arc<dyn Ruleset>| {
        let book = library.rulebooks.get(ruleset.id());
        let title = book.map_or(ruleset.id(), |book| &book.title);
        format!(
            "{} | {title} | {}",
            ruleset.id(),
            ruleset.terms().phases.join(", ")
        )
    };
    let lines: Vec<String> = shieldwall_rulesets::all().iter().map(line).collect();
    lines.join("\n")
}

fn book<'a>(library: &'a Library, ruleset: &str) -> Result<&'a Rulebook, LabError> {
    if let Some(book) = library.rulebooks.get(ruleset) {
        return Ok(book);
    }
    let broken = library
        .broken_of(FileKind::Rulebook)
        .find(|file| file.id.as_deref() == Some(ruleset));
    if let Some(file) = broken {
        let problems: Vec<String> = file.diagnostics.iter().map(ToString::to_string).collect();
        return Err(LabError::Broken {
            what: "rulebook",
            id: ruleset.to_owned(),
            problems: problems.join("\n"),
        });
    }
    let known = library.rulebooks.keys().map(String::as_str);
    Err(LabError::unknown("rulebook", ruleset, known))
}

/// The report, in lines of at most so many columns.
fn report(
    args: &RulesArgs,
    book: &Rulebook,
    roots: &[ContentRoot],
    width: usize,
) -> Result<RulesReport, LabError> {
    let page = Page { book, width };
    if args.coverage {
        let coverage = Coverage::of(book, roots)?;
        return Ok(RulesReport {
            text: if args.json {
                serde_json::to_string(&coverage)?
            } else {
                rule_pages::coverage(&coverage)
            },
            fine: coverage.is_complete(),
        });
    }
    let text = if !args.search.is_empty() {
        let words = args.search.join(" ");
        let found = book.search(&words);
        if found.is_empty() {
            return Err(LabError::NoSuchRule(nothing_found(book, &words)));
        }
        list(args, &found, || page.list(&found))?
    } else if let Some(what) = &args.what {
        if let Some(rule) = rule_called(book, what) {
            let proofs = proofs_of(rule, &book.ruleset, roots);
            if args.json {
                serde_json::to_string(&RuleInFull::of(book, rule, &proofs))?
            } else {
                page.rule(rule, &proofs)
            }
        } else if let Some(topic) = topic_called(book, what) {
            let rules: Vec<&Rule> = book.of_topic(topic).collect();
            list(args, &rules, || page.list(&rules))?
        } else {
            return Err(LabError::NoSuchRule(no_such_rule(book, what)));
        }
    } else if args.json {
        serde_json::to_string(&Contents::of(book))?
    } else {
        page.contents()
    };
    Ok(RulesReport { text, fine: true })
}

fn list(
    args: &RulesArgs,
    rules: &[&Rule],
    text: impl FnOnce() -> String,
) -> Result<String, LabError> {
    if args.json {
        let rules: Vec<_> = rules.iter().map(|rule| RuleInShort::of(rule)).collect();
        Ok(serde_json::to_string(&rules)?)
    } else {
        Ok(text())
    }
}

/// The rule that somebody means: `PCT-034`, `pct-34`, `34`, `PCT-R12`, `r12`.
fn rule_called<'a>(book: &'a Rulebook, what: &str) -> Option<&'a Rule> {
    let upper = what.to_ascii_uppercase();
    if let Some(rule) = book.rule(&upper) {
        return Some(rule);
    }
    let (own, _) = book.rules.first()?.id.split_once('-')?;
    let number = match upper.split_once('-') {
        Some((prefix, number)) if prefix == own => number,
        Some(_) => return None,
        None => upper.as_str(),
    };
    let digits = number.strip_prefix('R').unwrap_or(number);
    let value: u32 = digits.parse().ok()?;
    book.rule(&if digits.len() < number.len() {
        format!("{own}-R{value:02}")
    } else {
        format!("{own}-{value:03}")
    })
}

/// The topic that somebody means, whatever the case.
fn topic_called<'a>(book: &'a Rulebook, what: &str) -> Option<&'a str> {
    let mut topics = book.topics().into_iter().map(|(topic, _)| topic);
    topics.find(|topic| topic.eq_ignore_ascii_case(what))
}

fn no_such_rule(book: &Rulebook, what: &str) -> String {
    let found = book.search(what).len();
    let way_out = if found > 0 {
        let rules = if found == 1 { "rule" } else { "rules" };
        format!("`rules --search {what}` finds {found} {rules}")
    } else {
        "`rules` lists the topics, `rules --search WORDS` finds rules".to_owned()
    };
    let topics = book.topics().into_iter().map(|(topic, _)| topic);
    let ids = book.rules.iter().map(|rule| rule.id.as_str());
    let nearest = topics
        .chain(ids)
        .filter_map(|known| {
            let known_lower = known.to_lowercase();
            let distance = strsim::damerau_levenshtein(&what.to_lowercase(), &known_lower);
            // In a short word a few letters make another word.
            (distance * 3 <= known.len()).then_some((distance, known))
        })
        .min_by_key(|(distance, _)| *distance)
        .map_or_else(String::new, |(_, known)| {
            format!(" (did you mean `{known}`?)")
        });
    format!("there is no rule or topic `{what}`{nearest}; {way_out}")
}

fn nothing_found(book: &Rulebook, words: &str) -> String {
    let unknown = words
        .split_whitespace()
        .find(|word| book.search(word).is_empty());
    match unknown {
        Some(word) => {
            let like = book
                .word_like(word)
                .map_or_else(String::new, |like| format!(" (did you mean `{like}`?)"));
            format!("no rule holds `{word}`{like}; `rules` lists the topics")
        }
        None => format!("no rule holds all of `{words}`; try fewer words"),
    }
}

/// The book at a glance.
#[derive(Serialize)]
struct Contents<'a> {
    ruleset: &'a str,
    title: &'a str,
    summary: &'a str,
    how_to_play: Vec<SectionInFull<'a>>,
    rules: usize,
    topics: Vec<TopicCount<'a>>,
}

#[derive(Serialize)]
struct SectionInFull<'a> {
    title: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct TopicCount<'a> {
    topic: &'a str,
    rules: usize,
}

impl<'a> Contents<'a> {
    fn of(book: &'a Rulebook) -> Self {
        let topics = book.topics().into_iter();
        Self {
            ruleset: &book.ruleset,
            title: &book.title,
            summary: &book.summary,
            how_to_play: book
                .how_to_play
                .iter()
                .map(|section| SectionInFull {
                    title: &section.title,
                    text: &section.text,
                })
                .collect(),
            rules: book.rules.len(),
            topics: topics
                .map(|(topic, rules)| TopicCount { topic, rules })
                .collect(),
        }
    }
}

/// A rule in a list.
#[derive(Serialize)]
struct RuleInShort<'a> {
    id: &'a str,
    title: &'a str,
    topic: &'a str,
    text: &'a str,
}

impl<'a> RuleInShort<'a> {
    fn of(rule: &'a Rule) -> Self {
        Self {
            id: &rule.id,
            title: &rule.title,
            topic: &rule.topic,
            text: &rule.text,
        }
    }
}

/// A rule with all that is known of it.
#[derive(Serialize)]
struct RuleInFull<'a> {
    #[serde(flatten)]
    rule: RuleInShort<'a>,
    mentions: Vec<&'a str>,
    mentioned_by: Vec<&'a str>,
    examples: &'a [String],
    proofs: &'a [Proof],
    cannot_show: Option<&'a str>,
}

impl<'a> RuleInFull<'a> {
    fn of(book: &'a Rulebook, rule: &'a Rule, proofs: &'a [Proof]) -> Self {
        let ids = |rules: Vec<&'a Rule>| rules.into_iter().map(|rule| rule.id.as_str()).collect();
        Self {
            rule: RuleInShort::of(rule),
            mentions: ids(book.mentioned_in(rule)),
            mentioned_by: ids(book.mentioning(rule)),
            examples: &rule.examples,
            proofs,
            cannot_show: rule.cannot_show.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{path::Path, sync::LazyLock};

    use clap::Parser;

    use super::*;

    static LIBRARY: LazyLock<(Library, Vec<ContentRoot>)> = LazyLock::new(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let roots = vec![ContentRoot::at(root)];
        (
            Library::load(&roots, shieldwall_rulesets::content()).0,
            roots,
        )
    });

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        rules: RulesArgs,
    }

    fn run(line: &str) -> Result<RulesReport, LabError> {
        let args = std::iter::once("rules").chain(line.split_whitespace());
        let args = Line::try_parse_from(args).unwrap().rules;
        let (library, roots) = &*LIBRARY;
        report(&args, book(library, &args.ruleset)?, roots, 60)
    }

    fn said(line: &str) -> String {
        run(line).unwrap().text
    }

    #[test]
    fn the_contents_count_the_rules_of_each_topic() {
        let text = said("");
        let rules = &LIBRARY.0.rulebooks["percentile"].rules;
        assert!(text.contains(&format!("{} rules", rules.len())), "{text}");
        let defence = rules.iter().filter(|rule| rule.topic == "defence").count();
        assert!(defence > 20);
        let expected = format!("defence      {defence}");
        assert!(text.lines().any(|line| line.trim() == expected), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 60),
            "{text}"
        );
    }

    #[test]
    fn a_rule_is_found_by_any_name_of_it() {
        for name in ["PCT-034", "pct-034", "PCT-34", "34", "034"] {
            assert!(said(name).starts_with("PCT-034  Parry after a successful attack"));
        }
        for name in ["PCT-R12", "r12", "R012"] {
            assert!(said(name).starts_with("PCT-R12  Actions that are not attacks"));
        }
    }

    #[test]
    fn a_rule_comes_with_its_relatives_and_proofs() {
        let text = said("PCT-143");
        let part = |from: &str, to: &str| {
            let start = text.find(from).unwrap();
            let end = text[start..].find(to).map_or(text.len(), |at| start + at);
            text[start..end].to_owned()
        };
        assert!(part("Mentions", "Mentioned by").contains("PCT-R65  The death check"));
        assert!(part("Mentioned by", "Proved by").contains("PCT-140"));
        assert!(part("Proved by", "nothing more").contains("pct_e102_one_helper_saves_one"));
        let mut wrapped = text.lines().take_while(|line| *line != "Proved by:");
        assert!(wrapped.all(|line| line.chars().count() <= 60), "{text}");
        let json: serde_json::Value = serde_json::from_str(&said("PCT-143 --json")).unwrap();
        assert_eq!(json["mentions"], serde_json::json!(["PCT-R65"]));
        assert_eq!(json["id"], "PCT-143");
    }

    #[test]
    fn a_topic_lists_its_rules() {
        let text = said("Intent");
        assert!(text.contains("PCT-005") && text.contains("PCT-012"));
        assert!(!text.contains("PCT-013"));
        let json: serde_json::Value = serde_json::from_str(&said("intent --json")).unwrap();
        assert_eq!(json.as_array().unwrap().len(), 5);
    }

    #[test]
    fn words_are_searched_for() {
        let text = said("--search special parry");
        assert!(text.starts_with("PCT-037  Special parry"), "{text}");
    }

    #[test]
    fn what_does_not_exist_comes_with_a_way_out() {
        let refused = |line: &str| run(line).unwrap_err().to_string();
        let text = refused("PCT-260");
        assert!(
            text.contains("did you mean `PCT-") && text.contains("--search"),
            "{text}"
        );
        assert!(refused("defense").contains("did you mean `defence`?"));
        assert!(refused("dodge").contains("`rules --search dodge` finds"));
        assert!(!refused("ZON-001").contains("did you mean"));
        assert!(refused("--search parrry").contains("did you mean `parry`?"));
        assert!(refused("--search kneeling laser").contains("try fewer words"));
        let text = refused("--ruleset percentil");
        assert!(text.contains("did you mean `percentile`?"), "{text}");
    }

    #[test]
    fn coverage_says_what_is_proved_and_fails_if_something_is_not() {
        let found = run("--coverage").unwrap();
        let (library, roots) = &*LIBRARY;
        let coverage = Coverage::of(&library.rulebooks["percentile"], roots).unwrap();
        assert_eq!(found.fine, coverage.is_complete());
        assert_eq!(
            found.text.contains("NO PROOF"),
            coverage.unproved().next().is_some()
        );
        assert!(found.text.contains("cannot show: "), "{}", found.text);
        let json: serde_json::Value =
            serde_json::from_str(&run("--coverage --json").unwrap().text).unwrap();
        let rules = &library.rulebooks["percentile"].rules;
        assert_eq!(json["rules"].as_array().unwrap().len(), rules.len());
    }
}
