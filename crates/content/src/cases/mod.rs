//! Cases: battles written down as tests.

pub mod case;
pub(crate) mod case_choices;
pub(crate) mod case_expectation;
pub(crate) mod case_file;
pub(crate) mod case_ground;
pub(crate) mod case_odds;
pub(crate) mod case_reader;
pub(crate) mod check_cases;
