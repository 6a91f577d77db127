//! What a declaration is worth this round: the harm to be done and to be suffered, by the numbers that play rolls
//! against. Who moves where is not known yet, so it counts who is within whose reach.

use shieldwall_battle::{
    Check, Choice, Decision, Forecast,
    forecast::{Affected, CombatantOutcome, Outcome, Outcomes, Stake},
};
use shieldwall_dice::Distribution;

use crate::{
    attack::{
        armour_class::Guard,
        legality::may_strike,
        to_hit::{self, Aim},
    },
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::TwoWeapons,
        walk::half,
    },
    spells::{casting, reckoning},
    terms::{
        actions::{CAST, CHARGE, FIGHT, FULL_DEFENCE, SURRENDER},
        fields::{SHIELDS, SHIELDS_LOCKED, SHIELDS_MARCHING},
    },
    turn::declaration::{division, other_weapon, use_of_weapons},
};

/// Enemies whose attacks on one figure are counted: the worst of them.
const WORST: usize = 4;
/// Increments of range beyond which nothing is hit (D20-R55).
const INCREMENTS: u32 = 3;

/// Attacks that somebody can make on another this round.
struct Attacks {
    check: Check,
    /// Hit points that all of them cost.
    loss: Distribution,
}

impl Attacks {
    fn expected(&self) -> f64 {
        self.loss.mean()
    }
}

/// The reach of somebody this round.
#[derive(Clone, Copy)]
struct Stride {
    /// Cells that it may go and still attack.
    cells: u32,
    /// True for a charge: one attack hand to hand at its end (D20-044).
    charges: bool,
    share: i32,
    guard: Option<Guard>,
    two_weapons: Option<TwoWeapons>,
}

/// What a declaration is worth: against the enemy that can be harmed most, and against all that can reach the one who
/// declares.
#[must_use]
pub fn forecast(
    field: &Battlefield<'_, '_>,
    decision: &Decision,
    choice: &Choice,
) -> Option<Forecast> {
    let who = field.figure(decision.actor?);
    if choice.action == CAST {
        return of_spell(field, &who, choice);
    }
    if choice.action == SURRENDER {
        return None;
    }
    let near = |enemy: &Figure<'_, '_>| (field.steps(who.footing(), enemy.footing()), *enemy.id);
    let nearest = field.enemies_known_to(&who).min_by_key(near)?;
    let two_weapons = use_of_weapons(choice, other_weapon(field, &who));
    let division = division(who.stats().combat_bonus(), choice);
    let guard = Guard {
        share: division.defence,
        full: choice.action == FULL_DEFENCE,
        exposed: choice.action == CHARGE,
        locked: [SHIELDS_LOCKED, SHIELDS_MARCHING]
            .map(Some)
            .contains(&choice.fields.option(SHIELDS)),
        second_weapon: two_weapons == TwoWeapons::Guard,
    };
    let speed = field.speed(&who);
    let stride = Stride {
        cells: u32::from(if choice.action == CHARGE {
            speed
        } else {
            half(speed)
        }),
        charges: choice.action == CHARGE,
        share: division.attack,
        guard: None,
        two_weapons: Some(two_weapons),
    };
    let fights = [FIGHT, CHARGE].contains(&choice.action);
    let dealt = field
        .enemies_known_to(&who)
        .filter(|_| fights)
        .filter_map(|enemy| Some((*enemy.id, attacks(field, &who, &enemy, stride)?)))
        .max_by(|(_, a), (_, b)| a.expected().total_cmp(&b.expected()));
    let suffered = suffered(field, &who, guard);
    let own = match &dealt {
        Some((_, attacks)) => Some(attacks.check.clone()),
        None => fights.then(|| check(field, &who, &nearest, &field.arms(&who)[0], stride)),
    };
    let theirs = Stride {
        cells: 0,
        charges: false,
        share: nearest.stats().combat_bonus(),
        guard: Some(guard),
        two_weapons: None,
    };
    let theirs = check(field, &nearest, &who, &field.arms(&nearest)[0], theirs);
    let target = dealt.as_ref().map_or(*nearest.id, |(target, _)| *target);
    let assumption = if guard.locked {
        "if all of its bonus is on attack, none of it on defence, and your neighbours lock shields too"
    } else {
        "if all of its bonus is on attack, and none of it on defence"
    };
    let mut forecast = Forecast {
        headline: format!("Against {}", field.figure(target).name()),
        chances: own.into_iter().chain([theirs]).collect(),
        assumption: Some(assumption.to_owned()),
        others: vec![stake(&who, suffered)],
        ..Forecast::default()
    };
    if let Some((target, attacks)) = dealt {
        let target = field.figure(target);
        let harms = 1.0 - attacks.loss.probability_of(0);
        forecast.outcomes = vec![
            Outcome {
                label: "does harm",
                probability: harms,
            },
            Outcome {
                label: "does none",
                probability: 1.0 - harms,
            },
        ];
        let stake = stake(&target, attacks.loss);
        forecast.subject = Some(stake.who);
        forecast.defeats = stake.defeats;
        forecast.loss = stake.loss;
    }
    Some(forecast)
}

