//! The brain that looks ahead: where it does, how it is hurried, and that the same seed gives the same battle.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use shieldwall_ai::{BrainKind, Haste, brain};
use shieldwall_battle::{Choice, Progress};

/// Rounds that are played.
const ROUNDS: u32 = 4;

/// What both sides choose on a level of the game when this brain plays them, and how often it decided.
fn choices(level: &str, kind: BrainKind, haste: &Haste, rounds: u32) -> Vec<Choice> {
    let mut battle = battlefield::begin(battlefield::setup(level, 5));
    let mut brains = [1, 2].map(|seed| brain(kind, seed));
    for brain in &mut brains {
        brain.heed(haste);
    }
    let mut chosen = Vec::new();
    while battle.advance() == Progress::Decision && battle.round() <= rounds {
        let side = battle.decision().unwrap().side;
        let choice = brains[side.index()].choose(&mut battle);
        chosen.push(choice.clone());
        battle.choose(choice).unwrap();
    }
    chosen
}

#[test]
fn in_a_duel_it_finds_what_the_planner_does_not_and_the_same_each_time() {
    let none = Haste::default();
    let hard = choices("duel-ring", BrainKind::Hard, &none, ROUNDS);
    assert_eq!(hard, choices("duel-ring", BrainKind::Hard, &none, ROUNDS));
    assert_ne!(
        hard,
        choices("duel-ring", BrainKind::Planner, &none, ROUNDS)
    );
}

#[test]
fn in_haste_it_does_what_the_planner_does() {
    let haste = Haste::default();
    haste.ask();
    let hard = choices("duel-ring", BrainKind::Hard, &haste, 40);
    assert!(hard.len() > 10, "{hard:?}");
    assert_eq!(hard, choices("duel-ring", BrainKind::Planner, &haste, 40));
}

#[test]
fn where_many_fight_it_decides_like_the_planner() {
    let none = Haste::default();
    let hard = choices("hill-fort", BrainKind::Hard, &none, 2);
    assert!(hard.len() > 10, "{hard:?}");
    assert_eq!(hard, choices("hill-fort", BrainKind::Planner, &none, 2));
}
