//! What somebody can attack with, and how far it reaches (D20-102, D20-132 to D20-136, D20-R55, D20-R66).

use std::sync::Arc;

use shieldwall_battle::{CombatantId, Footing, ItemId};
use shieldwall_content::Item;
use shieldwall_dice::DiceExpr;

use crate::{
    content::{
        blocks::Weapon,
        item_block::{ItemBlock, Reload},
        stat_block::StatBlock,
    },
    figure::battlefield::{Battlefield, Figure, GearView},
};

/// Increments of range beyond which nothing is hit (D20-R55).
const INCREMENTS: u32 = 3;
/// Penalty for each increment after the first (D20-R55).
const PER_INCREMENT: i32 = -2;
/// The most cells that anything strikes across in melee, in inches (D20-134).
pub const LONGEST: u32 = 3;
/// Penalty of a weapon that is too long for an enemy at arm's length (D20-136).
pub const INSIDE: i32 = -4;

/// Something to attack with.
#[derive(Clone, Debug)]
pub struct Arm {
    /// What it is.
    pub weapon: Weapon,
    /// How it is used.
    pub usage: Usage,
    /// Its magic plus.
    pub magic: i32,
    source: Source,
}

/// Bare hands.
const FIST: Arm = Arm {
    weapon: Weapon::Fist,
    usage: Usage::Melee(1, 1),
    magic: 0,
    source: Source::Fist,
};

/// Where a weapon is described.
#[derive(Clone, Debug)]
enum Source {
    Item(Arc<Item>, Arc<ItemBlock>),
    Natural(Arc<StatBlock>, usize),
    Pommel(Arc<Item>),
    Fist,
}

/// How a weapon is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// In melee, from the nearest to the farthest cell of its reach.
    Melee(u32, u32),
    /// From afar, with the cells of an increment.
    Missile {
        /// Cells of an increment.
        increment: u32,
        /// Shots a round of somebody who stands (D20-033).
        shots: u8,
        /// Whether the thing itself is thrown.
        thrown: bool,
    },
}

impl Arm {
    /// What it is called: "spear".
    #[must_use]
    pub fn name(&self) -> String {
        match &self.source {
            Source::Item(item, _) => item.name.to_lowercase(),
            Source::Natural(stats, place) => stats.natural_weapons[*place].name.clone(),
            Source::Pommel(item) => format!("pommel of {}", item.name.to_lowercase()),
            Source::Fist => "fist".to_owned(),
        }
    }

    /// Its damage, without strength and magic.
    fn damage(&self) -> DiceExpr {
        let known = match &self.source {
            Source::Item(_, block) => match self.usage {
                Usage::Melee(..) => block.melee.as_ref().map(|melee| &melee.damage),
                Usage::Missile { .. } => block.missile.as_ref().map(|missile| &missile.damage),
            },
            Source::Natural(stats, place) => Some(&stats.natural_weapons[*place].damage),
            Source::Pommel(_) | Source::Fist => None,
        };
        known.cloned().unwrap_or_else(|| DiceExpr::dice(1, 2))
    }

    /// Whether its plain dice cannot exceed 1 (D20-096).
    #[must_use]
    pub fn is_tiny(&self) -> bool {
        self.damage().max() <= 1
    }

    /// Whether something flies.
    #[must_use]
    pub const fn is_missile(&self) -> bool {
        matches!(self.usage, Usage::Missile { .. })
    }

    /// The item; `None` for what one has by nature.
    #[must_use]
    pub const fn item(&self) -> Option<ItemId> {
        match self.weapon {
            Weapon::Item(item) | Weapon::Pommel(item) => Some(item),
            Weapon::Natural(_) | Weapon::Fist => None,
        }
    }

    /// Shots a round of a combatant that stands (D20-033); 0 in melee.
    #[must_use]
    pub const fn shots(&self) -> u8 {
        match self.usage {
            Usage::Melee(..) => 0,
            Usage::Missile { shots, .. } => shots,
        }
    }

    /// True for a missile weapon that is still in hand and ready after a shot: neither thrown nor to be loaded.
    #[must_use]
    pub fn shoots_again(&self) -> bool {
        let Source::Item(_, block) = &self.source else {
            return false;
        };
        let missile = block.missile.as_ref();
        missile.is_some_and(|missile| !missile.thrown && missile.reload == Reload::None)
    }

    /// True if a combatant on the ground can use it: nothing that takes two hands, no bow and no sling (D20-R79).
    #[must_use]
    pub fn serves_lying(&self) -> bool {
        let Source::Item(_, block) = &self.source else {
            return true;
        };
        let missile = block.missile.as_ref().filter(|_| self.is_missile());
        // Of what is shot, only small crossbows take one hand and no swing.
        let shot = missile.is_some_and(|missile| !missile.thrown && missile.reload == Reload::None);
        block.hands < 2 && !shot
    }

