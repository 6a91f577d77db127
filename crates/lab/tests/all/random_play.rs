//! Random legal choices on all levels, under every ruleset: never a panic, always an end, nothing lost or
//! invented; and a record of such a battle is that battle again, whole or in part.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::{collections::BTreeMap, sync::Arc};

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{
    Battle, BattleSetup, Choice, CombatantId, Event, ItemId, Progress, Ruleset, UnitEntry, Vitality,
};
use shieldwall_dice::{Dice, SeededDice};
use shieldwall_grid::Cell;
use shieldwall_lab::record::{RecordedBattle, RecordedCommander, read_record, replay};
use shieldwall_zones::content::blocks::StatBlock;

/// Who commands in the recorded battles.
const COMMANDERS: [RecordedCommander; 2] = [
    RecordedCommander::Human,
    RecordedCommander::Brain(BrainKind::Random),
];

/// Choices of a recorded battle.
const CHOICES: usize = 120;

/// What nobody does who wants to keep its weapons, and itself in the fight: free and always on offer,
/// or most battles would be fought with bare hands.
const LETTING_GO: [&str; 4] = ["drop", "put_down", "stow", "surrender"];

#[test]
fn a_thousand_random_battles_end_and_lose_nothing() {
    // A short limit keeps the test affordable; every twentieth battle goes its full length.
    let limit = |number: u64| (!number.is_multiple_of(20)).then_some(6);
    battles_end_and_lose_nothing("percentile", 1_000, limit);
}

#[test]
fn random_battles_of_turns_end_and_lose_nothing() {
    // Anyone who acts may do many things: one battle in its full length.
    let limit = |number: u64| (number > 0).then_some(4);
    battles_end_and_lose_nothing("zones", 32, limit);
}

/// Plays so many battles over all levels together, to the limit given for each.
fn battles_end_and_lose_nothing(ruleset: &str, count: u64, limit: impl Fn(u64) -> Option<u32>) {
    let ruleset = shieldwall_rulesets::by_id(ruleset).unwrap();
    let levels: Vec<&str> = levels().collect();
    let mut battles: BTreeMap<&str, Battle> = BTreeMap::new();
    for number in 0..count {
        let level = levels[usize::try_from(number).unwrap() % levels.len()];
        let battle = battles.entry(level).or_insert_with(|| {
            Battle::new(
                Arc::clone(&ruleset),
                battlefield::setup_under(ruleset.id(), level, number),
            )
            .unwrap()
        });
        let mut setup = with_mounts(
            battlefield::setup_under(ruleset.id(), level, number),
            &*ruleset,
        );
        if let Some(limit) = limit(number) {
            let mut short = (*setup.level).clone();
            short.turn_limit = limit;
            setup.level = short.into();
        }
        battle.restart(setup).unwrap();
        let riding = riding(battle);
        play(battle, number);
        assert_eq!(battle.advance(), Progress::Over, "{level} {number}");
        account(battle, level, riding);
    }
}

/// All levels.
fn levels() -> impl Iterator<Item = &'static str> {
    battlefield::library().levels.keys().map(String::as_str)
}

/// The same with something to ride for those who would.
fn with_mounts(mut setup: BattleSetup, ruleset: &dyn Ruleset) -> BattleSetup {
    for side in &mut setup.sides {
        let mounts: Vec<UnitEntry> = side
            .warband
            .iter()
            .filter_map(|unit_entry| unit_entry.unit.blocks.get::<StatBlock>()?.rides.as_ref())
            .map(|id| &battlefield::library().units[id])
            .filter(|mount| mount.supports(ruleset.id()))
            .map(|mount| UnitEntry::new(Arc::clone(mount)))
            .collect();
        side.warband.extend(mounts);
    }
    setup
}

/// Who rides whom.
fn riding(battle: &Battle) -> BTreeMap<CombatantId, CombatantId> {
    let presences = battle.presences(None);
    let riders = presences.iter();
    riders
        .filter_map(|seen| Some((seen.id, seen.riding?)))
        .collect()
}

/// Takes legal choices at random.
struct Chooser {
    dice: SeededDice,
    brain: Box<dyn Brain>,
    /// Whether it lets go of nothing.
    clings: bool,
}

impl Chooser {
    fn new(seed: u64) -> Self {
        Self {
            dice: SeededDice::new(!seed),
            brain: brain(BrainKind::Random, seed),
            clings: seed.is_multiple_of(2),
        }
    }

    fn choose(&mut self, battle: &mut Battle) -> Choice {
        for _ in 0..64 {
            let choice = self.any(battle);
            let lets_go = LETTING_GO.contains(&choice.action.key)
                || choice.mode.is_some_and(|mode| mode.key == "away");
            if !(self.clings && lets_go) {
                return choice;
            }
        }
        self.any(battle)
    }

    fn any(&mut self, battle: &mut Battle) -> Choice {
        if !battle.ruleset().terms().activates() {
            return self.brain.choose(battle);
        }
        // Offers first, so that the many cells of each step do not drown the rest.
        let decision = battle.open_decision().unwrap();
        let offer = &decision.offers[self.dice.one_of(decision.offers.len())];
        offer.choice_at(self.dice.one_of(offer.choice_count()))
    }
}

/// Plays a battle at random.
fn play(battle: &mut Battle, number: u64) {
    let mut chooser = Chooser::new(number);
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        decisions += 1;
        assert!(decisions < 500_000, "endless battle");
        let choice = chooser.choose(battle);
        battle.choose(choice).unwrap();
    }
}

