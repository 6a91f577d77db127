//! Copies of a battle's state hold all of it: what is played after a copy was put back, and what a twin plays,
//! comes out as it did the first time.

#![expect(clippy::unwrap_used, reason = "tests")]

use crate::toys;

use shieldwall_ai::{BrainKind, brain};
use std::collections::BTreeMap;

use shieldwall_battle::{
    Battle, DiceCup, Progress, Roster, Snapshot,
    fork::{StateKey, StateRegistry},
};
use shieldwall_dice::SeededDice;

/// Decisions that are played on from a copy.
const PLAYED_ON: usize = 25;

/// Fails where two texts differ, with what is around the first difference.
#[track_caller]
fn same(left: &str, right: &str, what: &str) {
    let at = left.bytes().zip(right.bytes()).position(|(a, b)| a != b);
    if at.is_some() || left.len() != right.len() {
        let from = at
            .unwrap_or(left.len().min(right.len()))
            .saturating_sub(300);
        let around = |text: &str| -> String { text.chars().skip(from).take(400).collect() };
        panic!("{what}:\n{}\n---\n{}", around(left), around(right));
    }
}

/// Plays so many random choices with dice of this seed; what is in the journal since, and the state.
fn play(battle: &mut Battle, seed: u64, decisions: usize) -> (String, String) {
    battle.world_mut().resource_mut::<DiceCup>().0 = Box::new(SeededDice::new(seed));
    let mut chooser = brain(BrainKind::Random, seed);
    let before = battle.journal().entries().len();
    for _ in 0..decisions {
        if battle.advance() == Progress::Over {
            break;
        }
        let choice = chooser.choose(battle);
        battle.choose(choice).unwrap();
    }
    battle.advance();
    let told: Vec<String> = battle.journal().entries()[before..]
        .iter()
        .map(shieldwall_battle::Entry::to_json)
        .collect();
    (told.join("\n"), battle.describe_state())
}

#[test]
fn what_is_played_from_a_copy_comes_out_the_same() {
    for ruleset in toys::rulesets() {
        let battles = toys::battles(&ruleset);
        assert!(battles.len() > 5, "{}", ruleset.id());
        for (number, mut battle) in battles.into_iter().enumerate() {
            let seed = number as u64;
            let name = format!("{} on {}", ruleset.id(), battle.setup().level.id);
            let mut twin = battle.fork(Box::new(SeededDice::new(0)));
            for stretch in 0..4 {
                let (_, reached) = play(&mut battle, seed + stretch, 15);
                let entries = battle.journal().entries().len();
                let snapshot = battle.snapshot();
                let first = play(&mut battle, seed + 100, PLAYED_ON);
                battle.restore(&snapshot);
                same(&battle.describe_state(), &reached, &name);
                assert_eq!(battle.journal().entries().len(), entries);
                battle.fork_into(&mut twin, Box::new(SeededDice::new(0)));
                same(&twin.describe_state(), &reached, &name);
                assert!(twin.journal().entries().is_empty());
                let again = play(&mut battle, seed + 100, PLAYED_ON);
                same(&again.0, &first.0, &name);
                same(&again.1, &first.1, &name);
                let twins = play(&mut twin, seed + 100, PLAYED_ON);
                same(&twins.0, &first.0, &name);
                same(&twins.1, &first.1, &name);
                battle.restore(&snapshot);
            }
        }
    }
}

/// Two states have the same key if and only if they are described by the same text: states of one battle in several
/// lines of play, some of them played twice, and those of a twin.
#[test]
fn keys_are_equal_if_and_only_if_the_described_states_are() {
    for ruleset in toys::rulesets() {
        let mut came_again = 0;
        for (number, mut battle) in toys::battles(&ruleset).into_iter().enumerate() {
            let name = format!("{} on {}", ruleset.id(), battle.setup().level.id);
            let mut twin = battle.fork(Box::new(SeededDice::new(0)));
            let mut by_text: BTreeMap<String, StateKey> = BTreeMap::new();
            let mut by_key: BTreeMap<StateKey, String> = BTreeMap::new();
            let mut state = Snapshot::new();
            for seed in [1, 2, 1, 3] {
                battle.fork_into(&mut twin, Box::new(SeededDice::new(seed)));
                let mut chooser = brain(BrainKind::Random, seed + number as u64);
                for _ in 0..PLAYED_ON {
                    let over = twin.advance() == Progress::Over;
                    // Snapshots share what has not been written since; the text is read from all.
                    twin.save_into(&mut state);
                    let key = twin.key_of(&state);
                    let text = twin.describe_state();
                    let fresh = twin.snapshot();
                    assert_eq!(key, twin.key_of(&fresh), "{name}");
                    if let Some(known) = by_text.insert(text.clone(), key) {
                        assert_eq!(known, key, "{name}: one state, two keys");
                        came_again += 1;
                    }
                    if let Some(known) = by_key.insert(key, text.clone()) {
                        same(&known, &text, &name);
                    }
                    if over {
                        break;
                    }
                    let choice = chooser.choose(&mut twin);
                    twin.choose(choice).unwrap();
                }
            }
        }
        assert!(came_again > 50, "{}: {came_again}", ruleset.id());
    }
}

/// Nothing that combatants, items or the battle have is left out: it is registered as state or as constant.
#[test]
fn every_component_and_resource_is_registered() {
    for ruleset in toys::rulesets() {
        for mut battle in toys::battles(&ruleset) {
            play(&mut battle, 7, 40);
            let world = battle.world();
            let roster = world.resource::<Roster>();
            let ours = roster.combatants.iter().chain(&roster.items);
            let components: Vec<_> = ours
                .flat_map(|entity| world.inspect_entity(*entity).unwrap())
                .map(|info| (info.name().to_string(), info.type_id()))
                .collect();
            let registry: &StateRegistry = battle.state_registry();
            for (name, id) in components {
                assert!(registry.knows(id.unwrap()), "{name} is not registered");
            }
            for (info, _) in world.iter_resources() {
                let name = info.name().to_string();
                if name.starts_with("shieldwall") {
                    assert!(
                        registry.knows(info.type_id().unwrap()),
                        "{name} is not registered"
                    );
                }
            }
        }
    }
}
