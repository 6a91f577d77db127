//! What an attack from somewhere else would promise, for brains that weigh positions.

use shieldwall_battle::{CombatantId, Prospect};
use shieldwall_grid::Cell;

use crate::{
    aiming::Motion,
    arms::{Aim, Arm, GripKind},
    blow_odds::felling,
    exchange::State,
    field::Field,
    hazards::Climb,
    save::Save,
    views::FighterView,
};

/// How many cells away of its place somebody is at most when it has been shoved, as brains reckon.
const SHOVED: u32 = 8;

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
    // Brains of all sides ask, without saying which.
    let open = field.reckoned_by(None);
    let there = open.shifting(&[(attacker, from), (target, at)]);
    let fighter = there.fighter(attacker);
    let enemy = there.fighter(target);
    let vantage = there.vantage(&fighter);
    // In the bonus round nobody reacts (ZON-R50).
    let reacts = enemy.may_react() && !field.plan.bonus;
    let dodges = reacts.then(|| there.save(enemy.build.0.agility));
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
    let shove = there.shove_prospect(&fighter, &enemy, dodges);
    best.into_iter().chain(shove).reduce(|best, found| {
        if found.expected_loss > best.expected_loss {
            found
        } else {
            best
        }
    })
}

impl Field<'_, '_> {
    /// What a shove would promise: only the harm where it leads to (ZON-091, ZON-R77); `None` if it leads to
    /// none.
    fn shove_prospect(
        &self,
        by: &FighterView<'_, '_>,
        on: &FighterView<'_, '_>,
        dodges: Option<Save>,
    ) -> Option<Prospect> {
        if !self.near(&self.cells(by), &self.cells(on)) || !self.is_danger_near(on.cell()) {
            return None;
        }
        let aim = Aim::Grip(GripKind::Shove);
        self.aimed(by, &self.vantage(by), aim, on, Motion::Steady)?;
        let works = self.grip_chance(GripKind::Shove, *by.id, *on.id);
        let works = works * (1.0 - dodges.map_or(0.0, Save::chance));
        let harm = self.shove_harm(*by.id, *on.id);
        let lost: f64 = harm
            .iter()
            .map(|(lost, _, probability)| f64::from(*lost) * probability)
            .sum();
        (works > 0.0 && lost > 0.0).then(|| Prospect {
            item: None,
            missile: false,
            disarms: false,
            expected_loss: works * lost,
            fells: works * felling(&harm),
        })
    }

    /// Whether anything that hurts whoever is pushed there may be within the reach of a shove.
    fn is_danger_near(&self, cell: Cell) -> bool {
        let grid = self.board.map.grid();
        let near = |other: &Cell| grid.steps(cell, *other) <= SHOVED;
        let harmful = |other: Cell| {
            let falls = || {
                let mut around = grid.neighbours(other);
                around.any(|(_, lower)| self.climb(other, lower) == Climb::Fall)
            };
            self.hazard(other).is_some() || falls()
        };
        grid.cells().filter(near).any(harmful)
    }
}
