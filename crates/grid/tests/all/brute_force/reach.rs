//! Paths against slow searches on random maps.

use std::collections::BTreeMap;

use pathfinding::directed::dijkstra::dijkstra_all;
use proptest::prelude::*;
use shieldwall_grid::{
    Cell, DoorUse, Map, Metres, Passage, Reach, ReachScratch, Step, StepCosts, base_cost, reach,
};

use crate::brute_force::random_map;

/// A mover with scruples that depend on the cells, so that all kinds of passage occur.
fn passage(map: &Map, scruples: u16) -> impl FnMut(Cell, &Step) -> Passage + Copy + '_ {
    move |from, step| {
        let price = base_cost(map, step);
        let opening = if step.opens_door { 1500 } else { 0 };
        let price = price + Metres::from_milli(opening);
        match (from.0 * 3 + step.to.0 * 5 + scruples) % 12 {
            0 if scruples > 0 => Passage::Blocked,
            1 | 2 if scruples > 0 => Passage::Stop(price),
            3..=5 if scruples > 0 => Passage::CrossOnly(price),
            6 if scruples > 0 => Passage::Through(Metres::ZERO),
            _ => Passage::Through(price),
        }
    }
}

type Arrival = (Metres, usize);

/// Best arrivals (cost, steps) to go on from and to stop at, by relaxing every step again and
/// again until nothing improves.
fn relax(
    map: &Map,
    from: Cell,
    budget: Metres,
    doors: DoorUse,
    mut cost: impl FnMut(Cell, &Step) -> Passage,
) -> (BTreeMap<Cell, Arrival>, BTreeMap<Cell, Arrival>) {
    let start = (Metres::ZERO, 0);
    let mut onward = BTreeMap::from([(from, start)]);
    let mut stop = onward.clone();
    loop {
        let before = (onward.clone(), stop.clone());
        for (cell, (spent, steps)) in &before.0 {
            for direction in map.grid().directions() {
                let Some(step) = map.step_with(*cell, direction, doors) else {
                    continue;
                };
                let (price, on, halt) = match cost(*cell, &step) {
                    Passage::Blocked => continue,
                    Passage::Through(price) => (price, true, true),
                    Passage::Stop(price) => (price, false, true),
                    Passage::CrossOnly(price) => (price, true, false),
                };
                let arrival = (*spent + price, steps + 1);
                if arrival.0 > budget {
                    continue;
                }
                for (arrivals, counts) in [(&mut onward, on), (&mut stop, halt)] {
                    if counts {
                        let best = arrivals.entry(step.to).or_insert(arrival);
                        *best = arrival.min(*best);
                    }
                }
            }
        }
        if before == (onward.clone(), stop.clone()) {
            return before;
        }
    }
}

/// Walks a path and returns what it costs, if every step of it is allowed.
fn walk(
    map: &Map,
    from: Cell,
    path: &[Cell],
    doors: DoorUse,
    mut cost: impl FnMut(Cell, &Step) -> Passage,
) -> Option<Metres> {
    let mut here = from;
    let mut sum = Metres::ZERO;
    for (index, cell) in path.iter().enumerate() {
        let last = index + 1 == path.len();
        let step = map.step_with(here, map.grid().direction_between(here, *cell)?, doors)?;
        sum += match cost(here, &step) {
            Passage::Through(price) => price,
            Passage::Stop(price) if last => price,
            Passage::CrossOnly(price) => price,
            Passage::Stop(_) | Passage::Blocked => return None,
        };
        here = *cell;
    }
    Some(sum)
}

