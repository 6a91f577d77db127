//! Random legal choices under the zones rules, on every level: battles never panic and always end, and
//! at every decision things are as the rules want them. The right side is asked about somebody who is
//! able to answer, everything on offer is legal, nobody acts twice, sides take turns, and nobody is
//! where somebody else stands.

#![expect(clippy::unwrap_used, reason = "tests")]

mod watcher;

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, LazyLock},
};

use shieldwall_battle::{
    Action, Battle, BattleSetup, Choice, CombatantId, Decision, Event, Progress, SideId, SideSetup,
    UnitEntry,
};
use shieldwall_content::{Level, Library, content_root::ContentRoot, level::SideName};
use shieldwall_dice::{Dice, SeededDice};
use shieldwall_zones::{content::blocks::Settings, terms::actions, terms::decisions};

use self::watcher::Watcher;

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let (library, diagnostics) =
        Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content());
    assert!(library.broken.is_empty(), "{diagnostics:?}");
    Arc::new(library)
});

/// Rounds of a battle, so that the tests stay affordable.
const ROUNDS: u32 = 5;

/// What nobody does who wants to fight on.
const GIVING_UP: [Action; 3] = [actions::SURRENDER, actions::STOW, actions::PUT_DOWN];

/// Levels that came later than the others. They stand at the end, so that the seeds of those stay as they are.
const LATER: [&str; 2] = ["hedgerows", "night-watch"];

/// All levels.
fn levels() -> Vec<&'static str> {
    let mut levels: Vec<&str> = LIBRARY.levels.keys().map(String::as_str).collect();
    levels.sort_by_key(|level| LATER.contains(level));
    assert!(levels.len() > 5, "{levels:?}");
    levels
}

/// A level's own warbands for so many rounds.
fn setup(level: &str, seed: u64, rounds: u32) -> BattleSetup {
    let setup = BattleSetup::of_level(&LIBRARY, level, "zones", seed).unwrap();
    changed(setup, |level| level.turn_limit = rounds)
}

/// The same on a level that is changed.
fn changed(mut setup: BattleSetup, change: impl FnOnce(&mut Level)) -> BattleSetup {
    let mut level = (*setup.level).clone();
    change(&mut level);
    setup.level = Arc::new(level);
    setup
}

/// Both sides begin in the same place, so that they come to blows at once.
fn crowded(setup: BattleSetup) -> BattleSetup {
    changed(setup, |level| {
        let mut together = level.sides[0].deployment.clone();
        together.extend(&level.sides[1].deployment);
        level.sides[1].deployment = together;
    })
}

/// Blue lies in ambush.
fn with_ambush(setup: BattleSetup) -> BattleSetup {
    changed(setup, |level| {
        level.settings.change("zones", |settings: &mut Settings| {
            settings.ambush = vec![SideName::Blue];
        });
    })
}

/// Half of blue's warband is a green side of the given alliance.
fn with_green(setup: BattleSetup, alliance: usize) -> BattleSetup {
    let mut setup = changed(setup, |level| {
        let mut green = level.sides[1].clone();
        green.alliance = alliance;
        level.sides.push(green);
    });
    let warband = &mut setup.sides[1].warband;
    let half = warband.split_off(warband.len() / 2);
    setup.sides.push(SideSetup { warband: half });
    setup
}

/// A side has these units besides.
fn with_more(mut setup: BattleSetup, side: SideId, units: &[&str]) -> BattleSetup {
    let unit_entries = units
        .iter()
        .map(|id| UnitEntry::new(Arc::clone(&LIBRARY.units[*id])));
    setup.sides[side.index()].warband.extend(unit_entries);
    setup
}

/// The four ways in which each level is fought over.
fn variety(level: &str, number: u64) -> BattleSetup {
    let setup = setup(level, number, ROUNDS);
    match number % 4 {
        0 => crowded(setup),
        1 => with_ambush(setup),
        2 => with_green(crowded(setup), 2),
        _ => with_green(crowded(setup), 0),
    }
}

/// Takes any choice on offer, by dice that owe nothing to those of the battle.
struct Chooser {
    dice: SeededDice,
    /// Whether it neither gives itself up nor its weapons, or most battles would be over at once.
    clings: bool,
}

impl Chooser {
    fn new(seed: u64) -> Self {
        Self {
            dice: SeededDice::new(seed ^ 0x5eed),
            clings: !seed.is_multiple_of(4),
        }
    }

    /// Offers first, so that the many cells and targets do not drown the rest.
    fn choose(&mut self, decision: &Decision) -> Choice {
        for _ in 0..32 {
            let offer = &decision.offers[self.dice.one_of(decision.offers.len())];
            if !(self.clings && GIVING_UP.contains(&offer.action)) {
                return offer.choice_at(self.dice.one_of(offer.choice_count()));
            }
        }
        decision.choice_at(0).unwrap()
    }
}

