//! The dice of the battle.

use bevy_ecs::prelude::Resource;
use shieldwall_dice::{BandRoll, Counted, CountedRoll, Dice, DiceExpr, SumRoll};

/// The dice that the rules roll: seeded in play, loaded in cases.
#[derive(Resource)]
pub struct DiceCup(pub Box<dyn Dice + Send + Sync>);

impl Dice for DiceCup {
    fn band(&mut self, sides: u16, uppers: &[i32]) -> BandRoll {
        self.0.band(sides, uppers)
    }

    fn sum(&mut self, expr: &DiceExpr) -> SumRoll {
        self.0.sum(expr)
    }

    fn counted(&mut self, counted: Counted<'_>) -> CountedRoll {
        self.0.counted(counted)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.0.one_of(n)
    }
}
