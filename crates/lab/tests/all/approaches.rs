//! Looks ahead by one choice: moves after which an enemy can be attacked, the order of action, the timeline.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, atomic::AtomicBool};

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{
    ActionRole, Battle, CombatantId, Event, Field, Progress, Target, Vantage, Vitality,
    terms::DecisionRole, view::OrderEntry,
};

use crate::battlefield;

/// All enemies of who decides that the open decision lets nobody attack.
fn beyond(battle: &mut Battle) -> Vec<CombatantId> {
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
    let (mut found, mut waited) = (0, 0);
    for rules in shieldwall_rulesets::all() {
        let setup = battlefield::setup_under(rules.id(), "hill-fort", 1);
        let mut battle = Battle::new(rules, setup).unwrap();
        let mut brains = [0, 1].map(|side| brain(BrainKind::Planner, side));
        let mut asked = 0;
        while battle.advance() == Progress::Decision && asked < 200 {
            let decision = battle.decision().unwrap().clone();
            for enemy in beyond(&mut battle) {
                asked += 1;
                let before = battle.describe_state();
                let (approaches, forecast) = battle.approaches(enemy, None);
                assert_eq!(battle.describe_state(), before);
                assert_eq!(forecast.is_some(), !approaches.is_empty());
                for approach in approaches {
                    found += 1;
                    let snapshot = battle.snapshot();
                    battle.choose(approach.step.unwrap()).unwrap();
                    assert_eq!(battle.advance(), Progress::Decision);
                    let asked = |battle: &Battle| battle.decision().unwrap().actor;
                    if approach.later {
                        waited += 1;
                        // Others do as little as they can.
                        while asked(&battle) != decision.actor {
                            let least = battle.least().unwrap();
                            battle.choose(least).unwrap();
                            assert_eq!(battle.advance(), Progress::Decision);
                        }
                    }
                    // The sealed choices of others, and their order, are not known.
                    if !decision.sealed || asked(&battle) == decision.actor {
                        assert_eq!(asked(&battle), decision.actor);
                        battle.check(&approach.attack).unwrap();
                    }
                    battle.restore(&snapshot);
                }
            }
            let choice = brains[decision.side.index()].choose(&mut battle);
            battle.choose(choice).unwrap();
        }
    }
    assert!(found >= 40, "only {found} approaches");
    assert!(waited >= 10, "only {waited} attacks that wait for others");
}

#[test]
fn the_order_after_a_choice_is_the_order_that_it_leads_to_and_asking_changes_nothing() {
    let mut differs = 0;
    for rules in shieldwall_rulesets::all() {
        let setup = battlefield::setup_under(rules.id(), "hill-fort", 2);
        let mut battle = Battle::new(rules, setup).unwrap();
        let mut brains = [0, 1].map(|side| brain(BrainKind::Planner, side));
        for _ in 0..150 {
            if battle.advance() == Progress::Over {
                break;
            }
            let side = battle.decision().unwrap().side;
            let choice = brains[side.index()].choose(&mut battle);
            let before = battle.describe_state();
            let shown = battle.view(Some(side)).order;
            let order = battle.order_after(&choice);
            assert_eq!(battle.describe_state(), before);
            let sealed = battle.decision().unwrap().sealed;
            battle.choose(choice).unwrap();
            // What others have sealed is not known, and may lead elsewhere.
            if let Some(order) = order.filter(|_| !sealed) {
                differs += usize::from(order != shown);
                battle.advance();
                let ranks = |order: &[OrderEntry]| -> Vec<_> {
                    order.iter().map(|entry| (entry.who, entry.rank)).collect()
                };
                assert_eq!(ranks(&order), ranks(&battle.view(Some(side)).order));
            }
        }
    }
    assert!(differs >= 10, "only {differs} choices changed the order");
}

/// In each ruleset with a timeline, the chances of all moments of an action come to 1, and what happens is among them.
#[test]
fn the_dice_of_a_declaration_spread_over_the_timeline_and_asking_changes_nothing() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut spread = 0;
    for rules in shieldwall_rulesets::all() {
        if rules.terms().timeline.is_none() {
            continue;
        }
        let setup = battlefield::setup_under(rules.id(), "duel-ring", 2);
        let mut battle = Battle::new(rules, setup).unwrap();
        let mut brains = [0, 1].map(|side| brain(BrainKind::Planner, side));
        for _ in 0..60 {
            if battle.advance() == Progress::Over {
                break;
            }
            let decision = battle.open_decision().unwrap();
            let choice = brains[decision.side.index()].choose(&mut battle);
            if decision.kind.role == DecisionRole::Statement {
                let before = battle.describe_state();
                let chances = battle.due_after(&choice, &stop).unwrap();
                assert_eq!(battle.describe_state(), before);
                for of_one in chances.chunk_by(|a, b| a.nth == b.nth) {
                    let sum: f64 = of_one.iter().map(|chance| chance.probability).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{of_one:?}");
                    spread += usize::from(of_one.len() > 1);
                }
            }
            battle.choose(choice).unwrap();
        }
    }
    assert!(spread >= 10, "only {spread} actions were spread");
}

