//! Items: `[item.segments]` in `assets/items/*.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Table, quantity::PlainDamage};
use shieldwall_dice::DiceExpr;

use crate::content::spell::Spell;

/// Hands of a combatant.
pub const HANDS: u8 = 2;

/// An item under the segments ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ItemBlock {
    /// Hands it fills: 1 or 2; 0 for what is worn.
    #[schemars(range(min = 0, max = 2))]
    pub hands: u8,
    /// Use in melee.
    pub melee: Option<Melee>,
    /// Use from a distance: shot or thrown.
    pub missile: Option<Missile>,
    /// True if it encumbers the combatant that carries or wears it (SEG-R54).
    pub encumbers: bool,
    /// DEF that it adds as a shield.
    #[schemars(range(min = 1, max = 30))]
    pub shield: Option<i32>,
    /// PROT that it gives as armour.
    #[schemars(range(min = 0, max = 20))]
    pub prot: Option<i32>,
    /// A spell that casters know.
    pub spell: Option<Spell>,
    /// Its effect where it is drunk.
    pub potion: Option<Potion>,
}

/// The effect of a potion (SEG-R45).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Potion {
    /// Hit points that it gives back.
    #[schemars(with = "Option<PlainDamage>")]
    pub heals: Option<DiceExpr>,
    /// Added to all initiative rolls of the next rounds.
    #[schemars(range(min = 0, max = 20))]
    pub initiative: i32,
    /// Rounds for which it adds that.
    #[schemars(range(min = 0, max = 20))]
    pub rounds: u8,
}

/// A weapon for melee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// Damage dice with the fixed bonus.
    #[schemars(with = "PlainDamage")]
    pub damage: DiceExpr,
    /// SC before DEX and rank.
    #[schemars(range(min = 0, max = 100))]
    pub base_sc: i32,
    /// Cells that it reaches; 1 if left out.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 3))]
    pub reach: u32,
}

/// A weapon for attacks from a distance (SEG-R63).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Missile {
    /// Damage dice with the fixed bonus.
    #[schemars(with = "PlainDamage")]
    pub damage: DiceExpr,
    /// SC before DEX and rank.
    #[schemars(range(min = 0, max = 100))]
    pub base_sc: i32,
    /// Range in feet.
    #[schemars(range(min = 5, max = 1000))]
    pub range_ft: i32,
    /// True if the weapon itself flies, and is gone from the hand.
    #[serde(default)]
    pub thrown: bool,
    /// The missile that critical hits leave in the target; none if left out (SEG-143).
    pub sticks: Option<Stuck>,
    /// The kind of weapon that it is in melee; without one it has no penalty there (SEG-140 to SEG-142).
    pub in_melee: Option<InMelee>,
}

/// A missile that stays stuck in its target (SEG-144 to SEG-146).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Stuck {
    /// Of a bow.
    Arrow,
    /// Of a crossbow.
    Quarrel,
    /// Thrown.
    Javelin,
    /// Thrown.
    Spear,
}

impl Stuck {
    /// DEX that it costs; one more with a grievous wound (SEG-147).
    #[must_use]
    pub const fn dex(self) -> i32 {
        match self {
            Self::Arrow | Self::Quarrel => 2,
            Self::Javelin => 3,
            Self::Spear => 4,
        }
    }

    /// Hit points that it costs at the end of each round.
    #[must_use]
    pub const fn bleeding(self) -> i32 {
        match self {
            Self::Arrow | Self::Quarrel => 1,
            Self::Javelin => 2,
            Self::Spear => 5,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arrow => "arrow",
            Self::Quarrel => "quarrel",
            Self::Javelin => "javelin",
            Self::Spear => "spear",
        }
    }
}

/// Weapons for missiles by how hard they are to use in melee (SEG-140 to SEG-142).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InMelee {
    /// A hand crossbow.
    HandCrossbow,
    /// A light or heavy crossbow.
    Crossbow,
    /// A short or long bow.
    Bow,
}

