//! What a combatant is under this ruleset: its build, its wounds and its round so far.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    attack::{
        arm::Arm,
        blow::DamageDice,
        rating::{self, Worn},
    },
    combatant::wounds::Injury,
    content::blocks::{Settings, StatBlock, WeaponClass},
    movement::bands::{Band, Pace},
    turn::order_key::OrderKey,
};
use bevy_ecs::prelude::Component;
use shieldwall_battle::{Check, CombatantId, ItemId, Modifier, Target};
use shieldwall_content::Item;
use shieldwall_dice::DiceExpr;
use shieldwall_grid::{Cell, Direction, Metres, Side};

/// The stat block a combatant fights by, and the armour it wears. Never changes in a battle.
#[derive(Component, Clone, Debug)]
pub struct Build {
    /// The stat block.
    pub stats: Arc<StatBlock>,
    /// Armour and helmet worn.
    pub worn: Vec<Arc<Item>>,
    /// Armour points against everything but high-velocity attacks (PCT-R55, PCT-R56).
    pub armour: i32,
    /// Armour points against high-velocity attacks (PCT-R56).
    pub armour_high_velocity: i32,
    /// The damage of the weapons it has struck with, by their rows.
    damages: Arc<Mutex<Vec<(DiceExpr, DamageDice)>>>,
}

impl Build {
    /// A stat block with what it wears.
    #[must_use]
    pub fn new(stats: Arc<StatBlock>, worn: Vec<Arc<Item>>) -> Self {
        let rows: Vec<Worn<'_>> = worn.iter().filter_map(|item| Worn::of(item)).collect();
        let armour = rating::armour_points(&rows, stats.natural_armour, false);
        let armour_high_velocity = rating::armour_points(&rows, stats.natural_armour, true);
        Self {
            stats,
            worn,
            armour,
            armour_high_velocity,
            damages: Arc::default(),
        }
    }

    /// The dice of a damage row in its hands.
    #[must_use]
    pub fn damage_dice(&self, row: &DiceExpr) -> DamageDice {
        let mut known = self.damages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, dice)) = known.iter().find(|(known, _)| known == row) {
            return dice.clone();
        }
        let dice = DamageDice::of(row, &self.stats.damage_bonus);
        known.push((row.clone(), dice.clone()));
        dice
    }

    /// The armour rows of what it wears.
    #[must_use]
    pub fn worn_rows(&self) -> Vec<Worn<'_>> {
        self.worn.iter().filter_map(|item| Worn::of(item)).collect()
    }

    /// The chance of a skill under the armour worn, with further modifiers.
    #[must_use]
    pub fn skill_chance(
        &self,
        settings: &Settings,
        skill: &'static str,
        further: impl IntoIterator<Item = Modifier>,
    ) -> Check {
        rating::skill_chance(&self.stats, &self.worn_rows(), settings, skill, further)
    }

    /// The unreduced DEX (PCT-004).
    #[must_use]
    pub fn dexterity(&self) -> i32 {
        self.stats.characteristics.dexterity
    }
}

/// The injuries of a combatant, oldest first, each by itself (PCT-154).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Injuries(pub Vec<Injury>);

/// How a combatant holds itself.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Posture {
    /// Upright.
    #[default]
    Standing,
    /// Kneeling behind a held large shield, facing a neighbouring cell (PCT-R35).
    Kneeling(Direction),
    /// Kneeling behind a large shield planted on a side of its cell (PCT-R35, PCT-R59).
    KneelingBehind(ItemId),
}

impl Posture {
    /// Whether it kneels at all.
    #[must_use]
    pub const fn kneels(self) -> bool {
        !matches!(self, Self::Standing)
    }
}

/// How long a sleeper sleeps (PCT-141, PCT-R70).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SleepTimer {
    /// Round at whose end it wakes by itself; `None` if it never fell.
    pub until: Option<u32>,
}

/// What a combatant does with its action (PCT-R09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plan {
    /// An attack, on this enemy at first.
    Attack(Arm, CombatantId),
    /// Taking things in hand, or putting them away.
    Ready(Readying),
    /// Reloading a weapon: a full-round task.
    Reload(ItemId),
    /// First Aid: a full-round task.
    FirstAid,
    /// Waking a sleeper.
    Wake(CombatantId),
    /// Planting a held shield on a side of the own cell.
    Plant(ItemId),
    /// Taking up a planted shield.
    TakeUp(ItemId),
    /// Hiding.
    Hide,
    /// Nothing.
    Pass,
}

/// How hands are filled by the `ready` action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Readying {
    /// One thing is taken in hand; what is in its way is put away.
    Take(ItemId),
    /// Two things are taken in hand, one in each.
    Pair(ItemId, ItemId),
    /// A held thing is put away.
    PutAway(ItemId),
}

/// A statement of intent (PCT-R01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// How far to move at most.
    pub pace: Pace,
    /// What to do.
    pub plan: Plan,
}

/// A full-round task under way (PCT-R10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Reloading a weapon.
    Reload(ItemId),
    /// First Aid; patient and injury are chosen in Resolution.
    FirstAid,
}

/// With what somebody could defend when the step began in which it acts (PCT-R15).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// Items in hand that it could use, in id order.
    pub usable: Vec<ItemId>,
    /// Hands that held nothing.
    pub free_hands: u8,
    /// Whether a full-round task kept its hands busy.
    pub busy: bool,
    /// How it held itself.
    pub posture: Posture,
}

/// A combatant's round so far. Cleared when a round ends (PCT-R71).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// What it stated, or chose when its rank was called if statements are skipped.
    pub statement: Option<Statement>,
    /// The side of the cell on which a shield is to be planted, where that was chosen already.
    pub side: Option<Side>,
    /// Whether others know that statement.
    pub revealed: bool,
    /// Metres moved, terrain and surcharges counted.
    pub moved: Metres,
    /// Band of the movement: `None` until it has moved or declined.
    pub band: Option<Band>,
    /// Whether it broke off contact (PCT-R08).
    pub broke_off: bool,
    /// Its place in the order of actions; `None` if it has no action.
    pub place: Option<OrderKey>,
    /// Whether its action is over.
    pub acted: bool,
    /// Parries and dodges so far (PCT-R27).
    pub defences: i32,
    /// Its defence as it was at the beginning of the step in which it acts together with others.
    pub guard: Option<Guard>,
    /// The full-round task it is at.
    pub task: Option<Task>,
    /// Cells it stood in or passed through this round, for hazards (PCT-R77).
    pub passed: Vec<Cell>,
    /// Whether it was woken in this round: it acts from the next (PCT-R64).
    pub woken: bool,
}

impl Turn {
    /// Class in which it acts, for the order; `Other` if it does not attack (PCT-R12).
    #[must_use]
    pub fn class(&self) -> WeaponClass {
        self.place.map_or(WeaponClass::Other, |place| place.class)
    }

    /// Whether it moved little enough for a full-round task (PCT-R10).
    #[must_use]
    pub fn allows_full_round_task(&self) -> bool {
        self.moved <= Band::Free.ceiling()
    }
}

/// A combatant that was taken by surprise: helpless in round 1 (PCT-R17).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Surprised;

/// The combatant a target is.
#[must_use]
pub const fn combatant_of(target: Option<Target>) -> Option<CombatantId> {
    match target {
        Some(Target::Combatant(id) | Target::Injury(id, _)) => Some(id),
        _ => None,
    }
}
