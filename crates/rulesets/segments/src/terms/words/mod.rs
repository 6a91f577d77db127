//! The words of this ruleset, each with its role.

mod actions;
mod conditions;
mod outcomes;

pub use self::{actions::*, conditions::*, outcomes::*};

use std::sync::LazyLock;

use shieldwall_battle::{
    Reason, RuleOption, Terms,
    terms::{
        AttackEffect, Change, Defence, DefenceRole, EffectRole, Harm, ItemMove, ItemMoveRole,
        OptionValue, Placement, PlacementRole, Stretch, Term, Timeline, Word,
    },
};

use crate::terms::{fields, reasons};

/// No answer: DEF is in the chance.
pub const NO_DEFENCE: Defence = Word(&Term::new("none", DefenceRole::None));

/// No harm.
pub const NOTHING: AttackEffect = Word(&Term::new("no damage", EffectRole::None));
/// Harm.
pub const DAMAGE: AttackEffect = Word(&Term::new("damage", EffectRole::Normal));
/// Double damage.
pub const DOUBLE_DAMAGE: AttackEffect = Word(&Term::new("double damage", EffectRole::Special));

/// The word of forecasts for the stunned.
pub const STUNS: Change = Word(&Term::new("stunned", Harm(15)));
/// The word of forecasts for a caster that loses its spell.
pub const SPELL_BROKEN: Change = Word(&Term::new("spell broken", Harm(15)));

/// An item is taken in hand.
pub const READIED: ItemMove =
    Word(&Term::new("readied", ItemMoveRole::Readied).log("takes {item} in hand"));
/// An item is put away.
pub const STOWED: ItemMove =
    Word(&Term::new("stowed", ItemMoveRole::Stowed).log("puts {item} away"));
/// An item falls to the ground.
pub const DROPPED: ItemMove =
    Word(&Term::new("dropped", ItemMoveRole::Dropped).log("drops {item}"));

/// An item is taken from the ground.
pub const PICKED_UP: ItemMove =
    Word(&Term::new("picked up", ItemMoveRole::PickedUp).log("picks up {item}"));

/// A weapon is thrown.
pub const THROWN: ItemMove = Word(&Term::new("thrown", ItemMoveRole::Thrown).log("throws {item}"));

/// A combatant is driven into another cell.
pub const IS_DRIVEN: Placement =
    Word(&Term::new("is driven back", PlacementRole::Moved).log("is driven back"));
/// A combatant is pushed into another cell.
pub const IS_PUSHED: Placement =
    Word(&Term::new("is pushed away", PlacementRole::Moved).log("is pushed away"));
/// A combatant falls from a height.
pub const FALLS_DOWN: Placement =
    Word(&Term::new("falls down", PlacementRole::Moved).log("falls down"));

/// Cause of hit points that a fall takes.
pub const FALL: &str = "fall";
/// Cause of hit points that a strike takes.
pub const WOUND: &str = "wound";
/// Cause of hit points that fire or lava takes.
pub const HAZARD: &str = "hazard";
/// Cause of hit points that a spell gives back.
pub const MENDED: &str = "healing spell";
/// Cause of hit points that bleeding takes.
pub const BLEEDING: &str = "bleeding";
/// Cause of hit points that a potion gives back.
pub const DRAUGHT: &str = "draught";
/// The timeline counts segments.
pub const SEGMENT: &str = "segment";

/// Names of the stages.
pub mod stages {
    /// Attackers spring out of hiding.
    pub const AMBUSH: &str = "Ambush";
    /// All state an action.
    pub const DECLARATION: &str = "Declaration";
    /// Initiative is rolled.
    pub const INITIATIVE: &str = "Initiative";
    /// Segments above 10.
    pub const BEFORE_MOVEMENT: &str = "Before movement";
    /// Segments 10 to 1.
    pub const MOVEMENT: &str = "Movement";
    /// Segments 0 to -5.
    pub const AFTER_MOVEMENT: &str = "After movement";
    /// The round ends.
    pub const ROUND_END: &str = "End of round";
    /// All of them, in order.
    pub const ALL: [&str; 7] = [
        AMBUSH,
        DECLARATION,
        INITIATIVE,
        BEFORE_MOVEMENT,
        MOVEMENT,
        AFTER_MOVEMENT,
        ROUND_END,
    ];
}

