//! How battles end (PCT-R72).

use shieldwall_battle::{Choice, SideId, Target, Vitality};
use shieldwall_content::level::Victory;
use shieldwall_percentile::{terms::actions, terms::decisions};

use crate::scenes::stage_hand::{Dress, Scene, paced, somebody};

/// PCT-E107: with only one side conscious it wins.
#[test]
fn pct_e107_the_last_side_standing_wins() {
    let mut play = Scene::new()
        .red(5, 4, somebody())
        .red(5, 5, somebody())
        .blue(20, 4, somebody())
        .play();
    play.play_to_round(3);
    play.wound(2, &[10], Vitality::Unconscious);
    assert_eq!(play.play_to_end(), Some(SideId::RED));
    assert_eq!(play.battle.round(), 3);
}

/// PCT-E112: after round 100 it is a draw.
#[test]
fn pct_e112_a_draw_after_the_round_limit() {
    let mut play = Scene::new()
        .red(5, 4, somebody())
        .blue(20, 4, somebody())
        .play();
    assert_eq!(play.play_to_end(), None);
    assert_eq!(play.battle.round(), 100);
}

/// A level may name a winner for the end of time, and its own limit.
#[test]
fn a_level_may_name_a_winner_at_its_limit() {
    let mut scene = Scene::new().red(5, 4, somebody()).blue(20, 4, somebody());
    scene.level.turn_limit = 4;
    scene.level.winner_at_limit = Some(1);
    let mut play = scene.play();
    assert_eq!(play.play_to_end(), Some(SideId::BLUE));
    assert_eq!(play.battle.round(), 4);
}

/// Holding the cells alone for so many rounds in a row wins.
#[test]
fn holding_the_objective_wins() {
    let mut scene = Scene::new().red(5, 4, somebody()).blue(20, 4, somebody());
    scene.level.victory = Victory::Hold {
        cells: vec![scene.cell(5, 4), scene.cell(6, 4)],
        rounds: 3,
    };
    let mut play = scene.play();
    assert_eq!(play.play_to_end(), Some(SideId::RED));
    assert_eq!(play.battle.round(), 3);
}

/// Escaping with more than half wins.
#[test]
fn breaking_out_wins() {
    let mut scene = Scene::new()
        .red(2, 4, somebody().dex(14))
        .red(2, 6, somebody().dex(13))
        .blue(20, 4, somebody());
    let exit = scene.cell(0, 4);
    scene.level.victory = Victory::Escape {
        side: 0,
        cells: vec![exit],
    };
    let mut play = scene.play();
    for who in [0, 1] {
        play.state(who, paced(Choice::of(actions::PASS), "half"));
    }
    for who in [0, 1] {
        play.until(who, decisions::MOVEMENT);
        play.choose(Choice::of(actions::MOVE).at(Target::Cell(exit)));
    }
    assert_eq!(play.play_to_end(), Some(SideId::RED));
    assert_eq!(play.vitality(0), Vitality::Left);
    assert_eq!(play.battle.round(), 1);
}
