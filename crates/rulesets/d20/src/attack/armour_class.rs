//! Armour Class: what an attack must come to (D20-003, D20-007, D20-084, D20-122, D20-124, D20-129, D20-130,
//! D20-R02, D20-R65).

use shieldwall_battle::Footing;
use shieldwall_grid::Arc;

use crate::{
    content::stat_block::StatBlock,
    figure::{
        battlefield::{Battlefield, Figure},
        round::{Intent, TwoWeapons},
    },
    harm::modifiers::Modifiers,
    terms::rules::{R007, R084, R124, R125, R129, R159, RR02, RR03, RR74},
};

/// The Armour Class of somebody without anything (D20-R02).
pub const BASE: i32 = 10;
/// What a second weapon adds as a guard (D20-159).
const SECOND_WEAPON: i32 = 1;
/// What full defence adds to the whole bonus (D20-084).
pub const FULL_DEFENCE: i32 = 2;

/// What goes into an Armour Class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmourClass {
    /// What is added to [`BASE`], in order.
    pub modifiers: Modifiers,
}

impl ArmourClass {
    /// What an attack must come to.
    #[must_use]
    pub fn total(&self) -> i32 {
        BASE + self.modifiers.total()
    }
}

/// What somebody does for its defence this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The share of its bonus (D20-007).
    pub share: i32,
    /// Whether it does nothing else (D20-084).
    pub full: bool,
    /// Whether it neither dodges nor parries: it charges (D20-046), or is stunned (D20-R31).
    pub exposed: bool,
    /// Whether its shield is locked with those of its neighbours (D20-125).
    pub locked: bool,
    /// Whether it parries with a second weapon (D20-159).
    pub second_weapon: bool,
}

impl Guard {
    /// What somebody has declared.
    #[must_use]
    pub fn of(who: &Figure<'_, '_>) -> Self {
        // The surprised are no more than idle: they keep their DEX (D20-149).
        let held = who.wounds.stunned.0 > 0 || who.pinned.0.is_some();
        let exposed = held || *who.round.intent == Intent::Charge;
        Self {
            share: if exposed || who.surprised.0 {
                0
            } else {
                who.round.division.defence
            },
            full: who.can_act() && *who.round.intent == Intent::FullDefence,
            exposed,
            locked: who.locked.0,
            second_weapon: who.can_act() && *who.round.two_weapons == TwoWeapons::Guard,
        }
    }
}

/// The Armour Class of a unit before anybody has done anything, for its card.
#[must_use]
pub fn at_rest(stats: &StatBlock, armour: i32, shield: i32) -> i32 {
    BASE + armour + shield + stats.dexterity_modifier()
}

impl Battlefield<'_, '_> {
    /// In which arc of somebody a place lies. Who stands in two cells uses the one nearer to it; if both are as near,
    /// the one for which it lies more in front (D20-R44, D20-R65).
    #[must_use]
    pub fn arc_of(&self, target: &Figure<'_, '_>, from: Footing) -> Arc {
        let grid = self.grid();
        let facing = target.facing.0;
        let near = target.footing().cells(grid).into_iter().flat_map(|cell| {
            let cells = from.cells(grid).into_iter();
            cells.map(move |other| (grid.steps(cell, other), grid.arc(facing, cell, other)))
        });
        near.min().map_or(Arc::Front, |(_, arc)| arc)
    }

    /// The Armour Class of somebody against an attack from a place.
    #[must_use]
    pub fn armour_class(
        &self,
        target: &Figure<'_, '_>,
        from: Footing,
        guard: Guard,
    ) -> ArmourClass {
        let stats = target.stats();
        let mut class = ArmourClass::default();
        class.modifiers.add("armour", target.armour.points, RR02);
        class
            .modifiers
            .add("magic armour", target.armour.magic, RR02);
        let ward = target.magic.warded.bonus;
        class.modifiers.add("ward", ward, RR74);
        // The helpless have nothing else (D20-R40).
        if target.is_helpless() {
            return class;
        }
        let is_front = self.arc_of(target, from) == Arc::Front;
        match (guard.locked, is_front) {
            (true, true) => class
                .modifiers
                .add("shield wall", self.wall_shields(target), R125),
            (true, false) => {}
            (false, _) if target.pinned.0.is_none() => {
                class.modifiers.add("shield", self.shield(target), RR02);
            }
            (false, _) => {}
        }
        // Nobody dodges among shoulders; the clumsy stay clumsy.
        let holds = self.pinned_by(target).is_some();
        let packed = guard.locked || self.is_crowded(target);
        let dexterity = if guard.exposed || holds || packed {
            stats.dexterity_modifier().min(0)
        } else {
            stats.dexterity_modifier()
        };
        let rule = if dexterity < 0 { R129 } else { RR03 };
        class.modifiers.add("DEX", dexterity, rule);
        class.modifiers.add("defence share", guard.share, R007);
        if guard.second_weapon {
            class.modifiers.add("second weapon", SECOND_WEAPON, R159);
        }
        if guard.full {
            class.modifiers.add("full defence", FULL_DEFENCE, R084);
        }
        class
            .modifiers
            .add("turned away", -target.round.exposure.0, R124);
        class
    }
}
