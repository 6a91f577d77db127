//! What comes of one attack on one's own number, reckoned by the numbers that play rolls against instead of by playing
//! it: a fumble with its mishap and free attacks would be played in thousands of ways. A test holds it equal to what is
//! played.

use shieldwall_battle::{
    CombatantId,
    forecast::{Forecast, Outcome, Outcomes},
    terms::Change,
};

use crate::{
    attack::{
        Aiming, Manner, Occasion,
        aftermath::AT_BAY,
        armour_class::Guard,
        blow::{Blow, FACE, check},
        course::{Course, State},
        free_attacks::{free_attack, free_attack_by_then},
        fumble, mighty_blow,
        spawning::Announced,
        to_hit::ByThen,
    },
    figure::{
        arms::Arm,
        battlefield::{Battlefield, Figure},
    },
    terms::changes::{HALTS, STICKS},
};

/// The chance of a mishap in which the blow goes astray (D20-077).
const ASTRAY: f64 = 1.0 / 6.0;

/// What comes of an attack that somebody chooses on its number; `None` where it must be played: against heroes, who
/// suffer Mighty Blows.
#[must_use]
pub fn outcomes(field: &Battlefield<'_, '_>, attack: &Announced) -> Option<Outcomes> {
    let at_vitals = attack.manner == Manner::Vitals;
    let subdues = attack.manner == Manner::Subdue;
    let kills = attack.manner == Manner::Kill;
    if !kills && (attack.weapon.brawls() || !(at_vitals || subdues)) {
        return None;
    }
    let attacker = field.figure(attack.who);
    // A blow gives it away, and then others may strike it.
    if attacker.is_invisible() {
        return None;
    }
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
        // Heroes may suffer a Mighty Blow, and plate hurts fists.
        let played = if attack.weapon.brawls() {
            target.armour.rigid
        } else {
            mighty_blow::suffers(field, &target)
        };
        // Nor is it reckoned what a brawl does to the helpless, and who is kept at bay by a blow at the vitals.
        let helpless = target.is_helpless() || target.is_unaware();
        let keeps_off = at_vitals && arm.fends() && !arm.is_missile();
        if played || keeps_off || helpless && attack.weapon.brawls() {
            return None;
        }
        let by = (&attacker, &arm);
        let blow = if at_vitals {
            Blow::at_vitals(field, by, &target)
        } else if subdues {
            Blow::subduing(field, by, &target, ByThen::default())
        } else {
            Blow::of(field, by, &target, ByThen::default())
        };
        add_blow(&mut outcomes, field, by, &target, (&blow, part));
    }
    add_fumble(&mut outcomes, field, (&attacker, &arm), attack, FACE)?;
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
    let blow = Blow::of(field, (&who, &arm), &mover, ByThen::default());
    add_blow(&mut outcomes, field, (&who, &arm), &mover, (&blow, 1.0));
    let outcome = |label, probability| Outcome { label, probability };
    let mut forecast = Forecast {
        headline: format!("Fend off {}", mover.name()),
        chances: vec![check(
            field,
            (&who, &arm),
            &mover,
            ByThen::default(),
            Guard::of(&mover),
        )],
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

/// Adds the blow itself.
fn add_blow(
    outcomes: &mut Outcomes,
    field: &Battlefield<'_, '_>,
    by: (&Figure<'_, '_>, &Arm),
    target: &Figure<'_, '_>,
    (blow, part): (&Blow, f64),
) {
    let (who, arm) = by;
    let (hits, hurts) = (blow.hits(), blow.hurts());
    let mut course = Course::of(target);
    course.suffer(blow);
    let mut outcome = course.outcome(part);
    let mut change = |change: Change, chance: f64| {
        if chance > 0.0 {
            *outcome.changes.entry(change).or_default() += chance * part;
        }
    };
    let at_bay = field.steps(who.footing(), target.footing()) >= AT_BAY;
    let mut harmed = if blow.subdues() {
        course.harmed()
    } else {
        hits * blow.harmful()
    };
    if !arm.is_missile() && arm.fends() && at_bay && !field.is_unstoppable(target, who) {
        // Those who fall are kept off nobody.
        let standing: f64 = course
            .states
            .iter()
            .filter(|(state, _)| (state.lost > 0 || state.worn > 0) && !state.down)
            .map(|(_, part)| part)
            .sum();
        let fresh = target.round.kept_off.0.is_empty();
        change(
            HALTS,
            if hurts { standing } else { hits } * f64::from(u8::from(fresh)),
        );
        // To be kept at bay is harm too, for those who are only worn down.
        let worn_down = |state: &State| state.lost == 0 && state.worn > 0 && !state.down;
        let states = course.states.iter().filter(|(state, _)| worn_down(state));
        let kept = match (fresh, hurts) {
            (true, true) => states.map(|(_, part)| part).sum(),
            (true, false) => hits,
            (false, _) => 0.0,
        };
        harmed = course.harmed() + kept;
    } else if !hurts {
        harmed = 0.0;
    }
    if arm.lodges() && hurts && target.stats().vitals() {
        // With a natural 20, in those who live.
        let mut course = Course::of(target);
        course.suffer(&blow.hit());
        let wounded = |state: &State| !state.dead && state.lost > 0;
        let alive = course.states.iter().filter(|(state, _)| wounded(state));
        change(STICKS, FACE * alive.map(|(_, part)| part).sum::<f64>());
    }
    outcomes.misses += part * (1.0 - hits);
    outcomes.lands += part * harmed;
    outcomes.count(*target.id, &outcome);
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
    let blows = |fallen: Option<CombatantId>| -> Option<Vec<(Figure<'_, '_>, Blow)>> {
        let by_then = ByThen { singled, fallen };
        let blow = |striker: &CombatantId| {
            let striker = field.figure(*striker);
            let attack = free_attack_by_then(field, &striker, who, Occasion::Free, fallen)?;
            let arm = field.arm(&striker, attack.weapon, false)?;
            let blow = Blow::of(field, (&striker, &arm), who, by_then);
            Some((striker, blow))
        };
        strikers.iter().map(blow).collect()
    };
    let with_all = blows(None)?;
    let then = |outcomes: &mut Outcomes,
                blows: &[(Figure<'_, '_>, Blow)],
                mut course: Course,
                harmed: bool,
                part: f64| {
        for (number, (striker, blow)) in blows.iter().enumerate() {
            let recoils = course.suffer(blow);
            if recoils <= 0.0 {
                continue;
            }
            let mut own = Course::of(striker);
            own.suffer(&Blow::recoil());
            // Without the one who falls of its own blow, those after it may strike otherwise.
            if own.falls() > 0.0 && number + 1 < blows.len() {
                return None;
            }
            outcomes.count(*striker.id, &own.outcome(recoils * part));
        }
        let harmed = if harmed { 1.0 } else { 1.0 - course.unharmed() };
        outcomes.lands += part * harmed;
        outcomes.backfires += part * harmed;
        outcomes.count(*who.id, &course.outcome(part));
        Some(())
    };
    let strays = if mishaps {
        fumble::strays(field, who, attack)
    } else {
        Vec::new()
    };
    let astray = if strays.is_empty() { 0.0 } else { ASTRAY };
    let own = || Course::of(who);
    then(outcomes, &with_all, own(), false, part * (1.0 - astray))?;
    let each = part * astray / count(strays.len().max(1));
    for stray in strays {
        let struck = field.figure(stray);
        let blow = Blow::astray(field, (who, arm), &struck);
        let hurts = blow.hurts();
        let mut course = Course::of(&struck);
        course.suffer(&blow);
        if stray == *who.id {
            then(outcomes, &with_all, course, hurts, each)?;
            continue;
        }
        // Who falls is in the way of no long weapon any more.
        let falls = course.falls();
        if falls > 0.0 {
            // Nor does it hold its shield before a neighbour, take the room to dodge, or pin an enemy down.
            let in_wall = who.locked.0 && field.shoulders(who).contains(&stray);
            if in_wall || field.crowds(&struck, who) || field.pinned_by(&struck).is_some() {
                return None;
            }
            then(outcomes, &blows(Some(stray))?, own(), hurts, each * falls)?;
        }
        then(outcomes, &with_all, own(), hurts, each * (1.0 - falls))?;
        outcomes.count(stray, &course.outcome(each));
    }
    Some(())
}
