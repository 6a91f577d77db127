//! The examples of the rulebook about ratings, chances, ranges, armour and shields.

use shieldwall_battle::{Check, Modifier, check::Effect};
use shieldwall_dice::DiceExpr;
use shieldwall_grid::Metres;
use shieldwall_percentile::content::blocks::{
    ArmourRow, Characteristics, ItemBlock, MeleeRow, MissileRow, Settings, ShieldKind, ShieldRow,
    SkillFamily, SkillGroup, StatBlock, Supply, Velocity, WeaponClass,
};
use shieldwall_percentile::{
    attack::rating::{self, RangeBandKind, Worn, range_band},
    terms::rules,
};

fn cells(count: i32) -> Metres {
    Metres::from_milli(1500) * count
}

fn unit(skills: &[(&str, i32)]) -> StatBlock {
    StatBlock {
        characteristics: Characteristics {
            strength: 12,
            constitution: 12,
            size: 12,
            dexterity: 13,
        },
        hit_points: 12,
        damage_bonus: DiceExpr::zero(),
        skills: skills
            .iter()
            .map(|&(name, rating)| (name.to_owned(), rating))
            .collect(),
        armour: Vec::new(),
        items: Vec::new(),
        natural_weapons: Vec::new(),
        natural_armour: 0,
        hands: 2,
        extra_physical_skills: Vec::new(),
        extra_perception_skills: Vec::new(),
    }
}

fn melee(skill: &str, base: i32) -> MeleeRow {
    MeleeRow {
        family: SkillFamily::MeleeWeapon,
        skill: skill.to_owned(),
        base,
        damage: DiceExpr::dice(1, 8),
        classes: vec![WeaponClass::Medium],
    }
}

fn missile(family: SkillFamily, skill: &str, base: Option<i32>, supply: Supply) -> MissileRow {
    MissileRow {
        family,
        skill: skill.to_owned(),
        base,
        damage: DiceExpr::dice(1, 8),
        range: Metres::from_whole(20),
        velocity: Velocity::Low,
        supply,
    }
}

fn armour(points: i32, second: Option<i32>, penalty: i32) -> ArmourRow {
    ArmourRow {
        points,
        points_high_velocity: second,
        helmet: false,
        penalty: (penalty != 0).then_some((SkillGroup::Physical, penalty)),
    }
}

fn helmet(points: i32, penalty: i32) -> ArmourRow {
    ArmourRow {
        points,
        points_high_velocity: None,
        helmet: true,
        penalty: Some((SkillGroup::Perception, penalty)),
    }
}

fn worn<'a>(rows: &'a [&'a ArmourRow]) -> Vec<Worn<'a>> {
    rows.iter()
        .map(|row| Worn {
            name: "armour",
            row,
        })
        .collect()
}

fn points(add: i32) -> Modifier {
    Modifier {
        name: "points".into(),
        effect: Effect::Add(add),
        rule: rules::RR27,
    }
}

#[test]
fn ratings_of_weapons() {
    let settings = Settings::default();
    let strict = Settings {
        related_specialties: false,
        ..Settings::default()
    };
    type Example<'a> = (
        &'a str,
        &'a [(&'a str, i32)],
        &'a Settings,
        MeleeRow,
        i32,
        &'a str,
    );
    let examples: [Example<'_>; 10] = [
        (
            "PCT-E03",
            &[("Dagger", 60)],
            &settings,
            melee("Sword", 15),
            30,
            "Dagger",
        ),
        (
            "PCT-E106",
            &[("Dagger", 20)],
            &settings,
            melee("Sword", 15),
            15,
            "Sword",
        ),
        (
            "PCT-E113",
            &[("Sword", 55), ("Axe", 30)],
            &settings,
            melee("Axe", 15),
            30,
            "Axe",
        ),
        (
            "PCT-057",
            &[("Sword", 70)],
            &settings,
            melee("Axe", 15),
            35,
            "Sword",
        ),
        (
            "PCT-057",
            &[("Sword", 70)],
            &strict,
            melee("Axe", 15),
            15,
            "Axe",
        ),
        (
            "PCT-058",
            &[("Sword", 55)],
            &settings,
            melee("Sword", 15),
            55,
            "Sword",
        ),
        (
            "PCT-R24",
            &[("Sword", 55), ("Axe", 61)],
            &settings,
            melee("Dagger", 25),
            31,
            "Axe",
        ),
        (
            "PCT-R24",
            &[("Sword", 70)],
            &settings,
            melee("Spear", 15),
            15,
            "Spear",
        ),
        (
            "PCT-R24",
            &[("Staff", 45)],
            &settings,
            melee("Polearm", 15),
            23,
            "Staff",
        ),
        (
            "PCT-R24",
            &[("Sword", 30)],
            &settings,
            melee("Sword", 5),
            30,
            "Sword",
        ),
    ];
    for (id, skills, settings, row, value, skill) in examples {
        let rating = rating::melee_rating(&unit(skills), &row, settings);
        assert_eq!((rating.value, &*rating.skill), (value, skill), "{id}");
        assert_eq!(rating.chance(Vec::new()).chance, value, "{id}");
    }
    let rock = missile(SkillFamily::Throw, "Throw", None, Supply::ThrownAndLost);
    let rating = rating::missile_rating(&unit(&[]), &rock, &settings);
    assert_eq!(rating.value, 26, "PCT-R49: Throw, DEX 13 twice");
    let bow = missile(SkillFamily::MissileWeapon, "Bow", Some(5), Supply::Missiles);
    assert_eq!(
        rating::missile_rating(&unit(&[]), &bow, &settings).value,
        5,
        "PCT-058"
    );
    assert_eq!(rating::brawl_rating(&unit(&[])).value, 25, "PCT-070");
}

