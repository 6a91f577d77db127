//! Random legal choices on every level: battles never panic, always end, and lose nothing.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use shieldwall_battle::{
    Battle, BattleSetup, Choice, CombatantId, Decision, Event, Progress, Roster, SideId, SideSetup,
    Vitality, board,
};
use shieldwall_content::{Library, content_root::ContentRoot};
use shieldwall_percentile::{
    items::gear::{Planted, Readied},
    terms::{actions, conditions, modes},
};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let (library, diagnostics) =
        Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content());
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
    let mut setup = BattleSetup::of_level(&LIBRARY, level, "percentile", seed).unwrap();
    setup
        .options
        .insert("statement".to_owned(), statement.to_owned());
    setup
}

/// Plays a battle to its end and returns how many decisions it took. With an even seed nobody drops
/// or puts away anything, or most battles would be fought with bare hands.
fn play(battle: &mut Battle, seed: u64) -> usize {
    let mut chooser = Chooser(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut decisions = 0;
    while battle.advance() == Progress::Decision {
        let decision = battle.decision().unwrap();
        assert!(decision.choice_count() > 0, "{decision:?}");
        // Actions first, so that the many cells and targets do not drown the rest.
        let mut offer = &decision.offers[chooser.below(decision.offers.len())];
        while seed.is_multiple_of(2)
            && (offer.action == actions::DROP || offer.mode == Some(modes::AWAY))
        {
            offer = &decision.offers[chooser.below(decision.offers.len())];
        }
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
            Event::Deployed(deployed) => {
                left.insert(deployed.who, deployed.hit_points);
                states.insert(deployed.who, Vitality::Active);
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
    // Every item is in exactly one place, and only what is carried can be in hand.
    for id in roster.item_ids() {
        let item = world.entity(roster.item(id));
        let carried = item.contains::<shieldwall_battle::CarriedBy>();
        let places = [
            carried,
            item.contains::<shieldwall_battle::Lying>(),
            item.contains::<Planted>(),
        ];
        let count = places.iter().filter(|&&there| there).count();
        assert_eq!(count, 1, "{id} is in {count} places");
        assert!(carried || !item.contains::<Readied>(), "{id}");
    }
}

/// All levels.
fn levels() -> Vec<String> {
    let levels: Vec<String> = LIBRARY.levels.keys().cloned().collect();
    assert!(levels.len() > 5, "{levels:?}");
    levels
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

/// The same with half of blue's warband as a green side, of the given alliance and hidden.
fn with_green(mut setup: BattleSetup, alliance: usize) -> BattleSetup {
    let mut changed = (*setup.level).clone();
    let mut green = changed.sides[1].clone();
    green.alliance = alliance;
    green.hidden = true;
    changed.sides.push(green);
    let warband = &mut setup.sides[1].warband;
    let half = warband.split_off(warband.len() / 2);
    setup.sides.push(SideSetup { warband: half });
    setup.level = Arc::new(changed);
    setup
}

/// With a third side, on its own or allied with red, battles end as well, and nobody attacks a
/// friend.
#[test]
fn random_battles_of_three_sides_end() {
    for level in levels() {
        for (seed, alliance) in [0, 2].into_iter().cycle().take(8).enumerate() {
            let statement = ["spoken", "skipped"][seed / 2 % 2];
            let setup = with_green(setup(&level, seed as u64, statement), alliance);
            let changed = Arc::clone(&setup.level);
            let mut battle = Battle::new(shieldwall_percentile::ruleset(), setup).unwrap();
            play(&mut battle, seed as u64 + 1);
            check_end(&battle);
            let winner = battle.ending().unwrap().winner;
            assert!(winner != Some(SideId::GREEN) || alliance == 2, "{level}");
            let mut sides = std::collections::BTreeMap::new();
            for entry in battle.journal().entries() {
                match &entry.event {
                    Event::Deployed(deployed) => {
                        sides.insert(deployed.who, deployed.side);
                    }
                    Event::Attacked { who, target, .. } => {
                        assert!(board::hostile(&changed, sides[who], sides[target]));
                    }
                    _ => {}
                }
            }
            for enemy in
                SideId::first(3).filter(|side| board::hostile(&changed, SideId::GREEN, *side))
            {
                check_told(&battle, SideId::GREEN, enemy);
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

/// Red keeps still where it is hidden.
fn keep_still(decision: &Decision) -> Choice {
    let offer = decision
        .offers
        .iter()
        .find(|offer| ["pass", "stay", "stand", "none"].contains(&offer.action.key))
        .unwrap();
    let pace = offer.options().first().map(|option| option.key);
    offer.choice(None, pace)
}

/// Whether an entry shows by its very rule that somebody unseen is about (PCT-R30).
fn gives_away(event: &Event) -> bool {
    match event {
        Event::Revealed { .. } | Event::Note { .. } => true,
        Event::Rolled(roll) => roll.purpose == "Stealth",
        Event::Moved { stopped, .. } => stopped.is_some(),
        _ => false,
    }
}

/// Everything blue is asked, shown and told until each of its questions, as text, while all of red lies hidden in these places of its
/// deployment area and blue chooses at random, until something gives red away.
fn told_to_blue(level: &str, places: &[usize], statement: &str, seed: u64) -> Vec<String> {
    let mut setup = setup(level, seed, statement);
    let mut changed = (*setup.level).clone();
    changed.sides[0].hidden = true;
    let deployment = changed.sides[0].deployment.clone();
    setup.level = Arc::new(changed);
    let warband = &mut setup.sides[0].warband;
    warband.truncate(places.len());
    for (unit_entry, place) in warband.iter_mut().zip(places) {
        unit_entry.cell = Some(deployment[*place]);
    }
    let mut battle = Battle::new(shieldwall_percentile::ruleset(), setup).unwrap();
    let mut chooser = Chooser(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut told = Vec::new();
    while battle.round() <= 3 && battle.advance() == Progress::Decision {
        if battle
            .journal()
            .entries()
            .iter()
            .any(|entry| gives_away(&entry.event))
        {
            break;
        }
        let decision = battle.decision().unwrap().clone();
        let choice = if decision.side == SideId::BLUE {
            let mut asked = decision.clone();
            // How many sealed or secret questions came between is not blue's to see.
            asked.number = 0;
            let events: Vec<String> = battle
                .entries_from(0, Some(SideId::BLUE))
                .iter()
                .map(|entry| told_event(&entry.event))
                .collect();
            let reaches: Vec<_> = battle
                .presences(Some(SideId::BLUE))
                .iter()
                .map(|seen| (battle.reachable(seen.id), battle.threatened(seen.id)))
                .collect();
            let view = battle.view(Some(SideId::BLUE));
            told.push(format!("{asked:?}\n{view:?}\n{events:?}\n{reaches:?}"));
            let offer = &decision.offers[chooser.below(decision.offers.len())];
            offer.choice_at(chooser.below(offer.choice_count()))
        } else {
            keep_still(&decision)
        };
        battle.choose(choice).unwrap();
    }
    told
}

/// An event as text, without the number of a decision, which counts those of both sides.
fn told_event(event: &Event) -> String {
    let mut event = event.clone();
    if let Event::Chosen { decision, .. } = &mut event {
        *decision = 0;
    }
    format!("{event:?}")
}

/// Where hidden enemies stand changes nothing that a side is asked, offered, shown or told.
#[test]
fn no_side_learns_of_the_hidden() {
    for level in levels() {
        let mut compared = 0;
        for statement in ["spoken", "skipped"] {
            for seed in 0..4 {
                let one = told_to_blue(&level, &[0, 1], statement, seed);
                let other = told_to_blue(&level, &[4, 7], statement, seed);
                compared += one.len().min(other.len());
                for (one, other) in one.iter().zip(&other) {
                    assert_eq!(one, other, "{level}, {statement}, seed {seed}");
                }
            }
        }
        assert!(compared >= 24, "{level}: only {compared} questions");
    }
}

/// What a side may see names no enemy that is hidden at that moment.
#[test]
fn no_entry_names_the_hidden() {
    for level in levels() {
        for hidden in SideId::first(LIBRARY.levels[&level].sides.len()) {
            let mut setup = setup(&level, 5, "spoken");
            let mut changed = (*setup.level).clone();
            changed.sides[hidden.index()].hidden = true;
            let changed = Arc::new(changed);
            setup.level = Arc::clone(&changed);
            let mut battle = Battle::new(shieldwall_percentile::ruleset(), setup).unwrap();
            play(&mut battle, 11);
            let enemies = SideId::first(changed.sides.len())
                .filter(|&side| board::hostile(&changed, hidden, side));
            for enemy in enemies {
                let told = check_told(&battle, hidden, enemy);
                assert!(told > 50, "{level}: {told} entries");
            }
        }
    }
}

/// Checks that what an enemy may see names none of a side that is hidden at that moment; how many
/// entries it may see.
fn check_told(battle: &Battle, hidden: SideId, enemy: SideId) -> usize {
    let level = &battle.setup().level.id;
    let mut sides = std::collections::BTreeMap::new();
    let mut seen = std::collections::BTreeMap::new();
    for entry in battle.journal().entries() {
        if let Event::Deployed(deployed) = &entry.event {
            sides.insert(deployed.who, deployed.side);
            seen.insert(deployed.who, deployed.side != hidden);
        }
    }
    let mut told = 0;
    for entry in battle.entries_from(0, Some(enemy)) {
        if let Event::Revealed { who, .. } = &entry.event {
            seen.insert(*who, true);
        }
        for who in entry.event.about() {
            assert!(seen[&who], "{level}: {}", entry.to_json());
        }
        if let Event::Condition { who, condition, on } = &entry.event
            && *condition == conditions::HIDDEN
        {
            seen.insert(*who, !on || sides[who] != hidden);
        }
        told += 1;
    }
    told
}
