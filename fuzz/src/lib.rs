//! What the fuzz targets share: the small good content and the scrutiny of the property tests, so
//! that both ask the same of every answer.

#[path = "../../crates/lab/tests/all/battlefield/mod.rs"]
mod battlefield;
#[path = "../../crates/content/tests/all/fixture/mod.rs"]
mod fixture;
#[path = "../../crates/lab/tests/all/recording/mod.rs"]
mod recording;
#[path = "../../crates/lab/tests/all/scrutiny/mod.rs"]
mod scrutiny;
mod targets;

/// Gives bytes to the target with this name.
///
/// # Panics
/// If there is no such target, or an answer is not as it must be.
pub fn target(name: &str, bytes: &[u8]) {
    let found = targets::TARGETS.iter().find(|(target, _)| *target == name);
    found.expect("a target of this name").1(bytes);
}