#[test]
fn fractions_of_a_related_rating_are_rounded_once() {
    // PCT-R22: (53 - 10) / 2 is 22, not 27 - 10.
    let rating = rating::melee_rating(
        &unit(&[("Dagger", 53)]),
        &melee("Sword", 15),
        &Settings::default(),
    );
    assert_eq!(rating.value, 27);
    assert_eq!(rating.chance(vec![points(-10)]).chance, 22);
}

#[test]
fn ratings_to_parry() {
    let settings = Settings::default();
    let stats = unit(&[("Sword", 55), ("Shield", 45), ("Club", 51), ("Dagger", 20)]);
    let sword = ItemBlock {
        melee: Some(melee("Sword", 15)),
        hit_points: Some(12),
        ..ItemBlock::default()
    };
    let shield = ItemBlock {
        shield: Some(ShieldRow {
            base: 15,
            damage: DiceExpr::dice(1, 3),
            kind: ShieldKind::Full,
        }),
        hit_points: Some(12),
        ..ItemBlock::default()
    };
    let bow = ItemBlock {
        missile: Some(missile(
            SkillFamily::MissileWeapon,
            "Bow",
            Some(5),
            Supply::Missiles,
        )),
        hit_points: Some(10),
        ..ItemBlock::default()
    };
    let rock = ItemBlock {
        missile: Some(missile(
            SkillFamily::Throw,
            "Throw",
            None,
            Supply::ThrownAndLost,
        )),
        ..ItemBlock::default()
    };
    let dagger = ItemBlock {
        melee: Some(melee("Dagger", 25)),
        missile: Some(missile(
            SkillFamily::MissileWeapon,
            "Throwing Dagger",
            Some(15),
            Supply::Thrown,
        )),
        hit_points: Some(15),
        ..ItemBlock::default()
    };
    let parries = |stats: &StatBlock, item: &ItemBlock| {
        rating::parry_rating(stats, item, &settings).map(|rating| rating.value)
    };
    assert_eq!(parries(&stats, &sword), Some(55), "PCT-033");
    assert_eq!(parries(&stats, &shield), Some(45), "PCT-120");
    assert_eq!(parries(&unit(&[]), &shield), Some(15), "PCT-126");
    assert_eq!(parries(&stats, &bow), Some(26), "PCT-R28");
    assert_eq!(parries(&unit(&[]), &bow), Some(13), "PCT-R28: base 25");
    assert_eq!(parries(&stats, &rock), None, "PCT-R28");
    assert_eq!(
        parries(&stats, &dagger),
        Some(28),
        "PCT-R28, half of Sword by PCT-R24"
    );
}

