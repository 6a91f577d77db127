//! Stat blocks: `[d20]` in `assets/units/*.toml`, and the same keys in cases.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::{
    Item,
    reading::{Catalogue, KeyPath, Table, quantity::PlainDamage, suggestion::quote},
};
use shieldwall_dice::DiceExpr;

use crate::content::{
    ability,
    blocks::{ID, Kind, Requirement, Size},
    class::{self, Class},
    item_block::ItemBlock,
    spell::{Caster, SpellForm},
};

/// Hit dice above which one sees the invisible (D20-092).
const SEES: i32 = 11;
/// The sides of the die of surprise of most (D20-152).
const SURPRISE_DIE: u16 = 6;

/// A stat block. In cases, what is left out is as the unit has it, or else as here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StatBlock {
    /// Class of a character; left out for monsters and plain people.
    pub class: Option<Class>,
    /// Level of a character, from 1.
    #[schemars(range(min = 1, max = 10))]
    level: Option<i32>,
    /// Hit dice of a creature without a class; 1 if left out.
    #[schemars(range(min = 0, max = 40))]
    hit_dice: Option<i32>,
    /// Hit points; the average of its dice if left out.
    #[schemars(range(min = 1, max = 1000))]
    hp: Option<i32>,
    /// Strength; 10 if left out, as the others.
    #[schemars(range(min = 1, max = 40))]
    #[serde(rename = "str")]
    pub strength: i32,
    /// Dexterity.
    #[schemars(range(min = 1, max = 40))]
    #[serde(rename = "dex")]
    pub dexterity: i32,
    /// Constitution.
    #[schemars(range(min = 1, max = 40))]
    #[serde(rename = "con")]
    pub constitution: i32,
    /// Intelligence.
    #[schemars(range(min = 1, max = 40))]
    #[serde(rename = "int")]
    pub intelligence: i32,
    /// Wisdom.
    #[schemars(range(min = 1, max = 40))]
    wis: Option<i32>,
    /// The modifier of wisdom; worked out if left out.
    #[schemars(range(min = -10, max = 10))]
    wis_mod: Option<i32>,
    /// The sides of its die of surprise: one of 2, 3, 4, 6, 8, 10, 12, 20 and 30; 6 if left out, and 8 of thieves and
    /// rangers.
    #[schemars(range(min = 2, max = 30))]
    surprise_die: Option<u16>,
    /// The highest result that surprises it; 2 if left out.
    #[schemars(range(min = 0, max = 10))]
    pub surprise_limit: i32,
    /// Added to its die of surprise: keen senses, or dull ones below 0.
    #[schemars(range(min = -5, max = 5))]
    pub senses: i32,
    /// Factor for the dice of its weapons against the helpless and the unaware; worked out for thieves.
    #[schemars(range(min = 1, max = 6))]
    surprise_multiplier: Option<i32>,
    /// The kinds of creatures whose vitals it knows besides people and its own.
    #[schemars(length(max = 10))]
    pub anatomy: Vec<Kind>,
    /// The modifier of strength; worked out if left out.
    #[schemars(range(min = -10, max = 10))]
    str_mod: Option<i32>,
    /// The modifier of dexterity; worked out if left out.
    #[schemars(range(min = -10, max = 10))]
    dex_mod: Option<i32>,
    /// Base Combat Bonus; worked out of class and level or of hit dice if left out.
    #[schemars(range(min = -5, max = 15))]
    bcb: Option<i32>,
    /// The least result of a saving throw that succeeds; worked out if left out.
    #[schemars(range(min = 2, max = 25))]
    save: Option<i32>,
    /// Added to the throw against death.
    #[schemars(range(min = -10, max = 10))]
    pub death_save_bonus: i32,
    /// Added to the Armour Class by hide or shell.
    #[schemars(range(min = 0, max = 20))]
    pub natural_armour: i32,
    /// Attacks a round; 1 if left out.
    #[schemars(range(min = 1, max = 4))]
    pub attacks: u8,
    /// Cells a round; 12 if left out, less in heavy armour.
    #[schemars(range(min = 1, max = 60))]
    pub speed: u16,
    /// Its size; medium if left out.
    pub size: Size,
    /// Its kind of creature; humanoid if left out.
    pub kind: Kind,
    /// The highest roll of 2d6 with which it holds when the fight goes badly; 8 if left out.
    #[schemars(range(min = 2, max = 12))]
    morale: i32,
    /// True if it never loses heart.
    pub fearless: bool,
    /// True if its group loses heart when it falls.
    pub leader: bool,
    /// True if it is a hero: its player alone decides when it runs.
    pub hero: bool,
    /// True if it has no blind side.
    pub all_round_vision: bool,
    /// True if it can be beaten down without killing it; people and dragons can.
    subduable: Option<bool>,
    /// True if it has vital spots; most undead, plants, slimes and things that were made have none.
    vitals: Option<bool>,
    /// True if nothing stops it when it comes on, such as a boar.
    pub undeterred: bool,
    /// Weapons that hurt it, any of these: `silver`, or a plus such as `magic+1`.
    #[schemars(length(max = 6))]
    pub requires: Vec<Requirement>,
    /// Added to the effect of its Mighty Blows.
    #[schemars(range(min = -5, max = 10))]
    pub mighty_mod: i32,
    /// Added to its throw when it pulls a missile out of a combatant.
    #[schemars(range(min = -5, max = 10))]
    pub extract_mod: i32,
    /// In what it may cast; by its class if left out: `magic-user` in no armour but bracers, `fighter-mage` in magic
    /// armour that is good enough, `free` in all.
    caster: Option<Caster>,
    /// The level at which it casts; its level or its hit dice if left out.
    #[schemars(range(min = 1, max = 20))]
    caster_level: Option<i32>,
    /// Ids of the spells that it has memorised, each as often as it may cast it.
    #[schemars(length(max = 24))]
    pub spells: Vec<String>,
    /// True if it sees in the dark.
    pub darksight: bool,
    /// True if it sees the invisible; those with more than 11 hit dice do if it is left out.
    sees_invisible: Option<bool>,
    /// True if it is invisible, whatever it does.
    pub invisible: bool,
    /// Ids of armour worn: body armour and a helmet, or bracers.
    #[schemars(length(max = 3))]
    pub armour: Vec<String>,
    /// Things carried; the first ones are in hand, as far as there are hands for them.
    #[schemars(length(max = 24))]
    pub items: Vec<String>,
    /// Bites, claws, horns.
    #[schemars(length(max = 4))]
    pub natural_weapons: Vec<NaturalWeapon>,
}

