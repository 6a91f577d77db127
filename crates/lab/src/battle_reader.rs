//! Reads what happened in a finished battle from its journal.
//!
//! Simulations play tens of thousands of battles a second, so everything is counted by index here,
//! without allocating anything for an entry. `BattleTotals` adds battles up and names everything
//! once all is over.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shieldwall_battle::{
    Battle, BattleSetup, CombatantId, Event, SideId, SideSet, Vitality,
    board::alliance,
    terms::{AttackEffect, Defence, DefenceRole, EffectRole, RollLevel},
};

use crate::tally::{UnitTally, WeaponTally};

/// Reads the battles of one thread.
pub(crate) struct BattleReader {
    /// Who fights, in roster order: as set up, and with the warbands moved on by one place and more.
    rosters: Vec<Vec<Member>>,
    units: usize,
    weapon_places: FxHashMap<Arc<str>, usize>,
    // What is counted in the battle that is being read.
    weapons: Vec<WeaponCount>,
    rules: FxHashMap<&'static str, u64>,
    // What is kept from battle to battle only to spare its memory.
    fighters: Vec<Fighter>,
    aimed: Vec<Aimed>,
}

/// One who fights.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// Place of its unit.
    unit: usize,
    /// The commander it fights for, by the side where that one is set up.
    commander: SideId,
}

/// What one has done in the battle that is being read.
#[derive(Clone, Debug)]
struct Fighter {
    member: Member,
    tally: UnitTally,
    vitality: Vitality,
    last_hit_by: Option<CombatantId>,
}

/// An attack that has not been resolved.
#[derive(Clone, Copy, Debug)]
struct Aimed {
    who: CombatantId,
    target: CombatantId,
    weapon: usize,
}

/// How attacks with one weapon went.
#[derive(Clone, Debug, Default)]
pub(crate) struct WeaponCount {
    /// All but the levels.
    pub(crate) tally: WeaponTally,
    /// Few levels are told apart, so a list is quicker than a map.
    pub(crate) levels: Vec<(&'static str, u64)>,
}

/// Everything that is counted in one battle.
#[derive(Clone, Debug)]
pub(crate) struct BattleCounts {
    /// What came of it.
    pub(crate) figures: BattleFigures,
    /// The side of the level from which the winner started.
    pub(crate) place: Option<SideId>,
    /// By the place of the unit among [`unit_ids`].
    pub(crate) units: Vec<UnitTally>,
    /// By name, those with which somebody attacked.
    pub(crate) weapons: Vec<(Arc<str>, WeaponCount)>,
    /// How often each rule was cited.
    pub(crate) rules: Vec<(&'static str, u64)>,
}

/// What came of one battle, by commander.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BattleFigures {
    /// How many commanders there are.
    pub(crate) sides: usize,
    /// The commander who won, the first of allies.
    pub(crate) winner: Option<SideId>,
    /// Rounds fought.
    pub(crate) rounds: u32,
    /// Still in the fight at the end.
    pub(crate) survivors: [u32; SideId::MOST],
    /// Hit points that attacks cost others.
    pub(crate) damage: [u64; SideId::MOST],
    /// Hit points lost.
    pub(crate) taken: [u64; SideId::MOST],
}

impl BattleReader {
    /// Reads battles of this set-up and of its mirror images.
    pub(crate) fn new(setup: &BattleSetup) -> Self {
        let unit_ids = unit_ids(setup);
        let mut warbands: Vec<Vec<Member>> = Vec::with_capacity(setup.sides.len());
        for (commander, side) in setup.side_ids().zip(&setup.sides) {
            let member = |id: &String| {
                // All are there.
                let unit = unit_ids.iter().position(|known| known == id).unwrap_or(0);
                Member { unit, commander }
            };
            let unit_entries = side.warband.iter();
            warbands.push(
                unit_entries
                    .map(|unit_entry| &unit_entry.unit.id)
                    .map(member)
                    .collect(),
            );
        }
        let sides = warbands.len();
        let mut rosters = Vec::with_capacity(sides);
        for _ in 0..sides {
            rosters.push(warbands.concat());
            warbands.rotate_left(1);
        }
        Self {
            rosters,
            units: unit_ids.len(),
            weapon_places: FxHashMap::default(),
            weapons: Vec::new(),
            rules: FxHashMap::default(),
            fighters: Vec::new(),
            aimed: Vec::new(),
        }
    }

    /// Reads a finished battle, fought with the warbands moved on by so many places.
    pub(crate) fn read(&mut self, battle: &Battle, moved: usize) -> BattleCounts {
        self.fighters.clear();
        self.aimed.clear();
        let members = self.rosters[moved].iter();
        self.fighters.extend(members.map(|&member| Fighter {
            member,
            tally: UnitTally {
                fielded: 1,
                ..UnitTally::default()
            },
            vitality: Vitality::Active,
            last_hit_by: None,
        }));
        // Weapon and target of the attack whose damage may follow.
        let mut landing: Option<(usize, CombatantId)> = None;
        for entry in battle.journal().entries() {
            for rule in &entry.rules {
                *self.rules.entry(rule.0).or_default() += 1;
            }
            match &entry.event {
                Event::Rolled(_) => {}
                Event::Damage { target, lost, .. } => {
                    if let Some((weapon, _)) = landing.take().filter(|(_, hit)| hit == target) {
                        let tally = &mut self.weapons[weapon].tally;
                        let lost = u64::try_from(*lost).unwrap_or(0);
                        tally.wounds += u64::from(lost > 0);
                        tally.damage += lost;
                    }
                }
                event => landing = self.read_event(event),
            }
        }
        self.close(battle, moved)
    }

