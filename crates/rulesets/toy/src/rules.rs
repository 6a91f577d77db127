//! The ids of the rules.

use shieldwall_battle::RuleId;

/// TOY-001 to TOY-012.
pub const RULES: [RuleId; 12] = [
    RuleId("TOY-001"),
    RuleId("TOY-002"),
    RuleId("TOY-003"),
    RuleId("TOY-004"),
    RuleId("TOY-005"),
    RuleId("TOY-006"),
    RuleId("TOY-007"),
    RuleId("TOY-008"),
    RuleId("TOY-009"),
    RuleId("TOY-010"),
    RuleId("TOY-011"),
    RuleId("TOY-012"),
];

/// The rule with a number.
#[must_use]
pub const fn rule(number: usize) -> RuleId {
    RULES[number - 1]
}
