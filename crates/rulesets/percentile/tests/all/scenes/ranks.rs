//! The order of statements, moves and actions.

use shieldwall_battle::{CombatantId, Event};
use shieldwall_percentile::{
    terms::modes,
    {terms::actions, terms::decisions},
};

use crate::scenes::stage_hand::{Dress, Scene, attack, offer, offered, paced, somebody};

/// PCT-E01: DEX 15 acts before DEX 14.
#[test]
fn pct_e01_the_higher_rank_acts_first() {
    let fencer = |dex| somebody().dex(dex).holds("sword_broad").skill("Sword", 50);
    let mut play = Scene::new()
        .red(5, 4, fencer(14))
        .blue(6, 4, fencer(15))
        .dice(&["d100=99", "d100=98"])
        .play();
    let (red, blue) = (play.item(0, "sword_broad"), play.item(1, "sword_broad"));
    play.state(1, attack(Some(blue), modes::MEDIUM, 0, Some("hold")));
    play.state(0, attack(Some(red), modes::MEDIUM, 1, Some("hold")));
    play.acts(1);
    play.acts(0);
    play.play_to_round(2);
    play.dice_used_up();
    let order = play.events().find_map(|event| match event {
        Event::Ordered { steps } => Some(steps.clone()),
        _ => None,
    });
    assert_eq!(
        order,
        Some(vec![vec![CombatantId(1)], vec![CombatantId(0)]])
    );
}

/// PCT-E13: everyone states at its own DEX, no matter who commands it.
#[test]
fn pct_e13_statements_come_in_dex_order() {
    let mut play = Scene::new()
        .red(2, 2, somebody().dex(12))
        .red(2, 4, somebody().dex(9))
        .blue(20, 4, somebody().dex(16))
        .play();
    let mut order = Vec::new();
    for _ in 0..3 {
        let decision = play.until_any(decisions::STATEMENT);
        assert!(!decision.sealed);
        order.push(decision.actor.unwrap().0);
        play.battle
            .choose(paced(shieldwall_battle::Choice::of(actions::PASS), "hold"))
            .unwrap();
    }
    assert_eq!(order, [2, 0, 1]);
}

/// PCT-E15: equal in all, both killing blows land, and the hours are rolled at the end of the step.
#[test]
fn pct_e15_simultaneous_blows_both_land() {
    let fencer = || somebody().hp(4).holds("sword_broad").skill("Sword", 60);
    let mut play = Scene::new()
        .red(5, 4, fencer())
        .blue(6, 4, fencer())
        .dice(&["d100=30", "d8=6", "d100=40", "d8=7", "d6=2", "d6=5"])
        .play();
    let (red, blue) = (play.item(0, "sword_broad"), play.item(1, "sword_broad"));
    let decision = play.until(0, decisions::STATEMENT);
    assert!(decision.sealed, "equals of both sides state sealed");
    play.choose(attack(Some(red), modes::MEDIUM, 1, Some("hold")));
    let said = |play: &crate::scenes::stage_hand::Play| {
        play.events()
            .filter(|event| matches!(event, Event::Chosen { .. }))
            .count()
    };
    play.until(1, decisions::STATEMENT);
    assert_eq!(said(&play), 0, "nothing is known before all have stated");
    play.choose(attack(Some(blue), modes::MEDIUM, 0, Some("hold")));
    play.until(0, decisions::ACTION);
    assert_eq!(said(&play), 2, "then both are");
    play.acts(0);
    play.until(1, decisions::ACTION);
    assert_eq!(play.hp(1), 4, "effects wait for the end of the step");
    play.acts(1);
    assert_eq!(play.play_to_end(), None, "both are dead: a draw");
    assert_eq!((play.hp(0), play.hp(1)), (-4, -3));
    play.dice_used_up();
}

/// PCT-R15: the one who drops its sword in a step may still parry with it in that step, and no longer in
/// the next.
#[test]
fn defences_are_those_of_the_beginning_of_the_step() {
    let fencer = || {
        somebody()
            .holds("sword_broad")
            .skill("Sword", 60)
            .skill("Brawl", 60)
    };
    let mut play = Scene::new()
        .red(5, 4, fencer())
        .blue(6, 4, fencer())
        .dice(&["d100=99", "d100=50", "d100=40", "d100=50"])
        .play();
    let (red, blue) = (play.item(0, "sword_broad"), play.item(1, "sword_broad"));
    play.state(0, attack(Some(red), modes::MEDIUM, 1, Some("hold")));
    play.state(1, attack(Some(blue), modes::MEDIUM, 0, Some("hold")));
    let decision = play.until(0, decisions::ACTION);
    let drop = offer(&decision, actions::DROP, None).unwrap().choice_at(0);
    play.choose(drop);
    let decision = play.until(0, decisions::ACTION);
    let brawl = offer(&decision, actions::ATTACK, Some(modes::BRAWL)).unwrap();
    play.choose(brawl.choice_at(0));
    play.acts(1);
    let decision = play.until(0, decisions::DEFENCE);
    assert_eq!(offered(&decision), ["parry", "dodge", "none"]);
    play.choose(decision.offers[0].choice_at(0));
    play.play_to_round(2);

    play.state(0, attack(None, modes::BRAWL, 1, Some("hold")));
    play.state(1, attack(Some(blue), modes::MEDIUM, 0, Some("hold")));
    play.acts(1);
    let decision = play.until(0, decisions::DEFENCE);
    assert_eq!(offered(&decision), ["dodge", "none"]);
    play.dice_used_up();
}

