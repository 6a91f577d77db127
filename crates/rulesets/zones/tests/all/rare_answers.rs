//! Answers to an attack that are seldom wanted are folded away, and the others are not.

use std::collections::BTreeMap;

use shieldwall_zones::terms::{actions, decisions, rules::R085};

use super::short_cuts::on_all_levels;

#[test]
fn only_answers_that_are_seldom_wanted_are_folded_away() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    on_all_levels(400, |battle, _| {
        let Some(decision) = battle.open_decision() else {
            return;
        };
        if decision.kind != decisions::REACTION {
            return;
        }
        for offer in &decision.offers {
            let rare = [actions::HIDE_BEHIND, actions::COUNTER_GENTLY].contains(&offer.action)
                || offer.action == actions::COUNTER && offer.rules.contains(&R085);
            assert_eq!(offer.aside.is_some(), rare, "{}", offer.label);
            *seen.entry(offer.action.key).or_default() += 1;
        }
    });
    for action in [
        actions::DODGE,
        actions::HIDE_BEHIND,
        actions::COUNTER_GENTLY,
    ] {
        assert!(seen.contains_key(action.key), "{}: {seen:?}", action.key);
    }
}
