//! Exact odds of attacks and answers, from the code that plays them.
//!
//! An attack is forecast as it comes out if the other side answers as well as it can: every answer on
//! offer is tried, its exchange enumerated, and the one taken that is best for those who answer.

use shieldwall_battle::forecast::{CombatantOutcome, Outcomes};
use shieldwall_battle::{
    Check, Choice, CombatantId, Decision, Forecast,
    forecast::{Alternative, OwnForecast},
};
use shieldwall_dice::Enumerator;
use shieldwall_grid::ZoneId;

use crate::{
    attack::{
        answers::Response,
        offers::{Occasion, target_of},
        save::{self, Save},
        state::{Asking, Attack, Motion},
    },
    context::read::ReadContext,
    forecast::{best_answer::Answered, chances::told, damage_terms, lookahead::Reaction},
    movement::chase,
    terms::{actions, decisions},
};

/// What a choice may lead to; see [`shieldwall_battle::Ruleset::forecast`].
#[must_use]
pub fn forecast(read: &ReadContext<'_, '_>, decision: &Decision, choice: &Choice) -> OwnForecast {
    let mut enumerator = Enumerator::new();
    let read = &read.reckoned_by(Some(decision.side));
    match decision.kind {
        decisions::REACTION | decisions::GUARDING | decisions::WILLING => {
            OwnForecast::of(forecast_answer(read, decision, choice, &mut enumerator))
        }
        decisions::PURSUIT => OwnForecast::of(chase::forecast(read, decision.side, choice)),
        _ => match attack_begun_by(read, decision, choice) {
            Some(attack) => {
                OwnForecast::Told(Box::new(forecast_attack(read, &attack, &mut enumerator)))
            }
            None => OwnForecast::Play,
        },
    }
}

/// The attack that a choice begins, if it begins one.
fn attack_begun_by(
    read: &ReadContext<'_, '_>,
    decision: &Decision,
    choice: &Choice,
) -> Option<Attack> {
    if decision.kind == decisions::SHARING {
        let sharing = read.plan.sharing.as_ref()?;
        let attacker = read.fighter(sharing.attacker);
        return (choice.action == actions::STRIKE)
            .then(|| read.shared_attack(&attacker, sharing.arm, &sharing.shares))?;
    }
    let fighter = read.fighter(decision.actor?);
    let occasion = match decision.kind {
        decisions::OPPORTUNITY => Occasion::Opportunity(decision.against?),
        _ => Occasion::Turn,
    };
    read.attack_of(&fighter, choice, occasion)
}

/// The odds of an attack that has not been made yet, answered as well as possible.
fn forecast_attack(
    read: &ReadContext<'_, '_>,
    attack: &Attack,
    enumerator: &mut Enumerator,
) -> Forecast {
    // Anyone who is let go of as it begins may answer it.
    let once_let_go = read.once_let_go(attack);
    let read = once_let_go.as_ref().unwrap_or(read);
    let save = read.save_to_hit(attack);
    let hits = save.map_or(1.0, Save::chance);
    let mut forecast = Forecast {
        chances: save
            .map(|save| breakdown_to_hit(save, attack))
            .into_iter()
            .collect(),
        notes: damage_terms::terms(read, attack),
        ..Forecast::default()
    };
    if let Some(aimed) = attack.aimed_zone {
        let (outcomes, zones) = read.blast_outcomes(attack, aimed, enumerator);
        let name = |zone: ZoneId| read.board.level.zones.name(zone);
        forecast.headline = format!("{} on zone {}", attack.with, name(aimed));
        forecast.outcomes = told(&[("hits the zone", hits), ("strays", 1.0 - hits)]);
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
        forecast.assumption = Some(assuming("with the best answers", &outcomes));
        forecast.fill(&outcomes, None);
        return forecast;
    }
    let [target] = attack.targets.as_slice() else {
        let side = read.fighter(attack.attacker).side();
        let outcomes = read.group_outcomes(attack, side, enumerator);
        let mut sum = Outcomes::default();
        sum.add(&outcomes, hits);
        forecast.headline = format!("{} shared out", attack.with);
        forecast.assumption = Some(assuming("with the best answers", &sum));
        forecast.fill(&sum, None);
        return forecast;
    };
    let enemy = read.fighter(target.now);
    forecast.headline = format!("{} against {}", attack.with, enemy.name());
    let knowing = read.fighter(attack.attacker).side();
    let (best, answers) = read.best_answer(attack, knowing, enumerator);
    let mut sum = Outcomes::default();
    sum.add(&answers[best].outcomes, hits);
    sum.branches = answers.iter().map(|answer| answer.outcomes.branches).sum();
    let harms = sum.harms(target.now).min(sum.lands);
    forecast.outcomes = told(&[
        ("harms the target", harms),
        ("harms others", sum.lands - harms),
        ("misses", 1.0 - hits),
        ("no harm", hits - sum.lands),
    ]);
    if answers.len() > 1 {
        let label = answers[best].response.offer(read).label;
        let taken = format!("if the answer is: {}", label.to_lowercase());
        forecast.assumption = Some(assuming(&taken, &sum));
        forecast.alternatives = alternatives(read, &answers, target.now, hits);
    }
    forecast.fill(&sum, Some(target.now));
    forecast
}

