//! What a character is, and what has become of it in this battle.

use std::sync::Arc;

use crate::content::blocks::{Breaking, Size, StatBlock};
use bevy_ecs::prelude::Component;
use shieldwall_battle::{CombatantId, ItemId};

/// Stat block of a character (ZON-R02).
#[derive(Component, Clone, Debug)]
pub struct Build(pub Arc<StatBlock>);

impl Build {
    /// Its size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.0.size
    }
}

/// What a character has done with its turn of this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TurnState {
    /// It has its turn in hand (ZON-050).
    #[default]
    Ready,
    /// Its turn is under way.
    Acting,
    /// It has done nothing in the shared turn of its team and keeps its turn for a reaction
    /// (ZON-149).
    Kept,
    /// Its turn is spent, by a normal turn or by a reaction (ZON-003, ZON-018).
    Spent,
}

/// A character's round so far. Fresh with every round (ZON-001).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// What has become of the turn.
    pub state: TurnState,
    /// Reactions made in this round (ZON-R86).
    pub reactions: u8,
    /// Whether the turn was given up for a reaction rather than taken.
    pub reacted: bool,
    /// Rode at full speed: no action and no reaction until the end of the round (ZON-R73).
    pub swept_along: bool,
    /// Half-zone steps spent in this turn, surcharges counted (ZON-R11).
    pub steps: u16,
    /// Half-zone steps made in this round, as far as they set a mount in motion (ZON-R74).
    pub motion: u16,
    /// Whether it sprints in this turn (ZON-013).
    pub sprinting: bool,
    /// Whether it has gone at full speed in this turn: more than half of the allowance, a sprint counted
    /// (ZON-R73).
    pub full_speed: bool,
    /// Whether its main action is taken.
    pub main: bool,
    /// Bonus actions taken.
    pub bonus: u8,
    /// Whether it has declared a steady shot: no half-zone step may follow (ZON-R12).
    pub steady: bool,
    /// Whether it may not move any more in this turn: the step of the lame (ZON-R11), a grab.
    pub rooted: bool,
    /// Walks begun in this turn.
    pub walks: u8,
    /// Whether it has done anything in this turn.
    pub began: bool,
}

impl Turn {
    /// Whether any action has been taken in this turn.
    #[must_use]
    pub const fn has_acted(&self) -> bool {
        self.main || self.bonus > 0
    }

    /// Whether a main action is left (ZON-014, ZON-015).
    #[must_use]
    pub const fn may_main(&self) -> bool {
        !self.main && self.bonus < 2
    }

    /// Whether a bonus action is left (ZON-014, ZON-015).
    #[must_use]
    pub const fn may_bonus(&self) -> bool {
        self.bonus == 0 || (self.bonus == 1 && !self.main)
    }
}

/// How far a character can still be driven.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamina {
    /// Sprints left in this battle (ZON-R11).
    pub sprints: u16,
    /// Lamed in the leg: half the speed and no sprinting (ZON-R40).
    pub lamed: bool,
    /// Hands lost in this battle (ZON-R40).
    pub lost_hands: u8,
}

/// What a character's mind is set on, and what ails it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mind {
    /// Distracted until the end of the round (ZON-R21).
    pub distracted: bool,
    /// Its attacks are impaired until the end of its next turn (ZON-R21).
    pub intimidated: bool,
    /// Whom its attacks must include until the end of its next turn (ZON-R21).
    pub taunted: Option<CombatantId>,
    /// Has failed a morale check and means to do this (ZON-114).
    pub broken: Option<Breaking>,
    /// Has passed a morale check (ZON-115).
    pub steadied: bool,
    /// Loses 1 health at the end of each round (ZON-R39).
    pub poisoned: bool,
    /// Was knocked out rather than wounded: medicine does not help before the end of the battle.
    pub knocked_out: bool,
    /// Some enemy has been able to see it since the end of its previous turn (ZON-R51).
    pub seen: bool,
    /// The same by an enemy who was not concealed itself.
    pub seen_openly: bool,
    /// Was concealed when the battle began, and so has a turn in the bonus round (ZON-R50).
    pub ambusher: bool,
    /// Its starting place in an ambush is not tested yet: it has not moved (ZON-R52).
    pub lurking: bool,
    /// Veiled by a power: it is not tested before its next step either (ZON-R22, ZON-R52).
    pub veiled: bool,
    /// The round in which it may not leave the map, because it was caught up with (ZON-R59).
    pub caught_in: Option<u32>,
    /// Has left the map where its side is to escape (ZON-R79).
    pub escaped: bool,
}

/// Whom a character holds, and who holds it (ZON-092, ZON-R46).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grip {
    /// Those it holds, in the order in which it took hold of them.
    pub holds: Vec<CombatantId>,
    /// Who holds it.
    pub held_by: Option<CombatantId>,
}

/// The group with which a character checks morale (ZON-R54), by number.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group(pub u8);

/// The body armour a character wears.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Worn(pub Option<ItemId>);