/// What a spell is worth if it is aimed, as all stand now, where it does most; and the chance that nobody takes it
/// first.
fn of_spell(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    choice: &Choice,
) -> Option<Forecast> {
    let item = choice.item?;
    let gear = field.item(item)?;
    let spell = casting::spell_of(&gear)?;
    let worth = |outcomes: &Outcomes| {
        outcomes.worth(*field.weighing, |id| {
            let other = field.figure(id);
            Affected {
                enemy: field.board.hostile(who.side(), other.side()),
                hit_points: other.points.current,
                max_hit_points: other.points.max,
            }
        })
    };
    let aimed = field.spell_targets(who, spell).into_iter();
    let aimed = aimed.filter_map(|target| {
        let choice = Choice {
            target: Some(target),
            ..choice.clone()
        };
        reckoning::outcomes(field, *who.id, &choice)
    });
    let best = aimed.max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
    let guard = Guard {
        share: 0,
        ..Guard::of(who)
    };
    // A scroll takes its rounds, each with its dangers (D20-100).
    let rounds = spell.reading_rounds();
    let rounds = rounds.saturating_sub(casting::rounds_read(who, item));
    let in_time = undisturbed(field, who, guard).powi(rounds.max(1).cast_signed());
    let mut outcomes = Outcomes::default();
    outcomes.add(&best, in_time);
    let main = outcomes.by.iter().max_by(|(_, a), (_, b)| {
        let weight =
            |outcome: &CombatantOutcome| outcome.harm(*field.weighing, &Affected::UNKNOWN).abs();
        weight(a).total_cmp(&weight(b))
    });
    let main = main.map(|(id, _)| *id);
    let name = gear.kind.in_sentence();
    let mut forecast = Forecast {
        headline: match main {
            Some(main) if main != *who.id => format!("{name} on {}", field.figure(main).name()),
            _ => name,
        },
        assumption: Some(
            "if it is aimed at the best place now, and half of the enemies that can act do so first"
                .to_owned(),
        ),
        outcomes: vec![
            Outcome {
                label: "takes effect",
                probability: in_time,
            },
            Outcome {
                label: "is disturbed",
                probability: 1.0 - in_time,
            },
        ],
        ..Forecast::default()
    };
    forecast.fill(&outcomes, main);
    forecast
        .others
        .push(stake(who, suffered(field, who, guard)));
    Some(forecast)
}

/// The chance that no enemy hits the caster before its number. Half of the enemies within reach are taken to act first.
fn undisturbed(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, guard: Guard) -> f64 {
    let strikers = field.enemies_known_to(who).filter(Figure::can_act);
    let misses = strikers.map(|enemy| {
        let stride = Stride {
            cells: u32::from(half(field.speed(&enemy))),
            charges: false,
            share: enemy.stats().combat_bonus(),
            guard: Some(guard),
            two_weapons: None,
        };
        attacks(field, &enemy, who, stride).map_or(1.0, |attacks| {
            let part = chance_to_pick(field, &enemy, who, stride.cells);
            1.0 - 0.5 * part * f64::from(attacks.check.chance) / 100.0
        })
    });
    misses.product()
}

