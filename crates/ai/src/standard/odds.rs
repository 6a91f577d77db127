//! The ruleset's estimates, each asked for once.

use rustc_hash::FxHashMap;
use shieldwall_battle::{AttackEstimate, Battle, CombatantId, Forecast};
use shieldwall_grid::Cell;

use super::{
    chronicle::Chronicle,
    situation::{Fighter, Situation},
};

/// Estimates kept before all are forgotten.
const KEPT: usize = 8192;

type Question = (CombatantId, Cell, CombatantId, Cell);

/// Estimates by attacker, cell, target and cell, with the stamp they hold for.
///
/// Only ever looked up by key, so that the order of the map is of no account.
#[derive(Debug, Default)]
pub(super) struct Odds {
    kept: FxHashMap<Question, ((u32, u32, u32), Option<AttackEstimate>)>,
}

impl Odds {
    /// The best attack of one on the other if they stood in these cells.
    pub(super) fn attack_estimate(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        (attacker, from): (CombatantId, Cell),
        (target, at): (CombatantId, Cell),
    ) -> Option<AttackEstimate> {
        let stamp = chronicle.stamp(attacker, target);
        let question = (attacker, from, target, at);
        if let Some((kept, attack_estimate)) = self.kept.get(&question)
            && *kept == stamp
        {
            return *attack_estimate;
        }
        let attack_estimate = battle.attack_estimate(attacker, from, target, at);
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        self.kept.insert(question, (stamp, attack_estimate));
        attack_estimate
    }

    /// The best attack of one on the other hand to hand, wherever they stand.
    pub(super) fn in_contact(
        &mut self,
        battle: &mut Battle,
        chronicle: &Chronicle,
        attacker: CombatantId,
        target: &Fighter,
    ) -> Option<AttackEstimate> {
        // Who stands in the very cell of another is in contact with it under every ruleset.
        let at = target.cell;
        self.attack_estimate(battle, chronicle, (attacker, at), (target.id, at))
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
    }
}

/// How much it is worth to do this to a target: 1 for defeating it, part of that for wearing it down.
///
/// Loss is measured against the hit points it has left, so that the one who is hurt draws more blows.
pub(super) fn harm(expected_loss: f64, defeats: f64, hit_points: i32) -> f64 {
    let left = f64::from(hit_points.max(1));
    0.6 * defeats + 0.4 * (expected_loss / left).min(1.0)
}

/// What a hit point regained is worth, as a share of the most one can have.
pub(super) const REGAINED: f64 = 0.3;

/// What a forecast is worth: harm to enemies, with a weight, less harm to friends and to oneself, and what is healed.
pub(super) fn worth_of(forecast: &Forecast, situation: &Situation, weight: f64) -> f64 {
    let of = |who: CombatantId, loss: f64, defeats: f64| {
        let one = situation.fighter(who);
        let weight = if situation.is_foe(who) { weight } else { -1.0 };
        one.map_or(0.0, |one| weight * harm(loss, defeats, one.hit_points))
    };
    let subject = forecast.subject.map_or(0.0, |who| {
        let most = situation.fighter(who).map_or(1, |one| one.max_hit_points);
        let gained = forecast.expected_gain() / f64::from(most.max(1));
        let gained = if situation.is_foe(who) {
            -gained
        } else {
            gained
        };
        of(who, forecast.expected_loss(), forecast.defeats) + REGAINED * gained
    });
    let others = forecast.others.iter();
    let others = others.map(|stake| of(stake.who, stake.expected_loss(), stake.defeats));
    subject + others.sum::<f64>()
}

/// [`harm`] of an estimate on a fighter.
pub(super) fn harm_of(attack_estimate: &AttackEstimate, target: &Fighter) -> f64 {
    harm(
        attack_estimate.expected_loss,
        attack_estimate.defeats,
        target.hit_points,
    )
}

#[cfg(test)]
mod tests {
    use super::harm;

    #[test]
    fn the_hurt_draw_more_blows_and_felling_counts_most() {
        assert!(harm(2.0, 0.0, 4) > harm(2.0, 0.0, 12));
        assert!(harm(2.0, 0.5, 12) > harm(6.0, 0.0, 12));
        assert!(harm(50.0, 1.0, 1) <= 1.0);
        assert!(harm(0.0, 0.0, 0) <= 0.0);
    }
}
