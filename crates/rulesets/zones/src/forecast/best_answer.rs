//! How the other side answers best: every answer on offer is tried, and the one taken that is best for
//! those who answer.

use std::cmp::Ordering;

use shieldwall_battle::forecast::{Affected, Outcomes};
use shieldwall_battle::{CombatantId, SideId};
use shieldwall_dice::Enumerator;
use shieldwall_grid::ZoneId;

use crate::{
    attack::{
        answers::Response,
        arm::GripKind,
        save::Save,
        state::{Attack, Reply},
    },
    context::read::ReadContext,
    forecast::lookahead::{Courses, Lookahead, NEGLIGIBLE, Reaction},
};

/// One answer with what comes of it.
pub(crate) struct Answered {
    pub(crate) response: Response,
    pub(crate) outcomes: Outcomes,
    /// Who spends the turn in hand on it.
    spent: Vec<CombatantId>,
}

impl ReadContext<'_, '_> {
    /// Somebody that an attack may affect, as a side sees it.
    pub(crate) fn affected(&self, who: CombatantId, side: SideId) -> Affected {
        let fighter = self.fighter(who);
        Affected {
            enemy: self.hostile(fighter.side(), side),
            hit_points: fighter.health.current,
            max_hit_points: fighter.health.max,
        }
    }

    /// What it means for a side that these have spent their turns on reactions.
    pub(crate) fn worth_of_turns(&self, spent: &[CombatantId], side: SideId) -> f64 {
        let worth = |who: &CombatantId| {
            let of = self.affected(*who, side);
            let harm = self.weighing.0.spent_turn(&of);
            if of.enemy { harm } else { -harm }
        };
        spent.iter().map(worth).sum()
    }

    /// The chance that a non-lethal attack which is not dodged takes effect.
    #[must_use]
    pub fn grip_chance(&self, kind: GripKind, by: CombatantId, on: CombatantId) -> f64 {
        let (attacker, target) = (self.fighter(by), self.fighter(on));
        let works = match attacker.build.size().above(target.build.size()) {
            1.. => 1.0,
            0 => 1.0 - self.save(target.build.0.strength).chance(),
            _ => return 0.0,
        };
        // Anyone who takes the blow for another may hold nothing, or stand where it cannot be moved.
        let idle = match kind {
            GripKind::Disarm => !self
                .held(&target)
                .iter()
                .any(|gear| gear.gear.0.attack.is_some()),
            GripKind::Shove => {
                attacker.build.size() == target.build.size() && self.shove_ways(by, on).is_empty()
            }
            GripKind::Grapple => false,
        };
        if idle { 0.0 } else { works }
    }

    /// What comes of an attack on one target that has hit, answered as well as possible as a side knows
    /// it; and every answer with what comes of it if those who then answer do their best.
    pub(crate) fn best_answer(
        &self,
        attack: &Attack,
        knowing: SideId,
        enumerator: &mut Enumerator,
    ) -> (usize, Vec<Answered>) {
        let side = self.fighter(attack.targets[0].now).side();
        let mut lookahead = Lookahead::of(attack, knowing, enumerator);
        let responses = lookahead.responses(self, attack, 0);
        // Where all are alike, what the shelter of a shelter comes to is known from the first answers.
        let alike = lookahead.are_alike(self, attack, &responses);
        let count = responses.len();
        let mut answers: Vec<Answered> = responses
            .into_iter()
            .map(|response| {
                let mut courses = Courses::of_one_in(count);
                lookahead.courses_after(self, (attack, 0), response, !alike, &mut courses);
                let course = lookahead.best(self, (attack, 0), &courses.all, side);
                let course = courses.all.get(course);
                let outcomes = course.map_or_else(Outcomes::default, |course| {
                    lookahead.outcomes(self, (attack, 0), course).clone()
                });
                Answered {
                    response,
                    outcomes,
                    spent: course.map_or_else(Vec::new, |course| course.spent.clone()),
                }
            })
            .collect();
        for answer in &mut answers {
            answer.outcomes.cut_short = lookahead.cut_short;
        }
        let worths: Vec<f64> = answers
            .iter()
            .map(|answer| {
                let outcomes = &answer.outcomes;
                outcomes.worth(self.weighing, |who| self.affected(who, side))
                    + self.worth_of_turns(&answer.spent, side)
            })
            .collect();
        if alike {
            self.pass_on(attack, &mut answers, &worths);
        }
        let mut best = (0, f64::NEG_INFINITY);
        for (number, worth) in worths.into_iter().enumerate() {
            if worth > best.1 + NEGLIGIBLE {
                best = (number, worth);
            }
        }
        (best.0, answers)
    }

    /// Lets the one who is hidden behind leave the blow to the best of the others, if that is better: it may
    /// hide behind those whom the first target could have hidden behind, and be guarded by the same ones
    /// (ZON-059, ZON-063). The best answer of all stays the best.
    fn pass_on(&self, attack: &Attack, answers: &mut [Answered], worths: &[f64]) {
        let better: Vec<Option<usize>> = answers
            .iter()
            .zip(worths)
            .map(|(answer, worth)| {
                let Response::HideBehind(shelter) = answer.response else {
                    return None;
                };
                let hides = self.may_hide_from(attack, shelter);
                let mut best = (None, *worth);
                for (number, other) in answers.iter().enumerate() {
                    let open = match other.response {
                        Response::HideBehind(who) => hides && who != shelter,
                        Response::Guard(who) => who != shelter,
                        _ => false,
                    };
                    if open && worths[number] > best.1 + NEGLIGIBLE {
                        best = (Some(number), worths[number]);
                    }
                }
                best.0
            })
            .collect();
        let own: Vec<Outcomes> = answers
            .iter()
            .map(|answer| answer.outcomes.clone())
            .collect();
        for (answer, better) in answers.iter_mut().zip(better) {
            if let Some(better) = better {
                answer.outcomes = own[better].clone();
            }
        }
    }

