//! What a forecast is worth to a side.

use shieldwall_battle::{CombatantId, Forecast, Presence, Vitality, terms::Change};

use super::scene::Scene;

/// What it counts for that somebody drops out of the fight.
const DEFEATED: f64 = 1.0;
/// What it counts for that it dies besides: nobody can wake it again.
const KILLED: f64 = 0.08;
/// What losing all health counts for as long as one stands.
const HURT: f64 = 0.45;
/// What being out of the fight already leaves of all that.
const DOWN: f64 = 0.08;

/// What a change is worth to the one it happens to: harm as a share of a combatant (1 is one put out of the fight).
fn change(change: Change) -> f64 {
    f64::from(change.role.0) / 100.0
}

/// What it counts for that an enemy spends its turn on a reaction.
const TEMPO: f64 = 0.15;

/// What an attack is worth against an enemy that reacts as often as it has been seen to: the
/// forecast takes the best answer for granted, whatever turn it costs.
pub(super) fn worth_of_attack(scene: &Scene, forecast: &Forecast) -> f64 {
    let answered = worth(scene, forecast);
    let idle = forecast.alternatives.iter().find(|answer| answer.idle);
    let figure = forecast.subject.and_then(|who| scene.figure(who));
    let (Some(idle), Some(figure)) = (idle, figure.filter(|figure| !figure.ours)) else {
        return answered;
    };
    let unanswered = blow(&figure.seen, idle.expected_loss, idle.defeats);
    if unanswered <= answered {
        return answered;
    }
    let reacts = scene.reactiveness;
    reacts * (answered + TEMPO) + (1.0 - reacts) * unanswered
}

/// What may become of one combatant.
struct Stake<'a> {
    who: CombatantId,
    loss: f64,
    defeats: f64,
    kills: f64,
    changes: &'a [(Change, f64)],
}

/// What a forecast is worth: harm to enemies less harm to friends, each as a share of a combatant.
pub(super) fn worth(scene: &Scene, forecast: &Forecast) -> f64 {
    let mut sum = 0.0;
    if let Some(who) = forecast.subject {
        sum += side_of(
            scene,
            &Stake {
                who,
                loss: forecast.expected_loss() - forecast.expected_gain(),
                defeats: forecast.defeats,
                kills: forecast.kills,
                changes: &forecast.changes,
            },
        );
    }
    for other in &forecast.others {
        sum += side_of(
            scene,
            &Stake {
                who: other.who,
                loss: other.expected_loss(),
                defeats: other.defeats,
                kills: other.kills,
                changes: &other.changes,
            },
        );
    }
    sum
}

fn side_of(scene: &Scene, stake: &Stake<'_>) -> f64 {
    let Some(figure) = scene.figure(stake.who) else {
        return 0.0;
    };
    let changes: f64 = stake
        .changes
        .iter()
        .map(|(word, probability)| change(*word) * probability)
        .sum();
    let harm = blow(&figure.seen, stake.loss, stake.defeats) + KILLED * stake.kills + changes;
    let weight = match figure.seen.vitality {
        Vitality::Active => 1.0,
        // Anyone who is down matters little, unless it gets up again.
        _ if stake.changes.iter().any(|(word, _)| change(*word) < 0.0) => 1.0,
        _ => DOWN,
    };
    if figure.ours {
        -harm * weight
    } else {
        harm * weight
    }
}

/// Harm of one blow that takes so much health in the mean and defeats with this probability. A loss is
/// measured against what is between all health and what is left of it.
pub(super) fn blow(target: &Presence, loss: f64, defeats: f64) -> f64 {
    let room = f64::from(target.max_hit_points.max(1) + target.hit_points.max(1)) / 2.0;
    DEFEATED * defeats + HURT * (loss / room) * (1.0 - defeats).max(0.0)
}
