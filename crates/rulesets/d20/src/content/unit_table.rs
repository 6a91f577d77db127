//! Stat blocks: `[d20]` in `assets/units/*.toml`, and the same keys in cases.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::{
    Item,
    reading::{Catalogue, KeyPath, Table, quantity, suggestion::quote},
};

use crate::content::{
    ability,
    blocks::{Abilities, Carried, ItemBlock, Kind, NaturalWeapon, Requirement, Size, StatBlock},
    class::{self, Class},
    spell::{Caster, SpellForm},
};

/// Hit dice above which one sees the invisible (D20-092).
const SEES: i32 = 11;
/// Hands of everybody.
const HANDS: u8 = 2;
/// The sides of the die of surprise of most (D20-152).
const SURPRISE_DIE: u16 = 6;
/// Speed without heavy armour, in cells a round (D20-R85).
const SPEED: u16 = 12;

/// A stat block. In cases, what is left out is as the unit has it, or else as here.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StatBlockEntry {
    /// Class of a character; left out for monsters and plain people.
    pub(crate) class: Option<Class>,
    /// Level of a character, from 1.
    #[schemars(range(min = 1, max = 10))]
    pub(crate) level: Option<i32>,
    /// Hit dice of those who have no class; 1 if left out.
    #[schemars(range(min = 0, max = 40))]
    pub(crate) hit_dice: Option<i32>,
    /// Hit points; the average of its dice if left out.
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) hp: Option<i32>,
    /// Strength; 10 if left out, as the others.
    #[schemars(range(min = 1, max = 40))]
    pub(crate) str: Option<i32>,
    /// Dexterity.
    #[schemars(range(min = 1, max = 40))]
    pub(crate) dex: Option<i32>,
    /// Constitution.
    #[schemars(range(min = 1, max = 40))]
    pub(crate) con: Option<i32>,
    /// Intelligence.
    #[schemars(range(min = 1, max = 40))]
    pub(crate) int: Option<i32>,
    /// Wisdom.
    #[schemars(range(min = 1, max = 40))]
    pub(crate) wis: Option<i32>,
    /// The modifier of wisdom; worked out if left out.
    #[schemars(range(min = -10, max = 10))]
    pub(crate) wis_mod: Option<i32>,
    /// The sides of its die of surprise: one of 2, 3, 4, 6, 8, 10, 12, 20 and 30; 6 if left out, and 8 of thieves and
    /// rangers.
    #[schemars(range(min = 2, max = 30))]
    pub(crate) surprise_die: Option<u16>,
    /// The highest result that surprises it; 2 if left out.
    #[schemars(range(min = 0, max = 10))]
    pub(crate) surprise_limit: Option<i32>,
    /// Added to its die of surprise: keen senses, or dull ones below 0.
    #[schemars(range(min = -5, max = 5))]
    pub(crate) senses: Option<i32>,
    /// What the dice of its weapons are multiplied by against the helpless and the unaware; worked out for thieves.
    #[schemars(range(min = 1, max = 6))]
    pub(crate) surprise_multiplier: Option<i32>,
    /// The kinds of creatures whose vitals it knows besides people and its own.
    #[schemars(length(max = 10))]
    pub(crate) anatomy: Option<Vec<Kind>>,
    /// The modifier of strength; worked out if left out.
    #[schemars(range(min = -10, max = 10))]
    pub(crate) str_mod: Option<i32>,
    /// The modifier of dexterity; worked out if left out.
    #[schemars(range(min = -10, max = 10))]
    pub(crate) dex_mod: Option<i32>,
    /// Base Combat Bonus; worked out of class and level or of hit dice if left out.
    #[schemars(range(min = -5, max = 15))]
    pub(crate) bcb: Option<i32>,
    /// What a saving throw must come to; worked out if left out.
    #[schemars(range(min = 2, max = 25))]
    pub(crate) save: Option<i32>,
    /// Added to the throw against death.
    #[schemars(range(min = -10, max = 10))]
    pub(crate) death_save_bonus: Option<i32>,
    /// Added to the Armour Class by hide or shell.
    #[schemars(range(min = 0, max = 20))]
    pub(crate) natural_armour: Option<i32>,
    /// Attacks a round; 1 if left out.
    #[schemars(range(min = 1, max = 4))]
    pub(crate) attacks: Option<u8>,
    /// Cells a round; 12 if left out, less in heavy armour.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) speed: Option<u16>,
    /// How big it is; medium if left out.
    pub(crate) size: Option<Size>,
    /// What sort of creature it is; humanoid if left out.
    pub(crate) kind: Option<Kind>,
    /// What 2d6 may not exceed when the fight goes badly; 8 if left out.
    #[schemars(range(min = 2, max = 12))]
    pub(crate) morale: Option<i32>,
    /// Whether it never loses heart.
    pub(crate) fearless: Option<bool>,
    /// Whether its group loses heart when it falls.
    pub(crate) leader: Option<bool>,
    /// Whether it is a hero: its player alone decides when it runs.
    pub(crate) hero: Option<bool>,
    /// Whether it has no blind side.
    pub(crate) all_round_vision: Option<bool>,
    /// Whether it can be beaten down without killing it; people and dragons can.
    pub(crate) subduable: Option<bool>,
    /// Whether it has vital spots; most undead, plants, slimes and things that were made have none.
    pub(crate) vitals: Option<bool>,
    /// Whether nothing stops it when it comes on, such as a boar.
    pub(crate) undeterred: Option<bool>,
    /// What a weapon must be to hurt it, any of these: `silver`, or a plus such as `magic+1`.
    #[schemars(length(max = 6), inner(regex(pattern = r"^(silver|magic\+[1-5])$")))]
    pub(crate) requires: Option<Vec<String>>,
    /// Added to the effect of its Mighty Blows.
    #[schemars(range(min = -5, max = 10))]
    pub(crate) mighty_mod: Option<i32>,
    /// Added to its throw when it pulls a missile out of somebody.
    #[schemars(range(min = -5, max = 10))]
    pub(crate) extract_mod: Option<i32>,
    /// In what it may cast; by its class if left out: `magic-user` in no armour but bracers, `fighter-mage` in magic
    /// armour that is good enough, `free` in all.
    pub(crate) caster: Option<Caster>,
    /// The level at which it casts; its level or its hit dice if left out.
    #[schemars(range(min = 1, max = 20))]
    pub(crate) caster_level: Option<i32>,
    /// Ids of the spells that it has memorised, each as often as it may cast it.
    #[schemars(length(max = 24))]
    pub(crate) spells: Option<Vec<String>>,
    /// Whether it sees in the dark.
    pub(crate) darksight: Option<bool>,
    /// Whether it sees the invisible; those with more than 11 hit dice do if it is left out.
    pub(crate) sees_invisible: Option<bool>,
    /// Whether it is invisible, whatever it does.
    pub(crate) invisible: Option<bool>,
    /// Ids of armour worn: body armour and a helmet, or bracers.
    #[schemars(length(max = 3))]
    pub(crate) armour: Option<Vec<String>>,
    /// Things carried; the first ones are in hand, as far as there are hands for them.
    #[schemars(length(max = 24))]
    pub(crate) items: Option<Vec<String>>,
    /// Bites, claws, horns.
    #[schemars(length(max = 4))]
    pub(crate) natural_weapons: Option<Vec<NaturalWeaponEntry>>,
}

