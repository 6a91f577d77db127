//! What rulesets read their tables with: the file, the places in it, and the report of what is wrong.

pub use crate::{
    source::catalogue::Catalogue,
    source::document::Document,
    source::key_path::{KeyPath, Step},
    source::report::{Report, Reported},
    units::named_units::NamedUnits,
    units::ruleset_tables::{CombatantContext, SettingsContext, Table, UnitContext},
    units::steeds::SteedsOf,
};

/// Dice expressions and lengths as they are written in files.
pub mod quantity {
    pub use crate::source::quantity::{PlainDamage, damage, dice, metres, plain_damage};
}

/// "Did you mean": the nearest of the possible words.
pub mod suggestion {
    pub use crate::diagnostics::suggestion::{help, list, nearest, quote};
}
