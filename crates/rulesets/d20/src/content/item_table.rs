//! Items: `[item.d20]` in `assets/items/*.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::reading::{Table, quantity};

use crate::content::{
    blocks::{Armour, ItemBlock, Melee, Missile, Reload},
    spell::SpellEntry,
};

/// An item under the d20 ruleset.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemEntry {
    /// Hands it fills: 1 or 2; 0 for what is worn.
    #[serde(default)]
    #[schemars(range(min = 0, max = 2))]
    hands: u8,
    /// Its magic plus.
    #[serde(default)]
    #[schemars(range(min = 0, max = 5))]
    magic: i32,
    /// Added to the effect of Mighty Blows.
    #[serde(default)]
    #[schemars(range(min = -5, max = 10))]
    mighty_mod: i32,
    /// Whether it is of silver.
    #[serde(default)]
    silver: bool,
    /// Whether it is worn on the head.
    #[serde(default)]
    helmet: bool,
    /// Steps by which it lowers the die of surprise: it shuts out sight or hearing.
    #[serde(default)]
    #[schemars(range(min = 0, max = 4))]
    surprise_steps: u8,
    /// Added to the throw of somebody who pulls missiles out: a healer's kit.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10))]
    extract_mod: i32,
    /// Whether it serves in the other hand.
    #[serde(default)]
    offhand: bool,
    /// Whether it is a sword, of which rangers may use two.
    #[serde(default)]
    sword: bool,
    /// Whether one can strike with its pommel.
    #[serde(default)]
    pommel: bool,
    /// Use in close combat.
    melee: Option<MeleeEntry>,
    /// Use from afar.
    missile: Option<MissileEntry>,
    /// What it adds to the Armour Class as a shield.
    #[schemars(range(min = 1, max = 5))]
    shield: Option<i32>,
    /// Worn as armour.
    armour: Option<ArmourEntry>,
    /// A spell: memorised, on a scroll or in a wand.
    spell: Option<SpellEntry>,
}

/// A weapon for close combat.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MeleeEntry {
    /// Damage dice, without the wielder's strength.
    damage: String,
    /// The nearest and the farthest cell that it strikes; the adjacent cells if left out.
    #[serde(default = "arm")]
    #[schemars(inner(range(min = 1, max = 3)))]
    reach: [u32; 2],
}

const fn arm() -> [u32; 2] {
    [1, 1]
}

/// A weapon for shooting or throwing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MissileEntry {
    /// Damage dice, without the thrower's strength.
    damage: String,
    /// Cells of one increment of range.
    #[schemars(range(min = 1, max = 100))]
    increment: u32,
    /// Shots a round of somebody who stands.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 2))]
    shots: u8,
    /// Whether the thing itself is thrown.
    #[serde(default)]
    thrown: bool,
    /// What it takes to load it again.
    #[serde(default)]
    reload: Reload,
    /// Whether it sticks in its target with a natural 20; sling stones do not.
    #[serde(default = "yes")]
    lodges: bool,
}

const fn yes() -> bool {
    true
}

const fn one() -> u8 {
    1
}

/// Armour.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ArmourEntry {
    /// What it adds to the Armour Class.
    #[schemars(range(min = 0, max = 20))]
    points: i32,
    /// The most cells a round in it; left out if it does not hinder.
    #[schemars(range(min = 1, max = 60))]
    speed: Option<u16>,
    /// Whether it is rigid, like plate.
    #[serde(default)]
    rigid: bool,
    /// Whether magic-users may cast in it: magical bracers.
    #[serde(default)]
    bracers: bool,
}

impl ItemEntry {
    pub(crate) fn validate(self, table: &mut Table<'_, '_>) -> ItemBlock {
        let held = self.melee.is_some() || self.missile.is_some() || self.shield.is_some();
        if (self.armour.is_some() || self.helmet) && (held || self.hands > 0) {
            let at = table.path.join("armour");
            table
                .report
                .key_error(
                    table.document,
                    &at,
                    "armour is worn, so it is nothing for the hands",
                )
                .help("make two items of it".to_owned());
        }
        if held && self.hands == 0 {
            table
                .report
                .error(table.document, &table.path, "what is held fills a hand")
                .help("add `hands = 1`".to_owned());
        }
        if self.spell.is_some() && (held || self.armour.is_some() || self.helmet || self.hands > 0)
        {
            let at = table.path.join("spell");
            table
                .report
                .key_error(
                    table.document,
                    &at,
                    "a spell is cast, and is neither held nor worn",
                )
                .help("make two items of it".to_owned());
        }
        let spell = self.spell.map(|spell| {
            let mut table = Table {
                document: table.document,
                path: table.path.join("spell"),
                report: table.report,
            };
            spell.validate(&mut table)
        });
        let melee = self.melee.map(|melee| {
            let at = table.path.join("melee");
            let [near, far] = melee.reach;
            if near > far {
                let message = format!("the nearest cell, {near}, lies beyond the farthest, {far}");
                table
                    .report
                    .error(table.document, &at.join("reach"), message)
                    .help(None);
            }
            let damage = at.join("damage");
            Melee {
                damage: quantity::plain_damage(
                    &melee.damage,
                    table.document,
                    &damage,
                    table.report,
                ),
                reach: (near, far),
            }
        });
        let missile = self.missile.map(|missile| {
            let at = table.path.join("missile").join("damage");
            Missile {
                damage: quantity::plain_damage(&missile.damage, table.document, &at, table.report),
                increment: missile.increment,
                shots: missile.shots,
                thrown: missile.thrown,
                lodges: missile.lodges,
                reload: missile.reload,
            }
        });
        ItemBlock {
            hands: self.hands,
            magic: self.magic,
            mighty_mod: self.mighty_mod,
            silver: self.silver,
            helmet: self.helmet,
            surprise_steps: self.surprise_steps,
            extract_mod: self.extract_mod,
            offhand: self.offhand,
            sword: self.sword,
            pommel: self.pommel,
            melee,
            missile,
            shield: self.shield,
            armour: self.armour.map(|armour| Armour {
                points: armour.points,
                speed: armour.speed,
                rigid: armour.rigid,
                bracers: armour.bracers,
            }),
            spell,
        }
    }
}
