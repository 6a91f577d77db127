//! Falling, waking and First Aid.

use shieldwall_battle::{Choice, CombatantId, Event, FieldValue, Target, Vitality};
use shieldwall_percentile::{
    terms::{decisions, modes},
    {combatant::state::Injuries, terms::actions},
};

use crate::scenes::stage_hand::{Dress, Scene, attack, offer, offered, paced, somebody};

/// PCT-E80: a friend in contact wakes a sleeper, who acts from the next round.
#[test]
fn pct_e80_a_friend_wakes_a_sleeper() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12))
        .red(6, 4, somebody().dex(9))
        .blue(20, 4, somebody().dex(5))
        .play();
    play.wound(1, &[10], Vitality::Unconscious);
    play.until(0, decisions::STATEMENT);
    play.choose(
        Choice::of(actions::WAKE)
            .at(Target::Combatant(CombatantId(1)))
            .with_field("pace", FieldValue::Option("hold")),
    );
    play.acts(0);
    play.until(1, decisions::STATEMENT);
    assert_eq!(play.battle.round(), 2);
    assert_eq!((play.hp(1), play.vitality(1)), (2, Vitality::Active));
}

/// Two friends may wake the same sleeper in one step; it wakes once, and nobody stands over it.
#[test]
fn two_friends_wake_one_sleeper() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12))
        .red(7, 4, somebody().dex(12))
        .red(6, 4, somebody().dex(9))
        .blue(20, 4, somebody().dex(5))
        .play();
    play.wound(2, &[10], Vitality::Unconscious);
    let wake = || {
        Choice::of(actions::WAKE)
            .at(Target::Combatant(CombatantId(2)))
            .with_field("pace", FieldValue::Option("hold"))
    };
    play.state(0, wake());
    play.state(1, wake());
    play.acts(0);
    play.acts(1);
    play.until(2, decisions::STATEMENT);
    let woke = |event: &&Event| {
        matches!(
            event,
            Event::Vitality {
                to: Vitality::Active,
                ..
            }
        )
    };
    assert_eq!(play.events().filter(woke).count(), 1);
    assert!(
        !play
            .events()
            .any(|event| matches!(event, Event::Note { .. }))
    );
}

/// PCT-R09: one action picks two things up, one for each hand.
#[test]
fn both_hands_are_filled_from_the_ground_at_once() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12).holds("sword_broad").holds("round"))
        .blue(20, 4, somebody().dex(5))
        .play();
    let (sword, shield) = (play.item(0, "sword_broad"), play.item(0, "round"));
    for _ in 0..2 {
        let decision = play.until(0, decisions::STATEMENT);
        play.choose(offer(&decision, actions::DROP, None).unwrap().choice_at(0));
    }
    let decision = play.until(0, decisions::STATEMENT);
    let pair = offer(&decision, actions::READY, Some(modes::BOTH)).unwrap();
    play.choose(pair.choice(pair.target(0), Some("hold")));
    play.acts(0);
    play.play_to_round(2);
    for item in [sword, shield] {
        let held = play.item_component::<shieldwall_percentile::items::gear::Readied>(item);
        assert!(held.is_some());
    }
}

/// PCT-E85: a helper switches to First Aid for an injury of this very round.
#[test]
fn pct_e85_first_aid_in_the_round_of_the_injury() {
    let mut play = Scene::new()
        .red(
            3,
            4,
            somebody()
                .dex(9)
                .holds("sword_broad")
                .skill("First Aid", 60),
        )
        .red(6, 4, somebody().dex(5))
        .blue(
            7,
            4,
            somebody().dex(14).holds("sword_broad").skill("Sword", 50),
        )
        .dice(&["d100=30", "d8=4", "d6=2", "d100=55", "d3=3"])
        .play();
    let (red, blue) = (play.item(0, "sword_broad"), play.item(2, "sword_broad"));
    play.until(2, decisions::STATEMENT);
    play.wound(1, &[8], Vitality::Active);
    play.choose(attack(Some(blue), modes::MEDIUM, 1, Some("hold")));
    play.state(0, attack(Some(red), modes::MEDIUM, 2, Some("short")));
    play.moves(0, 5, 4);
    play.acts(2);
    play.defends(1, actions::NONE);
    let decision = play.until(0, decisions::ACTION);
    assert_eq!((play.hp(1), play.vitality(1)), (-1, Vitality::Dying));
    assert!(offered(&decision).contains(&"first_aid"));
    play.choose(Choice::of(actions::FIRST_AID));
    let decision = play.until(0, decisions::AID);
    let treat = offer(&decision, actions::FIRST_AID, None).unwrap();
    assert_eq!(treat.target(1), Some(Target::Injury(CombatantId(1), 1)));
    play.choose(treat.choice_at(1));
    play.play_to_round(2);
    assert_eq!((play.hp(1), play.vitality(1)), (2, Vitality::Unconscious));
    play.dice_used_up();
}

/// PCT-E94: the unconscious have no defence; an injury can make them die.
#[test]
fn pct_e94_the_unconscious_cannot_defend() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12).holds("dagger").skill("Dagger", 50))
        .blue(6, 4, somebody().dex(9).hide_points(1))
        .blue(20, 4, somebody().dex(5))
        .dice(&["d100=50", "d4=4"])
        .play();
    let dagger = play.item(0, "dagger");
    play.until(0, decisions::STATEMENT);
    play.wound(1, &[10], Vitality::Unconscious);
    play.choose(attack(Some(dagger), modes::SHORT, 1, Some("hold")));
    play.acts(0);
    play.play_to_round(2);
    assert_eq!((play.hp(1), play.vitality(1)), (-1, Vitality::Dead));
    play.dice_used_up();
}

/// PCT-E102: one helper can save one of two.
#[test]
fn pct_e102_one_helper_saves_one() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12).skill("First Aid", 50))
        .red(6, 4, somebody().dex(9))
        .red(4, 4, somebody().dex(9))
        .blue(20, 4, somebody().dex(5))
        .dice(&["d100=50", "d3=2"])
        .play();
    play.until(0, decisions::STATEMENT);
    play.wound(1, &[6, 6], Vitality::Dying);
    play.wound(2, &[15], Vitality::Dying);
    play.choose(paced(Choice::of(actions::FIRST_AID), "hold"));
    let decision = play.until(0, decisions::AID);
    assert_eq!(decision.offers[0].target_count(), 3);
    let choice = decision.offers[0].choice(Some(Target::Injury(CombatantId(1), 0)), None);
    play.choose(choice);
    play.play_to_round(2);
    assert_eq!((play.hp(1), play.vitality(1)), (2, Vitality::Unconscious));
    assert_eq!(play.vitality(2), Vitality::Dead);
    let injuries: Injuries = play.component(1);
    assert_eq!(
        injuries
            .0
            .iter()
            .map(|injury| injury.treated)
            .collect::<Vec<_>>(),
        [true, false]
    );
    play.dice_used_up();
}

/// PCT-R10: a helper may dodge but not parry.
#[test]
fn a_helper_dodges_but_does_not_parry() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12).holds("sword_broad"))
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
    play.acts(1);
    let decision = play.until(0, decisions::DEFENCE);
    assert_eq!(offered(&decision), ["dodge", "none"]);
}
