//! What a general does under the zones rules, seen in whole battles: it waits for the enemy and answers
//! its blows, spends one turn on one blow, and looks for those who hide.

#[path = "../../lab/tests/battlefield/mod.rs"]
mod battlefield;

use shieldwall_ai::BrainKind::{Standard, Unreacting};
use shieldwall_battle::{Battle, Event, SideId, Target};

fn battle(level: &str, seed: u64) -> Battle {
    let ruleset = shieldwall_rulesets::by_id("zones").expect("there is such a ruleset");
    Battle::new(ruleset, battlefield::setup(level, seed)).expect("the level can be played")
}

/// How often red has let a place go by, and then answered a blow that was struck at it in the same round.
fn waits_that_paid(battle: &Battle) -> usize {
    let (mut waits, mut paid) = (false, 0);
    for entry in battle.journal().entries() {
        match &entry.event {
            Event::RoundBegan => waits = false,
            Event::Passed {
                side: SideId::RED,
                forced: false,
                ..
            } => waits = true,
            Event::Chosen {
                kind: "reaction",
                side: SideId::RED,
                choice,
                ..
            } if waits && choice.verb.0 == "counter" => paid += 1,
            _ => {}
        }
    }
    paid
}

#[test]
fn it_passes_to_let_the_enemy_commit_itself_and_counters() {
    let mut paid = 0;
    for seed in 0..6 {
        let mut battle = battle("duel-ring", seed);
        battlefield::play(&mut battle, [Standard, Unreacting], seed);
        paid += waits_that_paid(&battle);
    }
    assert!(paid >= 3, "{paid} counters after a pass in six duels");
}

#[test]
fn one_blow_costs_it_one_turn() {
    let mut guards = 0;
    for seed in 0..6 {
        let mut battle = battle("hill-fort", seed);
        battlefield::play(&mut battle, [Standard, Unreacting], seed);
        let mut spent_on_it = 0;
        for entry in battle.journal().entries() {
            match &entry.event {
                Event::Attacked { .. } => spent_on_it = 0,
                Event::Chosen {
                    kind: "reaction",
                    side: SideId::RED,
                    choice,
                    ..
                } if choice.verb.0 != "none" => {
                    spent_on_it += 1;
                    guards += usize::from(matches!(
                        (choice.verb.0, choice.target),
                        ("guard", Some(Target::Combatant(_)))
                    ));
                    assert!(spent_on_it <= 2, "three turns for one blow (seed {seed})");
                }
                _ => {}
            }
        }
    }
    assert!(guards > 0, "nobody has ever been guarded");
}

#[test]
fn it_looks_for_those_who_hide() {
    for seed in 0..3 {
        let mut battle = battle("wyrms-chamber", seed);
        let winner = battlefield::play(&mut battle, [Standard, Standard], seed);
        let rounds = battle.round();
        assert!(
            winner.is_some() && rounds < 30,
            "{winner:?} after {rounds} rounds (seed {seed})"
        );
    }
}
