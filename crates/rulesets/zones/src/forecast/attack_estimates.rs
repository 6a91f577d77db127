//! What an attack from somewhere else would promise, for brains that weigh positions.

use shieldwall_battle::{AttackEstimate, CombatantId, ruleset::AttackPlaces};

use crate::{
    attack::{
        arm::{Aim, Arm, GripKind},
        save::Save,
        size_effects::Range,
        state::Motion,
    },
    content::blocks::AttackRow,
    context::{read::ReadContext, views::FighterView},
    forecast::{damage_odds::defeating, known_blows},
};

/// The best attacks that one could make on others if they stood in these cells, with what is in
/// hand: the target dodges if it may still react. See [`shieldwall_battle::Ruleset::attack_estimates`].
#[must_use]
pub fn attack_estimates(
    read: &ReadContext<'_, '_>,
    attacker: CombatantId,
    places: &[AttackPlaces],
) -> Vec<Option<AttackEstimate>> {
    // Brains of all sides ask, without saying which.
    let open = read.reckoned_by(None);
    let mut blows = Blows::of(&open, attacker);
    places
        .iter()
        .map(|places| {
            let may_reach = blows.may_reach(&open, attacker, places);
            may_reach.then(|| estimate(&open, &mut blows, attacker, places))?
        })
        .collect()
}

/// The same for one pair of cells without any short cut: [`attack_estimates`] are held equal to it.
#[must_use]
pub fn plain_estimate(
    read: &ReadContext<'_, '_>,
    attacker: CombatantId,
    places: &AttackPlaces,
) -> Option<AttackEstimate> {
    let open = read.reckoned_by(None);
    estimate(&open, &mut Blows::of(&open, attacker), attacker, places)
}

/// What somebody can attack with, and what each of it would do: no place changes that.
struct Blows {
    arms: Vec<(Arm, AttackRow)>,
    /// By arm, target and its cover: the expected loss, and the chance to fall.
    known: Vec<((Arm, CombatantId, Option<i32>), Option<(f64, f64)>)>,
}

impl Blows {
    fn of(read: &ReadContext<'_, '_>, attacker: CombatantId) -> Self {
        let fighter = read.fighter(attacker);
        let powers = read.powers(&fighter);
        let powers = powers.into_iter().map(|gear| Arm::Power(*gear.id));
        let arms = read.arms(&fighter).into_iter().chain(powers);
        Self {
            arms: arms
                .filter_map(|arm| Some((arm, read.row(&fighter, arm)?.into_owned())))
                .collect(),
            known: Vec::new(),
        }
    }

    /// Whether anything at all could get from one to the other by its range alone: most pairs of cells are too far apart.
    fn may_reach(
        &self,
        read: &ReadContext<'_, '_>,
        attacker: CombatantId,
        places: &AttackPlaces,
    ) -> bool {
        let (fighter, enemy) = (read.fighter(attacker), read.fighter(places.target));
        if fighter.riding.0.is_some() || enemy.riding.0.is_some() {
            return true;
        }
        let own = read.footprint(&fighter, places.from);
        let (Some(own), Some(at)) = (own, read.footprint(&enemy, places.at)) else {
            return true;
        };
        let distance = read.distance(&own, &at);
        let touching = || {
            own.iter()
                .any(|own| at.iter().any(|at| read.touch(*own, *at)))
        };
        // The arms of the massive are the longest.
        distance <= 2
            || touching()
            || self.arms.iter().any(|(_, row)| {
                let sizes = (fighter.build.size(), enemy.build.size());
                row.blast
                    || row.range.is_some_and(|range| {
                        Range::between(range, sizes.0, sizes.1).reaches(distance)
                    })
            })
    }
}

fn estimate(
    open: &ReadContext<'_, '_>,
    blows: &mut Blows,
    attacker: CombatantId,
    places: &AttackPlaces,
) -> Option<AttackEstimate> {
    let target = places.target;
    let there = open.shifting(&[(attacker, places.from), (target, places.at)]);
    let fighter = there.fighter(attacker);
    let enemy = there.fighter(target);
    let vantage = there.vantage(&fighter);
    // In the bonus round nobody reacts (ZON-R50).
    let reacts = enemy.may_react() && !there.plan.bonus;
    let dodges = reacts.then(|| there.save(enemy.build.0.agility));
    let mut best: Option<AttackEstimate> = None;
    let mut blast = false;
    for (arm, row) in &blows.arms {
        blast |= row.blast;
        let Ok(shot) = there.shot(&fighter, &vantage, row, &enemy, Motion::Steady) else {
            continue;
        };
        let key = (*arm, target, shot.cover);
        let known = blows.known.iter().find(|(known, _)| *known == key);
        let blow = match known {
            Some((_, blow)) => *blow,
            None => {
                let blow = there.blow_on(&fighter, *arm, &enemy, shot.cover);
                blows.known.push((key, blow));
                blow
            }
        };
        let Some((loss, defeats)) = blow else {
            continue;
        };
        let hits = if shot.hard.is_empty() {
            1.0
        } else {
            there.save(fighter.build.0.wit).chance()
        };
        let found = AttackEstimate {
            item: arm.item(),
            missile: row.range.is_some(),
            disarms: false,
            expected_loss: hits * loss,
            defeats: hits * defeats,
            blast: false,
            others: 0.0,
        };
        if best.is_none_or(|best| found.expected_loss > best.expected_loss) {
            best = Some(found);
        }
    }
    let shove = there.shove_estimate(&fighter, &enemy, dodges);
    let best = best.into_iter().chain(shove).reduce(|best, found| {
        if found.expected_loss > best.expected_loss {
            found
        } else {
            best
        }
    });
    if !blast {
        return best;
    }
    let worth = |attack_estimate: &AttackEstimate| {
        weight(
            attack_estimate.expected_loss,
            attack_estimate.defeats,
            &enemy,
        ) + attack_estimate.others
    };
    let blast = there.blast_estimate(&fighter, &enemy);
    best.into_iter().chain(blast).reduce(|best, found| {
        if worth(&found) > worth(&best) {
            found
        } else {
            best
        }
    })
}

