//! Items, terrains, units and rulebooks that have the right shape but make no sense.

use std::fs;

use crate::fixture::{Content, FIELD, FIGHTER, ITEMS, RULEBOOK, TERRAIN};
use shieldwall_percentile::content::blocks::StatBlock;

/// What is said about one file after replacing a piece of it, whatever follows elsewhere.
fn said(file: &str, old: &str, new: &str) -> Vec<String> {
    let prefix = format!("{file}:");
    Content::with(file, old, new)
        .problems()
        .into_iter()
        .filter_map(|problem| Some(problem.strip_prefix(&prefix)?.to_owned()))
        .collect()
}

#[test]
fn dice_expressions() {
    assert_eq!(
        said(ITEMS, "1d8+1+db", "1d8+1+bd"),
        [
            "9:80: `1d8+1+bd` is no dice expression: expected a die such as \"1d6\", a number or \
          \"db\", found \"bd\" \
          (such as `2d6+1`, `1d8+1+db` or `1d6+½db`)"
        ]
    );
    assert_eq!(
        said(FIGHTER, "[percentile]\n", "[percentile]\ndb = \"1d4+db\"\n"),
        ["8:6: the damage bonus cannot contain the damage bonus (such as `1d4`, `-1d4` or `0`)"]
    );
}

#[test]
fn points_of_units() {
    assert_eq!(
        said(
            FIGHTER,
            "[percentile]\n",
            "points = { percentile = 0, zones = 5 }\n\n[percentile]\n"
        ),
        [
            "7:25: a unit has at least 1 point (leave the ruleset out if its points are not known)",
            "7:36: the unit has no stat block [zones] \
             (give points for the rulesets that it has stat blocks of)"
        ]
    );
}

#[test]
fn heavy_weapons_are_fast_and_only_shoot() {
    let slow = said(ITEMS, "missile_weapon", "heavy_weapon");
    assert_eq!(slow.len(), 1, "{slow:?}");
    assert!(
        slow[0].ends_with("heavy weapons are of high velocity (velocity = \"high\" (PCT-R25))"),
        "{slow:?}"
    );
    let struck = said(ITEMS, "melee_weapon", "heavy_weapon");
    assert!(
        struck
            .iter()
            .any(|problem| problem.contains("heavy weapons only shoot")),
        "{struck:?}"
    );
}

#[test]
fn item_blocks() {
    assert_eq!(
        said(ITEMS, "supply = \"missiles\"", "supply = \"magazine\""),
        ["29:128: a magazine needs `capacity` \
          (capacity is the number of shots in a full magazine)"]
    );
    assert_eq!(
        said(ITEMS, "supply = \"magazine\"", "supply = \"thrown\""),
        ["39:130: `capacity` is only for `supply = \"magazine\"` \
          (missiles carried are counted in the unit's file)"]
    );
    assert_eq!(
        said(
            ITEMS,
            "classes = [\"medium\"]",
            "classes = [\"medium\", \"missile\", \"medium\"]"
        ),
        [
            "9:106: a close-combat weapon cannot act in this class \
             (expected `long`, `medium` or `short`)",
            "9:117: this class is given twice"
        ]
    );
    assert_eq!(
        said(ITEMS, "hands = 0", "hands = 1"),
        ["57:9: armour fills 1 hands, expected 0 (armour is worn, not held: hands = 0)"]
    );
    assert_eq!(
        said(ITEMS, "hit_points = 16\n", ""),
        ["48:1: a shield needs `hit_points` \
          (they are also its armour points when it is planted)"]
    );
    assert_eq!(
        said(ITEMS, ", skill_modifier = -20", ""),
        [
            "58:24: `skill_group` needs `skill_modifier` (by how many percentage points, such as -10)"
        ]
    );
    assert_eq!(
        said(
            ITEMS,
            "hands = 0\narmour = { points = 7, skill_group = \"physical\", skill_modifier = -20 }",
            "hands = 0"
        ),
        ["56:1: the item does nothing under the percentile ruleset \
          (add `melee`, `missile`, `shield` or `armour`)"]
    );
}

/// What is said about the sword with this block for the zones ruleset: lines 11 and further.
fn said_under_zones(block: &str) -> Vec<String> {
    let sword = "classes = [\"medium\"] }\n";
    said(ITEMS, sword, &format!("{sword}\n[item.zones]\n{block}\n"))
}

