//! No brain leaves a battle to the turn limit that it could win: over long plains, through mazes, through gates
//! that only a lever opens, and by a way out.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::{collections::HashMap, path::Path, sync::Arc};

use shieldwall_ai::{
    BrainKind::{self, Easy, Normal, Planner},
    brain,
};
use shieldwall_battle::{
    ActionRole::{Disarm, Displace, Grapple, Hinder},
    Battle, BattleSetup, Progress, Ruleset, SideId,
};
use shieldwall_content::{ContentRoot, LevelPart, Library};
use tempfile::TempDir;

use crate::battlefield;

/// Battles on each level, under each ruleset and by each pair of brains.
const BATTLES: u64 = 4;

/// The brains that meet, red first.
const PAIRS: [[BrainKind; 2]; 4] = [
    [Planner, Planner],
    [Normal, Planner],
    [Easy, Normal],
    [Easy, Easy],
];

/// The shipped content, and what else lies in some folders of this crate.
fn library(others: &[&str]) -> Arc<Library> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = here
        .ancestors()
        .find(|folder| folder.join("assets").is_dir());
    let mut roots = vec![ContentRoot::at(game.unwrap())];
    roots.extend(
        others
            .iter()
            .map(|folder| ContentRoot::at(here.join(folder))),
    );
    let (library, diagnostics) = Library::load(&roots, shieldwall_rulesets::content());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    Arc::new(library)
}

/// The levels of these tests.
const LEVELS: &str = "tests/levels";

/// How a battle went.
#[derive(Debug)]
struct Outcome {
    winner: Option<SideId>,
    /// Whether it was fought to the turn limit.
    at_limit: bool,
}

/// How the battles on a level go under a ruleset, by pair of brains and seed.
fn outcomes(
    library: &Arc<Library>,
    level: &str,
    ruleset: &str,
    pairs: &[[BrainKind; 2]],
) -> Vec<Outcome> {
    let rules = shieldwall_rulesets::by_id(ruleset).unwrap();
    let seeds = pairs
        .iter()
        .flat_map(|pair| (0..BATTLES).map(move |seed| (*pair, seed)));
    let outcome = |(pair, seed)| {
        let setup = BattleSetup::of_level(library, level, ruleset, seed).unwrap();
        let mut battle = Battle::new(Arc::clone(&rules), setup).unwrap();
        let winner = battlefield::play(&mut battle, pair, seed);
        Outcome {
            winner,
            at_limit: battle.round() >= battle.setup().level.turn_limit,
        }
    };
    seeds.map(outcome).collect()
}

#[test]
fn far_apart_or_in_a_maze_they_find_each_other() {
    let library = library(&[LEVELS]);
    for ruleset in shieldwall_rulesets::all() {
        for level in ["long-plain", "maze"] {
            let outcomes = outcomes(&library, level, ruleset.id(), &PAIRS);
            let stands_still = outcomes.iter().any(|outcome| outcome.at_limit);
            assert!(
                !stands_still,
                "{level} under {}: {outcomes:?}",
                ruleset.id()
            );
        }
    }
}

/// A level of two duellists on squares; the rows of its map, and those of its deployment.
fn duel(cell_m: f64, map: &[String], deployment: &[String]) -> String {
    format!(
        "id = \"far\"\nname = \"Far\"\ndescription = \"A long way.\"\ngrid = \"square\"\ncell_m = {cell_m}\n\
         turn_limit = 200\nmap = \"\"\"\n{}\n\"\"\"\ndeployment = \"\"\"\n{}\n\"\"\"\n\
         [legend]\n\".\" = \"grass\"\n\"#\" = \"wall\"\n[victory]\nkind = \"last_standing\"\n\
         [side.red]\nname = \"Red\"\nwarband = [\"swordsman\"]\n[side.blue]\nname = \"Blue\"\nwarband = [\"swordsman\"]\n",
        map.join("\n"),
        deployment.join("\n")
    )
}

/// An open field of 200 columns of 8 m.
fn vast_field() -> String {
    let map = vec![".".repeat(200); 3];
    let row = format!("r{}b", ".".repeat(198));
    duel(8.0, &map, &vec![row; 3])
}

/// A way of more than 1,100 cells which winds between walls.
fn winding_way() -> String {
    let (wide, rows) = (40, 55);
    let mut map = Vec::new();
    for row in 0..rows {
        map.push(match row % 4 {
            1 => format!("{}.", "#".repeat(wide - 1)),
            3 => format!(".{}", "#".repeat(wide - 1)),
            _ => ".".repeat(wide),
        });
    }
    let mut deployment = vec![".".repeat(wide); rows];
    deployment[0].replace_range(0..1, "r");
    deployment[rows - 1].replace_range(wide - 1..wide, "b");
    duel(1.5, &map, &deployment)
}

/// The content with a level of this text, `far`, in a folder that is there as long as it is used.
fn with_level(text: String) -> (Arc<Library>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for part in ["assets", "levels"] {
        std::fs::create_dir(folder.path().join(part)).unwrap();
    }
    std::fs::write(folder.path().join("levels/far.toml"), text).unwrap();
    (library(&[folder.path().to_str().unwrap()]), folder)
}

#[test]
fn however_far_apart_they_come_closer() {
    for text in [vast_field(), winding_way()] {
        let (library, _folder) = with_level(text);
        for ruleset in shieldwall_rulesets::all() {
            let setup = BattleSetup::of_level(&library, "far", ruleset.id(), 1).unwrap();
            let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
            let places = |battle: &Battle| -> Vec<_> {
                let presences = battle.presences(None);
                presences.iter().map(|one| one.cell).collect()
            };
            let first = places(&battle);
            let mut brains = [1, 2].map(|seed| brain(Normal, seed));
            while battle.advance() == Progress::Decision && battle.round() <= 12 {
                let side = battle.decision().unwrap().side;
                let choice = brains[side.index()].choose(&mut battle);
                battle.choose(choice).unwrap();
            }
            let now = places(&battle);
            let mut moved = now.iter().zip(&first);
            assert!(moved.all(|(now, then)| now != then), "{}", ruleset.id());
        }
    }
}

