//! Battles of more than two sides, some of them allied: they see, help and win together (PCT-R72).

use shieldwall_battle::{Choice, CombatantId, Event, SideId, Target, Targets, Vitality};
use shieldwall_content::level::Victory;
use shieldwall_grid::Layout;
use shieldwall_percentile::{terms::actions, terms::decisions};

use crate::scenes::stage_hand::{Dress, Play, Scene, aims_at, offer, offered, paced, somebody};

/// Red and green against blue: ids 0, 2 and 1.
fn two_against_one() -> Scene {
    Scene::new()
        .red(5, 4, somebody().dex(14))
        .blue(12, 4, somebody().dex(12))
        .green(6, 6, somebody().dex(9))
        .allied(SideId::GREEN, SideId::RED)
}

/// All those whom somebody may attack.
fn foes(play: &mut Play, who: u16) -> Vec<u16> {
    let decision = play.until(who, decisions::STATEMENT);
    let attack = offer(&decision, actions::ATTACK, None).unwrap();
    (0..3).filter(|&other| aims_at(attack, other)).collect()
}

fn reason(play: &Play) -> &str {
    &play.battle.ending().unwrap().reason
}

#[test]
fn allies_do_not_attack_each_other_and_win_together() {
    let mut play = two_against_one().play();
    assert_eq!(foes(&mut play, 0), [1]);
    assert_eq!(foes(&mut play, 1), [0, 2]);
    assert_eq!(foes(&mut play, 2), [1]);
    // That red has fallen ends nothing as long as green stands.
    play.play_to_round(2);
    play.wound(0, &[10], Vitality::Unconscious);
    play.play_to_round(3);
    play.wound(1, &[10], Vitality::Unconscious);
    assert_eq!(play.play_to_end(), Some(SideId::RED));
    assert_eq!(play.battle.round(), 3);
    assert_eq!(reason(&play), "all of Blue are down");
}

#[test]
fn allies_fall_together() {
    let mut play = two_against_one().play();
    play.play_to_round(2);
    play.wound(0, &[10], Vitality::Unconscious);
    play.wound(2, &[10], Vitality::Unconscious);
    assert_eq!(play.play_to_end(), Some(SideId::BLUE));
    assert_eq!(reason(&play), "all of Red or Green are down");
}

#[test]
fn without_an_alliance_everyone_is_an_enemy() {
    let mut play = Scene::new()
        .red(5, 4, somebody())
        .blue(12, 4, somebody())
        .green(20, 4, somebody())
        .play();
    assert_eq!(foes(&mut play, 0), [1, 2]);
    assert_eq!(foes(&mut play, 2), [0, 1]);
    play.play_to_round(2);
    play.wound(0, &[10], Vitality::Unconscious);
    play.play_to_round(3);
    play.wound(1, &[10], Vitality::Unconscious);
    assert_eq!(play.play_to_end(), Some(SideId::GREEN));
    assert_eq!(play.battle.round(), 3);
    assert_eq!(reason(&play), "all of Red or Blue are down");
}

/// Who is hidden is hidden from enemies; allies see it, and what it does.
#[test]
fn allies_see_the_hidden() {
    let mut scene = two_against_one();
    scene.level.sides[0].hidden = true;
    let mut play = scene.play();
    play.play_to_round(2);
    let sees = [SideId::RED, SideId::BLUE, SideId::GREEN].map(|side| {
        let entries = play.battle.entries_from(0, Some(side));
        let names_it = entries
            .iter()
            .any(|entry| entry.event.about().contains(&CombatantId(0)));
        let ordered: Vec<usize> = entries
            .iter()
            .filter_map(|entry| match &entry.event {
                Event::Ordered { steps } => Some(steps.concat().len()),
                _ => None,
            })
            .collect();
        let there = play.battle.view(Some(side)).combatants.len();
        (there, names_it, ordered)
    });
    assert_eq!(sees[0], (3, true, vec![3]));
    assert_eq!(sees[1], (2, false, vec![2]));
    assert_eq!(sees[2], (3, true, vec![3]));
}

