//! Every brain knows what it wants: none leaves a decision to whatever comes first.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::{path::Path, sync::Arc};

use shieldwall_battle::{Battle, BattleSetup, Progress};
use shieldwall_content::{ContentRoot, Library};

use super::{Planner, Skill};

/// Where there is room to go astray, and where there is none.
const LEVELS: [&str; 3] = ["hill-fort", "the-gate", "duel-ring"];

/// Decisions of each battle that are looked at.
const MOST: usize = 250;

#[test]
fn no_decision_is_left_to_whatever_is_offered_first() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = here
        .ancestors()
        .find(|folder| folder.join("assets").is_dir());
    let roots = [ContentRoot::at(game.unwrap())];
    let (library, diagnostics) = Library::load(&roots, shieldwall_rulesets::content());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    let library = Arc::new(library);
    for ruleset in shieldwall_rulesets::all() {
        for level in LEVELS {
            for skill in [Skill::Easy, Skill::Normal, Skill::Hard] {
                let setup = BattleSetup::of_level(&library, level, ruleset.id(), 3).unwrap();
                let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
                let mut planner = Planner::new(3, skill);
                for _ in 0..MOST {
                    if battle.advance() == Progress::Over {
                        break;
                    }
                    let decision = battle.open_decision().unwrap();
                    let only = (decision.choice_count() == 1)
                        .then(|| decision.choice_at(0))
                        .flatten();
                    let choice = only
                        .or_else(|| battle.prescribed())
                        .or_else(|| planner.consider(&mut battle, &decision));
                    let what = format!(
                        "{} on {level}, {skill:?}: {}",
                        ruleset.id(),
                        decision.prompt
                    );
                    let choice = choice.unwrap_or_else(|| panic!("no choice: {what}"));
                    let chosen = battle.choose(choice);
                    assert!(chosen.is_ok(), "{what}: {}", chosen.unwrap_err());
                }
            }
        }
    }
}
