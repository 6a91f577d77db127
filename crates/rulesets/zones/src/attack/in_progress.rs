//! Attacks in progress as they are begun, and what follows from them as a pure function of what was decided.

use shieldwall_battle::{CombatantId, Vitality};
use shieldwall_grid::ZoneId;

use crate::{
    attack::{
        aiming::Vantage,
        arm::{Aim, Arm, GripKind},
        exchange::{Answer, Body, CounterAttack, Exchange, Strike},
        save::Save,
        state::{Attack, Counter, Motion, Reply},
    },
    context::{read::ReadContext, views::FighterView},
    movement::cells::Cells,
};

impl ReadContext<'_, '_> {
    /// From where the attacker of an attack strikes.
    #[must_use]
    pub fn vantage_of(&self, attack: &Attack) -> Vantage {
        let cells = self.cells(&self.fighter(attack.attacker));
        match attack.leans {
            Some(cell) => Vantage::leaning(cells, cell),
            None => Vantage::of(cells),
        }
    }

    /// The single-target attack of a character on somebody, if it can be made: upright, or leaning
    /// out if it says so.
    #[must_use]
    pub fn attack_on(
        &self,
        attacker: &FighterView<'_, '_>,
        aim: Aim,
        target: CombatantId,
        (motion, leaning): (Motion, bool),
    ) -> Option<Attack> {
        let enemy = self.fighter(target);
        let (leans, shot) = if leaning {
            let (cell, shot) = self.lean_for(attacker, aim, &enemy, motion)?;
            (Some(cell), shot)
        } else {
            let from = self.vantage(attacker);
            (None, self.aimed(attacker, &from, aim, &enemy, motion).ok()?)
        };
        let row = aim.arm().and_then(|arm| self.row(attacker, arm));
        let ranged = row.is_some_and(|row| row.range.is_some());
        let mut attack = Attack::on(*attacker.id, aim, target, self.aim_name(attacker, aim));
        attack.ranged = ranged;
        attack.motion = motion;
        attack.leans = leans;
        attack.unseen = attacker.is_concealed();
        attack.hard = shot.hard;
        attack.targets[0].cover = shot.cover;
        Some(attack)
    }

    /// What an attack is called in the middle of a sentence.
    #[must_use]
    pub fn aim_name(&self, attacker: &FighterView<'_, '_>, aim: Aim) -> String {
        match aim {
            Aim::Harm(arm) | Aim::Kill(arm) => self.arm_name(attacker, arm),
            Aim::Grip(kind) => kind.name().to_owned(),
        }
    }

    /// A blast of a character on a zone, without its targets: they are known only when it is known
    /// which zone is hit.
    #[must_use]
    pub fn blast_on(
        &self,
        attacker: &FighterView<'_, '_>,
        arm: Arm,
        zone: ZoneId,
        motion: Motion,
    ) -> Option<Attack> {
        let row = self.row(attacker, arm)?;
        let (_, hard) = self
            .blast_zones(attacker, &row, motion)
            .into_iter()
            .find(|(other, _)| *other == zone)?;
        let mut attack = Attack::on(
            *attacker.id,
            Aim::Harm(arm),
            *attacker.id,
            self.arm_name(attacker, arm),
        );
        attack.targets.clear();
        attack.past.clear();
        attack.aimed_zone = Some(zone);
        attack.ranged = row.range.is_some();
        attack.motion = motion;
        attack.unseen = attacker.is_concealed();
        attack.hard = hard;
        Some(attack)
    }

    /// Gives a blast the targets of the zone that is hit.
    pub fn take_targets(&self, attack: &mut Attack, zone: ZoneId) {
        let attacker = self.fighter(attack.attacker);
        let caught = self.caught_in(&attacker, attack.ranged, zone);
        for side in self.sides_after(attacker.side()) {
            for &(who, cover) in &caught {
                if self.fighter(who).side() == side {
                    attack.add_target(who, None, cover);
                }
            }
        }
    }

    /// The sides in their cycle, beginning after one and ending with it (ZON-R27).
    #[must_use]
    pub fn sides_after(&self, side: shieldwall_battle::SideId) -> Vec<shieldwall_battle::SideId> {
        let count = self.board.level.sides.len();
        (1..=count)
            .map(|step| (side.index() + step) % count.max(1))
            .map(|index| shieldwall_battle::SideId(u8::try_from(index).unwrap_or(0)))
            .collect()
    }

    /// The WIT save of an attack, if it needs one (ZON-039).
    #[must_use]
    pub fn save_to_hit(&self, attack: &Attack) -> Option<Save> {
        let wit = self.fighter(attack.attacker).build.0.wit;
        (!attack.hard.is_empty()).then(|| self.save(wit))
    }

    /// A character as something that can be hurt, with this cover.
    #[must_use]
    pub fn body(&self, fighter: &FighterView<'_, '_>, cover: Option<i32>) -> Body {
        Body {
            health: fighter.health.current,
            down: *fighter.vitality == Vitality::Unconscious,
            armour: self.plain_armour(fighter),
            cover,
        }
    }

