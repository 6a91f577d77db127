//! The set-up of a battle: level, warbands, options and seed.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use shieldwall_content::{BlockValue, Item, Level, Library, Unit};
use shieldwall_dice::{Face, SeededDice};
use shieldwall_grid::{Cell, Direction};

use crate::{
    board::Board,
    combatant::{Allegiance, Concealment, Position, Profile, Roster},
    ids::{ItemId, SideId},
    inventory::{CarriedBy, ItemKind, Lying},
};

/// Everything that a battle is a function of, besides the ruleset and the choices.
#[derive(Clone, Debug)]
pub struct BattleSetup {
    /// The level.
    pub level: Arc<Level>,
    /// All content, for items that units carry.
    pub library: Arc<Library>,
    /// The warbands, red first: as many as the level has sides.
    pub sides: Vec<SideSetup>,
    /// Rule options by key, where they differ from the level's.
    pub options: BTreeMap<String, String>,
    /// Seed of the dice.
    pub seed: u64,
    /// Faces that dice show before the seed decides, by the size of the die: in lessons.
    pub first_dice: Vec<Face>,
}

/// One warband.
#[derive(Clone, Debug, Default)]
pub struct SideSetup {
    /// Its combatants in roster order.
    pub warband: Vec<UnitEntry>,
}

/// One combatant to be.
#[derive(Clone, Debug)]
pub struct UnitEntry {
    /// Its unit.
    pub unit: Arc<Unit>,
    /// Where it begins; `None` for the next free deployment cell.
    pub cell: Option<Cell>,
    /// Its name in the battle; `None` for that of its unit, with a number where several have it.
    pub name: Option<String>,
    /// How it begins, where that is not fresh and upright.
    pub start: Start,
}

/// How a combatant begins a battle, where that is not fresh and upright: in the words of a ruleset, by
/// its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Start(BTreeMap<String, Value>);

impl Start {
    /// A state that the ruleset with this id has written.
    #[must_use]
    pub fn of(ruleset: &str, state: Value) -> Self {
        Self(BTreeMap::from([(ruleset.to_owned(), state)]))
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.0.is_empty()
    }

    /// The state under a ruleset; `None` if it is a fresh one.
    ///
    /// # Errors
    /// If this is no such state: records may say anything.
    pub fn get<T: DeserializeOwned>(&self, ruleset: &'static str) -> Result<Option<T>, SetupError> {
        let state = self.0.get(ruleset).map(T::deserialize).transpose();
        state.map_err(|error| SetupError::BadStart {
            ruleset,
            problem: error.to_string(),
        })
    }

    /// Puts a state in the place of what there was for a ruleset. States hold nothing that JSON cannot.
    pub fn set(&mut self, ruleset: &str, state: &impl Serialize) {
        let state = serde_json::to_value(state).unwrap_or_default();
        self.0.insert(ruleset.to_owned(), state);
    }
}

impl UnitEntry {
    /// A fresh combatant for the next free deployment cell.
    #[must_use]
    pub fn new(unit: Arc<Unit>) -> Self {
        Self {
            unit,
            cell: None,
            name: None,
            start: Start::default(),
        }
    }

    /// The same in a cell of its own.
    #[must_use]
    pub const fn at(mut self, cell: Cell) -> Self {
        self.cell = Some(cell);
        self
    }
}