fn rule_options() -> Vec<RuleOption> {
    vec![
        RuleOption::new(
            "asks",
            "Questions within a round",
            "Which decisions within a round are asked for. The others take their defaults.",
            vec![
                OptionValue::new("essential", "the essential ones"),
                OptionValue::new("all", "all"),
            ],
        ),
        RuleOption::new(
            "sprint",
            "Sprints",
            "Combatants sprint at three times their TMR.",
            vec![
                OptionValue::new("breath", "over open ground, not two rounds running"),
                OptionValue::new("free", "everywhere"),
                OptionValue::new("off", "never").of("off".into()),
            ],
        ),
        RuleOption::new(
            "outnumber_cap",
            "Several attackers",
            "The most that attackers of one target add to each other's strike chance.",
            vec![
                OptionValue::new("none", "no limit").of(0.into()),
                OptionValue::new("20", "at most +20"),
                OptionValue::new("30", "at most +30"),
            ],
        ),
        RuleOption::new(
            "round_limit",
            "Round limit",
            "Rounds after which a battle is a draw, where the level has no limit. 0 is none.",
            ["60", "30", "15", "0"]
                .map(|rounds| OptionValue::new(rounds, rounds))
                .to_vec(),
        )
        .with_numbers(10_000),
    ]
}

/// Segments from the highest that dice can give to the last one (SEG-011, SEG-018, SEG-019, SEG-021).
fn timeline() -> Timeline {
    let stretch = |name, first, last| Stretch { name, first, last };
    Timeline {
        counted: SEGMENT,
        stretches: vec![
            stretch(stages::BEFORE_MOVEMENT, 15, 11),
            stretch(stages::MOVEMENT, 10, 1),
            stretch(stages::AFTER_MOVEMENT, 0, -5),
        ],
    }
}

/// All words.
pub static TERMS: LazyLock<Terms> = LazyLock::new(|| Terms {
    actions: DECLARED.into_iter().chain(IN_THE_ROUND).collect(),
    decisions: vec![
        DECLARATION,
        TARGET,
        DRIVING,
        MOVING_OFF,
        FREE_ATTACK,
        WARNING,
        FREE_STEP,
    ],
    answers: vec![TARGET, DRIVING, MOVING_OFF, FREE_ATTACK, WARNING, FREE_STEP],
    answering: IN_THE_ROUND.to_vec(),
    options: vec![
        fields::STAND,
        fields::ROOTED,
        fields::HALF_MOVE,
        fields::RUN,
        fields::ATTACK_THEN_MOVE,
        fields::STAND_UP,
        fields::AS_IT_IS,
        fields::DRAW,
        fields::SHEATHE_AND_DRAW,
        fields::DROP_AND_DRAW,
        fields::PUT_AWAY,
        fields::READY_SHIELD,
        fields::DRINK_FOR_ATTACKS,
        fields::DRINK_FOR_MOVEMENT,
        fields::MAIN_HAND,
        fields::BOTH_IN_TURN,
        fields::AS_IT_COMES,
        fields::CAREFUL_AIM,
        fields::AS_MANY,
        fields::DOUBLE_SHOTS,
        fields::AT_ONCE,
        fields::NEXT_ROUND,
        fields::NO_FREE_ACTION,
        fields::LIE_DOWN,
        fields::DROP,
        fields::WORK_DEVICE,
        fields::OPEN_DOOR,
        fields::CLOSE_DOOR,
    ],
    stages: stages::ALL.to_vec(),
    // An ambush comes once at most, and the end of a round has nothing to see.
    phases: stages::ALL[1..6].to_vec(),
    movement_bands: vec!["free step", "half move", "walk", "run"],
    rule_options: rule_options(),
    outcomes: [MISS, HIT, CRITICAL, GRIEVOUS]
        .into_iter()
        .chain(DEX_LEVELS)
        .chain(PER_LEVELS)
        .chain(WOUNDS)
        .chain([AT_THE_FOE, AT_A_FRIEND, SUCCEEDS, FAILS])
        .chain([
            SPELL_SUCCEEDS,
            SPELL_FAILS,
            SAVED,
            CONCENTRATES,
            LOSES_THE_SPELL,
        ])
        .collect(),
    levels: vec![MISS, HIT, CRITICAL, GRIEVOUS],
    defences: vec![NO_DEFENCE],
    effects: vec![NOTHING, DAMAGE, DOUBLE_DAMAGE],
    causes: vec![WOUND, HAZARD, FALL, DRAUGHT, MENDED, BLEEDING],
    changes: STATES.to_vec(),
    item_moves: vec![READIED, STOWED, DROPPED, PICKED_UP, THROWN],
    placements: vec![IS_DRIVEN, IS_PUSHED, FALLS_DOWN],
    conditions: STATES
        .into_iter()
        .chain([
            DESPERATELY_WOUNDED,
            VERY_BADLY_WOUNDED,
            BADLY_WOUNDED,
            OUT_OF_BREATH,
            ENCUMBERED,
        ])
        .collect(),
    hidden: Some(HIDDEN),
    timeline: Some(timeline()),
    refusals: Reason::words(reasons::ALL),
    ..Terms::default()
});
