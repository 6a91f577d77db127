//! What a statement binds to when the rank comes (PCT-R01).

use shieldwall_battle::{Choice, Event};
use shieldwall_percentile::{
    terms::{decisions, modes},
    {items::gear::Soundness, terms::actions},
};

use crate::scenes::stage_hand::{Dress, Scene, attack, offer, offered, paced, somebody};

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
    play.until(0, decisions::STATEMENT);
    {
        let world = play.battle.world_mut();
        let entity = world.resource::<shieldwall_battle::Roster>().item(blue);
        world.get_mut::<Soundness>(entity).unwrap().left = 2;
    }
    play.choose(attack(Some(red), modes::MEDIUM, 1, Some("hold")));
    play.state(1, attack(Some(blue), modes::MEDIUM, 0, Some("hold")));
    play.acts(0);
    play.defends(1, actions::PARRY);
    let decision = play.until(1, decisions::ACTION);
    assert_eq!(play.item_component::<Soundness>(blue).unwrap().left, 0);
    assert_eq!(play.hp(1), 12);
    assert_eq!(offered(&decision), ["attack", "first_aid", "drop", "pass"]);
    play.choose(decision.offers[2].choice_at(0));
    let decision = play.until(1, decisions::ACTION);
    assert_eq!(offered(&decision), ["attack", "first_aid", "pass"]);
    let brawl = offer(&decision, actions::ATTACK, Some(modes::BRAWL)).unwrap();
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
    let decision = play.until(0, decisions::STATEMENT);
    assert!(offer(&decision, actions::ATTACK, Some(modes::MEDIUM)).is_none());
    let shield = play.item(0, "round");
    let drop = decision
        .offers
        .iter()
        .find(|offer| offer.action == actions::DROP && offer.item == Some(shield));
    play.choose(drop.unwrap().choice_at(0));
    let decision = play.until(0, decisions::STATEMENT);
    assert!(offer(&decision, actions::ATTACK, Some(modes::MEDIUM)).is_some());
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
    play.state(0, attack(Some(sword), modes::MEDIUM, 2, Some("hold")));
    let decision = play.until(0, decisions::ACTION);
    let swing = offer(&decision, actions::ATTACK, None).unwrap();
    assert!(crate::scenes::stage_hand::aims_at(swing, 1));
    assert!(!crate::scenes::stage_hand::aims_at(swing, 2));
    play.choose(Choice::of(actions::PASS));

    // As stated, there is no other target.
    play.play_to_round(2);
    play.state(0, attack(Some(sword), modes::MEDIUM, 1, Some("hold")));
    let decision = play.until(0, decisions::ACTION);
    let swing = offer(&decision, actions::ATTACK, None).unwrap();
    assert_eq!(swing.target_count(), 1);
}

/// PCT-R01: with run there is no action; full-round tasks need hold or short.
#[test]
fn paces_go_with_actions() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(15).holds("sword_broad"))
        .blue(20, 4, somebody())
        .play();
    let decision = play.until(0, decisions::STATEMENT);
    let keys = |action| -> Vec<&str> {
        let offer = offer(&decision, action, None).unwrap();
        offer.options().iter().map(|option| option.key).collect()
    };
    assert_eq!(keys(actions::ATTACK), ["hold", "short", "half", "quarter"]);
    assert_eq!(keys(actions::FIRST_AID), ["hold", "short"]);
    assert_eq!(
        keys(actions::PASS),
        ["hold", "short", "half", "quarter", "run"]
    );
    let sword = play.item(0, "sword_broad");
    let reason = play.refused(&attack(Some(sword), modes::MEDIUM, 1, Some("run")));
    assert!(
        reason.contains("`pace` is one of hold, short, half"),
        "{reason}"
    );
}

/// PCT-R01: a runner who has hardly moved has a rank by the metres really moved, and may switch to
/// First Aid.
#[test]
fn only_metres_really_moved_count() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12).holds("sword_broad"))
        .blue(20, 4, somebody().dex(5))
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "run"));
    play.moves(0, 6, 4);
    let decision = play.until(0, decisions::ACTION);
    assert_eq!(play.rank(0), Some(12));
    assert_eq!(offered(&decision), ["first_aid", "drop", "pass"]);
}

/// Anyone who stated nothing and has moved too far to help is not asked what it would like to drop.
#[test]
fn nobody_is_asked_only_what_to_drop() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12).holds("sword_broad"))
        .blue(20, 4, somebody().dex(5))
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    play.moves(0, 11, 4);
    play.play_to_round(2);
    let asked = play.events().any(
        |event| matches!(event, Event::Chosen { who: Some(who), kind, .. } if who.0 == 0 && *kind == decisions::ACTION),
    );
    assert!(!asked);
}

