//! Terrain, falls, fire and doors (PCT-R77).

use shieldwall_battle::{Choice, Event, Target, Vitality};
use shieldwall_content::{
    Terrain,
    terrain::{Hazard, Obstacle},
};
use shieldwall_grid::{Border, Door, Metres, Side};
use shieldwall_percentile::{
    terms::decisions,
    {combatant::state::Turn, terms::actions},
};

use crate::scenes::stage_hand::{Dress, Scene, floor, offer, paced, somebody};

fn rough() -> Terrain {
    Terrain { cost: 2, ..floor() }
}

/// PCT-E27: two cells of rough ground are 6 m, half the DEX rank.
#[test]
fn pct_e27_rough_ground_costs_double() {
    let mut play = Scene::new()
        .ground(6, 4, &rough(), 0)
        .ground(7, 4, &rough(), 0)
        .red(5, 4, somebody().dex(12))
        .blue(25, 4, somebody().dex(5))
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    play.until(0, decisions::MOVEMENT);
    let path = vec![play.cell(6, 4), play.cell(7, 4)];
    let mut choice = Choice::of(actions::MOVE).at(Target::Cell(path[1]));
    choice.path = path;
    play.choose(choice);
    play.until(1, decisions::STATEMENT);
    assert_eq!(play.rank(0), Some(6));
    let cost = play.events().find_map(|event| match event {
        Event::Moved { cost, .. } => Some(*cost),
        _ => None,
    });
    assert_eq!(cost, Some(Metres::from_whole(6).into()));
}

/// Traps belong to other rules: here they are floor.
#[test]
fn traps_do_nothing() {
    let trap = Terrain {
        hazard: Some(Hazard::Trap),
        ..floor()
    };
    let mut play = Scene::new()
        .ground(5, 4, &trap, 0)
        .ground(6, 4, &trap, 0)
        .red(5, 4, somebody())
        .blue(25, 4, somebody())
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    play.moves(0, 8, 4);
    play.play_to_round(2);
    assert_eq!(
        play.component::<shieldwall_battle::Position>(0).0,
        play.cell(8, 4)
    );
    assert_eq!(play.hp(0), 12);
    play.dice_used_up();
}

/// PCT-E110: fire burns past all armour in Resolution, early enough for First Aid.
#[test]
fn pct_e110_fire_burns_before_first_aid() {
    let fire = Terrain {
        hazard: Some(Hazard::Fire),
        ..floor()
    };
    let mut play = Scene::new()
        .ground(6, 4, &fire, 0)
        .red(5, 4, somebody().dex(9).skill("First Aid", 50))
        .red(6, 4, somebody().dex(5).hide_points(8))
        .blue(25, 4, somebody().dex(4))
        .dice(&["d6=4", "d6=5", "d100=50", "d3=2"])
        .play();
    play.until(0, decisions::STATEMENT);
    play.wound(1, &[9], Vitality::Active);
    play.choose(paced(Choice::of(actions::FIRST_AID), "hold"));
    let decision = play.until(0, decisions::AID);
    assert_eq!(play.hp(1), -1);
    let treat = offer(&decision, actions::FIRST_AID, None).unwrap();
    assert_eq!(treat.target_count(), 2);
    play.choose(treat.choice_at(1));
    play.until(0, decisions::STATEMENT);
    assert_eq!(play.hp(1), 1);
    assert_eq!(play.vitality(1), Vitality::Unconscious);
    play.dice_used_up();
}

/// PCT-E111: dropping down a cliff of three steps is a fall of 4.5 m.
#[test]
fn pct_e111_dropping_down_a_cliff() {
    let mut scene = Scene::new()
        .red(5, 4, somebody().dex(12).hp(11).wears("leather_hard"))
        .blue(25, 4, somebody().dex(5))
        .dice(&["d6=5", "d6=3"]);
    for column in 0..=5 {
        for row in 0..9 {
            scene = scene.ground(column, row, &floor(), 3);
        }
    }
    let mut play = scene.play();
    play.state(0, paced(Choice::of(actions::PASS), "short"));
    let decision = play.until(0, decisions::MOVEMENT);
    assert!(offer(&decision, actions::LEAP, None).is_some());
    let below = play.cell(6, 4);
    play.choose(Choice::of(actions::LEAP).at(Target::Cell(below)));
    play.until(1, decisions::STATEMENT);
    assert_eq!(play.hp(0), 5);
    play.dice_used_up();
}

