//! What an attack from somewhere else would promise, for brains that weigh positions.

use shieldwall_battle::{CombatantId, Prospect};
use shieldwall_grid::Cell;

use crate::{aiming::Motion, arms::Arm, exchange::State, field::Field, save::Save};

/// The best attack that one could make on another if they stood in these cells, with what is in
/// hand: the target dodges if it may still react. See [`shieldwall_battle::Ruleset::prospect`].
#[must_use]
pub fn prospect(
    field: &Field<'_, '_>,
    attacker: CombatantId,
    from: Cell,
    target: CombatantId,
    at: Cell,
) -> Option<Prospect> {
    let there = field.shifting(&[(attacker, from), (target, at)]);
    let fighter = there.fighter(attacker);
    let enemy = there.fighter(target);
    let vantage = there.vantage(&fighter);
    let dodges = enemy.may_react().then(|| there.save(enemy.build.0.agility));
    let arms = there.arms(&fighter);
    let powers = there
        .powers(&fighter)
        .into_iter()
        .map(|gear| Arm::Power(*gear.id));
    let mut best: Option<Prospect> = None;
    for arm in arms.into_iter().chain(powers) {
        let Some(row) = there.row(&fighter, arm) else {
            continue;
        };
        let motion = Motion::Steady;
        let Some(shot) = there.shot(&fighter, &vantage, &row, &enemy, motion) else {
            continue;
        };
        let Some(damage) = there.damage(&fighter, arm, &enemy, (false, None)) else {
            continue;
        };
        let hits = if shot.hard.is_empty() {
            1.0
        } else {
            there.save(fighter.build.0.wit).chance()
        };
        let body = there.body(&enemy, shot.cover);
        let reached = hits * (1.0 - dodges.map_or(0.0, Save::chance));
        let (mut loss, mut fells) = (0.0, 0.0);
        shieldwall_dice::enumerate_with(
            |dice| body.wound(damage.roll(dice).before),
            |wound, probability| {
                loss += probability * f64::from(wound.suffered.min(enemy.health.current));
                if wound.state != State::Standing {
                    fells += probability;
                }
            },
        );
        let found = Prospect {
            item: arm.item(),
            missile: row.range.is_some(),
            disarms: false,
            expected_loss: reached * loss,
            fells: reached * fells,
        };
        if best.is_none_or(|best| found.expected_loss > best.expected_loss) {
            best = Some(found);
        }
    }
    best
}
