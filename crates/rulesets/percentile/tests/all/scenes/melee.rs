//! Reach, and what is seen of an attack before it is made.

use shieldwall_battle::{CombatantId, Event};
use shieldwall_percentile::{terms::decisions, terms::modes};

use crate::scenes::stage_hand::{Dress, Scene, attack, offered, somebody};

/// PCT-E92: long weapons reach no farther.
#[test]
fn pct_e92_a_pike_reaches_no_farther() {
    let mut play = Scene::new()
        .red(5, 4, somebody().dex(12).holds("pike"))
        .blue(7, 4, somebody().dex(9))
        .play();
    let pike = play.item(0, "pike");
    play.state(0, attack(Some(pike), modes::LONG, 1, Some("hold")));
    let decision = play.until(0, decisions::ACTION);
    assert_eq!(offered(&decision), ["first_aid", "drop", "pass"]);
}

/// The forecast of an attack and of each answer is exact, and sums to one.
#[test]
fn forecasts_are_exact_and_sum_to_one() {
    let fencer = |dex| {
        somebody()
            .dex(dex)
            .holds("sword_broad")
            .skill("Sword", 50)
            .skill("Dodge", 30)
    };
    let mut play = Scene::new()
        .red(5, 4, fencer(15))
        .blue(6, 4, fencer(9))
        .dice(&["d100=30"])
        .play();
    let sword = play.item(0, "sword_broad");
    play.until(0, decisions::STATEMENT);
    let choice = attack(Some(sword), modes::MEDIUM, 1, Some("hold"));
    let stated = play.battle.forecast(&choice).unwrap();
    let sum: f64 = stated
        .outcomes
        .iter()
        .map(|outcome| outcome.probability)
        .sum();
    assert!((sum - 1.0).abs() < 1e-12);
    assert_eq!(stated.chances[0].chance, 50);
    assert_eq!(stated.subject, Some(CombatantId(1)));
    let attack_estimate = play
        .battle
        .attack_estimate(
            CombatantId(0),
            play_cell(&play, 5),
            CombatantId(1),
            play_cell(&play, 6),
        )
        .unwrap();
    assert!((attack_estimate.expected_loss - stated.expected_loss()).abs() < 1e-12);
    play.choose(choice);
    play.acts(0);
    let decision = play.until(1, decisions::DEFENCE);
    assert_eq!(offered(&decision), ["parry", "dodge", "none"]);
    let losses: Vec<f64> = (0..3)
        .map(|number| {
            let choice = decision.choice_at(number).unwrap();
            play.battle.forecast(&choice).unwrap().expected_loss()
        })
        .collect();
    // 1d8+1 is 5.5 on the average; a parry at 50 stops half of it, a dodge at 30 three tenths.
    for (loss, expected) in losses.iter().zip([2.75, 3.85, 5.5]) {
        assert!((loss - expected).abs() < 1e-9, "{losses:?}");
    }
    assert!(
        !play
            .events()
            .any(|event| matches!(event, Event::AttackResolved { .. }))
    );
}

fn play_cell(play: &crate::scenes::stage_hand::Play, column: u16) -> shieldwall_grid::Cell {
    play.cell(column, 4)
}