/// PCT-E93: a defence belongs to the rank of the attack and costs no action.
#[test]
fn pct_e93_defending_costs_no_action() {
    let mut play = Scene::new()
        .red(
            5,
            4,
            somebody().dex(17).holds("sword_broad").skill("Sword", 60),
        )
        .blue(
            6,
            4,
            somebody()
                .dex(5)
                .holds("sword_broad")
                .skill("Sword", 40)
                .skill("Dodge", 30),
        )
        .dice(&["d100=40", "d100=30", "d100=90"])
        .play();
    let (red, blue) = (play.item(0, "sword_broad"), play.item(1, "sword_broad"));
    let statement = play.until(0, decisions::STATEMENT);
    assert!(offer(&statement, actions::DODGE, None).is_none(), "PCT-008");
    play.choose(attack(Some(red), modes::MEDIUM, 1, Some("hold")));
    play.state(1, attack(Some(blue), modes::MEDIUM, 0, Some("hold")));
    play.acts(0);
    play.defends(1, actions::DODGE);
    play.acts(1);
    play.play_to_round(2);
    play.dice_used_up();
    assert_eq!((play.hp(0), play.hp(1)), (12, 12));
}

/// PCT-E115: equals move in roster order, backwards in even rounds.
#[test]
fn pct_e115_equals_take_turns_at_moving_last() {
    let fencer = || somebody().holds("sword_broad").skill("Sword", 50);
    let mut play = Scene::new()
        .red(5, 4, fencer())
        .blue(20, 4, fencer())
        .play();
    play.play_to_round(3);
    assert_eq!(play.movers(), [0, 1, 1, 0]);
}

/// PCT-012, PCT-R03: with skipped statements the action is chosen when the rank comes (PCT-E18).
#[test]
fn pct_e18_skipped_statements_are_chosen_at_the_rank() {
    let mut play = Scene::new()
        .option("statement", "skipped")
        .red(
            5,
            4,
            somebody().dex(14).holds("sword_broad").skill("Sword", 50),
        )
        .blue(12, 4, somebody().dex(8))
        .dice(&["d100=99"])
        .play();
    play.moves(0, 11, 4);
    let decision = play.until(0, decisions::DECLARATION);
    assert_eq!(play.rank(0), Some(7));
    let sword = play.item(0, "sword_broad");
    assert!(
        offer(&decision, actions::FIRST_AID, None).is_none(),
        "9 m are too many"
    );
    play.choose(attack(Some(sword), modes::MEDIUM, 1, None));
    play.play_to_round(2);
    play.dice_used_up();
    let statements = play.events().filter(
        |event| matches!(event, Event::Chosen { kind, .. } if *kind == decisions::STATEMENT),
    );
    assert_eq!(statements.count(), 0);
}

/// PCT-R04: the roster lists the sides' combatants in turn, so that neither side has all its like
/// behind it; backwards in even rounds.
#[test]
fn the_sides_take_turns_at_moving_last() {
    let fencer = || somebody().holds("sword_broad").skill("Sword", 50);
    let mut play = Scene::new()
        .red(5, 2, fencer())
        .red(5, 4, fencer())
        .blue(20, 2, fencer())
        .blue(20, 4, fencer())
        .play();
    play.play_to_round(3);
    assert_eq!(play.movers(), [0, 2, 3, 1, 1, 3, 2, 0]);
}

/// PCT-R03: what was chosen when the rank was called is carried out without a second question, and
/// nothing is asked of those who chose nothing.
#[test]
fn skipped_statements_ask_once() {
    let fencer = || somebody().holds("sword_broad").skill("Sword", 50);
    let mut play = Scene::new()
        .option("statement", "skipped")
        .red(5, 4, fencer())
        .blue(6, 4, fencer())
        .dice(&["d100=99"])
        .play();
    let sword = play.item(0, "sword_broad");
    play.until(0, decisions::DECLARATION);
    play.choose(attack(Some(sword), modes::MEDIUM, 1, None));
    play.play_to_round(2);
    play.dice_used_up();
    let asked = play
        .events()
        .filter(|event| matches!(event, Event::Chosen { kind, .. } if *kind == decisions::ACTION));
    assert_eq!(asked.count(), 0);
}

/// PCT-E12: 25 rounds are five minutes; and a round of nothing still has its four phases (PCT-002).
#[test]
fn pct_e12_empty_rounds_have_four_phases() {
    let mut play = Scene::new()
        .red(2, 4, somebody())
        .blue(20, 4, somebody())
        .play();
    play.play_to_round(26);
    let stages: Vec<&str> = play
        .events()
        .filter_map(|event| match event {
            Event::StageBegan { stage } => Some(*stage),
            _ => None,
        })
        .collect();
    let phases = ["Statement of Intent", "Movement", "Actions", "Resolution"];
    assert_eq!(stages[..8], [phases, phases].concat());
    assert!(stages.len() >= 100);
    let seconds_a_round = 3600 / shieldwall_percentile::combatant::wounds::ROUNDS_PER_HOUR;
    assert_eq!((25 * seconds_a_round, 25 * seconds_a_round / 60), (300, 5));
}
