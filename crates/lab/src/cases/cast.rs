//! Who and what is in a case, by the names its author uses.

use std::sync::Arc;

use shieldwall_battle::{
    Battle, BattleSetup, CarriedBy, CombatantId, ItemId, ItemKind, Roster, SideSetup, Start,
    UnitEntry,
};
use shieldwall_content::{Case, Library};

/// The letters of combatants and the ids of their items.
#[derive(Clone, Debug)]
pub struct Cast {
    letters: Vec<String>,
    /// Each item's first owner, if it has one, and its id in files.
    items: Vec<(Option<CombatantId>, String)>,
}

impl Cast {
    /// The cast of a case that has not begun. Ids of combatants follow the roster: red by letter, then
    /// blue by letter and so on; those of items are what the ruleset will make of them.
    #[must_use]
    pub fn of(case: &Case) -> Self {
        let mut items = Vec::new();
        for (index, combatant) in case.combatants.iter().enumerate() {
            let owner = CombatantId(u16::try_from(index).unwrap_or(u16::MAX));
            let brought = combatant.brings.iter().cloned();
            items.extend(brought.map(|item| (Some(owner), item)));
        }
        let things = case.level.things.iter();
        items.extend(things.map(|(_, item)| (None, item.id.clone())));
        let planted = case.level.planted.iter();
        items.extend(planted.map(|shield| (None, shield.item.id.clone())));
        Self {
            letters: case
                .combatants
                .iter()
                .map(|combatant| combatant.letter.clone())
                .collect(),
            items,
        }
    }

    /// The cast of a case whose battle has just begun.
    #[must_use]
    pub fn in_battle(case: &Case, battle: &Battle) -> Self {
        let expected = Self::of(case);
        let world = battle.world();
        let mut items = Vec::with_capacity(expected.items.len());
        for (index, &entity) in world.resource::<Roster>().items.iter().enumerate() {
            let id = world
                .get::<ItemKind>(entity)
                .map_or_else(String::new, |kind| kind.0.id.clone());
            let carrier = world
                .get::<CarriedBy>(entity)
                .and_then(|carrier| world.get::<CombatantId>(carrier.0).copied());
            // Nobody carries what stands planted before its owner.
            let listed = expected.items.get(index).filter(|(_, other)| *other == id);
            let owner = carrier.or_else(|| listed.and_then(|(owner, _)| *owner));
            items.push((owner, id));
        }
        Self { items, ..expected }
    }

    /// The letter of a combatant.
    #[must_use]
    pub fn letter(&self, id: CombatantId) -> &str {
        self.letters.get(id.index()).map_or("?", String::as_str)
    }

    /// All combatants with their letters, in roster order.
    pub fn combatants(&self) -> impl Iterator<Item = (CombatantId, &str)> {
        self.letters.iter().enumerate().map(|(index, letter)| {
            let id = CombatantId(u16::try_from(index).unwrap_or(u16::MAX));
            (id, letter.as_str())
        })
    }

    /// The combatant with a letter.
    #[must_use]
    pub fn combatant(&self, letter: &str) -> Option<CombatantId> {
        self.combatants()
            .find(|(_, known)| *known == letter)
            .map(|(id, _)| id)
    }

    /// What authors call an item: `A.sword_broad`; `A.dagger#2` for a second one of the same kind; `rope`
    /// for one that is nobody's.
    #[must_use]
    pub fn item_name(&self, id: ItemId) -> String {
        let Some((owner, kind)) = self.items.get(id.index()) else {
            return id.to_string();
        };
        let before = self.items[..id.index()]
            .iter()
            .filter(|(other, known)| other == owner && known == kind)
            .count();
        let number = if before == 0 {
            String::new()
        } else {
            format!("#{}", before + 1)
        };
        match owner {
            Some(owner) => format!("{}.{kind}{number}", self.letter(*owner)),
            None => format!("{kind}{number}"),
        }
    }

    /// Whether an author means an item: by its full name, or by its id alone.
    #[must_use]
    pub fn means_item(&self, name: &str, id: ItemId) -> bool {
        let full = self.item_name(id);
        full == name || full.split_once('.').is_some_and(|(_, kind)| kind == name)
    }

    /// The item an author means; an id alone is looked for among the items of `of` first.
    #[must_use]
    pub fn item(&self, name: &str, of: Option<CombatantId>) -> Option<ItemId> {
        let ids = || (0..u16::try_from(self.items.len()).unwrap_or(u16::MAX)).map(ItemId);
        ids()
            .filter(|id| of.is_some() && self.items[id.index()].0 == of)
            .chain(ids())
            .find(|id| self.means_item(name, *id))
    }

    /// All items, in id order.
    pub fn items(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..u16::try_from(self.items.len()).unwrap_or(u16::MAX)).map(ItemId)
    }
}

/// The set-up of a case's battle.
#[must_use]
pub fn setup(case: &Case, library: &Arc<Library>) -> BattleSetup {
    let side = |side: usize| SideSetup {
        warband: case
            .combatants
            .iter()
            .filter(|combatant| combatant.side == side)
            .map(|combatant| UnitEntry {
                unit: Arc::clone(&combatant.unit),
                cell: combatant.cell,
                name: Some(combatant.letter.clone()),
                start: Start::of(case.ruleset, combatant.start.clone()),
            })
            .collect(),
    };
    BattleSetup {
        level: Arc::clone(&case.level),
        library: Arc::clone(library),
        sides: (0..case.level.sides.len()).map(side).collect(),
        options: std::collections::BTreeMap::new(),
        seed: 0,
        first_dice: Vec::new(),
    }
}
