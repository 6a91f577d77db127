//! Cases with misspelt words: each is named, and makes nothing hold by accident.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use shieldwall_content::Case;
use shieldwall_lab::odds::odds;

use crate::cases::{GOOD, LIBRARY, only, said, with};

#[test]
fn misspelt_skills_and_states_are_named() {
    let skill = with("skills = { Sword = 45 }", "skills = { Swrod = 45 }");
    assert!(
        skill[0].contains("nothing uses the skill `Swrod`"),
        "{skill:?}"
    );
    assert!(skill[0].contains("did you mean `Sword`?"), "{skill:?}");
    let end = with("[after.B]\nhp = 7", "[after.B]\nstate = \"asleep\"");
    only(&end, "there are: active, unconscious, dying, dead");
    let start = with("hp = 13", "hp = 13\nstate = \"asleep\"");
    assert!(start[0].contains("unconscious"), "{start:?}");
}

#[test]
fn words_that_mean_nothing_are_refused() {
    only(
        &with("do = \"attack\"", "do = \"atack\""),
        "unknown action `atack`; did you mean `attack`?",
    );
    only(
        &with("event = \"damage\"", "event = \"damages\""),
        "unknown event `damages`",
    );
    only(
        &with("target = \"B\"", "target = \"C\""),
        "unknown combatant `C`",
    );
    only(
        &with("item = \"sword_broad\"", "item = \"sabre\""),
        "unknown item `sabre`",
    );
    only(
        &with("event = \"damage\"", "event = \"mustered\""),
        "unknown event `mustered`; it is now called `deployed`",
    );
    only(
        &with("[[expect]]\n", "[[expect]]\nverb = \"attack\"\n"),
        "`verb` is now called `action`",
    );
    only(&with("PCT-101", "PCT-999"), "there is no rule `PCT-999`");
    only(
        &with("[[expect]]\n", "[[expect]]\nlsot = 3\n"),
        "unknown key `lsot`",
    );
}

/// What is said of the good case with one more table, which is to be wrong in one thing.
fn adding(table: &str) -> Vec<String> {
    said(&GOOD.replacen("[after.B]", &format!("{table}\n\n[after.B]"), 1))
}

#[test]
fn misspelt_words_do_not_make_a_never_hold() {
    for (entry, says) in [
        (
            "event = \"chosen\"\nkind = \"defense\"",
            "unknown kind `defense`; did you mean `defence`?",
        ),
        (
            "event = \"stage_began\"\nstage = \"Movment\"",
            "unknown stage `Movment`; did you mean `Movement`?",
        ),
        (
            "event = \"rolled\"\noutcome = \"sucess\"",
            "unknown outcome `sucess`; did you mean `success`?",
        ),
        (
            "event = \"stance\"\nstance = \"kneling\"",
            "unknown stance `kneling`; did you mean `kneeling`?",
        ),
        (
            "event = \"faced\"\nfacing = \"norht-east\"",
            "unknown direction `norht-east`; did you mean `north-east`?",
        ),
        (
            "event = \"attack_resolved\"\nattack = \"special\"",
            "unknown attack `special`; there are: failure, success, special success",
        ),
        (
            "event = \"attack_resolved\"\ndefence = \"pary\"",
            "unknown defence `pary`; did you mean `parry`?",
        ),
        (
            "event = \"attack_resolved\"\ndefence_level = \"failed\"",
            "unknown defence_level `failed`; did you mean `failure`?",
        ),
        (
            "event = \"attack_resolved\"\neffect = \"specail\"",
            "unknown effect `specail`; did you mean `special`?",
        ),
        (
            "event = \"hit_points\"\ncause = \"first_aid\"",
            "unknown cause `first_aid`; did you mean `first aid`?",
        ),
        (
            "event = \"condition\"\ncondition = \"suprised\"",
            "unknown condition `suprised`; did you mean `surprised`?",
        ),
        (
            "event = \"item_moved\"\nhow = \"droped\"",
            "unknown how `droped`; did you mean `dropped`?",
        ),
        ("event = \"deployed\"\nunit = \"c\"", "unknown unit `c`"),
        (
            "event = \"ranked\"\nrank = \"non\"",
            "unknown rank `non`; did you mean `none`?",
        ),
        (
            "event = \"vitality\"\nto = \"dieing\"",
            "unknown state `dieing`; did you mean `dying`?",
        ),
        (
            "event = \"vitality\"\nto = 0",
            "`to` of `vitality` is a state, not 0",
        ),
        (
            "event = \"hit_points\"\nto = \"dead\"",
            "`to` of `hit_points` is a number, not `dead`",
        ),
        (
            "event = \"ordered\"\nsteps = [[\"A\", \"C\"]]",
            "unknown combatant `C`",
        ),
        (
            "event = \"moved\"\nend = [3, 0]",
            "column 3, row 0 is off the map",
        ),
        (
            "event = \"moved\"\npath = [[0, 0], [0, 3]]",
            "column 0, row 3 is off the map",
        ),
        (
            "event = \"rolled\"\ndice = [\"d100=5\", \"D8=5\"]",
            "unknown die `D8=5`",
        ),
        (
            "event = \"door\"\nside = \"red\"",
            "unknown key of `door` `side`",
        ),
    ] {
        for list in ["never", "expect"] {
            let found = adding(&format!("[[{list}]]\n{entry}"));
            only(&found, &format!("40: {says}"));
        }
    }
}