/// In the very cell of another a combatant is in contact with it: so brains ask what the best attack does there. Rulesets
/// with zones count contact by these.
#[test]
fn in_the_very_cell_of_an_enemy_it_is_known_what_an_attack_does() {
    let rulesets = shieldwall_rulesets::all().into_iter();
    for rules in rulesets.filter(|rules| rules.terms().timeline.is_some()) {
        let setup = battlefield::setup_under(rules.id(), "duel-ring", 2);
        let mut battle = Battle::new(rules, setup).unwrap();
        battle.advance();
        let (attacker, target) = (CombatantId(0), CombatantId(1));
        let at = battle.presences(None)[1].cell;
        let estimate = battle.attack_estimate(attacker, at, target, at);
        let harms = estimate.is_some_and(|estimate| estimate.expected_loss > 0.0);
        assert!(harms, "under {}", battle.ruleset().id());
    }
}

#[test]
fn a_statement_with_paces_says_how_far_the_target_is() {
    let mut far = 0;
    for rules in shieldwall_rulesets::all() {
        let setup = battlefield::setup_under(rules.id(), "the-breach", 1);
        let mut battle = Battle::new(rules, setup).unwrap();
        battle.advance();
        let decision = battle.decision().unwrap().clone();
        let presences = battle.presences(None);
        let cell_of = |who: CombatantId| {
            let mut all = presences.iter();
            all.find(|one| one.id == who).unwrap().cell
        };
        let Some(attacker) = decision.actor else {
            continue;
        };
        let attacks = decision.offers.iter().filter(|offer| {
            let mut options = offer.fields.iter().flat_map(Field::options);
            offer.role.is_attack() && options.any(|option| option.band.is_some())
        });
        for offer in attacks {
            for target in (0..offer.target_count()).filter_map(|index| offer.target(index)) {
                let who = target.combatant().unwrap();
                let cells = [cell_of(attacker), cell_of(who)];
                let at_once = battle.attack_estimate(attacker, cells[0], who, cells[1]);
                if at_once.is_some() {
                    continue;
                }
                let vantage = battle.vantage(&offer.choice(Some(target), None));
                let ruleset = battle.ruleset().id();
                assert_ne!(vantage, Vantage::Here, "{} under {ruleset}", offer.label);
                far += 1;
            }
        }
    }
    assert!(far > 0, "there was nothing to attack");
}

/// Others have declared attacks that are still to come, some of them for the same moment.
#[test]
fn answers_during_a_count_are_forecast_by_themselves() {
    let mut seen = 0;
    for rules in shieldwall_rulesets::all() {
        let timeline = rules.terms().timeline.as_ref();
        if timeline.is_none_or(|timeline| timeline.stretches.len() < 2) {
            continue;
        }
        for seed in 0..10 {
            let setup = battlefield::setup_under(rules.id(), "the-breach", seed);
            let mut battle = Battle::new(Arc::clone(&rules), setup).unwrap();
            let mut brains = [seed, seed + 1].map(|seed| brain(BrainKind::Normal, seed));
            while battle.advance() == Progress::Decision {
                let decision = battle.open_decision().unwrap();
                let choice = brains[decision.side.index()].choose(&mut battle);
                let role = decision.offer_for(&choice).unwrap().role;
                // A missile into melee may go at a friend.
                let strikes = role.is_attack() && role != ActionRole::MissileAttack;
                if decision.kind.role != DecisionRole::Statement && strikes {
                    let target = choice.target.and_then(Target::combatant);
                    let forecast = battle.forecast(&choice).unwrap();
                    assert_eq!(forecast.subject, target.or(decision.against));
                    assert!(
                        forecast.others.is_empty(),
                        "{choice:?}: {:?}",
                        forecast.others
                    );
                    seen += 1;
                }
                battle.choose(choice).unwrap();
            }
        }
    }
    assert!(seen >= 20, "only {seen} answers");
}

/// A target that is out of action is no longer struck at: the attack goes elsewhere, or is lost.
#[test]
fn the_order_has_odds_for_what_is_due_as_long_as_its_target_is_in_action() {
    let (mut told, mut without) = (0, 0);
    let rulesets = shieldwall_rulesets::all().into_iter();
    for rules in rulesets.filter(|rules| rules.terms().timeline.is_some()) {
        for seed in 0..6 {
            let setup = battlefield::setup_under(rules.id(), "reed-ford", seed);
            let mut battle = Battle::new(Arc::clone(&rules), setup).unwrap();
            let mut brains = [seed, seed + 1].map(|seed| brain(BrainKind::Normal, seed));
            while battle.advance() == Progress::Decision {
                let decision = battle.open_decision().unwrap();
                let view = battle.view(Some(decision.side));
                for entry in &view.order {
                    let mut journal = battle.journal().entries().iter().rev();
                    let stated = journal.find_map(|written| match written.event {
                        Event::Due { who, target, .. } if who == entry.who => target,
                        _ => None,
                    });
                    let mut all = view.combatants.iter();
                    let stated = all.find(|combatant| Some(combatant.id) == stated);
                    let is_out = stated.is_some_and(|one| one.vitality != Vitality::Active);
                    assert!(!is_out || entry.chance.is_none(), "{entry:?}");
                    without += usize::from(is_out);
                    told += usize::from(entry.chance.is_some());
                }
                let choice = brains[decision.side.index()].choose(&mut battle);
                battle.choose(choice).unwrap();
            }
        }
    }
    assert!(told >= 10, "only {told} odds");
    assert!(without >= 10, "only {without} targets out of action");
}