impl Default for StatBlock {
    fn default() -> Self {
        Self {
            class: None,
            level: None,
            hit_dice: None,
            hp: None,
            strength: 10,
            dexterity: 10,
            constitution: 10,
            intelligence: 10,
            wis: None,
            wis_mod: None,
            surprise_die: None,
            surprise_limit: 2,
            senses: 0,
            surprise_multiplier: None,
            anatomy: Vec::new(),
            str_mod: None,
            dex_mod: None,
            bcb: None,
            save: None,
            death_save_bonus: 0,
            natural_armour: 0,
            attacks: 1,
            // Without heavy armour (D20-R85).
            speed: 12,
            size: Size::Medium,
            kind: Kind::Humanoid,
            morale: 8,
            fearless: false,
            leader: false,
            hero: false,
            all_round_vision: false,
            subduable: None,
            vitals: None,
            undeterred: false,
            requires: Vec::new(),
            mighty_mod: 0,
            extract_mod: 0,
            caster: None,
            caster_level: None,
            spells: Vec::new(),
            darksight: false,
            sees_invisible: None,
            invisible: false,
            armour: Vec::new(),
            items: Vec::new(),
            natural_weapons: Vec::new(),
        }
    }
}

/// A natural weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NaturalWeapon {
    /// Its name: "bite".
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// Damage dice.
    #[schemars(with = "PlainDamage")]
    pub damage: DiceExpr,
    /// Cells that it reaches; the adjacent ones if left out.
    #[serde(default = "adjacent")]
    #[schemars(range(min = 1, max = 3))]
    pub reach: u32,
}

const fn adjacent() -> u32 {
    1
}

impl StatBlock {
    /// Its level, from 1: of those with a class.
    fn level(&self) -> i32 {
        self.level.unwrap_or(1)
    }

    /// Its hit dice, or its level (D20-092, D20-R71).
    #[must_use]
    pub fn hit_dice(&self) -> i32 {
        match self.class {
            Some(_) => self.level(),
            None => self.hit_dice.unwrap_or(1),
        }
    }

    /// Hit points when unhurt: the average of its dice, if nothing else is said.
    #[must_use]
    pub fn hit_points(&self) -> i32 {
        let die = self.class.map_or(8, Class::hit_die);
        let average = || class::average_hit_points(self.hit_dice(), die);
        self.hp.unwrap_or_else(average)
    }

    /// Base Combat Bonus (D20-004, D20-005).
    #[must_use]
    pub fn combat_bonus(&self) -> i32 {
        self.bcb.unwrap_or_else(|| match self.class {
            Some(class) => class.combat_bonus(self.level()),
            None => class::monster_combat_bonus(self.hit_dice()),
        })
    }

    /// The least result of a saving throw that succeeds (D20-R20).
    #[must_use]
    pub fn save(&self) -> i32 {
        self.save.unwrap_or_else(|| match self.class {
            Some(class) => class.save(self.level()),
            None => class::monster_save(self.hit_dice()),
        })
    }

    /// Added to melee attacks and damage (D20-101).
    #[must_use]
    pub fn strength_modifier(&self) -> i32 {
        self.str_mod
            .unwrap_or_else(|| ability::modifier(self.strength))
    }

