//! The words of this ruleset in the journal.

use std::sync::LazyLock;

use shieldwall_battle::{
    Reason,
    terms::{
        AttackEffect, Defence, DefenceRole, EffectRole, ItemMove, ItemMoveRole, LevelRole, Link,
        LinkRole, Placement, PlacementRole, Rest, RollLevel, Stretch, Term, Terms, Timeline, Track,
        TrackRole, Word,
    },
};
use shieldwall_grid::Layout;

use crate::terms::{actions, conditions, decisions, fields, reasons, rule_options, stages};

/// The roll came to what was needed.
pub const SUCCESS: RollLevel = Word(&Term::new("success", LevelRole::Success));
/// It did not.
pub const FAILURE: RollLevel = Word(&Term::new("failure", LevelRole::Failure));
/// A die of surprise that leaves its side alert (D20-011).
pub const ALERT: RollLevel = Word(&Term::new("not surprised", LevelRole::Success));
/// A die of surprise that its side loses (D20-011).
pub const TAKEN_UNAWARES: RollLevel = Word(&Term::new("surprised", LevelRole::Failure));
/// A natural 20 (D20-052).
pub const CRITICAL: RollLevel = Word(&Term::new("natural 20", LevelRole::Special));
/// A natural 1 (D20-075).
pub const FUMBLE: RollLevel = Word(&Term::new("natural 1", LevelRole::Failure));

/// The target cannot do more than it does all the time.
pub const UNANSWERED: Defence = Word(&Term::new("none", DefenceRole::None).log("withstands"));
/// Nothing came of it.
pub const NO_EFFECT: AttackEffect = Word(&Term::new("none", EffectRole::None));
/// It hurt.
pub const HURT: AttackEffect = Word(&Term::new("normal", EffectRole::Normal));

/// Cause of lost hit points: an attack.
pub const WOUND: &str = "wound";

/// Cause of hit points regained: a spell.
pub const MENDING: &str = "mending";

/// Something was taken in hand.
pub const READIED: ItemMove =
    Word(&Term::new("readied", ItemMoveRole::Readied).log("draws {item}"));
/// Something was let fall.
pub const DROPPED: ItemMove =
    Word(&Term::new("dropped", ItemMoveRole::Dropped).log("drops {item}"));
/// Something was thrown.
pub const THROWN: ItemMove = Word(&Term::new("thrown", ItemMoveRole::Thrown).log("throws {item}"));

/// Thrown off by a free attack (D20-116).
pub const THROWN_OFF: Placement =
    Word(&Term::new("is thrown back", PlacementRole::Moved).log("is thrown back"));

/// The shield of the first one covers the other too (D20-125).
pub const COVERS: Link = Word(&Term::new("covers", LinkRole::Cover).log("covers"));

/// What is left before one drops of exhaustion (D20-145).
pub const STAMINA: Track = Word(&Term::new("stamina", TrackRole::KnockOut));
/// The first one holds the other on the ground (D20-166).
pub const HOLDS: Link = Word(&Term::new("holds", LinkRole::Hold).log("holds"));
/// Pushed back (D20-167).
pub const PUSHED: Placement =
    Word(&Term::new("is pushed back", PlacementRole::Moved).log("is pushed back"));
/// Takes the place of the one that was pushed (D20-167).
pub const FOLLOWS: Placement = Word(&Term::new("follows", PlacementRole::Moved).log("follows"));
/// Brought elsewhere by a feat (D20-029).
pub const SWINGS: Placement = Word(&Term::new("swings across", PlacementRole::Moved).log("lands"));
/// Something was taken up.
pub const PICKED_UP: ItemMove =
    Word(&Term::new("picked up", ItemMoveRole::PickedUp).log("picks up {item}"));

/// Constitution, which Mighty Blows wear down: at 0 one is dead (D20-061).
pub const CON: Track = Word(&Term::new("CON", TrackRole::Lethal));

/// Names of the movement bands, best first.
const BANDS: [&str; 2] = ["and attack", "no attack"];

/// The one way to rest between two battles (D20-144).
const IN_QUARTERS: Rest = Rest {
    label: "in quarters",
    detail: "What only wears one down comes back at a point an hour; wounds stay",
};

/// The unit that the count goes by.
pub const NUMBER: &str = "number";

/// The numbers of usual dice, up to those of DEX 24 (D20-020).
fn timeline() -> Timeline {
    let stretch = Stretch {
        name: stages::COUNTDOWN,
        first: 12,
        last: 1,
    };
    Timeline {
        counted: NUMBER,
        stretches: vec![stretch],
    }
}

/// All words.
pub static TERMS: LazyLock<Terms> = LazyLock::new(|| Terms {
    actions: actions::ALL.to_vec(),
    decisions: decisions::ALL.to_vec(),
    answers: vec![decisions::FENDING, decisions::FREE_ATTACK],
    answering: vec![
        actions::FEND,
        actions::LET_COME,
        actions::STRIKE_FREELY,
        actions::FORGO,
    ],
    stages: stages::NAMES.to_vec(),
    phases: stages::PHASES.to_vec(),
    movement_bands: BANDS.to_vec(),
    rule_options: rule_options::all(),
    rests: vec![IN_QUARTERS],
    outcomes: vec![SUCCESS, FAILURE, CRITICAL, FUMBLE, ALERT, TAKEN_UNAWARES],
    levels: vec![SUCCESS, FAILURE, CRITICAL, FUMBLE],
    defences: vec![UNANSWERED],
    effects: vec![NO_EFFECT, HURT],
    causes: vec![WOUND, MENDING],
    changes: conditions::ALL.to_vec(),
    conditions: conditions::ALL.to_vec(),
    item_moves: vec![READIED, DROPPED, THROWN, PICKED_UP],
    placements: vec![THROWN_OFF, PUSHED, FOLLOWS, SWINGS],
    links: vec![COVERS, HOLDS],
    tracks: vec![CON, STAMINA],
    options: options(),
    timeline: Some(timeline()),
    refusals: Reason::words(reasons::ALL),
    ..Terms::default()
});

/// What may be chosen in fields: directions, and how shields are held.
fn options() -> Vec<&'static str> {
    let layouts = [Layout::HexPointy, Layout::HexFlat, Layout::Square].into_iter();
    let directions = layouts.flat_map(|layout| layout.direction_names().iter().copied());
    let own = [
        fields::FACING_FREE,
        fields::SHIELDS_LOCKED,
        fields::SHIELDS_MARCHING,
        fields::SHIELDS_OPEN,
        fields::ONE_WEAPON,
        fields::TWO_ATTACKS,
        fields::GUARD,
        fields::VITALS,
        fields::KILL,
        fields::SUBDUE,
        fields::STAY,
        fields::FOLLOW,
    ];
    directions.chain(own).collect()
}
