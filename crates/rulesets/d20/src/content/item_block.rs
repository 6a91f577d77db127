//! Items: `[item.d20]` in `assets/items/*.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Table, quantity::PlainDamage};
use shieldwall_dice::DiceExpr;

use crate::content::spell::Spell;

/// Hands of everybody.
const HANDS: u8 = 2;

/// An item under the d20 ruleset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ItemBlock {
    /// Hands it fills: 1 or 2; 0 for what is worn.
    #[schemars(range(min = 0, max = 2))]
    pub hands: u8,
    /// Its magic plus.
    #[schemars(range(min = 0, max = 5))]
    pub magic: i32,
    /// Added to the effect of Mighty Blows.
    #[schemars(range(min = -5, max = 10))]
    pub mighty_mod: i32,
    /// True if it is of silver.
    pub silver: bool,
    /// True if it is worn on the head.
    pub helmet: bool,
    /// Steps by which it lowers the die of surprise: it shuts out sight or hearing.
    #[schemars(range(min = 0, max = 4))]
    pub surprise_steps: u8,
    /// Added to the throw of a combatant that pulls missiles out: a healer's kit.
    #[schemars(range(min = 0, max = 10))]
    pub extract_mod: i32,
    /// True if it serves in the other hand.
    pub offhand: bool,
    /// True if it is a sword, of which rangers may use two.
    pub sword: bool,
    /// True if one can strike with its pommel.
    pub pommel: bool,
    /// Use in close combat.
    pub melee: Option<Melee>,
    /// Use from afar.
    pub missile: Option<Missile>,
    /// Armour Class that it adds as a shield.
    #[schemars(range(min = 1, max = 5))]
    pub shield: Option<i32>,
    /// Worn as armour.
    pub armour: Option<Armour>,
    /// A spell: memorised, on a scroll or in a wand.
    pub spell: Option<Spell>,
}

/// A weapon for close combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// Damage dice, without the wielder's strength.
    #[schemars(with = "PlainDamage")]
    pub damage: DiceExpr,
    /// The nearest and the farthest cell that it strikes; the adjacent cells if left out.
    #[serde(default = "arm")]
    #[schemars(inner(range(min = 1, max = 3)))]
    pub reach: [u32; 2],
}

const fn arm() -> [u32; 2] {
    [1, 1]
}

/// A weapon for shooting or throwing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Missile {
    /// Damage dice, without the thrower's strength.
    #[schemars(with = "PlainDamage")]
    pub damage: DiceExpr,
    /// Cells of one increment of range.
    #[schemars(range(min = 1, max = 100))]
    pub increment: u32,
    /// Shots a round of a combatant that does not move.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 2))]
    pub shots: u8,
    /// True if the thing itself is thrown.
    #[serde(default)]
    pub thrown: bool,
    /// Effort of loading it again.
    #[serde(default)]
    pub reload: Reload,
    /// True if it sticks in its target with a natural 20; sling stones do not.
    #[serde(default = "yes")]
    pub lodges: bool,
}

const fn yes() -> bool {
    true
}

const fn one() -> u8 {
    1
}

/// Armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Armour Class that it adds.
    #[schemars(range(min = 0, max = 20))]
    pub points: i32,
    /// The most cells a round in it; left out if it does not hinder.
    #[schemars(range(min = 1, max = 60))]
    pub speed: Option<u16>,
    /// True if it is rigid, like plate.
    #[serde(default)]
    pub rigid: bool,
    /// True if magic-users may cast in it: magical bracers.
    #[serde(default)]
    pub bracers: bool,
}

/// Effort of loading a weapon again (D20-034, D20-035, D20-R84).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reload {
    /// Nothing.
    #[default]
    None,
    /// One hand, and no more than half a move.
    OneHand,
    /// Both hands, and no move.
    TwoHands,
    /// Both hands, no move, and a round without shooting.
    WholeRound,
}

impl ItemBlock {
    /// True if it is worn.
    #[must_use]
    pub const fn is_worn(&self) -> bool {
        self.armour.is_some() || self.helmet
    }

    /// Reports what makes no sense in it.
    pub(crate) fn check(&self, table: &mut Table<'_, '_>) {
        let held = self.melee.is_some() || self.missile.is_some() || self.shield.is_some();
        if self.is_worn() && (held || self.hands > 0) {
            let message = "armour is worn, so it is nothing for the hands";
            table
                .report
                .key_error(table.document, &table.path.join("armour"), message)
                .help("make two items of it".to_owned());
        }
        if held && self.hands == 0 {
            table
                .report
                .error(table.document, &table.path, "what is held fills a hand")
                .help("add `hands = 1`".to_owned());
        }
        if self.spell.is_some() && (held || self.is_worn() || self.hands > 0) {
            let message = "a spell is cast, and is neither held nor worn";
            table
                .report
                .key_error(table.document, &table.path.join("spell"), message)
                .help("make two items of it".to_owned());
        }
        if let Some(spell) = &self.spell {
            spell.check(&mut Table {
                document: table.document,
                path: table.path.join("spell"),
                report: table.report,
            });
        }
        if let Some(Melee {
            reach: [near, far], ..
        }) = self.melee
            && near > far
        {
            let at = table.path.join("melee").join("reach");
            let message = format!("the nearest cell, {near}, lies beyond the farthest, {far}");
            table.report.error(table.document, &at, message).help(None);
        }
    }
}

/// Tells for each of some items if it is in hand when the battle begins: in their order, as long as there are hands.
pub fn in_hand<'b>(items: impl IntoIterator<Item = &'b ItemBlock>) -> Vec<bool> {
    let mut free = HANDS;
    let takes_hands = |item: &ItemBlock| {
        let readied = item.hands > 0 && item.hands <= free;
        free -= if readied { item.hands } else { 0 };
        readied
    };
    items.into_iter().map(takes_hands).collect()
}