/// Plays a battle to its end, looking at everything at every decision.
fn play(battle: &mut Battle, seed: u64, watcher: &mut Watcher) {
    let mut chooser = Chooser::new(seed);
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let decision = battle.open_decision().unwrap();
        watcher.look(battle, &decision);
        let choice = chooser.choose(&decision);
        watcher.chosen(battle, &decision, &choice);
        battle.choose(choice).unwrap();
        decisions += 1;
        assert!(decisions < 100_000, "no end in sight");
    }
    watcher.read_on(battle);
    watcher.check_state(battle);
    let ending = battle.ending().unwrap();
    assert_ne!(ending.reason, "the ruleset found nothing more to do");
    assert!(battle.round() <= battle.setup().level.turn_limit);
}

/// A battle of this set-up, from its beginning to its end.
fn fought(setup: BattleSetup, seed: u64) -> (Battle, Watcher) {
    let mut battle = Battle::new(shieldwall_zones::ruleset(), setup).unwrap();
    let mut watcher = Watcher::default();
    play(&mut battle, seed, &mut watcher);
    (battle, watcher)
}

/// Alone, against an ambush, against two sides that are enemies, and against two that are allies.
#[test]
fn random_battles_hold_to_the_rules_on_every_level() {
    let mut kinds: BTreeSet<&str> = BTreeSet::new();
    let mut holds = 0;
    let mut sneaked = [0; 2];
    for level in levels() {
        for number in 0..4 {
            let (_, watcher) = fought(variety(level, number), number + 1);
            kinds.extend(&watcher.kinds);
            holds += watcher.holds;
            for (sum, walks) in sneaked.iter_mut().zip(watcher.sneaked) {
                *sum += walks;
            }
        }
    }
    // Or nothing of all this has been looked at.
    for kind in [
        decisions::FIRST_FACTION,
        decisions::ACTIVATION,
        decisions::TURN,
        decisions::REACTION,
        decisions::OPPORTUNITY,
        decisions::STUNT,
    ] {
        assert!(kinds.contains(kind.key), "never asked: {kind}; {kinds:?}");
    }
    assert!(holds > 0, "nobody has taken hold of anybody");
    assert!(sneaked.iter().all(|walks| *walks > 0), "{sneaked:?}");
}

/// The level's own limit is kept as well, and none of the sides is asked for ever.
#[test]
fn a_battle_of_full_length_ends() {
    for seed in 1..3 {
        let setup = BattleSetup::of_level(&LIBRARY, "duel-ring", "zones", seed).unwrap();
        fought(setup, seed);
    }
}

/// What stands in several cells, what is ridden and what is driven.
#[test]
fn riders_stay_with_their_mounts_and_giants_find_room() {
    const CAVALRY: [&str; 5] = ["rider", "horse", "carter", "cart", "bomb_thrower"];
    let mut ridden = 0;
    for seed in 1..4 {
        let setup = setup("hill-fort", seed, 3);
        let setup = with_more(setup, SideId::RED, &CAVALRY);
        let setup = with_more(setup, SideId::BLUE, &CAVALRY);
        let setup = with_more(setup, SideId::BLUE, &["stone_giant"]);
        let mut battle = Battle::new(shieldwall_zones::ruleset(), crowded(setup)).unwrap();
        let begin = battle.presences(None);
        let riders = begin.iter().filter(|seen| seen.riding.is_some());
        assert_eq!(riders.count(), 4, "they do not begin in the saddle");
        let mounts: BTreeSet<CombatantId> = begin.iter().filter_map(|seen| seen.riding).collect();
        play(&mut battle, seed, &mut Watcher::default());
        for entry in battle.journal().entries() {
            if let Event::Moved { who, .. } = &entry.event {
                ridden += u32::from(mounts.contains(who));
            }
        }
    }
    assert!(ridden > 0, "no mount has moved");
}

#[test]
fn the_same_choices_give_the_same_journal() {
    let ruleset = shieldwall_zones::ruleset;
    for (number, level) in (0..).zip(levels()) {
        let setup = || crowded(setup(level, number, 2));
        let (fresh, _) = fought(setup(), number);
        // Another battle before it leaves no trace.
        let mut used = Battle::new(ruleset(), variety(level, number + 1)).unwrap();
        for _ in 0..20 {
            if used.advance() == Progress::Decision {
                let choice = used.decision().unwrap().choice_at(0).unwrap();
                used.choose(choice).unwrap();
            }
        }
        used.restart(setup()).unwrap();
        play(&mut used, number, &mut Watcher::default());
        assert_eq!(
            fresh.journal().to_json_lines(),
            used.journal().to_json_lines(),
            "{level}"
        );
    }
}
