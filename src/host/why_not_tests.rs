//! Why an enemy cannot be attacked is asked of the ruleset.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use shieldwall_battle::{BattleSetup, CombatantId, Decision, Refusal};
use shieldwall_content::ContentRoot;

use super::*;
use crate::{
    battle_plan::{BattleOrigin, Commander},
    content::Content,
};

/// A duel between two people, far from one another.
fn duel(ruleset: &str) -> Host {
    let content = Content::read(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))]);
    let plan = BattlePlan {
        ruleset: shieldwall_rulesets::by_id(ruleset).unwrap(),
        setup: BattleSetup::of_level(&content.library, "duel-ring", "percentile", 7).unwrap(),
        commanders: vec![Commander::Human; 2],
        origin: BattleOrigin::Fresh,
    };
    Host::start(plan, None, Waker::default())
}

/// The next decision, with the enemy of who decides.
fn next_decision(host: &Host) -> (Arc<Decision>, CombatantId) {
    loop {
        if let Reply::Update(update) = host.replies.recv().unwrap()
            && let Some(decision) = update.state.decision
        {
            let mut all = update.state.full_view.combatants.iter();
            let enemy = all.find(|other| other.side != decision.side).unwrap().id;
            return (decision, enemy);
        }
    }
}

fn why_not(host: &Host, decision: u32, who: CombatantId) -> Option<Refusal> {
    host.send(Request::WhyNot { decision, who });
    loop {
        if let Reply::WhyNot {
            who: about,
            refusal,
            ..
        } = host.replies.recv().unwrap()
        {
            assert_eq!(about, who);
            return refusal;
        }
    }
}

#[test]
fn who_is_out_of_reach_is_said_to_be_so() {
    let host = duel("zones");
    loop {
        let (decision, enemy) = next_decision(&host);
        if decision.actor.is_some() {
            let refusal = why_not(&host, decision.number, enemy).unwrap();
            assert!(refusal.words.contains(&"range"), "{}", refusal.reason);
            assert!(!refusal.rules.is_empty());
            assert_eq!(why_not(&host, decision.number + 1, enemy), None);
            return;
        }
        let choice = decision.choice_at(0).unwrap();
        let decision = decision.number;
        host.send(Request::Choose { decision, choice });
    }
}

#[test]
fn of_who_can_be_attacked_nothing_is_said() {
    let host = duel("percentile");
    let (decision, enemy) = next_decision(&host);
    assert!(decision.offers.iter().any(|offer| offer.role.is_attack()));
    assert_eq!(why_not(&host, decision.number, enemy), None);
}
