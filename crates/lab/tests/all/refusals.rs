//! Why something is not on offer: whatever is on offer is refused for no reason, and an enemy who cannot be
//! attacked is refused for one, in random battles under every ruleset.
#![expect(clippy::unwrap_used, reason = "tests")]

use crate::battlefield;
use shieldwall_battle::terms::{Common, word};
use std::collections::BTreeSet;

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{
    Battle, Choice, CombatantId, Decision, Progress, Target, Targets, narration::name_of,
};

/// Decisions looked at in a battle.
const DECISIONS: usize = 150;
/// Choices looked at of an offer, or some more.
const CHOICES: usize = 10;
/// Actions of attacks.
const ATTACKS: [&str; 11] = [
    "attack",
    "peek",
    "death_blow",
    "disarm",
    "shove",
    "grapple",
    "blast",
    "invoke",
    "strike",
    "let fly",
    "throw",
];
/// Actions that are aimed at somebody: the first under every ruleset, the others under zones.
const AIMED: [&str; 9] = [
    "attack",
    "peek",
    "death_blow",
    "disarm",
    "shove",
    "grapple",
    "distract",
    "intimidate",
    "taunt",
];

/// Plays random battles, and calls `look` at every decision.
fn watched(
    ruleset: &str,
    seeds: std::ops::Range<u64>,
    mut look: impl FnMut(&mut Battle, &Decision),
) {
    let ruleset = shieldwall_rulesets::by_id(ruleset).unwrap();
    let levels: Vec<&str> = battlefield::levels().collect();
    for seed in seeds {
        let level = levels[usize::try_from(seed).unwrap() % levels.len()];
        let fights = battlefield::setup_under(ruleset.id(), level, seed);
        let mut battle = Battle::new(ruleset.clone(), fights).unwrap();
        let mut random = brain(BrainKind::Random, seed);
        for _ in 0..DECISIONS {
            if battle.advance() == Progress::Over {
                break;
            }
            let decision = battle.decision().unwrap().clone();
            look(&mut battle, &decision);
            let choice = random.choose(&mut battle);
            battle.choose(choice).unwrap();
        }
    }
}

#[test]
fn what_is_on_offer_is_refused_for_no_reason() {
    // Under d20 most decisions are declarations and moves.
    for (ruleset, least) in [("percentile", 1_000), ("zones", 1_000), ("d20", 250)] {
        let mut asked = 0;
        watched(ruleset, 0..24, |battle, decision| {
            for offer in &decision.offers {
                // Some have targets for every cell, or amounts: a few of each are looked at.
                let step = 1 + offer.choice_count() / CHOICES;
                for index in (0..offer.choice_count()).step_by(step) {
                    let choice = offer.choice_at(index);
                    let why = battle.why_not(&choice);
                    assert_eq!(why, None, "{ruleset}: {choice:?} {}", decision.kind);
                    asked += usize::from(ATTACKS.contains(&choice.action.key));
                }
            }
        });
        assert!(asked > least, "{ruleset}: {asked}");
    }
}

#[test]
fn an_enemy_who_cannot_be_attacked_is_refused_for_a_reason() {
    let d20 = ["strike"];
    for (ruleset, actions) in [
        ("percentile", &AIMED[..1]),
        ("zones", &AIMED),
        ("d20", &d20[..]),
    ] {
        let words = shieldwall_rulesets::by_id(ruleset).unwrap().terms();
        let mut heard: BTreeSet<&str> = BTreeSet::new();
        let mut asked: BTreeSet<&str> = BTreeSet::new();
        watched(ruleset, 0..24, |battle, decision| {
            let kinds = ["turn", "opportunity", "statement", "action", "declaration"];
            // Where a die says who is struck, nobody can be aimed at, and nobody is refused.
            let by_chance = decision
                .offers
                .iter()
                .any(|offer| offer.role.is_attack() && offer.targets == Targets::None);
            if by_chance || !kinds.contains(&decision.kind.key) {
                return;
            }
            for presence in battle.presences(None) {
                let why = refused(battle, decision, presence.id, actions);
                for (choice, why) in why {
                    asked.insert(choice.action.key);
                    let why = why.unwrap_or_else(|| panic!("{ruleset}: {choice:?}"));
                    assert!(!why.words.is_empty() && !why.rules.is_empty(), "{why:?}");
                    for word in why.words {
                        assert!(words.refusals.contains(&word), "{ruleset}: {word}");
                        heard.insert(word);
                    }
                }
            }
        });
        assert_eq!(asked, actions.iter().copied().collect(), "{ruleset}");
        for word in ["range", "friend", "gone"] {
            assert!(heard.contains(word), "{ruleset}: {word} in {heard:?}");
        }
    }
}

/// Attacks on somebody that are not on offer, with what is said of each: with all there is, and with
/// each thing in the hands of those who decide.
fn refused(
    battle: &mut Battle,
    decision: &Decision,
    target: CombatantId,
    actions: &[&'static str],
) -> Vec<(Choice, Option<shieldwall_battle::Refusal>)> {
    let with = |choice: &Choice| {
        let mut offers = decision.offers.iter();
        !offers.any(|offer| {
            offer.action == choice.action
                && choice.item.is_none_or(|item| offer.item == Some(item))
                && (0..offer.target_count()).any(|index| offer.target(index) == choice.target)
        })
    };
    let known = battle.ruleset().terms().actions.clone();
    let mut wanted: Vec<Choice> = actions
        .iter()
        .map(|key| Choice::of(word(&known, key).unwrap()).at(Target::Combatant(target)))
        .collect();
    let items: BTreeSet<_> = decision
        .offers
        .iter()
        .filter_map(|offer| offer.item)
        .collect();
    let attacks = items.into_iter().map(|item| wanted[0].clone().with(item));
    wanted.extend(attacks.collect::<Vec<_>>());
    wanted.retain(with);
    let ask = |choice: Choice| {
        let why = battle.why_not(&choice);
        (choice, why)
    };
    wanted.into_iter().map(ask).collect()
}

#[test]
fn what_a_decision_lacks_is_told_with_rules_and_never_of_what_it_offers() {
    let mut secrets = 0;
    for rules in shieldwall_rulesets::all() {
        let mut told: BTreeSet<&str> = BTreeSet::new();
        watched(rules.id(), 0..8, |battle, decision| {
            let names = |side| -> BTreeSet<String> {
                let presences = battle.presences(side).into_iter();
                let names = presences.map(|presence| name_of(battle.world(), presence.id));
                names.collect()
            };
            let known = names(Some(decision.side));
            let mut unknown = names(None);
            secrets += unknown.len() - known.len();
            unknown.retain(|name| !known.iter().any(|known| known.contains(name)));
            for (action, refusal) in battle.missing() {
                for name in &unknown {
                    assert!(!refusal.reason.contains(name), "{name}: {refusal:?}");
                }
                let offered = decision.offers.iter().any(|offer| offer.action == action);
                assert!(!offered, "{}: {action}", rules.id());
                assert!(!refusal.rules.is_empty(), "{}: {refusal:?}", rules.id());
                told.extend(action.role.common().map(|common| match common {
                    Common::Attack => "attack",
                    Common::Move => "move",
                    Common::Defend => "defend",
                    Common::Wait | Common::End => "rest",
                }));
            }
        });
        for common in ["attack", "move", "defend"] {
            assert!(told.contains(common), "{}: {common}", rules.id());
        }
    }
    assert!(secrets > 100, "{secrets} unknown enemies");
}
