//! The words of this ruleset in journals and conditions, each in one place.

use shieldwall_battle::{Event, Vocabulary};

use crate::{
    attack::{
        arms::Manner,
        matrix::{DamageKind, DefenceKind},
        success_level::SuccessLevel,
    },
    movement::bands::Pace,
    terms::{actions, reasons},
    turn::stages,
};

/// Condition: its enemies have not noticed it (PCT-R30).
pub const HIDDEN: &str = "hidden";
/// Condition: it may do nothing in the first round (PCT-R17).
pub const SURPRISED: &str = "surprised";
/// Condition: it gives First Aid.
pub const HELPING: &str = "helping";
/// Condition: it reloads for a full round (PCT-R10).
pub const RELOADING: &str = "reloading";
/// Condition and stance: it kneels behind a large shield (PCT-125).
pub const KNEELING: &str = "kneeling";
/// Stance: upright.
pub const STANDING: &str = "standing";
/// Condition: it has left melee this round.
pub const BROKE_OFF: &str = "broke off";
/// Condition: it was woken this round.
pub const JUST_WOKEN: &str = "just woken";
/// Condition: a weapon in its hands must be reloaded.
pub const UNLOADED: &str = "unloaded";
/// Condition: nothing is left to shoot with a weapon in its hands.
pub const OUT_OF_AMMUNITION: &str = "out of ammunition";
/// Condition: something in its hands is broken.
pub const BROKEN_ITEM: &str = "broken item";

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

/// An item was taken in hand.
pub const READIED: &str = "readied";
/// An item was put away.
pub const STOWED: &str = "stowed";
/// An item fell or was let fall.
pub const DROPPED: &str = "dropped";
/// An item was taken from the ground.
pub const PICKED_UP: &str = "picked up";
/// An item was thrown.
pub const THROWN: &str = "thrown";
/// A shield was planted.
pub const PLANTED: &str = "planted";
/// A planted shield was taken up.
pub const TAKEN_UP: &str = "taken up";

/// Outcome: a planted shield was in the way (PCT-R59).
pub const COVERED: &str = "covered";
/// Outcome: a planted shield was not in the way.
pub const UNCOVERED: &str = "uncovered";
/// An attack was not answered.
pub const UNANSWERED: &str = "none";

/// What conditions mean for whoever has them.
const MEANINGS: [(&str, &str); 10] = [
    (
        HIDDEN,
        "Its enemies have not noticed it: they cannot attack it until it gives itself away.",
    ),
    (SURPRISED, "May do nothing in the first round."),
    (
        HELPING,
        "Gives First Aid: it may still dodge and move a little, and do nothing else.",
    ),
    (RELOADING, "Spends the whole round reloading."),
    (
        KNEELING,
        "Kneels behind a large shield: cannot dodge, and its own attacks are half as likely to hit. A shield in hand parries slow missiles at 90%, from behind at 60%.",
    ),
    (BROKE_OFF, "Has left melee in this round."),
    (JUST_WOKEN, "Was woken in this round."),
    (
        UNLOADED,
        "A weapon in its hands must be reloaded before it can shoot again.",
    ),
    (
        OUT_OF_AMMUNITION,
        "Nothing is left to shoot with a weapon in its hands.",
    ),
    (
        BROKEN_ITEM,
        "Something in its hands is broken and of no use.",
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
    let levels = [
        SuccessLevel::Failure,
        SuccessLevel::Success,
        SuccessLevel::Special,
    ]
    .map(SuccessLevel::label);
    let defences = [DefenceKind::Parry, DefenceKind::Dodge].map(DefenceKind::label);
    let damage = [DamageKind::None, DamageKind::Normal, DamageKind::Special];
    Vocabulary {
        decisions: actions::KINDS.to_vec(),
        modes: Manner::keys()
            .chain([actions::BOTH, actions::PICK_UP, actions::AWAY])
            .collect(),
        selections: Pace::ALL.map(Pace::key).to_vec(),
        stages: stages::PHASES.to_vec(),
        outcomes: levels.into_iter().chain([COVERED, UNCOVERED]).collect(),
        levels: levels.to_vec(),
        defences: defences.into_iter().chain([UNANSWERED]).collect(),
        effects: damage.map(DamageKind::label).to_vec(),
        causes: vec![
            WOUND,
            HAZARD,
            FALL,
            FIRST_AID,
            REST,
            Event::EARLIER_INJURIES,
        ],
        stances: vec![KNEELING, STANDING],
        changes: vec![HIDDEN, SURPRISED, HELPING, RELOADING],
        conditions: vec![
            KNEELING,
            SURPRISED,
            RELOADING,
            HELPING,
            BROKE_OFF,
            JUST_WOKEN,
            UNLOADED,
            OUT_OF_AMMUNITION,
            BROKEN_ITEM,
        ],
        hidden: HIDDEN,
        momentary: vec![
            KNEELING, SURPRISED, RELOADING, HELPING, BROKE_OFF, JUST_WOKEN, UNLOADED,
        ],
        meanings: MEANINGS.to_vec(),
        item_moves: vec![
            READIED, STOWED, DROPPED, PICKED_UP, THROWN, PLANTED, TAKEN_UP,
        ],
        refusals: refusals(),
        ..Vocabulary::default()
    }
}