#[test]
fn skills_without_a_rating_have_their_base() {
    // PCT-R26, DEX 13.
    let stats = unit(&[("Dodge", 40)]);
    let bases = [
        ("Dodge", 40),
        ("Throw", 26),
        ("Agility", 65),
        ("First Aid", 30),
        ("Spot", 25),
        ("Listen", 25),
        ("Hide", 10),
        ("Stealth", 10),
        ("Climb", 40),
        ("Jump", 25),
        ("Swim", 25),
        ("Fine Manipulation", 5),
        ("Sleight of Hand", 5),
        ("Basket Weaving", 0),
    ];
    for (skill, expected) in bases {
        assert_eq!(rating::skill_rating(&stats, skill), expected, "{skill}");
    }
}

#[test]
fn chances() {
    let halves = |count: usize| vec![rating::TARGET_IN_DARKNESS; count];
    let range = |cells_away: i32, metres: i32| {
        let band = range_band(cells(cells_away), Metres::from_whole(metres)).expect("in range");
        band.modifier().into_iter().collect::<Vec<_>>()
    };
    let with = |mut modifiers: Vec<Modifier>, more: Modifier| {
        modifiers.push(more);
        modifiers
    };
    let examples = [
        ("PCT-E36", 20, vec![points(-25)], 0),
        ("PCT-E52", 45, range(59, 90), 45),
        ("PCT-E53", 45, range(60, 90), 23),
        ("PCT-E54", 45, range(120, 90), 23),
        ("PCT-E55", 45, range(121, 90), 12),
        ("PCT-E57", 70, with(range(20, 20), rating::HALF_COVER), 18),
        ("PCT-E71", 40, with(range(20, 20), points(-25)), 8),
        (
            "PCT-E90",
            50,
            with(range(16, 20), rating::TARGET_IN_DARKNESS),
            13,
        ),
        ("PCT-E89", 40, range(3, 10), 40),
        ("PCT-E97", 40, vec![rating::DODGING_A_MISSILE], 20),
        ("PCT-048", 45, vec![rating::DODGING_A_MISSILE], 23),
        ("PCT-E109", 45, vec![rating::KNEELING], 23),
        ("PCT-R75", 70, vec![rating::HEAVY_COVER], 18),
        ("PCT-R22", 110, Vec::new(), 110),
        ("PCT-R22", 101, halves(3), 13),
        ("PCT-R57", 10, vec![points(-50), points(20)], 0),
    ];
    for (id, rating, modifiers, expected) in examples {
        assert_eq!(
            rating::chance("Skill", rating, modifiers).chance,
            expected,
            "{id}"
        );
    }
}

#[test]
fn ranges() {
    let bow = Metres::from_whole(90);
    assert_eq!(
        range_band(cells(59), bow),
        Some(RangeBandKind::Near),
        "PCT-E52"
    );
    assert_eq!(
        range_band(cells(60), bow),
        Some(RangeBandKind::Long),
        "PCT-E53"
    );
    assert_eq!(
        range_band(cells(120), bow),
        Some(RangeBandKind::Long),
        "PCT-E54"
    );
    assert_eq!(
        range_band(cells(121), bow),
        Some(RangeBandKind::Extreme),
        "PCT-E55"
    );
    assert_eq!(
        range_band(cells(180), bow),
        Some(RangeBandKind::Extreme),
        "PCT-065"
    );
    assert_eq!(range_band(cells(181), bow), None, "PCT-E56");
    // The last cell of each band, from the grid section of the rulebook.
    let last = [
        (10, [6, 13, 20]),
        (20, [13, 26, 40]),
        (40, [26, 53, 80]),
        (55, [36, 73, 110]),
        (80, [53, 106, 160]),
        (90, [59, 120, 180]),
        (100, [66, 133, 200]),
    ];
    for (range, bands) in last {
        let kinds = [
            RangeBandKind::Near,
            RangeBandKind::Long,
            RangeBandKind::Extreme,
        ];
        for (cell, kind) in bands.into_iter().zip(kinds) {
            let range = Metres::from_whole(range);
            assert_eq!(
                range_band(cells(cell), range),
                Some(kind),
                "{range}, {cell} cells"
            );
            assert_ne!(
                range_band(cells(cell + 1), range),
                Some(kind),
                "{range}, {cell} cells"
            );
        }
    }
}