/// A natural weapon.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NaturalWeaponEntry {
    /// What it is called: "bite".
    #[schemars(length(min = 1, max = 40))]
    name: String,
    /// Damage dice.
    damage: String,
    /// Cells that it reaches; the adjacent ones if left out.
    #[schemars(range(min = 1, max = 3))]
    reach: Option<u32>,
}

impl StatBlockEntry {
    /// The stat block, leaning on another one for what is left out.
    pub(crate) fn validate(
        self,
        base: Option<&StatBlock>,
        items: &Catalogue<Item>,
        table: &mut Table<'_, '_>,
    ) -> StatBlock {
        if self.level.is_some() && self.class.is_none() {
            let at = table.path.join("level");
            table
                .report
                .key_error(table.document, &at, "a level needs a class")
                .help("add `class = \"fighter\"`, or give `hit_dice` instead".to_owned());
        }
        if self.class.is_some() && self.hit_dice.is_some() {
            let at = table.path.join("hit_dice");
            table
                .report
                .key_error(
                    table.document,
                    &at,
                    "who has a class has levels instead of hit dice",
                )
                .help("remove one of the two".to_owned());
        }
        let trained = self.class.is_some() || self.hit_dice.is_some();
        let (level, dice) = (self.level.unwrap_or(1), self.hit_dice.unwrap_or(1));
        let (bonus, save, points) = match self.class {
            Some(class) => (
                class.combat_bonus(level),
                class.save(level),
                class::average_hit_points(level, class.hit_die()),
            ),
            None => (
                class::monster_combat_bonus(dice),
                class::monster_save(dice),
                class::average_hit_points(dice, 8),
            ),
        };
        let base = base.filter(|_| !trained);
        let of = |own: Option<i32>, other: fn(&StatBlock) -> i32, otherwise: i32| {
            own.or(base.map(other)).unwrap_or(otherwise)
        };
        let abilities = Abilities {
            strength: of(self.str, |base| base.abilities.strength, 10),
            dexterity: of(self.dex, |base| base.abilities.dexterity, 10),
            constitution: of(self.con, |base| base.abilities.constitution, 10),
            intelligence: of(self.int, |base| base.abilities.intelligence, 10),
        };
        let modifier =
            |own: Option<i32>, score: Option<i32>, known: fn(&StatBlock) -> i32, of: i32| {
                own.or(base.filter(|_| score.is_none()).map(known))
                    .unwrap_or_else(|| ability::modifier(of))
            };
        let morale = match (self.fearless, self.hero, self.morale) {
            (Some(true), ..) | (_, Some(true), _) => None,
            (_, _, Some(score)) => Some(score),
            _ => base.map_or(Some(8), |base| base.morale),
        };
        let armour = self.armour.or_else(|| base.map(|base| base.armour.clone()));
        let armour = armour.unwrap_or_default();
        for (index, id) in armour.iter().enumerate() {
            let at = table.path.join("armour").join(index);
            let block = item(id, items, &at, table);
            if block.is_some_and(|block| block.armour.is_none() && !block.helmet) {
                let message = format!("{} is no armour", quote(id));
                table
                    .report
                    .error(table.document, &at, message)
                    .help("things that are carried belong in `items`".to_owned());
            }
        }
        let known = |carried: &&Carried| carried.memorised;
        let mut carried: Vec<Carried> = match (self.items, base) {
            (Some(ids), _) => carry(ids, items, table),
            (None, Some(base)) => {
                let things = base.items.iter().filter(|carried| !known(carried));
                things.cloned().collect()
            }
            (None, None) => Vec::new(),
        };
        carried.extend(match (self.spells, base) {
            (Some(ids), _) => memorise(ids, items, table),
            (None, Some(base)) => base.items.iter().filter(known).cloned().collect(),
            (None, None) => Vec::new(),
        });
        let hit_dice = match self.class {
            Some(_) => level,
            None => dice,
        };
        let hit_dice = base.map_or(hit_dice, |base| base.hit_dice);
        let natural_weapons = match (self.natural_weapons, base) {
            (Some(entries), _) => natural(entries, table),
            (None, Some(base)) => base.natural_weapons.clone(),
            (None, None) => Vec::new(),
        };
        let kind = self.kind.or(base.map(|base| base.kind)).unwrap_or_default();
        StatBlock {
            strength_modifier: modifier(
                self.str_mod,
                self.str,
                |base| base.strength_modifier,
                abilities.strength,
            ),
            dexterity_modifier: modifier(
                self.dex_mod,
                self.dex,
                |base| base.dexterity_modifier,
                abilities.dexterity,
            ),
            abilities,
            combat_bonus: of(self.bcb, |base| base.combat_bonus, bonus),
            save: of(self.save, |base| base.save, save),
            death_save_bonus: of(self.death_save_bonus, |base| base.death_save_bonus, 0),
            hit_points: of(self.hp, |base| base.hit_points, points),
            attacks: self.attacks.or(base.map(|base| base.attacks)).unwrap_or(1),
            speed: self.speed.or(base.map(|base| base.speed)).unwrap_or(SPEED),
            natural_armour: of(self.natural_armour, |base| base.natural_armour, 0),
            size: self.size.or(base.map(|base| base.size)).unwrap_or_default(),
            kind,
            morale,
            leader: self
                .leader
                .or(base.map(|base| base.leader))
                .unwrap_or(false),
            hero: self.hero.or(base.map(|base| base.hero)).unwrap_or(false),
            all_round_vision: self
                .all_round_vision
                .or(base.map(|base| base.all_round_vision))
                .unwrap_or(false),
            wisdom_modifier: self
                .wis_mod
                .or(self.wis.map(ability::modifier))
                .or(base.map(|base| base.wisdom_modifier))
                .unwrap_or(0),
            surprise_die: self
                .surprise_die
                .or(self.class.map(Class::surprise_die))
                .or(base.map(|base| base.surprise_die))
                .unwrap_or(SURPRISE_DIE),
            surprise_limit: of(self.surprise_limit, |base| base.surprise_limit, 2),
            senses: of(self.senses, |base| base.senses, 0),
            surprise_multiplier: self
                .surprise_multiplier
                .or(self.class.map(|class| class.surprise_multiplier(level)))
                .or(base.map(|base| base.surprise_multiplier))
                .unwrap_or(1),
            anatomy: self
                .anatomy
                .or(base.map(|base| base.anatomy.clone()))
                .unwrap_or_default(),
            subduable: self
                .subduable
                .or(base.map(|base| base.subduable))
                .unwrap_or(kind.is_subduable()),
            two_swords: match self.class {
                Some(class) => class == Class::Ranger,
                None => base.is_some_and(|base| base.two_swords),
            },
            vitals: self
                .vitals
                .or(base.map(|base| base.vitals))
                .unwrap_or(kind.has_vitals()),
            undeterred: self
                .undeterred
                .or(base.map(|base| base.undeterred))
                .unwrap_or(false),
            requires: match self.requires {
                Some(words) => words.iter().filter_map(|word| requirement(word)).collect(),
                None => base.map_or_else(Vec::new, |base| base.requires.clone()),
            },
            mighty_mod: of(self.mighty_mod, |base| base.mighty_mod, 0),
            extract_mod: of(self.extract_mod, |base| base.extract_mod, 0),
            hit_dice,
            caster: self
                .caster
                .or(self.class.map(Class::caster))
                .or(base.map(|base| base.caster))
                .unwrap_or_default(),
            caster_level: of(self.caster_level, |base| base.caster_level, hit_dice.max(1)),
            darksight: self
                .darksight
                .or(base.map(|base| base.darksight))
                .unwrap_or_default(),
            sees_invisible: self
                .sees_invisible
                .or(base.map(|base| base.sees_invisible))
                .unwrap_or(hit_dice > SEES),
            invisible: self
                .invisible
                .or(base.map(|base| base.invisible))
                .unwrap_or(false),
            armour,
            items: carried,
            natural_weapons,
        }
    }
}

