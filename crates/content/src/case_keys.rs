//! Keys of a case that mean something under one ruleset alone: under another they would do nothing,
//! and nobody would notice.

use crate::{case_combatant, document::Document, key_path::KeyPath, report::Report, zones_case};

/// What one ruleset reads of a case and no other does.
#[derive(Debug)]
pub(crate) struct OwnKeys {
    /// Id of the ruleset.
    pub(crate) ruleset: &'static str,
    /// Key of the file that holds settings of the ruleset.
    pub(crate) settings: &'static str,
    /// Further keys of the file.
    pub(crate) file: &'static [&'static str],
    /// Keys of a combatant.
    pub(crate) combatant: &'static [&'static str],
    /// How combatants are written under it, for whoever wrote one otherwise.
    pub(crate) combatants_are: &'static str,
}

/// Those of all rulesets.
static ALL: [&OwnKeys; 2] = [&case_combatant::KEYS, &zones_case::KEYS];

/// Reports keys of a case that only other rulesets than its own read.
pub(crate) fn check<'l>(
    ruleset: &str,
    letters: impl IntoIterator<Item = &'l String>,
    document: &Document<'_>,
    report: &mut Report,
) {
    let Some(own) = ALL.iter().find(|keys| keys.ruleset == ruleset) else {
        return;
    };
    // Nobody knows what a case is under whose ruleset is misspelt.
    if report.is_spoilt(&KeyPath::from(["ruleset"])) {
        return;
    }
    let combatants: Vec<KeyPath> = letters
        .into_iter()
        .map(|letter| KeyPath::from(["combatant", letter.as_str()]))
        .collect();
    for other in ALL.iter().filter(|keys| keys.ruleset != ruleset) {
        let mut refuse = |path: &KeyPath, help: String| {
            if document.get(path).is_some() {
                let message = format!(
                    "{} is a key of {} cases, and this one is under {ruleset}",
                    path.name(),
                    other.ruleset
                );
                report.key_error(document, path, message).help(help);
            }
        };
        refuse(
            &KeyPath::from([other.settings]),
            format!("settings of {ruleset} stand in `[{}]`", own.settings),
        );
        for key in other.file {
            let help = format!("leave it out: nothing under {ruleset} asks for it");
            refuse(&KeyPath::from([*key]), help);
        }
        for combatant in &combatants {
            for key in other.combatant {
                refuse(&combatant.join(*key), own.combatants_are.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::collections::BTreeSet;

    use schemars::JsonSchema;

    use super::*;
    use crate::case_file::{CaseFile, CombatantEntry};

    /// Keys of a combatant under any ruleset.
    static COMMON: [&str; 3] = ["side", "unit", "at"];

    /// The keys of a table in a file.
    fn keys_of<T: JsonSchema>() -> BTreeSet<String> {
        let schema = schemars::schema_for!(T).to_value();
        let properties = schema["properties"].as_object().unwrap();
        properties.keys().cloned().collect()
    }

    #[test]
    fn every_key_of_a_combatant_is_of_one_ruleset_or_of_all() {
        let own = ALL.iter().flat_map(|keys| keys.combatant);
        let mut listed: Vec<&str> = own.chain(&COMMON).copied().collect();
        listed.sort_unstable();
        let known = keys_of::<CombatantEntry>();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        assert_eq!(listed, known);
    }

    #[test]
    fn keys_of_a_ruleset_are_keys_of_the_file() {
        let known = keys_of::<CaseFile>();
        for keys in ALL {
            for key in keys.file.iter().chain([&keys.settings]) {
                assert!(known.contains(*key), "{key}");
            }
        }
    }
}
