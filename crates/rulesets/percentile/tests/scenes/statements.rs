//! What a statement binds to when the rank comes (PCT-R01).

use shieldwall_battle::{Choice, Event};
use shieldwall_percentile::{gear::Soundness, verbs};

use crate::stage_hand::{Dress, Scene, attack, offer, offered, somebody};

/// PCT-E114: the stated weapon breaks in a parry; Brawl, First Aid or nothing are left.
#[test]
fn pct_e114_a_broken_weapon_leaves_bare_hands() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody().dex(15).holds("sword_broad").skill("Sword", 50),
        )
        .blue(
            6,
            4,
            somebody()
                .dex(9)
                .holds("sword_broad")
                .skill("Sword", 60)
                .skill("Brawl", 40)
                .hide_points(7),
        )
        .dice(&["d100=9", "d100=60", "d8=3"])
        .play();
    let (red, blue) = (play.item(0, "sword_broad"), play.item(1, "sword_broad"));
    play.until(0, verbs::STATEMENT);
    {
        let world = play.battle.world_mut();
        let entity = world.resource::<shieldwall_battle::Roster>().item(blue);
        world.get_mut::<Soundness>(entity).unwrap().left = 2;
    }
    play.choose(attack(Some(red), "medium", 1, Some("hold")));
    play.state(1, attack(Some(blue), "medium", 0, Some("hold")));
    play.acts(0);
    play.defends(1, verbs::PARRY);
    let decision = play.until(1, verbs::ACTION);
    assert_eq!(play.item_component::<Soundness>(blue).unwrap().left, 0);
    assert_eq!(play.hp(1), 12);
    assert_eq!(offered(&decision), ["attack", "drop", "first_aid", "pass"]);
    play.choose(decision.offers[1].choice_at(0));
    let decision = play.until(1, verbs::ACTION);
    assert_eq!(offered(&decision), ["attack", "first_aid", "pass"]);
    let brawl = offer(&decision, verbs::ATTACK, Some("brawl")).unwrap();
    assert!(brawl.detail.contains("40 %"), "{}", brawl.detail);
    play.dice_used_up();
}

/// PCT-E72: a great axe cannot be used while a shield is on the arm; dropping that is free.
#[test]
fn pct_e72_two_hands_for_a_great_axe() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(15).holds("axe_great").holds("round"))
        .blue(6, 4, somebody())
        .play();
    let decision = play.until(0, verbs::STATEMENT);
    assert!(offer(&decision, verbs::ATTACK, Some("medium")).is_none());
    let drop = offer(&decision, verbs::DROP, None).unwrap();
    assert_eq!(drop.item, Some(play.item(0, "round")));
    play.choose(drop.choice_at(0));
    let decision = play.until(0, verbs::STATEMENT);
    assert!(offer(&decision, verbs::ATTACK, Some("medium")).is_some());
}

/// PCT-R01 (b): another target if the stated one is out of reach; (e) nothing.
#[test]
fn another_target_if_the_stated_one_is_out_of_reach() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody().dex(15).holds("sword_broad").skill("Sword", 50),
        )
        .blue(6, 4, somebody().dex(8))
        .blue(20, 4, somebody().dex(9))
        .play();
    let sword = play.item(0, "sword_broad");
    play.state(0, attack(Some(sword), "medium", 2, Some("hold")));
    let decision = play.until(0, verbs::ACTION);
    let swing = offer(&decision, verbs::ATTACK, None).unwrap();
    assert!(crate::stage_hand::aims_at(swing, 1));
    assert!(!crate::stage_hand::aims_at(swing, 2));
    play.choose(Choice::of(verbs::PASS));

    // As stated, there is no other target.
    play.play_to_round(2);
    play.state(0, attack(Some(sword), "medium", 1, Some("hold")));
    let decision = play.until(0, verbs::ACTION);
    let swing = offer(&decision, verbs::ATTACK, None).unwrap();
    assert_eq!(swing.target_count(), 1);
}

/// PCT-R01: with run there is no action; full-round tasks need hold or short.
#[test]
fn paces_go_with_actions() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(15).holds("sword_broad"))
        .blue(20, 4, somebody())
        .play();
    let decision = play.until(0, verbs::STATEMENT);
    let keys = |verb| -> Vec<&str> {
        let offer = offer(&decision, verb, None).unwrap();
        offer
            .selections
            .iter()
            .map(|selection| selection.key)
            .collect()
    };
    assert_eq!(keys(verbs::ATTACK), ["hold", "short", "half", "quarter"]);
    assert_eq!(keys(verbs::FIRST_AID), ["hold", "short"]);
    assert_eq!(
        keys(verbs::PASS),
        ["hold", "short", "half", "quarter", "run"]
    );
    let sword = play.item(0, "sword_broad");
    let reason = play.refused(&attack(Some(sword), "medium", 1, Some("run")));
    assert!(reason.contains("options"), "{reason}");
}

/// PCT-E91: the surprised neither state nor defend in round 1; from round 2 on they are normal.
#[test]
fn pct_e91_the_surprised_are_helpless_in_round_one() {
    let mut scene = Scene::new()
        .red(
            5,
            4,
            somebody().dex(9).holds("sword_broad").skill("Sword", 40),
        )
        .blue(6, 4, somebody().dex(15).skill("Dodge", 60))
        .dice(&["d100=30", "d8=1"]);
    scene.level.sides[1].surprised = true;
    let mut play = scene.play();
    let sword = play.item(0, "sword_broad");
    play.state(0, attack(Some(sword), "medium", 1, Some("hold")));
    play.acts(0);
    play.until(1, verbs::STATEMENT);
    assert_eq!(play.battle.round(), 2);
    assert_eq!(play.hp(1), 10);
    play.dice_used_up();
    let stated = play
        .events()
        .filter(|event| matches!(event, Event::Chosen { who, .. } if who.0 == 1));
    assert_eq!(stated.count(), 0);
}
