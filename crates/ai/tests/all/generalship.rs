//! What a general does under the zones rules, seen in whole battles: it waits for the enemy and answers
//! its blows, spends one turn on one blow, and looks for those who hide.

use crate::battlefield;
use std::collections::BTreeSet;

use shieldwall_ai::BrainKind::{Easy, Normal, Planner, Unreacting};
use shieldwall_battle::{
    ActionRole, Battle, Event, SideId,
    terms::{DecisionRole, TurnRole},
};

fn battle(level: &str, seed: u64) -> Battle {
    let ruleset = shieldwall_rulesets::by_id("zones").expect("there is such a ruleset");
    Battle::new(ruleset, battlefield::setup_under("zones", level, seed))
        .expect("the level can be played")
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
                kind,
                side: SideId::RED,
                choice,
                ..
            } if kind.key == "reaction" && waits && choice.action.key == "counter" => paid += 1,
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
        battlefield::play(&mut battle, [Planner, Unreacting], seed);
        paid += waits_that_paid(&battle);
    }
    assert!(paid >= 3, "{paid} counters after a pass in six duels");
}

#[test]
fn one_blow_costs_it_one_turn() {
    let (mut guards, mut paid) = (0, 0);
    for seed in 0..6 {
        let mut battle = battle("hill-fort", seed);
        battlefield::play(&mut battle, [Planner, Unreacting], seed);
        let mut red = BTreeSet::new();
        // Whose turn of the round is gone, and how many turns have gone for the blow being struck.
        let mut spent = BTreeSet::new();
        let mut for_this_blow = None;
        let mut acting = None;
        for entry in battle.journal().entries() {
            match &entry.event {
                Event::Deployed(deployed) if deployed.side == SideId::RED => {
                    red.insert(deployed.who);
                }
                Event::RoundBegan => spent.clear(),
                Event::Attacked { who, .. } => {
                    for_this_blow = (!red.contains(who)).then_some(0);
                }
                Event::Turn { who, state } if state.role == TurnRole::Acting => {
                    acting = Some(*who);
                    for_this_blow = None;
                }
                Event::Turn { who, state }
                    if state.role == TurnRole::Spent
                        && spent.insert(*who)
                        && red.contains(who)
                        && acting != Some(*who) =>
                {
                    if let Some(turns) = &mut for_this_blow {
                        *turns += 1;
                        paid += 1;
                        assert!(*turns <= 1, "{turns} turns for one blow (seed {seed})");
                    }
                }
                Event::Chosen {
                    kind,
                    side: SideId::RED,
                    choice,
                    ..
                } if kind.role == DecisionRole::Reaction => {
                    guards += usize::from(choice.action.key == "guard");
                }
                _ => {}
            }
        }
    }
    assert!(paid > 0, "nobody has ever given up a turn");
    assert!(guards > 0, "nobody has ever been guarded");
}

#[test]
fn it_looks_for_those_who_hide() {
    for seed in 0..3 {
        let mut battle = battle("wyrms-chamber", seed);
        let winner = battlefield::play(&mut battle, [Planner, Planner], seed);
        let rounds = battle.round();
        let hidden = battle.journal().entries().iter().any(
            |entry| matches!(&entry.event, Event::Chosen { choice, .. } if choice.action.key == "hide"),
        );
        assert!(hidden, "nobody has hidden (seed {seed})");
        assert!(
            winner.is_some() && rounds < 30,
            "{winner:?} after {rounds} rounds (seed {seed})"
        );
    }
}

/// Those who have sprinted are often free to step to and fro for nothing, and have no more on offer.
#[test]
fn nobody_goes_to_and_fro_in_its_turn() {
    for level in ["reed-ford", "the-breach"] {
        for (kind, seed) in [Easy, Normal]
            .into_iter()
            .flat_map(|kind| (0..6).map(move |seed| (kind, seed)))
        {
            let mut battle = battle(level, seed);
            battlefield::play(&mut battle, [kind, kind], seed);
            let (mut walks, mut turns) = (0, 0);
            for entry in battle.journal().entries() {
                match &entry.event {
                    Event::Turn { state, .. } if state.role == TurnRole::Acting => {
                        walks = 0;
                        turns += 1;
                    }
                    Event::Chosen { kind, choice, .. } if kind.role == DecisionRole::Turn => {
                        let role = choice.action.role;
                        walks += u32::from(matches!(role, ActionRole::Move | ActionRole::Sprint));
                    }
                    _ => {}
                }
                assert!(
                    walks <= 3,
                    "{kind} on {level}, seed {seed}, round {}",
                    entry.round
                );
            }
            assert!(turns > 10, "{kind} on {level}, seed {seed}: {turns} turns");
        }
    }
}
