//! The one valuation: what harm and help are worth to the side that decides.
//!
//! The unit is a combatant out of the fight: 1 for defeating an enemy, part of that for wearing it down.

use shieldwall_battle::{
    AttackEstimate, CombatantId, Forecast,
    forecast::{Affected, Fate, Valuation, Weighing},
    terms::Change,
};

use super::scene::{Fighter, Scene};

/// What it counts for that somebody drops out of the fight.
const DEFEATED: f64 = 1.0;
/// What it counts for that they die besides: nobody can wake them again.
const KILLED: f64 = 0.08;
/// What losing all hit points counts for as long as one stands.
const HURT: f64 = 0.63;
/// What being out of the fight already leaves of all that.
const DOWN: f64 = 0.08;
/// What it counts for that somebody spends its turn on a reaction.
const TEMPO: f64 = 0.1;

/// Harm of a blow that takes so many hit points on average and defeats with this probability. A loss is measured
/// against what is between all hit points and what is left of them, so that the hurt draw more blows.
pub(super) fn harm(target: &Fighter, loss: f64, defeats: f64) -> f64 {
    let points = (target.hit_points, target.max_hit_points);
    harm_of_loss(points, loss, defeats)
}

fn harm_of_loss((left, most): (i32, i32), loss: f64, defeats: f64) -> f64 {
    let room = f64::from(most.max(1) + left.max(1)) / 2.0;
    DEFEATED * defeats + HURT * (loss / room).min(1.0) * (1.0 - defeats).max(0.0)
}

/// [`harm`] of what an estimate promises.
pub(super) fn harm_of(estimate: &AttackEstimate, target: &Fighter) -> f64 {
    harm(target, estimate.expected_loss, estimate.defeats)
}

/// How bad a change is for the one that it happens to.
fn change(change: Change) -> f64 {
    f64::from(change.role.0) / 100.0
}

/// The weight of harm to a friend that an attack may strike, on top of the harm itself.
const FRIENDS: f64 = 1.0;

/// The valuation of the planner, for what forecasts take others to answer as well.
#[derive(Clone, Copy, Debug)]
struct Planners;

/// What the planner passes to forecasts.
pub(super) const WEIGHING: Weighing = Weighing(&Planners);

impl Valuation for Planners {
    fn harm(&self, of: &Affected, fate: &Fate<'_>) -> f64 {
        let changes = fate.changes.iter();
        let changes: f64 = changes
            .map(|(word, probability)| change(*word) * probability)
            .sum();
        let points = (of.hit_points, of.max_hit_points);
        harm_of_loss(points, fate.loss, fate.defeats) + KILLED * fate.kills + changes
    }

    fn spent_turn(&self, _of: &Affected) -> f64 {
        TEMPO
    }
}

/// What a forecast is worth: harm to enemies, with a weight, less harm to friends and to oneself.
pub(super) fn worth_of(forecast: &Forecast, scene: &Scene, weight: f64) -> f64 {
    let worth = |(who, fate): (CombatantId, Fate<'_>)| {
        let (harm, enemy) = harm_by(scene, who, &fate);
        if enemy { weight * harm } else { -harm }
    };
    forecast.fates().map(worth).sum()
}

/// True if a forecast tells of any harm to enemies or help to friends.
pub(super) fn does_good(forecast: &Forecast, scene: &Scene) -> bool {
    forecast.fates().any(|(who, fate)| {
        let (harm, enemy) = harm_by(scene, who, &fate);
        if enemy { harm > 0.0 } else { harm < 0.0 }
    })
}

/// The harm of a fate, and true if its combatant is an enemy. There is none for combatants that are not in the scene.
fn harm_by(scene: &Scene, who: CombatantId, fate: &Fate<'_>) -> (f64, bool) {
    let Some(fighter) = scene.fighter(who) else {
        return (0.0, false);
    };
    let of = Affected {
        enemy: !fighter.ours,
        hit_points: fighter.hit_points,
        max_hit_points: fighter.max_hit_points,
    };
    let harm = Planners.harm(&of, fate);
    // The fallen matter little, unless they get up again.
    let rises = fate.changes.iter().any(|(word, _)| change(*word) < 0.0);
    let stands = fighter.fights() || rises || fate.loss < 0.0;
    (if stands { harm } else { DOWN * harm }, of.enemy)
}

/// The worth of an attack of `me` on an enemy that reacts as often as enemies have been seen to: the forecast takes the
/// best answer for granted. Friends who may be hit count more than they would by their harm alone.
pub(super) fn worth_of_attack(
    forecast: &Forecast,
    scene: &Scene,
    me: CombatantId,
    reactiveness: f64,
) -> f64 {
    let friends = forecast.fates().filter(|(who, _)| *who != me);
    let to_friends: f64 = friends
        .map(|(who, fate)| harm_by(scene, who, &fate))
        .filter(|(harm, enemy)| !enemy && *harm > 0.0)
        .map(|(harm, _)| harm)
        .sum();
    let answered = worth_of(forecast, scene, 1.0) - FRIENDS * to_friends;
    let idle = forecast.alternatives.iter().find(|answer| answer.idle);
    let target = forecast.subject.and_then(|who| scene.fighter(who));
    let costs_a_turn = |target: &&Fighter| !target.ours && target.reactions > 0;
    let (Some(idle), Some(target)) = (idle, target.filter(costs_a_turn)) else {
        return answered;
    };
    let unanswered = harm(target, idle.expected_loss, idle.defeats);
    if unanswered <= answered {
        return answered;
    }
    reactiveness * (answered + TEMPO) + (1.0 - reactiveness) * unanswered
}
