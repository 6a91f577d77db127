//! Rule options that players may set, over what the level says.

use shieldwall_battle::terms::{OptionValue, RuleOption};

/// All options, with the rulebook's default first.
#[must_use]
pub fn all() -> Vec<RuleOption> {
    vec![
        RuleOption::switch(
            "morale",
            "Morale",
            "Troops who are not heroes may lose heart and run when their side fares badly (D20-111).",
            true,
        ),
        RuleOption::switch(
            "initiative_d10",
            "Ten-sided initiative",
            "Everybody rolls a d10 for initiative, whatever their DEX (D20-R08).",
            false,
        ),
        RuleOption::switch(
            "random_melee_target",
            "Chance picks the target",
            "Of several enemies within reach, a die says who is struck at; to single one out opens you to the others (D20-104, D20-105).",
            true,
        ),
        RuleOption::switch(
            "surprise_rolls",
            "Surprise",
            "Sides of which the level says nothing roll for surprise if they see no enemy (D20-010, D20-R14).",
            true,
        ),
        RuleOption::switch(
            "fumble_mishaps",
            "Mishaps",
            "A natural 1 may also drop the weapon, strike a friend, strain a muscle or turn the helmet (D20-077).",
            true,
        ),
        RuleOption::new(
            "mighty_blows",
            "Mighty Blows",
            "Who suffers them when a natural 20 hits (D20-054, D20-R21).",
            vec![
                OptionValue::new("heroes", "heroes"),
                OptionValue::new("all", "all combatants"),
                OptionValue::new("none", "no combatant"),
            ],
        ),
        RuleOption::new(
            "last_round",
            "Last round",
            "The round after which the battle is a draw, where the level sets no limit of its own (D20-R90).",
            vec![
                OptionValue::new("60", "60 rounds"),
                OptionValue::new("30", "30 rounds"),
                OptionValue::new("15", "15 rounds"),
                OptionValue::new("0", "none"),
            ],
        ).with_numbers(10_000),
    ]
}
