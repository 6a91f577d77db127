//! Getting on something in motion and off it (ZON-154, ZON-R74).

use shieldwall_battle::{Battle, CombatantId, Decision, Forecast, Progress, Target};

use crate::zones_odds::{
    A, case,
    combatant_results::{close, difference, results_of},
    explorer::Scene,
};

/// The horse.
const H: CombatantId = CombatantId(1);

/// A with 3 health on a horse, whose turns are one.
fn ride(agility: i32) -> String {
    format!(
        "title = \"a ride\"\n\
         ruleset = \"zones\"\n\
         map = \"\"\"\n{}\"\"\"\n\
         [zones]\n\
         starter = \"red\"\n\
         [combatant.A]\n\
         side = \"red\"\n\
         at = [3, 2]\n\
         zones = {{ agi = {agility}, health = 8, armour = [\"plate_full\"], start = {{ health = 3, riding = \"H\" }} }}\n\
         [combatant.H]\n\
         side = \"red\"\n\
         at = [3, 2]\n\
         unit = \"horse\"\n\
         [combatant.X]\n\
         side = \"blue\"\n\
         at = [19, 4]\n",
        format!("{}\n", ".".repeat(20)).repeat(5)
    )
}

/// The next decision about somebody's turn; nobody strikes at what moves.
fn turn_of(battle: &mut Battle, who: CombatantId) -> std::sync::Arc<Decision> {
    loop {
        assert_eq!(battle.advance(), Progress::Decision);
        let decision = battle.open_decision().unwrap();
        if decision.kind.key == "opportunity" {
            let choice = battle.least().unwrap();
            battle.choose(choice).unwrap();
            continue;
        }
        assert!(
            decision.kind.key == "turn" && decision.is_about(who),
            "{decision:?}"
        );
        return decision;
    }
}

fn choose(battle: &mut Battle, who: CombatantId, action: &str, target: Option<Target>) {
    let decision = turn_of(battle, who);
    let offer = decision
        .offers
        .iter()
        .find(|offer| offer.action.key == action);
    battle.choose(offer.unwrap().choice(target, None)).unwrap();
}

/// Lets the horse walk so many cells, and A go on.
fn walk(battle: &mut Battle, cells: u16) {
    if cells > 0 {
        choose(battle, A, "switch", Some(Target::Combatant(H)));
        let decision = turn_of(battle, H);
        let level = std::sync::Arc::clone(&battle.setup().level);
        let to = level.map.grid().cell(3 + cells, 2).unwrap();
        let offer = decision
            .offers
            .iter()
            .find(|offer| offer.action.key == "move");
        let choice = offer.unwrap().choice(Some(Target::Cell(to)), None);
        battle.choose(choice).unwrap();
        choose(battle, H, "switch", Some(Target::Combatant(A)));
    }
}

/// The first cell that A may get off into.
fn dismount(battle: &mut Battle) -> shieldwall_battle::Choice {
    let decision = turn_of(battle, A);
    let offer = decision
        .offers
        .iter()
        .find(|offer| offer.action.key == "dismount");
    offer.unwrap().choice_at(0)
}

/// What is forecast of getting off once the horse has walked so far, and whether it comes out so.
fn getting_off(agility: i32, cells: u16) -> Option<Forecast> {
    let case = case(&ride(agility));
    let mut scene = Scene::of(&case);
    scene.choices(&[]);
    let battle = &mut scene.play.battle;
    walk(battle, cells);
    let choice = dismount(battle);
    let forecast = battle.forecast(&choice);
    let exact = scene.enumerate(
        &mut |battle| {
            walk(battle, cells);
            let choice = dismount(battle);
            battle.choose(choice).unwrap();
        },
        &mut |battle, _| battle.least().unwrap(),
    );
    if let Some(forecast) = &forecast {
        assert_eq!(difference(&exact, &results_of(forecast, scene.count)), None);
        let sum: f64 = forecast
            .outcomes
            .iter()
            .map(|outcome| outcome.probability)
            .sum();
        assert!(close(sum, 1.0), "{:?}", forecast.outcomes);
    }
    forecast
}

/// AGI 12 passes 11 times in 20. Of 3 health, 2 and more of a d4 fell, and 3 and 4 kill, whatever the
/// armour.
#[test]
fn getting_off_in_motion_by_hand() {
    let forecast = getting_off(12, 4).unwrap();
    let falls = 9.0 / 20.0;
    let loss = forecast.loss.as_ref().unwrap();
    assert!(close(loss.probability_of(0), 1.0 - falls));
    assert!(close(loss.probability_of(1), falls / 4.0));
    assert!(close(loss.probability_of(3), falls / 2.0));
    assert!(
        close(forecast.defeats, falls * 0.75),
        "{}",
        forecast.defeats
    );
    assert!(close(forecast.kills, falls * 0.5), "{}", forecast.kills);
    assert_eq!(forecast.subject, Some(A));
    assert_eq!(forecast.assumption, None);
}

#[test]
fn getting_off_in_motion_comes_out_as_forecast() {
    for agility in [1, 7, 20] {
        assert!(getting_off(agility, 4).is_some());
    }
}