    /// Added to missile attacks and to the Armour Class (D20-106, D20-R02).
    #[must_use]
    pub fn dexterity_modifier(&self) -> i32 {
        self.dex_mod
            .unwrap_or_else(|| ability::modifier(self.dexterity))
    }

    /// Added to its die of surprise by wisdom (D20-014).
    #[must_use]
    pub fn wisdom_modifier(&self) -> i32 {
        self.wis_mod
            .or(self.wis.map(ability::modifier))
            .unwrap_or(0)
    }

    /// The sides of its die of surprise (D20-152).
    #[must_use]
    pub fn surprise_die(&self) -> u16 {
        let by_class = self.class.map_or(SURPRISE_DIE, Class::surprise_die);
        self.surprise_die.unwrap_or(by_class)
    }

    /// Factor for the dice of its weapons against the helpless and the unaware (D20-037).
    #[must_use]
    pub fn surprise_multiplier(&self) -> i32 {
        let of_class = |class: Class| class.surprise_multiplier(self.level());
        let by_class = self.class.map_or(1, of_class);
        self.surprise_multiplier.unwrap_or(by_class)
    }

    /// The highest roll of 2d6 with which it holds when the fight goes badly; `None` if it never rolls (D20-110, D20-111,
    /// D20-113).
    #[must_use]
    pub fn morale(&self) -> Option<i32> {
        (!self.fearless && !self.hero).then_some(self.morale)
    }

    /// True if it can be beaten down without killing it (D20-147).
    #[must_use]
    pub fn subduable(&self) -> bool {
        self.subduable.unwrap_or(self.kind.is_subduable())
    }

    /// True if it may use two swords (D20-161).
    #[must_use]
    pub fn two_swords(&self) -> bool {
        self.class == Some(Class::Ranger)
    }

    /// True if it has vital spots, in which missiles stick (D20-040, D20-R34).
    #[must_use]
    pub fn vitals(&self) -> bool {
        self.vitals.unwrap_or(self.kind.has_vitals())
    }

    /// In what it may cast (D20-R76).
    #[must_use]
    pub fn caster(&self) -> Caster {
        let by_class = self.class.map(Class::caster).unwrap_or_default();
        self.caster.unwrap_or(by_class)
    }

    /// The level at which it casts.
    #[must_use]
    pub fn caster_level(&self) -> i32 {
        self.caster_level.unwrap_or(self.hit_dice().max(1))
    }

    /// True if it sees the invisible (D20-092).
    #[must_use]
    pub fn sees_invisible(&self) -> bool {
        self.sees_invisible.unwrap_or(self.hit_dice() > SEES)
    }

    /// Reports what makes no sense in it.
    pub(crate) fn check(&self, items: &Catalogue<Item>, table: &mut Table<'_, '_>) {
        let path = table.path.clone();
        if self.level.is_some() && self.class.is_none() {
            table
                .report
                .key_error(table.document, &path.join("level"), "a level needs a class")
                .help("add `class = \"fighter\"`, or give `hit_dice` instead".to_owned());
        }
        if self.class.is_some() && self.hit_dice.is_some() {
            let message = "who has a class has levels instead of hit dice";
            table
                .report
                .key_error(table.document, &path.join("hit_dice"), message)
                .help("remove one of the two".to_owned());
        }
        let mut each =
            |key: &str,
             ids: &[String],
             wrong: fn(&ItemBlock) -> Option<(&'static str, &'static str)>| {
                for (index, id) in ids.iter().enumerate() {
                    let at = path.join(key).join(index);
                    if let Some((what, help)) = item(id, items, &at, table).and_then(wrong) {
                        let message = format!("{} {what}", quote(id));
                        table
                            .report
                            .error(table.document, &at, message)
                            .help(help.to_owned());
                    }
                }
            };
        each("armour", &self.armour, |block| {
            let help = "things that are carried belong in `items`";
            (!block.is_worn()).then_some(("is no armour", help))
        });
        each("items", &self.items, |block| {
            if block.is_worn() {
                return Some(("is armour", "what is worn belongs in `armour`"));
            }
            let help = "what is memorised belongs in `spells`";
            is_memory(block).then_some(("is a spell", help))
        });
        each("spells", &self.spells, |block| {
            let help = "scrolls and wands belong in `items`";
            (!is_memory(block)).then_some(("is no spell that can be memorised", help))
        });
    }
}

/// True if an item is a spell that is kept in mind.
fn is_memory(block: &ItemBlock) -> bool {
    let spell = block.spell.as_ref();
    spell.is_some_and(|spell| spell.form() == SpellForm::Memorised)
}

/// The block of an item; reports an item that does not exist here.
fn item<'c>(
    id: &str,
    items: &'c Catalogue<Item>,
    at: &KeyPath,
    table: &mut Table<'_, '_>,
) -> Option<&'c ItemBlock> {
    items.block(id, ID, table.document, at, table.report)
}
