//! What has been found out about a map and holds for as long as nothing on it changes.

use std::{
    any::Any,
    fmt,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU16, Ordering},
    },
};

use crate::{cell::Cell, map::Map, sight::Sight};

/// Maps of more cells keep no lines of sight: they would fill too much memory, at two bytes for
/// each pair of cells.
const MOST_CELLS: usize = 4096;

/// Facts about a map in its present state, shared by its clones and dropped when one changes.
///
/// Nothing in here says more than the map itself, so it takes no part in comparisons.
#[derive(Clone, Default)]
pub(crate) struct Known(Arc<OnceLock<Facts>>);

struct Facts {
    /// Lines of sight by the cell looked from, then by the cell looked at; none on large maps.
    sights: Box<[OnceLock<Box<[AtomicU16]>>]>,
    /// What other crates have worked out, one of a type.
    cached: Mutex<Vec<Arc<dyn Any + Send + Sync>>>,
}

impl Known {
    /// Forgets everything, for this map and not for its clones.
    pub(crate) fn forget(&mut self) {
        match Arc::get_mut(&mut self.0) {
            Some(facts) => drop(facts.take()),
            None => *self = Self::default(),
        }
    }

    fn facts(&self, cells: usize) -> &Facts {
        self.0.get_or_init(|| {
            let rows = if cells <= MOST_CELLS { cells } else { 0 };
            Facts {
                sights: (0..rows).map(|_| OnceLock::new()).collect(),
                cached: Mutex::default(),
            }
        })
    }

    /// The line of sight between two cells, worked out if it is asked for the first time.
    pub(crate) fn sight(
        &self,
        cells: usize,
        from: Cell,
        to: Cell,
        work_out: impl FnOnce() -> Sight,
    ) -> Sight {
        let Some(row) = self.facts(cells).sights.get(from.index()) else {
            return work_out();
        };
        let row = row.get_or_init(|| (0..cells).map(|_| AtomicU16::new(0)).collect());
        let Some(kept) = row.get(to.index()) else {
            return work_out();
        };
        // Anyone who comes second at the same time works out the same.
        match Sight::from_bits(kept.load(Ordering::Relaxed)) {
            Some(sight) => sight,
            None => {
                let sight = work_out();
                kept.store(sight.to_bits(), Ordering::Relaxed);
                sight
            }
        }
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Known {}

impl Map {
    /// What somebody has worked out about this map, by its type: worked out when it is asked for
    /// the first time, then kept until the map changes, and shared with all clones of the map that
    /// have not changed either.
    ///
    /// `work_out` may look at nothing that changes while the map does not.
    pub fn cached<T: Send + Sync + 'static>(&self, work_out: impl FnOnce(&Self) -> T) -> Arc<T> {
        let facts = self.known.facts(self.grid().len());
        let kept = || facts.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let find = |all: &[Arc<dyn Any + Send + Sync>]| {
            all.iter()
                .find_map(|cached| Arc::clone(cached).downcast::<T>().ok())
        };
        if let Some(found) = find(&kept()) {
            return found;
        }
        // Not under the lock: it may ask for other facts. What is worked out first is kept.
        let cached = Arc::new(work_out(self));
        let mut all = kept();
        find(&all).unwrap_or_else(|| {
            all.push(Arc::clone(&cached) as Arc<dyn Any + Send + Sync>);
            cached
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::{Border, Door, Grid, Ground, Layout, Metres, Side};

    fn map(layout: Layout) -> Map {
        Map::open(Grid::new(layout, 7, 6, Metres::from_milli(1500)).unwrap())
    }

    #[test]
    fn sight_is_looked_up_anew_when_the_map_changes_and_only_there() {
        for layout in Layout::ALL {
            let mut map = map(layout);
            let (from, to) = (Cell(14), Cell(20));
            let open = map.sight(from, to);
            assert!(open.visible);
            assert_eq!(map.sight(from, to), open);
            let before = map.clone();
            *map.ground_mut(Cell(17)).unwrap() = Ground::WALL;
            let (above, below) = (Cell(10), Cell(24));
            for cell in [above, below] {
                *map.ground_mut(cell).unwrap() = Ground::WALL;
            }
            assert!(!map.sight(from, to).visible);
            assert_eq!(before.sight(from, to), open);
            // Alone with its facts, and with doors.
            drop(before);
            for cell in [Cell(17), above, below] {
                *map.ground_mut(cell).unwrap() = Ground::FLOOR;
            }
            assert_eq!(map.sight(from, to), open);
            for side in map.grid().sides() {
                map.set_border(from, side, Border::with_door(Door::Closed));
            }
            assert!(!map.sight(from, to).visible);
            for side in map.grid().sides() {
                map.set_door(from, side, Door::Open);
            }
            assert_eq!(map.sight(from, to), open);
        }
    }

    #[test]
    fn everything_about_a_line_of_sight_is_kept() {
        for layout in Layout::ALL {
            let mut map = map(layout);
            map.ground_mut(Cell(9)).unwrap().opaque = true;
            map.ground_mut(Cell(22)).unwrap().cover = crate::Cover::Heavy;
            map.set_border(Cell(16), Side(1), Border::WALL);
            for from in map.grid().cells() {
                for to in map.grid().cells() {
                    let seen = map.clone().line_of_sight(from, to);
                    assert_eq!(map.sight(from, to), seen);
                    assert_eq!(map.sight(from, to), seen);
                }
            }
        }
        assert!(!map(Layout::Square).sight(Cell(3), Cell(999)).visible);
        assert!(!map(Layout::Square).sight(Cell(999), Cell(3)).visible);
    }

    #[test]
    fn lore_is_worked_out_once_and_forgotten_with_the_map() {
        let mut map = map(Layout::HexFlat);
        let clone = map.clone();
        let walls = |map: &Map| {
            map.grid()
                .cells()
                .filter(|cell| map.ground(*cell).is_wall())
                .count()
        };
        assert_eq!(*map.cached(walls), 0);
        *map.ground_mut(Cell(0)).unwrap() = Ground::WALL;
        assert_eq!(*map.cached(walls), 1);
        assert_eq!(*map.cached(|_| "another kind"), "another kind");
        assert_eq!(*map.cached(|_: &Map| 99_usize), 1);
        assert_eq!(*clone.cached(|_: &Map| 99_usize), 0);
    }
}
