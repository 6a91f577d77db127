//! What harm is worth. Forecasts take everybody to answer as is best for their side by such a valuation.

use bevy_ecs::prelude::Resource;

use crate::{
    terms::Change,
    view::{CombatantView, Presence},
};

/// What a combatant out of the fight weighs against one that loses all of its hit points.
const DEFEATED: f64 = 0.6;
/// What a dead one weighs besides.
const KILLED: f64 = 0.2;
/// What a hundred points of harm by a change weigh ([`crate::terms::Harm`]).
const CHANGED: f64 = 0.7;

/// A combatant that something may happen to, as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affected {
    /// Whether it is an enemy of that side.
    pub enemy: bool,
    /// Hit points left.
    pub hit_points: i32,
    /// Hit points when unhurt.
    pub max_hit_points: i32,
}

impl Affected {
    /// An enemy of which nothing is known.
    pub const UNKNOWN: Self = Self {
        enemy: true,
        hit_points: 1,
        max_hit_points: 1,
    };
}

impl Presence {
    /// This combatant as one side sees it.
    #[must_use]
    pub const fn affected(&self, enemy: bool) -> Affected {
        Affected {
            enemy,
            hit_points: self.hit_points,
            max_hit_points: self.max_hit_points,
        }
    }
}

impl CombatantView {
    /// This combatant as one side sees it.
    #[must_use]
    pub const fn affected(&self, enemy: bool) -> Affected {
        Affected {
            enemy,
            hit_points: self.hit_points,
            max_hit_points: self.max_hit_points,
        }
    }
}

/// What may become of one combatant.
#[derive(Clone, Copy, Debug)]
pub struct Fate<'c> {
    /// Hit points lost on average, below 0 if some are regained.
    pub loss: f64,
    /// Probability to drop out of the fight.
    pub defeats: f64,
    /// Probability to die or to be left dying.
    pub kills: f64,
    /// What else, with its probability.
    pub changes: &'c [(Change, f64)],
}

/// Says how bad something is for a combatant.
pub trait Valuation: Send + Sync + 'static {
    /// How bad it is, in whatever unit; below 0 if it is good.
    fn harm(&self, of: &Affected, fate: &Fate<'_>) -> f64;

    /// How bad it is for somebody to answer with the turn that it has in hand, and to have none later in the round.
    /// Nothing, unless the valuation says otherwise: of what may come later, forecasts for people say nothing.
    fn spent_turn(&self, _of: &Affected) -> f64 {
        0.0
    }
}

/// The valuation that forecasts go by.
#[derive(Resource, Clone, Copy)]
pub struct Weighing(pub &'static dyn Valuation);

impl Default for Weighing {
    fn default() -> Self {
        Self(&Common)
    }
}

impl std::fmt::Debug for Weighing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Weighing").finish_non_exhaustive()
    }
}

/// The valuation of forecasts for people.
struct Common;

impl Valuation for Common {
    fn harm(&self, of: &Affected, fate: &Fate<'_>) -> f64 {
        let part = fate.loss / f64::from(of.max_hit_points.max(1));
        let changes = fate.changes.iter();
        let changed: f64 = changes
            .map(|(change, part)| f64::from(change.role.0) / 100.0 * part)
            .sum();
        part * (1.0 - DEFEATED) + DEFEATED * fate.defeats + KILLED * fate.kills + CHANGED * changed
    }
}
