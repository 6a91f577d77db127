//! Defences that are stated in advance: the planner uses them where it fears more than it loses.

use std::sync::Arc;

use crate::battlefield;
use shieldwall_ai::BrainKind::{self, Normal, Planner};
use shieldwall_battle::{ActionRole, Battle, Event, FieldValue, Ruleset};

/// Statements with an amount given up for defence, and statements of a defence alone.
fn defences(battle: &Battle) -> [usize; 2] {
    let mut found = [0; 2];
    for entry in battle.journal().entries() {
        let Event::Chosen { choice, .. } = &entry.event else {
            continue;
        };
        let mut fields = choice.fields.iter();
        let gives_up = fields.any(|(_, value)| matches!(value, FieldValue::Amount(1..)));
        found[0] += usize::from(gives_up);
        found[1] += usize::from(choice.action.role == ActionRole::Block);
    }
    found
}

/// All defences in a series of battles.
fn series(rules: &Arc<dyn Ruleset>, kind: BrainKind) -> [usize; 2] {
    let setup = |seed| battlefield::setup_under(rules.id(), "narrow-street", seed);
    let mut battle = Battle::new(Arc::clone(rules), setup(0)).expect("the level can be played");
    let mut found = [0; 2];
    for seed in 0..24 {
        battle
            .restart(setup(seed))
            .expect("the level can be played");
        battlefield::play(&mut battle, [kind; 2], seed);
        let made = defences(&battle);
        found = [found[0] + made[0], found[1] + made[1]];
    }
    found
}

#[test]
fn the_planner_gives_up_skill_for_defence_and_normal_does_not() {
    let mut tried = 0;
    for rules in shieldwall_rulesets::all() {
        // One statement for a whole round that is counted down.
        let timeline = rules.terms().timeline.as_ref();
        if timeline.is_none_or(|timeline| timeline.stretches.len() < 2) {
            continue;
        }
        tried += 1;
        let [guards, alone] = series(&rules, Planner);
        assert!(guards > 0, "no guard in 24 battles; {alone} defences");
        assert_eq!(series(&rules, Normal)[0], 0);
    }
    assert!(tried > 0, "no ruleset counts rounds down");
}
