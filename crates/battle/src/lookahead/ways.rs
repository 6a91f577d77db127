//! A stage run in every way in which its dice can fall.

use shieldwall_dice::{Dice, EnumeratingDice, Enumerator, SharedDice};

use crate::{driver::Battle, fork::Snapshot, roll::DiceCup, stage::Stage};

/// Dice that are lent to a battle, to run its stages in every way in which they can fall. They keep their storage.
#[derive(Debug, Default)]
pub(super) struct Ways {
    dice: SharedDice<EnumeratingDice>,
    pub(super) enumerator: Enumerator,
}

impl Ways {
    /// Lends the dice to a battle. Returns its own, to be put back afterwards.
    pub(super) fn lend(&self, battle: &mut Battle) -> Box<dyn Dice + Send + Sync> {
        let lent = Box::new(self.dice.clone());
        std::mem::replace(&mut battle.world.resource_mut::<DiceCup>().0, lent)
    }

    /// Runs a stage in every way, each from the present state, and lets `visit` look at the battle after each run. It
    /// gets the probability of what was rolled, or `None` if nothing was. `here` is the present state.
    pub(super) fn run(
        &mut self,
        battle: &mut Battle,
        stage: Stage,
        here: &Snapshot,
        mut visit: impl FnMut(&mut Battle, Option<f64>),
    ) {
        let mut first = true;
        self.enumerator.for_each(
            |open| {
                if !first {
                    battle.restore(here);
                }
                first = false;
                *self.dice.dice() = std::mem::take(open);
                battle.world.run_schedule(stage.label);
                *open = std::mem::take(&mut *self.dice.dice());
                visit(battle, open.has_rolled().then(|| open.probability()));
            },
            |(), _| {},
        );
    }
}
