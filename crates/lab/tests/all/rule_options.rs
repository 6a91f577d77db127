//! Rule options of every ruleset: each value of each is a setting, and others are refused.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeMap, sync::Arc};

use shieldwall_battle::{Battle, BattleSetup, Ruleset, SetupError, options};
use shieldwall_content::Library;

use crate::cases::LIBRARY;

fn begun(
    ruleset: &Arc<dyn Ruleset>,
    library: &Arc<Library>,
    set: (&str, &str),
) -> Result<Battle, SetupError> {
    let mut setup = BattleSetup::of_level(library, "reed-ford", ruleset.id(), 1)?;
    setup.options = BTreeMap::from([(set.0.to_owned(), set.1.to_owned())]);
    Battle::new(Arc::clone(ruleset), setup)
}

#[test]
fn every_value_of_every_option_is_a_setting_and_others_are_refused() {
    let mut values = 0;
    for ruleset in shieldwall_rulesets::all() {
        let all = &ruleset.terms().rule_options;
        for option in all {
            for value in &option.values {
                assert!(
                    begun(&ruleset, &LIBRARY, (option.key, value.key)).is_ok(),
                    "{}",
                    option.key
                );
                let setting = option.setting(value.key);
                assert_eq!(
                    setting.map(|setting| option.value_of(&setting)).as_deref(),
                    Some(value.key)
                );
                values += 1;
            }
            let refused = [(option.key, "maybe"), ("no_such_option", "on")];
            for wrong in refused {
                let refused = begun(&ruleset, &LIBRARY, wrong);
                assert!(
                    matches!(refused, Err(SetupError::UnknownOption { .. })),
                    "{wrong:?}"
                );
            }
        }
    }
    assert!(values > 40, "{values}");
}

/// The first value of an option is that of the rulebook, which a level has that says nothing.
#[test]
fn a_level_that_says_nothing_has_the_first_value_of_every_option() {
    for ruleset in shieldwall_rulesets::all() {
        let all = &ruleset.terms().rule_options;
        let level = &LIBRARY.levels["duel-ring"];
        for (key, value) in options::of_level(all, ruleset.id(), level) {
            let option = all.iter().find(|option| option.key == key).unwrap();
            assert_eq!(value, option.values[0].key, "{key}");
        }
    }
}
