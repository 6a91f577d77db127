//! The weapons of a combatant in use.

use shieldwall_battle::ItemId;
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        allowance,
        field::{Combatant, Field, GearDataItem},
        plan::Weapon,
    },
    content::item_block::{InMelee, Specialisation, Stuck},
};

/// SC of fists and feet before DEX and rank.
const UNARMED_SC: i32 = 40;
/// Damage lost in the off hand (SEG-106).
const OFF_HAND_DAMAGE: i32 = -2;
/// Added to the largest Defending bonus in Full Defense (SEG-098).
const FULL_DEFENCE: i32 = 5;

/// The same in Desperate Defense (SEG-102).
const DESPERATE_DEFENCE: i32 = 20;

/// A weapon in use.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The weapon.
    pub weapon: Weapon,
    /// Its name in a sentence: "great sword".
    pub name: String,
    /// SC with it, before everything that changes it (SEG-025).
    pub strike_chance: i32,
    /// Rank in it.
    pub rank: i32,
    /// Damage dice with the fixed bonus.
    pub damage: DiceExpr,
    /// The distance over which it strikes.
    pub reach: Reach,
    /// True if it can strike at once.
    pub in_hand: bool,
    /// True if it is in the off hand: all weapons in hand after the first (SEG-R58).
    pub in_off_hand: bool,
    /// Its missiles; `None` for melee.
    pub missile: Option<Flight>,
}

/// The distance over which a weapon strikes, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In melee (SEG-R47).
    Melee(u32),
    /// By missiles (SEG-R63).
    Missile(u32),
}

/// A weapon that is shot or thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// True if the weapon itself flies.
    pub thrown: bool,
    /// The missile that it may leave in its target.
    pub sticks: Option<Stuck>,
    /// The kind of weapon that it is in melee.
    pub in_melee: Option<InMelee>,
    /// Practice with it.
    pub skill: Specialisation,
}

impl Arm {
    /// The item that it is, if it is one.
    #[must_use]
    pub const fn item(&self) -> Option<ItemId> {
        match self.weapon {
            Weapon::Item(item) | Weapon::Missile(item) => Some(item),
            Weapon::Natural(_) | Weapon::Unarmed => None,
        }
    }

    /// The most SC that may be given up with it (SEG-095).
    #[must_use]
    pub const fn most_guard(&self) -> i32 {
        5 * self.rank
    }

    /// DEF that it gives in Full Defense: its largest Defending bonus, rounded up, and 5 more (SEG-098).
    #[must_use]
    pub const fn full_defence(&self) -> i32 {
        (5 * self.rank + 1) / 2 + FULL_DEFENCE
    }

    /// DEF that it gives in Desperate Defense: the same bonus, and 20 more (SEG-102).
    #[must_use]
    pub const fn desperate_defence(&self) -> i32 {
        (5 * self.rank + 1) / 2 + DESPERATE_DEFENCE
    }
}

impl Field<'_, '_> {
    /// The uses of a carried item as a weapon: in melee, and from a distance.
    fn uses(&self, who: &Combatant<'_, '_>, gear: &GearDataItem<'_, '_>) -> Vec<Arm> {
        let (stats, block) = (who.stats(), &gear.gear.0);
        let id = &gear.kind.0.id;
        let rank = stats.rank_in(Some(id));
        let arm = |weapon, base_sc, damage: &DiceExpr| Arm {
            weapon,
            name: gear.kind.in_sentence(),
            strike_chance: stats.strike_chance(base_sc, who.dex(), rank),
            rank,
            damage: damage.clone(),
            reach: Reach::Melee(0),
            in_hand: gear.readied.0,
            in_off_hand: false,
            missile: None,
        };
        let melee = block.melee.as_ref().map(|melee| Arm {
            reach: Reach::Melee(melee.reach),
            ..arm(Weapon::Item(*gear.id), melee.base_sc, &melee.damage)
        });
        let has_missiles = gear.shots.0 != Some(0);
        let missile = block.missile.as_ref().filter(|_| has_missiles);
        let missile = missile.map(|missile| Arm {
            reach: Reach::Missile(u32::from(
                allowance::whole(2 * missile.range_ft, self.grid()) / allowance::CELL,
            )),
            missile: Some(Flight {
                thrown: missile.thrown,
                sticks: missile.sticks,
                in_melee: missile.in_melee,
                skill: stats.specialisation(id),
            }),
            ..arm(Weapon::Missile(*gear.id), missile.base_sc, &missile.damage)
        });
        melee.into_iter().chain(missile).collect()
    }

