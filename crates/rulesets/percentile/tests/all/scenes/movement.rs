//! Movement bands, contact and breaking off.

use shieldwall_battle::{Choice, Event, MoveCost, Target, Targets};
use shieldwall_grid::Metres;
use shieldwall_percentile::{
    terms::modes,
    {terms::actions, terms::decisions},
};

use crate::scenes::stage_hand::{Dress, Scene, attack, offer, offered, paced, somebody};

fn farthest(play: &mut crate::scenes::stage_hand::Play, who: u16) -> MoveCost {
    let decision = play.until(who, decisions::MOVEMENT);
    let Targets::Cells(cells) = &offer(&decision, actions::MOVE, None).unwrap().targets else {
        panic!("moves are to cells");
    };
    cells.iter().map(|option| option.cost).max().unwrap()
}

/// PCT-E24: a runner has no action, but it dodges.
#[test]
fn pct_e24_a_runner_still_dodges() {
    let mut play = Scene::new()
        .red(1, 4, somebody().dex(17).skill("Dodge", 34))
        .blue(
            22,
            4,
            somebody().dex(12).holds("spear_long").skill("Spear", 50),
        )
        .dice(&["d100=20", "d100=34"])
        .play();
    let spear = play.item(1, "spear_long");
    play.state(0, paced(Choice::of(actions::PASS), "run"));
    play.state(1, attack(Some(spear), modes::LONG, 0, Some("hold")));
    play.moves(0, 21, 4);
    play.acts(1);
    assert_eq!(play.rank(0), None);
    play.defends(0, actions::DODGE);
    play.play_to_round(2);
    assert_eq!(play.hp(0), 12);
    play.dice_used_up();
    assert!(!play.events().any(
        |event| matches!(event, Event::Chosen { who: Some(who), kind, .. }
                if who.0 == 0 && *kind == decisions::ACTION)
    ));
}

/// PCT-E25: no full run from contact.
#[test]
fn pct_e25_no_full_run_from_contact() {
    let mut play = Scene::new()
        .red(1, 4, somebody().dex(15))
        .blue(1, 3, somebody())
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "run"));
    assert_eq!(farthest(&mut play, 0), Metres::from_milli(28_500).into());
    let far = play.cell(21, 4);
    let reason = play.refused(&Choice::of(actions::MOVE).at(Target::Cell(far)));
    assert!(reason.contains("target"), "{reason}");

    let mut free = Scene::new()
        .red(1, 4, somebody().dex(15))
        .blue(29, 0, somebody())
        .play();
    free.state(0, paced(Choice::of(actions::PASS), "run"));
    assert_eq!(farthest(&mut free, 0), Metres::from_whole(30).into());
}

/// PCT-E103: leaving contact for another enemy provokes nothing and leaves melee, but no missiles.
#[test]
fn pct_e103_breaking_off_costs_missile_attacks_only() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody().dex(11).holds("sword_broad").carries("dagger"),
        )
        .red(5, 2, somebody().dex(10).holds("sling").skill("Sling", 50))
        .blue(4, 4, somebody().dex(9).hp(9))
        .blue(14, 4, somebody().dex(8))
        .blue(6, 2, somebody().dex(7))
        .play();
    let (sword, sling) = (play.item(0, "sword_broad"), play.item(1, "sling"));
    play.state(0, attack(Some(sword), modes::MEDIUM, 3, Some("half")));
    play.state(1, attack(Some(sling), modes::SHOT, 3, Some("half")));
    play.moves(0, 13, 4);
    play.moves(1, 12, 2);
    let decision = play.until(0, decisions::ACTION);
    assert_eq!(play.rank(0), Some(6));
    assert!(offer(&decision, actions::ATTACK, Some(modes::MEDIUM)).is_some());
    play.choose(Choice::of(actions::PASS));
    // The slinger broke off too and cannot shoot; having moved far it cannot help either.
    play.play_to_round(2);
    let shot = play
        .events()
        .any(|event| matches!(event, Event::Attacked { who, .. } if who.0 == 1));
    assert!(!shot);
    assert_eq!(
        play.events()
            .filter(|event| matches!(event, Event::Attacked { .. }))
            .count(),
        0,
        "nobody strikes at those who leave"
    );
}

/// PCT-E108: a shooter that moves after its pursuer cannot step away and shoot for ever.
#[test]
fn pct_e108_stepping_away_from_a_pursuer_costs_the_shot() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody().dex(15).holds("sword_broad").skill("Sword", 50),
        )
        .blue(9, 4, somebody().dex(10).holds("bow_long").skill("Bow", 50))
        .play();
    let (sword, bow) = (play.item(0, "sword_broad"), play.item(1, "bow_long"));
    play.state(0, attack(Some(sword), modes::MEDIUM, 1, Some("short")));
    play.state(1, attack(Some(bow), modes::SHOT, 0, Some("short")));
    play.moves(0, 8, 4);
    play.moves(1, 12, 4);
    let decision = play.until(0, decisions::ACTION);
    assert_eq!((play.rank(0), play.rank(1)), (Some(15), Some(10)));
    assert_eq!(offered(&decision), ["first_aid", "drop", "pass"]);
    play.choose(Choice::of(actions::PASS));
    let decision = play.until(1, decisions::ACTION);
    assert_eq!(offered(&decision), ["first_aid", "drop", "pass"]);
}

/// PCT-R08: paths through held cells are refused, friends are crossed.
#[test]
fn paths_are_checked() {
    let mut play = Scene::on(shieldwall_grid::Layout::Square, 8, 1)
        .red(0, 0, somebody().dex(15))
        .red(1, 0, somebody().dex(5))
        .blue(5, 0, somebody().dex(4))
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "quarter"));
    play.until(0, decisions::MOVEMENT);
    let cells: Vec<_> = (0..8).map(|column| play.cell(column, 0)).collect();
    let to = |path: &[shieldwall_grid::Cell]| {
        let mut choice = Choice::of(actions::MOVE).at(Target::Cell(*path.last().unwrap()));
        choice.path = path.to_vec();
        choice
    };
    assert!(play.battle.check(&to(&cells[1..4])).is_ok());
    assert!(play.refused(&to(&cells[1..2])).contains("target"));
    assert!(play.refused(&to(&[cells[2]])).contains("cannot be entered"));
    assert!(play.refused(&to(&cells[1..7])).contains("target"));
    let mut elsewhere = to(&cells[1..4]);
    elsewhere.path = cells[1..3].to_vec();
    assert!(play.refused(&elsewhere).contains("does not end"));
}
