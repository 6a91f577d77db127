//! The items that ship with the game against the tables of the rulebook, row by row.
//!
//! What a row does to damage is measured by rolling all of its dice through the blow that plays, so
//! a table or an item that was misread shows, and so does a special success that is not one.

use std::{path::Path, sync::LazyLock};

use shieldwall_content::{ContentRoot, Library};
use shieldwall_dice::{DiceExpr, enumerate};
use shieldwall_grid::Metres;
use shieldwall_percentile::attack::{
    blow::{Blow, DamageDice, Faces},
    rating::{self, Worn},
};
use shieldwall_percentile::content::blocks::{
    Characteristics, ItemBlock, MissileRow, Settings, ShieldKind, SkillFamily, SkillGroup,
    StatBlock, Supply, Velocity, WeaponClass,
};

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    Library::load(&[ContentRoot::at(root)], shieldwall_rulesets::content()).0
});

fn block(item: &str) -> &'static ItemBlock {
    let item = LIBRARY.items.get(item).unwrap_or_else(|| panic!("{item}"));
    item.blocks.get().expect("a block for percentile")
}

/// Least and most damage of a hit and of a special success, without any damage bonus.
fn damage(row: &DiceExpr) -> [(i32, i32); 2] {
    let blow = Blow {
        attack: rating::chance("Skill", 50, Vec::new()),
        damage: DamageDice::of(row, &DiceExpr::zero()),
        melee: true,
        attacker_item: None,
        attacker_item_points: None,
        awareness: None,
        defences: Vec::new(),
        coverage: None,
        armour: 0,
        target_hit_points: 12,
        target_conscious: true,
    };
    [false, true].map(|special| {
        let rolled = enumerate(|dice| blow.roll_damage(special, dice, Faces::Summed).rolled);
        let totals = || rolled.iter().map(|(total, _)| *total);
        (totals().min().unwrap_or(0), totals().max().unwrap_or(0))
    })
}

/// How much of a damage bonus of 6 a row adds.
fn share(row: &DiceExpr) -> i32 {
    row.with_bonus(&DiceExpr::constant(6)).max() - row.without_bonus().max()
}