/// Cells held by allies can be crossed, but not stopped in (PCT-R08).
#[test]
fn allies_let_each_other_pass() {
    let mut play = Scene::on(Layout::Square, 12, 1)
        .red(1, 0, somebody().dex(14))
        .blue(6, 0, somebody().dex(12))
        .green(2, 0, somebody().dex(9))
        .allied(SideId::GREEN, SideId::RED)
        .play();
    play.state(0, paced(Choice::of(actions::PASS), "half"));
    let decision = play.until(0, decisions::MOVEMENT);
    let Targets::Cells(cells) = &offer(&decision, actions::MOVE, None).unwrap().targets else {
        panic!("moves are to cells");
    };
    let columns: Vec<u16> = cells.iter().map(|option| option.cell.0).collect();
    assert_eq!(columns, [0, 3, 4, 5]);
}

/// First Aid and waking are for friends of whatever side (PCT-R64, PCT-R68).
#[test]
fn allies_help_each_other() {
    let scene = || {
        Scene::new()
            .red(5, 4, somebody().dex(14))
            .red(20, 2, somebody().dex(10))
            .blue(6, 3, somebody().dex(12))
            .blue(20, 4, somebody().dex(11))
            .green(6, 4, somebody().dex(9))
            .allied(SideId::GREEN, SideId::RED)
    };
    let mut play = scene().play();
    play.wound(0, &[10], Vitality::Unconscious);
    play.wound(2, &[10], Vitality::Unconscious);
    let decision = play.until(4, decisions::STATEMENT);
    let wake = offer(&decision, actions::WAKE, None).unwrap();
    assert!(aims_at(wake, 0) && !aims_at(wake, 2));
    let decision = play.until(1, decisions::STATEMENT);
    assert!(offered(&decision).contains(&"wake"));

    play.state(4, paced(Choice::of(actions::FIRST_AID), "hold"));
    let decision = play.until(4, decisions::AID);
    let treat = offer(&decision, actions::FIRST_AID, None).unwrap();
    assert_eq!(
        treat.targets,
        Targets::AnyOf(vec![Target::Injury(CombatantId(0), 0)])
    );
}

/// Allies hold an objective together; enemies among each other keep each other from it.
#[test]
fn allies_hold_the_objective_together() {
    let hold = |scene: &mut Scene| {
        scene.level.turn_limit = 4;
        scene.level.victory = Victory::Hold {
            cells: vec![scene.cell(5, 4), scene.cell(6, 6)],
            rounds: 3,
        };
    };
    let mut scene = two_against_one();
    hold(&mut scene);
    let mut play = scene.play();
    play.play_to_round(2);
    // Which of the allies stands there does not matter.
    play.put(0, 1, 1);
    assert_eq!(play.play_to_end(), Some(SideId::RED));
    assert_eq!(play.battle.round(), 3);
    assert_eq!(
        reason(&play),
        "the objective has been held by Red and Green for 3 rounds"
    );
    let held: Vec<(SideId, u32)> = play
        .events()
        .filter_map(|event| match event {
            Event::Held { side, rounds, .. } => Some((*side, *rounds)),
            _ => None,
        })
        .collect();
    let expected = [(SideId::RED, 1), (SideId::GREEN, 2), (SideId::GREEN, 3)];
    assert_eq!(held, expected);

    let mut scene = two_against_one();
    scene.level.sides[2].alliance = 2;
    hold(&mut scene);
    assert_eq!(scene.play().play_to_end(), None);
}

/// An alliance wins by the escape of the one side that is to escape, and by the end of time.
#[test]
fn what_one_side_wins_its_allies_win() {
    let mut scene = two_against_one();
    let exit = scene.cell(6, 7);
    scene.level.victory = Victory::Escape {
        side: 2,
        cells: vec![exit],
    };
    let mut play = scene.play();
    play.state(2, paced(Choice::of(actions::PASS), "short"));
    play.moves(2, 6, 7);
    assert_eq!(play.play_to_end(), Some(SideId::RED));
    assert_eq!(play.vitality(2), Vitality::Left);
    assert_eq!(reason(&play), "most of Green got away");

    let mut scene = two_against_one();
    scene.level.turn_limit = 2;
    scene.level.winner_at_limit = Some(2);
    let mut play = scene.play();
    assert_eq!(play.play_to_end(), Some(SideId::RED));
    assert_eq!(play.battle.round(), 2);
}
