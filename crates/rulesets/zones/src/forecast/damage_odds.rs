//! What comes of the blows of an attack as it has been answered, from the exchange that plays them.

use std::collections::BTreeMap;

use shieldwall_battle::forecast::{CombatantOutcome, Outcomes};
use shieldwall_battle::{CombatantId, terms::Change};
use shieldwall_dice::Enumerator;

use crate::{
    attack::{
        arm::{Aim, GripKind},
        exchange::{Answer, Body, First, State, Wound},
        state::{Attack, Counter, TargetState},
    },
    context::read::ReadContext,
    forecast::tumbles::{Tumble, unseat},
    terms::conditions,
};

/// What is done about riders whose mounts go down in motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Falls {
    /// Their falls are counted with what else becomes of them.
    Counted,
    /// They are left out.
    Left,
}

/// What the blows of an attack as it has been answered do, apart from grips.
struct Suffered {
    /// What becomes of each target by the blow on it, in their order.
    places: Vec<CombatantOutcome>,
    /// What becomes of the attacker by the counter.
    attacker: CombatantOutcome,
    /// What becomes of riders who are not struck themselves.
    riders: BTreeMap<CombatantId, CombatantOutcome>,
    /// Probability that each target does not dodge.
    undodged: Vec<f64>,
    /// Probabilities that the attacker and the one who counters are still standing, the latter having hit.
    stands: [f64; 2],
    /// Probability that somebody suffers.
    lands: f64,
    /// Probability that the counter stops the attack.
    stopped: f64,
    branches: usize,
}

/// What the blows of an attack as it has been answered do; its save to hit is past.
fn suffered(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    enumerator: &mut Enumerator,
    falls: Falls,
) -> Suffered {
    let mut exchange = read.exchange(attack);
    let count = exchange.strikes.len();
    // What breaks is not told.
    let strikes = exchange.strikes.iter_mut();
    let ripostes = exchange.counter_attack.iter_mut();
    let damages = strikes
        .filter_map(|strike| strike.damage.as_mut())
        .chain(ripostes.filter_map(|counter_attack| counter_attack.damage.as_mut()));
    for damage in damages {
        damage.brittle = false;
    }
    // One roll of damage strikes all that do not dodge: whether somebody dodges changes nothing for
    // the others, so their saves need not be gone through together.
    let mut struck = vec![1.0; count];
    if exchange.together {
        for (strike, struck) in exchange.strikes.iter_mut().zip(&mut struck) {
            if let Answer::Dodge(save) = strike.answer {
                *struck = 1.0 - save.chance();
                strike.answer = Answer::None;
            }
        }
    }
    let own = attack
        .targets
        .iter()
        .position(|target| target.now == attack.attacker);
    let mut sum = Suffered {
        places: vec![CombatantOutcome::default(); count],
        attacker: CombatantOutcome::default(),
        riders: BTreeMap::new(),
        undodged: vec![0.0; count],
        stands: [0.0; 2],
        lands: 0.0,
        stopped: 0.0,
        branches: 0,
    };
    let place_of = |who: CombatantId| {
        let mut targets = attack.targets.iter();
        targets.position(|target| target.now == who)
    };
    let tumbles: Vec<Tumble> = {
        let mut struck: Vec<CombatantId> = attack.targets.iter().map(|target| target.now).collect();
        if attack.counter.is_some() && place_of(attack.attacker).is_none() {
            struck.push(attack.attacker);
        }
        struck.retain(|_| falls == Falls::Counted);
        let riders = struck.into_iter().flat_map(|who| read.tumbles(who));
        riders.collect()
    };
    enumerator.for_each(
        |dice| exchange.resolve(dice),
        |result, probability| {
            // Anyone who is caught in its own blast and struck besides suffers one after the other.
            let twice = own.and_then(|place| {
                let body = exchange.strikes[place].body;
                let (wound, counter_attack) = (result.wounds[place]?, result.counter_wound?);
                let order = match result.first {
                    Some(First::Attacker) => [counter_attack, wound],
                    _ => [wound, counter_attack],
                };
                Some(both(body, order.map(|wound| wound.suffered)))
            });
            let wound_of = |who: CombatantId| {
                let place = place_of(who);
                let struck = place.and_then(|place| {
                    let wound = twice.filter(|_| Some(place) == own);
                    Some((wound.or(result.wounds[place])?, struck[place]))
                });
                let countered = result.counter_wound.filter(|_| who == attack.attacker);
                struck.or(countered.map(|wound| (wound, 1.0)))
            };
            // Anyone who falls besides is counted with its fall.
            let stays = |who: CombatantId, wound: &Wound| {
                let tumble = tumbles.iter().find(|tumble| tumble.rider == who);
                let falls = tumble.filter(|_| wound.state == State::Standing);
                1.0 - falls.map_or(0.0, |tumble| tumble.chance(wound_of))
            };
            let mut spared = 1.0;
            for (place, strike) in exchange.strikes.iter().enumerate() {
                let probability = probability * struck[place];
                if result.dodges[place].is_none_or(|dodge| !dodge.passed) {
                    sum.undodged[place] += probability;
                }
                let Some(wound) = result.wounds[place] else {
                    continue;
                };
                if wound.suffered > 0 {
                    spared *= 1.0 - struck[place];
                }
                let wound = twice.filter(|_| Some(place) == own).unwrap_or(wound);
                let probability = probability * stays(attack.targets[place].now, &wound);
                hurt(&mut sum.places[place], (strike.body, wound), probability);
            }
            sum.lands += probability * (1.0 - spared);
            if result.attack_stopped {
                sum.stopped += probability;
            }
            let attacker_stands = result
                .counter_wound
                .is_none_or(|wound| wound.state == State::Standing);
            let counterer_stands = exchange
                .counterer()
                .and_then(|place| result.wounds[place])
                .is_none_or(|wound| wound.state == State::Standing);
            let riposte_hits = result.counter_save.is_none_or(|save| save.passed);
            sum.stands[0] += if attacker_stands { probability } else { 0.0 };
            sum.stands[1] += if counterer_stands && riposte_hits {
                probability
            } else {
                0.0
            };
            if let Some(wound) = result.counter_wound.filter(|_| twice.is_none()) {
                let probability = probability * stays(attack.attacker, &wound);
                hurt(&mut sum.attacker, (exchange.attacker, wound), probability);
            }
            for tumble in &tumbles {
                let falls = tumble.chance(wound_of);
                let outcome = match place_of(tumble.rider) {
                    _ if falls == 0.0 => continue,
                    Some(place) => &mut sum.places[place],
                    None if tumble.rider == attack.attacker => &mut sum.attacker,
                    None => sum.riders.entry(tumble.rider).or_default(),
                };
                tumble.follows(outcome, wound_of(tumble.rider), probability * falls);
            }
        },
    );
    sum.branches = enumerator.branches();
    sum
}

