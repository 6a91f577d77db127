//! The declared action of a combatant, and the attacks that it still has in the round (SEG-001, SEG-R87).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    CombatantId, Event, ItemId, RuleId, Writer,
    terms::{Action, DueState},
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{free_action::DueFreeAction, handling::Handling},
    terms::words::{ATTACK, LET_FLY},
};

/// A weapon with which a combatant may strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weapon {
    /// An item in hand, in melee.
    Item(ItemId),
    /// An item in hand that is shot or thrown.
    Missile(ItemId),
    /// A natural weapon, by its place in the stat block.
    Natural(usize),
    /// Fists and feet.
    Unarmed,
}

impl Weapon {
    /// The action of an attack with it: in melee, or by missiles.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Missile(_) => LET_FLY,
            Self::Item(_) | Self::Natural(_) | Self::Unarmed => ATTACK,
        }
    }
}

/// The declared action of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlannedAction {
    /// None: nothing was declared.
    #[default]
    None,
    /// Attacks on one enemy with one weapon.
    Attack {
        /// The enemy.
        target: CombatantId,
        /// The weapon.
        weapon: Weapon,
        /// The weapon of every second attack, where both hands strike in turn (SEG-R58).
        second: Option<Weapon>,
        /// Movement that goes with it.
        how: How,
        /// The cell to fight from; `None` for the nearest in reach.
        place: Option<Cell>,
    },
    /// A move to a cell.
    Move {
        /// The cell.
        to: Cell,
        /// Its pace.
        pace: Pace,
    },
    /// A move of which each step dodges missiles (SEG-127, SEG-R64).
    Dodge {
        /// The cell to which it goes.
        to: Cell,
    },
    /// A spell is cast (SEG-055, SEG-059).
    Cast {
        /// The spell.
        spell: ItemId,
        /// Its target, if it has one.
        target: Option<CombatantId>,
        /// Movement that goes with it.
        how: How,
        /// The cell to cast from; `None` for where movement ends by itself.
        place: Option<Cell>,
        /// The time at which it begins.
        when: CastWhen,
    },
    /// A stuck missile is removed, or a bleeding wound bound (SEG-148, SEG-R71).
    FirstAid {
        /// The patient: itself, or an ally beside it.
        patient: CombatantId,
    },
    /// Full Defense, which follows an enemy (SEG-098 to SEG-101).
    FullDefence {
        /// The enemy.
        against: CombatantId,
    },
    /// Desperate Defense, and nothing else (SEG-102 to SEG-105).
    DesperateDefence,
    /// It stands up where it lies (SEG-R17).
    StandUp,
    /// It works a device that takes the round.
    Work {
        /// The device, by its place in the level.
        device: usize,
    },
    /// It picks up a weapon (SEG-108).
    PickUp {
        /// The weapon.
        item: ItemId,
        /// The enemy at which its one attack goes, if it gets to it (SEG-109).
        target: Option<CombatantId>,
        /// The level of its DEX roll, from 1 to 5, once that is known.
        level: Option<u8>,
    },
}

/// The time at which a casting begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastWhen {
    /// On its initiative.
    #[default]
    Rolled,
    /// On segment 10 of the next round (SEG-024).
    NextRound,
    /// On segment 10 of this round, since it has waited (SEG-022).
    Waited,
}

/// The pace of a combatant (SEG-R40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// TMR.
    #[default]
    Walk,
    /// Twice TMR.
    Run,
    /// Three times TMR.
    Sprint,
    /// Four times TMR.
    FastSprint,
}

impl Pace {
    /// The multiple of TMR.
    #[must_use]
    pub const fn times(self) -> i32 {
        match self {
            Self::Walk => 1,
            Self::Run => 2,
            Self::Sprint => 3,
            Self::FastSprint => 4,
        }
    }
}