/// PCT-R01 (d): the one who stated nothing, or something else, may still switch to First Aid; (e) and
/// the one who stated First Aid may give it up, and has its hands free to parry again.
#[test]
fn first_aid_may_be_taken_up_and_given_up() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(15).holds("sword_broad"))
        .blue(
            6,
            4,
            somebody().dex(9).holds("sword_broad").skill("Sword", 50),
        )
        .dice(&["d100=30", "d8=1"])
        .play();
    let sword = play.item(1, "sword_broad");
    play.state(0, paced(Choice::of(actions::FIRST_AID), "hold"));
    play.state(1, attack(Some(sword), modes::MEDIUM, 0, Some("hold")));
    let decision = play.until(0, decisions::ACTION);
    assert_eq!(offered(&decision), ["first_aid", "pass"]);
    play.choose(Choice::of(actions::PASS));
    play.acts(1);
    let decision = play.until(0, decisions::DEFENCE);
    assert_eq!(offered(&decision), ["parry", "dodge", "none"]);
}

/// PCT-R01 (c), PCT-R09: dropping the stated weapon is free, and frees its bearer to use another.
#[test]
fn the_stated_weapon_may_be_dropped_for_another() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody().dex(15).holds("sword_broad").holds("dagger"),
        )
        .blue(6, 4, somebody())
        .play();
    let sword = play.item(0, "sword_broad");
    play.state(0, attack(Some(sword), modes::MEDIUM, 1, Some("hold")));
    let decision = play.until(0, decisions::ACTION);
    let drop = decision
        .offers
        .iter()
        .find(|offer| offer.action == actions::DROP && offer.item == Some(sword));
    play.choose(drop.unwrap().choice_at(0));
    let decision = play.until(0, decisions::ACTION);
    let dagger = play.item(0, "dagger");
    let modes: Vec<_> = decision
        .offers
        .iter()
        .filter(|offer| offer.action == actions::ATTACK)
        .map(|offer| (offer.item, offer.mode.unwrap()))
        .collect();
    assert_eq!(
        modes,
        [
            (Some(dagger), modes::THROWN),
            (Some(dagger), modes::SHORT),
            (None, modes::BRAWL)
        ]
    );
}

/// PCT-R09: what lies within a move can be stated to be picked up, and is taken from the own cell.
#[test]
fn what_lies_near_is_stated_and_picked_up() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(15).holds("sword_broad"))
        .blue(20, 4, somebody())
        .play();
    let sword = play.item(0, "sword_broad");
    let decision = play.until(0, decisions::STATEMENT);
    assert!(offer(&decision, actions::READY, Some(modes::PICK_UP)).is_none());
    play.choose(offer(&decision, actions::DROP, None).unwrap().choice_at(0));
    play.until(0, decisions::STATEMENT);
    play.put(0, 8, 4);
    play.choose(paced(Choice::of(actions::PASS), "hold"));
    play.play_to_round(2);
    let decision = play.until(0, decisions::STATEMENT);
    let pick_up = offer(&decision, actions::READY, Some(modes::PICK_UP)).unwrap();
    let mut choice = pick_up.choice(Some(shieldwall_battle::Target::Item(sword)), Some("short"));
    choice.item = None;
    assert_eq!(
        play.battle.vantage(&choice),
        shieldwall_battle::Vantage::Band(0)
    );
    play.choose(choice);
    play.moves(0, 5, 4);
    play.acts(0);
    play.until(0, decisions::STATEMENT);
    assert!(
        play.item_component::<shieldwall_percentile::items::gear::Readied>(sword)
            .is_some()
    );
}

/// Of several things the log says which one was chosen.
#[test]
fn a_choice_of_several_things_names_the_one() {
    let mut play = Scene::new()
        .red(5, 4, somebody().holds("sword_broad").holds("dagger"))
        .blue(20, 4, somebody().dex(5))
        .play();
    for _ in 0..2 {
        let decision = play.until(0, decisions::STATEMENT);
        play.choose(offer(&decision, actions::DROP, None).unwrap().choice_at(0));
    }
    let decision = play.until(0, decisions::STATEMENT);
    let pick_up = offer(&decision, actions::READY, Some(modes::PICK_UP)).unwrap();
    let dagger = shieldwall_battle::Target::Item(play.item(0, "dagger"));
    play.choose(pick_up.choice(Some(dagger), Some("hold")));
    let said = play.events().any(
        |event| matches!(event, Event::Chosen { text, .. } if text.starts_with("Pick up: Dagger")),
    );
    assert!(said);
}

/// PCT-E46: an armed attack cannot be parried with bare hands.
#[test]
fn pct_e46_bare_hands_do_not_parry_a_sword() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody().dex(15).holds("sword_broad").skill("Sword", 50),
        )
        .blue(6, 4, somebody().dex(9).skill("Brawl", 60))
        .dice(&["d100=30", "d8=1"])
        .play();
    let sword = play.item(0, "sword_broad");
    play.state(0, attack(Some(sword), modes::MEDIUM, 1, Some("hold")));
    play.acts(0);
    let decision = play.until(1, decisions::DEFENCE);
    assert_eq!(offered(&decision), ["dodge", "none"]);
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
    play.state(0, attack(Some(sword), modes::MEDIUM, 1, Some("hold")));
    play.acts(0);
    play.until(1, decisions::STATEMENT);
    assert_eq!(play.battle.round(), 2);
    assert_eq!(play.hp(1), 10);
    play.dice_used_up();
    let stated = play
        .events()
        .filter(|event| matches!(event, Event::Chosen { who: Some(who), .. } if who.0 == 1));
    assert_eq!(stated.count(), 0);
}