/// On cells of 10 m a combatant goes one cell a round: too little for what covers two.
#[test]
fn however_slow_they_close_in() {
    let row = format!("r{}b", ".".repeat(6));
    let (library, _folder) = with_level(duel(10.0, &vec![".".repeat(8); 3], &vec![row; 3]));
    for ruleset in shieldwall_rulesets::all() {
        let outcomes = outcomes(&library, "far", ruleset.id(), &[[Normal, Normal]]);
        let stands_still = outcomes.iter().any(|outcome| outcome.at_limit);
        assert!(!stands_still, "under {}: {outcomes:?}", ruleset.id());
    }
}

/// Duels under each ruleset.
const DUELS: u64 = 100;

/// Times beyond the second that a duellist did the same harmless thing.
fn repeats(rules: &Arc<dyn Ruleset>, library: &Arc<Library>, seed: u64) -> u32 {
    let setup = BattleSetup::of_level(library, "far", rules.id(), seed).unwrap();
    let mut battle = Battle::new(Arc::clone(rules), setup).unwrap();
    let mut brains = [1, 2].map(|stream| brain(Normal, seed + stream));
    let mut tries = HashMap::new();
    while battle.advance() == Progress::Decision {
        let side = battle.decision().unwrap().side;
        let choice = brains[side.index()].choose(&mut battle);
        let role = battle.decision().unwrap().offer_for(&choice).unwrap().role;
        if matches!(role, Disarm | Displace | Grapple | Hinder) {
            *tries.entry((side, role)).or_insert(0_u32) += 1;
        }
        battle.choose(choice).unwrap();
    }
    let beyond = tries.values().map(|times| times.saturating_sub(2));
    beyond.sum()
}

/// A blade knocked out of a hand is picked up again, and so on: what leaves all as it was gets old.
#[test]
fn what_has_led_nowhere_is_not_done_for_ever() {
    let row = format!("r{}b", ".".repeat(4));
    let (library, _folder) = with_level(duel(1.5, &vec![".".repeat(6); 3], &vec![row; 3]));
    for ruleset in shieldwall_rulesets::all() {
        let beyond: u32 = (0..DUELS)
            .map(|seed| repeats(&ruleset, &library, seed))
            .sum();
        // Two a duel at most; more than five if trying again were worth as much.
        assert!(
            beyond < 3 * u32::try_from(DUELS).unwrap(),
            "{beyond} repeats in {DUELS} duels under {}",
            ruleset.id()
        );
    }
}

#[test]
fn a_gate_before_the_ground_to_hold_is_opened_by_its_lever() {
    let library = library(&[LEVELS]);
    let mut tried = 0;
    for ruleset in shieldwall_rulesets::all() {
        if !library.rulesets.uses(ruleset.id(), LevelPart::Devices) {
            continue;
        }
        tried += 1;
        let outcomes = outcomes(&library, "gate-hold", ruleset.id(), &PAIRS);
        let mut outcomes = outcomes.iter();
        let held = outcomes.all(|outcome| outcome.winner == Some(SideId::RED) && !outcome.at_limit);
        assert!(held, "under {}", ruleset.id());
    }
    assert!(tried > 0, "no ruleset knows levers");
}

#[test]
fn those_who_have_a_way_out_run_for_it() {
    let library = library(&[LEVELS]);
    for ruleset in shieldwall_rulesets::all() {
        for red in [Easy, Normal, Planner] {
            let outcomes = outcomes(&library, "way-out", ruleset.id(), &[[red, Planner]]);
            let gone = |outcome: &&Outcome| outcome.winner == Some(SideId::RED);
            // One in four may be caught.
            assert!(
                outcomes.iter().filter(gone).count() + 1 >= outcomes.len(),
                "{red} under {}: {outcomes:?}",
                ruleset.id()
            );
        }
        let outcomes = outcomes(&library, "way-out", ruleset.id(), &PAIRS);
        let stands_still = outcomes.iter().any(|outcome| outcome.at_limit);
        assert!(!stands_still, "under {}: {outcomes:?}", ruleset.id());
    }
}

/// Battles on each level of the game, every other one between brains that dare more.
const SHIPPED_BATTLES: u64 = 4;

#[test]
fn on_no_level_of_the_game_they_wait_for_each_other() {
    let library = library(&[]);
    for ruleset in shieldwall_rulesets::all() {
        for level in library.levels.values() {
            for seed in 0..SHIPPED_BATTLES {
                // Not every level is for every ruleset.
                let Ok(setup) = BattleSetup::of_level(&library, &level.id, ruleset.id(), seed)
                else {
                    continue;
                };
                let mut battle = Battle::new(Arc::clone(&ruleset), setup).unwrap();
                let kind = if seed % 2 == 0 { Planner } else { Normal };
                battlefield::play(&mut battle, [kind, kind], seed);
                // Some levels are won by holding out that long, and some hold out unseen.
                let unseen = battle.presences(None).iter().any(|one| one.hidden);
                let may_end_so = level.winner_at_limit.is_some() || unseen;
                assert!(
                    may_end_so || battle.round() < level.turn_limit,
                    "{} under {}, seed {seed}",
                    level.id,
                    ruleset.id()
                );
            }
        }
    }
}