/// What is assumed of getting off while X stands beside the horse, with its turn in hand.
fn assumed_beside(start: &str) -> Option<String> {
    let beside = format!("at = [7, 4]\nzones = {{ items = [\"sword_broad\"]{start} }}");
    let text = ride(12).replacen("at = [19, 4]", &beside, 1);
    let text = text.replacen(
        "[zones]",
        &format!(
            "light = \"\"\"\n{}\"\"\"\n[zones]",
            format!("{}\n", "d".repeat(20)).repeat(5)
        ),
        1,
    );
    let text = text.replace("riding = \"H\"", "riding = \"H\", distracted = true");
    let text = text.replace(
        "unit = \"horse\"",
        "unit = \"horse\"\nzones = { start = { distracted = true } }",
    );
    let case = case(&text);
    let mut scene = Scene::of(&case);
    scene.choices(&[]);
    let battle = &mut scene.play.battle;
    walk(battle, 4);
    let choice = dismount(battle);
    battle.forecast(&choice).unwrap().assumption
}

/// Those who could strike at one who gets off are reckoned with, unless one does not know of them.
#[test]
fn getting_off_beside_an_enemy_reckons_with_a_strike() {
    let struck = Some("with the best answers".to_owned());
    assert_eq!(assumed_beside(""), struck);
    assert_eq!(assumed_beside(", start = { concealed = true }"), None);
}

/// Nothing is rolled where the horse has not moved, so there is nothing to forecast.
#[test]
fn getting_off_at_rest_has_no_odds() {
    assert_eq!(getting_off(12, 0), None);
}

/// A horse that has walked in its own turn is still in motion when somebody gets on.
#[test]
fn getting_on_in_motion_comes_out_as_forecast() {
    let on_foot = ride(9).replace(", riding = \"H\"", "");
    let on_foot = on_foot.replacen("at = [3, 2]", "at = [9, 2]", 1);
    let case = case(&on_foot);
    let mut scene = Scene::of(&case);
    let mount = |battle: &mut Battle| {
        let decision = turn_of(battle, A);
        let offer = decision
            .offers
            .iter()
            .find(|offer| offer.action.key == "mount");
        offer.unwrap().choice(Some(Target::Combatant(H)), None)
    };
    // The horse goes first; then it is A's turn.
    let begin = |battle: &mut Battle| {
        loop {
            assert_eq!(battle.advance(), Progress::Decision);
            let decision = battle.open_decision().unwrap();
            let horse_acts = decision.kind.key == "turn" && decision.is_about(H);
            if decision.kind.key == "turn" && !horse_acts {
                return;
            }
            let walks = decision
                .offers
                .iter()
                .find(|offer| offer.action.key == "move");
            let choice = if let Some(walks) = walks.filter(|_| horse_acts) {
                let moved = battle.presences(None)[H.index()].cell != case_cell(battle, 3);
                if moved {
                    battle.least().unwrap()
                } else {
                    walks.choice(Some(Target::Cell(case_cell(battle, 7))), None)
                }
            } else if decision.kind.key == "activation" {
                let ready = |who| Some(Target::Combatant(who));
                let horse = decision.offers[0].choice(ready(H), None);
                if decision.offer_for(&horse).is_ok() {
                    horse
                } else if decision.side == shieldwall_battle::SideId::RED {
                    decision.offers[0].choice(ready(A), None)
                } else {
                    battle.least().unwrap()
                }
            } else {
                battle.least().unwrap()
            };
            battle.choose(choice).unwrap();
        }
    };
    scene.play.restart(Box::new(scene.dice.clone())).unwrap();
    let battle = &mut scene.play.battle;
    begin(battle);
    let choice = mount(battle);
    let told = results_of(&battle.forecast(&choice).unwrap(), scene.count);
    // AGI 9 fails 12 times in 20.
    assert!(close(told[A.index()].kills, 0.6 * 0.5), "{told:?}");
    let mut exact =
        vec![crate::zones_odds::combatant_results::CombatantResult::default(); scene.count];
    let (play, dice) = (&mut scene.play, scene.dice.clone());
    scene.enumerator.for_each(
        |open| {
            *dice.dice() = std::mem::take(open);
            play.restart(Box::new(dice.clone())).unwrap();
            begin(&mut play.battle);
            let before = play.battle.presences(None);
            let choice = mount(&mut play.battle);
            play.battle.choose(choice).unwrap();
            while play.battle.advance_until(Battle::is_settled) == Some(Progress::Decision) {
                let choice = play.battle.least().unwrap();
                play.battle.choose(choice).unwrap();
            }
            *open = std::mem::take(&mut *dice.dice());
            crate::zones_odds::explorer::Ended {
                before,
                after: play.battle.presences(None),
                changes: std::collections::BTreeSet::new(),
            }
        },
        |ended, probability| ended.tell(&mut exact, probability),
    );
    assert_eq!(difference(&exact, &told), None);
}

fn case_cell(battle: &Battle, column: u16) -> shieldwall_grid::Cell {
    let level = &battle.setup().level;
    level.map.grid().cell(column, 2).unwrap()
}
