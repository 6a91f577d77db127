//! The words of this ruleset in the journal, each in one place.

use std::sync::LazyLock;

use shieldwall_battle::{
    Event, Reason,
    terms::{
        AttackEffect, Defence, DefenceRole, EffectRole, ItemMove, ItemMoveRole, LevelRole, Rest,
        RollLevel, Term, Terms, Word,
    },
};

use crate::{
    attack::arm::Manner,
    movement::bands::Pace,
    terms::{
        actions, conditions, decisions, modes, movement_bands::BANDS, reasons, rule_options, stages,
    },
};

/// The roll failed.
pub const FAILURE: RollLevel = Word(&Term::new("failure", LevelRole::Failure));
/// The roll succeeded.
pub const SUCCESS: RollLevel = Word(&Term::new("success", LevelRole::Success));
/// The roll succeeded especially well (PCT-028).
pub const SPECIAL: RollLevel = Word(&Term::new("special success", LevelRole::Special));

/// An attack was parried.
pub const PARRY: Defence = Word(&Term::new("parry", DefenceRole::Block).log("parries"));
/// An attack was dodged.
pub const DODGE: Defence = Word(&Term::new("dodge", DefenceRole::Dodge).log("dodges"));
/// An attack was not answered.
pub const UNANSWERED: Defence = Word(&Term::new("none", DefenceRole::None).log("withstands"));

/// No damage.
pub const NO_EFFECT: AttackEffect = Word(&Term::new("none", EffectRole::None));
/// Damage as rolled.
pub const NORMAL: AttackEffect = Word(&Term::new("normal", EffectRole::Normal));
/// The damage of a special success.
pub const SPECIAL_DAMAGE: AttackEffect = Word(&Term::new("special", EffectRole::Special));

/// Cause of lost hit points: an attack.
pub const WOUND: &str = "wound";
/// Cause of lost hit points: fire or lava (PCT-R77).
pub const HAZARD: &str = "hazard";
/// Cause of lost hit points: a fall (PCT-R77).
pub const FALL: &str = "fall";
/// Cause of regained hit points: First Aid.
pub const FIRST_AID: &str = "first aid";
/// Cause of regained hit points: weeks of rest (PCT-R69).
pub const REST: &str = "rest";
/// Outcome: a planted shield was in the way (PCT-R59).
pub const COVERED: RollLevel = Word(&Term::new("covered", LevelRole::Success));
/// Outcome: a planted shield was not in the way.
pub const UNCOVERED: RollLevel = Word(&Term::new("uncovered", LevelRole::Failure));

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
/// An item was thrown.
pub const THROWN: ItemMove = Word(&Term::new("thrown", ItemMoveRole::Thrown));
/// A shield was planted.
pub const PLANTED: ItemMove = Word(&Term::new("planted", ItemMoveRole::SetUp).log("plants {item}"));
/// A planted shield was taken up.
pub const TAKEN_UP: ItemMove =
    Word(&Term::new("taken up", ItemMoveRole::TakenUp).log("takes up {item}"));

/// Rest without special care (PCT-R69).
const AT_HOME: Rest = Rest {
    label: "at home",
    detail: "A die decides how much heals each week",
};

/// Rest with the best care (PCT-R69).
pub const IN_HOSPITAL: Rest = Rest {
    label: "in hospital",
    detail: "The best care heals 3 hit points a week",
};

/// All words of this ruleset.
pub static TERMS: LazyLock<Terms> = LazyLock::new(|| {
    let levels = vec![FAILURE, SUCCESS, SPECIAL];
    let rolls = levels.clone().into_iter();
    Terms {
        actions: actions::ALL.to_vec(),
        decisions: decisions::ALL.to_vec(),
        answers: vec![decisions::DEFENCE],
        answering: vec![actions::PARRY, actions::DODGE],
        modes: Manner::all()
            .map(Manner::mode)
            .chain(modes::OF_READY)
            .collect(),
        options: Pace::ALL.map(Pace::key).to_vec(),
        stages: stages::PHASES.to_vec(),
        phases: stages::PHASES.to_vec(),
        movement_bands: BANDS.to_vec(),
        rule_options: rule_options::all(),
        rests: vec![AT_HOME, IN_HOSPITAL],
        outcomes: rolls.chain([COVERED, UNCOVERED]).collect(),
        levels,
        defences: vec![PARRY, DODGE, UNANSWERED],
        effects: vec![NO_EFFECT, NORMAL, SPECIAL_DAMAGE],
        causes: vec![
            WOUND,
            HAZARD,
            FALL,
            FIRST_AID,
            REST,
            Event::EARLIER_INJURIES,
        ],
        stances: vec![conditions::KNEELING, conditions::STANDING],
        changes: conditions::JOURNALLED.to_vec(),
        conditions: conditions::SEEN.to_vec(),
        hidden: Some(conditions::HIDDEN),
        item_moves: vec![
            READIED, STOWED, DROPPED, PICKED_UP, THROWN, PLANTED, TAKEN_UP,
        ],
        refusals: Reason::words(reasons::ALL),
        ..Terms::default()
    }
});