/// The chance that somebody strikes at one of those within its reach.
fn chance_to_pick(
    field: &Battlefield<'_, '_>,
    enemy: &Figure<'_, '_>,
    who: &Figure<'_, '_>,
    cells: u32,
) -> f64 {
    let others = field.enemies(enemy.side()).filter(|other| {
        other.id == who.id
            || field
                .arms(enemy)
                .iter()
                .any(|arm| gets_to(field, enemy, other, arm, cells))
    });
    1.0 / f64::from(u32::try_from(others.count()).unwrap_or(1).max(1))
}

fn stake(who: &Figure<'_, '_>, loss: Distribution) -> Stake {
    Stake {
        who: *who.id,
        defeats: loss.probability_at_least(who.points.current.max(1)),
        loss: Some(loss),
        kills: 0.0,
        changes: Vec::new(),
    }
}

/// What all who can reach somebody this round may cost it. Each strikes at one of those within its reach, whichever it
/// is.
fn suffered(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, guard: Guard) -> Distribution {
    let mut blows: Vec<Distribution> = Vec::new();
    for enemy in field.enemies_known_to(who).filter(Figure::can_act) {
        let stride = Stride {
            cells: u32::from(half(field.speed(&enemy))),
            charges: false,
            share: enemy.stats().combat_bonus(),
            guard: Some(guard),
            two_weapons: None,
        };
        let Some(attacks) = attacks(field, &enemy, who, stride) else {
            continue;
        };
        let part = chance_to_pick(field, &enemy, who, stride.cells);
        let mut losses: Vec<(i32, f64)> = attacks
            .loss
            .iter()
            .map(|(lost, chance)| (lost, chance * part))
            .collect();
        losses.push((0, 1.0 - part));
        blows.push(Distribution::of_outcomes(losses));
    }
    blows.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    let worst = blows.into_iter().take(WORST);
    worst.fold(Distribution::certain(0), |sum, blow| sum.convolve(&blow))
}

/// Whether somebody can use an arm on another this round, as far as distances tell.
fn gets_to(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
    arm: &Arm,
    cells: u32,
) -> bool {
    let steps = field.steps(who.footing(), target.footing());
    match arm.usage {
        Usage::Melee(_, far) => steps <= cells + far,
        Usage::Missile { increment, .. } => {
            steps <= INCREMENTS * increment
                && field.is_loaded(arm)
                && field.sees(who.footing(), target.footing())
        }
    }
}

/// The best attacks of somebody on another; `None` if it cannot reach it.
fn attacks(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
    stride: Stride,
) -> Option<Attacks> {
    let arms = field.arms(who).into_iter();
    let serves = |arm: &Arm| !stride.charges || matches!(arm.usage, Usage::Melee(..));
    let usable = arms.filter(|arm| serves(arm) && gets_to(field, who, target, arm, stride.cells));
    let all = usable.map(|arm| {
        let check = check(field, who, target, &arm, stride);
        let hits = f64::from(check.chance) / 100.0;
        let steps = field.steps(who.footing(), target.footing());
        let damage = arm
            .damage_at(steps, who.stats().strength_modifier())
            .distribution();
        let mut losses: Vec<(i32, f64)> = damage
            .iter()
            .map(|(lost, chance)| (lost.max(1), chance * hits))
            .collect();
        losses.push((0, 1.0 - hits));
        let one = Distribution::of_outcomes(losses);
        // Who has to move first attacks once.
        let stands = may_strike(field, who, who.footing(), &arm, target, target.footing()).is_ok();
        let ways = stride.two_weapons.unwrap_or(*who.round.two_weapons);
        let times = if stands && !stride.charges {
            who.attacks_with(ways)
        } else {
            1
        };
        let loss = (1..times).fold(one.clone(), |sum, _| sum.convolve(&one));
        Attacks { check, loss }
    });
    all.max_by(|a, b| a.expected().total_cmp(&b.expected()))
}

fn check(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    target: &Figure<'_, '_>,
    arm: &Arm,
    stride: Stride,
) -> Check {
    let aim = Aim {
        share: stride.share,
        guard: stride.guard,
        two_weapons: stride.two_weapons,
        ..Aim::of(who, arm, target)
    };
    Check {
        skill: arm.name().into(),
        ..to_hit::check(field, &aim)
    }
}