    /// Reads what is neither a roll nor damage. If it is an attack that was resolved, gives its weapon
    /// and target.
    fn read_event(&mut self, event: &Event) -> Option<(usize, CombatantId)> {
        match event {
            Event::Attacked {
                who, target, with, ..
            } => {
                let weapon = self.weapon(with);
                self.weapons[weapon].tally.attacks += 1;
                self.aimed.push(Aimed {
                    who: *who,
                    target: *target,
                    weapon,
                });
            }
            Event::AttackResolved {
                who,
                target,
                attack,
                defence,
                effect,
                ..
            } => {
                let place = self
                    .aimed
                    .iter()
                    .position(|aimed| aimed.who == *who && aimed.target == *target)?;
                let weapon = self.aimed.remove(place).weapon;
                self.weapons[weapon].resolve(*attack, *defence, *effect);
                return Some((weapon, *target));
            }
            Event::HitPoints {
                cause: Event::EARLIER_INJURIES,
                ..
            } => {}
            Event::HitPoints {
                who, from, to, by, ..
            } => {
                let change = u64::from(from.abs_diff(*to));
                let hurt = to < from;
                if hurt && let Some(hurt) = self.fighters.get_mut(who.index()) {
                    hurt.last_hit_by = *by;
                    hurt.tally.taken += change;
                }
                if let Some(by) = by.and_then(|by| self.fighters.get_mut(by.index())) {
                    if hurt {
                        by.tally.damage += change;
                    } else {
                        by.tally.healed += change;
                    }
                }
            }
            Event::Vitality { who, from, to } => {
                let fallen = self.fighters.get_mut(who.index())?;
                fallen.vitality = *to;
                let defeated =
                    matches!(to, Vitality::Unconscious | Vitality::Dying | Vitality::Dead);
                let by = fallen.last_hit_by;
                if *from == Vitality::Active
                    && defeated
                    && let Some(by) = by.and_then(|by| self.fighters.get_mut(by.index()))
                {
                    by.tally.defeated += 1;
                }
            }
            _ => {}
        }
        None
    }

    fn weapon(&mut self, name: &str) -> usize {
        if let Some(&place) = self.weapon_places.get(name) {
            return place;
        }
        let place = self.weapons.len();
        self.weapon_places.insert(name.into(), place);
        self.weapons.push(WeaponCount::default());
        place
    }

    /// Adds up what the fighters did, and hands everything out.
    fn close(&mut self, battle: &Battle, moved: usize) -> BattleCounts {
        let sides = self.rosters.len();
        let place = battle.ending().and_then(|ending| ending.winner);
        let commander = |place: SideId| SideId::first(sides).cycle().nth(place.index() + moved);
        let winner = place.and_then(commander);
        let winners: SideSet = place
            .into_iter()
            .flat_map(|place| alliance(&battle.setup().level, place).iter())
            .filter_map(commander)
            .collect();
        let mut figures = BattleFigures {
            sides,
            winner,
            rounds: battle.round(),
            ..BattleFigures::default()
        };
        let mut units = vec![UnitTally::default(); self.units];
        for fighter in &mut self.fighters {
            let Member { unit, commander } = fighter.member;
            let tally = &mut fighter.tally;
            let fit = matches!(fighter.vitality, Vitality::Active | Vitality::Left);
            tally.survived = u64::from(fit);
            tally.won = u64::from(winners.contains(commander));
            figures.survivors[commander.index()] += u32::from(fit);
            figures.damage[commander.index()] += tally.damage;
            figures.taken[commander.index()] += tally.taken;
            let sum = &mut units[unit];
            sum.fielded += tally.fielded;
            sum.damage += tally.damage;
            sum.taken += tally.taken;
            sum.defeated += tally.defeated;
            sum.healed += tally.healed;
            sum.survived += tally.survived;
            sum.won += tally.won;
        }
        let mut weapons = Vec::new();
        for (name, &place) in &self.weapon_places {
            let count = &mut self.weapons[place];
            if count.tally.attacks > 0 {
                weapons.push((Arc::clone(name), std::mem::take(count)));
            }
        }
        BattleCounts {
            figures,
            place,
            units,
            weapons,
            rules: self.rules.drain().collect(),
        }
    }
}

/// The units of a set-up, each once.
pub(crate) fn unit_ids(setup: &BattleSetup) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for unit_entry in setup.sides.iter().flat_map(|side| &side.warband) {
        if !ids.contains(&unit_entry.unit.id) {
            ids.push(unit_entry.unit.id.clone());
        }
    }
    ids
}

impl WeaponCount {
    fn resolve(&mut self, attack: RollLevel, defence: Defence, effect: AttackEffect) {
        match self
            .levels
            .iter_mut()
            .find(|(level, _)| *level == attack.key)
        {
            Some((_, times)) => *times += 1,
            None => self.levels.push((attack.key, 1)),
        }
        match (effect.role, defence.role) {
            (EffectRole::Normal | EffectRole::Special, _) => self.tally.hits += 1,
            (EffectRole::None, DefenceRole::Block) => self.tally.blocked += 1,
            (EffectRole::None, DefenceRole::Dodge) => self.tally.dodged += 1,
            (
                EffectRole::None,
                DefenceRole::None
                | DefenceRole::Counter
                | DefenceRole::Protect
                | DefenceRole::TakeCover
                | DefenceRole::Bargain,
            ) => {}
        }
    }
}