    /// Whether it can keep an enemy at bay: something long in hand (D20-135, D20-R66).
    #[must_use]
    pub const fn fends(&self) -> bool {
        matches!(
            (&self.source, self.usage),
            (Source::Item(..), Usage::Melee(_, 2..))
        )
    }

    /// Whether it may stick in its target (D20-070).
    #[must_use]
    pub fn lodges(&self) -> bool {
        let missile = match &self.source {
            Source::Item(_, block) => block.missile.as_ref(),
            Source::Natural(..) | Source::Pommel(_) | Source::Fist => None,
        };
        self.is_missile() && missile.is_some_and(|missile| missile.lodges)
    }

    /// What it adds to the effect of Mighty Blows (D20-R25).
    #[must_use]
    pub fn mighty_mod(&self) -> i32 {
        match &self.source {
            Source::Item(_, block) => block.mighty_mod,
            Source::Natural(..) | Source::Pommel(_) | Source::Fist => 0,
        }
    }

    /// Whether it can hurt somebody at all: some are hurt only by special weapons (D20-053, D20-R92).
    #[must_use]
    pub fn can_hurt(&self, target: &StatBlock) -> bool {
        let silver = matches!(&self.source, Source::Item(_, block) if block.silver);
        let mut ways = target.requires.iter();
        target.requires.is_empty() || ways.any(|way| way.is_met(silver, self.magic))
    }

    /// Whether an enemy so many cells away is inside the point, where a long weapon is next to worthless
    /// (D20-136).
    #[must_use]
    pub const fn is_inside(&self, steps: u32) -> bool {
        matches!(self.usage, Usage::Melee(near, _) if steps > 0 && steps < near)
    }

    /// What range does to the roll (D20-R55).
    #[must_use]
    pub fn range_penalty(&self, steps: u32) -> i32 {
        match self.usage {
            Usage::Melee(..) => 0,
            Usage::Missile { increment, .. } => {
                let beyond = steps.div_ceil(increment.max(1)).max(1) - 1;
                PER_INCREMENT * i32::try_from(beyond).unwrap_or(0)
            }
        }
    }

    /// Whether strength adds to the damage so far away: in melee, and of what is thrown within its first increment
    /// (D20-101, D20-109).
    #[must_use]
    pub const fn uses_strength(&self, steps: u32) -> bool {
        match self.usage {
            Usage::Melee(..) => true,
            Usage::Missile {
                increment, thrown, ..
            } => thrown && steps <= increment,
        }
    }

    /// The dice of a hit so far away, and what is added to them.
    #[must_use]
    pub fn damage_parts(&self, steps: u32, strength: i32) -> (DiceExpr, i32) {
        let added = if self.uses_strength(steps) {
            strength
        } else {
            0
        };
        if self.is_inside(steps) {
            (DiceExpr::dice(1, 2), added)
        } else {
            (self.damage(), self.magic + added)
        }
    }

    /// The damage of a hit on an enemy so many cells away by somebody with this modifier of strength; at least 1
    /// when it is rolled (D20-R50).
    #[must_use]
    pub fn damage_at(&self, steps: u32, strength: i32) -> DiceExpr {
        let (dice, added) = self.damage_parts(steps, strength);
        dice.plus(added)
    }
}

impl Battlefield<'_, '_> {
    /// A length that the rules give in inches, in cells; at least 1 (D20-087).
    #[must_use]
    pub fn cells_of(&self, inches: u32) -> u32 {
        let cell = self.grid().cell_size().milli().unsigned_abs().max(1);
        (inches * 1500 / cell).max(1)
    }

    /// Everything somebody can attack with as it stands, things in hand first.
    #[must_use]
    pub fn arms(&self, who: &Figure<'_, '_>) -> Vec<Arm> {
        let mut arms = Vec::new();
        for gear in self.in_hand(who) {
            arms.extend(self.uses(&gear));
        }
        let natural = who.stats().natural_weapons.iter().enumerate();
        arms.extend(natural.map(|(place, weapon)| Arm {
            weapon: Weapon::Natural(place),
            usage: Usage::Melee(1, self.cells_of(weapon.reach)),
            magic: 0,
            source: Source::Natural(Arc::clone(&who.build.0), place),
        }));
        if arms.iter().all(Arm::is_missile) {
            arms.push(FIST);
        }
        arms
    }

    /// True if an attack lets go of the last weapon that a combatant carries.
    #[must_use]
    pub fn disarms(&self, who: &Figure<'_, '_>, arm: &Arm) -> bool {
        let is_thrown = matches!(arm.usage, Usage::Missile { thrown: true, .. });
        let is_other_weapon = |gear: &GearView<'_, '_>| {
            let block = &gear.gear.0;
            Some(*gear.id) != arm.item() && (block.melee.is_some() || block.missile.is_some())
        };
        is_thrown
            && who.stats().natural_weapons.is_empty()
            && !self.carried(who).iter().any(is_other_weapon)
    }

