//! What a side may not see changes nothing for it. Two battles are played that differ in nothing but where
//! hidden enemies are; as long as nothing gives these away, the other side is asked, offered, shown, told and
//! forecast the same, may take back as much, and its brain decides alike, whatever the rules.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use shieldwall_battle::{Choice, Decision, Event, Progress, SideId};

use crate::twins::{Twins, levels};

/// Plays random battles on every level; how often those who were not seen were asked what, and how many
/// decisions of the other side were compared.
fn play_everywhere(ruleset: &str, seeds: u64) -> (BTreeMap<String, u32>, u32) {
    let mut asked: BTreeMap<String, u32> = BTreeMap::new();
    let mut compared = 0;
    for (number, level) in (0..).zip(levels()) {
        for seed in 0..seeds {
            let Some(mut twins) = Twins::begin(ruleset, level, seed * 31 + number, false) else {
                continue;
            };
            twins.play();
            compared += twins.compared;
            for (kind, times) in twins.asked_in_secret {
                *asked.entry(kind.to_owned()).or_default() += times;
            }
        }
    }
    (asked, compared)
}

#[test]
fn percentile_hides_what_a_side_may_not_see() {
    let (asked, compared) = play_everywhere("percentile", 3);
    assert!(compared > 400, "only {compared} decisions");
    for kind in ["statement", "move"] {
        assert!(asked.contains_key(kind), "never asked: {kind}; {asked:?}");
    }
}

#[test]
fn zones_hides_what_a_side_may_not_see() {
    let (asked, compared) = play_everywhere("zones", 2);
    assert!(compared > 400, "only {compared} decisions");
    for kind in ["turn", "opportunity", "reaction"] {
        assert!(asked.contains_key(kind), "never asked: {kind}; {asked:?}");
    }
}

#[test]
fn d20_hides_what_a_side_may_not_see() {
    let (asked, compared) = play_everywhere("d20", 1);
    assert!(compared > 200, "only {compared} decisions");
    assert!(!asked.is_empty(), "never asked");
}

#[test]
fn segments_hides_what_a_side_may_not_see() {
    let (asked, compared) = play_everywhere("segments", 1);
    assert!(compared > 40, "only {compared} decisions");
    assert!(asked.contains_key("declaration"), "never asked: {asked:?}");
}

/// Whether hiding succeeds tells whether anybody unseen watches; so it is not taken back, whatever came of it.
fn nobody_finds_out_for_nothing_by_hiding(ruleset: &str) {
    let mut outcomes = BTreeMap::new();
    for (number, level) in (0..).zip(levels()) {
        for seed in 0..4 {
            let Some(twins) = Twins::begin(ruleset, level, seed * 17 + number, true) else {
                continue;
            };
            let mut course = twins.into_one();
            let mut hidden: Option<(usize, usize)> = None;
            for _ in 0..60 {
                if course.advance() == Progress::Over {
                    break;
                }
                let decision = course.battle().open_decision().unwrap();
                if decision.side != SideId::RED {
                    let least = course.battle_mut().least().unwrap();
                    course.choose(least).unwrap();
                    continue;
                }
                if let Some((choice, entries)) = hidden.take() {
                    let since = &course.battle().journal().entries()[entries..];
                    let vain = since.iter().any(|entry| {
                        matches!(
                            entry.event,
                            Event::Note {
                                unforeseen: true,
                                ..
                            }
                        )
                    });
                    *outcomes.entry(vain).or_insert(0) += 1;
                    let reach = course.undo_reach(SideId::RED, false);
                    assert!(
                        reach.steps.iter().all(|step| *step > choice),
                        "{level}: {reach:?} with hiding as choice {choice}"
                    );
                }
                let hide = decision
                    .offers
                    .iter()
                    .find(|offer| offer.action.key == "hide" && decision.kind.key != "statement");
                let choice = match hide {
                    Some(offer) => {
                        let choices = course.record().choices.len();
                        let entries = course.battle().journal().entries().len();
                        hidden = Some((choices, entries));
                        offer.choice_at(0)
                    }
                    None => stand_by(&decision),
                };
                course.choose(choice).unwrap();
            }
        }
    }
    assert!(outcomes.len() == 2, "{outcomes:?}");
}

/// Sends somebody, states that it hides, and else does nothing.
fn stand_by(decision: &Decision) -> Choice {
    let wanted = ["activate", "hide", "none", "pass", "stay", "stand", "end"];
    let offer = wanted
        .iter()
        .find_map(|action| {
            decision
                .offers
                .iter()
                .find(|offer| offer.action.key == *action)
        })
        .unwrap_or(&decision.offers[0]);
    offer.choice_at(0)
}

#[test]
fn percentile_tells_nobody_for_nothing_who_watches() {
    nobody_finds_out_for_nothing_by_hiding("percentile");
}

#[test]
fn zones_tells_nobody_for_nothing_who_watches() {
    nobody_finds_out_for_nothing_by_hiding("zones");
}