    /// What comes of an attack with several targets that has hit, answered as well as possible as a side
    /// knows it.
    pub(crate) fn group_outcomes(
        &self,
        attack: &Attack,
        knowing: SideId,
        enumerator: &mut Enumerator,
    ) -> Outcomes {
        let mut lookahead = Lookahead::of(attack, knowing, enumerator);
        let plans: Vec<_> = (0..attack.targets.len())
            .map(|place| {
                let mut courses = Courses::of_one_in(attack.targets.len());
                lookahead.courses(self, (attack, place), &mut courses);
                courses.all
            })
            .collect();
        let outcomes = lookahead.outcomes_together(self, attack, &plans);
        Outcomes {
            branches: lookahead.branches,
            cut_short: lookahead.cut_short,
            ..outcomes
        }
    }

    /// What comes of the attack under way if the one who is asked answers like this, and all who are
    /// asked after it as well as they can.
    pub(crate) fn answered(
        &self,
        attack: &Attack,
        answer: Reaction,
        knowing: SideId,
        enumerator: &mut Enumerator,
    ) -> Outcomes {
        let attack = &self.as_known(attack, knowing);
        let mut lookahead = Lookahead::of(attack, knowing, enumerator);
        let asked = attack.asked.min(attack.targets.len().saturating_sub(1));
        let mut plans = Vec::with_capacity(attack.targets.len());
        for place in 0..attack.targets.len() {
            let at = (attack, place);
            let mut courses = Courses::of_one_in(attack.targets.len());
            match place.cmp(&asked) {
                Ordering::Less => {
                    let target = &attack.targets[place];
                    let reply = match (target.reply, attack.counter) {
                        (Reply::Dodge, _) => Response::Dodge,
                        (Reply::Counter, Some(counter)) => Response::Counter(counter),
                        _ => Response::None,
                    };
                    lookahead.courses_after(self, at, reply, false, &mut courses);
                }
                Ordering::Equal => lookahead.courses_of(self, at, answer, &mut courses),
                Ordering::Greater => {
                    lookahead.courses(self, at, &mut courses);
                }
            }
            plans.push(courses.all);
        }
        if let [courses] = &plans[..] {
            let side = self.fighter(attack.targets[0].now).side();
            let best = lookahead.best(self, (attack, 0), courses, side);
            let outcomes = courses.get(best).map_or_else(Outcomes::default, |course| {
                lookahead.outcomes(self, (attack, 0), course).clone()
            });
            return Outcomes {
                cut_short: lookahead.cut_short,
                ..outcomes
            };
        }
        let outcomes = lookahead.outcomes_together(self, attack, &plans);
        Outcomes {
            branches: lookahead.branches,
            cut_short: lookahead.cut_short,
            ..outcomes
        }
    }

    /// An attack without those targets of whom a side does not know (ZON-104, ZON-105); the one who is asked
    /// for an answer stays in it.
    fn as_known(&self, attack: &Attack, knowing: SideId) -> Attack {
        let mut known = attack.clone();
        known.targets.clear();
        for (place, target) in attack.targets.iter().enumerate() {
            if place == attack.asked {
                known.asked = known.targets.len();
            }
            if place == attack.asked || self.is_known_to(&self.fighter(target.now), knowing) {
                known.targets.push(target.clone());
            } else if known
                .counter
                .is_some_and(|counter| counter.by == target.now)
            {
                known.counter = None;
            }
        }
        known
    }

    /// What comes of a blast, deviation included, and the chance of each zone to be hit.
    pub(crate) fn blast_outcomes(
        &self,
        attack: &Attack,
        aimed: ZoneId,
        enumerator: &mut Enumerator,
    ) -> (Outcomes, Vec<(ZoneId, f64)>) {
        let hits = self.save_to_hit(attack).map_or(1.0, Save::chance);
        let mut zones = vec![(aimed, hits)];
        if hits < 1.0 {
            let strays = self.stray_zones(aimed);
            let share = (1.0 - hits) / strays.len().max(1) as f64;
            zones.extend(strays.into_iter().map(|zone| (zone, share)));
        }
        let mut outcomes = Outcomes::default();
        for (zone, probability) in &zones {
            let mut there = attack.clone();
            self.take_targets(&mut there, *zone);
            // Anyone who is concealed from the attacker's side is not known to be there (ZON-105).
            let side = self.fighter(attack.attacker).side();
            there
                .targets
                .retain(|target| self.is_known_to(&self.fighter(target.now), side));
            if !there.targets.is_empty() {
                let group = self.group_outcomes(&there, side, enumerator);
                outcomes.add(&group, *probability);
            }
        }
        (outcomes, zones)
    }
}
