//! Rulebooks: rules, sections, links and the search in them.

pub(crate) mod rule_links;
pub(crate) mod rule_search;
pub mod rulebook;
pub(crate) mod rulebook_file;
