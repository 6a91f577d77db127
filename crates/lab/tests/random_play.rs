//! Random legal choices on all levels: never a panic, always an end, nothing lost or invented.
#![expect(clippy::unwrap_used, reason = "tests")]

mod battlefield;

use std::collections::BTreeMap;

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, Event, ItemId, Progress, Vitality};

/// Battles over all levels together.
const BATTLES: u64 = 1_000;

#[test]
fn a_thousand_random_battles_end_and_lose_nothing() {
    let levels: Vec<&str> = battlefield::levels().collect();
    let mut battles: BTreeMap<&str, Battle> = BTreeMap::new();
    for number in 0..BATTLES {
        let level = levels[usize::try_from(number).unwrap() % levels.len()];
        let battle = battles
            .entry(level)
            .or_insert_with(|| battlefield::begin(battlefield::setup(level, number)));
        // A short limit keeps the test affordable; every twentieth battle goes its full length.
        let mut setup = battlefield::setup(level, number);
        if number % 20 != 0 {
            let mut short = (*setup.level).clone();
            short.turn_limit = 6;
            setup.level = short.into();
        }
        battle.restart(setup).unwrap();
        play(battle, number);
        assert_eq!(battle.advance(), Progress::Over, "{level} {number}");
        account(battle, level);
    }
}

/// Plays a battle at random. In every other one nobody drops or puts away anything, which is free
/// and always on offer: or most battles would be fought with bare hands.
fn play(battle: &mut Battle, number: u64) {
    let clings = number.is_multiple_of(2);
    let mut chooser = brain(BrainKind::Random, number);
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        decisions += 1;
        assert!(decisions < 500_000, "endless battle");
        let choice = (0..64)
            .map(|_| chooser.choose(battle))
            .find(|choice| !clings || (choice.verb.0 != "drop" && choice.mode != Some("away")))
            .unwrap();
        battle.choose(choice).unwrap();
    }
}

/// Follows the journal and compares the sum of its entries with the state at the end.
fn account(battle: &mut Battle, level: &str) {
    let mut hit_points = BTreeMap::new();
    let mut cells = BTreeMap::new();
    let mut states = BTreeMap::new();
    for entry in battle.journal().entries() {
        match &entry.event {
            Event::Mustered(mustered) => {
                hit_points.insert(mustered.who, mustered.hit_points);
                cells.insert(mustered.who, mustered.cell);
                states.insert(mustered.who, Vitality::Active);
            }
            Event::HitPoints { who, from, to, .. } => {
                assert_eq!(
                    hit_points.insert(*who, *to),
                    Some(*from),
                    "{level}: hit points jump"
                );
            }
            Event::Moved { who, path, .. } => {
                let last = *path.last().unwrap();
                assert_eq!(
                    cells.insert(*who, last),
                    path.first().copied(),
                    "{level}: a leap"
                );
            }
            Event::Placed { who, from, to, .. } => {
                assert_eq!(cells.insert(*who, *to), Some(*from), "{level}: a leap");
            }
            Event::Riding { who, cell, .. } => {
                cells.insert(*who, *cell);
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
