//! The words of this ruleset, each with its role.

use std::sync::LazyLock;

use shieldwall_battle::{
    Reason,
    terms::{
        Action, ActionRole, AttackEffect, Condition, ConditionRole, DecisionKind, DecisionRole,
        Defence, DefenceRole, EffectRole, LevelRole, RollLevel, Term, Terms, Word,
    },
};

use crate::reasons;

/// Walk to a cell.
pub const WALK: Action = Word(&Term::new("walk", ActionRole::Move).icon("move"));
/// Stay where one is.
pub const WAIT: Action = Word(&Term::new("wait", ActionRole::Stay).icon("none"));
/// Strike somebody.
pub const BASH: Action = Word(&Term::new("bash", ActionRole::MeleeAttack).icon("attack"));
/// Shoot somebody.
pub const LOOSE: Action = Word(&Term::new("loose", ActionRole::MissileAttack).icon("shoot"));
/// Get one's breath back.
pub const BREATHE: Action = Word(&Term::new("breathe", ActionRole::Pass).icon("none"));
/// Guard against a blow.
pub const FEND: Action = Word(&Term::new("fend", ActionRole::Block).icon("parry"));
/// Let a blow come.
pub const BEAR: Action = Word(&Term::new("bear", ActionRole::Decline).icon("none"));

/// Where somebody goes.
pub const GOING: DecisionKind = Word(&Term::new("going", DecisionRole::Movement));
/// What somebody does.
pub const DOING: DecisionKind = Word(&Term::new("doing", DecisionRole::Action));
/// Whether somebody guards.
pub const FENDING: DecisionKind = Word(&Term::new("fending", DecisionRole::Reaction));

/// Won a contest, or hit.
pub const WON: RollLevel = Word(&Term::new("success", LevelRole::Success));
/// Lost it, or missed.
pub const LOST: RollLevel = Word(&Term::new("failure", LevelRole::Failure));
/// Answered by guarding.
pub const FENDED: Defence = Word(&Term::new("guard", DefenceRole::Block));
/// Not answered.
pub const BORNE: Defence = Word(&Term::new("none", DefenceRole::None));
/// Nothing came of it.
pub const NOTHING: AttackEffect = Word(&Term::new("nothing", EffectRole::None));
/// It hurt.
pub const HURT: AttackEffect = Word(&Term::new("hurt", EffectRole::Normal));
/// Loses the next turn.
pub const DAZED: Condition = Word(
    &Term::new("dazed", ConditionRole::Hindered)
        .icon("distracted")
        .log("is dazed")
        .help("Loses the next turn."),
);
/// Stages, as the journal calls them.
pub const STAGES: [&str; 3] = ["Lots", "Turns", "Blows"];
/// Cause of lost hit points.
pub const WOUND: &str = "wound";

/// All words.
pub static TERMS: LazyLock<Terms> = LazyLock::new(|| Terms {
    actions: vec![WALK, WAIT, BASH, LOOSE, BREATHE, FEND, BEAR],
    decisions: vec![GOING, DOING, FENDING],
    answers: vec![FENDING],
    answering: vec![FEND, BEAR],
    stages: STAGES.to_vec(),
    phases: STAGES.to_vec(),
    movement_bands: vec!["walk"],
    outcomes: vec![WON, LOST],
    levels: vec![WON, LOST],
    defences: vec![FENDED, BORNE],
    effects: vec![NOTHING, HURT],
    causes: vec![WOUND],
    changes: vec![DAZED],
    conditions: vec![DAZED],
    refusals: Reason::words(reasons::ALL),
    ..Terms::default()
});