/// What comes of an attack as it has been answered; its save to hit is past.
pub(crate) fn outcomes_of(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    enumerator: &mut Enumerator,
) -> Outcomes {
    outcomes_each(read, attack, enumerator, Falls::Counted).1
}

/// What comes of the blows of an answered attack with several targets, one after the other: what
/// becomes of each depends on nobody but itself and the one who counters, and all of them together
/// have too many outcomes to go through.
pub(crate) fn outcomes_apart(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    enumerator: &mut Enumerator,
) -> Outcomes {
    let counterer = attack.counter.map(|counter| counter.by);
    let mut sum = Outcomes::default();
    for target in &attack.targets {
        let mount = read.fighter(target.now).riding.0;
        let mut alone = attack.clone();
        alone.targets.retain(|other| {
            let other = Some(other.now);
            other == Some(target.now) || other == counterer || other == mount
        });
        let outcomes = outcomes_of(read, &alone, enumerator);
        sum.branches += outcomes.branches;
        if let Some(outcome) = outcomes.by.get(&target.now) {
            sum.by.insert(target.now, outcome.clone());
        }
        for tumble in read.tumbles(target.now) {
            let struck = attack.targets.iter().any(|other| other.now == tumble.rider);
            if let Some(outcome) = outcomes.by.get(&tumble.rider).filter(|_| !struck) {
                sum.by.insert(tumble.rider, outcome.clone());
            }
        }
        let caught = attack
            .targets
            .iter()
            .any(|target| target.now == attack.attacker);
        if Some(target.now) == counterer
            && !caught
            && let Some(outcome) = outcomes.by.get(&attack.attacker)
        {
            sum.by.insert(attack.attacker, outcome.clone());
        }
    }
    sum.lands = lands_apart(read, attack, enumerator);
    sum
}

/// The probability that any of several targets suffers, each of whom is struck by itself.
fn lands_apart(read: &ReadContext<'_, '_>, attack: &Attack, enumerator: &mut Enumerator) -> f64 {
    let counterer = attack.counter.map(|counter| counter.by);
    let (countering, others): (Vec<_>, Vec<_>) = attack
        .targets
        .iter()
        .partition(|target| Some(target.now) == counterer);
    let mut alone = |target: &TargetState, counter: Option<Counter>| {
        let mut alone = attack.clone();
        alone.targets = vec![target.clone()];
        alone.counter = counter;
        suffered(read, &alone, enumerator, Falls::Counted)
    };
    let spared: f64 = others
        .into_iter()
        .map(|target| 1.0 - alone(target, None).lands)
        .product();
    let Some(first) = countering.first() else {
        return 1.0 - spared;
    };
    // A counter that stops the attack stops it for all.
    let first = alone(first, attack.counter);
    first.lands + (1.0 - first.lands - first.stopped) * (1.0 - spared)
}

