//! What a shove does besides moving somebody, for forecasts (ZON-091, ZON-144, ZON-R45, ZON-R77).

use shieldwall_battle::CombatantId;
use shieldwall_dice::{Counted, Dice, DiceExpr};
use shieldwall_grid::Cell;

use crate::{
    attack::exchange::{Body, State},
    context::read::ReadContext,
    forecast::damage_odds::defeating,
    movement::dangers::{Climb, Danger},
};

/// Damage that is not that of a weapon.
pub(crate) struct Jolt {
    dice: DiceExpr,
    /// What armour takes off.
    armour: i32,
}

impl ReadContext<'_, '_> {
    /// What becomes of somebody whom a shove moves to where it hurts most: its health lost and its
    /// state, with their probabilities; empty if nothing there hurts.
    #[must_use]
    pub fn shove_harm(&self, by: CombatantId, on: CombatantId) -> Vec<(i32, State, f64)> {
        let jolts = self.jolts(by, on);
        if jolts.is_empty() {
            return Vec::new();
        }
        self.jolted(on, &jolts)
    }

    /// What becomes of somebody who suffers these one after the other: its health lost and its state,
    /// with their probabilities.
    pub(crate) fn jolted(&self, on: CombatantId, jolts: &[Jolt]) -> Vec<(i32, State, f64)> {
        let fighter = self.fighter(on);
        let before = Body {
            health: fighter.health.current,
            down: fighter.is_down(),
            armour: 0,
            cover: None,
        };
        let mut found = Vec::new();
        shieldwall_dice::enumerate_with(
            |dice| {
                let mut body = before;
                let mut state = State::Standing;
                for jolt in jolts {
                    let suffered = |total: i32| (total - jolt.armour).max(0);
                    let alike = |one, other| body.suffers_alike(suffered(one), suffered(other));
                    let roll = dice.counted(Counted::of(&jolt.dice).alike(&alike));
                    let wound = body.suffer(suffered(roll.total()));
                    body.health = wound.health;
                    if wound.state != State::Standing {
                        state = wound.state;
                        body.down = true;
                    }
                    if state == State::Dead {
                        break;
                    }
                }
                (before.health - body.health, state)
            },
            |(lost, state), probability| found.push((lost, state, probability)),
        );
        found
    }

    /// The damage of a larger creature's shove, and of the worst place that it can shove somebody to.
    fn jolts(&self, by: CombatantId, on: CombatantId) -> Vec<Jolt> {
        let (attacker, target) = (self.fighter(by), self.fighter(on));
        let mut jolts = Vec::new();
        if attacker.build.size().above(target.build.size()) > 0 {
            jolts.push(Jolt {
                dice: DiceExpr::dice(1, 4),
                armour: 0,
            });
        }
        jolts.extend(self.worst_place(by, on).1);
        jolts
    }

    /// The chance that a shove which works leaves the two no longer nearby each other, or the one
    /// that is shoved unable to strike back.
    #[must_use]
    pub fn shove_parts(&self, by: CombatantId, on: CombatantId) -> f64 {
        let (attacker, target) = (self.fighter(by), self.fighter(on));
        let from = self.cells(&attacker);
        let apart = |cell: Cell| {
            let there = self.footprint(&target, cell);
            there.is_some_and(|there| !self.near(&from, &there))
        };
        let parted = match self.worst_place(by, on) {
            (Some(cell), _) => apart(cell),
            (None, _) => self.shove_ways(by, on).into_keys().any(apart),
        };
        if parted {
            return 1.0;
        }
        defeating(&self.shove_harm(by, on))
    }

    /// What a danger does to the one who comes into it (ZON-R77).
    pub(crate) fn jolt_of(&self, danger: Danger, on: CombatantId) -> Jolt {
        // Armour only helps against a trap.
        let armour = match danger {
            Danger::Trap => self
                .plain_armour(&self.fighter(on))
                .min(crate::attack::exchange::MOST_ARMOUR),
            Danger::Pit | Danger::Lava | Danger::Fire => 0,
        };
        Jolt {
            dice: self.danger_dice(danger).clone(),
            armour,
        }
    }

    /// What hurts at the end of a way along which somebody is pushed (ZON-R77).
    fn jolts_at_end(&self, on: CombatantId, way: &[Cell]) -> Vec<Jolt> {
        let Some(&to) = way.last() else {
            return Vec::new();
        };
        let before = way.iter().rev().nth(1).copied();
        let from = before.unwrap_or(self.fighter(on).cell());
        let mut jolts = Vec::new();
        if self.climb(from, to) == Climb::Fall {
            jolts.push(Jolt {
                dice: self.fall_dice(from, to),
                armour: 0,
            });
        }
        if let Some(danger) = self.hazard(to) {
            jolts.push(self.jolt_of(danger, on));
        }
        jolts
    }

    /// Whether something hurts the one who is pushed along a way: a hazard, or a fall.
    #[must_use]
    pub fn is_harmful(&self, on: CombatantId, way: &[Cell]) -> bool {
        !self.jolts_at_end(on, way).is_empty()
    }

    /// What becomes of somebody who is pushed along a way: its health lost and its state, with their
    /// probabilities.
    #[must_use]
    pub fn push_harm(&self, on: CombatantId, way: &[Cell]) -> Vec<(i32, State, f64)> {
        self.jolted(on, &self.jolts_at_end(on, way))
    }

    /// Where a shove hurts most, and what does; no place if none hurts.
    fn worst_place(&self, by: CombatantId, on: CombatantId) -> (Option<Cell>, Vec<Jolt>) {
        if self.steps().is_safe() {
            return (None, Vec::new());
        }
        let mean = |jolts: &[Jolt]| -> f64 {
            let of = |jolt: &Jolt| jolt.dice.distribution().mean() - f64::from(jolt.armour);
            jolts.iter().map(of).sum()
        };
        let worst = self
            .shove_ways(by, on)
            .into_values()
            .filter_map(|way| {
                let to = *way.last()?;
                let there = self.jolts_at_end(on, &way);
                Some((mean(&there), to, there))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match worst {
            Some((hurt, to, there)) if hurt > 0.0 => (Some(to), there),
            _ => (None, Vec::new()),
        }
    }
}
