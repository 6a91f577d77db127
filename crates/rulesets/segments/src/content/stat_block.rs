//! Stat blocks: `[segments]` in `assets/units/*.toml`, and the same keys in cases.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shieldwall_content::{
    Item,
    reading::{Catalogue, KeyPath, Table, quantity::PlainDamage, suggestion::quote},
};
use shieldwall_dice::DiceExpr;

use crate::content::{
    item_block::{self, HANDS, ItemBlock, Specialisation},
    settings::ID,
    spell::SpellSkill,
};

/// A stat block. In cases, what is left out is as the unit has it, or else as here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StatBlock {
    /// Hit points when unhurt.
    #[schemars(range(min = 1, max = 1000))]
    pub hp: i32,
    /// Dexterity.
    #[schemars(range(min = 1, max = 60))]
    pub dex: i32,
    /// Constitution: a hit that costs more stuns.
    #[schemars(range(min = 1, max = 60))]
    pub con: i32,
    /// Walking distance of a round in feet.
    #[schemars(range(min = 0, max = 200))]
    pub tmr_ft: i32,
    /// Attacks of a round.
    #[schemars(range(min = 0, max = 8))]
    pub attacks: u8,
    /// Rank in its weapons.
    #[schemars(range(min = 0, max = 20))]
    pub rank: i32,
    /// Ranks in some weapons, by the id of the item, in place of that.
    #[schemars(inner(range(min = 0, max = 20)))]
    pub ranks: BTreeMap<String, i32>,
    /// Weapons in which it is a specialist or a double specialist, by the id of the item (SEG-R67).
    pub specialisations: BTreeMap<String, Specialisation>,
    /// Rank as a Master Bowman.
    #[schemars(range(min = 0, max = 20))]
    pub master_bowman: i32,
    /// True if it may declare Double Shots with a bow.
    pub double_shots: bool,
    /// Missiles of its weapons, by the id of the item; as many as it wants if left out (SEG-R63).
    #[schemars(inner(range(min = 0, max = 200)))]
    pub ammunition: BTreeMap<String, u16>,
    /// Target number of First Aid.
    #[schemars(range(min = 0, max = 100))]
    pub first_aid: i32,
    /// SC of missiles at it in a round in which it moves, where that is lower than for others (SEG-123).
    #[schemars(range(min = -100, max = 0))]
    pub speed_ranged_mod: i32,
    /// Perception: ambushes and enemies that are not seen are noticed by it.
    #[schemars(range(min = 1, max = 60))]
    pub per: i32,
    /// True if its enemies do not see it (SEG-R83).
    pub invisible: bool,
    /// Feet within which it senses all enemies, hidden or invisible.
    #[schemars(range(min = 0, max = 500))]
    pub targeting_sense_ft: i32,
    /// Feet within which it sees in the dark (SEG-R53).
    #[schemars(range(min = 0, max = 500))]
    pub dark_sight_ft: i32,
    /// True if it hears no warning (SEG-R33).
    pub deaf: bool,
    /// True if it carries one rider (SEG-R75).
    pub mount: bool,
    /// Id of the unit that it rides, where one of its side is a mount.
    #[schemars(length(min = 1, max = 40))]
    pub rides: Option<String>,
    /// True if it gets away into the air without a free attack (SEG-114).
    pub agile_flyer: bool,
    /// Willpower: concentration goes by it.
    #[schemars(range(min = 1, max = 60))]
    pub wil: i32,
    /// Target number of Luck saves.
    #[schemars(range(min = 0, max = 100))]
    pub luck: i32,
    /// Energy for spells.
    #[schemars(range(min = 0, max = 200))]
    pub energy: i32,
    /// Spells that it knows, by the id of the item.
    pub spells: BTreeMap<String, SpellSkill>,
    /// True if grievous hits leave no wounds in it.
    pub no_grievous: bool,
    /// True if it has no hands: it is not wounded in them, and takes nothing in them.
    pub without_hands: bool,
    /// True if it has no legs to be wounded in.
    pub without_legs: bool,
    /// True if it sprints at four times TMR.
    pub fast_sprint: bool,
    /// True if it is laden (SEG-R54).
    pub encumbered: bool,
    /// SC with all weapons; worked out of weapon, DEX and rank if left out.
    #[schemars(range(min = -50, max = 300))]
    sc: Option<i32>,
    /// Initiative modifier; worked out of DEX if left out.
    #[schemars(range(min = -10, max = 20))]
    im: Option<i32>,
    /// Rank in the Defense skill.
    #[schemars(range(min = 0, max = 20))]
    pub defence_rank: i32,
    /// Rank in the Shield skill.
    #[schemars(range(min = 0, max = 20))]
    pub shield_rank: i32,
    /// DEF from DEX; DEX itself if left out.
    #[schemars(range(min = 0, max = 100))]
    def_dex: Option<i32>,
    /// DEF from the Defense skill; twice the rank if left out.
    #[schemars(range(min = 0, max = 100))]
    def_skill: Option<i32>,
    /// DEF from a readied shield with the Shield skill; worked out if left out.
    #[schemars(range(min = 0, max = 100))]
    def_shield: Option<i32>,
    /// DEF by nature.
    #[schemars(range(min = -50, max = 200))]
    pub def_natural: i32,
    /// DEF by magic that is always on.
    #[schemars(range(min = 0, max = 100))]
    pub def_magic: i32,
    /// PROT by nature: hide or scales.
    #[schemars(range(min = 0, max = 50))]
    pub natural_prot: i32,
    /// Rank in Range of Field.
    #[schemars(range(min = 0, max = 10))]
    pub range_of_field: i32,
    /// Its size; medium if left out.
    pub size: Size,
    /// True if its off hand is as good as the other.
    pub ambidextrous: bool,
    /// True if each pair of its tentacles counts as an attacker of its own.
    pub independent_tentacles: bool,
    /// Ids of armour worn.
    #[schemars(length(max = 4))]
    pub armour: Vec<String>,
    /// Things carried; the first weapon and the first shield are in hand.
    #[schemars(length(max = 24))]
    pub items: Vec<String>,
    /// Things in hand when the battle begins, where it is not those.
    #[schemars(length(max = 2))]
    pub in_hand: Option<Vec<String>>,
    /// Bites, claws, horns.
    #[schemars(length(max = 4))]
    pub natural_weapons: Vec<NaturalWeapon>,
}

