//! Whole battles, headless: a duel of random brains, and four against four under the standard
//! brain. Run by hand: `cargo bench -p shieldwall_lab`.

use std::{path::PathBuf, sync::Arc};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, SideId, setup::UnitEntry};
use shieldwall_content::{ContentRoot, Library};
use shieldwall_lab::{battle_seed, commander_seed};

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

fn setup(library: &Arc<Library>, level: &str, units: &[&str]) -> BattleSetup {
    let mut setup =
        BattleSetup::of_level(library, level, "percentile", 0).expect("a level of that name");
    for side in &mut setup.sides {
        side.warband = units
            .iter()
            .map(|unit| UnitEntry::new(Arc::clone(&library.units[*unit])))
            .collect();
    }
    setup
}

/// Plays a battle to its end, as `sim` does.
fn play(battle: &mut Battle, kind: BrainKind, seed: u64) {
    let mut brains =
        [SideId::RED, SideId::BLUE].map(|side| brain(kind, commander_seed(seed, side)));
    while battle.advance() == Progress::Decision {
        let side = battle.decision().expect("an open decision").side.index();
        let choice = brains[side].choose(battle);
        battle.choose(choice).expect("a legal choice");
    }
}

fn battles(criterion: &mut Criterion) {
    let library = library();
    let four = ["swordsman", "spearman", "axeman", "archer"];
    let mut group = criterion.benchmark_group("battles");
    group.throughput(Throughput::Elements(1));
    for (name, level, units, kind) in [
        (
            "random duel, 8x7",
            "bench-pit",
            &four[..1],
            BrainKind::Random,
        ),
        (
            "random duel, duel-ring",
            "duel-ring",
            &four[..1],
            BrainKind::Random,
        ),
        (
            "standard 4 v 4, 24x18",
            "bench-field",
            &four[..],
            BrainKind::Planner,
        ),
    ] {
        let setup = setup(&library, level, units);
        let ruleset = shieldwall_rulesets::by_id("percentile").expect("the ruleset");
        let mut battle = Battle::new(ruleset, setup.clone()).expect("a fair set-up");
        // Always the same battles, so that runs can be compared.
        let mut number = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                number = (number + 1) % 64;
                let mut setup = setup.clone();
                setup.seed = battle_seed(1, number);
                battle.restart(setup).expect("a fair set-up");
                play(&mut battle, kind, number);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, battles);
criterion_main!(benches);
