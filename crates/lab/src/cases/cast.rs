//! Who and what is in a case, by the names its author uses.

use std::sync::Arc;

use shieldwall_battle::{BattleSetup, CombatantId, ItemId, Recruit, SideId, SideSetup, Start};
use shieldwall_content::{Case, Library};

/// The letters of combatants and the ids of their items.
#[derive(Clone, Debug)]
pub struct Cast {
    letters: Vec<String>,
    /// Each item's first owner and its id in files.
    items: Vec<(CombatantId, String)>,
}

impl Cast {
    /// The cast of a case. Ids follow the roster: red by letter, then blue by letter.
    #[must_use]
    pub fn of(case: &Case) -> Self {
        let mut items = Vec::new();
        for (index, combatant) in case.combatants.iter().enumerate() {
            let owner = CombatantId(u16::try_from(index).unwrap_or(u16::MAX));
            let carried = combatant
                .unit
                .percentile
                .iter()
                .flat_map(|stats| &stats.items);
            items.extend(carried.map(|item| (owner, item.item.clone())));
        }
        Self {
            letters: case
                .combatants
                .iter()
                .map(|combatant| combatant.letter.clone())
                .collect(),
            items,
        }
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

    /// What authors call an item: `A.sword_broad`; `A.dagger#2` for a second one of the same kind.
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
        format!("{}.{kind}{number}", self.letter(*owner))
    }

    /// Whether an author means an item: by its full name, or by its id alone.
    #[must_use]
    pub fn means_item(&self, name: &str, id: ItemId) -> bool {
        let full = self.item_name(id);
        full == name || full.split_once('.').is_some_and(|(_, kind)| kind == name)
    }

    /// The item an author means; an id alone is looked for among the items of `of` first.
    #[must_use]
    pub fn item(&self, name: &str, of: CombatantId) -> Option<ItemId> {
        let ids = || (0..u16::try_from(self.items.len()).unwrap_or(u16::MAX)).map(ItemId);
        ids()
            .filter(|id| self.items[id.index()].0 == of)
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
    let side = |side: SideId| SideSetup {
        warband: case
            .combatants
            .iter()
            .filter(|combatant| combatant.side == side.index())
            .map(|combatant| Recruit {
                unit: Arc::clone(&combatant.unit),
                cell: combatant.cell,
                name: Some(combatant.letter.clone()),
                start: Start {
                    percentile: Some(combatant.start.clone()),
                },
            })
            .collect(),
    };
    BattleSetup {
        level: Arc::clone(&case.level),
        library: Arc::clone(library),
        sides: SideId::ALL.map(side),
        options: std::collections::BTreeMap::new(),
        seed: 0,
    }
}