proptest! {
    #[test]
    fn agrees_with_relaxation(
        map in random_map::maps(9),
        pick in any::<prop::sample::Index>(),
        milli in 0..40_000i32,
        scruples in 0..20u16,
        opening in any::<bool>(),
    ) {
        let doors = if opening { DoorUse::Open } else { DoorUse::Leave };
        let from = Cell(pick.index(map.grid().len()) as u16);
        let budget = Metres::from_milli(milli);
        let cost = passage(&map, scruples);
        let (onward, stop) = relax(&map, from, budget, doors, cost);
        let mut scratch = ReachScratch::new();
        let found = scratch.reach(&map, from, budget, doors, cost);
        for cell in map.grid().cells() {
            prop_assert_eq!(found.can_stop(cell), stop.contains_key(&cell));
            let best = stop.get(&cell).or_else(|| onward.get(&cell));
            prop_assert_eq!(found.cost(cell), best.map(|(cost, _)| *cost));
            let path = found.path(cell);
            prop_assert_eq!(path.as_ref().map(Vec::len), best.map(|(_, steps)| *steps));
            if let Some(path) = path {
                prop_assert_eq!(walk(&map, from, &path, doors, cost), found.cost(cell));
            }
        }
        // The same buffers again, after another search, give the same answer.
        scratch.distance_field(&map, &[Cell(0)], DoorUse::Leave, cost);
        prop_assert_eq!(scratch.reach(&map, from, budget, doors, cost), found);
    }

    #[test]
    fn searches_by_fares_find_the_same(
        map in random_map::maps(9),
        pick in any::<prop::sample::Index>(),
        milli in 0..40_000i32,
        scruples in 0..20u16,
        opening in any::<bool>(),
        crowded in 2..9u16,
    ) {
        let doors = if opening { DoorUse::Open } else { DoorUse::Leave };
        let from = Cell(pick.index(map.grid().len()) as u16);
        let budget = Metres::from_milli(milli);
        let mut cost = passage(&map, scruples);
        let step_costs = StepCosts::of(&map, doors, cost);
        let traffic = |to: Cell, clear: Passage| match (to.0 % crowded, clear) {
            (0, _) => Passage::Blocked,
            (1, Passage::Through(cost) | Passage::Stop(cost)) => Passage::CrossOnly(cost),
            (2, Passage::Through(cost)) => Passage::Stop(cost),
            _ => clear,
        };
        let mut scratch = ReachScratch::new();
        let slow = scratch.reach(&map, from, budget, doors, |from, step| {
            traffic(step.to, cost(from, step))
        });
        let field = scratch.distance_field(&map, &[from, Cell(0)], doors, cost);
        for _ in 0..2 {
            prop_assert_eq!(&scratch.reach_by(&step_costs, from, budget, traffic), &slow);
            prop_assert_eq!(&scratch.distance_field_by(&step_costs, &[from, Cell(0)]), &field);
        }
    }

    #[test]
    fn agrees_with_the_pathfinding_crate(map in random_map::maps(16), pick in any::<prop::sample::Index>()) {
        let from = Cell(pick.index(map.grid().len()) as u16);
        let cost = passage(&map, 0);
        let all = dijkstra_all(&from, |cell| {
            let cell = *cell;
            let steps = map.grid().directions().filter_map(|direction| map.step(cell, direction)).collect::<Vec<_>>();
            steps.into_iter().map(|step| (step.to, base_cost(&map, &step).milli()))
        });
        let found: Reach = reach(&map, from, Metres::MAX, cost);
        prop_assert_eq!(found.iter().count(), all.len() + usize::from(!all.contains_key(&from)));
        for (cell, (_, milli)) in all.iter().filter(|(cell, _)| **cell != from) {
            prop_assert_eq!(found.cost(*cell), Some(Metres::from_milli(*milli)));
        }
    }

    #[test]
    fn contact_is_mutual_and_goes_where_steps_go(map in random_map::maps(7)) {
        let grid = map.grid();
        for a in grid.cells() {
            for b in grid.cells() {
                let contact = map.in_contact(a, b);
                prop_assert_eq!(contact, map.in_contact(b, a));
                let Some(direction) = grid.direction_between(a, b) else {
                    prop_assert_eq!(contact, a == b);
                    continue;
                };
                if map.ground(b).passable {
                    let step = map.step(a, direction).is_some();
                    prop_assert_eq!(contact, step && map.climb(a, b).abs() <= 1);
                }
            }
        }
    }
}
