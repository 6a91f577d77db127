//! What is worked out in advance or left out, to be quick, comes to the same as the rules without it.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{path::Path, sync::Arc};

use shieldwall_battle::{Battle, BattleSetup, CombatantId, Progress, ruleset::AttackPlaces};
use shieldwall_content::{Library, content_root::ContentRoot};
use shieldwall_dice::{Dice, SeededDice};
use shieldwall_grid::Cell;
use shieldwall_zones::{
    context::write::with_read,
    forecast::attack_estimates::{attack_estimates, plain_estimate},
    movement::dangers::Climb,
};

/// Random choices in a battle, after each of which it is looked at.
const CHOICES: usize = 30;
/// Pairs of cells that are looked at each time.
const PAIRS: usize = 60;

fn library() -> Arc<Library> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let (library, diagnostics) =
        Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content());
    assert!(library.broken.is_empty(), "{diagnostics:?}");
    Arc::new(library)
}

/// Plays so many random choices on every level.
pub(super) fn on_all_levels(choices: usize, mut look: impl FnMut(&mut Battle, &mut SeededDice)) {
    let library = library();
    for level in library.levels.keys() {
        let setup = BattleSetup::of_level(&library, level, "zones", 1).unwrap();
        let rules = shieldwall_rulesets::by_id("zones").unwrap();
        let mut battle = Battle::new(rules, setup).unwrap();
        let mut dice = SeededDice::new(5);
        for _ in 0..choices {
            if battle.advance() == Progress::Over {
                break;
            }
            look(&mut battle, &mut dice);
            let decision = battle.open_decision().unwrap();
            let offer = &decision.offers[dice.one_of(decision.offers.len())];
            let choice = offer.choice_at(dice.one_of(offer.choice_count()));
            if battle.choose(choice).is_err() {
                break;
            }
        }
    }
}

#[test]
fn estimates_in_one_go_are_those_one_by_one() {
    let (mut attacks, mut none) = (0, 0);
    on_all_levels(CHOICES, |battle, dice| {
        let cells: Vec<Cell> = battle.map().grid().cells().collect();
        let all: Vec<(CombatantId, Cell)> = battle
            .presences(None)
            .iter()
            .map(|one| (one.id, one.cell))
            .collect();
        let (attacker, here) = all[dice.one_of(all.len())];
        let mut places = Vec::new();
        for _ in 0..PAIRS {
            let (target, there) = all[dice.one_of(all.len())];
            // Half of them from near by, since most cells are far from all others.
            let from = match dice.one_of(3) {
                0 => cells[dice.one_of(cells.len())],
                1 => here,
                _ => there,
            };
            let at = match dice.one_of(2) {
                0 => cells[dice.one_of(cells.len())],
                _ => there,
            };
            places.push(AttackPlaces { from, target, at });
        }
        with_read(battle.world_mut(), |read| {
            let quick = attack_estimates(read, attacker, &places);
            for (places, quick) in places.iter().zip(quick) {
                let plain = plain_estimate(read, attacker, places);
                assert_eq!(quick, plain, "{attacker}: {places:?}");
                attacks += usize::from(plain.is_some());
                none += usize::from(plain.is_none());
            }
        });
    });
    assert!(attacks > 500 && none > 500, "{attacks} {none}");
}

#[test]
fn steps_of_the_map_are_those_of_the_rules() {
    let (mut crossed, mut shut) = (0, 0);
    on_all_levels(CHOICES, |battle, dice| {
        with_read(battle.world_mut(), |read| {
            let steps = read.steps();
            let map = &read.board.map;
            let cells: Vec<Cell> = map.grid().cells().collect();
            let Some(mover) = read.all().find(|fighter| fighter.across.0 == 1) else {
                return;
            };
            for _ in 0..PAIRS {
                let from = cells[dice.one_of(cells.len())];
                for (direction, to) in map.grid().neighbours(from) {
                    let facts = steps.facts(from, direction);
                    let crosses = facts.open && facts.climb != Climb::Never;
                    assert_eq!(crosses, read.may_cross(&mover, from, to), "{from} {to}");
                    assert_eq!(facts.climb, read.climb(from, to), "{from} {to}");
                    assert_eq!(facts.cost, read.step_cost(from, to), "{from} {to}");
                    crossed += usize::from(crosses);
                    shut += usize::from(!crosses);
                }
                let untouched = !read.plan.sprung.contains(&from);
                if untouched {
                    assert_eq!(steps.danger(from), read.hazard(from), "{from}");
                }
            }
        });
    });
    assert!(crossed > 500 && shut > 50, "{crossed} {shut}");
}
