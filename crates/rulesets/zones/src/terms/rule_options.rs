//! Rule options that players may set, over what the level says.

use serde_json::{Value, json};
use shieldwall_battle::terms::{OptionValue, RuleOption};

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<RuleOption> {
    vec![
        RuleOption::new(
            "stunts",
            "Stunts",
            "Attackers may offer another outcome instead of damage (ZON-079).",
            vec![
                OptionValue::new("on", "on").of(Value::Null),
                OptionValue::new("off", "off").of(json!([])),
            ],
        ),
        RuleOption::switch(
            "save_equal_passes",
            "Equal rolls pass",
            "A save passes on a roll equal to the score, not only below it (ZON-R01).",
            false,
        ),
        RuleOption::new(
            "round_limit",
            "Round limit",
            "Rounds after which the larger share still in the fight wins, where the level sets no limit of its own (ZON-R79).",
            vec![
                OptionValue::new("30", "30 rounds"),
                OptionValue::new("20", "20 rounds"),
                OptionValue::new("12", "12 rounds"),
                OptionValue::new("0", "none"),
            ],
        ).with_numbers(10_000),
    ]
}
