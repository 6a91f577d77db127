//! What comes of an attack, in words.

use super::Word;

/// How well a roll, an attack or a defence went: `failure`, `special success`.
pub type RollLevel = Word<LevelRole>;

/// What a level is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelRole {
    /// It failed, or was not good enough.
    Failure,
    /// It succeeded.
    Success,
    /// It succeeded better than usual.
    Special,
}

/// How an attack was answered: `parry`, `none`. Its words for the log say what somebody did who came to no
/// harm by it: "parries".
pub type Defence = Word<DefenceRole>;

/// What a defence is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefenceRole {
    /// There was none.
    None,
    /// Out of the way.
    Dodge,
    /// With what was in hand.
    Block,
    /// With an attack.
    Counter,
    /// Somebody else stepped into the attack.
    Protect,
    /// Behind somebody else.
    TakeCover,
    /// With something else in place of harm.
    Bargain,
}

/// What came of an attack: `none`, `normal`.
pub type AttackEffect = Word<EffectRole>;

/// What the effect of an attack is to everything that knows no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectRole {
    /// Nothing came of it.
    None,
    /// It hit.
    Normal,
    /// It hit better than usual.
    Special,
}
