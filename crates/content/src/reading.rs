//! What rulesets read their tables with: the file, the places in it, and the report of what is wrong.

pub use crate::{
    catalogue::Catalogue,
    document::Document,
    key_path::{KeyPath, Step},
    named_units::NamedUnits,
    report::{Report, Reported},
    ruleset_tables::{CombatantContext, SettingsContext, Table, UnitContext},
    steeds::SteedsOf,
};

/// Dice expressions and lengths as they are written in files.
pub mod quantity {
    pub use crate::quantity::{damage, dice, metres, plain_damage};
}

/// "Did you mean": the nearest of the possible words.
pub mod suggestion {
    pub use crate::suggestion::{help, list, nearest, quote};
}
