//! Words of the shipped rulesets by their keys, for tests.

use shieldwall_battle::terms::{
    Action, AttackEffect, Change, Condition, DecisionKind, Defence, Harm, ItemCondition, ItemMove,
    Link, LinkRole, Mode, Placement, RollLevel, Term, Terms, Track, TrackRole, TurnState, Word,
    word,
};

fn find<T>(of: impl Fn(&Terms) -> Option<T>, key: &str) -> T {
    let found = shieldwall_rulesets::all()
        .iter()
        .find_map(|ruleset| of(ruleset.terms()));
    found.unwrap_or_else(|| panic!("no ruleset has the word `{key}`"))
}

pub(crate) fn action(key: &str) -> Action {
    find(|terms| word(&terms.actions, key), key)
}

pub(crate) fn kind(key: &str) -> DecisionKind {
    find(|terms| word(&terms.decisions, key), key)
}

pub(crate) fn mode(key: &str) -> Mode {
    find(|terms| word(&terms.modes, key), key)
}

pub(crate) fn condition(key: &str) -> Condition {
    find(
        |terms| word(&terms.stances, key).or_else(|| terms.condition(key)),
        key,
    )
}

pub(crate) fn defence(key: &str) -> Defence {
    find(|terms| word(&terms.defences, key), key)
}

pub(crate) fn level(key: &str) -> RollLevel {
    find(|terms| word(&terms.levels, key), key)
}

pub(crate) fn effect(key: &str) -> AttackEffect {
    find(|terms| word(&terms.effects, key), key)
}

pub(crate) fn item_move(key: &str) -> ItemMove {
    find(|terms| word(&terms.item_moves, key), key)
}

pub(crate) fn item_condition(key: &str) -> ItemCondition {
    find(|terms| word(&terms.item_conditions, key), key)
}

pub(crate) fn placement(key: &str) -> Placement {
    find(|terms| word(&terms.placements, key), key)
}

pub(crate) fn turn(key: &str) -> TurnState {
    find(|terms| word(&terms.turns, key), key)
}

/// One who has another in its grip.
pub(crate) const HOLDS: Link = Word(&Term::new("holds", LinkRole::Hold).log("has hold of"));
/// One whose shield covers another.
pub(crate) const COVERS: Link = Word(&Term::new("covers", LinkRole::Cover).log("covers"));
/// What kills when nothing is left of it.
pub(crate) const CONSTITUTION: Track = Word(&Term::new("constitution", TrackRole::Lethal));

/// A change that is bad for whom it happens to.
pub(crate) const GRABBED: Change = Word(&Term::new("grabbed", Harm(35)));
