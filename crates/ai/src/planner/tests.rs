//! What each level of skill decides, looked at from inside.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::{path::Path, sync::Arc};

use shieldwall_battle::{ActionRole, Battle, BattleSetup, Progress};
use shieldwall_content::{ContentRoot, Library};

use super::{Planner, Question, Skill};
use crate::Brain;

/// Where there is room to go astray, and where there is none.
const LEVELS: [&str; 3] = ["hill-fort", "the-gate", "duel-ring"];

/// Decisions of each battle that are looked at.
const MOST: usize = 250;

/// All content of the game.
fn library() -> Arc<Library> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = here
        .ancestors()
        .find(|folder| folder.join("assets").is_dir());
    let roots = [ContentRoot::at(game.unwrap())];
    let (library, diagnostics) = Library::load(&roots, shieldwall_rulesets::content());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    Arc::new(library)
}

/// None leaves a decision to what comes first.
#[test]
fn no_decision_is_left_to_whatever_is_offered_first() {
    let library = library();
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

/// The share of declarations that give up attacks for defence: of those wounded in the round before, and of all others.
fn share_of_guards(library: &Arc<Library>, skill: Skill) -> [f64; 2] {
    let mut declared = [0.0; 2];
    let mut guards = [0.0; 2];
    for ruleset in shieldwall_rulesets::all() {
        for (level, seed) in LEVELS.iter().flat_map(|level| [(level, 3), (level, 4)]) {
            let setup = BattleSetup::of_level(library, level, ruleset.id(), seed).unwrap();
            let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
            let mut planner = Planner::new(seed, skill);
            for _ in 0..MOST {
                if battle.advance() == Progress::Over {
                    break;
                }
                let decision = battle.open_decision().unwrap();
                let choice = planner.choose(&mut battle);
                let is_guard = |role: ActionRole| role == ActionRole::Block;
                let mut offers = decision.offers.iter();
                if Question::of(&decision) == Question::Stance
                    && offers.any(|offer| is_guard(offer.action.role))
                    && let Some(actor) = decision.actor
                {
                    let chronicle = &planner.tools[&decision.side].chronicle;
                    let wounded = chronicle.rounds_since_wounded(actor, battle.round());
                    let group = usize::from(wounded.is_none_or(|rounds| rounds > 1));
                    declared[group] += 1.0;
                    guards[group] += f64::from(u8::from(is_guard(choice.action.role)));
                }
                battle.choose(choice).unwrap();
            }
        }
    }
    assert!(
        declared[0] >= 20.0,
        "hardly anybody was wounded: {declared:?}"
    );
    [guards[0] / declared[0], guards[1] / declared[1]]
}

#[test]
fn those_who_have_played_less_mind_their_skin_after_a_wound() {
    let library = library();
    for skill in [Skill::Easy, Skill::Normal] {
        let [wounded, others] = share_of_guards(&library, skill);
        assert!(
            wounded > 0.7 && others < 0.4,
            "{skill:?}: {wounded}, {others}"
        );
    }
    let [wounded, others] = share_of_guards(&library, Skill::Hard);
    assert!(wounded < 0.1 && others < 0.1, "{wounded}, {others}");
}