/// Whether an item is a spell that is kept in mind.
fn is_memory(block: &ItemBlock) -> bool {
    let spell = block.spell.as_ref();
    spell.is_some_and(|spell| spell.form == SpellForm::Memorised)
}

/// What is memorised: spells that are neither on scrolls nor in wands.
fn memorise(ids: Vec<String>, items: &Catalogue<Item>, table: &mut Table<'_, '_>) -> Vec<Carried> {
    let mut memorised = Vec::with_capacity(ids.len());
    for (index, id) in ids.into_iter().enumerate() {
        let at = table.path.join("spells").join(index);
        let Some(block) = item(&id, items, &at, table) else {
            continue;
        };
        if !is_memory(block) {
            let message = format!("{} is no spell that can be memorised", quote(&id));
            table
                .report
                .error(table.document, &at, message)
                .help("scrolls and wands belong in `items`".to_owned());
        }
        memorised.push(Carried {
            id,
            readied: false,
            memorised: true,
        });
    }
    memorised
}

/// What a word of `requires` asks for: its form is checked with the shape of the file.
fn requirement(word: &str) -> Option<Requirement> {
    match word.strip_prefix("magic+") {
        Some(plus) => plus.parse().ok().map(Requirement::Magic),
        None => (word == "silver").then_some(Requirement::Silver),
    }
}