#[test]
fn words_of_the_ruleset_are_those_it_uses() {
    // Each is the right word of one misspelt above; none of this happens in the good case.
    for entry in [
        "event = \"chosen\"\nkind = \"aid\"",
        "event = \"stage_began\"\nstage = \"Resolution\"\nround = 9",
        "event = \"rolled\"\noutcome = \"covered\"",
        "event = \"stance\"\nstance = \"kneeling\"",
        "event = \"faced\"\nfacing = \"north-east\"",
        "event = \"attack_resolved\"\nattack = \"special success\"\ndefence = \"dodge\"\neffect = \"special\"",
        "event = \"hit_points\"\ncause = \"earlier injuries\"\nto = 3",
        "event = \"condition\"\ncondition = \"hidden\"",
        "event = \"item_moved\"\nhow = \"taken up\"",
        "event = \"deployed\"\nunit = \"a\"\nround = 3",
        "event = \"ranked\"\nrank = \"none\"",
        "event = \"vitality\"\nfrom = \"active\"\nto = \"left\"",
        "event = \"rolled\"\npurpose = \"whatever one likes\"",
    ] {
        assert_eq!(adding(&format!("[[never]]\n{entry}")), Vec::<String>::new());
    }
}

#[test]
fn misspelt_conditions_in_the_end_are_found() {
    for key in ["conditions", "not_conditions"] {
        only(
            &with("hp = 7", &format!("hp = 7\n{key} = [\"suprised\"]")),
            "after.B: unknown condition `suprised`; did you mean `surprised`?",
        );
    }
    let not = with("hp = 7", "hp = 7\nnot_conditions = [\"surprised\"]");
    assert_eq!(not, Vec::<String>::new());
}

#[test]
fn misspelt_words_do_not_make_a_refusal_hold() {
    let refused = |keys: &str| {
        let choice = "[[choice]]\nby = \"A\"\ndo = \"attack\"\nrefused = true\n";
        said(&GOOD.replacen("[[choice]]", &format!("{choice}{keys}\n\n[[choice]]"), 1))
    };
    for (keys, says) in [
        (
            "mode = \"throwm\"",
            "unknown mode `throwm`; did you mean `thrown`?",
        ),
        (
            "fields = { pace = \"quater\" }",
            "unknown option `quater`; did you mean `quarter`?",
        ),
        (
            "when = \"statment\"",
            "unknown kind of decision `statment`; did you mean `statement`?",
        ),
    ] {
        only(&refused(keys), says);
    }
    // A word that there is, for something that this combatant has not.
    assert_eq!(refused("mode = \"thrown\""), Vec::<String>::new());
}

#[test]
fn odds_are_not_those_of_a_misspelt_choice() {
    // Choices that are not asked for are left over, so this one would just not count.
    let choice = "[[choice]]\nby = \"B\"\ndo = \"parry\"\nwhen = \"defense\"\n\n[[expect]]";
    let text = GOOD.replacen("[[expect]]", choice, 1);
    let case = Case::parse(Path::new("case.toml"), &text, &LIBRARY).unwrap();
    let refused = odds(&case, &LIBRARY).unwrap_err().to_string();
    assert_eq!(
        refused,
        "line 35: unknown kind of decision `defense`; did you mean `defence`?"
    );
}
