//! Random legal choices on every level: battles never panic, always end, and lose nothing.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use shieldwall_battle::{
    Battle, BattleSetup, CombatantId, Event, Progress, Roster, SideId, Vitality,
};
use shieldwall_content::{Library, content_root::ContentRoot};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let (library, diagnostics) = Library::load(&[ContentRoot::at(root)]);
    assert!(library.broken.is_empty(), "{diagnostics:?}");
    Arc::new(library)
});

/// A small generator of its own, so that the choices owe nothing to the dice of the battle.
struct Chooser(u64);

impl Chooser {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn setup(level: &str, seed: u64, statement: &str) -> BattleSetup {
    let mut setup = BattleSetup::of_level(&LIBRARY, level, seed).unwrap();
    setup
        .options
        .insert("statement".to_owned(), statement.to_owned());
    setup
}

/// Plays a battle to its end and returns how many decisions it took.
fn play(battle: &mut Battle, seed: u64) -> usize {
    let mut chooser = Chooser(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let decision = battle.decision().unwrap();
        assert!(decision.choice_count() > 0, "{decision:?}");
        // Verbs first, so that the many cells and targets do not drown the rest.
        let offer = &decision.offers[chooser.below(decision.offers.len())];
        let choice = offer.choice_at(chooser.below(offer.choice_count()));
        battle.choose(choice).unwrap();
        decisions += 1;
        assert!(decisions < 200_000, "no end in sight");
    }
    decisions
}

fn check_end(battle: &Battle) {
    let ending = battle.ending().unwrap();
    assert_ne!(ending.reason, "the ruleset found nothing more to do");
    let mut left: std::collections::BTreeMap<CombatantId, i32> = Default::default();
    let mut states: std::collections::BTreeMap<CombatantId, Vitality> = Default::default();
    for entry in battle.journal().entries() {
        match &entry.event {
            Event::Mustered(mustered) => {
                left.insert(mustered.who, mustered.hit_points);
                states.insert(mustered.who, Vitality::Active);
            }
            Event::HitPoints {
                who, from, to, max, ..
            } => {
                assert_eq!(left.insert(*who, *to), Some(*from), "hit points of {who}");
                assert!(to <= max);
            }
            Event::Vitality { who, from, to } => {
                assert_eq!(states.insert(*who, *to), Some(*from), "state of {who}");
            }
            _ => {}
        }
    }
    let world = battle.world();
    let roster = world.resource::<Roster>();
    for id in roster.combatant_ids() {
        let entity = world.entity(roster.combatant(id));
        let points = entity.get::<shieldwall_battle::HitPoints>().unwrap();
        assert_eq!(left[&id], points.current, "the journal tells all");
        assert_eq!(states[&id], *entity.get::<Vitality>().unwrap());
    }
}

fn levels() -> Vec<String> {
    LIBRARY.levels.keys().cloned().collect()
}

#[test]
fn random_battles_end_on_every_level() {
    for level in levels() {
        for statement in ["spoken", "skipped"] {
            let mut battle = Battle::new(
                shieldwall_percentile::ruleset(),
                setup(&level, 0, statement),
            )
            .unwrap();
            for seed in 0..12 {
                battle.restart(setup(&level, seed, statement)).unwrap();
                play(&mut battle, seed + 1);
                check_end(&battle);
            }
        }
    }
}

#[test]
fn the_same_choices_give_the_same_journal() {
    for level in levels() {
        let ruleset = shieldwall_percentile::ruleset;
        let mut fresh = Battle::new(ruleset(), setup(&level, 7, "spoken")).unwrap();
        let mut used = Battle::new(ruleset(), setup(&level, 1, "skipped")).unwrap();
        for _ in 0..20 {
            if used.advance() == Progress::Decision {
                let choice = used.decision().unwrap().choice_at(0).unwrap();
                used.choose(choice).unwrap();
            }
        }
        used.restart(setup(&level, 7, "spoken")).unwrap();
        play(&mut fresh, 3);
        play(&mut used, 3);
        assert_eq!(
            fresh.journal().to_json_lines(),
            used.journal().to_json_lines()
        );
    }
}

#[test]
fn no_side_sees_more_than_it_may() {
    for level in levels() {
        let mut battle =
            Battle::new(shieldwall_percentile::ruleset(), setup(&level, 5, "spoken")).unwrap();
        play(&mut battle, 11);
        for side in SideId::ALL {
            for entry in battle.entries_from(0, Some(side)) {
                assert!(entry.only_for.is_none_or(|only| only == side));
            }
        }
    }
}
