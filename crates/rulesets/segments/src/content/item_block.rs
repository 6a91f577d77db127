//! Items: `[item.segments]` in `assets/items/*.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Table, quantity::PlainDamage};
use shieldwall_dice::DiceExpr;

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
    /// DEF that it adds as a shield.
    #[schemars(range(min = 1, max = 30))]
    pub shield: Option<i32>,
    /// PROT that it gives as armour.
    #[schemars(range(min = 0, max = 20))]
    pub prot: Option<i32>,
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

const fn one() -> u32 {
    1
}

impl ItemBlock {
    /// True if it is worn.
    #[must_use]
    pub const fn is_worn(&self) -> bool {
        self.prot.is_some()
    }

    /// Reports what makes no sense in it.
    pub(crate) fn check(&self, table: &mut Table<'_, '_>) {
        let held = self.melee.is_some() || self.shield.is_some();
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
