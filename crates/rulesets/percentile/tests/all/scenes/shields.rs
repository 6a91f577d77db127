//! Kneeling behind large shields, and planted ones.

use shieldwall_battle::{Choice, FieldValue, SideId, Target};
use shieldwall_grid::{Direction, Side};
use shieldwall_percentile::{
    terms::{decisions, modes},
    {items::gear::Soundness, terms::actions},
};

use crate::scenes::stage_hand::{Dress, Play, Scene, attack, offer, offered, somebody};

/// An archer at chance 60 shoots at a hoplite who kneels facing east.
fn kneeling(archer: (u16, u16), dice: &[&str]) -> (Play, String) {
    let mut play = Scene::new()
        .red(
            10,
            4,
            somebody()
                .dex(15)
                .hp(14)
                .hide_points(6)
                .holds("hoplite")
                .skill("Dodge", 40),
        )
        .blue(
            archer.0,
            archer.1,
            somebody().dex(12).holds("bow_long").skill("Bow", 60),
        )
        .dice(dice)
        .play();
    let bow = play.item(1, "bow_long");
    play.state(1, attack(Some(bow), modes::SHOT, 0, Some("hold")));
    play.until(0, decisions::STANCE);
    play.choose(Choice::of(actions::KNEEL).at(Target::Facing(Direction(0))));
    play.acts(1);
    let decision = play.until(0, decisions::DEFENCE);
    assert_eq!(
        offered(&decision),
        ["parry", "none"],
        "no dodge while kneeling"
    );
    let detail = decision.offers[0].detail.clone();
    play.defends(0, actions::PARRY);
    play.play_to_round(2);
    play.dice_used_up();
    (play, detail)
}

/// PCT-E63: from the front the shield stops 90 %.
#[test]
fn pct_e63_kneeling_covers_the_front() {
    let (play, chance) = kneeling((12, 0), &["d100=50", "d100=90"]);
    assert_eq!(chance, "90 %");
    assert_eq!(play.hp(0), 14);
}

/// PCT-E64: from behind it stops 60 %.
#[test]
fn pct_e64_kneeling_does_not_cover_the_rear() {
    let (play, chance) = kneeling((4, 4), &["d100=50", "d100=61", "d8=7"]);
    assert_eq!(chance, "60 %");
    assert_eq!(play.hp(0), 12);
}

/// A great axe strikes at somebody behind a planted hoplite shield.
fn planted(dice: &[&str]) -> (Play, i32) {
    let mut play = Scene::new()
        .red(10, 4, somebody().dex(15).hide_points(1).holds("hoplite"))
        .blue(11, 4, somebody().dex(9).holds("axe_great").skill("Axe", 50))
        .dice(dice)
        .play();
    let (shield, axe) = (play.item(0, "hoplite"), play.item(1, "axe_great"));
    let east = Side(0);
    play.state(
        0,
        Choice::of(actions::PLANT_SHIELD)
            .with(shield)
            .with_field("pace", FieldValue::Option("hold")),
    );
    play.state(1, attack(Some(axe), modes::MEDIUM, 0, Some("hold")));
    play.until(0, decisions::STANCE);
    play.choose(Choice::of(actions::STAND));
    play.until(0, decisions::ACTION);
    let cell = play.cell(10, 4);
    play.choose(
        Choice::of(actions::PLANT_SHIELD)
            .with(shield)
            .at(Target::Edge(cell, east)),
    );
    play.acts(1);
    let decision = play.until(0, decisions::DEFENCE);
    assert_eq!(
        offered(&decision),
        ["dodge", "none"],
        "a planted shield parries nothing"
    );
    play.choose(Choice::of(actions::NONE));
    play.play_to_round(2);
    play.dice_used_up();
    let points = play.item_component::<Soundness>(shield).unwrap().left;
    (play, points)
}

/// PCT-E73: the covered part has the shield's points on top of the armour.
#[test]
fn pct_e73_a_planted_shield_covers() {
    let (play, points) = planted(&["d100=20", "d100=60", "d6=6", "d6=6"]);
    assert_eq!((play.hp(0), points), (12, 16));
}

/// PCT-E74: the uncovered part has not.
#[test]
fn pct_e74_a_planted_shield_leaves_gaps() {
    let (play, points) = planted(&["d100=20", "d100=61", "d6=3", "d6=4"]);
    assert_eq!((play.hp(0), points), (4, 16));
}

/// PCT-E75: a special success wears it.
#[test]
fn pct_e75_a_special_success_wears_a_planted_shield() {
    let (play, points) = planted(&["d100=9", "d100=33", "d6=6", "d6=3"]);
    assert_eq!((play.hp(0), points), (4, 14));
}

/// Taking a planted shield up again is an action of its own.
#[test]
fn a_planted_shield_is_taken_up_again() {
    let mut play = Scene::new()
        .red(10, 4, somebody().dex(15).holds("round"))
        .blue(20, 4, somebody().dex(9))
        .play();
    let shield = play.item(0, "round");
    play.state(
        0,
        Choice::of(actions::PLANT_SHIELD)
            .with(shield)
            .with_field("pace", FieldValue::Option("hold")),
    );
    play.acts(0);
    play.play_to_round(2);
    assert_eq!(play.battle.ending(), None);
    let decision = play.until(0, decisions::STATEMENT);
    assert_eq!(decision.side, SideId::RED);
    assert!(offer(&decision, actions::TAKE_UP_SHIELD, None).is_some());
    play.choose(
        Choice::of(actions::TAKE_UP_SHIELD)
            .with(shield)
            .with_field("pace", FieldValue::Option("hold")),
    );
    play.acts(0);
    let decision = play.until(0, decisions::STATEMENT);
    assert!(offer(&decision, actions::ATTACK, Some(modes::BASH)).is_some());
}