/// Movement that goes with an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// None but the free step.
    #[default]
    Stand,
    /// None at all, not even the free step (SEG-013).
    Rooted,
    /// Half of TMR before it (SEG-061).
    HalfMove,
    /// All of TMR before it, at a run (SEG-071).
    Run,
    /// Half of TMR after the last attack (SEG-065 to SEG-070).
    AttackThenMove,
    /// It stands up before it (SEG-R17).
    StandUp,
    /// It has picked up its weapon (SEG-109).
    PickUp,
}

impl How {
    /// The modifier of all initiative rolls (SEG-010, SEG-013, SEG-063, SEG-072, SEG-R17).
    #[must_use]
    pub const fn initiative(self) -> i32 {
        match self {
            Self::Stand | Self::AttackThenMove => 0,
            Self::Rooted => 3,
            Self::HalfMove | Self::StandUp | Self::PickUp => -5,
            Self::Run => -7,
        }
    }

    /// Attacks left of so many (SEG-062, SEG-074, SEG-R17, SEG-R42).
    #[must_use]
    pub const fn attacks_left(self, attacks: u8) -> u8 {
        match self {
            Self::Stand | Self::Rooted | Self::AttackThenMove => attacks,
            Self::HalfMove | Self::StandUp => attacks - attacks / 2,
            Self::PickUp => 1,
            Self::Run => match attacks {
                0 | 1 => attacks,
                more => more / 2,
            },
        }
    }
}

/// The declaration of a combatant. It holds from the reveal to the end of the round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The action.
    pub action: PlannedAction,
    /// SC given up for DEF (SEG-094).
    pub guard: i32,
    /// True if it aims carefully (SEG-129).
    pub aims: bool,
    /// True if it shoots once more than it has attacks (SEG-R67).
    pub double_shots: bool,
    /// True if the target of its attack was no farther than half of TMR when it was declared (SEG-R60).
    pub was_near: bool,
    /// True if it lies on the ground, and stands up first (SEG-R17).
    pub stands_up: bool,
    /// The change of what is in hand that is still to come.
    pub handling: Handling,
    /// The free action that is still to come (SEG-082).
    pub free: Option<DueFreeAction>,
}

impl Plan {
    /// The enemy that an attack is aimed at now, declared or redirected.
    #[must_use]
    pub const fn target(&self) -> Option<CombatantId> {
        match self.action {
            PlannedAction::Attack { target, .. } => Some(target),
            _ => None,
        }
    }

    /// The weapon of an attack, by its number in the round (SEG-R58).
    #[must_use]
    pub const fn weapon_of(&self, number: u8) -> Option<Weapon> {
        match self.action {
            PlannedAction::Attack {
                second: Some(second),
                ..
            } if number.is_multiple_of(2) => Some(second),
            PlannedAction::Attack { weapon, .. } => Some(weapon),
            _ => None,
        }
    }

    /// Movement that goes with the attacks of this round.
    #[must_use]
    pub const fn how(&self) -> How {
        match self.action {
            PlannedAction::Attack { how, .. } | PlannedAction::Cast { how, .. } => how,
            _ => How::Stand,
        }
    }

    /// The action of its attacks: in melee, or by missiles.
    #[must_use]
    pub const fn attack_action(&self) -> Action {
        match self.action {
            PlannedAction::Attack { weapon, .. } => weapon.action(),
            _ => ATTACK,
        }
    }

    /// The multiple of TMR at which it moves in this round; `None` if it declared no movement.
    #[must_use]
    pub const fn pace(&self) -> Option<Pace> {
        match self.action {
            PlannedAction::Move { pace, .. } => Some(pace),
            PlannedAction::Dodge { .. } | PlannedAction::FullDefence { .. } => Some(Pace::Walk),
            PlannedAction::Attack { how, .. } | PlannedAction::Cast { how, .. } => match how {
                How::Run => Some(Pace::Run),
                How::HalfMove | How::AttackThenMove => Some(Pace::Walk),
                How::Stand | How::Rooted | How::StandUp | How::PickUp => None,
            },
            _ => None,
        }
    }

    /// The modifier of all initiative rolls (SEG-010, SEG-076 to SEG-078).
    #[must_use]
    pub fn initiative(&self) -> i32 {
        self.how().initiative() + self.handling.initiative()
    }

