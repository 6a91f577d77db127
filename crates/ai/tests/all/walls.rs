//! What a general does under the d20 rules, seen in whole battles: it holds a breach, and shields are locked
//! in it.

use crate::battlefield;
use std::collections::BTreeSet;

use shieldwall_ai::BrainKind::Standard;
use shieldwall_battle::{Battle, Event, SideId};

/// How many columns its map has.
const COLUMNS: usize = 26;

/// The Breach, played out by the standard brain on both sides.
fn at_the_breach(seed: u64) -> Battle {
    let ruleset = shieldwall_rulesets::by_id("d20").expect("there is such a ruleset");
    let setup = battlefield::setup_under("d20", "the-breach", seed);
    let mut battle = Battle::new(ruleset, setup).expect("the level can be played");
    battlefield::play(&mut battle, [Standard, Standard], seed);
    battle
}

#[test]
fn shields_are_locked_in_the_breach() {
    for seed in 0..4 {
        let locked = at_the_breach(seed)
            .journal()
            .entries()
            .iter()
            .filter(|entry| {
                matches!(&entry.event, Event::Condition { condition, on: true, .. } if condition.key == "shields locked")
            })
            .count();
        // Two lock shields at least, and that in two rounds at least.
        assert!(locked >= 4, "{locked} lockings in a battle (seed {seed})");
    }
}

#[test]
fn most_wait_behind_the_wall_if_holding_wins() {
    for seed in 0..4 {
        let battle = at_the_breach(seed);
        let (mut blue, mut gone, mut round) = (BTreeSet::new(), BTreeSet::new(), 0);
        for entry in battle.journal().entries() {
            match &entry.event {
                Event::RoundBegan => round += 1,
                Event::Deployed(deployed) if deployed.side == SideId::BLUE => {
                    blue.insert(deployed.who);
                }
                // The rubble of the breach begins in column 14.
                Event::Moved { who, path, .. }
                    if round <= 3
                        && blue.contains(who)
                        && path.iter().any(|cell| usize::from(cell.0) % COLUMNS < 13) =>
                {
                    gone.insert(*who);
                }
                _ => {}
            }
        }
        assert!(round > 3, "the battle was over before anybody could wait");
        assert!(
            gone.len() <= 2,
            "{} of {} leave the breach (seed {seed})",
            gone.len(),
            blue.len()
        );
    }
}
