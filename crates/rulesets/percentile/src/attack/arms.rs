//! Ways to strike: with what is held, thrown or grown, and in which class (PCT-020 to PCT-024).

use crate::{
    attack::arm::{Arm, Manner},
    content::blocks::{Supply, WeaponClass},
    context::read::{FighterView, GearView, ReadContext},
    terms::modes,
};

impl Arm {
    /// The class in which it acts on a tied rank (PCT-R13, PCT-R14).
    #[must_use]
    pub fn class(self, fighter: &FighterView<'_, '_>) -> WeaponClass {
        match self.manner {
            Manner::Melee(class) => class,
            Manner::Thrown | Manner::Shot => WeaponClass::Missile,
            Manner::Bash | Manner::Brawl => WeaponClass::Short,
            Manner::Natural(number) => fighter
                .build
                .stats
                .natural_weapons
                .get(usize::from(number))
                .map_or(WeaponClass::Short, |weapon| weapon.class),
        }
    }
}

/// Every way to strike with an item, the earliest class first, whether or not it is possible now.
pub fn arms_of_item(gear: &GearView<'_, '_>) -> Vec<Arm> {
    let item = Some(*gear.id);
    let block = &gear.gear.0;
    let mut arms = Vec::new();
    if let Some(row) = &block.missile {
        let manner = match row.supply {
            Supply::Thrown | Supply::ThrownAndLost => Manner::Thrown,
            Supply::Missiles | Supply::Crossbow | Supply::Magazine(_) => Manner::Shot,
        };
        arms.push(Arm { item, manner });
    }
    if let Some(row) = &block.melee {
        arms.extend(row.classes.iter().map(|&class| Arm {
            item,
            manner: Manner::Melee(class),
        }));
    }
    if block.shield.is_some() {
        arms.push(Arm {
            item,
            manner: Manner::Bash,
        });
    }
    arms
}

impl ReadContext<'_, '_> {
    /// Every way in which a combatant could strike with what is in its hands as they are: whole
    /// items for which it has hands enough (PCT-061), loaded if they shoot, its bare hands if one
    /// is free, and its natural weapons. Items in id order, then Brawl, then natural weapons.
    #[must_use]
    pub fn arms(&self, fighter: &FighterView<'_, '_>) -> Vec<Arm> {
        let mut arms = Vec::new();
        for gear in self.held(fighter) {
            if !self.can_use(fighter, &gear) {
                continue;
            }
            for arm in arms_of_item(&gear) {
                if gear.bar_to_shoot(arm).is_none() {
                    arms.push(arm);
                }
            }
        }
        if self.free_hands(fighter) > 0 {
            arms.push(Arm::BRAWL);
        }
        let natural = fighter
            .build
            .stats
            .natural_weapons
            .len()
            .min(modes::NATURAL.len());
        arms.extend((0..natural).map(|number| Arm {
            item: None,
            // At most as many as there are keys.
            manner: Manner::Natural(u8::try_from(number).unwrap_or(0)),
        }));
        arms
    }

    /// Whether an attack lets go of the last weapon that a combatant carries: what is left to it
    /// are fists and the rims of shields.
    #[must_use]
    pub fn disarms(&self, fighter: &FighterView<'_, '_>, arm: Arm) -> bool {
        let is_weapon = |gear: &GearView<'_, '_>| {
            arms_of_item(gear)
                .iter()
                .any(|other| !matches!(other.manner, Manner::Bash))
        };
        arm.manner == Manner::Thrown
            && fighter.build.stats.natural_weapons.is_empty()
            && !self
                .carried(fighter)
                .iter()
                .any(|gear| Some(*gear.id) != arm.item && !gear.is_broken() && is_weapon(gear))
    }

    /// The readied weapon by which statements and moves are ordered: the first weapon in hand, by
    /// its melee row if it has one, in its earliest class; a shield only if nothing else is held;
    /// natural weapons and Brawl with empty hands (PCT-R02).
    #[must_use]
    pub fn readied_arm(&self, fighter: &FighterView<'_, '_>) -> Arm {
        let mut shield = None;
        for gear in self.held(fighter) {
            if gear.is_broken() {
                continue;
            }
            let arms = arms_of_item(&gear);
            let melee = arms
                .iter()
                .find(|arm| matches!(arm.manner, Manner::Melee(_)));
            let any = melee.or_else(|| arms.iter().find(|arm| arm.manner != Manner::Bash));
            if let Some(&arm) = any {
                return arm;
            }
            shield = shield.or_else(|| arms.first().copied());
        }
        let empty = if fighter.build.stats.natural_weapons.is_empty() {
            Arm::BRAWL
        } else {
            Arm {
                item: None,
                manner: Manner::Natural(0),
            }
        };
        shield.unwrap_or(empty)
    }

    /// What an arm is called: "Broad Sword", "bare hands", "bite".
    #[must_use]
    pub fn arm_name(&self, fighter: &FighterView<'_, '_>, arm: Arm) -> String {
        match (arm.item, arm.manner) {
            (Some(item), _) => self.gear(item).map_or_else(String::new, |gear| gear.name()),
            (None, Manner::Natural(number)) => fighter
                .build
                .stats
                .natural_weapons
                .get(usize::from(number))
                .map_or_else(String::new, |weapon| weapon.name.to_lowercase()),
            (None, _) => "bare hands".to_owned(),
        }
    }
}
