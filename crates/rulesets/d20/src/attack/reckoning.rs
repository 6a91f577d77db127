//! What comes of one attack on one's own number, reckoned by the numbers that play rolls against instead of by playing
//! it: a fumble with its mishap and free attacks would be played in thousands of ways. A test holds it equal to what is
//! played.

use std::collections::BTreeMap;

use shieldwall_battle::{
    Check, Choice, CombatantId,
    forecast::{CombatantOutcome, Forecast, Outcome, Outcomes},
    terms::Change,
};

use crate::{
    attack::{
        Aiming, Manner, Occasion,
        aftermath::AT_BAY,
        armour_class::Guard,
        brawl,
        d20::D20,
        death::{DEAD, Fate, fate},
        free_attacks::free_attack,
        fumble, mighty_blow, offers,
        rolls::damage_dice,
        saving::Save,
        spawning::Announced,
        to_hit::{self, Aim},
    },
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    ruleset::{HALTS, REELS, STICKS, STUNS},
};

/// The chance of any one face.
const FACE: f64 = 1.0 / 20.0;
/// The chance of a mishap in which the blow goes astray (D20-077).
const ASTRAY: f64 = 1.0 / 6.0;

/// How a d20 falls: the chances of a natural 1, of too little, of enough, and of a natural 20.
fn falls(needed: i32) -> [(D20, f64); 4] {
    let enough = f64::from(20 - needed.clamp(2, 20)) * FACE;
    [
        (D20::One, FACE),
        (D20::Failure, 18.0 * FACE - enough),
        (D20::Success, enough),
        (D20::Twenty, FACE),
    ]
}

/// Somebody as it may come to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    lost: i32,
    weakened: bool,
    down: bool,
    dead: bool,
}

impl State {
    const UNHARMED: Self = Self {
        lost: 0,
        weakened: false,
        down: false,
        dead: false,
    };
}

/// What may become of somebody, with the chances. Harm is added blow by blow.
struct Course {
    points: i32,
    /// What it must roll against death.
    save: i32,
    was_weakened: bool,
    states: BTreeMap<State, f64>,
}

impl Course {
    fn of(who: &Figure<'_, '_>) -> Self {
        let save = Save::against_death(who.stats(), who.wounds.flesh.0);
        Self {
            points: who.points.current,
            save: save.number - save.bonus(),
            was_weakened: who.weakened.0,
            states: BTreeMap::from([(State::UNHARMED, 1.0)]),
        }
    }

    /// A blow that hits with this chance, while it is on its feet.
    fn suffer(&mut self, hits: f64, damage: &[(i32, f64)]) {
        let mut after: BTreeMap<State, f64> = BTreeMap::new();
        for (&state, &part) in &self.states {
            if state.down {
                *after.entry(state).or_default() += part;
                continue;
            }
            *after.entry(state).or_default() += part * (1.0 - hits);
            for &(lost, chance) in damage {
                let mut struck = state;
                struck.lost += lost;
                for (state, chance_of_fate) in self.fates(struck, lost) {
                    *after.entry(state).or_default() += part * hits * chance * chance_of_fate;
                }
            }
        }
        after.retain(|_, part| *part > 0.0);
        self.states = after;
    }

    /// What becomes of somebody by its throw against death, if it needs one.
    fn fates(&self, struck: State, lost: i32) -> Vec<(State, f64)> {
        let points = self.points - struck.lost;
        if points > 0 || lost == 0 {
            return vec![(struck, 1.0)];
        }
        let dead = State {
            down: true,
            dead: true,
            ..struck
        };
        if points <= DEAD {
            return vec![(dead, 1.0)];
        }
        let after = |throw| match fate(points, throw).0 {
            Fate::Weakened => State {
                weakened: !self.was_weakened,
                ..struck
            },
            Fate::Unshaken => struck,
            Fate::Unconscious => State {
                down: true,
                ..struck
            },
            Fate::Dead => dead,
        };
        falls(self.save)
            .map(|(throw, chance)| (after(throw), chance))
            .to_vec()
    }

    /// The chance that it comes to no harm.
    fn unharmed(&self) -> f64 {
        self.states.get(&State::UNHARMED).copied().unwrap_or(0.0)
    }

    /// What becomes of it, with these changes whenever it is hit.
    fn outcome(&self, weight: f64) -> CombatantOutcome {
        let mut outcome = CombatantOutcome::default();
        for (state, part) in &self.states {
            outcome.count(state.lost, [state.down, state.dead], part * weight);
            if state.weakened {
                *outcome.changes.entry(REELS).or_default() += part * weight;
            }
        }
        outcome
    }
}

