//! How many decisions a person takes in a round of a duel, and how many of them are really asked.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, Ruleset, SideId, terms::DecisionRole};
use shieldwall_content::ContentRoot;

use super::{Orders, automatic};
use crate::{
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    content::Content,
    host::Host,
    session::Parts,
};

/// Decisions of red in ten duels on the duel ring: all of them, those that a person is asked, the
/// targets that are stated, and the rounds that were played.
#[derive(Debug, Default)]
struct Count {
    all: u32,
    asked: u32,
    stated: u32,
    rounds: u32,
}

fn content() -> Content {
    Content::read(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))])
}

/// The rulesets of the game: other tests of this process may have added one of their own.
fn rulesets(content: &Content) -> Vec<Arc<dyn Ruleset>> {
    let mut all = shieldwall_rulesets::all();
    all.retain(|rules| content.library.rulebooks.contains_key(rules.id()));
    all
}

/// Red decides as the normal brain does, and says of its first answer to an attack, and to the question who goes first,
/// that it is to be given always.
fn count(content: &Content, ruleset: &str, fighters: usize) -> Count {
    let mut count = Count::default();
    for seed in 0..10 {
        let mut setup =
            BattleSetup::of_level(&content.library, "duel-ring", ruleset, seed).unwrap();
        for side in &mut setup.sides {
            side.warband.truncate(fighters);
        }
        let rules = shieldwall_rulesets::by_id(ruleset).unwrap();
        let plan = BattlePlan {
            ruleset: Arc::clone(&rules),
            setup: setup.clone(),
            commanders: vec![Commander::Human, Commander::Ai(BrainKind::Planner)],
            origin: BattleOrigin::Fresh,
        };
        let mut battle = Battle::new(rules, setup).unwrap();
        let mut brains: Vec<Box<dyn Brain>> = (0..2)
            .map(|side| brain(BrainKind::Planner, seed + side))
            .collect();
        let map = Arc::new(battle.map().clone());
        let host = Host::unconnected();
        let mut session = Parts::with_host(plan, host, Some(SideId::RED), map);
        let mut orders = Orders::default();
        while battle.advance() == Progress::Decision {
            let decision = battle.decision().unwrap().clone();
            let mut choice = None;
            if decision.side == SideId::RED {
                session.view = battle.view(Some(SideId::RED));
                count.all += 1;
                let answer = automatic::answer_to(&session, &decision, &orders, true);
                choice = answer.map(|(choice, _)| choice);
            }
            let given = choice.is_some();
            let choice =
                choice.unwrap_or_else(|| brains[decision.side.index()].choose(&mut battle));
            if decision.side == SideId::RED && !given {
                count.asked += 1;
                let states = decision.kind.role == DecisionRole::Statement;
                count.stated += u32::from(states && choice.target.is_some());
                orders.note(&decision, &choice);
                orders.always(&decision, &choice, String::new());
            }
            battle.choose(choice).unwrap();
        }
        count.rounds += battle.view(None).round;
    }
    count
}

/// Two where sides send one after the other. Over all rulesets a fifth at least of what would be asked is answered
/// without asking.
#[test]
fn a_duel_asks_three_questions_a_round_at_most_of_one_fighter() {
    let (content, mut all, mut asked) = (content(), 0, 0);
    for rules in rulesets(&content) {
        let count = count(&content, rules.id(), 1);
        // Who sends one fighter after the other makes a whole turn of each.
        let most = if rules.terms().activates() { 2 } else { 3 };
        assert!(
            count.asked <= most * count.rounds,
            "{}: {count:?}",
            rules.id()
        );
        all += count.all;
        asked += count.asked;
    }
    assert!(5 * asked < 4 * all, "{asked} of {all}");
}

/// Two who fight in phases are asked no more than one: the attacks that they have stated are made without asking.
#[test]
fn where_attacks_are_stated_three_questions_a_round_do_for_two() {
    let (content, mut found) = (content(), 0);
    for rules in rulesets(&content) {
        let count = count(&content, rules.id(), 2);
        if count.stated == 0 {
            continue;
        }
        // One that asks so little has no chores.
        found += usize::from(count.all > 5 * count.rounds);
        assert!(count.asked <= 3 * count.rounds, "{}: {count:?}", rules.id());
    }
    assert!(found > 0, "no ruleset has attacks stated");
}
