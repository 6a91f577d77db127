//! What copies of battles cost, and forecasts that play in them. Run by hand:
//! `cargo bench -p shieldwall_lab --bench forks`.

use std::{hint::black_box, path::PathBuf, sync::Arc};

use criterion::{Criterion, criterion_group, criterion_main};
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{
    Battle, BattleSetup, Choice, Progress, Snapshot, Target, setup::UnitEntry, terms::DecisionRole,
};
use shieldwall_content::{ContentRoot, Library};
use shieldwall_dice::SeededDice;

/// The shipped content, and the levels beside this file.
fn library() -> Arc<Library> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let (library, diagnostics) = Library::load(
        &[
            ContentRoot::at(here.join("../..")),
            ContentRoot::at(here.join("benches")),
        ],
        shieldwall_rulesets::content(),
    );
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    Arc::new(library)
}

/// A battle of so many a side after so many random choices.
fn battle(
    library: &Arc<Library>,
    ruleset: &str,
    (level, a_side): (&str, usize),
    choices: usize,
) -> Battle {
    let units = ["swordsman", "spearman", "axeman", "archer", "brawler"];
    let mut setup =
        BattleSetup::of_level(library, level, ruleset, 1).expect("a level of that name");
    for side in &mut setup.sides {
        let units = units.iter().cycle().take(a_side);
        side.warband = units
            .map(|unit| UnitEntry::new(Arc::clone(&library.units[*unit])))
            .collect();
    }
    let ruleset = shieldwall_rulesets::by_id(ruleset).expect("the ruleset");
    let mut battle = Battle::new(ruleset, setup).expect("a fair set-up");
    let mut chooser = brain(BrainKind::Random, 1);
    for _ in 0..choices {
        if battle.advance() == Progress::Over {
            break;
        }
        let choice = chooser.choose(&mut battle);
        battle.choose(choice).expect("a legal choice");
    }
    battle.advance();
    battle
}

fn forks(criterion: &mut Criterion) {
    let library = library();
    let mut group = criterion.benchmark_group("forks");
    for ruleset in ["percentile", "zones"] {
        for (level, a_side) in [("bench-field", 5), ("bench-field", 12), ("bench-plain", 30)] {
            let mut battle = battle(&library, ruleset, (level, a_side), 4 * a_side);
            let name = |what: &str| format!("{what}, {ruleset}, {} combatants", 2 * a_side);
            let mut snapshot = Snapshot::new();
            group.bench_function(name("save"), |bencher| {
                bencher.iter(|| battle.save_into(&mut snapshot));
            });
            group.bench_function(name("restore"), |bencher| {
                bencher.iter(|| battle.restore(&snapshot));
            });
            let mut twin = battle.fork(Box::new(SeededDice::new(1)));
            group.bench_function(name("fork"), |bencher| {
                bencher.iter(|| battle.fork_into(&mut twin, Box::new(SeededDice::new(1))));
            });
        }
    }
    group.finish();
}

/// Plays a duel until somebody may attack; the battle and the attacks on offer.
fn attacks(library: &Arc<Library>, ruleset: &str) -> (Battle, Vec<Choice>) {
    let mut battle = battle(library, ruleset, ("bench-pit", 1), 0);
    let mut brains = brain(BrainKind::Planner, 1);
    for _ in 0..400 {
        assert_eq!(battle.advance(), Progress::Decision, "nobody came to blows");
        let decision = battle.open_decision().expect("an open decision");
        let own = matches!(
            decision.kind.role,
            DecisionRole::Turn | DecisionRole::Statement | DecisionRole::Action
        );
        let offers = decision
            .offers
            .iter()
            .filter(|offer| offer.role.is_attack());
        let attacks: Vec<Choice> = offers
            .map(|offer| offer.choice_at(0))
            .filter(|choice| matches!(choice.target, Some(Target::Combatant(_))))
            .collect();
        if own && !attacks.is_empty() {
            return (battle, attacks);
        }
        let choice = brains.choose(&mut battle);
        battle.choose(choice).expect("a legal choice");
    }
    panic!("nobody came to blows");
}

fn forecasts(criterion: &mut Criterion) {
    let library = library();
    let mut group = criterion.benchmark_group("forecasts of a plain attack");
    for ruleset in ["percentile", "zones"] {
        let (mut battle, attacks) = attacks(&library, ruleset);
        group.bench_function(format!("forecast, {ruleset}"), |bencher| {
            bencher.iter(|| battle.forecast(black_box(&attacks[0])));
        });
        group.bench_function(format!("played, {ruleset}"), |bencher| {
            bencher.iter(|| battle.play_out(black_box(&attacks[0])));
        });
    }
    group.finish();
}

criterion_group!(benches, forks, forecasts);
criterion_main!(benches);