/// Why a battle cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A unit cannot fight under this ruleset.
    #[error(
        "unit `{unit}` has no stat block for the `{ruleset}` ruleset; add a [{ruleset}] table to its file or pick another unit"
    )]
    NoStatBlock {
        /// Unit id.
        unit: String,
        /// Ruleset id.
        ruleset: &'static str,
    },
    /// How somebody begins makes no sense.
    #[error("a combatant cannot begin like this under the `{ruleset}` ruleset: {problem}")]
    BadStart {
        /// Ruleset id.
        ruleset: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// A unit names an item that does not exist.
    #[error("unit `{unit}` carries unknown item `{item}`")]
    UnknownItem {
        /// Unit id.
        unit: String,
        /// Item id.
        item: String,
    },
    /// A warband is empty.
    #[error("the {side} side has no combatants")]
    EmptyWarband {
        /// "red" or "blue".
        side: &'static str,
    },
    /// There are not as many warbands as the level has sides.
    #[error("level `{level}` has {expected} sides, but there are {found} warbands")]
    SideCount {
        /// Level id.
        level: String,
        /// Sides of the level.
        expected: usize,
        /// Warbands given.
        found: usize,
    },
    /// A warband does not fit its deployment area.
    #[error(
        "the {combatants} combatants of the {side} side have no room in the {room} deployment cells of level `{level}`"
    )]
    NoRoom {
        /// "red" or "blue".
        side: &'static str,
        /// Size of the warband.
        combatants: usize,
        /// Cells there are.
        room: usize,
        /// Level id.
        level: String,
    },
    /// A given starting cell is not free.
    #[error("{unit} cannot begin in cell {cell}: it is impassable, taken or off the map")]
    BadCell {
        /// Unit id.
        unit: String,
        /// The cell.
        cell: Cell,
    },
    /// There is no such option, or no such value of it.
    #[error("rule option `{key} = {value}` does not exist; {help}")]
    UnknownOption {
        /// Key given.
        key: String,
        /// Value given.
        value: String,
        /// What there is.
        help: String,
    },
    /// A level or unit does not exist.
    #[error("there is no {what} `{id}`{help}")]
    Unknown {
        /// "level" or "unit".
        what: &'static str,
        /// Id given.
        id: String,
        /// What there is, with a leading "; ".
        help: String,
    },
}