/// Notes where somebody is, with those whom it carries.
fn arrive(
    who: CombatantId,
    cell: Cell,
    riding: &BTreeMap<CombatantId, CombatantId>,
    cells: &mut BTreeMap<CombatantId, Cell>,
) {
    cells.insert(who, cell);
    let riders = riding.iter().filter(|(_, mount)| **mount == who);
    for (rider, _) in riders {
        cells.insert(*rider, cell);
    }
}

/// Follows the journal and compares the sum of its entries with the state at the end; `riding` is how
/// they began.
fn account(battle: &mut Battle, level: &str, mut riding: BTreeMap<CombatantId, CombatantId>) {
    let mut hit_points = BTreeMap::new();
    let mut cells = BTreeMap::new();
    let mut states = BTreeMap::new();
    for entry in battle.journal().entries() {
        match &entry.event {
            Event::Deployed(deployed) => {
                hit_points.insert(deployed.who, deployed.hit_points);
                cells.insert(deployed.who, deployed.cell);
                states.insert(deployed.who, Vitality::Active);
            }
            Event::HitPoints { who, from, to, .. } => {
                assert_eq!(
                    hit_points.insert(*who, *to),
                    Some(*from),
                    "{level}: hit points jump"
                );
            }
            Event::Moved { who, path, .. } => {
                let from = cells.get(who);
                assert_eq!(from, path.first(), "{level}: a leap");
                arrive(*who, *path.last().unwrap(), &riding, &mut cells);
            }
            Event::Placed { who, from, to, .. } => {
                assert_eq!(cells.get(who), Some(from), "{level}: a leap");
                arrive(*who, *to, &riding, &mut cells);
            }
            Event::Riding { who, on, cell } => {
                cells.insert(*who, *cell);
                match on {
                    Some(mount) => {
                        assert_eq!(cells.get(mount), Some(cell), "{level}: far from its mount");
                        riding.insert(*who, *mount);
                    }
                    None => {
                        riding.remove(who);
                    }
                }
            }
            Event::Vitality { who, from, to } => {
                assert_eq!(
                    states.insert(*who, *to),
                    Some(*from),
                    "{level}: a state is skipped"
                );
            }
            _ => {}
        }
    }
    let view = battle.view(None);
    assert_eq!(view.combatants.len(), hit_points.len(), "{level}");
    for combatant in &view.combatants {
        assert_eq!(combatant.hit_points, hit_points[&combatant.id], "{level}");
        assert_eq!(combatant.cell, cells[&combatant.id], "{level}");
        assert_eq!(combatant.vitality, states[&combatant.id], "{level}");
        let mount = riding.get(&combatant.id).copied();
        assert_eq!(combatant.riding, mount, "{level}");
    }
    // Every item is in exactly one place: on a sheet or on the ground, or planted, or used up.
    let mut seen: BTreeMap<ItemId, u32> = BTreeMap::new();
    for combatant in &view.combatants {
        for item in battle.sheet(combatant.id).items {
            if let Some(item) = item.item {
                *seen.entry(item).or_default() += 1;
            }
        }
    }
    for item in &view.lying {
        *seen.entry(item.item).or_default() += 1;
    }
    assert!(
        seen.values().all(|&places| places == 1),
        "{level}: an item is in two places"
    );
}

/// A battle of so many random choices at most, recorded.
fn recorded(ruleset: &Arc<dyn Ruleset>, setup: BattleSetup, choices: usize) -> RecordedBattle {
    let mut chooser = Chooser::new(setup.seed);
    let mut battle = RecordedBattle::begin(Arc::clone(ruleset), setup, &COMMANDERS).unwrap();
    for _ in 0..choices {
        if battle.advance() == Progress::Over {
            break;
        }
        let choice = chooser.choose(battle.battle_mut());
        battle.choose(choice).unwrap();
    }
    battle.advance();
    battle
}

fn journal(battle: &RecordedBattle) -> String {
    battle.battle().journal().to_json_lines()
}

/// What is loaded is what was saved, and the one who takes back so many choices is where it was before them.
#[test]
fn a_record_is_the_battle_under_every_ruleset() {
    for ruleset in shieldwall_rulesets::all() {
        for (seed, level) in (0..).zip(levels()) {
            let setup = || {
                with_mounts(
                    battlefield::setup_under(ruleset.id(), level, seed),
                    &*ruleset,
                )
            };
            let mut battle = recorded(&ruleset, setup(), CHOICES);
            let whole = journal(&battle);
            let record = battle.closed_record();
            let read = read_record(record.to_text().as_bytes()).unwrap();
            assert_eq!(read.record, record, "{level}");
            let loaded = replay(&read, battlefield::library()).unwrap();
            assert!(loaded.faults.is_empty(), "{level}: {:?}", loaded.faults);
            assert_eq!(journal(&loaded.course), whole, "{level}");

            let before = recorded(&ruleset, setup(), CHOICES / 3);
            battle.rewind(CHOICES / 3).unwrap();
            battle.advance();
            assert_eq!(journal(&battle), journal(&before), "{level}");
            assert_eq!(battle.record().choices, before.record().choices, "{level}");
            // With the same choices again it comes out as it did.
            for (line, choice) in (0..).zip(&record.choices).skip(CHOICES / 3) {
                battle.repeat(choice, line).unwrap();
            }
            battle.advance();
            assert_eq!(journal(&battle), whole, "{level}");
        }
    }
}