impl InMelee {
    /// SC in melee.
    #[must_use]
    pub const fn modifier(self, skill: Specialisation) -> i32 {
        match (self, skill) {
            (Self::HandCrossbow, Specialisation::None) => -10,
            (Self::HandCrossbow, Specialisation::Specialist) => -5,
            (Self::HandCrossbow, Specialisation::Double) => 0,
            (Self::Crossbow, Specialisation::None) => -20,
            (Self::Crossbow, Specialisation::Specialist) => -15,
            (Self::Crossbow, Specialisation::Double) => -10,
            (Self::Bow, Specialisation::None) => -30,
            (Self::Bow, Specialisation::Specialist) => -20,
            (Self::Bow, Specialisation::Double) => -10,
        }
    }
}

/// Practice with one kind of weapon (SEG-R67).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Specialisation {
    /// As all have it.
    #[default]
    None,
    /// A specialist.
    Specialist,
    /// A double specialist.
    Double,
}

const fn one() -> u32 {
    1
}

impl ItemBlock {
    /// True if it is worn.
    #[must_use]
    pub const fn is_worn(&self) -> bool {
        self.prot.is_some()
    }

    /// True if it is a weapon.
    #[must_use]
    pub const fn is_weapon(&self) -> bool {
        self.melee.is_some() || self.missile.is_some()
    }

    /// Reports what makes no sense in it.
    pub(crate) fn check(&self, table: &mut Table<'_, '_>) {
        let held = self.is_weapon() || self.shield.is_some();
        if self.is_worn() && (held || self.hands > 0) {
            let message = "armour is worn, so it is nothing for the hands";
            table
                .report
                .key_error(table.document, &table.path.join("prot"), message)
                .help("make two items of it".to_owned());
        }
        if let Some(potion) = &self.potion {
            let path = table.path.join("potion");
            if held || self.is_worn() || self.hands > 0 {
                let message = "a potion is neither held nor worn";
                let problem = table.report.key_error(table.document, &path, message);
                problem.help("make two items of it".to_owned());
            } else if *potion == Potion::default() || (potion.initiative > 0) != (potion.rounds > 0)
            {
                let message = "this potion does nothing";
                let problem = table.report.key_error(table.document, &path, message);
                problem.help("it has `heals`, or both `initiative` and `rounds`".to_owned());
            }
        }
        if let Some(spell) = &self.spell {
            if held || self.is_worn() || self.hands > 0 || self.potion.is_some() {
                let path = table.path.join("spell");
                let message = "a spell is known, and neither held nor worn nor drunk";
                let problem = table.report.key_error(table.document, &path, message);
                problem.help("make two items of it".to_owned());
            }
            spell.check(&mut Table {
                document: table.document,
                path: table.path.join("spell"),
                report: table.report,
            });
        }
        if held && self.hands == 0 {
            table
                .report
                .error(table.document, &table.path, "what is held fills a hand")
                .help("add `hands = 1`".to_owned());
        }
    }
}

/// Tells for each of some items if it is in hand when the battle begins: the first weapon and the first shield, as long
/// as there are hands (SEG-R58).
pub fn in_hand<'b>(items: impl IntoIterator<Item = &'b ItemBlock>) -> Vec<bool> {
    let mut free = HANDS;
    let (mut weapon, mut shield) = (false, false);
    let takes_hands = |item: &ItemBlock| {
        let taken = if item.shield.is_some() {
            &mut shield
        } else {
            &mut weapon
        };
        let readied = item.hands > 0 && item.hands <= free && !*taken;
        if readied {
            *taken = true;
            free -= item.hands;
        }
        readied
    };
    items.into_iter().map(takes_hands).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(hands: u8, shield: Option<i32>) -> ItemBlock {
        ItemBlock {
            hands,
            shield,
            ..ItemBlock::default()
        }
    }

    #[test]
    fn the_first_weapon_and_the_first_shield_are_in_hand() {
        let (blade, shield) = (item(1, None), item(1, Some(10)));
        assert_eq!(
            in_hand([&blade, &blade, &shield, &shield]),
            [true, false, true, false]
        );
        let (great, pole) = (item(2, None), item(2, None));
        assert_eq!(in_hand([&great, &shield, &pole]), [true, false, false]);
        assert_eq!(in_hand([&shield, &great, &blade]), [true, false, true]);
    }
}
