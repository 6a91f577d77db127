//! The two questions asked most, on the largest map: where can one go, and does one see.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::directed::dijkstra::dijkstra_reach;
use shieldwall_grid::{
    Cell, DoorUse, Grid, Ground, Layout, Map, Metres, Passage, ReachScratch, Step, base_cost, reach,
};

const CELL: Metres = Metres::from_milli(1500);

/// 200 x 200 cells; every seventh rough, otherwise open, so that no search or line ends early.
fn field(layout: Layout) -> Option<Map> {
    let grid = Grid::new(layout, 200, 200, CELL).ok()?;
    let ground = grid
        .cells()
        .map(|cell| Ground {
            cost: if cell.0 % 7 == 3 { 2 } else { 1 },
            ..Ground::FLOOR
        })
        .collect();
    Map::new(grid, ground, CELL).ok()
}

fn name(layout: Layout) -> &'static str {
    match layout {
        Layout::HexPointy => "pointy hex",
        Layout::HexFlat => "flat hex",
        Layout::Square => "square",
    }
}

fn reaching(criterion: &mut Criterion) {
    let budget = CELL * 20;
    for layout in Layout::ALL {
        let Some(map) = field(layout) else { continue };
        let from = Cell(100 * 200 + 100);
        let cost = |_: Cell, step: &Step| Passage::Through(base_cost(&map, step));
        let mut group = criterion.benchmark_group(format!("reach of 20 cells, {}", name(layout)));
        group.bench_function("fresh buffers", |bencher| {
            bencher.iter(|| reach(&map, black_box(from), budget, cost));
        });
        let mut scratch = ReachScratch::new();
        group.bench_function("kept buffers", |bencher| {
            bencher.iter(|| scratch.reach(&map, black_box(from), budget, DoorUse::Leave, cost));
        });
        // For comparison: the same question put to a general search over hash maps.
        group.bench_function("pathfinding crate", |bencher| {
            bencher.iter(|| {
                dijkstra_reach(&black_box(from), |cell| {
                    let cell = *cell;
                    let map = &map;
                    map.grid().directions().filter_map(move |direction| {
                        let step = map.step(cell, direction)?;
                        Some((step.to, base_cost(map, &step).milli()))
                    })
                })
                .take_while(|item| item.total_cost <= budget.milli())
                .count()
            });
        });
        group.finish();
    }
}

fn seeing(criterion: &mut Criterion) {
    for layout in Layout::ALL {
        let Some(map) = field(layout) else { continue };
        let at = |column: u16, row: u16| Cell(row * 200 + column);
        let mut group = criterion.benchmark_group(format!("sight, {}", name(layout)));
        for (what, from, to) in [
            ("across the map", at(0, 0), at(199, 199)),
            ("across the map, through no corners", at(3, 0), at(197, 131)),
            ("20 cells", at(100, 100), at(113, 107)),
        ] {
            group.bench_function(what, |bencher| {
                bencher.iter(|| map.sight(black_box(from), black_box(to)));
            });
        }
        group.finish();
    }
}

criterion_group!(grid, reaching, seeing);
criterion_main!(grid);