/// The block of an item; reports one that does not exist here.
fn item<'c>(
    id: &str,
    items: &'c Catalogue<Item>,
    at: &KeyPath,
    table: &mut Table<'_, '_>,
) -> Option<&'c ItemBlock> {
    let item = items.resolve(id, table.document, at, table.report)?;
    let block = item.blocks.get();
    if block.is_none() {
        let message = format!("item {} does not exist under this ruleset", quote(id));
        table
            .report
            .error(table.document, at, message)
            .help("give the item a `[item.d20]` block".to_owned());
    }
    block
}

/// What is carried: in hand as long as there are hands for it, in the order of the file.
fn carry(ids: Vec<String>, items: &Catalogue<Item>, table: &mut Table<'_, '_>) -> Vec<Carried> {
    let mut free = HANDS;
    let mut carried = Vec::with_capacity(ids.len());
    for (index, id) in ids.into_iter().enumerate() {
        let at = table.path.join("items").join(index);
        let Some(block) = item(&id, items, &at, table) else {
            continue;
        };
        if block.armour.is_some() || block.helmet {
            let message = format!("{} is armour", quote(&id));
            table
                .report
                .error(table.document, &at, message)
                .help("what is worn belongs in `armour`".to_owned());
        }
        if is_memory(block) {
            let message = format!("{} is a spell", quote(&id));
            table
                .report
                .error(table.document, &at, message)
                .help("what is memorised belongs in `spells`".to_owned());
        }
        let readied = block.hands > 0 && block.hands <= free;
        if readied {
            free -= block.hands;
        }
        carried.push(Carried {
            id,
            readied,
            memorised: false,
        });
    }
    carried
}

fn natural(entries: Vec<NaturalWeaponEntry>, table: &mut Table<'_, '_>) -> Vec<NaturalWeapon> {
    let path = table.path.join("natural_weapons");
    let read = entries.into_iter().enumerate().map(|(index, entry)| {
        let at = path.join(index).join("damage");
        NaturalWeapon {
            damage: quantity::plain_damage(&entry.damage, table.document, &at, table.report),
            name: entry.name,
            reach: entry.reach.unwrap_or(1),
        }
    });
    read.collect()
}
