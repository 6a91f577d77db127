//! Results of rolls.

use shieldwall_battle::terms::{LevelRole, RollLevel, Term, Word};

/// A strike roll that misses.
pub const MISS: RollLevel = Word(&Term::new("clean miss", LevelRole::Failure));
/// One that hits.
pub const HIT: RollLevel = Word(&Term::new("plain hit", LevelRole::Success));
/// One that hits for double damage without PROT.
pub const CRITICAL: RollLevel = Word(&Term::new("critical hit", LevelRole::Special));
/// The same, which spoils armour too.
pub const GRIEVOUS: RollLevel = Word(&Term::new("grievous hit", LevelRole::Special));

/// A DEX roll within DEX (SEG-R31).
pub const DEX_1: RollLevel = Word(&Term::new("1x DEX", LevelRole::Special));
/// One within twice DEX.
pub const DEX_2: RollLevel = Word(&Term::new("2x DEX", LevelRole::Success));
/// One within three times DEX.
pub const DEX_3: RollLevel = Word(&Term::new("3x DEX", LevelRole::Success));
/// One within four times DEX.
pub const DEX_4: RollLevel = Word(&Term::new("4x DEX", LevelRole::Success));
/// One above that.
pub const DEX_5: RollLevel = Word(&Term::new("5x DEX or worse", LevelRole::Failure));
/// All levels, the best first.
pub const DEX_LEVELS: [RollLevel; 5] = [DEX_1, DEX_2, DEX_3, DEX_4, DEX_5];

/// A PER roll within PER (SEG-048).
pub const PER_1: RollLevel = Word(&Term::new("1x PER", LevelRole::Special));
/// One within twice PER.
pub const PER_2: RollLevel = Word(&Term::new("2x PER", LevelRole::Success));
/// One within three times PER.
pub const PER_3: RollLevel = Word(&Term::new("3x PER", LevelRole::Failure));
/// One within four times PER.
pub const PER_4: RollLevel = Word(&Term::new("4x PER", LevelRole::Failure));
/// One above that.
pub const PER_5: RollLevel = Word(&Term::new("5x PER or worse", LevelRole::Failure));
/// All levels, the best first.
pub const PER_LEVELS: [RollLevel; 5] = [PER_1, PER_2, PER_3, PER_4, PER_5];

/// A roll against a skill that succeeds.
pub const SUCCEEDS: RollLevel = Word(&Term::new("skill succeeds", LevelRole::Success));
/// One that fails.
pub const FAILS: RollLevel = Word(&Term::new("skill fails", LevelRole::Failure));
/// A missile into melee goes at the foe.
pub const AT_THE_FOE: RollLevel = Word(&Term::new("at the enemy", LevelRole::Success));
/// It goes at a friend.
pub const AT_A_FRIEND: RollLevel = Word(&Term::new("at a friend", LevelRole::Failure));

/// A cast that succeeds.
pub const SPELL_SUCCEEDS: RollLevel = Word(&Term::new("spell succeeds", LevelRole::Success));
/// One that fails.
pub const SPELL_FAILS: RollLevel = Word(&Term::new("spell fails", LevelRole::Failure));
/// A Luck save that is made.
pub const SAVED: RollLevel = Word(&Term::new("saved by luck", LevelRole::Success));
/// A caster that was hit keeps its spell.
pub const CONCENTRATES: RollLevel = Word(&Term::new("keeps the spell", LevelRole::Success));
/// It loses it.
pub const LOSES_THE_SPELL: RollLevel = Word(&Term::new("loses the spell", LevelRole::Failure));
/// A grievous hit leaves no wound.
pub const NO_WOUND: RollLevel = Word(&Term::new("no grievous wound", LevelRole::Success));
/// It leaves one that bleeds.
pub const WOUNDED_BLEEDING: RollLevel = Word(&Term::new("bleeding wound", LevelRole::Failure));
/// It strikes a leg.
pub const WOUNDED_LEG: RollLevel = Word(&Term::new("leg wound", LevelRole::Failure));
/// It strikes the arm of the main hand.
pub const WOUNDED_ARM: RollLevel = Word(&Term::new("wound in the main arm", LevelRole::Failure));
/// It strikes the arm of the off hand.
pub const WOUNDED_OFF_ARM: RollLevel = Word(&Term::new("wound in the off arm", LevelRole::Failure));
/// It strikes the head.
pub const WOUNDED_HEAD: RollLevel = Word(&Term::new("head wound", LevelRole::Failure));
/// It strikes the torso.
pub const WOUNDED_TORSO: RollLevel = Word(&Term::new("torso wound", LevelRole::Failure));
/// It puts its target out of action.
pub const DISABLED: RollLevel = Word(&Term::new("put out of action", LevelRole::Failure));
/// The rows of the table of grievous wounds.
pub const WOUNDS: [RollLevel; 8] = [
    NO_WOUND,
    WOUNDED_BLEEDING,
    WOUNDED_LEG,
    WOUNDED_ARM,
    WOUNDED_OFF_ARM,
    WOUNDED_HEAD,
    WOUNDED_TORSO,
    DISABLED,
];
