//! The list of all rulesets.

use std::sync::Arc;

use shieldwall_battle::Ruleset;

/// All rulesets, in the order in which menus list them.
#[must_use]
pub fn all() -> Vec<Arc<dyn Ruleset>> {
    vec![
        shieldwall_percentile::ruleset(),
        shieldwall_zones::ruleset(),
    ]
}

/// The ruleset with this id: `percentile`.
#[must_use]
pub fn by_id(id: &str) -> Option<Arc<dyn Ruleset>> {
    all().into_iter().find(|ruleset| ruleset.id() == id)
}