impl BattleSetup {
    /// The level's own warbands on a level of the library, as it is under a ruleset.
    ///
    /// # Errors
    /// If the level or one of its units does not exist.
    pub fn of_level(
        library: &Arc<Library>,
        level: &str,
        ruleset: &str,
        seed: u64,
    ) -> Result<Self, SetupError> {
        let unknown = |what, id: &str, known: Vec<&String>| SetupError::Unknown {
            what,
            id: id.to_owned(),
            help: format!(
                "; there are: {}",
                known
                    .iter()
                    .map(|id| id.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        let found = library
            .levels
            .get(level)
            .ok_or_else(|| unknown("level", level, library.levels.keys().collect()))?
            .under(ruleset);
        let mut sides = vec![SideSetup::default(); found.sides.len()];
        for (side, level_side) in sides.iter_mut().zip(&found.sides) {
            for id in &level_side.warband {
                let unit = library
                    .units
                    .get(id)
                    .ok_or_else(|| unknown("unit", id, library.units.keys().collect()))?;
                side.warband.push(UnitEntry::new(Arc::clone(unit)));
            }
        }
        Ok(Self {
            level: found,
            library: Arc::clone(library),
            sides,
            options: BTreeMap::new(),
            seed,
            first_dice: Vec::new(),
        })
    }

    /// An item that a unit carries, with its block of a ruleset.
    ///
    /// # Errors
    /// If there is no such item, or if it has no such block.
    pub fn item<B: BlockValue + Clone>(
        &self,
        id: &str,
        unit: &str,
    ) -> Result<(Arc<Item>, B), SetupError> {
        let item = self.library.items.get(id).cloned();
        let known = item.and_then(|item| {
            let block = item.blocks.get::<B>().cloned()?;
            Some((item, block))
        });
        known.ok_or_else(|| SetupError::UnknownItem {
            unit: unit.to_owned(),
            item: id.to_owned(),
        })
    }

    /// The dice that it is played with.
    #[must_use]
    pub fn dice(&self) -> SeededDice {
        SeededDice::new(self.seed).with_first(self.first_dice.clone())
    }

    /// Its sides in order.
    pub fn side_ids(&self) -> impl DoubleEndedIterator<Item = SideId> + ExactSizeIterator + Clone {
        SideId::first(self.sides.len())
    }

    /// The same with every warband in the place of the next, for battles that are fought from all
    /// sides of a level.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut other = self.clone();
        other.sides.rotate_left(1);
        other
    }

    /// The battle that follows this one, with those of each side who could fight again
    /// ([`crate::Battle::survivors`]), in deployment cells again. A side of which nobody is left sends its
    /// warband afresh.
    #[must_use]
    pub fn following(&self, survivors: &[Vec<UnitEntry>], seed: u64) -> Self {
        let mut next = Self {
            seed,
            ..self.clone()
        };
        for (place, side) in next.sides.iter_mut().enumerate() {
            let left = survivors.get(place).filter(|left| !left.is_empty());
            side.warband = left.cloned().unwrap_or_else(|| {
                let units = side.warband.iter();
                units
                    .map(|unit_entry| UnitEntry::new(Arc::clone(&unit_entry.unit)))
                    .collect()
            });
        }
        next
    }
}

/// The unit of a combatant, with its stat block of a ruleset.
///
/// # Errors
/// If it has no such block.
///
/// # Panics
/// If the entity is no combatant.
pub fn stats_of<B: BlockValue + Clone>(
    world: &World,
    who: Entity,
    ruleset: &'static str,
) -> Result<(Arc<Unit>, B), SetupError> {
    let profile = world.get::<Profile>(who);
    let unit = Arc::clone(&profile.expect("every combatant has a profile").unit);
    match unit.blocks.get::<B>().cloned() {
        Some(stats) => Ok((unit, stats)),
        None => Err(SetupError::NoStatBlock {
            unit: unit.id.clone(),
            ruleset,
        }),
    }
}

/// The direction that a combatant faces when the battle begins, once all are placed and it is known who is hidden:
/// towards the nearest enemy that can be seen, else towards the middle of the map.
#[must_use]
pub fn first_facing(world: &World, who: Entity) -> Direction {
    let board = world.resource::<Board>();
    let grid = board.map.grid();
    let (Some(Position(here)), Some(Allegiance(side))) =
        (world.get::<Position>(who), world.get::<Allegiance>(who))
    else {
        return Direction(0);
    };
    let all = world.resource::<Roster>().combatants.iter();
    let enemies = all.filter_map(|&entity| {
        let is_enemy = board.hostile(*side, world.get::<Allegiance>(entity)?.0);
        let unseen = world.get::<Concealment>(entity)?.is_unseen();
        let cell = world.get::<Position>(entity)?.0;
        (is_enemy && !unseen).then_some(cell)
    });
    let nearest = enemies.min_by_key(|cell| (grid.steps(*here, *cell), *cell));
    let middle = || grid.cell(grid.width() / 2, grid.height() / 2);
    let towards = nearest.or_else(middle).filter(|cell| cell != here);
    towards.map_or(Direction(0), |cell| grid.direction_towards(*here, cell))
}

/// Spawns an item in the hands or the pack of a combatant and enters it in the roster.
pub fn spawn_item(world: &mut World, kind: Arc<Item>, carrier: Entity) -> (ItemId, Entity) {
    let next = world.resource::<Roster>().items.len();
    let id = ItemId(u16::try_from(next).unwrap_or(u16::MAX));
    let entity = world.spawn((id, ItemKind(kind), CarriedBy(carrier))).id();
    world.resource_mut::<Roster>().items.push(entity);
    (id, entity)
}

/// Spawns an item that lies in a cell and enters it in the roster.
pub fn spawn_lying(world: &mut World, kind: Arc<Item>, cell: Cell) -> (ItemId, Entity) {
    let next = world.resource::<Roster>().items.len();
    let id = ItemId(u16::try_from(next).unwrap_or(u16::MAX));
    let entity = world.spawn((id, ItemKind(kind), Lying(cell))).id();
    world.resource_mut::<Roster>().items.push(entity);
    (id, entity)
}
