//! The log of a side names no enemy of which the side does not know, in random battles under every ruleset.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeSet, sync::Arc};

use serde_json::json;
use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, CombatantId, Entry, Progress, SideId};

use crate::battlefield;

/// The keys with which a unit begins unnoticed, by ruleset.
const UNNOTICED: [(&str, &str); 5] = [
    ("percentile", "hidden"),
    ("zones", "concealed"),
    ("d20", "hidden"),
    ("d20", "invisible"),
    ("segments", "hidden"),
];
/// Decisions of a battle.
const DECISIONS: usize = 200;

/// A battle in which some of each side begin unnoticed by this key.
fn battle(ruleset: &str, key: &str, level: &str, seed: u64) -> Battle {
    let rules = shieldwall_rulesets::by_id(ruleset).unwrap();
    let mut setup = battlefield::setup_under(ruleset, level, seed);
    let mut changed = (*setup.level).clone();
    for side in &mut changed.sides {
        side.hidden = false;
    }
    setup.level = Arc::new(changed);
    for side in &mut setup.sides {
        for unit_entry in side.warband.iter_mut().step_by(2) {
            unit_entry.start.set(ruleset, &json!({ key: true }));
        }
    }
    Battle::new(rules, setup).unwrap()
}

/// The combatants of which a side does not know.
fn unknown(battle: &Battle, side: SideId) -> BTreeSet<CombatantId> {
    let ids = |side| -> BTreeSet<CombatantId> {
        let presences = battle.presences(side).into_iter();
        presences.map(|presence| presence.id).collect()
    };
    &ids(None) - &ids(Some(side))
}

/// Plays a battle at random. Gives the entries that name an enemy to a side that knew nothing of it before and after,
/// and how many entries were kept from a side for that reason. `publish` changes entries before they are looked at.
fn leaks(battle: &mut Battle, seed: u64, publish: fn(Entry) -> Entry) -> (Vec<String>, usize) {
    let sides: Vec<SideId> = SideId::first(battle.setup().level.sides.len()).collect();
    let mut random = brain(BrainKind::Random, seed);
    let (mut found, mut kept) = (Vec::new(), 0);
    for _ in 0..DECISIONS {
        let before: Vec<_> = sides.iter().map(|side| unknown(battle, *side)).collect();
        let read = battle.journal().entries().len();
        if battle.advance() == Progress::Over {
            break;
        }
        let choice = random.choose(battle);
        battle.choose(choice).unwrap();
        for (side, before) in sides.iter().zip(before) {
            let still = &before & &unknown(battle, *side);
            for entry in &battle.journal().entries()[read..] {
                let names = entry.event.about().iter().any(|who| still.contains(who));
                let entry = publish(entry.clone());
                if names && entry.visible_to(Some(*side)) {
                    found.push(entry.to_json());
                }
                kept += usize::from(names && !entry.visible_to(Some(*side)));
            }
        }
    }
    (found, kept)
}

#[test]
fn no_log_names_an_unknown_enemy_and_a_leak_would_be_found() {
    let published = |entry| Entry {
        only_for: None,
        ..entry
    };
    for (ruleset, key) in UNNOTICED {
        let mut kept = 0;
        let mut planted = Vec::new();
        for (seed, level) in (0..).zip(battlefield::levels()) {
            let begin = || battle(ruleset, key, level, seed);
            let (found, secret) = leaks(&mut begin(), seed, |entry| entry);
            assert_eq!(found, [""; 0], "{ruleset}, {key}, {level}");
            kept += secret;
            planted.extend(leaks(&mut begin(), seed, published).0);
        }
        assert!(kept > 50, "{ruleset}, {key}: {kept} entries were secret");
        assert_eq!(planted.len(), kept, "{ruleset}, {key}: leaks are found");
    }
}