#[test]
fn one_thing_under_zones_and_one_error() {
    assert_eq!(
        said_under_zones("hands = 1\nattack = { damage = \"1d6\" }"),
        Vec::<String>::new()
    );
    assert_eq!(
        said_under_zones("hands = 1\nmedicine = \"1d4\"\nattack = { damage = \"1d6\" }"),
        ["11:1: an item cannot have both `medicine` and `attack` (make two items of it)"]
    );
    assert_eq!(
        said_under_zones("hands = 1\nmedicine = \"1d4\""),
        ["12:9: it fills 1 hands, expected 0 (only weapons, shields and lights are held)"]
    );
    assert_eq!(
        said_under_zones("attack = { damage = \"1d6\" }"),
        ["11:1: weapons, shields and lights fill 1 or 2 hands, not 0 (hands = 1)"]
    );
}

#[test]
fn powers_have_the_keys_of_their_kind() {
    assert_eq!(
        said_under_zones("power = { kind = \"veil\", uses = 1, damage = \"1d4\", range = 2 }"),
        [
            "12:36: a power of this kind has no `damage` (this kind has nothing but `uses`)",
            "12:52: a power of this kind has no `range` (this kind has nothing but `uses`)"
        ]
    );
    assert_eq!(
        said_under_zones(
            "power = { kind = \"mend\", uses = 1, health = \"1d4\", damage = \"1d4\" }"
        ),
        ["12:52: a power of this kind has no `damage` (this kind has `health`, `range`)"]
    );
    assert_eq!(
        said_under_zones("power = { kind = \"mend\", uses = 1, damage = \"1d4\" }"),
        ["12:9: such a power needs `health` (health = \"1d6\")"]
    );
    for good in [
        "power = { kind = \"veil\", uses = 1 }",
        "power = { kind = \"mend\", uses = 1, health = \"1d4\", range = 2 }",
        "power = { kind = \"blast\", uses = 1, damage = \"1d4\" }",
        "power = { kind = \"attack\", uses = 1, damage = \"1d4\", range = 2 }",
    ] {
        assert_eq!(said_under_zones(good), Vec::<String>::new());
    }
}

#[test]
fn what_a_unit_rides() {
    let riding = |rides: &str| {
        let content = Content::good();
        let fighter = content.read(FIGHTER);
        for (id, zones) in [
            ("mule", "mount = true".to_owned()),
            ("rider", format!("rides = \"{rides}\"")),
        ] {
            let unit = fighter.replace("\"fighter\"", &format!("\"{id}\""));
            let file = format!("assets/units/{id}.toml");
            content.write(&file, format!("{unit}\n[zones]\n{zones}\n"));
        }
        content.problems()
    };
    assert_eq!(riding("mule"), Vec::<String>::new());
    for (rides, problem) in [
        ("mole", "unknown unit `mole` (did you mean `mule`?)"),
        (
            "fighter",
            "unit `fighter` cannot be ridden \
             (a mount says `mount = true`, a vehicle `vehicle = true`)",
        ),
        (
            "rider",
            "no unit rides one like itself (name a mount or a vehicle)",
        ),
    ] {
        assert_eq!(
            riding(rides),
            [format!("assets/units/rider.toml:14:9: {problem}")]
        );
    }
    let content = Content::good();
    let fighter = content.read(FIGHTER);
    for (id, rides) in [("mule", "ox"), ("ox", "mule")] {
        let unit = fighter.replace("\"fighter\"", &format!("\"{id}\""));
        let file = format!("assets/units/{id}.toml");
        content.write(
            &file,
            format!("{unit}\n[zones]\nmount = true\nrides = \"{rides}\"\n"),
        );
    }
    let problems = content.problems();
    let each = "what can be ridden rides nothing itself (take out `rides`)";
    assert_eq!(problems.len(), 2);
    assert!(
        problems.iter().all(|problem| problem.ends_with(each)),
        "{problems:?}"
    );
}

#[test]
fn a_mount_that_is_no_toml_is_not_called_unknown() {
    let content = Content::good();
    let rider = content.read(FIGHTER).replace("\"fighter\"", "\"rider\"");
    content.write(
        "assets/units/rider.toml",
        format!("{rider}\n[zones]\nrides = \"mule\"\n"),
    );
    content.write("assets/units/mule.toml", "id = \"mule\"\nname = \n");
    let problems = content.problems();
    assert!(
        problems
            .iter()
            .all(|problem| problem.starts_with("assets/units/mule.toml:")),
        "{problems:?}"
    );
}

#[test]
fn terrains() {
    assert_eq!(
        said(TERRAIN, "#7f9b57", "#7f9b5"),
        ["5:10: `colour` is `#7f9b5`, expected `#rrggbb` \
          (six hexadecimal digits after `#`, such as `#7f9b57`)"]
    );
    assert_eq!(
        said(TERRAIN, "opaque = true", "hazard = \"fire\""),
        [
            "13:1: `hazard` can never matter: no combatant can enter this terrain \
          (remove `hazard` or `passable = false`)"
        ]
    );
}