/// What comes of an attack that somebody chooses on its number; `None` where it must be played: against heroes, who
/// suffer Mighty Blows.
#[must_use]
pub fn outcomes(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    choice: &Choice,
) -> Option<Outcomes> {
    let attack = offers::announced(field, who, choice)?;
    if attack.manner != Manner::Kill {
        return None;
    }
    let attacker = field.figure(who);
    let arm = field.arm(&attacker, attack.weapon, attack.missile)?;
    let targets = if attack.missile {
        field.melee_around(&attacker, &field.figure(attack.target))
    } else if attack.aiming == Aiming::Chance {
        field.candidates(&attacker, &arm)
    } else {
        vec![attack.target]
    };
    let mut outcomes = Outcomes {
        branches: 1,
        ..Outcomes::default()
    };
    let part = 1.0 / count(targets.len());
    for id in targets {
        let target = field.figure(id);
        let brawls = attack.weapon.brawls();
        // A brawl with somebody stunned, or with plate, is rolled otherwise.
        let played = if brawls {
            target.wounds.stunned.0 > 0 || target.armour.rigid
        } else {
            mighty_blow::suffers(field, &target)
        };
        if played {
            return None;
        }
        add_blow(&mut outcomes, field, (&attacker, &arm), &target, part);
    }
    add_fumble(&mut outcomes, field, (&attacker, &arm), &attack, FACE)?;
    outcomes.works = outcomes.lands;
    Some(outcomes)
}

/// What comes of meeting a mover with a long weapon: of that blow alone, whatever the walk leads to after it
/// (D20-135).
#[must_use]
pub fn of_fending(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    mover: CombatantId,
) -> Option<Forecast> {
    let (who, mover) = (field.figure(who), field.figure(mover));
    let attack = free_attack(field, &who, &mover, Occasion::FendingOff)?;
    let arm = field.arm(&who, attack.weapon, false)?;
    if mighty_blow::suffers(field, &mover) {
        return None;
    }
    let mut outcomes = Outcomes {
        branches: 1,
        ..Outcomes::default()
    };
    add_blow(&mut outcomes, field, (&who, &arm), &mover, 1.0);
    let outcome = |label, probability| Outcome { label, probability };
    let mut forecast = Forecast {
        headline: format!("Fend off {}", mover.name()),
        chances: vec![check(field, (&who, &arm), &mover, None)],
        outcomes: vec![
            outcome("misses", outcomes.misses),
            outcome("hits", 1.0 - outcomes.misses),
        ],
        ..Forecast::default()
    };
    forecast.fill(&outcomes, Some(*mover.id));
    Some(forecast)
}

fn count(of: usize) -> f64 {
    f64::from(u32::try_from(of).unwrap_or(u32::MAX))
}

/// What the d20 of somebody against another needs.
fn needed(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    singled: Option<CombatantId>,
) -> i32 {
    to_hit::needed(&check(field, (who, arm), target, singled))
}

/// The roll of somebody against another.
fn check(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    singled: Option<CombatantId>,
) -> Check {
    let aim = Aim {
        who: *who.id,
        from: who.footing(),
        arm,
        target: *target.id,
        at: target.footing(),
        share: who.round.division.attack,
        guard: Some(Guard::of(target)),
        singled,
    };
    to_hit::check(field, &aim)
}

/// What a hit costs, with the chances.
fn damage(
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
) -> Vec<(i32, f64)> {
    if !arm.can_hurt(target.stats()) {
        return vec![(0, 1.0)];
    }
    let mut lost: BTreeMap<i32, f64> = BTreeMap::new();
    for (total, chance) in damage_dice(field, who, arm, target).distribution().iter() {
        *lost.entry(total.max(1)).or_default() += chance;
    }
    lost.into_iter().collect()
}

