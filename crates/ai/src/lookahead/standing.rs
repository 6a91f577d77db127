//! How a side stands in a battle that was played on.

use shieldwall_battle::{Battle, SideId, Vitality, board::hostile};
use shieldwall_content::level::Victory;

/// What somebody counts for who can hardly stand any more, beside one that is unhurt.
const STANDS: f64 = 0.45;
/// What somebody counts for who is down but alive.
const DOWN: f64 = 0.05;
/// What is counted for both sides, so that the last blow does not decide all.
const BOTH: f64 = 0.25;
/// How fast small superiority turns into victory.
const GROWTH: f64 = 2.0;
/// What it counts for to stand alone where standing wins.
const HOLDS: f64 = 0.1;

/// From 0 (lost) to 1 (won).
pub(super) fn of(battle: &mut Battle, side: SideId) -> f64 {
    if let Some(ending) = battle.ending() {
        return match ending.winner {
            Some(winner) if !battle.hostile(winner, side) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    let level = std::sync::Arc::clone(&battle.setup().level);
    let (mut ours, mut theirs) = (BOTH, BOTH);
    let (mut holding, mut contesting) = (false, false);
    for one in battle.presences(None) {
        let part = f64::from(one.hit_points.max(0)) / f64::from(one.max_hit_points.max(1));
        let counts = match one.vitality {
            Vitality::Active => STANDS + (1.0 - STANDS) * part,
            Vitality::Unconscious | Vitality::Dying => DOWN,
            Vitality::Dead | Vitality::Left | Vitality::Surrendered => continue,
        };
        let is_enemy = hostile(&level, one.side, side);
        *(if is_enemy { &mut theirs } else { &mut ours }) += counts;
        if let Victory::Hold { cells, .. } = &level.victory
            && cells.contains(&one.cell)
        {
            *(if is_enemy {
                &mut contesting
            } else {
                &mut holding
            }) = true;
        }
    }
    let (ours, theirs) = (ours.powf(GROWTH), theirs.powf(GROWTH));
    let share = ours / (ours + theirs);
    let held = match (holding, contesting) {
        (true, false) => HOLDS,
        (false, true) => -HOLDS,
        _ => 0.0,
    };
    (share + held).clamp(0.0, 1.0)
}