#[test]
fn melee_weapons() {
    use WeaponClass::{Long, Medium, Short};
    /// Rule, item, specialty, base, hands, hit points, damage, special damage, classes.
    type Row = (
        &'static str,
        &'static str,
        &'static str,
        i32,
        u8,
        i32,
        (i32, i32),
        (i32, i32),
        &'static [WeaponClass],
    );
    #[rustfmt::skip]
    let table: [Row; 18] = [
        ("PCT-067", "axe_battle", "Axe", 15, 1, 15, (3, 10), (13, 20), &[Medium]),
        ("PCT-068", "axe_great", "Axe", 15, 2, 15, (4, 14), (18, 28), &[Medium]),
        ("PCT-069", "axe_hand", "Axe", 15, 1, 12, (2, 7), (9, 14), &[Medium]),
        ("PCT-071", "club_heavy", "Club", 25, 2, 22, (1, 8), (9, 16), &[Medium]),
        ("PCT-072", "club_light", "Club", 25, 1, 15, (1, 6), (7, 12), &[Medium]),
        ("PCT-073", "dagger", "Dagger", 25, 1, 15, (1, 4), (5, 8), &[Short]),
        ("PCT-074", "halberd", "Polearm", 15, 2, 25, (3, 18), (21, 36), &[Long, Medium]),
        ("PCT-075", "hammer", "Hammer", 25, 1, 15, (1, 6), (7, 12), &[Medium]),
        ("PCT-076", "hammer_great", "Hammer", 25, 2, 15, (4, 13), (17, 26), &[Medium]),
        ("PCT-077", "knife", "Dagger", 25, 1, 15, (2, 4), (6, 8), &[Short]),
        ("PCT-078", "mace_heavy", "Mace", 25, 2, 10, (3, 10), (13, 20), &[Medium]),
        ("PCT-079", "mace_light", "Mace", 25, 1, 6, (3, 8), (11, 16), &[Medium]),
        ("PCT-080", "pike", "Polearm", 15, 2, 12, (3, 12), (15, 24), &[Long]),
        ("PCT-081", "staff_quarter", "Staff", 25, 2, 8, (1, 8), (9, 16), &[Long, Medium]),
        ("PCT-082", "spear_long", "Spear", 15, 2, 10, (1, 10), (11, 20), &[Long]),
        ("PCT-083", "sword_broad", "Sword", 15, 1, 12, (2, 9), (11, 18), &[Medium]),
        ("PCT-084", "sword_great", "Sword", 5, 2, 12, (2, 16), (18, 32), &[Medium]),
        ("PCT-085", "sword_short", "Sword", 15, 1, 12, (2, 7), (9, 14), &[Medium]),
    ];
    for (rule, item, skill, base, hands, points, normal, special, classes) in table {
        let block = block(item);
        let row = block.melee.as_ref().expect(rule);
        assert_eq!(row.family, SkillFamily::MeleeWeapon, "{rule}");
        assert_eq!((&*row.skill, row.base), (skill, base), "{rule}");
        assert_eq!(
            (block.hands, block.hit_points),
            (hands, Some(points)),
            "{rule}"
        );
        assert_eq!(damage(&row.damage), [normal, special], "{rule}");
        assert_eq!(share(&row.damage), 6, "{rule}: the whole damage bonus");
        assert_eq!(row.classes, classes, "PCT-R13: {item}");
    }
    let melee = LIBRARY.items.values().filter(|item| {
        let block = item.blocks.get::<ItemBlock>();
        block.is_some_and(|block| block.melee.is_some())
    });
    assert_eq!(melee.count(), table.len(), "no weapon beside the table");
}

