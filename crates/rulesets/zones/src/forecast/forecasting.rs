//! Exact odds of attacks and answers, from the code that plays them.
//!
//! An attack is foretold as it comes out if the other side answers as well as it can: every answer on
//! offer is tried, its exchange enumerated, and the one taken that is best for those who answer.

use shieldwall_battle::{
    ChanceBreakdown, Choice, CombatantId, Decision, Forecast, Outcome, Stake,
    forecast::{Alternative, OwnForecast},
};
use shieldwall_dice::{Distribution, Enumerator};
use shieldwall_grid::ZoneId;

use crate::{
    attack::{
        aiming::Motion,
        answers::Response,
        in_progress::{Asking, Attack},
        offers::{Occasion, target_of},
        save::{self, Save},
    },
    context::read::ReadContext,
    forecast::{
        best_answer::Answered,
        damage_terms,
        fates::{Fate, Fates},
        foresight::Reaction,
    },
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
    // Whoever is let go of as it begins may answer it.
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
        let (fates, zones) = read.blast_fates(attack, aimed, enumerator);
        let name = |zone: ZoneId| read.board.level.zones.name(zone);
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
        forecast.assumption = Some(assuming("if all answer as well as they can", &fates));
        fill(&mut forecast, &fates, None);
        return forecast;
    }
    let [target] = attack.targets.as_slice() else {
        let side = read.fighter(attack.attacker).side();
        let fates = read.group_fates(attack, side, enumerator);
        let mut sum = Fates::default();
        sum.add(&fates, hits);
        forecast.headline = format!("{} shared out", attack.with);
        forecast.assumption = Some(assuming("if all answer as well as they can", &sum));
        fill(&mut forecast, &sum, None);
        return forecast;
    };
    let enemy = read.fighter(target.now);
    forecast.headline = format!("{} against {}", attack.with, enemy.name());
    let knowing = read.fighter(attack.attacker).side();
    let (best, answers) = read.best_answer(attack, knowing, enumerator);
    let mut sum = Fates::default();
    sum.add(&answers[best].fates, hits);
    sum.branches = answers.iter().map(|answer| answer.fates.branches).sum();
    forecast.outcomes = outcomes(&[
        ("misses", 1.0 - hits),
        ("does harm", sum.lands),
        ("comes to nothing", hits - sum.lands),
    ]);
    if answers.len() > 1 {
        let label = answers[best].response.offer(read).label;
        let taken = format!("if the answer is: {}", label.to_lowercase());
        forecast.assumption = Some(assuming(&taken, &sum));
        forecast.alternatives = alternatives(read, &answers, target.now, hits);
    }
    fill(&mut forecast, &sum, Some(target.now));
    forecast
}

/// What is assumed, and that not all ways to answer were gone through if it is so.
fn assuming(what: &str, fates: &Fates) -> String {
    if fates.cut_short {
        format!("{what}, with not every way to answer gone through")
    } else {
        what.to_owned()
    }
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

pub(crate) fn outcomes(all: &[(&'static str, f64)]) -> Vec<Outcome> {
    all.iter()
        .filter(|(_, probability)| *probability > 1e-12)
        .map(|(label, probability)| Outcome {
            label,
            probability: *probability,
        })
        .collect()
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
            let own: Vec<&Fate> = answer
                .fates
                .by
                .iter()
                .filter(|(who, _)| !read.hostile(read.fighter(**who).side(), side))
                .map(|(_, fate)| fate)
                .collect();
            Alternative {
                idle: answer.response == Response::None,
                label: answer.response.offer(read).label,
                chance,
                expected_loss: hits * own.iter().map(|fate| fate.expected_loss()).sum::<f64>(),
                fells: hits * own.iter().map(|fate| fate.fells).sum::<f64>(),
            }
        })
        .collect()
}

/// Writes what becomes of everybody into a forecast; the subject first.
pub(crate) fn fill(forecast: &mut Forecast, fates: &Fates, subject: Option<CombatantId>) {
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
            forecast.felling = fate.felling();
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
    let mut fates = read.answered(attack, answer, decision.side, enumerator);
    // It is told first what becomes of the one who is asked, be it nothing.
    let asked = decision.actor.unwrap_or(who);
    fates.by.entry(asked).or_default();
    let mut forecast = Forecast {
        headline: decision.offer_for(choice).ok()?.label.clone(),
        outcomes: outcomes(&[
            ("somebody is harmed", fates.lands),
            ("nobody is harmed", 1.0 - fates.lands),
        ]),
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
    forecast.assumption = fates
        .cut_short
        .then(|| assuming("if all answer as well as they can", &fates));
    fill(&mut forecast, &fates, Some(asked));
    Some(forecast)
}
