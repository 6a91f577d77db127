//! A battle that follows another one at once, with those who are left (ZON-R96): what they bring along,
//! and what is over with the battle before.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use shieldwall_battle::{
    Battle, BattleSetup, Event, ItemId, Progress, SideId, UnitEntry, Vitality,
};
use shieldwall_content::{Library, content_root::ContentRoot, level::SideName};
use shieldwall_zones::content::blocks::{
    GearStart, GearState, ID, Settings, StartingCondition, StartingState, StatBlock,
};
use shieldwall_zones::terms::{conditions, decisions};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let (library, diagnostics) =
        Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content());
    assert!(library.broken.is_empty(), "{diagnostics:?}");
    Arc::new(library)
});

/// A duel where it is not known who began it.
fn setup(seed: u64, change: impl FnOnce(&mut Settings)) -> BattleSetup {
    let mut setup = BattleSetup::of_level(&LIBRARY, "duel-ring", "zones", seed).unwrap();
    let mut level = (*setup.level).clone();
    level.settings.change(ID, |settings: &mut Settings| {
        settings.starter = None;
        settings.ambush.clear();
        change(settings);
    });
    setup.level = Arc::new(level);
    setup
}

fn begun(setup: BattleSetup) -> Battle {
    let mut battle = Battle::new(shieldwall_zones::ruleset(), setup).unwrap();
    assert_eq!(battle.advance(), Progress::Decision);
    battle
}

fn following(battle: &Battle, seed: u64) -> BattleSetup {
    let sides = battle.setup().side_ids();
    let survivors: Vec<Vec<UnitEntry>> = sides.map(|side| battle.survivors(side)).collect();
    battle.setup().following(&survivors, seed)
}

fn starting(setup: &mut BattleSetup, side: SideId, start: &StartingState) {
    setup.sides[side.index()].warband[0].start.set(ID, start);
}

/// Wounds, poison, lame legs and lost hands stay, and so does what has become of the gear; who was
/// unconscious is up again, and morale and sprints are as at the beginning.
#[test]
fn wounds_and_worn_gear_stay_and_what_lasts_for_a_battle_is_over() {
    let mut setup = setup(1, |_| {});
    let items = setup.sides[0].warband[0]
        .unit
        .blocks
        .get::<StatBlock>()
        .cloned()
        .unwrap()
        .items;
    let mut gear = vec![GearStart::default(); items.len()];
    gear[0].state = GearState::Damaged;
    let start = StartingState {
        health: Some(3),
        poisoned: true,
        lamed: true,
        lost_hands: 1,
        steadied: true,
        sprints: Some(0),
        gear: gear.clone(),
        armour: Some(GearState::Damaged),
        ..StartingState::default()
    };
    starting(&mut setup, SideId::RED, &start);
    let fallen = StartingState {
        health: Some(2),
        state: StartingCondition::Incapacitated,
        ..StartingState::default()
    };
    starting(&mut setup, SideId::BLUE, &fallen);
    // Somebody of blue must still stand.
    let second = UnitEntry::new(Arc::clone(&setup.sides[1].warband[0].unit));
    setup.sides[1].warband.push(second);
    let battle = begun(setup);
    let next = following(&battle, 2);
    let start = next.sides[0].warband[0]
        .start
        .get::<StartingState>(ID)
        .unwrap()
        .unwrap();
    assert_eq!(start.health, Some(3));
    assert_eq!(start.lost_hands, 1);
    assert_eq!(start.gear[0].state, GearState::Damaged);
    assert_eq!(start.sprints, None, "sprints are counted by battles");
    let mut next = begun(next);
    let view = next.view(None);
    let first_of = |side| {
        let mut combatants = view.combatants.iter();
        combatants.find(|combatant| combatant.side == side).unwrap()
    };
    let (red, blue) = (first_of(SideId::RED), first_of(SideId::BLUE));
    assert_eq!(red.hit_points, 3);
    for condition in [conditions::POISONED, conditions::LAMED, conditions::MAIMED] {
        assert!(red.conditions.contains(&condition), "{condition}: {red:?}");
    }
    assert!(!red.conditions.contains(&conditions::STEADIED), "{red:?}");
    assert_eq!(blue.hit_points, 2);
    assert_eq!(blue.vitality, Vitality::Active);
}

/// Who began it is known by then: nobody rolls for the initiative again.
#[test]
fn the_initiative_stays_where_it_was() {
    for seed in 1..9 {
        let battle = begun(setup(seed, |_| {}));
        let holder = battle.decision().unwrap().side;
        assert_eq!(battle.decision().unwrap().kind, decisions::FIRST_FACTION);
        // The dice would say otherwise in one of these.
        for seed in 10..14 {
            let next = begun(following(&battle, seed));
            let rolled = next
                .journal()
                .entries()
                .iter()
                .any(|entry| matches!(entry.event, Event::Rolled(_)));
            assert!(!rolled, "the initiative is rolled for again");
            assert_eq!(next.decision().unwrap().side, holder);
        }
    }
}

/// The side that held it holds it as well if it comes with a fresh warband.
#[test]
fn a_fresh_warband_takes_over_the_initiative_of_its_side() {
    for seed in 1..5 {
        let battle = begun(setup(seed, |_| {}));
        let holder = battle.decision().unwrap().side;
        let sides = battle.setup().side_ids();
        let survivors: Vec<Vec<UnitEntry>> = sides
            .map(|side| match side == holder {
                true => Vec::new(),
                false => battle.survivors(side),
            })
            .collect();
        let next = battle.setup().following(&survivors, seed + 20);
        let fresh = &next.sides[holder.index()].warband;
        assert!(!fresh.is_empty() && fresh.iter().all(|unit_entry| unit_entry.start.is_fresh()));
        assert_eq!(begun(next).decision().unwrap().side, holder);
    }
}

/// An ambush is sprung once.
#[test]
fn nobody_lies_in_ambush_again() {
    let battle = begun(setup(1, |rules| rules.ambush = vec![SideName::Blue]));
    assert_eq!(battle.round(), 0, "no bonus round");
    let next = begun(following(&battle, 2));
    assert_eq!(next.round(), 1);
    assert!(next.presences(None).iter().all(|seen| !seen.hidden));
    assert_eq!(next.decision().unwrap().side, SideId::BLUE);
}

/// A combatant who has lost a hand does not begin with more in hand than the others can hold.
#[test]
fn nobody_begins_with_more_in_hand_than_it_has_hands() {
    let mut setup = setup(1, |_| {});
    let stats = setup.sides[0].warband[0]
        .unit
        .blocks
        .get::<StatBlock>()
        .cloned()
        .unwrap();
    let readied = stats.items.iter().filter(|item| item.readied).count();
    assert!(readied > 0, "nothing is in hand to begin with");
    let start = StartingState {
        lost_hands: stats.hands,
        ..StartingState::default()
    };
    starting(&mut setup, SideId::RED, &start);
    let mut battle = begun(setup);
    // Those of the first combatant come first.
    let count = stats.armour.len() + stats.items.len() + stats.powers.len();
    for item in (0..count).filter_map(|item| u16::try_from(item).ok()) {
        assert!(!battle.item_state(ItemId(item)).readied);
    }
}
