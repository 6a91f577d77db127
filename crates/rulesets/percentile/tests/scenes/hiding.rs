//! Hidden combatants (PCT-R30).

use shieldwall_battle::{Choice, Event, Hidden, SideId, Target};
use shieldwall_percentile::verbs;

use crate::stage_hand::{Dress, Scene, aims_at, attack, offer, somebody};

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
    play.state(0, attack(Some(bow), "shot", 1, Some("hold")));
    play.acts(0);
    play.play_to_round(2);
    assert_eq!(play.hp(1), 9);
    play.dice_used_up();
    assert!(
        play.events()
            .any(|event| matches!(event, Event::Revealed { .. }))
    );
}

/// Nobody sees what a hidden combatant states, where it is, or that it is there.
#[test]
fn the_hidden_are_not_seen() {
    let mut play = ambush(&[]).play();
    let bow = play.item(0, "bow_long");
    play.state(0, attack(Some(bow), "shot", 1, Some("hold")));
    let decision = play.until(1, verbs::STATEMENT);
    let brawl = offer(&decision, verbs::ATTACK, None);
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
    play.state(1, Choice::of(verbs::PASS).selecting("half"));
    play.until(1, verbs::MOVEMENT);
    let beyond = play.cell(7, 0);
    play.choose(Choice::of(verbs::MOVE).at(Target::Cell(beyond)));
    play.play_to_round(2);
    let here: shieldwall_battle::Position = play.component(1);
    assert_eq!(here.0, play.cell(4, 0));
    let entity = play
        .battle
        .world()
        .resource::<shieldwall_battle::Roster>()
        .combatant(shieldwall_battle::CombatantId(0));
    assert!(!play.battle.world().entity(entity).contains::<Hidden>());
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
    play.state(0, Choice::of(verbs::HIDE).selecting("hold"));
    play.acts(0);
    play.until(1, verbs::STATEMENT);
    assert_eq!(play.battle.view(Some(SideId::BLUE)).combatants.len(), 1);
    play.dice_used_up();
}