/// Deep water needs a Swim roll; failure ends the move before it.
#[test]
fn failing_to_swim_ends_the_move_at_the_bank() {
    let deep = Terrain {
        obstacle: Some(Obstacle::Swim),
        ..floor()
    };
    let mut scene = Scene::new()
        .red(5, 4, somebody().dex(12).skill("Swim", 40))
        .blue(25, 4, somebody().dex(5))
        .dice(&["d100=41"]);
    for row in 0..9 {
        scene = scene.ground(8, row, &deep, 0);
    }
    let mut play = scene.play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    play.moves(0, 9, 4);
    play.until(1, decisions::STATEMENT);
    let here: shieldwall_battle::Position = play.component(0);
    assert_eq!(here.0, play.cell(7, 4));
    play.dice_used_up();
    let stopped = play.events().any(
        |event| matches!(event, Event::Moved { stopped: Some(reason), .. } if reason.contains("swim")),
    );
    assert!(stopped);
}

/// An unlocked door is opened on the way for 1.5 m.
#[test]
fn doors_are_opened_on_the_way() {
    let mut scene = Scene::on(shieldwall_grid::Layout::Square, 12, 3)
        .red(2, 1, somebody().dex(12))
        .blue(11, 1, somebody().dex(5));
    for row in 0..3 {
        let cell = scene.cell(4, row);
        let border = if row == 1 {
            Border::with_door(Door::Closed)
        } else {
            Border::WALL
        };
        scene.level.map.set_border(cell, Side(0), border);
    }
    let mut play = scene.play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    play.moves(0, 5, 1);
    play.until(1, decisions::STATEMENT);
    assert!(
        play.events()
            .any(|event| matches!(event, Event::Door { open: true, .. }))
    );
    assert_eq!(play.rank(0), Some(6), "4.5 m and 1.5 m for the door");
    let turn: Turn = play.component(0);
    assert_eq!(turn.moved, Metres::ZERO, "counters are cleared");
}

/// A gap is jumped over with one roll, and nobody can stop in it.
#[test]
fn a_gap_is_jumped() {
    let gap = Terrain {
        obstacle: Some(Obstacle::Jump),
        ..floor()
    };
    let mut scene = Scene::on(shieldwall_grid::Layout::Square, 12, 1)
        .red(2, 0, somebody().dex(12).skill("Jump", 40))
        .blue(11, 0, somebody().dex(5))
        .dice(&["d100=40"]);
    scene = scene.ground(4, 0, &gap, 0).ground(5, 0, &gap, 0);
    let mut play = scene.play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    let decision = play.until(0, decisions::MOVEMENT);
    let ways = &offer(&decision, actions::MOVE, None).unwrap().targets;
    let shieldwall_battle::Targets::Cells(cells) = ways else {
        panic!("moves are to cells");
    };
    let at = |column| {
        cells
            .iter()
            .find(|option| option.cell == play.cell(column, 0))
    };
    assert!(at(4).is_none() && at(5).is_none());
    assert!(at(6).unwrap().risky && !at(3).unwrap().risky);
    play.moves(0, 6, 0);
    play.play_to_round(2);
    let here: shieldwall_battle::Position = play.component(0);
    assert_eq!(here.0, play.cell(6, 0));
    play.dice_used_up();
}

/// A pit is entered by a fall, and left by climbing.
#[test]
fn a_pit_is_a_fall_in_and_a_climb_out() {
    let pit = Terrain {
        obstacle: Some(Obstacle::Pit),
        ..floor()
    };
    let mut play = Scene::on(shieldwall_grid::Layout::Square, 12, 1)
        .ground(3, 0, &pit, 0)
        .red(2, 0, somebody().dex(12).skill("Climb", 50))
        .blue(11, 0, somebody().dex(5))
        .dice(&["d6=2", "d100=51", "d100=50"])
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "short"));
    play.until(0, decisions::MOVEMENT);
    let down = play.cell(3, 0);
    play.choose(Choice::of(actions::LEAP).at(Target::Cell(down)));
    play.play_to_round(2);
    assert_eq!(play.hp(0), 10);
    for round in [2, 3] {
        assert_eq!(play.battle.round(), round);
        play.state(0, paced(Choice::of(actions::PASS), "short"));
        play.moves(0, 4, 0);
        play.play_to_round(round + 1);
    }
    let here: shieldwall_battle::Position = play.component(0);
    assert_eq!(here.0, play.cell(4, 0));
    play.dice_used_up();
}