#[test]
fn armour_and_items_of_units() {
    assert_eq!(
        said(FIGHTER, "[\"mail\", \"cap\"]", "[\"mail\", \"mail\"]"),
        ["10:19: `mail` cannot be worn over `mail` (at most one body armour)"]
    );
    assert_eq!(
        said(FIGHTER, "[\"mail\", \"cap\"]", "[\"kite\", \"caps\"]"),
        [
            "10:11: `kite` is no armour (things that are carried belong in `items`)",
            "10:19: unknown item `caps` (did you mean `cap`?)"
        ]
    );
    assert_eq!(
        said(FIGHTER, "\"sword\", \"kite\"", "\"sword\", \"mail\""),
        ["11:19: `mail` is armour (armour is worn: move it to `armour`)"]
    );
    assert_eq!(
        said(FIGHTER, "missiles = 12", "spares = 1"),
        ["11:41: this item takes no `spares` (its missiles are counted: `missiles`)"]
    );
    assert_eq!(
        said(
            FIGHTER,
            "[\"sword\", \"kite\"",
            "[{ id = \"sword\", readied = true }, \"kite\", { id = \"pike\", readied = true }"
        ),
        ["11:77: `pike` needs 2 of 2 hands, and only 1 are free (ready fewer things)"]
    );
    assert_eq!(
        said(FIGHTER, "Sword = 50", "Sowrd = 50"),
        ["9:12: nothing uses the skill `Sowrd` (did you mean `Sword`?)"]
    );
    assert_eq!(
        said(FIGHTER, "Sword = 50", "Sword = 501"),
        ["9:20: `Sword` is 501, expected a whole number from 0 to 500"]
    );
}

#[test]
fn what_is_in_hand_when_the_battle_begins() {
    let readied = |items: &str| -> Vec<bool> {
        let old = "[\"sword\", \"kite\", { id = \"bow\", missiles = 12 }]";
        let (library, diagnostics) = Content::with(FIGHTER, old, items).load();
        assert!(diagnostics.is_empty(), "{diagnostics}");
        let block = library.units["fighter"].blocks.get::<StatBlock>();
        let items = &block.expect("a stat block").items;
        items.iter().map(|item| item.readied).collect()
    };
    assert_eq!(
        readied("[\"sword\", \"kite\", \"bow\"]"),
        [true, true, false]
    );
    assert_eq!(
        readied("[\"bow\", \"sword\", \"kite\"]"),
        [true, false, false]
    );
    assert_eq!(
        readied("[\"sword\", \"bow\", \"kite\"]"),
        [true, false, true]
    );
    assert_eq!(
        readied("[\"sword\", { id = \"bow\", readied = true }]"),
        [false, true]
    );
    assert_eq!(
        readied("[{ id = \"sword\", readied = false }, \"bow\"]"),
        [false, true]
    );
}

#[test]
fn a_missing_stat_block() {
    let content = Content::good();
    let text = content.read(FIGHTER);
    let (top, _) = text.split_once("\n[percentile]").expect("a stat block");
    content.write(FIGHTER, top);
    assert_eq!(
        content.problems()[0],
        "assets/units/fighter.toml:1:1: the unit has no stat block \
         (add the table of a ruleset: `[percentile]`, `[zones]`, `[d20]`, `[segments]`)"
    );
}

#[test]
fn art() {
    assert_eq!(
        said(FIGHTER, "fighter.svg", "figther.svg"),
        ["4:7: there is no art file `../art/figther.svg` (did you mean `fighter.svg`?)"]
    );
    for outside in [
        "../../levels/field.toml",
        "../../../../etc/passwd",
        "/etc/passwd",
    ] {
        assert_eq!(
            said(FIGHTER, "../art/fighter.svg", outside),
            [format!(
                "4:7: `{outside}` leads out of the content folder \
                      (art lies in the content folder: `../art/units/name.svg`)"
            )]
        );
    }
    assert_eq!(
        said(FIGHTER, "../art/fighter.svg", "fighter.toml"),
        ["4:7: `fighter.toml` is no SVG file (expected a name that ends in `.svg`)"]
    );
}

#[cfg(unix)]
#[test]
fn art_behind_a_link_out_of_the_folder() {
    let elsewhere = tempfile::NamedTempFile::new().expect("a file");
    let content = Content::with(FIGHTER, "fighter.svg", "linked.svg");
    std::os::unix::fs::symlink(elsewhere.path(), content.path("assets/art/linked.svg"))
        .expect("a link");
    assert_eq!(
        content.problems()[0],
        "assets/units/fighter.toml:4:7: `../art/linked.svg` is a link that leads out of the \
         content folder"
    );
}