#[test]
fn missile_weapons() {
    use SkillFamily::{EnergyWeapon, Firearm, MissileWeapon, Throw};
    /// Rule, item, family, specialty, base, hands, hit points, damage, special damage, share of a
    /// damage bonus of 6, range.
    type Row = (
        &'static str,
        &'static str,
        SkillFamily,
        &'static str,
        Option<i32>,
        u8,
        Option<i32>,
        (i32, i32),
        (i32, i32),
        i32,
        i32,
    );
    #[rustfmt::skip]
    let table: [Row; 12] = [
        ("PCT-086", "axe_hand", MissileWeapon, "Throwing Axe", Some(10), 1, Some(12), (1, 6), (7, 12), 3, 20),
        ("PCT-087", "bow_long", MissileWeapon, "Bow", Some(5), 2, Some(10), (2, 9), (11, 18), 3, 90),
        ("PCT-088", "crossbow_heavy", MissileWeapon, "Crossbow", Some(25), 2, Some(18), (4, 14), (18, 28), 0, 55),
        ("PCT-089", "crossbow_light", MissileWeapon, "Crossbow", Some(25), 2, Some(10), (3, 8), (11, 16), 0, 40),
        ("PCT-090", "dagger", MissileWeapon, "Throwing Dagger", Some(15), 1, Some(15), (1, 4), (5, 8), 3, 10),
        // PCT-R48: a knife is one object with the 15 hit points of its melee row.
        ("PCT-091", "knife", MissileWeapon, "Throwing Dagger", Some(15), 1, Some(15), (2, 4), (6, 8), 3, 10),
        ("PCT-092", "pistol", Firearm, "Pistol", Some(20), 1, Some(8), (1, 8), (9, 16), 0, 20),
        ("PCT-093", "pistol_laser", EnergyWeapon, "Laser Pistol", Some(20), 1, Some(14), (1, 8), (9, 16), 0, 20),
        ("PCT-094", "rifle", Firearm, "Rifle", Some(25), 2, Some(12), (2, 12), (14, 24), 0, 80),
        ("PCT-095", "rifle_laser", EnergyWeapon, "Laser Rifle", Some(15), 2, Some(20), (2, 16), (18, 32), 0, 100),
        ("PCT-096", "rock", Throw, "Throw", None, 1, None, (1, 2), (3, 4), 3, 20),
        ("PCT-097", "sling", MissileWeapon, "Sling", Some(5), 2, Some(2), (1, 8), (9, 16), 3, 80),
    ];
    let row = |item: &str| -> &'static MissileRow {
        let row = block(item).missile.as_ref();
        row.unwrap_or_else(|| panic!("{item} is no missile weapon"))
    };
    for (rule, item, family, skill, base, hands, points, normal, special, bonus, range) in table {
        let (block, row) = (block(item), row(item));
        assert_eq!(
            (row.family, &*row.skill, row.base),
            (family, skill, base),
            "{rule}"
        );
        assert_eq!((block.hands, block.hit_points), (hands, points), "{rule}");
        assert_eq!(damage(&row.damage), [normal, special], "{rule}");
        assert_eq!(share(&row.damage), bonus, "{rule}: damage bonus");
        assert_eq!(row.range, Metres::from_whole(range), "{rule}");
        let fast = matches!(family, Firearm | EnergyWeapon);
        assert_eq!(row.velocity == Velocity::High, fast, "PCT-R31: {item}");
    }
    let supplies = [
        ("PCT-098", "crossbow_heavy", Supply::Crossbow),
        ("PCT-098", "crossbow_light", Supply::Crossbow),
        ("PCT-099", "pistol", Supply::Magazine(6)),
        ("PCT-099", "rifle", Supply::Magazine(6)),
        ("PCT-100", "pistol_laser", Supply::Magazine(20)),
        ("PCT-100", "rifle_laser", Supply::Magazine(20)),
        ("PCT-R52", "bow_long", Supply::Missiles),
        ("PCT-R52", "sling", Supply::Missiles),
        ("PCT-R54", "axe_hand", Supply::Thrown),
        ("PCT-R54", "dagger", Supply::Thrown),
        ("PCT-R54", "knife", Supply::Thrown),
        ("PCT-R54", "rock", Supply::ThrownAndLost),
    ];
    for (rule, item, supply) in supplies {
        assert_eq!(row(item).supply, supply, "{rule}: {item}");
    }
    let missile = LIBRARY.items.values().filter(|item| {
        let block = item.blocks.get::<ItemBlock>();
        block.is_some_and(|block| block.missile.is_some())
    });
    assert_eq!(missile.count(), table.len(), "no weapon beside the table");
}

#[test]
fn armour() {
    use SkillGroup::{Perception, Physical};
    /// Rule, item, points, points against high velocity, penalty, whether it is a helmet.
    type Row = (
        &'static str,
        &'static str,
        i32,
        i32,
        Option<(SkillGroup, i32)>,
        bool,
    );
    #[rustfmt::skip]
    let table: [Row; 12] = [
        ("PCT-107", "bulletproof_vest", 8, 8, Some((Physical, -5)), false),
        ("PCT-108", "chain", 7, 7, Some((Physical, -20)), false),
        ("PCT-109", "flak_jacket", 4, 4, Some((Physical, -10)), false),
        ("PCT-110", "clothing_heavy", 1, 1, None, false),
        ("PCT-111", "helmet_heavy", 2, 2, Some((Perception, -50)), true),
        ("PCT-112", "helmet_light", 1, 1, Some((Perception, -15)), true),
        ("PCT-113", "hoplite_panoply", 6, 6, Some((Physical, -20)), false),
        ("PCT-114", "leather_soft", 1, 1, None, false),
        ("PCT-115", "leather_hard", 2, 2, Some((Physical, -10)), false),
        ("PCT-116", "plate_full", 8, 8, Some((Physical, -25)), false),
        ("PCT-117", "quilted", 2, 2, Some((Physical, -5)), false),
        ("PCT-118", "riot_gear", 12, 6, Some((Physical, -10)), false),
    ];
    for (rule, item, low, high, penalty, helmet) in table {
        let worn = [Worn::of(&LIBRARY.items[item]).expect(rule)];
        assert_eq!(rating::armour_points(&worn, 0, false), low, "{rule}");
        assert_eq!(rating::armour_points(&worn, 0, true), high, "{rule}");
        assert_eq!(worn[0].row.penalty, penalty, "{rule}");
        assert_eq!(worn[0].row.helmet, helmet, "{rule}");
    }
    let pieces = LIBRARY.items.values();
    let pieces = pieces.filter(|item| Worn::of(item).is_some());
    assert_eq!(pieces.count(), table.len(), "no armour beside the table");
}