    /// Free actions: the first costs nothing, and each other one an attack (SEG-083).
    fn free_actions(&self) -> u8 {
        self.handling.dropped() + u8::from(self.free.is_some())
    }

    /// Attacks left of so many: each loss counts from all of them (SEG-R41, SEG-R42).
    #[must_use]
    pub fn attacks_left(&self, attacks: u8) -> u8 {
        let how = self.how();
        let moves = matches!(how, How::HalfMove | How::Run | How::StandUp);
        let counted = self.handling.counted() + u8::from(moves);
        let lost = attacks - how.attacks_left(attacks)
            + self.handling.attacks_lost(attacks)
            + self.free_actions().saturating_sub(1)
            + counted.saturating_sub(1)
            + u8::from(self.aims);
        attacks.saturating_sub(lost) + u8::from(self.double_shots)
    }

    /// The cell to fight from, or to move to after the attacks.
    #[must_use]
    pub const fn place(&self) -> Option<Cell> {
        match self.action {
            PlannedAction::Attack { place, .. } | PlannedAction::Cast { place, .. } => place,
            _ => None,
        }
    }

    /// True for Full Defense.
    #[must_use]
    pub const fn is_full_defence(&self) -> bool {
        matches!(self.action, PlannedAction::FullDefence { .. })
    }

    /// True for Desperate Defense.
    #[must_use]
    pub const fn is_desperate(&self) -> bool {
        matches!(self.action, PlannedAction::DesperateDefence)
    }

    /// True if its attacks may turn to others, and it strikes no enemy that withdraws (SEG-100, SEG-105, SEG-113).
    #[must_use]
    pub const fn only_defends(&self) -> bool {
        self.is_full_defence() || self.is_desperate()
    }

    /// True if it picks up a weapon, or has picked it up in this round (SEG-108).
    #[must_use]
    pub fn picks_up(&self) -> bool {
        matches!(self.action, PlannedAction::PickUp { .. }) || self.how() == How::PickUp
    }

    /// True if it stays in its cell for the whole round (SEG-013).
    #[must_use]
    pub fn is_rooted(&self) -> bool {
        self.how() == How::Rooted
    }
}

/// An attack that is still to be made in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DueAttack {
    /// Its number among those of the combatant, from 1.
    pub number: u8,
    /// Its name.
    pub what: Action,
    /// The segment on which it is due.
    pub segment: i32,
    /// True once its segment has come without a legal target: it waits for a later one (SEG-R37, SEG-R84).
    pub waits: bool,
}

impl DueAttack {
    /// True if it may be made on a segment.
    #[must_use]
    pub const fn is_due(&self, segment: i32) -> bool {
        self.waits || self.segment == segment
    }
}

/// The attacks that a combatant still has in this round, by number.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attacks(pub Vec<DueAttack>);

impl Attacks {
    /// Strikes out all that are left (SEG-033, SEG-070).
    pub fn lose(
        &mut self,
        who: CombatantId,
        target: Option<CombatantId>,
        scribe: &mut impl Writer,
        rules: &[RuleId],
    ) {
        for attack in std::mem::take(&mut self.0) {
            let event = Event::Due {
                who,
                nth: attack.number,
                what: attack.what,
                target,
                at: attack.segment,
                until: None,
                broken_by_hit: None,
                state: DueState::Lost,
            };
            scribe.write(event, rules);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SEG-062 and SEG-074.
    #[test]
    fn a_half_move_costs_half_of_the_attacks_rounded_down_and_a_run_half_rounded_up() {
        let left = |how: How| [1, 2, 3, 4, 5].map(|attacks| how.attacks_left(attacks));
        assert_eq!(left(How::Stand), [1, 2, 3, 4, 5]);
        assert_eq!(left(How::HalfMove), [1, 1, 2, 2, 3]);
        assert_eq!(left(How::Run), [1, 1, 1, 2, 2]);
    }
}
