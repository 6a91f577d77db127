//! Cases: TOML files that are tests of the rules, run on the battle itself.

pub mod author_view;
pub mod cast;
pub mod choosing;
pub mod playing;
pub mod script;
pub mod verdict;
pub mod words;

pub use author_view::author_view;
pub use cast::Cast;
pub use playing::CasePlay;
pub use script::{Script, Stopped};
pub use verdict::{Failure, Verdict, run_case, run_case_within};
