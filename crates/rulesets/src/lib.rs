//! The list of all rulesets: their rules, and how they read content files.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use shieldwall_battle::Ruleset;
use shieldwall_content::{RulesetTables, Rulesets};

/// What is known of rulesets.
#[derive(Clone)]
struct List {
    rules: Vec<Arc<dyn Ruleset>>,
    content: &'static Rulesets,
}

impl List {
    fn with(
        mut self,
        rules: Arc<dyn Ruleset>,
        with_tables: impl FnOnce(Rulesets) -> Rulesets,
    ) -> Self {
        self.rules.push(rules);
        // There is a list for each ruleset that is added, and they are few.
        self.content = Box::leak(Box::new(with_tables(self.content.clone())));
        self
    }
}

static LIST: LazyLock<RwLock<List>> = LazyLock::new(|| {
    let none = List {
        rules: Vec::new(),
        content: Box::leak(Box::default()),
    };
    RwLock::new(
        none.with(shieldwall_percentile::ruleset(), |content| {
            content.with_entries(shieldwall_percentile::content::tables::Tables)
        })
        .with(shieldwall_zones::ruleset(), |content| {
            content.with_entries(shieldwall_zones::content::tables::Tables)
        })
        .with(shieldwall_d20::ruleset(), |content| {
            content.with(shieldwall_d20::content::tables::Tables)
        })
        .with(shieldwall_segments::ruleset(), |content| {
            content.with(shieldwall_segments::content::tables::Tables)
        }),
    )
});

fn list() -> List {
    LIST.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// All rulesets, in the order in which menus list them.
#[must_use]
pub fn all() -> Vec<Arc<dyn Ruleset>> {
    list().rules
}

/// The ruleset with this id: `percentile`.
#[must_use]
pub fn by_id(id: &str) -> Option<Arc<dyn Ruleset>> {
    all().into_iter().find(|ruleset| ruleset.id() == id)
}

/// How all rulesets read their tables of content files.
#[must_use]
pub fn content() -> &'static Rulesets {
    list().content
}

/// Adds a ruleset of another crate to the list, unless there is one with its id. What was read before
/// does not know its tables.
pub fn add<T: RulesetTables>(rules: Arc<dyn Ruleset>, tables: T) {
    let mut list = LIST.write().unwrap_or_else(PoisonError::into_inner);
    if list.rules.iter().all(|known| known.id() != T::ID) {
        *list = list.clone().with(rules, |content| content.with(tables));
    }
}
