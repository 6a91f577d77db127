//! Deeds, and answers of the simulation.

use std::collections::BTreeMap;

use shieldwall_battle::{Choice, ItemId, Refusal, RuleId, Vantage};

use super::{samples::shot, *};
use crate::session::KnownForecast;

#[test]
fn deeds_are_counted_and_told_at_the_end() {
    let mut session = session(WATCHED);
    let mut entries = vec![
        entry(0, deployed(0, SideId::RED, 7), None),
        entry(1, deployed(1, SideId::BLUE, 8), None),
    ];
    let (who, target) = (CombatantId(0), CombatantId(1));
    let choices = [
        shot(who, target),
        Event::AttackResolved {
            who,
            target,
            attack: crate::sample_terms::level("success"),
            defence: crate::sample_terms::defence("none"),
            defence_level: crate::sample_terms::level("failure"),
            effect: crate::sample_terms::effect("normal"),
        },
        Event::HitPoints {
            who: target,
            from: 10,
            to: 1,
            max: 10,
            cause: "wound",
            by: Some(who),
        },
        Event::Vitality {
            who: target,
            from: Vitality::Active,
            to: Vitality::Unconscious,
        },
    ];
    let numbered = (2..).zip(choices);
    entries.extend(numbered.map(|(number, event)| entry(number, event, None)));
    let ending = Ending {
        winner: Some(SideId::RED),
        reason: "all enemies are down".to_owned(),
    };
    report_state(&mut session, entries, ambush(), None, Some(ending));
    session.play(INSTANT);
    let tally = &session.shown.tallies[&who];
    assert_eq!(
        (
            tally.attacks,
            tally.hits,
            tally.defeated,
            tally.damage_dealt
        ),
        (1, 1, 1, 9)
    );
    assert_eq!(session.shown.tallies[&target].damage_taken, 9);
    assert!(session.ending.is_some());
}

#[test]
fn what_is_done_to_ones_own_side_is_taken_but_not_dealt() {
    let mut session = session(WATCHED);
    let (who, friend) = (CombatantId(0), CombatantId(1));
    let hurt = Event::HitPoints {
        who: friend,
        from: 10,
        to: 1,
        max: 10,
        cause: "wound",
        by: Some(who),
    };
    let fell = Event::Vitality {
        who: friend,
        from: Vitality::Active,
        to: Vitality::Unconscious,
    };
    let worn = Event::ItemState {
        item: ItemId(3),
        name: "mail".to_owned(),
        owner: friend,
        state: crate::sample_terms::item_condition("damaged"),
    };
    let mut entries = vec![
        entry(0, deployed(0, SideId::RED, 7), None),
        entry(1, deployed(1, SideId::RED, 8), None),
    ];
    let numbered = (2..).zip([hurt, fell, worn]);
    entries.extend(numbered.map(|(number, event)| entry(number, event, None)));
    let ending = Ending {
        winner: None,
        reason: "enough".to_owned(),
    };
    report_state(&mut session, entries, ambush(), None, Some(ending));
    session.play(INSTANT);
    let [mine, its] = [who, friend].map(|who| session.shown.tallies[&who].clone());
    assert_eq!((mine.damage_dealt, mine.defeated), (0, 0));
    assert_eq!(its.damage_taken, 9);
    let gear = BTreeMap::from([(ItemId(3), ("mail".to_owned(), vec!["damaged"]))]);
    assert_eq!(its.gear, gear);
}

#[test]
fn answers_are_kept_for_the_open_decision_only() {
    let mut session = session(SOLO);
    go_on(&mut session, Vec::new(), Some(decision(3, SideId::RED)));
    drain(&mut session, INSTANT);
    let choice = Choice::of(crate::sample_terms::action("none"));
    session.asked.forecasts.ask(&choice);
    session.asked.vantages.ask(&choice);
    let answers = |decision| {
        [
            Reply::Forecast {
                decision,
                choice: choice.clone(),
                forecast: None,
            },
            Reply::Vantage {
                decision,
                choice: choice.clone(),
                vantage: Vantage::Here,
            },
        ]
    };
    for late in answers(2) {
        session.take(late);
    }
    assert_eq!(
        session.asked.forecasts.forecast(&choice),
        KnownForecast::WorkingOut
    );
    assert_eq!(session.asked.vantages.given(&choice), None);
    for answer in answers(3) {
        session.take(answer);
    }
    assert_eq!(
        session.asked.forecasts.forecast(&choice),
        KnownForecast::Nothing
    );
    assert_eq!(session.asked.vantages.given(&choice), Some(&Vantage::Here));
    session.waiting = true;
    report(&mut session, Vec::new(), ambush(), None);
    assert!(!session.waiting && session.decision.is_none());
    drain(&mut session, INSTANT);
    assert!(
        !session.asked.forecasts.is_asked(&choice) && !session.asked.vantages.is_asked(&choice)
    );
}

#[test]
fn a_refusal_keeps_the_rules_that_forbid_it() {
    let mut session = session(SOLO);
    go_on(&mut session, Vec::new(), Some(decision(0, SideId::RED)));
    drain(&mut session, INSTANT);
    session.waiting = true;
    let refusal = Refusal::with_rules("too far".to_owned(), &[RuleId("PCT-R04")]);
    session.take(Reply::Refused(refusal.clone()));
    assert_eq!(session.refusal, Some(refusal));
    assert!(!session.waiting && session.decision.is_some());
}
