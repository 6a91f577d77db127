//! The words of this ruleset in the journal, each in one place.

use std::sync::LazyLock;

use shieldwall_battle::{
    Reason,
    terms::{
        AttackEffect, Defence, DefenceRole, EffectRole, ItemCondition, ItemConditionRole, ItemMove,
        ItemMoveRole, LevelRole, Link, LinkRole, Placement, PlacementRole, RollLevel, Term, Terms,
        TurnRole, TurnState, Word,
    },
};

use crate::terms::{actions, conditions, decisions, modes, reasons, rule_options, stages};

/// Outcome of a save.
pub const PASSED: RollLevel = Word(&Term::new("passed", LevelRole::Success));
/// Outcome of a save.
pub const FAILED: RollLevel = Word(&Term::new("failed", LevelRole::Failure));

/// The attack hits, or an answer succeeds.
pub const SUCCESS: RollLevel = Word(&Term::new("success", LevelRole::Success));
/// The attack misses, or an answer fails.
pub const FAILURE: RollLevel = Word(&Term::new("failure", LevelRole::Failure));

/// An attack was answered by dodging.
pub const DODGE: Defence = Word(&Term::new("dodge", DefenceRole::Dodge).log("dodges"));
/// An attack was answered by a counter.
pub const COUNTER: Defence = Word(&Term::new("counter", DefenceRole::Counter).log("forestalls"));
/// An attack was answered by taking shelter behind somebody.
pub const HIDE_BEHIND: Defence =
    Word(&Term::new("hide behind", DefenceRole::TakeCover).log("withstands"));
/// Somebody else took the blow.
pub const GUARD: Defence = Word(&Term::new("guard", DefenceRole::Protect).log("withstands"));
/// The target accepted a stunt.
pub const BARGAIN: Defence = Word(&Term::new("stunt", DefenceRole::Bargain).log("buys off"));
/// An attack was not answered.
pub const UNANSWERED: Defence = Word(&Term::new("none", DefenceRole::None).log("withstands"));

/// Nothing came of an attack.
pub const NO_EFFECT: AttackEffect = Word(&Term::new("none", EffectRole::None));
/// Damage was done, or a grip took effect.
pub const NORMAL: AttackEffect = Word(&Term::new("normal", EffectRole::Normal));

/// Turn: it is under way.
pub const ACTING: TurnState = Word(&Term::new("acting", TurnRole::Acting));
/// Turn: it is spent.
pub const SPENT: TurnState = Word(&Term::new("spent", TurnRole::Spent));
/// Turn: it is kept for a reaction.
pub const KEPT: TurnState = Word(&Term::new("kept", TurnRole::Kept));

/// Cause of lost health: an attack.
pub const WOUND: &str = "wound";
/// Cause of lost health: a death blow.
pub const DEATH_BLOW: &str = "death blow";
/// Cause of lost health: a pit, lava, fire or a trap (ZON-R77).
pub const HAZARD: &str = "hazard";
/// Cause of lost health: a fall (ZON-R77, ZON-154).
pub const FALL: &str = "fall";
/// Cause of lost health: a larger creature's shove (ZON-144).
pub const SHOVE: &str = "shove";
/// Cause of lost health: poison (ZON-R39).
pub const POISON: &str = "poison";
/// Cause of regained health: medicine (ZON-R39).
pub const MEDICINE: &str = "medicine";
/// Cause of regained health: a power (ZON-R22).
pub const MENDING: &str = "mending";

/// An item was taken in hand.
pub const READIED: ItemMove =
    Word(&Term::new("readied", ItemMoveRole::Readied).log("readies {item}"));
/// An item was put away.
pub const STOWED: ItemMove =
    Word(&Term::new("stowed", ItemMoveRole::Stowed).log("puts away {item}"));
/// An item fell or was let fall.
pub const DROPPED: ItemMove =
    Word(&Term::new("dropped", ItemMoveRole::Dropped).log("drops {item}"));
/// An item was taken from the ground.
pub const PICKED_UP: ItemMove =
    Word(&Term::new("picked up", ItemMoveRole::PickedUp).log("picks up {item}"));
/// An item was taken out of somebody's hand (ZON-089).
pub const SNATCHED: ItemMove =
    Word(&Term::new("snatched", ItemMoveRole::Seized).log("snatches {item}"));

/// An item may break.
pub const DAMAGED: ItemCondition = Word(&Term::new("damaged", ItemConditionRole::Damaged));
/// An item is gone.
pub const DESTROYED: ItemCondition = Word(&Term::new("destroyed", ItemConditionRole::Destroyed));
/// The ammunition of a weapon is gone.
pub const AMMUNITION_SPENT: ItemCondition =
    Word(&Term::new("out of ammunition", ItemConditionRole::Empty));