/// What a loss of health and a chance to fall count for; 1 is one combatant out of the fight.
fn weight(loss: f64, defeats: f64, target: &FighterView<'_, '_>) -> f64 {
    defeats + 0.5 * (loss / f64::from(target.health.max.max(1))) * (1.0 - defeats)
}

impl ReadContext<'_, '_> {
    /// What the best blast on a zone of somebody would promise, others in it counted; `None` if none can be
    /// made, or its side would suffer more by it (ZON-072 to ZON-075).
    fn blast_estimate(
        &self,
        by: &FighterView<'_, '_>,
        on: &FighterView<'_, '_>,
    ) -> Option<AttackEstimate> {
        let arms = self.arms(by).into_iter();
        let powers = self.powers(by).into_iter().map(|gear| Arm::Power(*gear.id));
        let zones = self.own_zones(&self.cells(on));
        let mut best: Option<(f64, AttackEstimate)> = None;
        for arm in arms.chain(powers) {
            let Some(row) = self.row(by, arm).filter(|row| row.blast) else {
                continue;
            };
            let among = |zone| zones.contains(&zone);
            for (zone, hard) in self.blast_zones_among(by, &row, Motion::Steady, among) {
                let hits = if hard.is_empty() {
                    1.0
                } else {
                    self.save(by.build.0.wit).chance()
                };
                let mut found = AttackEstimate {
                    item: arm.item(),
                    missile: row.range.is_some(),
                    disarms: false,
                    expected_loss: 0.0,
                    defeats: 0.0,
                    blast: true,
                    others: 0.0,
                };
                for (who, cover) in self.caught_in(by, row.range.is_some(), zone) {
                    let caught = self.fighter(who);
                    if !self.is_reckoned_with(&caught) || caught.is_down() {
                        continue;
                    }
                    let (loss, defeats) = self.blow_on(by, arm, &caught, cover).unwrap_or_default();
                    let (loss, defeats) = (hits * loss, hits * defeats);
                    if caught.id == on.id {
                        (found.expected_loss, found.defeats) = (loss, defeats);
                    } else if self.hostile(caught.side(), by.side()) {
                        found.others += weight(loss, defeats, &caught);
                    } else {
                        found.others -= weight(loss, defeats, &caught);
                    }
                }
                let worth = weight(found.expected_loss, found.defeats, on) + found.others;
                if worth > best.map_or(0.0, |(most, _)| most) {
                    best = Some((worth, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// Expected loss of somebody whom a blow or blast reaches, who dodges if it may, and the probability that
    /// it falls; `None` if it does no damage.
    fn blow_on(
        &self,
        by: &FighterView<'_, '_>,
        arm: Arm,
        caught: &FighterView<'_, '_>,
        cover: Option<i32>,
    ) -> Option<(f64, f64)> {
        let damage = self.damage(by, arm, caught, (false, None))?;
        let reacts = caught.may_react() && !self.plan.bonus;
        let struck = if reacts {
            1.0 - self.save(caught.build.0.agility).chance()
        } else {
            1.0
        };
        let (loss, defeats) = known_blows::expected(damage, self.body(caught, cover));
        Some((struck * loss, struck * defeats))
    }

    /// What a shove would promise: only the harm where it leads to (ZON-091, ZON-R77); `None` if it leads to
    /// none.
    fn shove_estimate(
        &self,
        by: &FighterView<'_, '_>,
        on: &FighterView<'_, '_>,
        dodges: Option<Save>,
    ) -> Option<AttackEstimate> {
        let is_near = self.near(&self.cells(by), &self.cells(on));
        if !is_near || !self.steps().is_danger_near(on.cell()) {
            return None;
        }
        let aim = Aim::Grip(GripKind::Shove);
        self.aimed(by, &self.vantage(by), aim, on, Motion::Steady)
            .ok()?;
        let works = self.grip_chance(GripKind::Shove, *by.id, *on.id);
        let works = works * (1.0 - dodges.map_or(0.0, Save::chance));
        let harm = self.shove_harm(*by.id, *on.id);
        let lost: f64 = harm
            .iter()
            .map(|(lost, _, probability)| f64::from(*lost) * probability)
            .sum();
        (works > 0.0 && lost > 0.0).then(|| AttackEstimate {
            item: None,
            missile: false,
            disarms: false,
            expected_loss: works * lost,
            defeats: works * defeating(&harm),
            blast: false,
            others: 0.0,
        })
    }
}