    /// The blows of an attack as it has been answered so far.
    #[must_use]
    pub fn exchange(&self, attack: &Attack) -> Exchange {
        let attacker = self.fighter(attack.attacker);
        let strikes = attack
            .targets
            .iter()
            .map(|target| {
                let aimed_at = self.fighter(target.aimed_at);
                let now = self.fighter(target.now);
                let harm = match attack.aim {
                    Aim::Harm(arm) => Some(arm),
                    // A guard who takes over a death blow takes an ordinary attack (ZON-R20).
                    Aim::Kill(arm) if now.id != aimed_at.id => Some(arm),
                    Aim::Kill(_) | Aim::Grip(_) => None,
                };
                Strike {
                    damage: harm.and_then(|arm| {
                        let how = (attack.held_back, target.dice);
                        self.damage(&attacker, arm, &now, how)
                    }),
                    body: self.body(&now, target.cover),
                    answer: match target.reply {
                        Reply::None => Answer::None,
                        Reply::Dodge => Answer::Dodge(self.save(now.build.0.agility)),
                        Reply::Counter => Answer::Counter,
                    },
                }
            })
            .collect();
        let counter_attack = attack.counter.map(|counter| {
            let by = self.fighter(counter.by);
            CounterAttack {
                save: counter.hard.then(|| self.save(by.build.0.wit)),
                damage: counter
                    .aim
                    .arm()
                    .and_then(|arm| self.damage(&by, arm, &attacker, (counter.held_back, None))),
            }
        });
        Exchange {
            strikes,
            together: attack.is_blast(),
            attacker: self.body(&attacker, attack.counter.and_then(|counter| counter.cover)),
            counter_attack,
        }
    }

    /// What the counters of a target against an attack could be: with what, and whether held back
    /// makes a difference (ZON-052, ZON-R24, ZON-R87).
    #[must_use]
    pub fn counters(&self, attack: &Attack, by: CombatantId) -> Vec<Counter> {
        let counterer = self.fighter(by);
        if !counterer.is_fighting() || attack.counter.is_some() {
            return Vec::new();
        }
        let arms = self.arms(&counterer).into_iter().map(Aim::Harm);
        let grips = GripKind::ALL.into_iter().map(Aim::Grip);
        arms.chain(grips)
            .filter_map(|aim| self.counter_with(attack, &counterer, aim))
            .collect()
    }

    fn counter_with(
        &self,
        attack: &Attack,
        counterer: &FighterView<'_, '_>,
        aim: Aim,
    ) -> Option<Counter> {
        let attacker = self.fighter(attack.attacker);
        if !self.hostile(attacker.side(), counterer.side()) {
            return None;
        }
        let from = self.vantage_of(attack);
        let at = self.cells(counterer);
        let hard = if from.leans() {
            self.counter_along(counterer, &at, aim, &attacker, &from)?
        } else {
            let shot = self
                .aimed(counterer, &Vantage::of(at), aim, &attacker, Motion::Steady)
                .ok()?;
            !shot.hard.is_empty()
        };
        Some(Counter {
            by: *counterer.id,
            aim,
            held_back: false,
            hard,
            cover: self.cover_of_attacker(&from, &at),
        })
    }

    /// A counter against somebody who leans out: along the line on which the attack came; whether it
    /// needs a save (ZON-071, ZON-R87).
    fn counter_along(
        &self,
        counterer: &FighterView<'_, '_>,
        at: &Cells,
        aim: Aim,
        attacker: &FighterView<'_, '_>,
        from: &Vantage,
    ) -> Option<bool> {
        if !self.has_line(at, &from.line) {
            return None;
        }
        let near = from.cells.iter().any(|cell| {
            at.iter()
                .any(|own| self.half_zones(*own, *cell) <= 1 || self.touch(*own, *cell))
        });
        let row = match aim {
            Aim::Grip(kind) => {
                return (near && self.grips_fit(counterer, kind, attacker)).then_some(false);
            }
            Aim::Harm(arm) | Aim::Kill(arm) => self.row(counterer, arm)?,
        };
        let dark = !counterer.build.0.dark_sight
            && self.light_on(attacker, &from.cells) == shieldwall_grid::Light::Dark;
        match row.range {
            None => {
                let vantage = Vantage {
                    cells: *at,
                    line: *at,
                };
                let size = counterer.build.size();
                let reaches = near || self.melee_reaches(size, &vantage, &from.line);
                reaches.then_some(dark)
            }
            Some(range) => {
                let sizes = (counterer.build.size(), attacker.build.size());
                let range = crate::attack::size_effects::Range::between(range, sizes.0, sizes.1);
                let distance = self.distance(at, &from.cells);
                if dark || row.blast || !range.reaches(distance) || !self.has_sight(at, &from.line)
                {
                    return None;
                }
                Some(range.is_far(distance))
            }
        }
    }
}