#[test]
fn armour_on_skills() {
    let settings = Settings::default();
    let chain = armour(7, None, -20);
    let plate = armour(8, None, -25);
    let (light, heavy) = (helmet(1, -15), helmet(2, -50));
    let chance = |skills: &[(&str, i32)], rows: &[&ArmourRow], skill, further: Vec<Modifier>| {
        rating::skill_chance(&unit(skills), &worn(rows), &settings, skill, further).chance
    };
    let missile = vec![rating::DODGING_A_MISSILE];
    assert_eq!(
        chance(&[("Dodge", 50)], &[&chain], "Dodge", missile),
        15,
        "PCT-E58"
    );
    let both = [&chain, &heavy];
    assert_eq!(
        chance(&[("Spot", 50)], &both, "Spot", Vec::new()),
        0,
        "PCT-E70"
    );
    assert_eq!(
        chance(&[("Dodge", 45)], &both, "Dodge", Vec::new()),
        25,
        "PCT-E70"
    );
    let far = vec![rating::LONG_RANGE];
    assert_eq!(
        chance(&[("Throw", 40)], &[&plate], "Throw", far),
        8,
        "PCT-E71"
    );
    assert_eq!(
        chance(&[("First Aid", 50)], &[&plate], "First Aid", Vec::new()),
        50,
        "PCT-106"
    );
    assert_eq!(
        chance(&[("Climb", 40)], &[&light], "Climb", Vec::new()),
        40,
        "PCT-105"
    );

    let awareness = |spot: i32, listen: i32| {
        let stats = unit(&[("Spot", spot), ("Listen", listen)]);
        rating::awareness_chance(&stats, &worn(&[&light]), &settings).chance
    };
    assert_eq!(awareness(25, 20), 10, "PCT-E88");
    assert_eq!(awareness(10, 40), 25, "PCT-E104");

    // PCT-106: files may let armour weigh on more skills.
    let extra = Settings {
        extra_physical_skills: vec!["First Aid".to_owned()],
        ..Settings::default()
    };
    let stats = unit(&[("First Aid", 50)]);
    let aid = rating::skill_chance(&stats, &worn(&[&plate]), &extra, "First Aid", []);
    assert_eq!(aid.chance, 25, "PCT-106");
    let stats = StatBlock {
        extra_perception_skills: vec!["First Aid".to_owned()],
        ..stats
    };
    let aid = rating::skill_chance(&stats, &worn(&[&light]), &settings, "First Aid", []);
    assert_eq!(aid.chance, 35, "PCT-R58");
}

#[test]
fn armour_against_damage() {
    let through = |rows: &[&ArmourRow], high_velocity: bool, damage: i32| {
        (damage - rating::armour_points(&worn(rows), 0, high_velocity)).max(0)
    };
    let (soft, plate, hard) = (
        armour(1, None, 0),
        armour(8, None, -25),
        armour(2, None, -10),
    );
    let (chain, riot) = (armour(7, None, -20), armour(12, Some(6), -10));
    let heavy = helmet(2, -50);
    assert_eq!(through(&[&soft], false, 9), 8, "PCT-E04");
    assert_eq!(through(&[&plate], false, 9), 1, "PCT-E04");
    assert_eq!(through(&[&hard], false, 6), 4, "PCT-E05");
    assert_eq!(through(&[&hard], false, 3), 1, "PCT-E06");
    assert_eq!(through(&[&chain, &heavy], false, 12), 3, "PCT-E70");
    assert_eq!(through(&[&riot], false, 9), 0, "PCT-E68");
    assert_eq!(through(&[&riot], true, 11), 5, "PCT-E69");
    assert_eq!(
        through(&[&riot, &heavy], true, 11),
        3,
        "PCT-R56: a helmet adds to either"
    );
    let natural = |points| rating::armour_points(&worn(&[&hard, &heavy]), points, false);
    assert_eq!((natural(1), natural(3)), (4, 5), "PCT-R83");
}

#[test]
fn shields_against_missiles() {
    use ShieldKind::{Full, Large, Target};
    let examples = [
        ("PCT-122", Target, false, 15),
        ("PCT-123", Full, false, 30),
        ("PCT-E96", Large, false, 60),
        ("PCT-E63", Large, true, 90),
        ("PCT-E64", Large, false, 60),
        ("PCT-125", Full, true, 30),
    ];
    for (id, kind, kneeling, expected) in examples {
        let Check { rating, chance, .. } = rating::shield_against_missile(kind, kneeling);
        assert_eq!((rating, chance), (expected, expected), "{id}");
    }
}