    /// What somebody can brawl with: fists and feet, and the pommel of what it has in hand (D20-162, D20-165). Nothing
    /// for those who have claws.
    #[must_use]
    pub fn brawling_arms(&self, who: &Figure<'_, '_>) -> Vec<Arm> {
        if !who.stats().natural_weapons.is_empty() {
            return Vec::new();
        }
        let pommels = self.in_hand(who).filter(|gear| gear.gear.0.pommel);
        let pommels = pommels.map(|gear| Arm {
            weapon: Weapon::Pommel(*gear.id),
            usage: Usage::Melee(1, 1),
            magic: 0,
            source: Source::Pommel(Arc::clone(&gear.kind.0)),
        });
        pommels.chain([FIST]).collect()
    }

    /// The ways to attack with a thing.
    fn uses(&self, gear: &GearView<'_, '_>) -> impl Iterator<Item = Arm> + use<> {
        let block = &gear.gear.0;
        let melee = block.melee.as_ref().map(|melee| {
            let [near, far] = melee.reach;
            let far = self.cells_of(far);
            Usage::Melee(near.min(far), far)
        });
        let missile = block.missile.as_ref().map(|missile| Usage::Missile {
            increment: self.cells_of(missile.increment),
            shots: missile.shots,
            thrown: missile.thrown,
        });
        let (weapon, magic) = (Weapon::Item(*gear.id), block.magic);
        let source = Source::Item(Arc::clone(&gear.kind.0), Arc::clone(block));
        melee.into_iter().chain(missile).map(move |usage| Arm {
            weapon,
            usage,
            magic,
            source: source.clone(),
        })
    }

    /// The arm of a weapon that has gone astray: it may have left the hand already (D20-079).
    #[must_use]
    pub fn arm_astray(&self, who: &Figure<'_, '_>, weapon: Weapon, missile: bool) -> Option<Arm> {
        let Weapon::Item(item) = weapon else {
            return self.arm(who, weapon, missile);
        };
        let mut uses = self.uses(&self.item(item)?);
        uses.find(|arm| arm.is_missile() == missile)
    }

    /// The arm of a weapon in one way of using it; `None` if it is not in hand any more.
    #[must_use]
    pub fn arm(&self, who: &Figure<'_, '_>, weapon: Weapon, missile: bool) -> Option<Arm> {
        let all = if weapon.brawls() {
            self.brawling_arms(who)
        } else {
            self.arms(who)
        };
        let mut arms = all.into_iter().chain([FIST]);
        arms.find(|arm| arm.weapon == weapon && arm.is_missile() == missile)
    }

    /// Whether an arm reaches from one place to another. `side` is that of the attacker: its own friends are no
    /// obstacle to a long weapon, and able enemies are (D20-133, D20-R67).
    #[must_use]
    pub fn reaches(&self, who: &Figure<'_, '_>, from: Footing, arm: &Arm, at: Footing) -> bool {
        self.will_reach(who, from, arm, at, None)
    }

    /// The same once an enemy has fallen who may have been in the way.
    #[must_use]
    pub fn will_reach(
        &self,
        who: &Figure<'_, '_>,
        from: Footing,
        arm: &Arm,
        at: Footing,
        fallen: Option<CombatantId>,
    ) -> bool {
        let steps = self.steps(from, at);
        match arm.usage {
            Usage::Melee(_, far) => {
                steps <= far
                    && (self.adjacent(from, at)
                        || (steps > 1 && self.strikes_past(who, from, at, fallen)))
            }
            Usage::Missile { increment, .. } => {
                steps <= increment * INCREMENTS && self.sees(from, at)
            }
        }
    }

    /// Whether there is a line of sight between two places.
    #[must_use]
    pub fn sees(&self, from: Footing, at: Footing) -> bool {
        let map = &self.board.map;
        let pairs = self.pairs(from, at);
        pairs.into_iter().any(|(a, b)| map.sight(a, b).visible)
    }

    /// The cells of two places, each with each.
    fn pairs(
        &self,
        from: Footing,
        at: Footing,
    ) -> Vec<(shieldwall_grid::Cell, shieldwall_grid::Cell)> {
        let theirs = at.cells(self.grid());
        let own = from.cells(self.grid()).into_iter();
        own.flat_map(|a| theirs.iter().map(move |b| (a, *b)))
            .collect()
    }

    /// Whether nothing stops a long weapon: a straight path without walls and able enemies.
    fn strikes_past(
        &self,
        who: &Figure<'_, '_>,
        from: Footing,
        at: Footing,
        fallen: Option<CombatantId>,
    ) -> bool {
        let (map, grid) = (&self.board.map, self.grid());
        let taken = |cell| {
            let mut enemies = self.enemies_at_a_glance(who.side());
            enemies.any(|enemy| Some(*enemy.id) != fallen && enemy.footing().covers(grid, cell))
        };
        self.sees(from, at)
            && self.pairs(from, at).into_iter().any(|(a, b)| {
                let open = |here, next| map.is_beside(here, next) && (next == b || !taken(next));
                grid.straight_path(a, b, open).is_some()
            })
    }
}
