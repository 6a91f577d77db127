//! The weapons of a combatant in use.

use shieldwall_battle::ItemId;
use shieldwall_dice::DiceExpr;

use crate::combatant::{
    field::{Combatant, Field, GearDataItem},
    plan::Weapon,
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
    /// Its name.
    pub name: String,
    /// SC with it, before everything that changes it (SEG-025).
    pub strike_chance: i32,
    /// Rank in it.
    pub rank: i32,
    /// Damage dice with the fixed bonus.
    pub damage: DiceExpr,
    /// Cells that it reaches.
    pub reach: u32,
    /// True if it can strike at once.
    pub in_hand: bool,
    /// True if it is in the off hand: all weapons in hand after the first (SEG-R58).
    pub in_off_hand: bool,
}

impl Arm {
    /// The item that it is, if it is one.
    #[must_use]
    pub const fn item(&self) -> Option<ItemId> {
        match self.weapon {
            Weapon::Item(item) => Some(item),
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

/// A carried item as a weapon, if it is one.
fn item_arm(who: &Combatant<'_, '_>, gear: &GearDataItem<'_, '_>) -> Option<Arm> {
    let (stats, melee) = (who.stats(), gear.gear.0.melee.as_ref()?);
    let rank = stats.rank_in(Some(&gear.kind.0.id));
    Some(Arm {
        weapon: Weapon::Item(*gear.id),
        name: gear.kind.0.name.clone(),
        strike_chance: stats.strike_chance(melee.base_sc, who.dex(), rank),
        rank,
        damage: melee.damage.clone(),
        reach: melee.reach,
        in_hand: gear.readied.0,
        in_off_hand: false,
    })
}

impl Field<'_, '_> {
    /// The weapons with which a combatant can strike: what is in hand, then natural ones, then bare hands where it has
    /// no other.
    #[must_use]
    pub fn arms(&self, who: &Combatant<'_, '_>) -> Vec<Arm> {
        let (stats, dex) = (who.stats(), who.dex());
        let held = self.in_hand(who);
        let mut arms: Vec<Arm> = held.filter_map(|gear| item_arm(who, &gear)).collect();
        for arm in arms.iter_mut().skip(1) {
            arm.in_off_hand = true;
            if !stats.ambidextrous {
                arm.damage = arm.damage.clone().plus(OFF_HAND_DAMAGE);
            }
        }
        for (place, natural) in stats.natural_weapons.iter().enumerate() {
            arms.push(Arm {
                weapon: Weapon::Natural(place),
                name: natural.name.clone(),
                strike_chance: stats.strike_chance(natural.base_sc, dex, stats.rank),
                rank: stats.rank,
                damage: natural.damage.clone(),
                reach: natural.reach,
                in_hand: true,
                in_off_hand: false,
            });
        }
        if arms.is_empty() {
            arms.push(Arm {
                weapon: Weapon::Unarmed,
                name: "fists".to_owned(),
                strike_chance: stats.strike_chance(UNARMED_SC, dex, stats.rank),
                rank: stats.rank,
                damage: DiceExpr::dice(1, 4),
                reach: 1,
                in_hand: true,
                in_off_hand: false,
            });
        }
        arms
    }

    /// The weapons that a combatant carries and has to draw first.
    #[must_use]
    pub fn stowed_arms(&self, who: &Combatant<'_, '_>) -> Vec<Arm> {
        let stowed = self.carried(who).filter(|gear| !gear.readied.0);
        stowed.filter_map(|gear| item_arm(who, &gear)).collect()
    }

    /// A weapon of a combatant, in hand or stowed; `None` if it has it no longer.
    #[must_use]
    pub fn arm(&self, who: &Combatant<'_, '_>, weapon: Weapon) -> Option<Arm> {
        let is_it = |arm: &Arm| arm.weapon == weapon;
        let ready = self.arms(who).into_iter().find(is_it);
        ready.or_else(|| self.stowed_arms(who).into_iter().find(is_it))
    }

    /// The weapon of a free attack and of the parry: the first one (SEG-R55, SEG-R61).
    #[must_use]
    pub fn main_arm(&self, who: &Combatant<'_, '_>) -> Arm {
        self.arms(who).swap_remove(0)
    }

    /// The weapon in the off hand.
    #[must_use]
    pub fn off_arm(&self, who: &Combatant<'_, '_>) -> Option<Arm> {
        self.arms(who).into_iter().find(|arm| arm.in_off_hand)
    }

    /// The longest reach of a combatant in cells.
    #[must_use]
    pub fn longest_reach(&self, who: &Combatant<'_, '_>) -> u32 {
        let arms = self.arms(who).into_iter();
        arms.map(|arm| arm.reach).max().unwrap_or(1)
    }
}