#[test]
fn duplicate_ids_name_both_places() {
    assert_eq!(
        said(ITEMS, "id = \"pike\"", "id = \"sword\""),
        [
            "12:6: the id `sword` is already used at assets/items/items.toml:2:6 \
          (give one of the two another id)"
        ]
    );
    let content = Content::good();
    content.write("assets/units/second.toml", content.read(FIGHTER));
    content.write("levels/second.toml", content.read(FIELD));
    assert_eq!(
        content.problems(),
        [
            "assets/units/second.toml:1:6: the id `fighter` is already used at \
             assets/units/fighter.toml:1:6 (give one of the two another id)",
            "levels/second.toml:1:6: the id `field` is already used at levels/field.toml:1:6 \
             (give one of the two another id)",
        ]
    );
}

#[test]
fn rulebooks() {
    assert_eq!(
        said(RULEBOOK, "PCT-R02", "PCT-001"),
        ["12:6: rule `PCT-001` is already on line 6 (every rule has a number of its own)"]
    );
    assert_eq!(
        said(RULEBOOK, "PCT-R02", "pct-2"),
        [
            "12:6: `pct-2` is no rule number (two to four capitals or digits, `-`, and three digits: \
          `PCT-034`; rulings `PCT-R12`)"
        ]
    );
    assert_eq!(
        said(RULEBOOK, "PCT-R02", "ZON-R02"),
        ["12:6: rule `ZON-R02` is not of this book (the first rule begins with `PCT-`)"]
    );
    assert_eq!(
        said(RULEBOOK, "ruleset = \"percentile\"", "ruleset = \"zones\""),
        [
            "1:11: `ruleset` is `zones`, but the file lies in the folder `percentile` \
          (ruleset = \"percentile\", or move the file)"
        ]
    );
    let marked = |reason: &str| format!("id = \"PCT-R02\"\ncannot_show = {reason}");
    let problems = said(RULEBOOK, "id = \"PCT-R02\"", &marked("\"\""));
    assert!(
        problems.len() == 1 && problems[0].starts_with("13:15: `cannot_show` is empty"),
        "{problems:?}"
    );
    let content = Content::with(RULEBOOK, "id = \"PCT-R02\"", &marked("\"It is advice.\""));
    let (library, diagnostics) = content.load();
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let reasons: Vec<Option<&str>> = library.rulebooks["percentile"]
        .rules
        .iter()
        .map(|rule| rule.cannot_show.as_deref())
        .collect();
    assert_eq!(reasons, [None, Some("It is advice.")]);
}

#[test]
fn art_that_cannot_be_drawn() {
    for (drawing, said) in [
        (
            "hello",
            "`../art/fighter.svg`, line 1, column 1: this is no SVG",
        ),
        ("<svg", "`../art/fighter.svg`, line 1, column "),
        (
            "<svg>\n<image href=\"/etc/passwd\"/></svg>",
            "`../art/fighter.svg`, line 2, column 1: pictures inside of a drawing",
        ),
    ] {
        let content = Content::good();
        fs::write(content.path("assets/art/fighter.svg"), drawing).expect("a drawing");
        let (library, diagnostics) = content.load();
        assert!(library.units.is_empty(), "{drawing}");
        let first = diagnostics.iter().next().expect("a problem");
        assert_eq!((first.line(), first.column()), (4, 7));
        assert!(first.message.starts_with(said), "{first}");
    }
}

#[test]
fn text_in_art_is_a_warning() {
    let content = Content::good();
    let drawing =
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>A</text><path d=\"M0 0h9v9z\"/></svg>";
    fs::write(content.path("assets/art/fighter.svg"), drawing).expect("a drawing");
    let (library, diagnostics) = content.load();
    assert_eq!((library.units.len(), diagnostics.warnings()), (1, 1));
    assert!(!diagnostics.has_errors(), "{diagnostics}");
}

#[test]
fn damage_that_is_none() {
    for nothing in ["0d8", "0", "1d4-4"] {
        let said = said(ITEMS, "1d8+1+db", nothing);
        assert!(
            said[0].contains(&format!("`{nothing}` can do no damage")),
            "{said:?}"
        );
    }
}

#[test]
fn a_tag_that_looks_like_one_of_the_game() {
    let (_, diagnostics) =
        Content::with(FIGHTER, "[\"melee\"]", "[\"missle\", \"militia\"]").load();
    assert_eq!((diagnostics.errors(), diagnostics.warnings()), (0, 1));
}
