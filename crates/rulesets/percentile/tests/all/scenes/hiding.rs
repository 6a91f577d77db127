//! Hidden combatants (PCT-R30).

use shieldwall_battle::{Choice, Concealment, Event, FieldValue, SideId, Target, Vitality};
use shieldwall_percentile::{
    terms::modes,
    {terms::actions, terms::decisions},
};

use crate::scenes::stage_hand::{Dress, Scene, aims_at, attack, offer, paced, somebody};

fn ambush(dice: &[&str]) -> Scene {
    let mut scene = Scene::new()
        .red(5, 4, somebody().dex(15).holds("bow_long").skill("Bow", 55))
        .blue(
            12,
            4,
            somebody()
                .dex(12)
                .hide_points(2)
                .wears("helmet_light")
                .skill("Spot", 25)
                .skill("Listen", 20)
                .skill("Dodge", 80),
        )
        .dice(dice);
    scene.level.sides[0].hidden = true;
    scene
}

/// PCT-E88: a hidden archer is not noticed, so nothing can be done about its arrow; then it is seen.
#[test]
fn pct_e88_an_unnoticed_arrow() {
    let mut play = ambush(&["d100=40", "d100=11", "d8=5"]).play();
    let bow = play.item(0, "bow_long");
    play.state(0, attack(Some(bow), modes::SHOT, 1, Some("hold")));
    play.acts(0);
    play.play_to_round(2);
    assert_eq!(play.hp(1), 9);
    play.dice_used_up();
    let revealed = |event: &&Event| matches!(event, Event::Revealed { .. });
    assert_eq!(play.events().filter(revealed).count(), 1);
    // From the shot on its side is as much in the open as it is itself.
    let entries = play.battle.journal().entries();
    let shot = entries
        .iter()
        .position(|entry| matches!(entry.event, Event::Attacked { .. }))
        .unwrap();
    let of_the_shot: Vec<_> = entries[shot..]
        .iter()
        .take_while(|entry| !matches!(entry.event, Event::StageBegan { .. }))
        .collect();
    assert!(
        of_the_shot
            .iter()
            .any(|entry| matches!(&entry.event, Event::Rolled(roll) if roll.who.0 == 0))
    );
    for entry in of_the_shot {
        assert_eq!(entry.only_for, None, "{}", entry.to_json());
    }
}

/// Nobody sees what a hidden combatant states, where it is, or that it is there.
#[test]
fn the_hidden_are_not_seen() {
    let mut play = ambush(&[]).play();
    let bow = play.item(0, "bow_long");
    play.state(0, attack(Some(bow), modes::SHOT, 1, Some("hold")));
    let decision = play.until(1, decisions::STATEMENT);
    let brawl = offer(&decision, actions::ATTACK, None);
    assert!(brawl.is_none_or(|offer| !aims_at(offer, 0)));
    let seen = play.battle.view(Some(SideId::BLUE));
    assert_eq!(seen.combatants.len(), 1);
    assert!(seen.order.iter().all(|entry| entry.who.0 == 1));
    for entry in play.battle.entries_from(0, Some(SideId::BLUE)) {
        let text = entry.to_json();
        assert!(!text.contains("\"who\":0"), "{text}");
    }
}

/// A path into the cell of a hidden enemy ends before it and reveals that enemy.
#[test]
fn walking_into_the_hidden_reveals_them() {
    let mut scene = Scene::on(shieldwall_grid::Layout::Square, 12, 1)
        .red(5, 0, somebody().dex(9))
        .blue(1, 0, somebody().dex(12));
    scene.level.sides[0].hidden = true;
    let mut play = scene.play();
    play.state(1, paced(Choice::of(actions::PASS), "half"));
    play.until(1, decisions::MOVEMENT);
    let beyond = play.cell(7, 0);
    play.choose(Choice::of(actions::MOVE).at(Target::Cell(beyond)));
    play.play_to_round(2);
    let here: shieldwall_battle::Position = play.component(1);
    assert_eq!(here.0, play.cell(4, 0));
    assert_eq!(play.component::<Concealment>(0), Concealment::Open);
}

/// Hiding is possible where no enemy sees, on a Hide roll.
#[test]
fn hiding_takes_a_roll_where_nobody_sees() {
    let mut scene = Scene::on(shieldwall_grid::Layout::Square, 12, 3)
        .red(1, 1, somebody().dex(12).skill("Hide", 40))
        .blue(10, 1, somebody().dex(9))
        .dice(&["d100=40"]);
    for row in 0..3 {
        let cell = scene.cell(5, row);
        scene.level.map.ground_mut(cell).unwrap().opaque = true;
    }
    let mut play = scene.play();
    play.state(0, paced(Choice::of(actions::HIDE), "hold"));
    play.acts(0);
    play.until(1, decisions::STATEMENT);
    assert_eq!(play.battle.view(Some(SideId::BLUE)).combatants.len(), 1);
    play.dice_used_up();
}