/// What becomes of each target by the blow on it, and what becomes of everybody.
pub(crate) fn outcomes_each(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    enumerator: &mut Enumerator,
    falls: Falls,
) -> (Vec<CombatantOutcome>, Outcomes) {
    let sum = suffered(read, attack, enumerator, falls);
    let mut outcomes = Outcomes {
        branches: sum.branches,
        lands: sum.lands,
        ..Outcomes::default()
    };
    for (target, outcome) in attack.targets.iter().zip(&sum.places) {
        outcomes.count(target.now, outcome);
    }
    outcomes.count(attack.attacker, &sum.attacker);
    for (rider, outcome) in &sum.riders {
        outcomes.count(*rider, outcome);
    }
    if matches!(attack.aim, Aim::Kill(_))
        && let Some(target) = attack.targets.first()
        && target.now == target.aimed_at
    {
        let health = read.fighter(target.now).health.current;
        let outcome = outcomes.by.entry(target.now).or_default();
        befalls(outcome, (health, State::Dead), 1.0, false);
        outcomes.lands = 1.0;
    }
    grips(read, attack, (&sum.undodged, sum.stands), &mut outcomes);
    (sum.places, outcomes)
}

/// What becomes of a body that suffers two blows.
pub(crate) fn both(body: Body, [first, second]: [i32; 2]) -> Wound {
    let before = body.suffer(first);
    let then = Body {
        health: before.health,
        down: body.down || before.state != State::Standing,
        ..body
    };
    let after = then.suffer(second);
    Wound {
        suffered: first + second,
        state: if before.state == State::Dead {
            State::Dead
        } else {
            after.state
        },
        ..after
    }
}

/// Counts a loss that leaves somebody in a state, with its probability; `stood` says whether they were in the fight
/// before.
pub(crate) fn befalls(
    outcome: &mut CombatantOutcome,
    (lost, state): (i32, State),
    probability: f64,
    stood: bool,
) {
    let defeats = stood && state != State::Standing;
    outcome.count(lost, [defeats, state == State::Dead], probability);
}

/// Counts what a wound does to a body with its probability.
pub(crate) fn hurt(outcome: &mut CombatantOutcome, (body, wound): (Body, Wound), probability: f64) {
    // What is lost is never more than what was there.
    let lost = body.health - wound.health;
    befalls(outcome, (lost, wound.state), probability, !body.down);
}

/// The non-lethal effects of an attack and its counter.
fn grips(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    (undodged, stands): (&[f64], [f64; 2]),
    outcomes: &mut Outcomes,
) {
    let mut taken = 0.0;
    if let Aim::Grip(kind) = attack.aim
        && let Some(target) = attack.targets.first()
    {
        let works = if read.is_out_of_hold(attack, target) {
            0.0
        } else {
            read.grip_chance(kind, attack.attacker, target.now)
        };
        let reached = if attack.counter.is_some() {
            stands[0]
        } else {
            undodged.first().copied().unwrap_or(1.0)
        };
        taken = works * reached;
        let outcome = outcomes.by.entry(target.now).or_default();
        *outcome.changes.entry(word_of(kind)).or_default() += taken;
        if kind == GripKind::Shove {
            let stood = !read.fighter(target.now).is_down();
            let harm = read.shove_harm(attack.attacker, target.now);
            for (lost, state, probability) in &harm {
                befalls(outcome, (*lost, *state), taken * probability, stood);
            }
            unseat(outcomes, read, target.now, taken * defeating(&harm));
        }
        outcomes.lands = taken;
    }
    if let Some(counter) = attack.counter
        && let Aim::Grip(kind) = counter.aim
    {
        let works = read.grip_chance(kind, counter.by, attack.attacker);
        // A grapple or a shove that works takes the counter away (ZON-R48).
        let lost = match attack.aim {
            Aim::Grip(GripKind::Grapple) => taken,
            Aim::Grip(GripKind::Shove) => taken * read.shove_parts(attack.attacker, counter.by),
            _ => 0.0,
        };
        let works = works * stands[1] * (1.0 - lost);
        let outcome = outcomes.by.entry(attack.attacker).or_default();
        *outcome.changes.entry(word_of(kind)).or_default() += works;
        if kind == GripKind::Shove {
            let harm = read.shove_harm(counter.by, attack.attacker);
            for (lost, state, probability) in &harm {
                befalls(outcome, (*lost, *state), works * probability, true);
            }
            unseat(outcomes, read, attack.attacker, works * defeating(&harm));
        }
    }
}

/// The probability that harm defeats.
pub(crate) fn defeating(harm: &[(i32, State, f64)]) -> f64 {
    let defeats = harm
        .iter()
        .filter(|(_, state, _)| *state != State::Standing);
    defeats.map(|(.., probability)| probability).sum()
}

const fn word_of(kind: GripKind) -> Change {
    match kind {
        GripKind::Disarm => conditions::IS_DISARMED,
        GripKind::Shove => conditions::WAS_SHOVED,
        GripKind::Grapple => conditions::IS_GRABBED,
    }
}
