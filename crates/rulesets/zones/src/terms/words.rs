//! The words of this ruleset in journals and conditions, each in one place.

use shieldwall_battle::Vocabulary;

use crate::{
    attack::stunts,
    terms::{actions, reasons},
    turn::stages,
};

/// Outcome of a save.
pub const PASSED: &str = "passed";
/// Outcome of a save.
pub const FAILED: &str = "failed";

/// The attack hits, or an answer succeeds.
pub const SUCCESS: &str = "success";
/// The attack misses, or an answer fails.
pub const FAILURE: &str = "failure";

/// An attack was answered by dodging.
pub const DODGE: &str = "dodge";
/// An attack was answered by a counter.
pub const COUNTER: &str = "counter";
/// An attack was answered by taking shelter behind somebody.
pub const HIDE_BEHIND: &str = "hide behind";
/// Somebody else took the blow.
pub const GUARD: &str = "guard";
/// An attack was not answered, or nothing came of it.
pub const NONE: &str = "none";
/// Damage was done, or a grip took effect.
pub const NORMAL: &str = "normal";
/// The target accepted a stunt.
pub const STUNT: &str = "stunt";

/// Condition: concealed from its enemies (ZON-102).
pub const CONCEALED: &str = "concealed";
/// Condition: cannot react, and does not see those who hide (ZON-R21).
pub const DISTRACTED: &str = "distracted";
/// Condition: its attacks are impaired (ZON-R21).
pub const INTIMIDATED: &str = "intimidated";
/// Condition: must attack the taunter (ZON-R21).
pub const TAUNTED: &str = "taunted";
/// Condition: has failed a morale check (ZON-114).
pub const BROKEN: &str = "broken";
/// Condition: broken, and means to leave the map.
pub const RETREATING: &str = "retreating";
/// Condition: broken, and means to give up.
pub const YIELDING: &str = "yielding";
/// Condition: has passed a morale check (ZON-115).
pub const STEADIED: &str = "steadied";
/// Condition: loses health each round (ZON-R39).
pub const POISONED: &str = "poisoned";
/// Condition: somebody holds it (ZON-093).
pub const GRABBED: &str = "grabbed";
/// Condition: it holds somebody.
pub const GRABBING: &str = "grabbing";
/// Condition: sprinting in this turn (ZON-013).
pub const SPRINTING: &str = "sprinting";
/// Condition: lamed in the leg (ZON-R40).
pub const LAMED: &str = "lamed";
/// Condition: has lost a hand (ZON-R40).
pub const MAIMED: &str = "maimed";
/// Condition: on a mount or vehicle.
pub const MOUNTED: &str = "mounted";
/// Condition: rides at full speed, and can neither act nor react (ZON-150).
pub const SWEPT_ALONG: &str = "swept along";
/// Condition: its turn of this round is spent.
pub const TURN_SPENT: &str = "turn spent";
/// Condition: it may still react in this round.
pub const CAN_REACT: &str = "can react";

/// Turn: it is under way.
pub const ACTING: &str = "acting";
/// Turn: it is spent.
pub const SPENT: &str = "spent";
/// Turn: it is kept for a reaction.
pub const KEPT: &str = "kept";

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
pub const READIED: &str = "readied";
/// An item was put away.
pub const STOWED: &str = "stowed";
/// An item fell or was let fall.
pub const DROPPED: &str = "dropped";
/// An item was taken from the ground.
pub const PICKED_UP: &str = "picked up";
/// An item was taken out of somebody's hand (ZON-089).
pub const SNATCHED: &str = "snatched";

/// An item may break.
pub const DAMAGED: &str = "damaged";
/// An item is gone.
pub const DESTROYED: &str = "destroyed";
/// The ammunition of a weapon is gone.
pub const AMMUNITION_SPENT: &str = "out of ammunition";

/// Placed: pushed by a shove.
pub const IS_SHOVED: &str = "is shoved";
/// Placed: exchanged with somebody it hides behind.
pub const CHANGES_PLACES: &str = "changes places";
/// Placed: carried along by who holds it.
pub const IS_CARRIED: &str = "is carried along";
/// Placed: fell down a height.
pub const FALLS_DOWN: &str = "falls down";
/// Placed: fell back by a bargain.
pub const FALLS_BACK: &str = "falls back";
/// Placed: caught up with at the edge of the map.
pub const IS_CAUGHT: &str = "is caught";
/// Placed: somebody who comes to itself where another stands gets up beside it.
pub const GETS_UP: &str = "gets up";
/// Placed: whose walk ended upon a friend whom it meant to pass.
pub const STEPS_ASIDE: &str = "steps aside";
/// Where somebody stood is now a wall.
pub const IS_PUSHED_ASIDE: &str = "is pushed aside";
/// Placed: has caught up with somebody.
pub const CATCHES_UP: &str = "catches up";

