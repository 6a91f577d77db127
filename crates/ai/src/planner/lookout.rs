//! What each cell means to a mover whatever it wants there, looked at once for a decision.

use std::cell::Cell as Slot;

use shieldwall_grid::Cell;

use super::{
    outlook::{Foe, Outlook},
    scene::Situation,
};

/// One cell; what has not been looked at yet is no number.
#[derive(Clone, Debug)]
struct Look {
    /// Whether an enemy in contact with it stands somewhere.
    contested: bool,
    nearest: Slot<f64>,
    drawn: Slot<f64>,
    danger: Slot<f64>,
    loneliness: Slot<f64>,
}

/// What has been seen of the cells so far.
#[derive(Debug)]
pub(super) struct Lookout {
    cells: Vec<Look>,
    /// For each enemy, its ways to my friends in metres.
    companions: Vec<Vec<f64>>,
    /// Whether I have a missile attack on anybody.
    pub(super) can_shoot: bool,
    /// Metres on foot from the nearest enemy up to which I come on: there my shots are at their best, or my spells are
    /// near enough; 0 if I have neither.
    pub(super) range: f64,
    /// Metres on foot from the nearest enemy to me.
    pub(super) nearest_to_me: f64,
}

/// Metres from the nearest enemy at which casters stay behind their friends.
const BEHIND: f64 = 8.0;

impl Lookout {
    /// Looks at nothing yet but where the enemies are. `knows_spells`: true if I know spells.
    pub(super) fn of(situation: &Situation, outlook: &Outlook, knows_spells: bool) -> Self {
        let unknown = Look {
            contested: false,
            nearest: Slot::new(f64::NAN),
            drawn: Slot::new(f64::NAN),
            danger: Slot::new(f64::NAN),
            loneliness: Slot::new(f64::NAN),
        };
        let mut cells = vec![unknown; situation.level.map.grid().len()];
        for cell in outlook.foes.iter().flat_map(Foe::touching) {
            if let Some(look) = cells.get_mut(cell.index()) {
                look.contested = true;
            }
        }
        let ways = |foe: &Foe| {
            let friends = situation.friends.iter();
            friends
                .map(|friend| foe.field.metres(friend.cell))
                .collect()
        };
        // A fighter with something to throw comes on all the same.
        let from_afar = outlook.foes.iter().filter(|foe| foe.is_better_from_afar());
        let shots = from_afar.filter_map(|foe| foe.my_shot.as_ref());
        Self {
            cells,
            companions: outlook.foes.iter().map(ways).collect(),
            can_shoot: outlook.can_shoot(),
            range: shots
                .map(super::outlook::Shot::best_range)
                .fold(if knows_spells { BEHIND } else { 0.0 }, f64::max),
            nearest_to_me: outlook.nearest(situation.me.cell),
        }
    }

    /// Whether an enemy is in contact with a cell.
    pub(super) fn is_contested(&self, cell: Cell) -> bool {
        self.cells
            .get(cell.index())
            .is_some_and(|look| look.contested)
    }

    /// How many friends an enemy has at most so many metres away.
    pub(super) fn friends_within(&self, foe: usize, metres: f64) -> usize {
        let ways = self.companions.get(foe).map_or(&[][..], Vec::as_slice);
        ways.iter().filter(|way| **way <= metres).count()
    }

    /// Metres on foot to the nearest enemy.
    pub(super) fn nearest(&self, cell: Cell, look: impl FnOnce() -> f64) -> f64 {
        self.once(cell, |cell| &cell.nearest, look)
    }

    /// What the cell is worth for where it leads those who do not strike from it.
    pub(super) fn drawn(&self, cell: Cell, look: impl FnOnce() -> f64) -> f64 {
        self.once(cell, |cell| &cell.drawn, look)
    }

    /// Harm to be expected there.
    pub(super) fn danger(&self, cell: Cell, look: impl FnOnce() -> f64) -> f64 {
        self.once(cell, |cell| &cell.danger, look)
    }

    /// What it costs to be alone among enemies there.
    pub(super) fn loneliness(&self, cell: Cell, look: impl FnOnce() -> f64) -> f64 {
        self.once(cell, |cell| &cell.loneliness, look)
    }

    fn once(
        &self,
        cell: Cell,
        slot: impl FnOnce(&Look) -> &Slot<f64>,
        look: impl FnOnce() -> f64,
    ) -> f64 {
        let Some(slot) = self.cells.get(cell.index()).map(slot) else {
            return look();
        };
        if slot.get().is_nan() {
            slot.set(look());
        }
        slot.get()
    }
}