/// The size of a combatant (SEG-035, SEG-R69).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// Like a rat.
    Tiny,
    /// Like a dog.
    Small,
    /// Like a person.
    #[default]
    Medium,
    /// Like a horse.
    Large,
    /// Like an elephant.
    Giant,
}

impl Size {
    /// CON that it counts more for the stun check (SEG-035).
    #[must_use]
    pub const fn stun_bonus(self) -> i32 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 0,
            Self::Large => 2,
            Self::Giant => 4,
        }
    }
}

impl Default for StatBlock {
    fn default() -> Self {
        Self {
            hp: 40,
            dex: 15,
            con: 15,
            tmr_ft: 40,
            attacks: 1,
            rank: 4,
            ranks: BTreeMap::new(),
            specialisations: BTreeMap::new(),
            master_bowman: 0,
            double_shots: false,
            ammunition: BTreeMap::new(),
            first_aid: 25,
            speed_ranged_mod: 0,
            per: 15,
            invisible: false,
            targeting_sense_ft: 0,
            dark_sight_ft: 0,
            deaf: false,
            mount: false,
            rides: None,
            agile_flyer: false,
            wil: 15,
            luck: 40,
            energy: 10,
            spells: BTreeMap::new(),
            no_grievous: false,
            without_hands: false,
            without_legs: false,
            fast_sprint: false,
            encumbered: false,
            sc: None,
            im: None,
            defence_rank: 0,
            shield_rank: 0,
            def_dex: None,
            def_skill: None,
            def_shield: None,
            def_natural: 0,
            def_magic: 0,
            natural_prot: 0,
            range_of_field: 0,
            size: Size::Medium,
            ambidextrous: false,
            independent_tentacles: false,
            armour: Vec::new(),
            items: Vec::new(),
            in_hand: None,
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

impl StatBlock {
    /// Rank in a weapon; that of its weapons where the item has none of its own.
    #[must_use]
    pub fn rank_in(&self, item: Option<&str>) -> i32 {
        let own = item.and_then(|item| self.ranks.get(item)).copied();
        own.unwrap_or(self.rank)
    }

    /// Practice with a weapon (SEG-R67).
    #[must_use]
    pub fn specialisation(&self, item: &str) -> Specialisation {
        self.specialisations.get(item).copied().unwrap_or_default()
    }

    /// SC with a weapon of this base and rank, at a DEX (SEG-025).
    #[must_use]
    pub fn strike_chance(&self, base: i32, dex: i32, rank: i32) -> i32 {
        // A lowered DEX lowers a given SC as well (SEG-R70).
        self.sc
            .map_or(base + dex + 5 * rank, |sc| sc + dex - self.dex)
    }

    /// Initiative modifier at a DEX (SEG-009, SEG-R81).
    #[must_use]
    pub fn initiative(&self, dex: i32) -> i32 {
        let by_dex = |dex: i32| (dex - 15) / 4;
        // A lowered DEX lowers a given one as well (SEG-R07).
        self.im
            .map_or(by_dex(dex), |im| im + by_dex(dex) - by_dex(self.dex))
    }

    /// DEF from a DEX (SEG-R18).
    #[must_use]
    pub fn defence_by_dex(&self, dex: i32) -> i32 {
        (self.def_dex.unwrap_or(self.dex) + dex - self.dex).max(0)
    }

    /// DEF from the Defense skill (SEG-R18).
    #[must_use]
    pub fn defence_by_skill(&self) -> i32 {
        self.def_skill.unwrap_or(2 * self.defence_rank)
    }

    /// DEF from a readied shield of this value (SEG-R18). One that the block gives needs no shield among the items.
    #[must_use]
    pub fn defence_by_shield(&self, shield: Option<i32>) -> i32 {
        let worked_out = shield.map_or(0, |shield| shield + 2 * self.shield_rank);
        self.def_shield.unwrap_or(worked_out)
    }

    /// Reports what makes no sense in it.
    pub(crate) fn check(&self, items: &Catalogue<Item>, table: &mut Table<'_, '_>) {
        let path = table.path.clone();
        for (index, id) in self.armour.iter().enumerate() {
            let at = path.join("armour").join(index);
            if let Some(block) = item(id, items, &at, table)
                && !block.is_worn()
            {
                let message = format!("{} is no armour", quote(id));
                table
                    .report
                    .error(table.document, &at, message)
                    .help("things that are carried belong in `items`".to_owned());
            }
        }
        for (index, id) in self.items.iter().enumerate() {
            let at = path.join("items").join(index);
            if let Some(block) = item(id, items, &at, table)
                && block.is_worn()
            {
                let message = format!("{} is armour", quote(id));
                table
                    .report
                    .error(table.document, &at, message)
                    .help("what is worn belongs in `armour`".to_owned());
            }
        }
        self.check_hands(items, table);
        for id in self.spells.keys() {
            let at = path.join("spells").join(id.as_str());
            if item(id, items, &at, table).is_some_and(|block| block.spell.is_none()) {
                let message = format!("{} is no spell", quote(id));
                let help = "spells are items with `spell` in `[item.segments]`".to_owned();
                table.report.error(table.document, &at, message).help(help);
            }
        }
        let of_items = [
            ("ranks", self.ranks.keys().collect::<Vec<_>>()),
            ("specialisations", self.specialisations.keys().collect()),
            ("ammunition", self.ammunition.keys().collect()),
        ];
        for (key, ids) in of_items {
            for id in ids {
                let at = path.join(key).join(id.as_str());
                item(id, items, &at, table);
            }
        }
    }
}

impl StatBlock {
    /// Tells for each of its items if it is in hand when the battle begins (SEG-R58).
    #[must_use]
    pub fn readied(&self, blocks: &[&ItemBlock]) -> Vec<bool> {
        let Some(chosen) = &self.in_hand else {
            return item_block::in_hand(blocks.iter().copied());
        };
        let mut chosen: Vec<&String> = chosen.iter().collect();
        let take = |id: &String| {
            let place = chosen.iter().position(|known| *known == id);
            place.map(|place| chosen.remove(place)).is_some()
        };
        self.items.iter().map(take).collect()
    }

    /// Reports things in hand that are not carried, or that fill more than two hands.
    fn check_hands(&self, items: &Catalogue<Item>, table: &mut Table<'_, '_>) {
        let path = table.path.join("in_hand");
        let mut carried = self.items.clone();
        let mut hands = 0;
        for (index, id) in self.in_hand.iter().flatten().enumerate() {
            let at = path.join(index);
            let Some(place) = carried.iter().position(|known| known == id) else {
                let message = format!("{} is not among the items", quote(id));
                let help = "add it to `items`".to_owned();
                table.report.error(table.document, &at, message).help(help);
                continue;
            };
            carried.remove(place);
            hands += item(id, items, &at, table).map_or(0, |block| block.hands);
            if hands > HANDS {
                let message = format!("{} has no hand left to be in", quote(id));
                let help = format!("a combatant has {HANDS} hands");
                table.report.error(table.document, &at, message).help(help);
                return;
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_worked_out() {
        let block = StatBlock {
            dex: 18,
            shield_rank: 3,
            defence_rank: 4,
            ..StatBlock::default()
        };
        assert_eq!(block.strike_chance(50, 18, block.rank_in(None)), 88);
        assert_eq!(block.defence_by_dex(18), 18);
        assert_eq!(block.defence_by_dex(16), 16);
        assert_eq!(block.defence_by_skill(), 8);
        assert_eq!(block.defence_by_shield(Some(10)), 16);
        assert_eq!(block.defence_by_shield(None), 0);
        let modifiers = [3, 11, 12, 18, 19, 23].map(|dex| block.initiative(dex));
        assert_eq!(modifiers, [-3, -1, 0, 0, 1, 2]);
    }
}
