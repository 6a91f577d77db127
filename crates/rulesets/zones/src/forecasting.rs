//! Exact odds of attacks and answers, from the code that plays them.
//!
//! An attack is foretold as it comes out if the other side answers as well as it can: every answer on
//! offer is tried, its exchange enumerated, and the one taken that is best for those who answer.

use shieldwall_battle::{
    ChanceBreakdown, Choice, CombatantId, Decision, Forecast, Outcome, SideId, Stake, Target,
    forecast::Alternative,
};
use shieldwall_content::zones::{PowerEffect, Remedy};
use shieldwall_dice::{Distribution, Enumerator};
use shieldwall_grid::ZoneId;

use crate::{
    aiming::Motion,
    attack::Attack,
    attack_offers::{Occasion, target_of},
    best_answer::Answered,
    fates::{Fate, Fates},
    field::Field,
    grips::shove_cells,
    react::Response,
    save::{self, Save},
    stunts::Bargain,
    verbs,
};

/// What a choice may lead to; see [`shieldwall_battle::Ruleset::forecast`].
#[must_use]
pub fn forecast(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Option<Forecast> {
    let mut enumerator = Enumerator::new();
    match decision.kind {
        verbs::REACTION_DECISION | verbs::GUARDING_DECISION => {
            forecast_answer(field, choice, &mut enumerator)
        }
        verbs::STUNT_ANSWER_DECISION => forecast_bargain(field, choice, &mut enumerator),
        verbs::SHARING_DECISION if choice.verb == verbs::STRIKE => {
            let sharing = field.plan.sharing.as_ref()?;
            let attacker = field.fighter(sharing.attacker);
            let attack = field.shared_attack(&attacker, sharing.arm, &sharing.shares)?;
            Some(forecast_attack(field, &attack, &mut enumerator))
        }
        _ => {
            let fighter = field.fighter(decision.actor?);
            let occasion = match decision.kind {
                verbs::OPPORTUNITY_DECISION => Occasion::Opportunity(decision.against?),
                _ => Occasion::Turn,
            };
            if let Some(attack) = field.attack_of(&fighter, choice, occasion) {
                return Some(forecast_attack(field, &attack, &mut enumerator));
            }
            forecast_save(field, decision.actor?, choice)
        }
    }
}

/// Deeds that one save decides, and remedies.
fn forecast_save(field: &Field<'_, '_>, actor: CombatantId, choice: &Choice) -> Option<Forecast> {
    let fighter = field.fighter(actor);
    let target = target_of(choice);
    let (headline, save, name, of_target) = match choice.verb {
        verbs::BREAK_FREE => {
            let save = field.save(fighter.build.0.strength);
            ("break free".to_owned(), save, save::STR, false)
        }
        verbs::FREE_ALLY => {
            let ally = field.fighter(target?);
            let save = field.save(fighter.build.0.strength);
            (format!("free {}", ally.name()), save, save::STR, false)
        }
        verbs::DISTRACT | verbs::INTIMIDATE | verbs::TAUNT => {
            let enemy = field.fighter(target?);
            let save = field.save(enemy.build.0.wit);
            (
                format!("{} {}", choice.verb, enemy.name()),
                save,
                save::WIT,
                true,
            )
        }
        verbs::USE | verbs::INVOKE => return forecast_remedy(field, choice, target?),
        verbs::PUSH => return forecast_push(field, choice),
        verbs::OPERATE => return forecast_device(field, fighter.side(), choice),
        _ => return None,
    };
    let passes = save.chance();
    let works = if of_target { 1.0 - passes } else { passes };
    let outcomes = [("it works", works), ("it fails", 1.0 - works)];
    Some(Forecast {
        headline,
        chances: vec![save.breakdown(name)],
        outcomes: outcomes
            .into_iter()
            .filter(|(_, probability)| *probability > 0.0)
            .map(|(label, probability)| Outcome { label, probability })
            .collect(),
        subject: of_target.then_some(target).flatten(),
        changes: match choice.verb {
            verbs::DISTRACT => vec![("distracted", works)],
            verbs::INTIMIDATE => vec![("intimidated", works)],
            verbs::TAUNT => vec![("taunted", works)],
            _ => vec![("free", works)],
        },
        branches: 2,
        ..Forecast::default()
    })
}

fn forecast_remedy(
    field: &Field<'_, '_>,
    choice: &Choice,
    patient: CombatantId,
) -> Option<Forecast> {
    let gear = field.gear(choice.item?)?;
    let fighter = field.fighter(patient);
    let dice = match (&gear.gear.0.remedy, &gear.gear.0.power) {
        (Some(Remedy::Medicine(dice)), _) => Some(dice),
        (_, Some(power)) => match &power.effect {
            PowerEffect::Mend { health, .. } => Some(health),
            PowerEffect::Veil | PowerEffect::Attack(_) => None,
        },
        _ => None,
    };
    let room = fighter.health.max - fighter.health.current;
    let wakes = gear.gear.0.remedy.is_some() && fighter.is_down() && !fighter.mind.knocked_out;
    let mut changes = Vec::new();
    if wakes {
        changes.push(("back in the fight", 1.0));
    }
    Some(Forecast {
        headline: format!("{} for {}", gear.name(), fighter.name()),
        subject: Some(patient),
        gain: dice.map(|dice| dice.distribution().map(|roll| roll.min(room))),
        changes,
        branches: 1,
        ..Forecast::default()
    })
}

/// What becomes of somebody who is pushed into a cell; `None` if nothing there hurts.
fn forecast_push(field: &Field<'_, '_>, choice: &Choice) -> Option<Forecast> {
    let grip = field.plan.attack.as_ref()?.grips.last()?;
    let Some(Target::Cell(cell)) = choice.target else {
        return None;
    };
    let ways = shove_cells(field, grip.by, grip.on);
    let (_, way) = ways.into_iter().find(|(other, _)| *other == cell)?;
    if !field.is_harmful(grip.on, &way) {
        return None;
    }
    let target = field.fighter(grip.on);
    let harm = field.push_harm(grip.on, &way);
    let mut fates = Fates {
        branches: harm.len(),
        ..Fates::default()
    };
    let fate = fates.by.entry(grip.on).or_default();
    for (lost, state, probability) in harm {
        fate.befalls(lost, state, probability, !target.is_down());
    }
    let mut forecast = Forecast {
        headline: format!("push {}", target.name()),
        outcomes: outcomes(&[("it works", 1.0)]),
        ..Forecast::default()
    };
    fill(&mut forecast, &fates, Some(grip.on));
    Some(forecast)
}

/// What a device does to all whom its side sees where the ground changes; `None` if it hurts nobody.
fn forecast_device(field: &Field<'_, '_>, side: SideId, choice: &Choice) -> Option<Forecast> {
    let Some(Target::Cell(cell)) = choice.target else {
        return None;
    };
    let devices = &field.board.level.devices;
    let device = devices.iter().find(|device| device.cell == cell)?;
    let mut fates = Fates::default();
    for (who, danger) in field.endangered_by(device) {
        let fighter = field.fighter(who);
        if fighter.is_concealed() && field.hostile(fighter.side(), side) {
            continue;
        }
        let harm = field.jolted(who, &[field.jolt_of(danger, who)]);
        fates.branches += harm.len();
        let fate = fates.by.entry(who).or_default();
        for (lost, state, probability) in harm {
            fate.befalls(lost, state, probability, !fighter.is_down());
        }
    }
    if fates.by.is_empty() {
        return None;
    }
    let mut forecast = Forecast {
        headline: device.deed.clone(),
        outcomes: outcomes(&[("it works", 1.0)]),
        ..Forecast::default()
    };
    fill(&mut forecast, &fates, None);
    Some(forecast)
}

/// The odds of an attack that has not been made yet, answered as well as possible.
fn forecast_attack(
    field: &Field<'_, '_>,
    attack: &Attack,
    enumerator: &mut Enumerator,
) -> Forecast {
    let save = field.save_to_hit(attack);
    let hits = save.map_or(1.0, Save::chance);
    let mut forecast = Forecast {
        chances: save
            .map(|save| breakdown_to_hit(save, attack))
            .into_iter()
            .collect(),
        ..Forecast::default()
    };
    if let Some(aimed) = attack.aimed_zone {
        let (fates, zones) = field.blast_fates(attack, aimed, enumerator);
        let name = |zone: ZoneId| field.board.level.zones.name(zone);
        forecast.headline = format!("{} on zone {}", attack.with, name(aimed));
        forecast.outcomes = outcomes(&[("hits the zone", hits), ("strays", 1.0 - hits)]);
        if hits < 1.0 {
            let strays: Vec<String> = zones[1..]
                .iter()
                .map(|(zone, chance)| {
                    format!("{} {}", name(*zone), shieldwall_dice::percent(*chance))
                })
                .collect();
            forecast.notes.push(if strays.is_empty() {
                "a miss is lost".to_owned()
            } else {
                format!("strays to zone {}", strays.join(", "))
            });
        }
        forecast.assumption = Some("if everyone answers for itself as well as it can".to_owned());
        fill(&mut forecast, &fates, None);
        return forecast;
    }
    let [target] = attack.targets.as_slice() else {
        let fates = field.group_fates(attack, enumerator);
        let mut sum = Fates::default();
        sum.add(&fates, hits);
        forecast.headline = format!("{} shared out", attack.with);
        forecast.assumption = Some("if everyone answers for itself as well as it can".to_owned());
        fill(&mut forecast, &sum, None);
        return forecast;
    };
    let enemy = field.fighter(target.now);
    forecast.headline = format!("{} against {}", attack.with, enemy.name());
    let knowing = field.fighter(attack.attacker).side();
    let (best, answers) = field.best_answer(attack, 0, knowing, enumerator);
    let mut sum = Fates::default();
    sum.add(&answers[best].fates, hits);
    sum.branches = answers.iter().map(|answer| answer.fates.branches).sum();
    forecast.outcomes = outcomes(&[
        ("misses", 1.0 - hits),
        ("does harm", sum.lands),
        ("comes to nothing", hits - sum.lands),
    ]);
    if answers.len() > 1 {
        let label = answers[best].response.offer(field).label;
        forecast.assumption = Some(format!("if the answer is: {}", label.to_lowercase()));
        forecast.alternatives = alternatives(field, &answers, target.now, hits);
    }
    fill(&mut forecast, &sum, Some(target.now));
    forecast
}

/// The save to hit, with what makes it necessary.
fn breakdown_to_hit(save: Save, attack: &Attack) -> ChanceBreakdown {
    let mut chance = save.breakdown(save::WIT);
    chance.skill = match attack.motion {
        Motion::Steady => "WIT save to hit".into(),
        Motion::Moving => "WIT save to hit on the move".into(),
    };
    chance
}

fn outcomes(all: &[(&'static str, f64)]) -> Vec<Outcome> {
    all.iter()
        .filter(|(_, probability)| *probability > 1e-12)
        .map(|(label, probability)| Outcome {
            label,
            probability: *probability,
        })
        .collect()
}

fn alternatives(
    field: &Field<'_, '_>,
    answers: &[Answered],
    target: CombatantId,
    hits: f64,
) -> Vec<Alternative> {
    answers
        .iter()
        .map(|answer| {
            let chance = match answer.response {
                Response::Dodge => {
                    let agility = field.fighter(target).build.0.agility;
                    Some(field.save(agility).limit() * 5)
                }
                _ => None,
            };
            let side = field.fighter(target).side();
            let own: Vec<&Fate> = answer
                .fates
                .by
                .iter()
                .filter(|(who, _)| !field.hostile(field.fighter(**who).side(), side))
                .map(|(_, fate)| fate)
                .collect();
            Alternative {
                idle: answer.response == Response::None,
                label: answer.response.offer(field).label,
                chance,
                expected_loss: hits * own.iter().map(|fate| fate.expected_loss()).sum::<f64>(),
                fells: hits * own.iter().map(|fate| fate.fells).sum::<f64>(),
            }
        })
        .collect()
}

/// Writes what becomes of everybody into a forecast; the subject first.
fn fill(forecast: &mut Forecast, fates: &Fates, subject: Option<CombatantId>) {
    // Where somebody else takes the blow, that one is the subject.
    let hurt = fates
        .by
        .iter()
        .max_by(|(_, a), (_, b)| a.harm(1).total_cmp(&b.harm(1)))
        .map(|(who, _)| *who);
    let subject = subject
        .filter(|who| fates.by.contains_key(who))
        .or(hurt)
        .or(subject);
    forecast.subject = subject;
    forecast.branches += fates.branches;
    for (who, fate) in &fates.by {
        if Some(*who) == subject {
            forecast.loss = Some(fate.distribution());
            forecast.fells = fate.fells;
            forecast.kills = fate.kills;
            forecast.changes = fate.changes();
        } else {
            forecast.others.push(Stake {
                who: *who,
                loss: Some(fate.distribution()),
                fells: fate.fells,
                kills: fate.kills,
                changes: fate.changes(),
            });
        }
    }
    if subject.is_some_and(|who| fates.of(who).is_none()) {
        forecast.loss = Some(Distribution::certain(0));
    }
}

/// What an answer to the attack under way leads to.
fn forecast_answer(
    field: &Field<'_, '_>,
    choice: &Choice,
    enumerator: &mut Enumerator,
) -> Option<Forecast> {
    let attack = field.plan.attack.as_ref()?;
    let place = attack.asked.min(attack.targets.len().checked_sub(1)?);
    let among = match attack.targets[place].asking {
        crate::attack::Asking::AsGuard => field.guard_replies(attack, place),
        _ => field.responses(attack, place),
    };
    let mut response = Response::chosen(choice, &among, field);
    if let (verbs::GUARD, Some(guard)) = (choice.verb, target_of(choice)) {
        response = Response::Guard(guard);
    }
    let who = attack.targets[place].now;
    let fates = field.answered(attack, place, response, enumerator);
    let mut forecast = Forecast {
        headline: response.offer(field).label,
        outcomes: outcomes(&[
            ("harm is done", fates.lands),
            ("nothing happens", 1.0 - fates.lands),
        ]),
        ..Forecast::default()
    };
    if response == Response::Dodge {
        let agility = field.fighter(who).build.0.agility;
        forecast
            .chances
            .push(field.save(agility).breakdown(save::AGI));
    }
    if let Response::Counter(counter) = response
        && counter.hard
    {
        let wit = field.fighter(counter.by).build.0.wit;
        forecast.chances.push(field.save(wit).breakdown(save::WIT));
    }
    fill(&mut forecast, &fates, Some(who));
    Some(forecast)
}

/// What accepting or refusing a bargain leads to.
fn forecast_bargain(
    field: &Field<'_, '_>,
    choice: &Choice,
    enumerator: &mut Enumerator,
) -> Option<Forecast> {
    let attack = field.plan.attack.as_ref()?;
    let target = attack.targets.first()?.now;
    if choice.verb == verbs::ACCEPT {
        let bargain: Bargain = field.plan.bargain?;
        let mut fates = Fates::default();
        let fate = fates.by.entry(target).or_default();
        if bargain.takes_out() {
            fate.fells = 1.0;
        }
        fates.branches = 1;
        if let Some(way) = field.pushed_way(attack, bargain) {
            let harm = field.push_harm(target, &way);
            fates.branches = harm.len();
            for (lost, state, probability) in harm {
                fate.befalls(lost, state, probability, true);
            }
        }
        let mut forecast = Forecast {
            headline: "Accept".to_owned(),
            ..Forecast::default()
        };
        fill(&mut forecast, &fates, Some(target));
        return Some(forecast);
    }
    let knowing = field.fighter(target).side();
    let (best, answers) = field.best_answer(attack, 0, knowing, enumerator);
    let fates = &answers[best].fates;
    let mut forecast = Forecast {
        headline: "Refuse".to_owned(),
        outcomes: outcomes(&[
            ("harm is done", fates.lands),
            ("nothing happens", 1.0 - fates.lands),
        ]),
        assumption: Some(format!(
            "if the answer is: {}",
            answers[best].response.offer(field).label.to_lowercase()
        )),
        ..Forecast::default()
    };
    fill(&mut forecast, fates, Some(target));
    Some(forecast)
}
