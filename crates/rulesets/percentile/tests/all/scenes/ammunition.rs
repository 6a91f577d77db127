//! Reloading, magazines and thrown weapons.

use shieldwall_battle::{Choice, Event, FieldValue, Lying};
use shieldwall_percentile::{
    items::gear::{Ammunition, Readied},
    terms::{actions, decisions, modes, words},
};

use crate::scenes::stage_hand::{Dress, Play, Scene, attack, offer, paced, somebody};

const MISSES: [&str; 20] = ["d100=100"; 20];

fn shooter(weapon: &str, shots: usize) -> Play {
    Scene::new()
        .red(5, 4, somebody().dex(15).holds(weapon))
        .blue(12, 4, somebody().dex(5))
        .dice(&MISSES[..shots])
        .play()
}

/// Shoots if that is on offer, and says whether it was.
fn shoots(play: &mut Play, weapon: &str) -> bool {
    let item = play.item(0, weapon);
    let decision = play.until(0, decisions::STATEMENT);
    if offer(&decision, actions::ATTACK, Some(modes::SHOT)).is_none() {
        return false;
    }
    play.choose(attack(Some(item), modes::SHOT, 1, Some("hold")));
    play.acts(0);
    true
}

fn reloads(play: &mut Play, weapon: &str) {
    let item = play.item(0, weapon);
    play.state(
        0,
        Choice::of(actions::RELOAD)
            .with(item)
            .with_field("pace", FieldValue::Option("hold")),
    );
}

/// PCT-E10: with steady reloading a crossbow shoots in rounds 1 and 3.
#[test]
fn pct_e10_a_crossbow_shoots_every_other_round() {
    let mut play = shooter("crossbow_heavy", 2);
    let mut shots = Vec::new();
    for round in 1..=4 {
        if shoots(&mut play, "crossbow_heavy") {
            shots.push(round);
        } else {
            reloads(&mut play, "crossbow_heavy");
        }
    }
    assert_eq!(shots, [1, 3]);
    play.play_to_round(5);
    play.dice_used_up();
}

/// PCT-E65: moving 7.5 m leaves no time to reload.
#[test]
fn pct_e65_moving_far_leaves_no_time_to_reload() {
    let mut play = shooter("crossbow_light", 2);
    assert!(shoots(&mut play, "crossbow_light"));
    let decision = play.until(0, decisions::STATEMENT);
    let reload = offer(&decision, actions::RELOAD, None).unwrap();
    let paces: Vec<_> = reload.options().iter().map(|pace| pace.key).collect();
    assert_eq!(paces, ["hold", "short"]);
    play.choose(paced(Choice::of(actions::PASS), "half"));
    play.moves(0, 10, 4);
    reloads(&mut play, "crossbow_light");
    assert!(shoots(&mut play, "crossbow_light"));
    reloads(&mut play, "crossbow_light");
    assert_eq!(play.battle.round(), 5);
    play.dice_used_up();
}

/// PCT-E66: six shots, then a reload from one of two spares.
#[test]
fn pct_e66_a_pistol_holds_six_shots() {
    let mut play = shooter("pistol", 7);
    let pistol = play.item(0, "pistol");
    for _ in 1..=6 {
        assert!(shoots(&mut play, "pistol"));
    }
    assert!(!shoots(&mut play, "pistol"));
    assert_eq!(
        play.item_component(pistol),
        Some(Ammunition {
            loaded: 0,
            spares: 2
        })
    );
    reloads(&mut play, "pistol");
    play.play_to_round(8);
    assert_eq!(play.item_component::<Ammunition>(pistol).unwrap().loaded, 6);
    assert!(shoots(&mut play, "pistol"));
    play.play_to_round(9);
    assert_eq!(
        play.item_component(pistol),
        Some(Ammunition {
            loaded: 5,
            spares: 1
        })
    );
    play.dice_used_up();
}

/// PCT-E67: a laser pistol has charges for twenty shots.
#[test]
fn pct_e67_a_laser_has_twenty_charges() {
    let mut play = shooter("pistol_laser", 20);
    for _ in 1..=20 {
        assert!(shoots(&mut play, "pistol_laser"));
    }
    assert!(!shoots(&mut play, "pistol_laser"));
    play.dice_used_up();
}

/// PCT-E101: a thrown dagger lies in the target's cell, hit or miss.
#[test]
fn pct_e101_a_thrown_dagger_lies_where_it_was_thrown() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody()
                .dex(12)
                .holds("dagger")
                .skill("Throwing Dagger", 35),
        )
        .blue(9, 4, somebody().dex(5))
        .dice(&["d100=80"])
        .play();
    let dagger = play.item(0, "dagger");
    play.state(0, attack(Some(dagger), modes::THROWN, 1, Some("hold")));
    play.acts(0);
    play.until(0, decisions::STATEMENT);
    assert_eq!(
        play.item_component::<Lying>(dagger).map(|lying| lying.0),
        Some(play.cell(9, 4))
    );
    assert!(play.item_component::<Readied>(dagger).is_none());
    play.dice_used_up();
    assert!(play.events().any(
        |event| matches!(event, Event::ItemMoved { how, item, .. } if *how == words::THROWN && *item == dagger)
    ));
}
