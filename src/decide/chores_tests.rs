//! How many decisions a person takes in a round of a duel, and how many of them are really asked.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use shieldwall_ai::{Brain, BrainKind, brain};
use shieldwall_battle::{Battle, BattleSetup, Progress, SideId};
use shieldwall_content::ContentRoot;

use super::{Orders, automatic};
use crate::{
    battle_plan::{BattleOrigin, BattlePlan, Commander},
    content::Content,
    decide::is_reaction,
    host::Host,
    session::Session,
};

/// Decisions of red in ten duels on the duel ring: all of them, those that a person is asked, and the
/// rounds that were played.
#[derive(Debug, Default)]
struct Count {
    all: u32,
    asked: u32,
    rounds: u32,
}

/// Red decides as the standard brain does, and says of its first answer to an attack that it is to be given always.
fn count(ruleset: &str, fighters: usize) -> Count {
    let content = Content::read(&[ContentRoot::at(env!("CARGO_MANIFEST_DIR"))]);
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
            commanders: vec![Commander::Human, Commander::Ai(BrainKind::Standard)],
            origin: BattleOrigin::Fresh,
        };
        let mut battle = Battle::new(rules, setup).unwrap();
        let mut brains: Vec<Box<dyn Brain>> = (0..2)
            .map(|side| brain(BrainKind::Standard, seed + side))
            .collect();
        let map = Arc::new(battle.map().clone());
        let host = Host::unconnected();
        let mut session = Session::with_host(plan, host, Some(SideId::RED), map);
        let mut orders = Orders::default();
        while battle.advance() == Progress::Decision {
            let decision = battle.decision().unwrap().clone();
            let mut choice = None;
            if decision.side == SideId::RED {
                session.view = battle.view(Some(SideId::RED));
                count.all += 1;
                choice = automatic::answer_to(&session, &decision, &orders, true);
            }
            let given = choice.is_some();
            let choice =
                choice.unwrap_or_else(|| brains[decision.side.index()].choose(&mut battle));
            if decision.side == SideId::RED && !given {
                count.asked += 1;
                orders.note(&decision, &choice);
                let offer = decision.offer_for(&choice).unwrap();
                if is_reaction(&decision)
                    && let Some(actor) = decision.actor
                {
                    orders.always(actor, offer);
                }
            }
            battle.choose(choice).unwrap();
        }
        count.rounds += battle.view(None).round;
    }
    count
}

#[test]
fn a_percentile_duel_asks_three_questions_a_round_at_most() {
    let two_a_side = count("percentile", 2);
    assert!(two_a_side.all > 5 * two_a_side.rounds, "{two_a_side:?}");
    assert!(two_a_side.asked <= 3 * two_a_side.rounds, "{two_a_side:?}");
}

/// Of the three, one ends the turn: who has struck may still go somewhere.
#[test]
fn a_zones_duel_asks_three_questions_a_round_at_most() {
    let alone = count("zones", 1);
    assert!(2 * alone.all > 7 * alone.rounds, "{alone:?}");
    assert!(alone.asked <= 3 * alone.rounds, "{alone:?}");
}
