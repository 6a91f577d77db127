//! The one valuation: what harm and help are worth to the side that decides.
//!
//! The unit is a combatant out of the fight: 1 for defeating an enemy, part of that for wearing it down.

use shieldwall_battle::{AttackEstimate, CombatantId, Forecast, terms::Change};

use super::scene::{Fighter, Scene};

/// What it counts for that somebody drops out of the fight.
const DEFEATED: f64 = 1.0;
/// What it counts for that they die besides: nobody can wake them again.
const KILLED: f64 = 0.08;
/// What losing all hit points counts for as long as one stands.
const HURT: f64 = 0.63;
/// What being out of the fight already leaves of all that.
const DOWN: f64 = 0.08;
/// What it counts for that an enemy spends its turn on a reaction.
const TEMPO: f64 = 0.15;

/// Harm of a blow that takes so many hit points on average and defeats with this probability. A loss is measured
/// against what is between all hit points and what is left of them, so that the hurt draw more blows.
pub(super) fn harm(target: &Fighter, loss: f64, defeats: f64) -> f64 {
    let room = f64::from(target.max_hit_points.max(1) + target.hit_points.max(1)) / 2.0;
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

/// What may become of one combatant.
struct Fate<'a> {
    who: CombatantId,
    loss: f64,
    defeats: f64,
    kills: f64,
    changes: &'a [(Change, f64)],
}

/// What a forecast is worth: harm to enemies, with a weight, less harm to friends and to oneself.
pub(super) fn worth_of(forecast: &Forecast, scene: &Scene, weight: f64) -> f64 {
    let subject = forecast.subject.map_or(0.0, |who| {
        let fate = Fate {
            who,
            loss: forecast.expected_loss() - forecast.expected_gain(),
            defeats: forecast.defeats,
            kills: forecast.kills,
            changes: &forecast.changes,
        };
        worth_of_fate(scene, &fate, weight)
    });
    let others = forecast.others.iter().map(|stake| {
        let fate = Fate {
            who: stake.who,
            loss: stake.expected_loss(),
            defeats: stake.defeats,
            kills: stake.kills,
            changes: &stake.changes,
        };
        worth_of_fate(scene, &fate, weight)
    });
    subject + others.sum::<f64>()
}

fn worth_of_fate(scene: &Scene, fate: &Fate<'_>, weight: f64) -> f64 {
    let Some(fighter) = scene.fighter(fate.who) else {
        return 0.0;
    };
    let changes = fate.changes.iter();
    let changes: f64 = changes
        .map(|(word, probability)| change(*word) * probability)
        .sum();
    let harm = harm(fighter, fate.loss, fate.defeats) + KILLED * fate.kills + changes;
    // Those who are down matter little, unless they get up again.
    let rises = fate.changes.iter().any(|(word, _)| change(*word) < 0.0);
    let stands = fighter.fights() || rises || fate.loss < 0.0;
    let harm = if stands { harm } else { DOWN * harm };
    if fighter.ours { -harm } else { weight * harm }
}

/// What an attack is worth on an enemy that reacts as often as enemies have been seen to: the forecast takes the best
/// answer for granted, whatever turn it costs.
pub(super) fn worth_of_attack(forecast: &Forecast, scene: &Scene, reactiveness: f64) -> f64 {
    let answered = worth_of(forecast, scene, 1.0);
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
