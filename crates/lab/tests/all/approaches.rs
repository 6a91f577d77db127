//! Moves after which an enemy can be attacked.
#![expect(clippy::unwrap_used, reason = "tests")]

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, Progress, Target, Vitality, terms::DecisionRole};

use crate::battlefield;

/// All enemies of who decides that the open decision lets nobody attack.
fn beyond(battle: &mut Battle) -> Vec<shieldwall_battle::CombatantId> {
    let decision = battle.decision().unwrap().clone();
    let view = battle.view(Some(decision.side));
    let enemies = view.combatants.iter().filter(|combatant| {
        battle.hostile(combatant.side, decision.side) && combatant.vitality == Vitality::Active
    });
    let reached = |who| {
        let target = Target::Combatant(who);
        let mut attacks = decision
            .offers
            .iter()
            .filter(|offer| offer.role.is_attack());
        attacks.any(|offer| (0..offer.target_count()).any(|at| offer.target(at) == Some(target)))
    };
    enemies
        .map(|enemy| enemy.id)
        .filter(|who| !reached(*who))
        .collect()
}

#[test]
fn after_the_move_the_attack_is_on_offer_and_nothing_is_changed_by_asking() {
    let ruleset = || shieldwall_rulesets::by_id("zones").unwrap();
    let mut found = 0;
    for seed in 0..3 {
        let setup = battlefield::setup_under("zones", "hill-fort", seed);
        let mut battle = Battle::new(ruleset(), setup).unwrap();
        let mut brains = [0, 1].map(|side| brain(BrainKind::Standard, seed + side));
        while battle.advance() == Progress::Decision && found < 40 {
            let decision = battle.decision().unwrap().clone();
            if decision.kind.role == DecisionRole::Turn {
                for enemy in beyond(&mut battle) {
                    let before = battle.describe_state();
                    let (approaches, forecast) = battle.approaches(enemy);
                    assert_eq!(battle.describe_state(), before);
                    assert_eq!(forecast.is_some(), !approaches.is_empty());
                    for approach in approaches {
                        found += 1;
                        let snapshot = battle.snapshot();
                        battle.choose(approach.step).unwrap();
                        assert_eq!(battle.advance(), Progress::Decision);
                        let next = battle.decision().unwrap();
                        assert_eq!(next.actor, decision.actor);
                        battle.check(&approach.attack).unwrap();
                        battle.restore(&snapshot);
                    }
                }
            }
            let choice = brains[decision.side.index()].choose(&mut battle);
            battle.choose(choice).unwrap();
        }
    }
    assert!(found >= 40, "only {found} approaches");
}
