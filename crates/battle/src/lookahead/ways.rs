//! A stage run in every way in which its dice can fall.

use shieldwall_dice::{AfterLoaded, Dice, EnumeratingDice, Enumerator, LoadedDice, SharedDice};

use crate::{driver::Battle, fork::Snapshot, roll::DiceCup, stage::Stage};

/// Dice that are lent to a battle, to run its stages in every way in which they can fall. They keep their storage. They
/// may show a list of faces first, which is then used up before they fall in more than one way.
#[derive(Debug, Default)]
pub(super) struct Ways {
    dice: SharedDice<AfterLoaded<EnumeratingDice>>,
    pub(super) enumerator: Enumerator,
}

impl Ways {
    /// Ways in which these dice are rolled first.
    pub(super) fn after(loaded: LoadedDice) -> Self {
        let ways = Self::default();
        ways.dice.dice().loaded = loaded;
        ways
    }

    /// The dice that are rolled first, as far as they are left.
    pub(super) fn loaded(&self) -> LoadedDice {
        self.dice.dice().loaded.clone()
    }

    /// Lends the dice to a battle. Returns its own, to be put back afterwards.
    pub(super) fn lend(&self, battle: &mut Battle) -> Box<dyn Dice + Send + Sync> {
        let lent = Box::new(self.dice.clone());
        std::mem::replace(&mut battle.world.resource_mut::<DiceCup>().0, lent)
    }

    /// Runs a stage in every way, each from the present state, and lets `visit` look at the battle after each run. It
    /// gets the probability of what was rolled, or `None` if nothing was, and ends it by returning false. `here` is the
    /// present state.
    pub(super) fn run(
        &mut self,
        battle: &mut Battle,
        stage: Stage,
        here: &Snapshot,
        mut visit: impl FnMut(&mut Battle, Option<f64>) -> bool,
    ) {
        let mut first = true;
        let mut goes_on = true;
        let is_loaded = !self.dice.dice().loaded.remaining().is_empty();
        let loaded = is_loaded.then(|| self.loaded());
        self.enumerator.for_each(
            |open| {
                // Where nothing is rolled, there are no further ways.
                if !goes_on {
                    return;
                }
                if !first {
                    battle.restore(here);
                }
                first = false;
                {
                    let mut dice = self.dice.dice();
                    dice.others = std::mem::take(open);
                    if let Some(loaded) = &loaded {
                        dice.loaded = loaded.clone();
                    }
                }
                battle.world.run_schedule(stage.label);
                *open = std::mem::take(&mut self.dice.dice().others);
                goes_on = visit(battle, open.has_rolled().then(|| open.probability()));
            },
            |(), _| {},
        );
    }
}