/// A door that a hidden combatant opens is seen, and nobody is named.
#[test]
fn a_door_does_not_tell_who_opened_it() {
    let mut scene = Scene::on(shieldwall_grid::Layout::Square, 12, 1)
        .red(2, 0, somebody().dex(12).skill("Stealth", 100))
        .blue(11, 0, somebody().dex(5))
        .dice(&["d100=50"]);
    scene.level.sides[0].hidden = true;
    let cell = scene.cell(3, 0);
    let door = shieldwall_grid::Border::with_door(shieldwall_grid::Door::Closed);
    scene
        .level
        .map
        .set_border(cell, shieldwall_grid::Side(0), door);
    let mut play = scene.play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    play.moves(0, 5, 0);
    play.until(1, decisions::STATEMENT);
    let door = play
        .battle
        .entries_from(0, Some(SideId::BLUE))
        .into_iter()
        .find(|entry| matches!(entry.event, Event::Door { .. }))
        .unwrap();
    assert!(matches!(door.event, Event::Door { who: None, .. }));
    assert!(
        play.battle
            .entries_from(0, Some(SideId::BLUE))
            .iter()
            .all(|entry| !entry.to_json().contains("\"who\":0"))
    );
}

/// Anyone who is watched only by enemies that it cannot see is offered to hide like anybody, and finds
/// out that it cannot.
#[test]
fn hiding_does_not_tell_of_unseen_watchers() {
    let mut scene = Scene::on(shieldwall_grid::Layout::Square, 12, 1)
        .red(1, 0, somebody().dex(12).skill("Hide", 40))
        .blue(9, 0, somebody().dex(9))
        .dice(&["d100=40"]);
    scene.level.sides[1].hidden = true;
    let mut play = scene.play();
    play.state(0, paced(Choice::of(actions::HIDE), "hold"));
    let decision = play.until(0, decisions::ACTION);
    play.choose(offer(&decision, actions::HIDE, None).unwrap().choice_at(0));
    play.until(0, decisions::STATEMENT);
    assert_eq!(play.component::<Concealment>(0), Concealment::Open);
    play.dice_used_up();
}

/// A sleeper over whom an unseen enemy stands cannot be woken; the enemy is found.
#[test]
fn waking_finds_who_stands_over_the_sleeper() {
    let mut scene = Scene::new()
        .red(5, 4, somebody().dex(12))
        .red(8, 4, somebody().dex(9))
        .blue(20, 4, somebody().dex(5));
    scene.level.sides[1].hidden = true;
    let mut play = scene.play();
    play.wound(1, &[6], Vitality::Unconscious);
    play.put(1, 6, 4);
    play.put(2, 6, 4);
    play.until(0, decisions::STATEMENT);
    let sleeper = Target::Combatant(shieldwall_battle::CombatantId(1));
    play.choose(
        Choice::of(actions::WAKE)
            .at(sleeper)
            .with_field("pace", FieldValue::Option("hold")),
    );
    let decision = play.until(0, decisions::ACTION);
    play.choose(offer(&decision, actions::WAKE, None).unwrap().choice_at(0));
    play.until(0, decisions::STATEMENT);
    assert_eq!(play.vitality(1), Vitality::Unconscious);
    assert_eq!(play.component::<Concealment>(2), Concealment::Open);
}

/// Anyone who falls is found, and that it fell is for all to know.
#[test]
fn the_fallen_are_found() {
    let mut scene = Scene::new()
        .red(5, 4, somebody().dex(12).hp(4))
        .blue(20, 4, somebody().dex(5))
        .dice(&["d6=3", "d6=4"]);
    let fire = shieldwall_content::Terrain {
        hazard: Some(shieldwall_content::terrain::Hazard::Fire),
        ..crate::scenes::stage_hand::floor()
    };
    scene = scene.ground(5, 4, &fire, 0);
    scene.level.sides[0].hidden = true;
    let mut play = scene.play();
    play.play_to_end();
    let seen = play.battle.entries_from(0, Some(SideId::BLUE));
    let of = |wanted: &dyn Fn(&Event) -> bool| seen.iter().position(|entry| wanted(&entry.event));
    let revealed = of(&|event| matches!(event, Event::Revealed { hit_points: 1, .. })).unwrap();
    let fell = of(&|event| matches!(event, Event::Vitality { .. })).unwrap();
    assert!(revealed < fell);
}
