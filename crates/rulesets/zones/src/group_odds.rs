//! How several targets of one attack answer it together: who of them counters, and who outside steps in
//! for whom (ZON-057, ZON-R23, ZON-R27, ZON-R28).

use rustc_hash::FxHashMap;
use shieldwall_battle::{CombatantId, SideId};

use crate::{
    attack::{Attack, Reply, TargetState},
    best_answer::fates_apart,
    fates::{Fate, Fates, fates_each, fates_of},
    field::Field,
    foresight::{Course, Foresight, NEGLIGIBLE},
};

/// A course for each target by its number, with what it comes to for everybody.
struct Weighed {
    chosen: Vec<usize>,
    /// Who is harmed, and how much.
    harms: Vec<(SideId, f64)>,
}

impl Weighed {
    /// How good it is for the camp of a side.
    fn worth(&self, field: &Field<'_, '_>, side: SideId) -> f64 {
        let signed = |(who, harm): &(SideId, f64)| harm * sign(field, *who, side);
        self.harms.iter().map(signed).sum()
    }
}

/// What harm to one side means for another.
fn sign(field: &Field<'_, '_>, harmed: SideId, side: SideId) -> f64 {
    if field.hostile(harmed, side) {
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

impl Foresight<'_> {
    /// What comes of an attack with several targets that has hit, if each takes one of its courses, as is
    /// best for those who answer.
    pub(crate) fn group_fates(
        &mut self,
        field: &Field<'_, '_>,
        attack: &Attack,
        plans: &[Vec<Course>],
    ) -> Fates {
        // Whoever is asked first may take the counter, or leave it to those after it.
        let counters = |place: usize| {
            let courses = plans[place].iter().enumerate();
            courses
                .filter(|(_, course)| course.counter.is_some())
                .map(move |(number, _)| (place, number))
        };
        let places = (0..plans.len()).rev();
        let mut best = attack
            .counter
            .is_none()
            .then(|| self.weigh(field, attack, plans, None))
            .flatten();
        for (place, number) in places.flat_map(counters) {
            let Some(weighed) = self.weigh(field, attack, plans, Some((place, number))) else {
                continue;
            };
            let side = field.fighter(attack.targets[place].now).side();
            let worth = weighed.worth(field, side);
            let better = |best: &Weighed| worth > best.worth(field, side) + NEGLIGIBLE;
            if best.as_ref().is_none_or(better) {
                best = Some(weighed);
            }
        }
        let mut answered = attack.clone();
        let mut pretended = field.pretended.clone();
        let chosen = best.map_or_else(Vec::new, |best| best.chosen);
        for ((target, plan), number) in answered.targets.iter_mut().zip(plans).zip(chosen) {
            let course = &plan[number];
            *target = course.target.clone();
            if course.counter.is_some() {
                answered.counter = course.counter;
                pretended.clone_from(&course.pretended);
            }
        }
        let there = field.pretending(pretended);
        let fates = if attack.is_blast() {
            fates_of(&there, &answered, self.enumerator)
        } else {
            fates_apart(&there, &answered, self.enumerator)
        };
        self.branches += fates.branches;
        fates
    }

    /// The best courses of all targets if one of them counters like this, or nobody does.
    fn weigh(
        &mut self,
        field: &Field<'_, '_>,
        attack: &Attack,
        plans: &[Vec<Course>],
        counter: Option<(usize, usize)>,
    ) -> Option<Weighed> {
        let open = |place: usize| match counter {
            Some((other, number)) if other == place => number..number + 1,
            _ => 0..plans[place].len(),
        };
        let allowed = |place: usize, number: usize| {
            counter == Some((place, number)) || plans[place][number].counter.is_none()
        };
        let mut struck: Vec<(usize, TargetState)> = Vec::new();
        for (place, plan) in plans.iter().enumerate() {
            for number in open(place).filter(|number| allowed(place, *number)) {
                let target = &plan[number].target;
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
        let counterer = counter.map(|(place, number)| (place, &plans[place][number]));
        let blows = self.blows(field, attack, &struck, counterer);
        let harm = |place: usize, course: &Course| {
            let fighter = field.fighter(course.target.now);
            let misses = if course.target.reply == Reply::Dodge {
                field.save(fighter.build.0.agility).chance()
            } else {
                0.0
            };
            let harm = blows.by.get(&(place, course.target.now));
            (
                fighter.side(),
                (1.0 - misses) * harm.copied().unwrap_or_default(),
            )
        };
        let options: Vec<Vec<Choosable<'_>>> = (0..plans.len())
            .map(|place| {
                let side = field.fighter(attack.targets[place].now).side();
                open(place)
                    .filter(|number| allowed(place, *number))
                    .map(|number| {
                        let course = &plans[place][number];
                        let (harmed, harm) = harm(place, course);
                        Choosable {
                            number,
                            worth: harm * sign(field, harmed, side),
                            used: &course.used,
                        }
                    })
                    .collect()
            })
            .collect();
        let chosen = best_together(options);
        if chosen.len() < plans.len() {
            return None;
        }
        let courses = chosen.iter().enumerate();
        let mut harms: Vec<(SideId, f64)> = courses
            .map(|(place, number)| harm(place, &plans[place][*number]))
            .collect();
        harms.push((field.fighter(attack.attacker).side(), blows.attacker));
        Some(Weighed { chosen, harms })
    }

    /// What the blows do to everybody whom they may strike, and the counter to the attacker.
    fn blows(
        &mut self,
        field: &Field<'_, '_>,
        attack: &Attack,
        struck: &[(usize, TargetState)],
        counterer: Option<(usize, &Course)>,
    ) -> Blows {
        let counter = counterer.and_then(|(_, course)| course.counter);
        let there = counterer.map(|(_, course)| field.pretending(course.pretended.clone()));
        let there = there.as_ref().unwrap_or(field);
        let harm_to = |who: CombatantId, fate: &Fate| fate.harm(field.fighter(who).health.max);
        let mut strike = |targets: &[&(usize, TargetState)]| {
            let mut staged = attack.clone();
            staged.counter = counter;
            staged.targets = targets.iter().map(|(_, target)| target.clone()).collect();
            let (places, fates) = fates_each(there, &staged, self.enumerator);
            self.branches += fates.branches;
            let attacker = fates.of(attack.attacker);
            (
                places,
                attacker.map_or(0.0, |fate| harm_to(attack.attacker, fate)),
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
            let others: Vec<_> = struck.iter().filter(|one| !is_own(one)).collect();
            let (fates, attacker) = strike(&others);
            for ((place, target), fate) in others.iter().zip(&fates) {
                blows
                    .by
                    .insert((*place, target.now), harm_to(target.now, fate));
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
            let (fates, attacker) = strike(&pair);
            blows
                .by
                .insert((one.0, one.1.now), harm_to(one.1.now, &fates[0]));
            blows.attacker = attacker;
        }
        blows
    }
}

/// A course that a target may take.
struct Choosable<'c> {
    number: usize,
    worth: f64,
    used: &'c [CombatantId],
}

/// The courses that are best together, with nobody used twice; the first ones where several are.
fn best_together(mut options: Vec<Vec<Choosable<'_>>>) -> Vec<usize> {
    for choices in &mut options {
        let unaided = choices
            .iter()
            .filter(|choice| choice.used.is_empty())
            .map(|choice| choice.worth)
            .fold(f64::NEG_INFINITY, f64::max);
        choices.retain(|choice| choice.used.is_empty() || choice.worth > unaided + NEGLIGIBLE);
    }
    let mut helpers: Vec<CombatantId> = Vec::new();
    for choice in options.iter().flatten() {
        helpers.extend(choice.used);
    }
    helpers.sort_unstable();
    helpers.dedup();
    let mut known = FxHashMap::default();
    best_from(&options, &helpers, (0, 0), &mut known);
    let mut chosen = Vec::with_capacity(options.len());
    let mut taken = 0;
    for (place, choices) in options.iter().enumerate() {
        let Some((_, Some(choice))) = known.get(&(place, taken)) else {
            break;
        };
        let choice = &choices[*choice];
        taken |= set_of(choice.used, &helpers).unwrap_or_default();
        chosen.push(choice.number);
    }
    chosen
}

/// Helpers as the bits of a number; `None` if there are more of them than bits, which no battle has.
fn set_of(used: &[CombatantId], helpers: &[CombatantId]) -> Option<u128> {
    used.iter().try_fold(0_u128, |set, who| {
        let place = u32::try_from(helpers.binary_search(who).ok()?).ok()?;
        Some(set | 1_u128.checked_shl(place)?)
    })
}

/// What the places from one on come to at best, once some helpers are taken; notes how.
fn best_from(
    options: &[Vec<Choosable<'_>>],
    helpers: &[CombatantId],
    (place, taken): (usize, u128),
    known: &mut FxHashMap<(usize, u128), (f64, Option<usize>)>,
) -> f64 {
    let Some(choices) = options.get(place) else {
        return 0.0;
    };
    if let Some((worth, _)) = known.get(&(place, taken)) {
        return *worth;
    }
    let mut best: (f64, Option<usize>) = (f64::NEG_INFINITY, None);
    for (number, choice) in choices.iter().enumerate() {
        let Some(used) = set_of(choice.used, helpers).filter(|used| used & taken == 0) else {
            continue;
        };
        let rest = best_from(options, helpers, (place + 1, taken | used), known);
        if best.1.is_none() || choice.worth + rest > best.0 + NEGLIGIBLE {
            best = (choice.worth + rest, Some(number));
        }
    }
    known.insert((place, taken), best);
    best.0
}
