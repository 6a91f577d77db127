//! What each kind of unit did in the battles of a simulation.

use std::collections::BTreeMap;

use serde::Serialize;
use shieldwall_battle::{Battle, CombatantId, Event, Vitality};

/// What all combatants of one unit did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitTally {
    /// How many of them fought.
    pub fielded: u64,
    /// Hit points that their attacks cost others.
    pub damage: u64,
    /// Others that their attacks took out of the fight.
    pub felled: u64,
    /// Hit points that they gave back to others and themselves.
    pub healed: u64,
    /// How many of them were still in the fight at the end.
    pub survived: u64,
    /// How many of them fought on the side that won.
    pub won: u64,
}

impl UnitTally {
    /// Adds the figures of another tally.
    pub(crate) fn add(&mut self, other: &Self) {
        self.fielded += other.fielded;
        self.damage += other.damage;
        self.felled += other.felled;
        self.healed += other.healed;
        self.survived += other.survived;
        self.won += other.won;
    }
}

/// What each unit did in one finished battle, by unit id, as its journal tells.
pub(crate) fn of(battle: &Battle) -> BTreeMap<String, UnitTally> {
    let mut fighters: Vec<Record> = Vec::new();
    for entry in battle.journal().entries() {
        match &entry.event {
            Event::Mustered(mustered) => fighters.push(Record {
                unit: mustered.unit.clone(),
                side: mustered.side.index(),
                tally: UnitTally {
                    fielded: 1,
                    ..UnitTally::default()
                },
                vitality: Vitality::Active,
                last_hit_by: None,
            }),
            Event::HitPoints {
                who, from, to, by, ..
            } => {
                let change = u64::from(from.abs_diff(*to));
                if to < from
                    && let Some(hurt) = fighters.get_mut(who.index())
                {
                    hurt.last_hit_by = *by;
                }
                if let Some(by) = by.and_then(|by| fighters.get_mut(by.index())) {
                    if to < from {
                        by.tally.damage += change;
                    } else {
                        by.tally.healed += change;
                    }
                }
            }
            Event::Vitality { who, from, to } => {
                let Some(fallen) = fighters.get_mut(who.index()) else {
                    continue;
                };
                fallen.vitality = *to;
                let felled = matches!(to, Vitality::Unconscious | Vitality::Dying | Vitality::Dead);
                let by = fallen.last_hit_by;
                if *from == Vitality::Active
                    && felled
                    && let Some(by) = by.and_then(|by| fighters.get_mut(by.index()))
                {
                    by.tally.felled += 1;
                }
            }
            _ => {}
        }
    }
    let winner = battle
        .ending()
        .and_then(|ending| ending.winner)
        .map(shieldwall_battle::SideId::index);
    let mut tallies: BTreeMap<String, UnitTally> = BTreeMap::new();
    for mut fighter in fighters {
        let fit = matches!(fighter.vitality, Vitality::Active | Vitality::Left);
        fighter.tally.survived = u64::from(fit);
        fighter.tally.won = u64::from(winner == Some(fighter.side));
        tallies.entry(fighter.unit).or_default().add(&fighter.tally);
    }
    tallies
}

struct Record {
    unit: String,
    side: usize,
    tally: UnitTally,
    vitality: Vitality,
    last_hit_by: Option<CombatantId>,
}