    /// The weapons with which a combatant can strike: what is in hand, then natural ones, then bare hands where it has
    /// no other for melee.
    #[must_use]
    pub fn arms(&self, who: &Combatant<'_, '_>) -> Vec<Arm> {
        let (stats, dex) = (who.stats(), who.dex());
        let held = self.in_hand(who).filter(|gear| gear.gear.0.is_weapon());
        let mut arms = Vec::new();
        for (place, gear) in held.enumerate() {
            for mut arm in self.uses(who, &gear) {
                arm.in_off_hand = place > 0;
                if arm.in_off_hand && !stats.ambidextrous {
                    arm.damage = arm.damage.plus(OFF_HAND_DAMAGE);
                }
                arms.push(arm);
            }
        }
        for (place, natural) in stats.natural_weapons.iter().enumerate() {
            arms.push(Arm {
                weapon: Weapon::Natural(place),
                name: natural.name.to_lowercase(),
                strike_chance: stats.strike_chance(natural.base_sc, dex, stats.rank),
                rank: stats.rank,
                damage: natural.damage.clone(),
                reach: Reach::Melee(natural.reach),
                in_hand: true,
                in_off_hand: false,
                missile: None,
            });
        }
        if arms.iter().all(|arm| arm.missile.is_some()) {
            arms.push(Arm {
                weapon: Weapon::Unarmed,
                name: "fists".to_owned(),
                strike_chance: stats.strike_chance(UNARMED_SC, dex, stats.rank),
                rank: stats.rank,
                damage: DiceExpr::dice(1, 4),
                reach: Reach::Melee(1),
                in_hand: true,
                in_off_hand: false,
                missile: None,
            });
        }
        arms
    }

    /// The weapons that a combatant carries and has to draw first.
    #[must_use]
    pub fn stowed_arms(&self, who: &Combatant<'_, '_>) -> Vec<Arm> {
        let stowed = self.carried(who).filter(|gear| !gear.readied.0);
        stowed.flat_map(|gear| self.uses(who, &gear)).collect()
    }

    /// A weapon of a combatant, in hand or stowed; `None` if it has it no longer.
    #[must_use]
    pub fn arm(&self, who: &Combatant<'_, '_>, weapon: Weapon) -> Option<Arm> {
        let is_it = |arm: &Arm| arm.weapon == weapon;
        let ready = self.arms(who).into_iter().find(is_it);
        ready.or_else(|| self.stowed_arms(who).into_iter().find(is_it))
    }

    /// The weapon of a free attack and of the parry: the first one for melee (SEG-R55, SEG-R61).
    ///
    /// # Panics
    /// Never: bare hands are always there.
    #[must_use]
    pub fn main_arm(&self, who: &Combatant<'_, '_>) -> Arm {
        let mut arms = self.arms(who).into_iter();
        let main = arms.find(|arm| arm.missile.is_none());
        main.expect("there are bare hands")
    }

    /// The weapon in the off hand, in the same use as that in the main hand where it has it.
    #[must_use]
    pub fn off_arm(&self, who: &Combatant<'_, '_>, main: &Arm) -> Option<Arm> {
        let arms = self.arms(who).into_iter();
        let mut off: Vec<Arm> = arms.filter(|arm| arm.in_off_hand).collect();
        off.sort_by_key(|arm| arm.missile.is_some() != main.missile.is_some());
        off.into_iter().next()
    }

    /// True if a weapon strikes from one cell at another: in reach, or in range and in sight (SEG-R47, SEG-R63).
    #[must_use]
    pub fn strikes_at(&self, from: Cell, at: Cell, reach: Reach) -> bool {
        match reach {
            Reach::Melee(cells) => self.reaches(from, at, cells),
            Reach::Missile(cells) => {
                let steps = self.grid().steps(from, at);
                steps > 0 && steps <= cells && self.map().sight(from, at).visible
            }
        }
    }

    /// The longest reach of a combatant in melee, in cells.
    #[must_use]
    pub fn longest_reach(&self, who: &Combatant<'_, '_>) -> u32 {
        let arms = self.arms(who).into_iter();
        let in_melee = arms.filter_map(|arm| match arm.reach {
            Reach::Melee(cells) => Some(cells),
            Reach::Missile(_) => None,
        });
        in_melee.max().unwrap_or(1)
    }
}
