//! What must hold when a case is played that reads without errors, for property tests and for fuzzing.

use std::{path::Path, sync::Arc};

use shieldwall_content::{Case, Library, case::DefaultAnswer};
use shieldwall_lab::cases::run_case_within;

/// Larger cases are only read: they would take long to play, and show nothing more.
const MOST_COMBATANTS: usize = 10;
const MOST_CELLS: usize = 1000;
const MOST_DICE: usize = 200;
/// Most decisions, and most of a brain that thinks.
const DECISIONS: u32 = 200;
const DECISIONS_OF_BRAINS: u32 = 20;

/// Reads contents as a case, and plays it twice if it can be played.
///
/// # Panics
/// If an answer is not as it must be.
pub(crate) fn scrutinise_case_play(bytes: &[u8], library: &Arc<Library>) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let case = match Case::parse(Path::new("case.toml"), text, library) {
        Ok(case) => case,
        Err(diagnostics) => {
            assert!(diagnostics.has_errors());
            return;
        }
    };
    let cells = case.level.terrain.len();
    if case.combatants.len() > MOST_COMBATANTS || cells > MOST_CELLS || case.dice.len() > MOST_DICE
    {
        return;
    }
    let decisions = match case.default {
        DefaultAnswer::Pass => DECISIONS,
        DefaultAnswer::Computer | DefaultAnswer::Random => DECISIONS_OF_BRAINS,
    };
    let verdict = run_case_within(&case, library, decisions);
    let lines = text.lines().count();
    for failure in &verdict.failures {
        assert!(!failure.message.is_empty());
        let line = failure.line.unwrap_or(1);
        assert!((1..=lines).contains(&line), "{failure:?}");
    }
    assert_eq!(verdict.journal.len(), verdict.entries.entries().len());
    // A battle is a function of what is in the case.
    assert_eq!(run_case_within(&case, library, decisions), verdict);
}