/// Placed: pushed by a shove.
pub const IS_SHOVED: Placement = Word(&Term::new("is shoved", PlacementRole::Moved));
/// Placed: exchanged with somebody it hides behind.
pub const CHANGES_PLACES: Placement = Word(&Term::new("changes places", PlacementRole::Moved));
/// Placed: carried along by who holds it.
pub const IS_CARRIED: Placement = Word(&Term::new("is carried along", PlacementRole::Carried));
/// Placed: fell down a height.
pub const FALLS_DOWN: Placement = Word(&Term::new("falls down", PlacementRole::Moved));
/// Placed: fell back by a bargain.
pub const FALLS_BACK: Placement = Word(&Term::new("falls back", PlacementRole::Moved));
/// Placed: caught up with at the edge of the map.
pub const IS_CAUGHT: Placement = Word(&Term::new("is caught", PlacementRole::Moved));
/// Placed: somebody who comes to itself where another stands gets up beside it.
pub const GETS_UP: Placement = Word(&Term::new("gets up", PlacementRole::Moved));
/// Placed: whose walk ended upon a friend whom it meant to pass.
pub const STEPS_ASIDE: Placement = Word(&Term::new("steps aside", PlacementRole::Moved));
/// Where somebody stood is now a wall.
pub const IS_PUSHED_ASIDE: Placement = Word(&Term::new("is pushed aside", PlacementRole::Moved));
/// Placed: has caught up with somebody.
pub const CATCHES_UP: Placement = Word(&Term::new("catches up", PlacementRole::Moved));

/// One has another in its grip (ZON-092).
pub const HOLDS: Link = Word(&Term::new("holds", LinkRole::Hold).log("has hold of"));

/// Names of the movement bands, best first.
const BANDS: [&str; 3] = ["and act", "whole turn", "sprint"];

/// All words of this ruleset.
pub static TERMS: LazyLock<Terms> = LazyLock::new(|| Terms {
    actions: actions::ALL.to_vec(),
    decisions: decisions::ALL.to_vec(),
    answers: vec![
        decisions::REACTION,
        decisions::GUARDING,
        decisions::WILLING,
        decisions::STUNT_ANSWER,
        decisions::OPPORTUNITY,
        decisions::RESUMING,
        decisions::FALLING,
        decisions::BREAKING,
        decisions::PURSUIT,
        decisions::LETTING_GO,
    ],
    answering: vec![
        actions::DODGE,
        actions::COUNTER,
        actions::COUNTER_GENTLY,
        actions::HIDE_BEHIND,
        actions::GUARD,
        actions::ACCEPT,
        actions::FALL,
        actions::FIGHT_ON,
        actions::RETREAT,
        actions::PURSUE,
        actions::LET_THEM_GO,
    ],
    modes: modes::all().collect(),
    options: modes::OPTIONS.to_vec(),
    stages: stages::NAMES.to_vec(),
    phases: stages::PHASES.to_vec(),
    movement_bands: BANDS.to_vec(),
    rule_options: rule_options::all(),
    rests: Vec::new(),
    outcomes: vec![PASSED, FAILED],
    levels: vec![SUCCESS, FAILURE],
    defences: vec![DODGE, COUNTER, HIDE_BEHIND, GUARD, BARGAIN, UNANSWERED],
    effects: vec![NORMAL, NO_EFFECT],
    causes: vec![
        WOUND, DEATH_BLOW, HAZARD, FALL, SHOVE, POISON, MEDICINE, MENDING,
    ],
    stances: Vec::new(),
    changes: conditions::JOURNALLED.to_vec(),
    conditions: conditions::SEEN.to_vec(),
    hidden: Some(conditions::CONCEALED),
    item_moves: vec![READIED, STOWED, DROPPED, PICKED_UP, SNATCHED],
    item_conditions: vec![DAMAGED, DESTROYED, AMMUNITION_SPENT],
    placements: vec![
        IS_SHOVED,
        CHANGES_PLACES,
        IS_CARRIED,
        FALLS_DOWN,
        FALLS_BACK,
        IS_CAUGHT,
        GETS_UP,
        STEPS_ASIDE,
        IS_PUSHED_ASIDE,
        CATCHES_UP,
    ],
    links: vec![HOLDS],
    tracks: Vec::new(),
    turns: vec![ACTING, SPENT, KEPT],
    timeline: None,
    refusals: Reason::words(reasons::ALL),
});
