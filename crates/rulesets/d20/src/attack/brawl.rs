//! Brawling: fists, feet and pommels (D20-162 to D20-165, D20-R81).

use bevy_ecs::prelude::*;
use shieldwall_battle::{DiceCup, Scribe, Writer};
use shieldwall_dice::{Dice, DiceExpr};

use crate::{
    attack::{Attack, rolls::next},
    content::blocks::Weapon,
    figure::battlefield::{Battlefield, Figure},
    terms::rules::{R164, RR81},
};

/// Sides of the die for the rounds in which somebody is out.
const KNOCK_OUT: u16 = 4;
/// Rounds of stun by a brawl (D20-R32).
pub const STUN: u32 = 1;

impl Weapon {
    /// Whether it is a brawl: no blade and no point.
    #[must_use]
    pub const fn brawls(self) -> bool {
        matches!(self, Self::Fist | Self::Pommel(_))
    }
}

impl Attack {
    /// Whether a fist has struck plate to no effect, but to the striker's (D20-165).
    #[must_use]
    pub fn strikes_plate(&self, target: &Figure<'_, '_>) -> bool {
        self.weapon == Weapon::Fist && target.armour.rigid && self.hits() && !self.is_natural_20()
    }
}

/// Whether a brawling hit stuns: it takes more than half of what is left, or is a natural 20 (D20-163).
#[must_use]
pub const fn stuns(damage: i32, left: i32, natural_20: bool) -> bool {
    natural_20 || 2 * damage > left
}

/// Rolls for how long somebody is out who was stunned already (D20-164).
pub fn knock_out(
    field: Battlefield,
    mut attacks: Query<&mut Attack>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
) {
    let brawls = |attack: &Mut<Attack>| {
        attack.weapon.brawls() && !attack.manner.is_grip() && attack.damage > Some(0)
    };
    let Some(mut attack) = next(&mut attacks).filter(brawls) else {
        return;
    };
    if field.figure(attack.target).wounds.stunned.0 == 0 {
        return;
    }
    let die = cup.sum(&DiceExpr::dice(1, KNOCK_OUT));
    attack.out_for = u32::try_from(die.total).ok();
    scribe.sum(attack.who, "rounds out cold", &die, &[R164, RR81]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D20-E08, D20-E09 and the tests of D20-163.
    #[test]
    fn d20_163_more_than_half_stuns() {
        assert!(stuns(3, 4, false));
        assert!(!stuns(2, 4, false));
        assert!(stuns(1, 30, true));
    }
}
