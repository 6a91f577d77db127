//! What offers say of being attacks, under every ruleset: pointing at an enemy means these.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use std::{collections::BTreeSet, sync::Arc};

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, Choice, Decision, Progress, Ruleset, Target, Targets};

#[test]
fn attacks_are_aimed_at_enemies_and_all_that_go_by_that_verb_are_some() {
    for ruleset in shieldwall_rulesets::all() {
        let mut targets = 0;
        let mut others = BTreeSet::new();
        for level in ["duel-ring", "reed-ford"] {
            let setup = battlefield::setup_under(ruleset.id(), level, 3);
            let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
            let mut player = brain(BrainKind::Random, 3);
            for _ in 0..300 {
                if battle.advance() == Progress::Over {
                    break;
                }
                let decision = battle.open_decision().unwrap();
                targets += check(&mut battle, &*ruleset, &decision, &mut others);
                let choice = player.choose(&mut battle);
                battle.choose(choice).unwrap();
            }
        }
        assert!(targets > 20, "{}: {targets}", ruleset.id());
        assert!(!others.is_empty(), "{}", ruleset.id());
    }
}

/// Checks one decision; gives how many could be attacked, and notes what else could be done.
fn check(
    battle: &mut Battle,
    ruleset: &dyn Ruleset,
    decision: &Decision,
    others: &mut BTreeSet<&'static str>,
) -> usize {
    let present = battle.presences(None);
    let mut count = 0;
    for offer in &decision.offers {
        if offer.action == ruleset.terms().attack() {
            assert!(offer.role.is_attack(), "{}", offer.label);
        }
        let Targets::AnyOf(targets) = &offer.targets else {
            continue;
        };
        if !offer.role.is_attack() {
            others.insert(offer.action.key);
            continue;
        }
        for target in targets {
            if let Target::Combatant(who) = *target {
                count += 1;
                let side = present.iter().find(|seen| seen.id == who).unwrap().side;
                assert_ne!(side, decision.side, "{}", offer.label);
            }
        }
    }
    // Of an enemy who is attacked already with what there is, there is nothing to be said.
    if decision.actor.is_some()
        && let Some(attack) = decision.offers.iter().find(|offer| {
            offer.action == ruleset.terms().attack()
                && matches!(offer.target(0), Some(Target::Combatant(_)))
        })
        && let Some(target) = attack.target(0)
    {
        let wanted = Choice::of(ruleset.terms().attack()).at(target);
        assert_eq!(battle.why_not(&wanted), None, "{}", attack.label);
    }
    count
}