/// What conditions mean for whoever has them.
const MEANINGS: [(&str, &str); 17] = [
    (
        CONCEALED,
        "Its enemies do not know where it is. Until it gives itself away nothing but a blast can hit it.",
    ),
    (
        DISTRACTED,
        "Cannot react, and does not notice those who hide, until the end of the round.",
    ),
    (
        INTIMIDATED,
        "Its attacks are impaired until the end of its next turn; a reaction ends it too.",
    ),
    (
        TAUNTED,
        "Its attacks must include whoever taunted it, where that is legal, until the end of its next turn; a reaction ends it too.",
    ),
    (
        RETREATING,
        "Its spirit is broken: it makes for an exit, and can only dodge or hide behind somebody. Without a way out it gives up.",
    ),
    (
        YIELDING,
        "Its spirit is broken: it spends its next turn giving up, and can only dodge until then.",
    ),
    (
        STEADIED,
        "Has kept its nerve once: its morale is tested no more in this battle.",
    ),
    (
        POISONED,
        "Loses health at the end of every round until it gets an antidote.",
    ),
    (
        GRABBED,
        "Held fast: all it can use its turn for is to break free, and that only from a holder who is not larger.",
    ),
    (
        GRABBING,
        "Holds somebody, who goes where it goes until it lets go.",
    ),
    (SPRINTING, "Goes twice as far in this turn."),
    (
        LAMED,
        "Hurt in the leg: half as fast for the rest of the battle, and cannot sprint.",
    ),
    (
        MAIMED,
        "Has lost a hand: one fewer to hold weapons and shields with.",
    ),
    (
        MOUNTED,
        "Rides: it goes where its mount goes, and takes its turn together with it.",
    ),
    (
        SWEPT_ALONG,
        "Rides at full speed: can neither act nor react for the rest of the round.",
    ),
    (TURN_SPENT, "Its turn in this round is over."),
    (
        CAN_REACT,
        "Can still answer an attack in this round, though its turn is over.",
    ),
];

/// Why something is not allowed, each word once.
fn refusals() -> Vec<&'static str> {
    let mut words: Vec<&str> = reasons::ALL.iter().map(|reason| reason.word).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// All of them, as lists by what they are for.
#[must_use]
pub fn vocabulary() -> Vocabulary {
    Vocabulary {
        decisions: actions::KINDS.to_vec(),
        modes: actions::NATURAL
            .into_iter()
            .chain([
                actions::UNARMED,
                actions::DISARM.0,
                actions::SHOVE.0,
                actions::GRAPPLE.0,
            ])
            .chain(stunts::KEYS)
            .collect(),
        selections: actions::SELECTIONS.to_vec(),
        stages: stages::NAMES.to_vec(),
        outcomes: vec![PASSED, FAILED],
        levels: vec![SUCCESS, FAILURE],
        defences: vec![DODGE, COUNTER, HIDE_BEHIND, GUARD, STUNT, NONE],
        effects: vec![NORMAL, NONE],
        causes: vec![
            WOUND, DEATH_BLOW, HAZARD, FALL, SHOVE, POISON, MEDICINE, MENDING,
        ],
        stances: Vec::new(),
        changes: vec![
            CONCEALED,
            DISTRACTED,
            INTIMIDATED,
            TAUNTED,
            BROKEN,
            STEADIED,
            POISONED,
            SPRINTING,
            LAMED,
            MAIMED,
            SWEPT_ALONG,
        ],
        conditions: vec![
            DISTRACTED,
            INTIMIDATED,
            TAUNTED,
            RETREATING,
            YIELDING,
            STEADIED,
            POISONED,
            GRABBED,
            GRABBING,
            SPRINTING,
            LAMED,
            MAIMED,
            MOUNTED,
            SWEPT_ALONG,
            TURN_SPENT,
            CAN_REACT,
        ],
        hidden: CONCEALED,
        momentary: vec![
            DISTRACTED,
            INTIMIDATED,
            TAUNTED,
            STEADIED,
            GRABBING,
            SPRINTING,
            MOUNTED,
            SWEPT_ALONG,
            TURN_SPENT,
            CAN_REACT,
        ],
        meanings: MEANINGS.to_vec(),
        item_moves: vec![READIED, STOWED, DROPPED, PICKED_UP, SNATCHED],
        item_states: vec![DAMAGED, DESTROYED, AMMUNITION_SPENT],
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
        turns: vec![ACTING, SPENT, KEPT],
        refusals: refusals(),
    }
}