/// What is assumed, and that not all ways to answer were gone through if it is so.
fn assuming(what: &str, outcomes: &Outcomes) -> String {
    if outcomes.cut_short {
        format!("{what}, not all answers tried")
    } else {
        what.to_owned()
    }
}

/// The save to hit, with what makes it necessary.
fn breakdown_to_hit(save: Save, attack: &Attack) -> Check {
    let mut chance = save.breakdown(save::WIT);
    chance.skill = match attack.motion {
        Motion::Steady => "WIT save to hit".into(),
        Motion::Moving => "WIT save to hit on the move".into(),
    };
    chance
}

fn alternatives(
    read: &ReadContext<'_, '_>,
    answers: &[Answered],
    target: CombatantId,
    hits: f64,
) -> Vec<Alternative> {
    answers
        .iter()
        .map(|answer| {
            let chance = match answer.response {
                Response::Dodge => {
                    let agility = read.fighter(target).build.0.agility;
                    Some(read.save(agility).limit() * 5)
                }
                _ => None,
            };
            let side = read.fighter(target).side();
            let own: Vec<&CombatantOutcome> = answer
                .outcomes
                .by
                .iter()
                .filter(|(who, _)| !read.hostile(read.fighter(**who).side(), side))
                .map(|(_, outcome)| outcome)
                .collect();
            Alternative {
                idle: answer.response == Response::None,
                label: answer.response.offer(read).label,
                chance,
                expected_loss: hits
                    * own
                        .iter()
                        .map(|outcome| outcome.expected_loss())
                        .sum::<f64>(),
                defeats: hits * own.iter().map(|outcome| outcome.defeats).sum::<f64>(),
            }
        })
        .collect()
}

/// What an answer to the attack under way leads to.
fn forecast_answer(
    read: &ReadContext<'_, '_>,
    decision: &Decision,
    choice: &Choice,
    enumerator: &mut Enumerator,
) -> Option<Forecast> {
    let attack = read.plan.attack.as_ref()?;
    let place = attack.asked.min(attack.targets.len().checked_sub(1)?);
    let among = match attack.targets[place].asking {
        Asking::AsGuard => read.guard_replies(attack, place),
        _ => read.responses(attack, place),
    };
    let mut response = Response::chosen(choice, &among, read);
    if let (actions::GUARD, Some(guard)) = (choice.action, target_of(choice)) {
        response = Response::Guard(guard);
    }
    let answer = if decision.kind == decisions::WILLING {
        Reaction::Willing(choice.action == actions::ACCEPT)
    } else {
        Reaction::Response(response)
    };
    let who = attack.targets[place].now;
    let mut outcomes = read.answered(attack, answer, decision.side, enumerator);
    // It is told first what becomes of the one who is asked, be it nothing.
    let asked = decision.actor.unwrap_or(who);
    outcomes.by.entry(asked).or_default();
    let mut forecast = Forecast {
        headline: decision.offer_for(choice).ok()?.label.clone(),
        outcomes: told(&[("harm", outcomes.lands), ("no harm", 1.0 - outcomes.lands)]),
        ..Forecast::default()
    };
    if response == Response::Dodge {
        let agility = read.fighter(who).build.0.agility;
        forecast
            .chances
            .push(read.save(agility).breakdown(save::AGI));
    }
    if let Response::Counter(counter) = response
        && counter.hard
    {
        let wit = read.fighter(counter.by).build.0.wit;
        forecast.chances.push(read.save(wit).breakdown(save::WIT));
    }
    forecast.assumption = outcomes
        .cut_short
        .then(|| assuming("with the best answers", &outcomes));
    forecast.fill(&outcomes, Some(asked));
    Some(forecast)
}
