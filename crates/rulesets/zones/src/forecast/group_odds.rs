//! How several targets of one attack answer it together: who of them counters, and who outside steps in
//! for whom (ZON-057, ZON-R23, ZON-R27, ZON-R28).

use rustc_hash::FxHashMap;
use shieldwall_battle::forecast::{CombatantOutcome, Outcomes};
use shieldwall_battle::{CombatantId, SideId};

use crate::{
    attack::state::{Attack, Reply, TargetState},
    context::read::ReadContext,
    forecast::{
        assignment::{Choosable, best_together},
        damage_odds::{Falls, outcomes_apart, outcomes_each, outcomes_of},
        lookahead::{Course, Leaf, Lookahead, NEGLIGIBLE},
    },
};

/// A course for each target by its number, with what it comes to for everybody.
struct Weighed {
    chosen: Vec<usize>,
    /// Who is harmed, and how much.
    harms: Vec<(SideId, f64)>,
    /// Who spends the turn in hand.
    spent: Vec<CombatantId>,
}

impl Weighed {
    /// How good it is for the alliance of a side.
    fn worth(&self, read: &ReadContext<'_, '_>, side: SideId) -> f64 {
        let signed = |(who, harm): &(SideId, f64)| harm * sign(read, *who, side);
        let harms: f64 = self.harms.iter().map(signed).sum();
        harms + read.worth_of_turns(&self.spent, side)
    }
}

/// What harm to one side means for another.
fn sign(read: &ReadContext<'_, '_>, harmed: SideId, side: SideId) -> f64 {
    if read.hostile(harmed, side) {
        1.0
    } else {
        -1.0
    }
}

/// How much harm comes to those who may come to stand in the places of the targets.
struct Blows {
    by: FxHashMap<(usize, CombatantId), f64>,
    /// To the attacker by the counter; what its own blast does to it besides is with the targets.
    attacker: f64,
}