#[test]
fn shields() {
    use ShieldKind::{Full, Large, Target};
    #[rustfmt::skip]
    let table = [
        ("PCT-131", "heater", 12, (1, 3), (4, 6), Full, 30),
        ("PCT-132", "hoplite", 16, (1, 4), (5, 8), Large, 60),
        ("PCT-133", "kite", 16, (1, 4), (5, 8), Full, 30),
        ("PCT-134", "riot", 16, (1, 3), (4, 6), Large, 60),
        ("PCT-135", "round", 12, (1, 3), (4, 6), Full, 30),
        ("PCT-136", "target", 12, (1, 2), (3, 4), Target, 15),
    ];
    for (rule, item, points, normal, special, kind, against_missiles) in table {
        let block = block(item);
        let row = block.shield.as_ref().expect(rule);
        assert_eq!(row.base, 15, "{rule}");
        assert_eq!((block.hands, block.hit_points), (1, Some(points)), "{rule}");
        assert_eq!(damage(&row.damage), [normal, special], "{rule}");
        assert_eq!(share(&row.damage), 6, "{rule}: the whole damage bonus");
        assert_eq!(row.kind, kind, "PCT-R34: {item}");
        let chance = rating::shield_against_missile(row.kind, false).chance;
        assert_eq!(chance, against_missiles, "{rule}");
    }
    let shields = LIBRARY.items.values().filter(|item| {
        let block = item.blocks.get::<ItemBlock>();
        block.is_some_and(|block| block.shield.is_some())
    });
    assert_eq!(shields.count(), table.len(), "no shield beside the table");
}

/// PCT-104, PCT-105: chain mail weighs on the nine physical skills and on Agility, a helmet on the
/// two perception skills, and neither on anything else.
#[test]
fn skills_that_armour_weighs_on() {
    let physical = [
        "Agility",
        "Climb",
        "Dodge",
        "Fine Manipulation",
        "Hide",
        "Jump",
        "Sleight of Hand",
        "Stealth",
        "Swim",
        "Throw",
    ];
    let perception = ["Listen", "Spot"];
    let others = ["Axe", "Bow", "Brawl", "First Aid", "Shield", "Sword"];
    let all = physical.iter().chain(&perception).chain(&others);
    let stats = StatBlock {
        characteristics: Characteristics {
            strength: 12,
            constitution: 12,
            size: 12,
            dexterity: 12,
        },
        hit_points: 12,
        damage_bonus: DiceExpr::zero(),
        skills: all.clone().map(|skill| ((*skill).to_owned(), 60)).collect(),
        armour: Vec::new(),
        items: Vec::new(),
        natural_weapons: Vec::new(),
        natural_armour: 0,
        hands: 2,
        extra_physical_skills: Vec::new(),
        extra_perception_skills: Vec::new(),
    };
    let worn =
        ["chain", "helmet_light"].map(|item| Worn::of(&LIBRARY.items[item]).expect("armour"));
    let settings = Settings::default();
    for skill in all {
        let expected = if physical.contains(skill) {
            40
        } else if perception.contains(skill) {
            45
        } else {
            60
        };
        let chance = rating::skill_chance(&stats, &worn, &settings, skill, []);
        assert_eq!(chance.chance, expected, "{skill}");
    }
}
