//! What a general does where a breach is to be held, seen in whole battles under every ruleset that has shields
//! cover others: it has shields cover each other, and waits.

use crate::battlefield;
use std::collections::BTreeSet;

use shieldwall_ai::{BrainKind, brain};
use shieldwall_battle::{Battle, CombatantId, Event, Progress, SideId, terms::LinkRole};

/// How many columns the map of The Breach has. Its rubble begins in column 14.
const COLUMNS: usize = 26;

/// What was seen of a battle at The Breach.
#[derive(Debug, Default)]
struct Seen {
    /// Pairs of those who cover each other, counted whenever somebody decided.
    covers: usize,
    rounds: u32,
    /// Those of the side that wins by holding who left the breach in the first three rounds.
    gone: BTreeSet<CombatantId>,
}

/// The Breach, played out by one kind of brain on both sides.
fn at_the_breach(ruleset: &str, kind: BrainKind, seed: u64) -> Seen {
    let rules = shieldwall_rulesets::by_id(ruleset).expect("there is such a ruleset");
    let setup = battlefield::setup_under(ruleset, "the-breach", seed);
    let mut battle = Battle::new(rules, setup).expect("the level can be played");
    let mut brains = [0, 1].map(|side| brain(kind, seed + side));
    let mut seen = Seen::default();
    while battle.advance() == Progress::Decision {
        let links = battle.view(None).links;
        let covers = links
            .iter()
            .filter(|link| link.link.role == LinkRole::Cover);
        seen.covers += covers.count();
        let side = battle.decision().expect("somebody decides").side;
        let choice = brains[side.index()].choose(&mut battle);
        battle.choose(choice).expect("brains choose what is legal");
    }
    let mut blue = BTreeSet::new();
    for entry in battle.journal().entries() {
        match &entry.event {
            Event::RoundBegan => seen.rounds += 1,
            Event::Deployed(deployed) if deployed.side == SideId::BLUE => {
                blue.insert(deployed.who);
            }
            Event::Moved { who, path, .. }
                if seen.rounds <= 3
                    && blue.contains(who)
                    && path.iter().any(|cell| usize::from(cell.0) % COLUMNS < 13) =>
            {
                seen.gone.insert(*who);
            }
            _ => {}
        }
    }
    seen
}

#[test]
fn shields_cover_each_other_in_the_breach_and_most_wait_there_if_holding_wins() {
    let mut found = 0;
    for rules in shieldwall_rulesets::all() {
        let battles: Vec<Seen> = (0..4)
            .map(|seed| at_the_breach(rules.id(), BrainKind::Planner, seed))
            .collect();
        if battles.iter().all(|seen| seen.covers == 0) {
            continue;
        }
        found += 1;
        // Under some rulesets only certain places beside each other serve, and not every battle comes to that.
        let covering = battles.iter().filter(|seen| seen.covers >= 10).count();
        assert!(covering >= 3, "{}: {battles:?}", rules.id());
        for seen in &battles {
            assert!(seen.rounds > 3, "{}: {seen:?}", rules.id());
            assert!(seen.gone.len() <= 2, "{}: {seen:?}", rules.id());
        }
    }
    assert!(found > 0, "nobody covers anybody under any ruleset");
}

#[test]
fn soldiers_hold_the_breach_too() {
    for rules in shieldwall_rulesets::all() {
        let battles: Vec<Seen> = (0..4)
            .map(|seed| at_the_breach(rules.id(), BrainKind::Normal, seed))
            .collect();
        let gone: usize = battles.iter().map(|seen| seen.gone.len()).sum();
        assert!(gone <= 4, "{}: {battles:?}", rules.id());
    }
}