impl Lookahead<'_> {
    /// What comes of an attack with several targets that has hit, if each takes one of its courses, as is
    /// best for those who answer.
    pub(crate) fn outcomes_together(
        &mut self,
        read: &ReadContext<'_, '_>,
        attack: &Attack,
        plans: &[Vec<Course>],
    ) -> Outcomes {
        // Anyone who is asked first may take the counter, or leave it to those after it.
        let mut best = attack
            .counter
            .is_none()
            .then(|| self.weigh(read, attack, plans, None, None))
            .flatten();
        for place in (0..plans.len()).rev() {
            for counter in counters(read, (attack, place), &plans[place]) {
                let counter = Some((place, &counter[..]));
                if let Some(weighed) = self.weigh(read, attack, plans, counter, best.as_ref()) {
                    best = Some(weighed);
                }
            }
        }
        let mut answered = attack.clone();
        let mut assumed = read.assumed.clone();
        let chosen = best.map_or_else(Vec::new, |best| best.chosen);
        for ((target, plan), number) in answered.targets.iter_mut().zip(plans).zip(chosen) {
            let course = &plan[number];
            *target = course.target.clone();
            if course.counter.is_some() {
                answered.counter = course.counter;
                assumed.clone_from(&course.assumed);
            }
        }
        self.cut_short |= depends_on_each_other(read, attack, plans);
        let there = read.assuming(assumed);
        let outcomes = if attack.is_blast() {
            outcomes_of(&there, &answered, self.enumerator)
        } else {
            outcomes_apart(&there, &answered, self.enumerator)
        };
        self.branches += outcomes.branches;
        outcomes
    }

    /// The best courses of all targets if one of them counters by one of these, or nobody does; `None` if
    /// they are no better than some that are known.
    fn weigh(
        &mut self,
        read: &ReadContext<'_, '_>,
        attack: &Attack,
        plans: &[Vec<Course>],
        counter: Option<(usize, &[usize])>,
        known: Option<&Weighed>,
    ) -> Option<Weighed> {
        let open: Vec<Vec<usize>> = plans
            .iter()
            .enumerate()
            .map(|(place, plan)| match counter {
                Some((other, numbers)) if other == place => numbers.to_vec(),
                _ => {
                    let idle = |number: &usize| plan[*number].counter.is_none();
                    (0..plan.len()).filter(idle).collect()
                }
            })
            .collect();
        let mut struck: Vec<(usize, TargetState)> = Vec::new();
        for (place, plan) in plans.iter().enumerate() {
            for number in &open[place] {
                let target = &plan[*number].target;
                let known = struck
                    .iter()
                    .any(|(other, known)| *other == place && known.now == target.now);
                if !known {
                    let mut target = target.clone();
                    if target.reply == Reply::Dodge {
                        target.reply = Reply::None;
                    }
                    struck.push((place, target));
                }
            }
        }
        let counterer = counter.map(|(place, numbers)| (place, &plans[place][numbers[0]]));
        let blows = self.blows(read, attack, &struck, counterer);
        let harm = |place: usize, course: &Course| {
            let fighter = read.fighter(course.target.now);
            let misses = if course.target.reply == Reply::Dodge {
                read.save(fighter.build.0.agility).chance()
            } else {
                0.0
            };
            let harm = blows.by.get(&(place, course.target.now));
            (
                fighter.side(),
                (1.0 - misses) * harm.copied().unwrap_or_default(),
            )
        };
        // How good a course is for a side.
        let worth_of = |place: usize, course: &Course, side: SideId| {
            let (harmed, harm) = harm(place, course);
            harm * sign(read, harmed, side) + read.worth_of_turns(&course.spent, side)
        };
        let options: Vec<Vec<Choosable>> = open
            .iter()
            .enumerate()
            .map(|(place, numbers)| {
                let side = read.fighter(attack.targets[place].now).side();
                let choices = numbers.iter().map(|number| {
                    let course = &plans[place][*number];
                    Choosable {
                        number: *number,
                        worth: worth_of(place, course, side),
                        used: course.used.clone(),
                    }
                });
                choices.collect()
            })
            .collect();
        let attacked = (read.fighter(attack.attacker).side(), blows.attacker);
        // Anyone who counters prefers what is known if nothing better can come of the counter.
        let side = counter.map(|(place, _)| read.fighter(attack.targets[place].now).side());
        let known = known
            .zip(side)
            .map(|(known, side)| (known.worth(read, side), side));
        if let Some((worth, side)) = known {
            let most: f64 = open
                .iter()
                .enumerate()
                .map(|(place, numbers)| {
                    let worths = numbers
                        .iter()
                        .map(|number| worth_of(place, &plans[place][*number], side));
                    worths.fold(f64::NEG_INFINITY, f64::max)
                })
                .sum();
            if most + attacked.1 * sign(read, attacked.0, side) <= worth + NEGLIGIBLE {
                return None;
            }
        }
        let (chosen, exact) = best_together(options);
        self.cut_short |= !exact;
        if chosen.len() < plans.len() {
            return None;
        }
        let courses = || {
            let chosen = chosen.iter().enumerate();
            chosen.map(|(place, number)| (place, &plans[place][*number]))
        };
        let mut harms: Vec<(SideId, f64)> = courses()
            .map(|(place, course)| harm(place, course))
            .collect();
        let spent: Vec<CombatantId> = courses()
            .flat_map(|(_, course)| course.spent.iter().copied())
            .collect();
        harms.push(attacked);
        let weighed = Weighed {
            chosen,
            harms,
            spent,
        };
        let worse =
            known.is_some_and(|(worth, side)| weighed.worth(read, side) <= worth + NEGLIGIBLE);
        (!worse).then_some(weighed)
    }

    /// What the blows do to everybody whom they may strike, and the counter to the attacker.
    fn blows(
        &mut self,
        read: &ReadContext<'_, '_>,
        attack: &Attack,
        struck: &[(usize, TargetState)],
        counterer: Option<(usize, &Course)>,
    ) -> Blows {
        let counter = counterer.and_then(|(_, course)| course.counter);
        let there = counterer.map(|(_, course)| read.assuming(course.assumed.clone()));
        let there = there.as_ref().unwrap_or(read);
        // A rider's fall counts with its mount, whose dodge spares it.
        let harm_to = |who: CombatantId, outcome: &CombatantOutcome| {
            let falls = there.harm_of_tumbles(who, outcome.defeats);
            outcome.harm(read.weighing, &read.affected(who, read.fighter(who).side())) + falls
        };
        let mut strike = |targets: &[&(usize, TargetState)]| {
            let mut staged = attack.clone();
            staged.counter = counter;
            staged.targets = targets.iter().map(|(_, target)| target.clone()).collect();
            let (places, outcomes) = outcomes_each(there, &staged, self.enumerator, Falls::Left);
            self.branches += outcomes.branches;
            let attacker = outcomes.by.get(&attack.attacker);
            (
                places,
                attacker.map_or(0.0, |outcome| harm_to(attack.attacker, outcome)),
            )
        };
        let is_own = |one: &&(usize, TargetState)| one.1.now == attack.attacker;
        let countering = struck
            .iter()
            .find(|(place, _)| counterer.is_some_and(|(other, _)| other == *place));
        let mut blows = Blows {
            by: FxHashMap::default(),
            attacker: 0.0,
        };
        if attack.is_blast() {
            // One roll strikes all: in whose place somebody suffers it makes no difference.
            let mut bodies: Vec<&(usize, TargetState)> = Vec::new();
            let mut numbers = FxHashMap::default();
            let others: Vec<_> = struck
                .iter()
                .filter(|one| !is_own(one))
                .map(|one| {
                    let target = &one.1;
                    let body = (target.now, target.cover, target.reply == Reply::Counter);
                    let number = *numbers.entry(body).or_insert_with(|| {
                        bodies.push(one);
                        bodies.len() - 1
                    });
                    (one.0, target.now, number)
                })
                .collect();
            let (outcomes, attacker) = strike(&bodies);
            for (place, who, number) in others {
                blows
                    .by
                    .insert((place, who), harm_to(who, &outcomes[number]));
            }
            blows.attacker = attacker;
            if let Some(own) = struck.iter().find(is_own) {
                let both: Vec<_> = std::iter::once(own).chain(countering).collect();
                let (_, attacker) = strike(&both);
                blows
                    .by
                    .insert((own.0, own.1.now), attacker - blows.attacker);
            }
            return blows;
        }
        // Shared dice are rolled for each by itself.
        for one in struck {
            let pair: Vec<_> = std::iter::once(one)
                .chain(countering.filter(|other| other.0 != one.0))
                .collect();
            let (outcomes, attacker) = strike(&pair);
            blows
                .by
                .insert((one.0, one.1.now), harm_to(one.1.now, &outcomes[0]));
            blows.attacker = attacker;
        }
        blows
    }
}

