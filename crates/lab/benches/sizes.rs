//! How fast battles go under every ruleset, from duels to sixty a side and on maps of up to 200 by 200 cells: random
//! decisions a second, what one decision of the planner takes once the sides have met, and the slowest of many in a row.
//!
//! Run by hand: `cargo bench -p shieldwall_lab --bench sizes`, with a part of a name after `--` for some of them only.

use std::{
    hint::black_box,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, setup::UnitEntry};
use shieldwall_content::{ContentRoot, Library};
use shieldwall_lab::battle_seed;

/// Columns and rows.
const MAPS: [(usize, usize); 3] = [(13, 11), (44, 32), (200, 200)];
/// Fighters a side.
const SIZES: [usize; 4] = [1, 5, 16, 60];
/// Empty columns between the sides.
const BETWEEN: usize = 3;
/// Random decisions that are made in one go.
const DECISIONS: u64 = 200;
/// Random choices after which a decision is taken from a battle: the sides have met by then.
const MET: usize = 6;

/// Decisions in a row of which the slowest is told.
const IN_A_ROW: usize = 400;

const UNITS: [&str; 4] = ["swordsman", "spearman", "axeman", "archer"];

/// Columns at the side that so many need.
fn depth(rows: usize, a_side: usize) -> usize {
    a_side.div_ceil(rows.saturating_sub(2).max(1))
}

/// Whether both sides have room.
fn has_room((columns, rows): (usize, usize), a_side: usize) -> bool {
    2 * depth(rows, a_side) + BETWEEN + 2 <= columns
}

/// The text of a level with rocks and trees here and there, the sides in its middle.
fn level((columns, rows): (usize, usize)) -> String {
    let deepest = SIZES
        .into_iter()
        .filter(|a_side| has_room((columns, rows), *a_side));
    let deep = deepest.map(|a_side| depth(rows, a_side)).max().unwrap_or(1);
    let left = (columns - BETWEEN) / 2;
    let right = left + BETWEEN;
    let rows_of = |cell: &dyn Fn(usize, usize) -> char| {
        let row = |row: usize| {
            (0..columns)
                .map(|column| cell(column, row))
                .collect::<String>()
        };
        (0..rows).map(row).collect::<Vec<_>>().join("\n")
    };
    let side = |column: usize, row: usize| match column {
        _ if row == 0 || row + 1 == rows => '.',
        column if (left - deep..left).contains(&column) => 'r',
        column if (right..right + deep).contains(&column) => 'b',
        _ => '.',
    };
    let ground = |column: usize, row: usize| match (column * 31 + row * 17 + column * row) % 41 {
        _ if side(column, row) != '.' => '.',
        0 => '#',
        1 | 2 => 't',
        3 => 'o',
        _ => '.',
    };
    let map = rows_of(&ground);
    let deployment = rows_of(&side);
    format!(
        r##"id = "bench-{columns}"
name = "Bench {columns}"
description = "For benchmarks."
grid = "hex-pointy"
cell_m = 1.5
turn_limit = 200

map = """
{map}
"""

deployment = """
{deployment}
"""

[legend]
"." = "grass"
"#" = "wall"
"t" = "tree"
"o" = "rocks"

[victory]
kind = "last_standing"

[side.red]
name = "Reds"
warband = ["swordsman"]

[side.blue]
name = "Blues"
warband = ["swordsman"]
"##
    )
}

/// The shipped content, and a level of each size.
fn library() -> Arc<Library> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("levels")).expect("a folder in it");
    for map in MAPS {
        let file = folder.path().join(format!("levels/bench-{}.toml", map.0));
        std::fs::write(file, level(map)).expect("a file in it");
    }
    let game = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let roots = [ContentRoot::at(game), ContentRoot::at(folder.path())];
    let (library, diagnostics) = Library::load(&roots, shieldwall_rulesets::content());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    Arc::new(library)
}

fn setup(library: &Arc<Library>, ruleset: &str, columns: usize, a_side: usize) -> BattleSetup {
    let level = format!("bench-{columns}");
    let mut setup =
        BattleSetup::of_level(library, &level, ruleset, 1).expect("a level of that name");
    for side in &mut setup.sides {
        let units = UNITS.iter().cycle().take(a_side);
        side.warband = units
            .map(|unit| UnitEntry::new(Arc::clone(&library.units[*unit])))
            .collect();
    }
    setup
}

/// Makes so many random choices, beginning again whenever the battle is over.
fn play_at_random(battle: &mut Battle, decisions: u64) {
    let mut chooser = brain(BrainKind::Random, 1);
    let mut number = 0;
    for _ in 0..decisions {
        while battle.advance() == Progress::Over {
            number += 1;
            let mut setup = battle.setup().clone();
            setup.seed = battle_seed(1, number);
            battle.restart(setup).expect("a fair set-up");
        }
        let choice = chooser.choose(battle);
        battle.choose(choice).expect("a legal choice");
    }
}

/// The longest that one of so many decisions in a row takes, from the beginning of a battle.
fn slowest_decision(battle: &mut Battle, decisions: usize) -> Duration {
    let mut chooser = brain(BrainKind::Planner, 1);
    let mut slowest = Duration::ZERO;
    for _ in 0..decisions {
        if battle.advance() == Progress::Over {
            break;
        }
        let began = Instant::now();
        let choice = chooser.choose(battle);
        slowest = slowest.max(began.elapsed());
        battle.choose(choice).expect("a legal choice");
    }
    slowest
}

fn sizes(criterion: &mut Criterion) {
    let library = library();
    let mut group = criterion.benchmark_group("sizes");
    group.sample_size(10);
    for ruleset in shieldwall_rulesets::all() {
        for map in MAPS {
            for a_side in SIZES.into_iter().filter(|a_side| has_room(map, *a_side)) {
                let setup = setup(&library, ruleset.id(), map.0, a_side);
                let begin = || {
                    let rules = Arc::clone(&ruleset);
                    Battle::new(rules, setup.clone()).expect("a fair set-up")
                };
                let name = format!("{}, {} x {}, {a_side} a side", ruleset.id(), map.0, map.1);
                let mut battle = begin();
                group.throughput(Throughput::Elements(DECISIONS));
                group.bench_function(format!("random, {name}"), |bencher| {
                    bencher.iter_batched(
                        || setup.clone(),
                        |setup| {
                            battle.restart(setup).expect("a fair set-up");
                            play_at_random(&mut battle, DECISIONS);
                        },
                        BatchSize::SmallInput,
                    );
                });
                let mut battle = begin();
                play_at_random(&mut battle, (MET * a_side) as u64);
                while battle.advance() == Progress::Over {
                    battle.restart(setup.clone()).expect("a fair set-up");
                }
                group.throughput(Throughput::Elements(1));
                group.bench_function(format!("one decision, {name}"), |bencher| {
                    // A new brain each time: nothing is remembered from the decision before.
                    bencher.iter(|| black_box(brain(BrainKind::Planner, 1).choose(&mut battle)));
                });
                let mut battle = begin();
                group.bench_function(format!("slowest decision, {name}"), |bencher| {
                    bencher.iter_custom(|times| {
                        let slowest = (0..times).map(|_| {
                            battle.restart(setup.clone()).expect("a fair set-up");
                            slowest_decision(&mut battle, IN_A_ROW)
                        });
                        slowest.sum()
                    });
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, sizes);
criterion_main!(benches);
