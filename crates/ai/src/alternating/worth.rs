//! What a forecast is worth to a side.

use shieldwall_battle::{CombatantId, Forecast, Vitality};

use super::scene::Scene;

/// What it counts for that somebody drops out of the fight.
const FELLED: f64 = 1.0;
/// What it counts for that it dies besides: nobody can wake it again.
const KILLED: f64 = 0.08;
/// What losing all health counts for as long as one stands.
const HURT: f64 = 0.45;
/// What being out of the fight already leaves of all that.
const DOWN: f64 = 0.08;

/// What a change is worth to whom it happens, as harm.
fn change(name: &str) -> f64 {
    match name {
        "grabbed" => 0.35,
        "disarmed" => 0.35,
        "shoved" => 0.04,
        "distracted" => 0.06,
        "intimidated" => 0.15,
        "taunted" => 0.06,
        "free" => -0.5,
        "back in the fight" => -0.9,
        _ => 0.1,
    }
}

/// What may become of one combatant.
struct Stake<'a> {
    who: CombatantId,
    loss: f64,
    fells: f64,
    kills: f64,
    changes: &'a [(&'static str, f64)],
}

/// What a forecast is worth: harm to enemies less harm to friends, in combatants felled.
pub(super) fn worth(scene: &Scene, forecast: &Forecast) -> f64 {
    let mut sum = 0.0;
    if let Some(who) = forecast.subject {
        sum += side_of(
            scene,
            &Stake {
                who,
                loss: forecast.expected_loss() - forecast.expected_gain(),
                fells: forecast.fells,
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
                fells: other.fells,
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
    let harm = harm(figure.seen.max_hit_points, figure.seen.hit_points, stake);
    let weight = match figure.seen.vitality {
        Vitality::Active => 1.0,
        // Whoever is down matters little, unless it gets up again.
        _ if stake.changes.iter().any(|(name, _)| change(name) < 0.0) => 1.0,
        _ => DOWN,
    };
    if figure.ours {
        -harm * weight
    } else {
        harm * weight
    }
}

fn harm(max: i32, left: i32, stake: &Stake<'_>) -> f64 {
    let room = f64::from(max.max(1) + left.max(1)) / 2.0;
    let changes: f64 = stake
        .changes
        .iter()
        .map(|(name, probability)| change(name) * probability)
        .sum();
    FELLED * stake.fells
        + KILLED * stake.kills
        + changes
        + HURT * (stake.loss / room) * (1.0 - stake.fells)
}