/// Whether what one target does may change what another can do, which is not gone through: a captive is let
/// go of, or creatures of different sizes exchange their places.
fn depends_on_each_other(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    plans: &[Vec<Course>],
) -> bool {
    if plans.len() < 2 {
        return false;
    }
    let may_react = |who: CombatantId| {
        let reacts = |(place, plan): (usize, &Vec<Course>)| {
            let own = attack.targets[place].now == who && plan.len() > 1;
            own || plan.iter().any(|course| course.used.contains(&who))
        };
        plans.iter().enumerate().any(reacts)
    };
    let held_by = |target: &TargetState| read.fighter(target.now).grip.held_by;
    let freed = attack.targets.iter().filter_map(held_by).any(may_react);
    let moves = |course: &Course| {
        let assumed = &course.assumed;
        !assumed.is_empty() && !read.assuming(assumed.clone()).moved_ground().is_empty()
    };
    freed || plans.iter().flatten().any(moves)
}

/// The courses of a target that counter, together where they are the same counter with the help of others.
fn counters(
    read: &ReadContext<'_, '_>,
    (attack, place): (&Attack, usize),
    plan: &[Course],
) -> Vec<Vec<usize>> {
    let mut numbers: FxHashMap<Leaf, usize> = FxHashMap::default();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (number, course) in plan.iter().enumerate() {
        if course.counter.is_none() {
            continue;
        }
        let (leaf, _) = Lookahead::leaf(read, (attack, place), course);
        let group = *numbers.entry(leaf).or_insert_with(|| {
            found.push(Vec::new());
            found.len() - 1
        });
        found[group].push(number);
    }
    found
}
