//! Seeing enemies, and knowing of them (SEG-R30, SEG-R48, SEG-R83).

use bevy_ecs::prelude::*;
use shieldwall_battle::{CombatantId, SideId, SideSet};
use shieldwall_grid::Cell;

use crate::combatant::{
    allowance,
    field::{Combatant, Field},
};

/// The things that enemies of a combatant know of it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stealth {
    /// True until something gives it away: the level hides it.
    pub hidden: bool,
    /// The cell that its own attack or spell has shown, where it is not seen there.
    pub located: Option<Cell>,
    /// The sides that know of it.
    pub known_to: SideSet,
}

/// The things that a combatant notices.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Senses {
    /// True until its side learns of an enemy: the level says that it is not alert.
    pub unwary: bool,
    /// Rounds for which it sees no enemy, the present one included.
    pub blinded: u8,
    /// PER levels of this round against enemies that it does not see, from 1 to 5.
    pub levels: Vec<(CombatantId, u8)>,
    /// PER level against the ambush of this round, from 1 to 5 (SEG-048).
    pub ambushed: Option<u8>,
}

impl Senses {
    /// The PER level against an enemy that it does not see; `None` before the roll.
    #[must_use]
    pub fn level(&self, enemy: CombatantId) -> Option<u8> {
        let mut levels = self.levels.iter();
        levels
            .find(|(other, _)| *other == enemy)
            .map(|(_, level)| *level)
    }
}

/// The sides that have made or suffered an attack in this battle (SEG-R30).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fought(pub SideSet);

/// Attackers and casters of this segment, with their targets.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Assaults(pub Vec<(CombatantId, CombatantId)>);

impl Combatant<'_, '_> {
    /// True if it is not seen though there is a line of sight to it.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        self.stealth.hidden || self.stats().invisible
    }

    /// True if a PER level of 3 or worse leaves it no action in the ambushers' round (SEG-R32).
    #[must_use]
    pub fn is_taken_aback(&self) -> bool {
        self.senses.ambushed.is_some_and(|level| level >= 3)
    }
}

impl Field<'_, '_> {
    /// True if something other than the lack of a line of sight keeps a combatant from seeing an enemy.
    #[must_use]
    pub fn is_blind_to(&self, who: &Combatant<'_, '_>, enemy: &Combatant<'_, '_>) -> bool {
        let is_blind = enemy.is_unseen() || who.senses.blinded > 0;
        is_blind && !self.senses_within(who, enemy.cell(), who.stats().targeting_sense_ft)
    }

    /// True if a cell is within so many feet of a combatant.
    #[must_use]
    pub fn senses_within(&self, who: &Combatant<'_, '_>, cell: Cell, feet: i32) -> bool {
        let cells = allowance::whole(2 * feet, self.grid()) / allowance::CELL;
        cells > 0 && self.grid().steps(who.cell(), cell) <= u32::from(cells)
    }

    /// True if a combatant sees an enemy, or senses where it is (SEG-R83).
    #[must_use]
    pub fn sees(&self, who: &Combatant<'_, '_>, enemy: &Combatant<'_, '_>) -> bool {
        self.would_see(who, enemy, enemy.is_unseen())
    }

    /// The same of an enemy that hides, or does not.
    #[must_use]
    pub fn would_see(
        &self,
        who: &Combatant<'_, '_>,
        enemy: &Combatant<'_, '_>,
        hides: bool,
    ) -> bool {
        let senses = || self.senses_within(who, enemy.cell(), who.stats().targeting_sense_ft);
        let in_sight = || self.map().sight(who.cell(), enemy.cell()).visible;
        !hides && who.senses.blinded == 0 && in_sight() || senses()
    }

    /// True if a side knows of a combatant.
    #[must_use]
    pub fn knows(&self, side: SideId, enemy: &Combatant<'_, '_>) -> bool {
        enemy.stealth.known_to.contains(side)
    }

    /// True if a side knows in which cell an enemy is: a member sees it or stands beside it, or it has shown itself there.
    #[must_use]
    pub fn is_located(&self, side: SideId, enemy: &Combatant<'_, '_>) -> bool {
        let board = &self.combatants.board;
        let mut members = self
            .active()
            .filter(|who| !who.stunned.0 && !board.hostile(side, who.side()));
        enemy.stealth.located == Some(enemy.cell())
            || members
                .any(|who| self.map().is_beside(who.cell(), enemy.cell()) || self.sees(&who, enemy))
    }

    /// True if a combatant may direct an attack or a spell at an enemy: it sees it, or knows the cell (SEG-R83).
    #[must_use]
    pub fn may_aim_at(&self, who: &Combatant<'_, '_>, enemy: &Combatant<'_, '_>) -> bool {
        !self.is_blind_to(who, enemy) || self.is_located(who.side(), enemy)
    }
}
