//! Rule options that players may set, over what the level says.

use shieldwall_battle::terms::{OptionValue, RuleOption};

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<RuleOption> {
    vec![
        RuleOption::new(
            "statement",
            "Statements of intent",
            "Spoken: everyone announces a movement limit, an action and a target before any of them moves. Skipped: everyone decides when its moment comes (PCT-012).",
            vec![
                OptionValue::new("spoken", "spoken"),
                OptionValue::new("skipped", "skipped"),
            ],
        ),
        RuleOption::switch(
            "related_specialties",
            "Related specialties",
            "A weapon may be used at half the rating in a similar weapon (PCT-029).",
            true,
        ),
        RuleOption::switch(
            "dodge_low_velocity_missiles",
            "Dodging arrows",
            "Arrows, bolts, stones and thrown weapons can be dodged at half chance (PCT-048).",
            true,
        ),
        RuleOption::switch(
            "missile_after_breaking_off",
            "Shooting after breaking off",
            "Anyone who breaks off from an enemy may still shoot in the same round (PCT-R08).",
            false,
        ),
        RuleOption::new(
            "successive_defence_penalty",
            "Tiring defences",
            "Percentage points that each further parry or dodge of a round loses (PCT-R27).",
            vec![
                OptionValue::new("0", "none"),
                OptionValue::new("10", "10 points"),
                OptionValue::new("20", "20 points"),
                OptionValue::new("30", "30 points"),
            ],
        ).with_numbers(100),
        RuleOption::new(
            "round_limit",
            "Round limit",
            "Rounds after which the battle is a draw, where the level sets no limit of its own (PCT-R72).",
            vec![
                OptionValue::new("100", "100 rounds"),
                OptionValue::new("50", "50 rounds"),
                OptionValue::new("25", "25 rounds"),
                OptionValue::new("0", "none"),
            ],
        ).with_numbers(10_000),
    ]
}
