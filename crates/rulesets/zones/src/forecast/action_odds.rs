//! Odds of what is no attack: deeds that a save decides, remedies, pushes, devices, getting on and off.

use shieldwall_battle::{Choice, CombatantId, Forecast, Outcome, SideId, Target};
use shieldwall_content::zones::{PowerEffect, Remedy};

use crate::{
    attack::{offers::target_of, save},
    context::read::ReadContext,
    forecast::{
        damage_odds::felling,
        fates::Fates,
        forecasting::{fill, outcomes},
    },
    terms::{actions, conditions},
    turn::round::Boarding,
};

/// What a deed leads to that is no attack; `None` if nothing is rolled for it.
pub(crate) fn forecast_deed(
    read: &ReadContext<'_, '_>,
    actor: CombatantId,
    choice: &Choice,
) -> Option<Forecast> {
    let fighter = read.fighter(actor);
    let target = target_of(choice);
    let (headline, save, name, of_target) = match choice.action {
        actions::BREAK_FREE => {
            let save = read.save(fighter.build.0.strength);
            ("break free".to_owned(), save, save::STR, false)
        }
        actions::FREE_ALLY => {
            let ally = read.fighter(target?);
            let save = read.save(fighter.build.0.strength);
            (format!("free {}", ally.name()), save, save::STR, false)
        }
        actions::DISTRACT | actions::INTIMIDATE | actions::TAUNT => {
            let enemy = read.fighter(target?);
            let save = read.save(enemy.build.0.wit);
            (
                format!("{} {}", choice.action, enemy.name()),
                save,
                save::WIT,
                true,
            )
        }
        actions::USE | actions::INVOKE => return forecast_remedy(read, choice, target?),
        actions::PUSH => return forecast_push(read, choice),
        actions::MOUNT | actions::DISMOUNT => return forecast_boarding(read, actor, choice),
        actions::OPERATE => return forecast_device(read, fighter.side(), choice),
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
        changes: match choice.action {
            actions::DISTRACT => vec![(conditions::IS_DISTRACTED, works)],
            actions::INTIMIDATE => vec![(conditions::IS_INTIMIDATED, works)],
            actions::TAUNT => vec![(conditions::IS_TAUNTED, works)],
            _ => vec![(conditions::IS_FREE, works)],
        },
        branches: 2,
        ..Forecast::default()
    })
}

fn forecast_remedy(
    read: &ReadContext<'_, '_>,
    choice: &Choice,
    patient: CombatantId,
) -> Option<Forecast> {
    let gear = read.gear(choice.item?)?;
    let fighter = read.fighter(patient);
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
        changes.push((conditions::IS_BACK, 1.0));
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
pub(crate) fn forecast_push(read: &ReadContext<'_, '_>, choice: &Choice) -> Option<Forecast> {
    let grip = read.plan.attack.as_ref()?.grips.last()?;
    let Some(Target::Cell(cell)) = choice.target else {
        return None;
    };
    let way = read.shove_ways(grip.by, grip.on).remove(&cell)?;
    if !read.is_harmful(grip.on, &way) {
        return None;
    }
    let target = read.fighter(grip.on);
    let harm = read.push_harm(grip.on, &way);
    let mut fates = Fates {
        branches: harm.len(),
        ..Fates::default()
    };
    let fate = fates.by.entry(grip.on).or_default();
    for (lost, state, probability) in &harm {
        fate.befalls(*lost, *state, *probability, !target.is_down());
    }
    fates.unseat(read, grip.on, felling(&harm));
    let mut forecast = Forecast {
        headline: format!("push {}", target.name()),
        outcomes: outcomes(&[("it works", 1.0)]),
        ..Forecast::default()
    };
    fill(&mut forecast, &fates, Some(grip.on));
    Some(forecast)
}

/// What getting on something in motion, or off it, leads to (ZON-154, ZON-R74); `None` where it is at
/// rest.
fn forecast_boarding(
    read: &ReadContext<'_, '_>,
    actor: CombatantId,
    choice: &Choice,
) -> Option<Forecast> {
    let fighter = read.fighter(actor);
    let target = target_of(choice);
    let mount = read.fighter(target.or(fighter.riding.0)?);
    let save = read.save_for_balance(actor, *mount.id)?;
    let keeps = save.chance();
    let harm = read.fall_harm(actor);
    let mut fates = Fates {
        branches: harm.len() + 1,
        ..Fates::default()
    };
    let fate = fates.by.entry(actor).or_default();
    for (lost, state, probability) in harm {
        fate.befalls(lost, state, (1.0 - keeps) * probability, true);
    }
    let headline = if target.is_some() {
        "get on"
    } else {
        "get off"
    };
    let mut forecast = Forecast {
        headline: format!("{headline} {}", mount.name()),
        chances: vec![save.breakdown(save::AGI)],
        outcomes: outcomes(&[("keeps its balance", keeps), ("falls", 1.0 - keeps)]),
        ..Forecast::default()
    };
    let to = match choice.target {
        Some(Target::Cell(cell)) => Boarding::Off(cell),
        _ => Boarding::On(*mount.id),
    };
    let strikers = read.left_by_boarding(&fighter, to);
    let known = |who: &CombatantId| read.is_known_to(&read.fighter(*who), fighter.side());
    if strikers.iter().any(known) {
        forecast.assumption = Some("if nobody strikes at it as it goes".to_owned());
    }
    fill(&mut forecast, &fates, Some(actor));
    Some(forecast)
}

/// What a device does to all whom its side sees where the ground changes; `None` if it hurts nobody.
fn forecast_device(read: &ReadContext<'_, '_>, side: SideId, choice: &Choice) -> Option<Forecast> {
    let Some(Target::Device(_, id)) = choice.target else {
        return None;
    };
    let device = read.board.level.devices.get(id.index())?;
    let mut fates = Fates::default();
    for (who, danger) in read.endangered_by(device) {
        let fighter = read.fighter(who);
        if !read.is_known_to(&fighter, side) {
            continue;
        }
        let harm = read.jolted(who, &[read.jolt_of(danger, who)]);
        fates.branches += harm.len();
        let fate = fates.by.entry(who).or_default();
        for (lost, state, probability) in &harm {
            fate.befalls(*lost, *state, *probability, !fighter.is_down());
        }
        fates.unseat(read, who, felling(&harm));
    }
    if fates.by.is_empty() {
        return None;
    }
    let mut forecast = Forecast {
        headline: device.action.clone(),
        outcomes: outcomes(&[("it works", 1.0)]),
        ..Forecast::default()
    };
    fill(&mut forecast, &fates, None);
    Some(forecast)
}