/// Adds the blow itself.
fn add_blow(
    outcomes: &mut Outcomes,
    field: &Battlefield<'_, '_>,
    by: (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    part: f64,
) {
    let (who, arm) = by;
    let falls = falls(needed(field, by, target, None));
    let hits: f64 = falls
        .iter()
        .filter(|(fell, _)| fell.succeeds())
        .map(|(_, part)| part)
        .sum();
    let damage = damage(field, by, target);
    let mut course = Course::of(target);
    course.suffer(hits, &damage);
    let mut outcome = course.outcome(part);
    let mut change = |change: Change, chance: f64| {
        if chance > 0.0 {
            *outcome.changes.entry(change).or_default() += chance * part;
        }
    };
    let hurts = damage.iter().any(|(lost, _)| *lost > 0);
    let at_bay = field.steps(who.footing(), target.footing()) >= AT_BAY;
    let mut harmed = hits;
    if !arm.is_missile() && arm.fends() && at_bay && !field.is_unstoppable(target, who) {
        // Those who fall are kept off nobody.
        let standing: f64 = course
            .states
            .iter()
            .filter(|(state, _)| state.lost > 0 && !state.down)
            .map(|(_, part)| part)
            .sum();
        let fresh = target.round.kept_off.0.is_empty();
        change(
            HALTS,
            if hurts { standing } else { hits } * f64::from(u8::from(fresh)),
        );
        harmed = if fresh || hurts { hits } else { 0.0 };
    } else if !hurts {
        harmed = 0.0;
    }
    if arm.weapon.brawls() {
        change(STUNS, stuns(field, by, target, &damage, &course));
    }
    if arm.lodges() && hurts && target.stats().vitals {
        // With a natural 20, in those who live.
        let mut course = Course::of(target);
        course.suffer(1.0, &damage);
        let alive = course.states.iter().filter(|(state, _)| !state.dead);
        change(STICKS, FACE * alive.map(|(_, part)| part).sum::<f64>());
    }
    outcomes.misses += part * (1.0 - hits);
    outcomes.lands += part * harmed;
    outcomes.count(*target.id, &outcome);
}

/// The chance that a brawling blow stuns (D20-163).
fn stuns(
    field: &Battlefield<'_, '_>,
    by: (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    damage: &[(i32, f64)],
    course: &Course,
) -> f64 {
    let [.., (_, enough), (_, twenty)] = falls(needed(field, by, target, None));
    let left = target.points.current;
    let of = |(lost, chance): &(i32, f64)| {
        let struck = State {
            lost: *lost,
            ..State::UNHARMED
        };
        let fates = course.fates(struck, *lost).into_iter();
        let standing: f64 = fates
            .filter(|(state, _)| !state.down)
            .map(|(_, part)| part)
            .sum();
        let plain = if brawl::stuns(*lost, left, false) {
            enough
        } else {
            0.0
        };
        chance * standing * (plain + twenty)
    };
    damage.iter().map(of).sum()
}

/// Adds what a natural 1 leads to: a blow astray, and the free attacks of all who reach the fumbler, one after the
/// other (D20-076 to D20-079). `None` where that must be played.
fn add_fumble(
    outcomes: &mut Outcomes,
    field: &Battlefield<'_, '_>,
    (who, arm): (&Figure<'_, '_>, &Arm),
    attack: &Announced,
    part: f64,
) -> Option<()> {
    let strikers = fumble::strikers(field, who);
    let mishaps = field.rules.0.fumble_mishaps && !attack.weapon.brawls();
    if strikers.is_empty() && !mishaps {
        return Some(());
    }
    if !strikers.is_empty() && mighty_blow::suffers(field, who) {
        return None;
    }
    // The one who was singled out is the only one that it minds.
    let singled = (attack.aiming == Aiming::SinglesOut).then_some(attack.target);
    let mut brawls = false;
    let strikes: Vec<(f64, Vec<(i32, f64)>)> = strikers
        .into_iter()
        .filter_map(|striker| {
            let striker = field.figure(striker);
            let blow = free_attack(field, &striker, who, Occasion::Free)?;
            brawls |= blow.weapon.brawls();
            let arm = field.arm(&striker, blow.weapon, false)?;
            let falls = falls(needed(field, (&striker, &arm), who, singled));
            let hits = falls.iter().filter(|(fell, _)| fell.succeeds());
            let hits = hits.map(|(_, part)| part).sum();
            Some((hits, damage(field, (&striker, &arm), who)))
        })
        .collect();
    // Fists may stun, which tells on the blows that follow.
    if brawls {
        return None;
    }
    let then = |outcomes: &mut Outcomes, mut course: Course, harmed: bool, part: f64| {
        for (hits, damage) in &strikes {
            course.suffer(*hits, damage);
        }
        let harmed = if harmed { 1.0 } else { 1.0 - course.unharmed() };
        outcomes.lands += part * harmed;
        outcomes.count(*who.id, &course.outcome(part));
    };
    let strays = if mishaps {
        fumble::strays(field, who, attack)
    } else {
        Vec::new()
    };
    let astray = if strays.is_empty() { 0.0 } else { ASTRAY };
    then(outcomes, Course::of(who), false, part * (1.0 - astray));
    let each = part * astray / count(strays.len().max(1));
    for stray in strays {
        let struck = field.figure(stray);
        let damage = damage(field, (who, arm), &struck);
        let hurts = damage.iter().any(|(lost, _)| *lost > 0);
        let mut course = Course::of(&struck);
        course.suffer(1.0, &damage);
        if stray == *who.id {
            then(outcomes, course, hurts, each);
        } else {
            then(outcomes, Course::of(who), hurts, each);
            outcomes.count(stray, &course.outcome(each));
        }
    }
    Some(())
}
