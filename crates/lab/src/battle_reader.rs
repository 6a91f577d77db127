//! Reads what happened in finished battles from their journals, and adds it up.
//!
//! Simulations play tens of thousands of battles a second, so everything is counted by index here,
//! without allocating anything for an entry, and gets its name once all is over.

use rustc_hash::FxHashMap;
use shieldwall_battle::{
    Battle, BattleSetup, CombatantId, Event, SideId, SideSet, Vitality, board::camp,
};

use crate::{
    sums::Sums,
    tally::{RuleTally, UnitTally, WeaponTally},
};

/// Reads the battles of one thread.
pub(crate) struct BattleReader {
    /// Who fights, in roster order: as set up, and with the warbands moved on by one place and more.
    rosters: Vec<Vec<Member>>,
    unit_ids: Vec<String>,
    units: Vec<UnitTally>,
    weapon_places: FxHashMap<String, usize>,
    weapons: Vec<WeaponCount>,
    rules: FxHashMap<&'static str, RuleCount>,
    sums: Sums,
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

#[derive(Clone, Debug, Default)]
struct WeaponCount {
    tally: WeaponTally,
    /// Few levels are told apart, so a list is quicker than a map.
    levels: Vec<(&'static str, u64)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct RuleCount {
    tally: RuleTally,
    /// The battle in which it was last counted, from 1.
    last: u64,
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
        let mut unit_ids: Vec<String> = Vec::new();
        let mut warbands: Vec<Vec<Member>> = Vec::with_capacity(setup.sides.len());
        for (commander, side) in setup.side_ids().zip(&setup.sides) {
            let member = |id: &String| {
                let known = unit_ids.iter().position(|known| known == id);
                let unit = known.unwrap_or_else(|| {
                    unit_ids.push(id.clone());
                    unit_ids.len() - 1
                });
                Member { unit, commander }
            };
            let recruits = side.warband.iter();
            warbands.push(
                recruits
                    .map(|recruit| &recruit.unit.id)
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
            units: vec![UnitTally::default(); unit_ids.len()],
            unit_ids,
            weapon_places: FxHashMap::default(),
            weapons: Vec::new(),
            rules: FxHashMap::default(),
            sums: Sums::of(sides),
            fighters: Vec::new(),
            aimed: Vec::new(),
        }
    }

    /// Adds a finished battle, fought with the warbands moved on by so many places.
    pub(crate) fn read(&mut self, battle: &Battle, moved: usize) -> BattleFigures {
        self.sums.battles += 1;
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
                let count = self.rules.entry(rule.0).or_default();
                count.tally.times += 1;
                if count.last != self.sums.battles {
                    count.last = self.sums.battles;
                    count.tally.battles += 1;
                }
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
                self.weapons[weapon].resolve(attack, defence, effect);
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
                let felled = matches!(to, Vitality::Unconscious | Vitality::Dying | Vitality::Dead);
                let by = fallen.last_hit_by;
                if *from == Vitality::Active
                    && felled
                    && let Some(by) = by.and_then(|by| self.fighters.get_mut(by.index()))
                {
                    by.tally.felled += 1;
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
        self.weapon_places.insert(name.to_owned(), place);
        self.weapons.push(WeaponCount::default());
        place
    }

    /// Adds up what the fighters did.
    fn close(&mut self, battle: &Battle, moved: usize) -> BattleFigures {
        let sides = self.rosters.len();
        let place = battle.ending().and_then(|ending| ending.winner);
        let commander = |place: SideId| SideId::first(sides).cycle().nth(place.index() + moved);
        let winner = place.and_then(commander);
        let winners: SideSet = place
            .into_iter()
            .flat_map(|place| camp(&battle.setup().level, place).iter())
            .filter_map(commander)
            .collect();
        let mut figures = BattleFigures {
            sides,
            winner,
            rounds: battle.round(),
            ..BattleFigures::default()
        };
        for fighter in &mut self.fighters {
            let Member { unit, commander } = fighter.member;
            let tally = &mut fighter.tally;
            let fit = matches!(fighter.vitality, Vitality::Active | Vitality::Left);
            tally.survived = u64::from(fit);
            tally.won = u64::from(winners.contains(commander));
            figures.survivors[commander.index()] += u32::from(fit);
            figures.damage[commander.index()] += tally.damage;
            figures.taken[commander.index()] += tally.taken;
            let sum = &mut self.units[unit];
            sum.fielded += tally.fielded;
            sum.damage += tally.damage;
            sum.taken += tally.taken;
            sum.felled += tally.felled;
            sum.healed += tally.healed;
            sum.survived += tally.survived;
            sum.won += tally.won;
        }
        self.sums.wins.count(winner);
        self.sums.by_start.count(place);
        self.sums.rounds.count(figures.rounds);
        for side in SideId::first(sides) {
            if let Some(counts) = self.sums.survivors.get_mut(side) {
                counts.count(figures.survivors[side.index()]);
            }
        }
        figures
    }

    /// All that was read, by name.
    pub(crate) fn into_sums(self) -> Sums {
        let mut sums = self.sums;
        sums.units = self.unit_ids.into_iter().zip(self.units).collect();
        sums.weapons = self
            .weapon_places
            .into_iter()
            .map(|(name, place)| {
                let count = &self.weapons[place];
                let mut tally = count.tally.clone();
                for &(level, times) in &count.levels {
                    tally.levels.insert(level.to_owned(), times);
                }
                (name, tally)
            })
            .collect();
        sums.rules = self
            .rules
            .into_iter()
            .map(|(rule, count)| (rule.to_owned(), count.tally))
            .collect();
        sums
    }
}

impl WeaponCount {
    fn resolve(&mut self, attack: &'static str, defence: &str, effect: &str) {
        match self.levels.iter_mut().find(|(level, _)| *level == attack) {
            Some((_, times)) => *times += 1,
            None => self.levels.push((attack, 1)),
        }
        match (effect, defence) {
            ("none", "parry") => self.tally.parried += 1,
            ("none", "dodge") => self.tally.dodged += 1,
            ("none", _) => {}
            _ => self.tally.hits += 1,
        }
    }
}
