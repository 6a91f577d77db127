//! The proofs of the rules that the project declares hold together.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use shieldwall_content::{ContentRoot, Library};
use shieldwall_lab::{Coverage, ProofKind};

/// Every test that `tests/proofs` names exists in its file and is run; every rule that a case or a
/// named test is said to prove is in the book.
#[test]
fn every_named_proof_exists() {
    let roots = [ContentRoot::at(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."),
    )];
    let (library, _) = Library::load(&roots, shieldwall_rulesets::content());
    let mut named = 0;
    for book in library.rulebooks.values() {
        let coverage = Coverage::of(book, &roots).unwrap();
        assert!(
            coverage.problems.is_empty(),
            "{}:\n{}",
            book.ruleset,
            coverage.problems.join("\n")
        );
        named += coverage.count(ProofKind::Test);
    }
    assert!(named > 50, "{named} tests are named");
}
